"""The two kernels: bit for bit the same answers, chosen by name or environment, the compiled one never needed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from struct import pack
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brickfield.geometry import TURN, Point, Scene, Shape, bench, circle, kernel, rectangle, unit
from brickfield.geometry.fields import Body, Field, FieldLimits, Post, Trunk
from brickfield.geometry.forms import Form
from brickfield.geometry.grain import FULL_TURN
from brickfield.geometry.silhouette import hidden_rows
from tests.geometry import tables
from tests.geometry.tables import KERNELS, NAMES

border_scenes = tables.scenes(tables.any_shapes, 6, border=True)
skips = st.integers(-1, 6)
segments = st.tuples(tables.any_points, tables.any_points)


def same(function: str, *args: Any) -> None:
    """Every kernel answers exactly what the reference does."""
    reference, *others = [getattr(module, function)(*args) for module in KERNELS]
    for answer in others:
        assert answer == reference
        assert type(answer) is type(reference)


@given(st.data(), border_scenes, tables.any_points, tables.any_shapes, skips, skips)
@settings(max_examples=120)
def test_sight_is_the_same(
    data: st.DataObject, scene: Scene, eye: Point, target: Shape, skip_a: int, skip_b: int
) -> None:
    side = data.draw(st.sampled_from(tables.sides(target)))
    same("sight", scene, *eye, target, side, skip_a, skip_b)
    same("sight_many", scene, [(*eye, target, side, skip_a, skip_b)] * 2)


@given(border_scenes, tables.any_points, segments, skips, skips)
@settings(max_examples=120)
def test_shadows_are_the_same(scene: Scene, eye: Point, segment: tuple[Point, Point], skip_a: int, skip_b: int) -> None:
    a, b = segment
    same("hidden_share", scene, *eye, *a, *b, skip_a, skip_b)
    same("visible_intervals", scene, *eye, *a, *b, skip_a, skip_b)
    same("shadowed_by", scene, *eye, *a, *b)
    same("crossed_by", scene, *a, *b)


@given(
    tables.any_points,
    tables.any_points,
    st.sampled_from((0.5, 2.0, 5.0)),
    st.sampled_from((1.0, 3.0)),
    st.lists(st.tuples(tables.any_shapes, st.sampled_from((1.0, 2.0, 2.5, 4.0))), max_size=5),
)
@settings(max_examples=120)
def test_silhouettes_are_the_same(
    eye: Point, centre: Point, high: float, width: float, bodies: list[tuple[Shape, float]]
) -> None:
    heights = (0.25, 0.75, 1.25, 1.75, 2.0)
    before, found = kernel.KERNEL, []
    try:
        for name in NAMES:
            kernel.use(name)
            found.append(hidden_rows((*eye, high), centre, width, heights, bodies))
    finally:
        kernel.use(before)
    assert found == [found[0]] * len(NAMES)
    assert all(type(rows) is tuple and len(rows) == len(heights) for rows in found)


@given(tables.any_points, tables.turns)
def test_forms_are_laid_the_same(place: Point, heading: float) -> None:
    boat = Form(((-2.0, 0.5), (-2.0, -0.5), (1.5, -0.5), (2.0, 0.0), (1.5, 0.5)))
    before, laid = kernel.KERNEL, []
    try:
        for name in NAMES:
            kernel.use(name)
            laid.append(boat.at(*place, *unit(heading)))
    finally:
        kernel.use(before)
    assert [shape.packed for shape in laid] == [laid[0].packed] * len(NAMES)
    assert [shape.box for shape in laid] == [laid[0].box] * len(NAMES)


def test_only_a_polygon_is_laid() -> None:
    for module in KERNELS[1:]:
        for form in (b"", pack("9d", *[1.0] * 9), circle(0.0, 0.0, 1.0).pack()):
            with pytest.raises(ValueError, match="polygon"):
                module.lay_form(form, 0.0, 0.0, 1.0, 0.0)
        with pytest.raises(TypeError):
            module.lay_form(rectangle(0.0, 0.0, 0.0, 1.0, 1.0).pack(), 0.0)


def test_a_body_of_a_silhouette_is_a_shape_and_its_height() -> None:
    for module in KERNELS[1:]:
        for bodies in ([(rectangle(5.0, 0.0, 0.0, 1.0, 1.0),)], [(1.0, 1.0)], [rectangle(5.0, 0.0, 0.0, 1.0, 1.0)]):
            with pytest.raises((TypeError, AttributeError)):
                module.hidden_rows(0.0, 0.0, 1.0, 9.0, 0.0, 0.0, 1.0, 2.0, (1.0,), bodies)
        with pytest.raises(TypeError):
            module.hidden_rows(0.0, 0.0, 1.0, 9.0, 0.0, 0.0, 1.0, 2.0, ("high",), [])


@given(border_scenes, tables.any_shapes, tables.any_shapes, tables.any_points, skips)
@settings(max_examples=120)
def test_contact_and_straight_moves_are_the_same(
    scene: Scene, shape: Shape, other: Shape, point: Point, skip: int
) -> None:
    same("overlapped", scene, shape, skip)
    same("overlapped", scene, shape, skip, 0.01)
    same("clear", scene, *shape.box, skip)
    same("clear", scene, point[0], point[1], point[0] + 1.0, point[1] + 0.5, skip)
    same("translate", scene, shape, point[0] - 6.0, point[1] - 6.0, skip, 0.01)
    same("translate", scene, shape, point[0] - 6.0, point[1] - 6.0, skip)
    same("distance", shape, other)
    same("point_distance", shape, *point)


@given(border_scenes, tables.any_shapes, tables.any_points, tables.turns, skips)
@settings(max_examples=120)
def test_turns_are_the_same(scene: Scene, shape: Shape, point: Point, degrees: float, skip: int) -> None:
    for centre in (shape.centre, shape.points[0], point):
        same("pivot", scene, shape, centre, degrees, skip)
        same("pivot", scene, shape, centre, degrees, skip, 0.01)


@given(
    border_scenes,
    tables.any_points,
    tables.turns,
    st.lists(st.tuples(tables.turns, st.floats(-5.0, 5.0)), max_size=5),
    skips,
)
@settings(max_examples=120)
def test_drives_are_the_same(
    scene: Scene, start: Point, heading: float, legs: Sequence[tuple[float, float]], skip: int
) -> None:
    for width in (1.0, 0.0):
        same("sweep", scene, 2.0, width, *start, heading, legs, skip)


@given(
    border_scenes,
    st.tuples(st.integers(0, 12_000_000), st.integers(0, 12_000_000), st.integers(0, FULL_TURN - 1)),
    st.lists(
        st.tuples(st.integers(0, 1), st.integers(-FULL_TURN, FULL_TURN), st.integers(-200_000_000, 200_000_000)),
        max_size=5,
    ),
    skips,
)
@settings(max_examples=100)
def test_courses_are_the_same(
    scene: Scene, start: tuple[int, int, int], legs: list[tuple[int, int, int]], skip: int
) -> None:
    # Turns go up to 200 degrees and moves up to 20, both in grain steps.
    steps = [(kind, heading, amount if kind == TURN else amount // 10) for kind, heading, amount in legs]
    for width in (1.0, 0.0):
        same("course", scene, 2.0, width, *start, steps, skip)


LIMITS = FieldLimits(blocks=5.0, covers=3.0, reach=4.0, aside=1.0, contact=0.5, face=2.0, trunk=1.0)
heights = st.sampled_from((0.0, 2.0, 3.0, 5.0, 8.0))
bodies = st.builds(Body, tables.any_shapes, heights, st.sampled_from((0.0, 3.0)), st.integers(0, 15))
fields = st.builds(
    Field,
    st.just(LIMITS),
    st.lists(bodies, max_size=6),
    st.lists(tables.any_shapes, max_size=2),
    st.lists(st.builds(Trunk, tables.whole, tables.whole, st.sampled_from((0.5, 1.0))), max_size=2),
    st.lists(tables.any_shapes, max_size=1),
)


def posts(field: Field) -> st.SearchStrategy[Post]:
    """Posts on a field, in its bodies, looking past them, or being them."""
    number = st.integers(-1, len(field.bodies) - 1)
    sides = st.sampled_from(((), ((1.0, 0.0, 4.0),), ((0.0, -1.0, -3.0), (-1.0, 0.0, -8.0))))
    made = st.builds(
        lambda point, *rest: Post(*point, *rest),
        *(tables.any_points, heights, st.sampled_from((0.5, 1.0)), st.integers(0, 3)),
        *(st.one_of(st.just(-1), number), st.one_of(st.just(-1), number), st.one_of(st.just(-1), number), sides),
    )
    return made


@given(st.data(), fields, st.integers(1, 3), st.integers(0, 3))
@settings(max_examples=300)
def test_looks_are_the_same(data: st.DataObject, field: Field, squad: int, above: int) -> None:
    draw = posts(field)
    eyes = b"".join(post.pack() for post in data.draw(st.lists(draw, max_size=3)))
    spots = b"".join(post.pack() for post in data.draw(st.lists(draw, min_size=2 * squad, max_size=2 * squad)))
    same("looks", field, eyes, spots, squad, above)
    same("watched", field, eyes, spots, squad, above)


@given(st.data(), fields, heights, st.sampled_from((0.0, 2.0, 5.0)), st.lists(tables.any_points, max_size=4))
@settings(max_examples=150)
def test_points_seen_are_the_same(
    data: st.DataObject, field: Field, ground: float, height: float, points: list[Point]
) -> None:
    eye, target = data.draw(posts(field)), data.draw(st.integers(-1, len(field.bodies) - 1))
    packed = pack(f"{2 * len(points)}d", *[part for point in points for part in point])
    same("points_seen", field, eye.pack(), packed, target, ground, 3.0, height)


def test_a_field_with_more_laid_over_it_is_the_field_of_all() -> None:
    first, second = Body(circle(3.0, 3.0, 1.0), 5.0, 0.0, 9), Body(rectangle(6.0, 3.0, 0.0, 2.0, 1.0), 3.0, 1.0, 5)
    soft, trunk, smoke = circle(5.0, 5.0, 1.0), Trunk(8.0, 8.0, 1.0), circle(4.0, 4.0, 2.0)
    whole = Field(LIMITS, [first, second], [soft], [trunk], [smoke])
    laid = Field(LIMITS, [first], [soft], [trunk]).laid_over([second], [smoke])
    assert laid.pack() == whole.pack()
    assert (laid.bodies, laid.soft, laid.trunks, laid.smoke) == (whole.bodies, whole.soft, whole.trunks, whole.smoke)


@pytest.mark.parametrize("module", KERNELS, ids=NAMES)
@pytest.mark.parametrize(
    "packed",
    [
        b"1",
        pack("8d", *[0.0] * 8),
        pack("9d", *[0.0] * 8, 1.0),
        pack("9d", *[0.0] * 8, float("nan")),
        pack("9d", *[0.5] * 9),
    ],
    ids=("odd", "short", "cut", "nan", "half"),
)
def test_forged_posts_are_errors_and_not_crashes(module: Any, packed: bytes) -> None:
    field, honest = Field(LIMITS, [Body(circle(3.0, 3.0, 1.0), 5.0, 0.0, 1)]), Post(1.0, 1.0, 0.0, 1.0).pack()
    for function in (module.looks, module.watched):
        with pytest.raises(ValueError, match=r"packed form of posts|body that the field has not"):
            function(field, packed, honest, 1, 0)
        with pytest.raises(ValueError, match="body that the field has not"):
            function(field, honest, Post(1.0, 1.0, 0.0, 1.0, inside=1).pack(), 1, 0)
        with pytest.raises(ValueError, match="squads of equal size"):
            function(field, honest, honest * 3, 2, 0)
    with pytest.raises(ValueError, match="one post"):
        module.points_seen(field, honest * 2, b"", -1, 0.0, 3.0, 5.0)
    for points, target in ((b"12345678", -1), (b"", 1)):
        with pytest.raises(ValueError, match="packed form of points"):
            module.points_seen(field, honest, points, target, 0.0, 3.0, 5.0)


@pytest.mark.parametrize("packed", [b"", pack("11d", *[1.0] * 11), pack("11d", *[0.5] * 11), pack("11d", *[-1.0] * 11)])
def test_forged_fields_are_errors_and_not_crashes(packed: bytes) -> None:
    for module in KERNELS:
        with pytest.raises((ValueError, AttributeError)):
            module.looks(Forged(packed), Post(1.0, 1.0, 0.0, 1.0).pack(), b"", 1, 0)


def test_a_shape_made_by_one_kernel_serves_the_other() -> None:
    before = kernel.KERNEL
    try:
        for maker in NAMES:
            kernel.use(maker)
            shape = rectangle(3.0, 4.0, 30.0, 2.0, 1.0)
            for module in KERNELS:
                assert module.overlapped(Scene([rectangle(3.0, 4.0, 30.0, 2.0, 1.0)]), shape) == 0
            again = rectangle(3.0, 4.0, 30.0, 2.0, 1.0)
            kernel.use("pure")
            plain = rectangle(3.0, 4.0, 30.0, 2.0, 1.0)
            assert again.pack() == plain.pack()
            for part in ("points", "corners", "edges", "axes", "centre", "box", "reach", "radius"):
                assert getattr(again, part) == getattr(plain, part)
            with pytest.raises(AttributeError):
                again.colour  # type: ignore[attr-defined]  # noqa: B018
    finally:
        kernel.use(before)


def test_a_scene_too_large_for_the_stack_gives_the_same() -> None:
    shapes = [circle(float(n % 40), float(n // 40), 0.3) for n in range(1600)]
    scene, target = Scene(shapes), rectangle(39.5, 20.5, 30.0, 2.0, 1.0)
    same("sight", scene, 0.5, 0.5, target, 1, -1, -1)
    same("visible_intervals", scene, 20.5, -30.5, 0.0, 39.5, 40.0, 39.5)
    same("sweep", scene, 0.4, 0.3, 0.5, 0.5, 0.0, [(0.0, 0.1)] * 40, -1)


@pytest.mark.parametrize("module", KERNELS, ids=NAMES)
@pytest.mark.parametrize(
    ("function", "args"),
    [
        ("translate", (float("nan"), 0.0)),
        ("translate", (0.0, float("inf"))),
        ("pivot", ((0.0, 0.0), float("inf"))),
        ("pivot", ((float("nan"), 0.0), 10.0)),
    ],
)
def test_moves_that_no_ruler_shows_are_refused(module: Any, function: str, args: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="finite"):
        getattr(module, function)(Scene(), rectangle(1.0, 1.0, 0.0, 1.0, 1.0), *args)


@pytest.mark.parametrize("module", KERNELS, ids=NAMES)
def test_wrong_arguments_are_errors_and_not_answers(module: Any) -> None:
    shape = rectangle(1.0, 1.0, 0.0, 1.0, 1.0)
    with pytest.raises(IndexError):
        module.sight(Scene(), 5.0, 5.0, shape, 4)
    with pytest.raises(IndexError):
        module.sight(Scene(), 5.0, 5.0, shape, -1)
    with pytest.raises(TypeError):
        module.sight(Scene(), 5.0, 5.0, shape)
    with pytest.raises(TypeError):
        module.translate(Scene(), shape, 1.0, 0.0, jump=3)
    with pytest.raises(AttributeError):
        module.overlapped(None, shape)


@pytest.mark.parametrize("module", KERNELS, ids=NAMES)
@pytest.mark.parametrize("place", range(7))
@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_drives_that_no_ruler_shows_are_refused(module: Any, place: int, value: float) -> None:
    orders = [2.0, 1.0, 5.0, 5.0, 0.0, 0.0, 3.0]
    orders[place] = value
    with pytest.raises(ValueError, match=r"finite|domain"):
        module.sweep(Scene(), *orders[:5], [(0.0, 1.0), (orders[5], orders[6]), (90.0, 0.0)])


class Forged:
    """Claims to be a shape or a scene."""

    def __init__(self, packed: bytes) -> None:
        self.packed = packed


@pytest.mark.parametrize("module", KERNELS, ids=NAMES)
@pytest.mark.parametrize(
    "packed",
    [
        b"",
        b"12345678",
        pack("9d", *[99.0] * 9),
        pack("9d", *[4.0] * 9),
        pack("9d", *[float("nan")] * 9),
        pack("2d", 1, 2),
    ],
    ids=("empty", "short", "many", "cut", "nan", "small"),
)
def test_forged_shapes_are_errors_and_not_crashes(module: Any, packed: bytes) -> None:
    honest = rectangle(1.0, 1.0, 0.0, 1.0, 1.0)
    with pytest.raises((ValueError, AttributeError)):
        module.distance(honest, Forged(packed))
    with pytest.raises((ValueError, AttributeError)):
        module.overlapped(Forged(pack("4d", 0, 0, 9, 9) + packed if packed else packed), honest)


@pytest.mark.parametrize("module", KERNELS, ids=NAMES)
def test_what_to_skip_may_be_named(module: Any) -> None:
    wall, target = rectangle(3.0, 0.0, 0.0, 1.0, 4.0), rectangle(6.0, 0.0, 0.0, 1.0, 1.0)
    scene = Scene([wall, target])
    assert module.sight(scene, 0.0, 0.0, target, 1, skip_b=1) == (1.0, False)
    assert module.sight(scene, 0.0, 0.0, target, 1, skip_a=0, skip_b=1) == (0.0, True)
    assert module.translate(scene, target, -4.0, 0.0, skip=1) == (0.5, 0)
    assert module.overlapped(scene, target, skip=1) == -1


def test_use_changes_the_kernel_and_names_the_one_before() -> None:
    before = kernel.KERNEL
    try:
        assert kernel.use("pure") == before
        assert kernel.KERNEL == "pure"
        assert kernel.sight is kernel.load("pure").sight
        assert kernel.use("auto") == "pure"
        assert kernel.available()[-1] == kernel.KERNEL
        assert kernel.sight is kernel.load(kernel.KERNEL).sight
    finally:
        kernel.use(before)


def test_an_unknown_kernel_is_refused() -> None:
    with pytest.raises(ValueError, match="no kernel"):
        kernel.use("fortran")


def chosen(code: str, **environment: str) -> str:
    """What a new interpreter says about its kernel."""
    known = {**os.environ, **environment}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=known, check=True)
    return done.stdout.strip()


def test_the_environment_chooses() -> None:
    code = "from brickfield.geometry import kernel; print(kernel.KERNEL)"
    for name in kernel.available():
        assert chosen(code, BRICKFIELD_KERNEL=name) == name
    assert chosen(code, BRICKFIELD_KERNEL="auto") == kernel.available()[-1]


def test_without_the_compiled_kernel_the_plain_one_serves() -> None:
    code = (
        "import sys; sys.modules['brickfield.geometry._kernel'] = None\n"
        "from brickfield.geometry import Scene, kernel, rectangle\n"
        "print(kernel.KERNEL, kernel.available(), kernel.sight(Scene(), 0.0, 0.0, rectangle(5, 0, 0, 2, 1), 1))"
    )
    assert chosen(code, BRICKFIELD_KERNEL="auto") == "pure ('pure',) (0.0, True)"


def test_importing_geometry_loads_no_numeric_library() -> None:
    code = (
        "import sys, brickfield.geometry\n"
        "print(sorted({'numpy', 'shapely', 'tomllib', 'click', 'rich', 'fractions'} & set(sys.modules)))"
    )
    assert chosen(code) == "[]"


@pytest.mark.parametrize("name", NAMES)
def test_benches_measure_and_ask_the_same_each_time(name: str) -> None:
    figures = bench.measure(name, 0.0)
    assert set(figures) == set(bench.BENCHES)
    for figure in figures.values():
        assert figure["value"] > 0.0
        assert figure["unit"].endswith("/s")
    first, second = bench.dense_scene(), bench.dense_scene()
    assert first.pack() == second.pack()
    assert bench.drives(first) == bench.drives(second)
