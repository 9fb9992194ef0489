"""Sight against two independent opinions: exact fractions on the grid, Shapely off it."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString
from shapely.geometry import Polygon as Outline

from brickfield.geometry import Point, Scene, Shape, circle
from tests.geometry import exact, tables
from tests.geometry.tables import KERNELS


@given(tables.scenes(tables.grid_polygons, 3), tables.grid_points, tables.grid_points, tables.grid_points)
@settings(max_examples=150)
def test_hidden_share_on_the_grid_is_exact(scene: Scene, eye: Point, a: Point, b: Point) -> None:
    expected = exact.hidden_share(scene.shapes, eye, a, b)
    for kernel in KERNELS:
        assert kernel.hidden_share(scene, *eye, *a, *b) == pytest.approx(expected, abs=1e-8)


@given(tables.scenes(tables.grid_polygons, 3), tables.grid_points, tables.grid_points, tables.grid_points)
@settings(max_examples=100)
def test_visible_intervals_are_what_is_not_hidden(scene: Scene, eye: Point, a: Point, b: Point) -> None:
    dark = [(float(low), float(high)) for low, high in exact.hidden_stretches(scene.shapes, eye, a, b)]
    for kernel in KERNELS:
        seen = kernel.visible_intervals(scene, *eye, *a, *b)
        assert all(0.0 <= low < high <= 1.0 for low, high in seen)
        assert all(before[1] < after[0] for before, after in pairwise(seen))
        for low, high in dark:
            assert not any(low + 1e-9 < (x + y) / 2 < high - 1e-9 for x, y in seen)
        assert sum(high - low for low, high in seen) == pytest.approx(1 - kernel.hidden_share(scene, *eye, *a, *b))


@given(st.data(), tables.scenes(tables.grid_polygons, 3), tables.grid_points, tables.grid_polygons)
@settings(max_examples=120)
def test_sight_of_a_side_on_the_grid_is_exact(data: st.DataObject, scene: Scene, eye: Point, target: Shape) -> None:
    side = data.draw(st.sampled_from(tables.sides(target)))
    ax, ay, bx, by = target.side(side)
    share = exact.hidden_share(scene.shapes, eye, (ax, ay), (bx, by))
    seen = exact.outline_seen(scene.shapes, eye, target)
    for kernel in KERNELS:
        hidden, found = kernel.sight(scene, *eye, target, side)
        assert hidden == pytest.approx(share, abs=1e-8)
        assert found is seen


@given(tables.scenes(tables.grid_polygons, 3), tables.grid_points, tables.grid_points, tables.grid_points)
@settings(max_examples=100)
def test_shadowed_by_names_those_that_hide_something_on_their_own(scene: Scene, eye: Point, a: Point, b: Point) -> None:
    alone = tuple(n for n, shape in enumerate(scene.shapes) if exact.hidden_share([shape], eye, a, b) > 1e-6)
    for kernel in KERNELS:
        assert kernel.shadowed_by(scene, *eye, *a, *b) == alone if a != b else True


@given(tables.scenes(tables.grid_polygons, 3), tables.grid_points, tables.grid_points)
def test_crossed_by_names_those_whose_inside_is_passed(scene: Scene, a: Point, b: Point) -> None:
    start, end = exact._exact(a), exact._exact(b)
    passed = tuple(
        n
        for n, shape in enumerate(scene.shapes)
        if exact.passes_through(start, end, [exact._exact(point) for point in shape.points])
    )
    for kernel in KERNELS:
        assert kernel.crossed_by(scene, *a, *b) == (passed if a != b else ())


def _cuts(scene: Scene, eye: Point, a: Point, b: Point) -> list[float]:
    """Where the rays past every corner, and every side, meet the segment: nothing changes between two of these."""
    (ex, ey), (ax, ay), (bx, by) = eye, a, b
    dx, dy = bx - ax, by - ay
    found = {0.0, 1.0}
    for shape in scene.shapes:
        for number, (x, y) in enumerate(shape.points):
            _, _, nx, ny = shape.side(number)
            for px, py, ux, uy in ((ex, ey, x - ex, y - ey), (x, y, nx - x, ny - y)):
                turn = dx * uy - dy * ux
                if abs(turn) > 1e-12:
                    found.add(((px - ax) * uy - (py - ay) * ux) / turn)
    return sorted(cut for cut in found if 0.0 <= cut <= 1.0)


def _by_rays(scene: Scene, eye: Point, a: Point, b: Point) -> float:
    """The hidden share by one ray through the middle of each stretch: Shapely says whether it meets an inside."""
    outlines = [Outline(shape.points) for shape in scene.shapes]
    cuts = _cuts(scene, eye, a, b)
    hidden = 0.0
    for low, high in pairwise(cuts):
        middle = (low + high) / 2
        ray = LineString([eye, (a[0] + middle * (b[0] - a[0]), a[1] + middle * (b[1] - a[1]))])
        if any(ray.relate(outline)[0] == "1" for outline in outlines):
            hidden += high - low
    return hidden


@given(tables.scenes(tables.free_polygons), tables.lone_points, tables.lone_points, tables.lone_points)
@settings(max_examples=150)
def test_hidden_share_off_the_grid_agrees_with_shapely(scene: Scene, eye: Point, a: Point, b: Point) -> None:
    expected = _by_rays(scene, eye, a, b)
    length = hypot(b[0] - a[0], b[1] - a[1])
    for kernel in KERNELS:
        hidden = kernel.hidden_share(scene, *eye, *a, *b)
        # A shadow or a gap below the tolerance may be left out, once for every shape.
        assert hidden == pytest.approx(expected, abs=1e-7 + 1e-5 / length if length > 1e-5 else 1.0)


def _in_way_of_disc(eye: Point, point: Point, disc: Shape) -> float:
    """How deep the straight way from an eye to a point passes into a disc (negative: how far past it)."""
    dx, dy = point[0] - eye[0], point[1] - eye[1]
    length = dx * dx + dy * dy
    along = ((disc.x - eye[0]) * dx + (disc.y - eye[1]) * dy) / length if length else 0.0
    along = min(1.0, max(0.0, along))
    return disc.radius - hypot(eye[0] + along * dx - disc.x, eye[1] + along * dy - disc.y)


@given(
    st.lists(tables.grid_discs | tables.free_discs, min_size=1, max_size=3),
    tables.any_points,
    tables.any_points,
    tables.any_points,
)
@settings(max_examples=120)
def test_discs_hide_exactly_what_lies_behind_them(discs: list[Shape], eye: Point, a: Point, b: Point) -> None:
    scene = Scene(discs)
    for kernel in KERNELS:
        seen = kernel.visible_intervals(scene, *eye, *a, *b)
        for step in range(41):
            share = step / 40
            point = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
            depth = max(_in_way_of_disc(eye, point, disc) for disc in discs)
            inside = any(low - 1e-9 <= share <= high + 1e-9 for low, high in seen)
            # Near the border of a disc either answer is right within the tolerance.
            if depth > 1e-3 and hypot(point[0] - eye[0], point[1] - eye[1]) > 1e-3:
                assert not inside
            elif depth < -1e-3:
                assert inside


@given(tables.scenes(tables.any_shapes), tables.any_points, tables.any_points, st.floats(0.2, 2.0))
@settings(max_examples=100)
def test_a_disc_is_hidden_as_its_diameter_across_the_line_of_sight(
    scene: Scene, eye: Point, centre: Point, radius: float
) -> None:
    target = circle(*centre, radius)
    dx, dy = centre[0] - eye[0], centre[1] - eye[1]
    away = hypot(dx, dy)
    if away < 1e-3:
        return
    wx, wy = -dy * radius / away, dx * radius / away
    for kernel in KERNELS:
        hidden, seen = kernel.sight(scene, *eye, target, 0)
        share = kernel.hidden_share(scene, *eye, centre[0] - wx, centre[1] - wy, centre[0] + wx, centre[1] + wy)
        assert hidden == pytest.approx(share, abs=1e-6)
        if away <= radius:
            assert not seen
        elif hidden < 1.0 - 1e-6 and away > radius + 1e-6:
            assert seen
