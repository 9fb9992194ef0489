"""Random shapes, scenes and questions for the geometry tests.

On the grid everything has whole coordinates, so that touching, shared sides, eyes on corners and segments without
length come up all the time; off the grid they never do.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from brickfield.geometry import Point, Scene, Shape, circle, kernel, polygon, rectangle

SIZE = 12
KERNELS = [kernel.load(name) for name in kernel.available()]
NAMES = list(kernel.available())

whole = st.integers(0, SIZE).map(float)
outside = st.integers(-2, SIZE + 2).map(float)
anywhere = st.floats(0.0, float(SIZE)).map(lambda value: round(value, 3))
grid_points = st.tuples(outside, outside)
free_points = st.tuples(st.floats(-2.0, SIZE + 2.0), st.floats(-2.0, SIZE + 2.0))
# Never on a corner of anything else: those have three decimals.
lone_points = free_points.map(lambda point: (round(point[0], 3) + 0.000317, round(point[1], 3) + 0.000283))


def hull(points: list[Point]) -> list[Point]:
    """The corners of the smallest convex polygon around some points, counter-clockwise."""

    def half(ordered: list[Point]) -> list[Point]:
        kept: list[Point] = []
        for x, y in ordered:
            while len(kept) > 1:
                (ax, ay), (bx, by) = kept[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 1e-9:
                    break
                kept.pop()
            kept.append((x, y))
        return kept

    ordered = sorted(set(points))
    return half(ordered)[:-1] + half(ordered[::-1])[:-1]


def _polygon_or_none(points: list[Point]) -> Shape | None:
    try:
        return polygon(hull(points))
    except ValueError:
        return None


def _hulls(numbers: st.SearchStrategy[float]) -> st.SearchStrategy[Shape]:
    many = st.lists(st.tuples(numbers, numbers), min_size=3, max_size=9)
    return many.map(_polygon_or_none).filter(lambda shape: shape is not None)  # type: ignore[return-value]


quarters = st.sampled_from((0.0, 90.0, 180.0, 270.0))
grid_rectangles = st.builds(rectangle, whole, whole, quarters, st.integers(1, 6), st.integers(1, 4))
grid_polygons = st.one_of(grid_rectangles, _hulls(whole))
grid_discs = st.builds(circle, whole, whole, st.integers(1, 3))
grid_shapes = st.one_of(grid_rectangles, _hulls(whole), grid_discs)

headings = st.floats(-400.0, 400.0)
sizes = st.floats(0.2, 6.0)
free_rectangles = st.builds(rectangle, anywhere, anywhere, headings, sizes, sizes)
free_polygons = st.one_of(free_rectangles, _hulls(anywhere))
free_discs = st.builds(circle, anywhere, anywhere, st.floats(0.2, 3.0))
free_shapes = st.one_of(free_rectangles, _hulls(anywhere), free_discs)

# Turned by 30 or 45 degrees on whole coordinates: sides and corners meet up to rounding.
tilted = st.sampled_from((0.0, 30.0, 45.0, 60.0, 90.0, 135.0, 225.0, 300.0))
tilted_rectangles = st.builds(rectangle, whole, whole, tilted, st.integers(1, 6), st.integers(1, 4))
any_shapes = st.one_of(grid_shapes, tilted_rectangles, free_shapes)
any_points = st.one_of(grid_points, free_points)
turns = st.one_of(st.sampled_from((0.0, 30.0, 90.0, -90.0, 180.0, 360.0, -360.0, 500.0)), st.floats(-400.0, 400.0))


def scenes(shapes: st.SearchStrategy[Shape], most: int = 5, border: bool = False) -> st.SearchStrategy[Scene]:
    """Scenes of a few shapes, with or without a border."""
    edges: Any = st.sampled_from((None, (0.0, 0.0, 12.0, 12.0), (-3.0, -3.0, 15.0, 15.0))) if border else st.none()
    return st.builds(Scene, st.lists(shapes, max_size=most), edges)


def sides(shape: Shape) -> list[int]:
    """The numbers of a shape's sides."""
    return list(range(len(shape.edges))) or [0]
