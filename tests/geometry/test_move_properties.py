"""Overlaps, distances, straight moves and turns against Shapely, which knows nothing of our formulas."""

from __future__ import annotations

from math import hypot
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely.geometry import LineString, MultiPoint
from shapely.geometry import Point as Spot
from shapely.geometry import Polygon as Outline
from shapely.geometry.base import BaseGeometry

from brickfield.geometry import Point, Scene, Shape, rectangle, unit
from brickfield.geometry._pure_contact import disc_area, shared_area
from tests.geometry import tables
from tests.geometry.tables import KERNELS

moves = st.tuples(st.floats(-8.0, 8.0), st.floats(-8.0, 8.0)) | st.tuples(
    st.integers(-8, 8).map(float), st.integers(-8, 8).map(float)
)
polygons = tables.grid_polygons | tables.tilted_rectangles | tables.free_polygons


def outline_of(shape: Shape) -> BaseGeometry:
    """A shape for Shapely; a disc becomes a polygon of very many corners."""
    if shape.radius:
        return Spot(shape.x, shape.y).buffer(shape.radius, quad_segs=256)
    return Outline(shape.points)


def shared(a: Shape, b: Shape) -> float:
    """The area two shapes share."""
    return float(outline_of(a).intersection(outline_of(b)).area)


def borderline(area: float, a: Shape, b: Shape) -> bool:
    """Whether an area is too near the tolerance, or too inexact because of a disc, to judge by."""
    return 1e-7 < area < (1e-3 if a.radius or b.radius else 1e-4)


@given(st.lists(tables.any_shapes, max_size=4), tables.any_shapes, st.integers(-1, 4))
@settings(max_examples=200)
def test_overlapped_names_the_first_shape_that_shares_area(shapes: list[Shape], shape: Shape, skip: int) -> None:
    areas = [shared(shape, other) for other in shapes]
    assume(not any(borderline(area, shape, other) for area, other in zip(areas, shapes, strict=True)))
    expected = next((n for n, area in enumerate(areas) if area > 1e-6 and n != skip), -1)
    for kernel in KERNELS:
        assert kernel.overlapped(Scene(shapes), shape, skip) == expected


@given(polygons, polygons)
def test_shared_areas_agree_with_shapely(a: Shape, b: Shape) -> None:
    assert shared_area(a.points, b.edges) == pytest.approx(shared(a, b), abs=1e-9)


@given(tables.grid_discs | tables.free_discs, polygons)
def test_shared_areas_with_discs_agree_with_shapely(disc: Shape, other: Shape) -> None:
    assert disc_area(disc.x, disc.y, disc.radius, other.points) == pytest.approx(shared(disc, other), abs=1e-3)


@given(tables.any_shapes, tables.any_shapes)
@settings(max_examples=200)
def test_distance_agrees_with_shapely(a: Shape, b: Shape) -> None:
    core = {shape: Spot(shape.x, shape.y) if shape.radius else Outline(shape.points) for shape in (a, b)}
    expected = max(0.0, core[a].distance(core[b]) - a.radius - b.radius)
    for kernel in KERNELS:
        assert kernel.distance(a, b) == pytest.approx(expected, abs=1e-9)
        assert kernel.distance(a, b) == pytest.approx(kernel.distance(b, a), abs=1e-12)


@given(tables.any_shapes, tables.any_points)
def test_point_distance_agrees_with_shapely(shape: Shape, point: Point) -> None:
    core = Spot(shape.x, shape.y) if shape.radius else Outline(shape.points)
    expected = max(0.0, core.distance(Spot(point)) - shape.radius)
    for kernel in KERNELS:
        assert kernel.point_distance(shape, *point) == pytest.approx(expected, abs=1e-9)


def obstacle(mover: Shape, other: Shape) -> BaseGeometry:
    """All ways by which the mover comes into the other: the other widened by the mover turned inside out."""
    ways = [(x - u, y - v) for x, y in other.points for u, v in mover.points]
    spread = MultiPoint(ways).convex_hull
    return spread.buffer(mover.radius + other.radius, quad_segs=256) if mover.radius or other.radius else spread


