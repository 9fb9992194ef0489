"""Solids with openings: a house is one of them, and a line is stopped by matter, never by what it only grazes."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from brickfield.geometry import Shape, Solid, circle, crossing, ground_at, matter, rectangle, sees
from brickfield.geometry.silhouette import hidden_cells, hidden_part, hidden_rows
from brickfield.geometry.solids import Spot
from tests.geometry import tables

# A house of 10 by 8 with walls of 0.5, a floor between 4 and 4.5, a roof from 8 to 9. In the wall at x = 5 a door on
# the ground and a window above it; a stairwell in the floor.
ROOMS = [Solid(rectangle(0.0, 0.0, 0.0, 9.0, 7.0), low, high) for low, high in ((0.0, 4.0), (4.5, 8.0))]
DOOR = Solid(rectangle(4.75, 0.0, 0.0, 0.5, 2.0), 0.0, 3.0)
WINDOW = Solid(rectangle(4.75, 0.0, 0.0, 0.5, 2.0), 5.5, 7.0)
STAIRS = Solid(rectangle(-3.5, 2.5, 0.0, 2.0, 2.0), 4.0, 4.5)
HOUSE = Solid(rectangle(0.0, 0.0, 0.0, 10.0, 8.0), 0.0, 9.0, [*ROOMS, DOOR, WINDOW, STAIRS])
UPSTAIRS = (3.0, 0.0, 6.0)
DOWNSTAIRS = (3.0, 0.0, 1.5)


def inside(shape: Shape, x: float, y: float, margin: float) -> bool:
    """Whether a point is in a shape that was made larger by the margin."""
    if shape.radius:
        return hypot(x - shape.x, y - shape.y) < shape.radius + margin
    return all(nx * x + ny * y - offset < margin for nx, ny, offset in shape.edges)


def in_matter(solid: Solid, spot: Spot, margin: float) -> bool:
    """Whether a spot is in the matter of a solid that was made larger by the margin."""

    def within(each: Solid, more: float) -> bool:
        return each.bottom - more < spot[2] < each.top + more and inside(each.shape, spot[0], spot[1], more)

    return within(solid, margin) and not any(within(each, -margin) for each in solid.openings)


heights = st.tuples(st.floats(0.0, 4.0), st.floats(0.5, 4.0)).map(lambda pair: (pair[0], pair[0] + pair[1]))
plain = st.builds(lambda shape, range_: Solid(shape, *range_), tables.any_shapes, heights)
pierced = st.builds(
    lambda shape, range_, openings: Solid(shape, *range_, openings),
    tables.any_shapes, heights, st.lists(plain, max_size=3),
)  # fmt: skip
spots = st.tuples(st.floats(-2.0, 14.0), st.floats(-2.0, 14.0), st.floats(0.0, 9.0))


@given(pierced, spots, spots)
@settings(max_examples=150)
def test_matter_is_where_a_march_along_the_line_finds_it(solid: Solid, start: Spot, end: Spot) -> None:
    found = matter(solid, start, end)
    for low, high in found:
        assert 0.0 <= low < high <= 1.0
    assert all(a[1] <= b[0] for a, b in pairwise(found))
    for step in range(1, 400):
        at = step / 400
        spot = tuple(a + at * (b - a) for a, b in zip(start, end, strict=True))
        told = any(low <= at <= high for low, high in found)
        if in_matter(solid, spot, -1e-4):  # type: ignore[arg-type]
            assert told
        if not in_matter(solid, spot, 1e-4):  # type: ignore[arg-type]
            assert not told


WELL = Solid(circle(0.0, 0.0, 3.0), 0.0, 4.0, [Solid(circle(0.0, 0.0, 1.0), 1.0, 5.0)])


@given(st.lists(pierced, max_size=4), spots, spots)
@example([WELL], (2.0, 0.0, 3.0), (2.0, 0.0, 3.0))
@example([WELL], (0.0, 0.0, 3.0), (0.0, 0.0, 3.0))
@settings(max_examples=100)
def test_who_sees_is_seen(solids: list[Solid], one: Spot, other: Spot) -> None:
    lengths = [high - low for solid in solids for low, high in matter(solid, one, other)]
    if not lengths or max(lengths) > 1e-4:
        assert sees(one, other, solids) == sees(other, one, solids) == (not lengths)


@given(st.lists(st.tuples(tables.any_shapes, st.floats(0.5, 6.0)), max_size=4), st.floats(0.5, 5.0))
@settings(max_examples=60)
def test_plain_bodies_on_the_ground_hide_as_many_samples_by_either_way(
    bodies: list[tuple[Shape, float]], eye_height: float
) -> None:
    rows = tuple(0.137 + 0.3 * row for row in range(6))
    eye, centre = (-2.531, 3.217, eye_height), (13.391, 6.883)
    counts = hidden_rows(eye, centre, 2.0, rows, bodies)
    cells = hidden_cells(eye, centre, 2.0, rows, [Solid(shape, -1.0, top) for shape, top in bodies])
    assert counts == tuple(sum(column) for column in cells)
    assert all(column == tuple(sorted(column, reverse=True)) for column in cells), "what hides a point hides below it"


@given(st.floats(2.0, 8.0), st.floats(-1.0, 1.0), st.floats(0.3, 2.0), st.floats(0.5, 4.0))
@settings(max_examples=40)
def test_a_disc_hides_what_its_tangents_say(x: float, y: float, radius: float, top: float) -> None:
    rows = tuple(0.15 + 0.3 * row for row in range(10))
    counts = hidden_rows((-2.0, 0.0, 2.0), (12.0, 0.0), 3.0, rows, [(circle(x, y, radius), top)])
    for column, count in enumerate(counts):
        aside = 1.5 - (column + 0.5) * 0.3
        off = abs(14.0 * (y - 0.0) - aside * (x + 2.0)) / hypot(14.0, aside)
        if off > radius + 1e-5:
            assert count == 0
        elif off < radius - 1e-5 and top > 2.0:
            assert count > 0


def test_through_the_window_one_sees_within_its_stretch_and_its_height_only() -> None:
    assert sees(UPSTAIRS, (15.0, 0.0, 6.5), [HOUSE])
    assert sees(UPSTAIRS, (9.0, 0.0, 4.6), [HOUSE]), "down to the sill"
    assert not sees(UPSTAIRS, (9.0, 0.0, 3.0), [HOUSE]), "the sill is in the way"
    assert not sees(UPSTAIRS, (9.0, 0.0, 12.0), [HOUSE]), "the lintel is in the way"
    assert sees(UPSTAIRS, (7.0, 1.9, 6.0), [HOUSE])
    assert not sees(UPSTAIRS, (7.0, 2.1, 6.0), [HOUSE]), "past the jamb"
    assert not sees(UPSTAIRS, (-15.0, 0.0, 6.0), [HOUSE]), "no window at the back"


def test_the_line_along_a_jamb_a_sill_or_a_floor_is_not_stopped() -> None:
    assert sees((0.0, 1.0, 6.0), (9.0, 1.0, 6.0), [HOUSE])
    assert not sees((0.0, 1.00001, 6.0), (9.0, 1.00001, 6.0), [HOUSE])
    assert sees((0.0, 0.0, 5.5), (9.0, 0.0, 5.5), [HOUSE])
    assert sees((-4.0, 0.0, 4.5), (4.0, 1.0, 4.5), [HOUSE])
    assert sees((9.0, 4.0, 1.0), (-9.0, 4.0, 1.0), [HOUSE]), "along the wall outside"
    assert not sees((9.0, 3.99999, 1.0), (-9.0, 3.99999, 1.0), [HOUSE])


def test_floors_part_the_storeys_except_where_the_stairs_are() -> None:
    assert not sees(UPSTAIRS, DOWNSTAIRS, [HOUSE])
    assert sees((-3.5, 2.5, 5.0), (-3.5, 2.5, 1.0), [HOUSE]), "straight down the stairwell"
    assert not sees((0.0, 0.0, 7.0), (0.0, 0.0, 12.0), [HOUSE]), "the roof"
    assert sees(DOWNSTAIRS, (9.0, 0.0, 1.5), [HOUSE]), "through the door"


def test_from_above_one_sees_over_a_low_wall_and_from_the_ground_one_does_not() -> None:
    wall = Solid(rectangle(9.0, 0.0, 90.0, 12.0, 0.5), 0.0, 3.0)
    behind = (16.0, 0.0, 1.0)
    assert sees((5.5, 0.0, 6.0), behind, [wall])
    assert not sees((5.5, 0.0, 1.5), behind, [wall])
    deck = Solid(rectangle(9.0, 0.0, 90.0, 12.0, 2.0), 3.0, 3.4)
    assert sees((5.5, 0.0, 1.5), behind, [deck]), "under a bridge"
    assert not sees((5.5, 0.0, 5.0), behind, [deck]), "but not through it"


def test_a_round_tower_is_a_disc_less_a_disc() -> None:
    slit = Solid(rectangle(2.75, 0.0, 0.0, 0.7, 0.4), 1.0, 2.0)
    tower = Solid(circle(0.0, 0.0, 3.0), 0.0, 6.0, [Solid(circle(0.0, 0.0, 2.5), 0.0, 5.5), slit])
    assert sees((0.0, 0.0, 1.5), (9.0, 0.0, 1.5), [tower])
    assert not sees((0.0, 0.0, 1.5), (9.0, 0.0, 4.0), [tower])
    assert not sees((0.0, 0.0, 1.5), (0.0, 9.0, 1.5), [tower])
    assert sees((0.0, 0.0, 1.5), (-1.0, 1.0, 5.0), [tower]), "within"


def test_how_much_of_a_target_is_hidden_by_a_window() -> None:
    rows = (5.0, 5.5, 6.0, 6.5)
    seen_whole = hidden_part((20.0, 0.0, 6.0), (3.0, 0.0), 1.0, (5.8, 6.0, 6.2, 6.4), [HOUSE])
    behind_the_sill = hidden_cells((20.0, 0.0, 6.0), (3.0, 0.0), 1.0, rows, [HOUSE])
    assert seen_whole == 0.0
    assert behind_the_sill == ((True, False, False, False),) * 4
    assert hidden_part((20.0, 0.0, 6.0), (3.0, 0.0), 8.0, (5.8, 6.0, 6.2, 6.4), [HOUSE]) == 0.5


def test_one_stands_on_the_highest_top_beneath() -> None:
    hill = Solid(circle(0.0, 0.0, 8.0), 0.0, 3.0)
    rock = Solid(rectangle(2.0, 0.0, 0.0, 2.0, 2.0), 3.0, 4.0)
    assert [ground_at(x, 0.0, [hill, rock]) for x in (-9.0, -8.0, 0.0, 2.0)] == [0.0, 3.0, 3.0, 4.0]


def test_a_straight_way_crosses_a_footprint_from_here_to_there() -> None:
    cut = crossing(circle(5.0, 0.0, 1.0), 0.0, 0.0, 10.0, 0.0)
    assert cut == pytest.approx((0.4, 0.6), abs=1e-6)
    assert crossing(circle(5.0, 0.0, 1.0), 0.0, 1.0, 10.0, 1.0) is None
    assert crossing(rectangle(5.0, 0.0, 0.0, 2.0, 2.0), 5.0, 0.0, 5.0, 0.0) == (0.0, 1.0)


def test_a_solid_without_height_is_refused() -> None:
    with pytest.raises(ValueError, match="no height"):
        Solid(circle(0.0, 0.0, 1.0), 2.0, 2.0)
