"""Towing: a form drawn by its nose along legs, the same by both kernels, and leg by leg what laying and sliding say."""

from __future__ import annotations

from math import inf, nan
from struct import pack
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.geometry import Scene, Shape, circle, polygon, rectangle, unit
from brickfield.geometry.bearings import wrapped
from brickfield.geometry.forms import Form
from brickfield.geometry.grain import GRAIN
from tests.geometry import tables
from tests.geometry.tables import KERNELS, NAMES

BOAT = Form(((-2.0, 0.5), (-2.0, -0.5), (1.5, -0.5), (2.0, 0.0), (1.5, 0.5)))
FORMS = st.sampled_from((BOAT, BOAT.inset(0.01), Form(((-0.3, -0.3), (0.3, -0.3), (0.0, 0.4)))))
NOSES = st.sampled_from((2.0, 1.0, 0.0))
# grid lines and quarter turns, where sides and corners meet exactly, and anything else
legs = st.lists(st.tuples(tables.turns, st.one_of(st.integers(-3, 5), st.floats(-4.0, 6.0))), max_size=4)
scenes = tables.scenes(tables.any_shapes, 6, border=True)
touches = st.sampled_from((0.0, 0.01))
STEP, TURN = 1000, 10_000


@given(scenes, FORMS, NOSES, tables.any_points, legs, st.integers(-1, 6), touches)
@settings(max_examples=250)
def test_towing_is_the_same_and_slides_leg_by_leg(
    scene: Scene,
    form: Form,
    nose: float,
    start: tuple[float, float],
    course: list[tuple[float, float]],
    skip: int,
    touch: float,
) -> None:
    found = [module.towed(scene, form, nose, *start, course, STEP, TURN, skip, touch) for module in KERNELS]
    assert all(each == found[0] for each in found)
    hit, poses, end_x, end_y = found[0]
    (x, y), met = start, -1
    for number, (heading, far) in enumerate(course):
        c, s = unit(heading)
        shape = form.at(x - nose * c, y - nose * s, c, s)
        to_x, to_y = x + far * c, y + far * s
        met = KERNELS[0].overlapped(scene, shape, skip, touch)
        if met == -1:
            met = KERNELS[0].translate(scene, shape, to_x - x, to_y - y, skip, touch)[1]
        if met != -1:
            assert len(poses) == number
            break
        x, y = to_x, to_y
        assert poses[number][0] == pytest.approx((x - nose * c) * GRAIN, abs=STEP)
        assert poses[number][1] == pytest.approx((y - nose * s) * GRAIN, abs=STEP)
        assert poses[number][2] == pytest.approx(heading * GRAIN, abs=TURN)
    assert (hit, end_x, end_y) == (met, x, y)
    assert all(value % step == 0 for pose in poses for value, step in zip(pose, (STEP, STEP, TURN), strict=True))


@pytest.mark.parametrize("module", KERNELS, ids=NAMES)
def test_a_stern_swings_where_the_nose_goes_free(module: Any) -> None:
    # the nose lies at (10, 10) and the hull behind it to the west; a rock lies south of the nose
    rock = Scene([circle(10.0, 7.5, 1.0)], (0.0, 0.0, 20.0, 20.0))
    assert module.towed(rock, BOAT, 2.0, 10.0, 10.0, [(0.0, 3.0)], 1, 1) == (
        -1,
        [(11_000_000, 10_000_000, 0)],
        13.0,
        10.0,
    )
    assert module.towed(rock, BOAT, 2.0, 10.0, 10.0, [(90.0, 3.0)], 1, 1) == (0, [], 10.0, 10.0)
    # ahead first, then round: the second leg is free
    hit, poses, *_nose = module.towed(rock, BOAT, 2.0, 10.0, 10.0, [(0.0, 3.0), (90.0, 1.0)], 1, 1)
    assert (hit, len(poses)) == (-1, 2)
    # backwards the heading stays; the edge is met at last
    assert module.towed(rock, BOAT, 2.0, 10.0, 10.0, [(0.0, -3.0)], 1, 1)[1] == [(5_000_000, 10_000_000, 0)]
    assert module.towed(rock, BOAT, 2.0, 10.0, 10.0, [(0.0, -3.0), (0.0, -4.0)], 1, 1)[0] == -2
    assert module.towed(rock, BOAT, 2.0, 10.0, 10.0, (), 1, 1) == (-1, [], 10.0, 10.0)


@given(scenes, FORMS, NOSES, tables.any_points, tables.turns, legs, st.integers(-1, 6), touches)
@settings(max_examples=150)
def test_a_form_that_swings_is_swept_by_the_shorter_way_round_before_each_leg(
    scene: Scene,
    form: Form,
    nose: float,
    start: tuple[float, float],
    facing: float,
    course: list[tuple[float, float]],
    skip: int,
    touch: float,
) -> None:
    found = [module.towed(scene, form, nose, *start, course, STEP, TURN, skip, touch, facing) for module in KERNELS]
    assert all(each == found[0] for each in found)
    laid = KERNELS[0].towed(scene, form, nose, *start, course, STEP, TURN, skip, touch)
    assert found[0][1] == laid[1][: len(found[0][1])], "it stops no later than one that is only laid anew"
    (x, y), done = start, len(found[0][1])
    for number, (heading, far) in enumerate(course[: done + 1]):
        c, s = unit(facing)
        hull = form.at(x - nose * c, y - nose * s, c, s)
        turn = wrapped(heading - facing)
        # half a turn may go either way round
        met = KERNELS[0].pivot(scene, hull, (x, y), turn, skip, touch) if turn and abs(turn) < 179.999 else -1
        if number < done:
            assert met == -1
        elif met != -1:
            assert found[0][0] == met
        c, s = unit(heading)
        x, y, facing = x + far * c, y + far * s, heading