@given(tables.any_shapes, tables.any_shapes, moves)
@settings(max_examples=300)
def test_a_move_stops_exactly_where_it_first_touches(mover: Shape, other: Shape, move: Point) -> None:
    assume(shared(mover, other) < 1e-9 and hypot(*move) > 0.01)
    region, way = obstacle(mover, other), LineString([(0.0, 0.0), move])
    rounded = bool(mover.radius or other.radius)
    for kernel in KERNELS:
        share, hit = kernel.translate(Scene([other]), mover, *move)
        if way.intersects(region.buffer(-1e-4)):
            assert hit == 0
        elif not way.intersects(region.buffer(1e-4)) if rounded else way.relate(region)[0] == "F":
            assert (share, hit) == (1.0, -1)
        if hit == 0:
            assert 0.0 <= share < 1.0
            at, beyond = Spot(move[0] * share, move[1] * share), min(1.0, share + 0.02)
            assert region.boundary.distance(at) < (1e-4 if rounded else 1e-9)
            assert region.intersects(LineString([at, (move[0] * beyond, move[1] * beyond)]))


@given(tables.scenes(polygons, 4), polygons, moves, st.integers(-1, 4))
@settings(max_examples=150)
def test_of_many_shapes_the_nearest_stops_a_move(scene: Scene, mover: Shape, move: Point, skip: int) -> None:
    for kernel in KERNELS:
        alone = [(kernel.translate(Scene([other]), mover, *move), n) for n, other in enumerate(scene.shapes)]
        stops = [(share, n) for (share, hit), n in alone if hit == 0 and n != skip]
        assert kernel.translate(scene, mover, *move, skip) == (min(stops) if stops else (1.0, -1))


@given(tables.scenes(polygons, 3, border=True), polygons, moves)
@settings(max_examples=150)
def test_the_way_to_a_stop_is_free(scene: Scene, mover: Shape, move: Point) -> None:
    assume(all(shared(mover, other) < 1e-9 for other in scene.shapes))
    inside = scene.bounds is None or shapely.box(*scene.bounds).buffer(1e-9).contains(outline_of(mover))
    for kernel in KERNELS:
        share, hit = kernel.translate(scene, mover, *move)
        for step in range(9):
            part = share * step / 8
            there = shapely.affinity.translate(outline_of(mover), move[0] * part, move[1] * part)
            for other in scene.shapes:
                # Sliding past may go the tolerance deep along a side.
                assert there.intersection(outline_of(other)).area < 2e-5
            if inside and scene.bounds is not None:
                assert shapely.box(*scene.bounds).buffer(2e-6).contains(there)
        if hit == -2:
            assert scene.bounds is not None


def turned_outlines(shape: Shape, centre: Point, degrees: float) -> np.ndarray:
    """A polygon at many angles of a turn, a quarter of a degree apart."""
    count = max(2, int(abs(degrees) * 4) + 1)
    angles = np.radians(np.linspace(0.0, degrees, count))[:, None]
    points = np.array(shape.points) - centre
    x = points[:, 0] * np.cos(angles) - points[:, 1] * np.sin(angles) + centre[0]
    y = points[:, 0] * np.sin(angles) + points[:, 1] * np.cos(angles) + centre[1]
    return shapely.polygons(np.stack([x, y], axis=-1))


@given(st.data(), tables.scenes(tables.any_shapes, 3), polygons, tables.turns)
@settings(max_examples=120)
def test_a_turn_is_stopped_by_what_it_overlaps_at_some_angle(
    data: st.DataObject, scene: Scene, shape: Shape, degrees: float
) -> None:
    centre = data.draw(st.sampled_from([shape.centre, shape.points[0]]))
    outlines = turned_outlines(shape, centre, degrees)
    most = [float(shapely.area(shapely.intersection(outlines, outline_of(other))).max()) for other in scene.shapes]
    for kernel in KERNELS:
        hit = kernel.pivot(scene, shape, centre, degrees)
        for number, area in enumerate(most):
            if area > (1e-3 if scene.shapes[number].radius else 1e-5):
                assert -1 < hit <= number
        if hit != -1:
            assert most[hit] > 1e-8


def deepest(shape: Shape, other: Shape, centre: Point, degrees: float) -> tuple[float, float]:
    """How deep a turning polygon gets in another, looked at every so often, and how much deeper it may be between."""
    angles = np.radians(np.linspace(0.0, degrees, 1500))
    c, s = np.cos(angles)[:, None], np.sin(angles)[:, None]

    def turned(pairs: Any) -> Any:
        return np.stack([pairs[:, 0] * c - pairs[:, 1] * s, pairs[:, 0] * s + pairs[:, 1] * c], axis=-1)

    points = np.array(shape.points) - centre
    corners = turned(points)
    theirs, sides = np.array(other.points) - centre, np.array(other.edges)
    room = sides[:, 2] - sides[:, :2] @ np.array(centre)
    beyond = (np.einsum("akd,ed->ake", corners, sides[:, :2]) - room).min(axis=1).max(axis=1)
    normals = turned(np.array(shape.edges)[:, :2])
    own = np.einsum("aed,aed->ae", normals, corners)
    out = (np.einsum("aed,kd->ake", normals, theirs) - own[:, None, :]).min(axis=1).max(axis=1)
    step = abs(np.radians(degrees)) / 1499 * float(np.hypot(points[:, 0], points[:, 1]).max())
    return float(-np.maximum(beyond, out).min()), step


