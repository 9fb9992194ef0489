"""Cutting holes: nothing of a shape is lost, nothing of a hole is left, and every part is convex."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from brickfield.geometry import Shape, beyond, kernel, point_in, polygon, rectangle, without
from brickfield.geometry.scene import Scene

WATER = rectangle(24, 18, 0, 40, 8)
numbers = st.floats(-12, 12).map(lambda value: round(value, 3))
holes = st.builds(
    lambda x, y, heading, length, width: rectangle(24 + x, 18 + y, heading, length, width),
    numbers,
    numbers,
    st.integers(0, 359),
    st.floats(0.5, 14),
    st.floats(0.5, 14),
)


def area(shape: Shape) -> float:
    points = shape.points
    return 0.5 * sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))


@given(holes)
def test_parts_and_hole_make_the_whole_again(hole: Shape) -> None:
    parts = without(WATER, [hole])
    outside = without(hole, [WATER])
    cut = area(hole) - sum(area(part) for part in outside)
    assert abs(area(WATER) - sum(area(part) for part in parts) - cut) < 1e-3


@given(holes, st.floats(0.01, 0.99), st.floats(0.01, 0.99))
def test_a_point_is_in_a_part_or_in_a_hole(hole: Shape, across: float, up: float) -> None:
    x, y = 4 + 40 * across, 14 + 8 * up
    parts = without(WATER, [hole])
    assert point_in(hole, x, y, False) or any(point_in(part, x, y, False) for part in parts)
    if _deep(hole, x, y) > 1e-3:
        assert not any(point_in(part, x, y, False) for part in parts)


def _deep(hole: Shape, x: float, y: float) -> float:
    return min(offset - nx * x - ny * y for nx, ny, offset in hole.edges)


@given(holes, holes)
def test_no_part_overlaps_a_hole_or_another_part(one: Shape, two: Shape) -> None:
    parts = without(WATER, [one, two])
    for number, part in enumerate(parts):
        assert kernel.overlapped(Scene([one, two]), part) == -1
        assert kernel.overlapped(Scene(parts), part, number) == -1


def test_a_hole_that_only_touches_leaves_the_shape_itself() -> None:
    assert without(WATER, [rectangle(24, 24, 0, 10, 4)]) == [WATER]
    assert without(WATER, []) == [WATER]


def test_a_hole_as_large_as_the_shape_leaves_nothing() -> None:
    assert without(WATER, [rectangle(24, 18, 0, 60, 60)]) == []


def test_beyond_a_line() -> None:
    square = polygon([(0, 0), (2, 0), (2, 2), (0, 2)])
    half = beyond(square, 0.0, 1.0, 1.5)
    assert half is not None
    assert half.box == (0.0, 1.5, 2.0, 2.0)
    assert beyond(square, 0.0, 1.0, 2.0) is None
    assert beyond(square, 0.0, 1.0, -1.0) is not None