@pytest.mark.parametrize("module", KERNELS, ids=NAMES)
def test_what_lies_between_two_headings_stops_a_swing(module: Any) -> None:
    # the nose lies at (10, 10); ahead of the turn and behind it the hull is free, at 20 degrees it is not
    c, s = unit(20.0)
    post = Scene([circle(10.0 - 4.2 * c, 10.0 - 4.2 * s, 0.25)], (0.0, 0.0, 20.0, 20.0))
    course = [(45.0, 1.0)]
    assert module.towed(post, BOAT, 2.0, 10.0, 10.0, course, 1, 1, -1, 0.01)[0] == -1
    assert module.towed(post, BOAT, 2.0, 10.0, 10.0, course, 1, 1, -1, 0.01, 0.0) == (0, [], 10.0, 10.0)
    assert module.towed(post, BOAT, 2.0, 10.0, 10.0, course, 1, 1, -1, 0.01, 30.0)[0] == -1
    assert module.towed(post, BOAT, 2.0, 10.0, 10.0, course, 1, 1, 0, 0.01, 0.0)[0] == -1, "what is passed over"
    # the corner of a stern goes farthest out between two headings at which it is inside
    edge = Scene([], (6.0, 0.0, 20.0, 20.0))
    assert module.towed(edge, BOAT, 2.0, 10.0, 10.0, [(20.0, 1.0)], 1, 1, -1, 0.01)[0] == -1
    assert module.towed(edge, BOAT, 2.0, 10.0, 10.0, [(20.0, 1.0)], 1, 1, -1, 0.01, -20.0)[0] == -2
    assert module.towed(edge, BOAT, 2.0, 10.0, 10.0, [(20.0, 1.0)], 1, 1, -1, 0.1, -20.0)[0] == -1, "a deeper touch"


@pytest.mark.parametrize("module", KERNELS, ids=NAMES)
@pytest.mark.parametrize(
    ("other", "degrees"),
    [
        # a corner of the stern goes over the line of a wall and back, far from either end of the turn
        (rectangle(4.979, 20.0, 0.0, 2.0, 40.0), (-16.0, 3.0)),
        # a side of the hull passes the corner of a rock that no corner of the hull comes near
        (polygon([(5.621, 10.694), (6.008, 10.403), (5.638, 11.081)]), (0.0, -35.6)),
    ],
)
def test_a_touch_deeper_than_contact_is_found_wherever_it_happens(
    module: Any, other: Shape, degrees: tuple[float, float]
) -> None:
    first, last = degrees
    c, s = unit(first)
    scene, hull = Scene([other]), BOAT.at(10.0 - 2.0 * c, 10.0 - 2.0 * s, c, s)
    assert module.pivot(scene, hull, (10.0, 10.0), 0.0, -1, 0.01) == -1
    assert module.pivot(scene, hull, (10.0, 10.0), last - first, -1, 0.01) == 0
    c, s = unit(last)
    there = BOAT.at(10.0 - 2.0 * c, 10.0 - 2.0 * s, c, s)
    assert module.pivot(scene, there, (10.0, 10.0), 0.0, -1, 0.01) == -1


@pytest.mark.parametrize("module", KERNELS, ids=NAMES)
def test_what_is_passed_over_and_how_deep_contact_may_be(module: Any) -> None:
    wall = Scene([rectangle(10.0, 10.0, 0.0, 1.0, 1.0)])
    along = [(0.0, 4.0)]
    assert module.towed(wall, BOAT, 2.0, 6.0, 9.01, along, 1, 1)[0] == 0
    assert module.towed(wall, BOAT, 2.0, 6.0, 9.01, along, 1, 1, 0)[0] == -1
    assert module.towed(wall, BOAT, 2.0, 6.0, 9.01, along, 1, 1, -1, 0.02)[0] == -1


@pytest.mark.parametrize("module", KERNELS, ids=NAMES)
@pytest.mark.parametrize(
    "change",
    [
        {2: nan}, {3: inf}, {4: nan}, {5: [(nan, 1.0)]}, {5: [(0.0, inf)]}, {5: [(0.0,)]}, {5: [7]}, {5: 7},
        {6: 0}, {7: -1}, {6: "a"}, {0: 7}, {5: [("a", 1.0)]},
        {10: nan}, {10: "a"},
    ],
)  # fmt: skip
def test_nonsense_is_an_error(module: Any, change: dict[int, Any]) -> None:
    args: list[Any] = [Scene([circle(30.0, 30.0, 1.0)]), BOAT, 2.0, 1.0, 1.0, [(0.0, 1.0)], 1, 1]
    if 10 in change:
        args += [-1, 0.0, None]
    for place, value in change.items():
        args[place] = value
    with pytest.raises((TypeError, ValueError, AttributeError)):
        module.towed(*args)


class Forged:
    """Claims to be a form."""

    def __init__(self, *numbers: float) -> None:
        self.packed = pack(f"{len(numbers)}d", *numbers)


@pytest.mark.parametrize("module", KERNELS[1:], ids=NAMES[1:])
@pytest.mark.parametrize("numbers", [(), (3.0,) * 9, (nan,) * 9, (65.0, *[0.0] * 8), (0.0, 1.0, *[0.0] * 7)])
def test_a_forged_form_is_an_error_and_not_a_crash(module: Any, numbers: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="not the packed form"):
        module.towed(Scene(), Forged(*numbers), 2.0, 1.0, 1.0, [(0.0, 1.0)], 1, 1)