@given(st.data(), tables.scenes(polygons, 3), polygons, st.floats(-90.0, 90.0))
@settings(max_examples=150)
def test_where_things_may_touch_a_turn_is_stopped_by_its_greatest_depth(
    data: st.DataObject, scene: Scene, shape: Shape, degrees: float
) -> None:
    centre = data.draw(st.sampled_from([shape.points[0], shape.centre]))
    depths = [deepest(shape, other, centre, degrees) for other in scene.shapes]
    for kernel in KERNELS:
        hit = kernel.pivot(scene, shape, centre, degrees, -1, 0.01)
        for number, (depth, _step) in enumerate(depths):
            if depth > 0.0101:
                assert -1 < hit <= number
        if hit != -1:
            depth, step = depths[hit]
            assert depth + step > 0.0099


@given(polygons, st.floats(-400.0, 400.0), st.sampled_from([(0.0, 0.0, 12.0, 12.0), (-1.0, -1.0, 13.0, 13.0)]))
@settings(max_examples=100)
def test_a_turn_may_not_leave_the_border(
    shape: Shape, degrees: float, bounds: tuple[float, float, float, float]
) -> None:
    box = shapely.total_bounds(turned_outlines(shape, shape.centre, degrees))
    out = max(bounds[0] - box[0], bounds[1] - box[1], box[2] - bounds[2], box[3] - bounds[3])
    for kernel in KERNELS:
        hit = kernel.pivot(Scene([], bounds), shape, shape.centre, degrees)
        # Between two angles a corner goes a little further out than at either.
        if out > 1e-6:
            assert hit == -2
        elif out < -1e-4:
            assert hit == -1


@given(
    tables.scenes(tables.any_shapes, 4, border=True),
    st.lists(st.tuples(tables.turns, st.floats(-4.0, 4.0)), max_size=4),
)
@settings(max_examples=150)
def test_a_drive_is_its_turns_and_moves_one_by_one(scene: Scene, legs: list[tuple[float, float]]) -> None:
    for kernel in KERNELS:
        x, y, heading, hit, number, share = 6.0, 6.0, 20.0, -1, 0, 1.0
        for turn, distance in legs:
            hit = kernel.pivot(scene, rectangle(x, y, heading, 2.0, 1.0), (x, y), turn) if turn else -1
            if hit != -1:
                share = 0.0
                break
            heading = (heading + turn) % 360.0
            c, s = unit(heading)
            shape = rectangle(x, y, heading, 2.0, 1.0)
            share, hit = kernel.translate(scene, shape, distance * c, distance * s)
            x, y = x + share * distance * c, y + share * distance * s
            if hit != -1:
                break
            number += 1
        drive = kernel.sweep(scene, 2.0, 1.0, 6.0, 6.0, 20.0, legs)
        assert drive[3:] == (number, pytest.approx(share, abs=1e-9), hit)
        assert drive[:3] == pytest.approx((x, y, heading), abs=1e-9)


@given(
    tables.scenes(tables.any_shapes, 4),
    tables.lone_points,
    st.lists(st.tuples(tables.turns, st.floats(-4.0, 4.0)), min_size=1, max_size=4),
)
@settings(max_examples=80)
def test_a_disc_drives_as_far_as_its_way_is_free(scene: Scene, start: Point, legs: list[tuple[float, float]]) -> None:
    radius = 0.6
    bodies = [outline_of(shape) for shape in scene.shapes]
    assume(all(body.distance(Spot(start)) > radius for body in bodies))
    for kernel in KERNELS:
        x, y, _heading, leg, share, hit = kernel.sweep(scene, 2 * radius, 0.0, *start, 0.0, legs)
        way, angle = [start], 0.0
        for number, (turn, distance) in enumerate(legs[: leg + 1]):
            angle += turn
            (ax, ay), (c, s) = way[-1], unit(angle)
            part = distance * (share if number == leg else 1.0)
            way.append((ax + part * c, ay + part * s))
        assert (x, y) == pytest.approx(way[-1], abs=1e-9)
        # no farther than it touches, and against what stopped it
        assert all(LineString(way).distance(body) > radius - 1e-4 for body in bodies)
        assert hit == -1 or bodies[hit].distance(Spot(x, y)) < radius + 1e-4
        assert (hit == -1) == (leg == len(legs))
