"""Shapes: corners in their order, everything else worked out from them, nonsense refused."""

from __future__ import annotations

from math import hypot, inf, nan, sqrt
from struct import unpack

import pytest
from hypothesis import given
from shapely.geometry import Point as Spot
from shapely.geometry import Polygon as Outline

from brickfield.geometry import (
    Point,
    Pose,
    Scene,
    Shape,
    circle,
    distance,
    nearest_points,
    point_distance,
    point_in,
    polygon,
    rectangle,
    rectangle_at,
)
from brickfield.geometry.shapes import MOST_CORNERS, frame, outline
from tests.geometry import tables


def test_corners_of_a_rectangle_start_at_the_front_left() -> None:
    shape = rectangle(10.0, 5.0, 0.0, 4.0, 2.0)
    assert shape.points == ((12.0, 6.0), (8.0, 6.0), (8.0, 4.0), (12.0, 4.0))
    assert shape.corners == (12.0, 6.0, 8.0, 6.0, 8.0, 4.0, 12.0, 4.0)
    assert rectangle(10.0, 5.0, 90.0, 4.0, 2.0).points == ((9.0, 7.0), (9.0, 3.0), (11.0, 3.0), (11.0, 7.0))


def test_sides_of_a_rectangle_are_left_rear_right_front() -> None:
    shape = rectangle(0.0, 0.0, 0.0, 4.0, 2.0)
    assert [(nx, ny) for nx, ny, _ in shape.edges] == [(0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)]
    assert [offset for _, _, offset in shape.edges] == [1.0, 2.0, 1.0, 2.0]
    assert shape.side(3) == (2.0, -1.0, 2.0, 1.0)


def test_a_rectangle_knows_its_middle_box_and_reach() -> None:
    shape = rectangle(3.0, 4.0, 90.0, 4.0, 2.0)
    assert shape.centre == (3.0, 4.0)
    assert shape.box == (2.0, 2.0, 4.0, 6.0)
    assert shape.reach == sqrt(5.0)
    assert shape.radius == 0.0


@given(tables.any_shapes)
def test_what_a_shape_knows_fits_its_corners(shape: Shape) -> None:
    if shape.radius:
        assert shape.box == (
            shape.x - shape.radius,
            shape.y - shape.radius,
            shape.x + shape.radius,
            shape.y + shape.radius,
        )
        return
    shell = Outline(shape.points)
    assert shell.exterior.is_ccw
    assert shape.box == pytest.approx(shell.bounds, abs=1e-12)
    assert shape.centre == pytest.approx((shell.centroid.x, shell.centroid.y), abs=1e-9)
    assert shape.reach == pytest.approx(max(hypot(x - shape.x, y - shape.y) for x, y in shape.points))
    for number, (nx, ny, offset) in enumerate(shape.edges):
        ax, ay, bx, by = shape.side(number)
        assert hypot(nx, ny) == pytest.approx(1.0)
        assert (nx * ax + ny * ay, nx * bx + ny * by) == (pytest.approx(offset), pytest.approx(offset))
        assert nx * shape.x + ny * shape.y < offset


@given(tables.any_shapes)
def test_the_packed_form_says_the_same(shape: Shape) -> None:
    packed = shape.pack()
    values = unpack(f"{len(packed) // 8}d", packed)
    assert values[:9] == (len(shape.edges), shape.radius, shape.x, shape.y, shape.reach, *shape.box)
    rows = [values[at : at + 5] for at in range(9, len(values), 5)]
    assert rows == [(*point, *edge) for point, edge in zip(shape.points, shape.edges, strict=False)]


@given(tables.free_rectangles | tables.tilted_rectangles)
def test_axes_are_edges_in_pairs(shape: Shape) -> None:
    left, rear, right, front = shape.edges
    if len(shape.axes) == 2:
        assert shape.axes == ((*left[:2], -right[2], left[2]), (*front[:2], -rear[2], front[2]))
        c, s = front[:2]
        assert outline(shape.x, shape.y, c, s, 1.0, 0.5)[0] == frame(shape.x, shape.y, c, s, 1.0, 0.5)[0]
        built = rectangle(shape.x, shape.y, 30.0, 2.0, 1.0)
        (c, s, _), half = built.edges[3], (1.0, 0.5)
        assert frame(built.x, built.y, c, s, *half) == (built.points, built.axes)


def test_a_footprint_at_a_pose_is_remembered() -> None:
    pose = Pose.at(3.0, 4.0, 90.0)
    assert rectangle_at(pose, 4.0, 2.0) is rectangle_at(Pose.at(3.0, 4.0, 450.0), 4.0, 2.0)
    assert rectangle_at(pose, 4.0, 2.0).pack() == rectangle(3.0, 4.0, 90.0, 4.0, 2.0).pack()


@pytest.mark.parametrize(
    "points",
    [
        [(0.0, 0.0), (1.0, 0.0)],
        [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0)],
        [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)],
        [(0.0, 0.0), (2.0, 0.0), (1.0, 1.0), (2.0, 2.0), (0.0, 2.0)],
        [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 2.0)],
        [(0.0, 0.0), (0.0, 0.0), (2.0, 0.0), (2.0, 2.0)],
        [(0.0, 0.0), (2.0, 0.0), (2.0, 1e-7)],
        [(0.0, 0.0), (2.0, 0.0), (0.0, 2.0), (2.0, 2.0)],
        [(0.0, 0.0), (2.0, 0.0), (1.0, 2.0)] * 2,
        [(0.0, 0.0), (nan, 0.0), (1.0, 2.0)],
        [(0.0, 0.0), (inf, 0.0), (1.0, 2.0)],
        [(float(n), float(n * n)) for n in range(MOST_CORNERS + 1)],
    ],
    ids=("two", "clockwise", "flat", "dented", "straight", "double", "thin", "bowtie", "twice", "nan", "inf", "many"),
)
def test_what_is_no_convex_polygon_is_refused(points: list[Point]) -> None:
    with pytest.raises(ValueError, match="polygon"):
        polygon(points)


@pytest.mark.parametrize(("length", "width"), [(0.0, 1.0), (1.0, -1.0), (nan, 1.0), (1.0, inf)])
def test_what_is_no_rectangle_is_refused(length: float, width: float) -> None:
    with pytest.raises(ValueError):
        rectangle(0.0, 0.0, 0.0, length, width)
    with pytest.raises(ValueError):
        rectangle_at(Pose(0, 0), length, width)


@pytest.mark.parametrize("values", [(0.0, 0.0, 0.0), (0.0, 0.0, -1.0), (nan, 0.0, 1.0), (0.0, 0.0, inf)])
def test_what_is_no_disc_is_refused(values: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError):
        circle(*values)


def test_a_border_must_have_room() -> None:
    with pytest.raises(ValueError, match="border"):
        Scene([], (0.0, 0.0, 0.0, 5.0))


def test_on_the_border_is_inside_but_not_strictly() -> None:
    shape, disc = rectangle(0.0, 0.0, 0.0, 4.0, 2.0), circle(0.0, 0.0, 1.0)
    for x, y, loose, strict in [
        (0.0, 0.0, True, True),
        (2.0, 0.5, True, False),
        (2.0, 1.0, True, False),
        (2.1, 0.0, False, False),
    ]:
        assert point_in(shape, x, y, False) is loose
        assert point_in(shape, x, y, True) is strict
    assert point_in(disc, 0.6, 0.8, False)
    assert not point_in(disc, 0.6, 0.8, True)
    assert point_in(disc, 0.6, 0.79, True)
    assert not point_in(disc, 0.7, 0.8, False)


def test_the_tolerance_counts_as_on_the_border() -> None:
    shape = rectangle(0.0, 0.0, 0.0, 4.0, 2.0)
    assert point_in(shape, 2.0 + 9e-7, 0.0, False)
    assert not point_in(shape, 2.0 - 9e-7, 0.0, True)
    assert not point_in(shape, 2.0 + 2e-6, 0.0, False)
    assert point_in(shape, 2.0 - 2e-6, 0.0, True)


@given(tables.free_polygons, tables.free_points)
def test_point_in_agrees_with_shapely(shape: Shape, point: Point) -> None:
    shell = Outline(shape.points)
    if shell.exterior.distance(Spot(point)) > 1e-5:
        assert point_in(shape, *point, True) is shell.contains(Spot(point))
        assert point_in(shape, *point, False) is shell.contains(Spot(point))


def test_a_scene_keeps_its_shapes_in_order() -> None:
    shapes = [circle(1.0, 1.0, 1.0), rectangle(0.0, 0.0, 0.0, 2.0, 1.0)]
    scene = Scene(shapes, (0.0, 0.0, 5.0, 5.0))
    assert scene.shapes == tuple(shapes)
    assert len(scene) == 2
    assert scene.pack()[32:] == shapes[0].pack() + shapes[1].pack()
    assert unpack("4d", scene.pack()[:32]) == (0.0, 0.0, 5.0, 5.0)
    assert unpack("4d", Scene().pack()) == (-inf, -inf, inf, inf)


def test_a_scene_behind_others_is_the_whole_scene() -> None:
    front, back = [circle(1.0, 1.0, 1.0)], [rectangle(0.0, 0.0, 0.0, 2.0, 1.0), circle(4.0, 4.0, 0.5)]
    whole, joined = Scene([*front, *back], (0.0, 0.0, 5.0, 5.0)), Scene(back, (0.0, 0.0, 5.0, 5.0)).behind(front)
    assert joined.shapes == whole.shapes
    assert joined.bounds == whole.bounds
    assert joined.pack() == whole.pack()
    assert joined.behind([]).pack() == whole.pack()


def test_a_scene_with_shapes_replaced_is_the_scene_of_the_new_ones() -> None:
    stone, tank, moved = circle(4.0, 4.0, 0.5), rectangle(0.0, 0.0, 0.0, 2.0, 1.0), rectangle(1.0, 0.0, 30.0, 2.0, 1.0)
    for packed_before in (False, True):
        scene = Scene([stone, tank, stone], (0.0, 0.0, 5.0, 5.0))
        if packed_before:
            scene.pack()
        for changes in ({1: moved}, {0: moved, 1: stone}, {0: tank, 2: moved}, {}):
            shapes = [changes.get(number, shape) for number, shape in enumerate(scene.shapes)]
            replaced, whole = scene.replaced(changes), Scene(shapes, (0.0, 0.0, 5.0, 5.0))
            assert replaced.shapes == whole.shapes
            assert replaced.bounds == whole.bounds
            assert replaced.pack() == whole.pack()
            assert replaced.replaced({1: tank}).pack() == Scene([shapes[0], tank, shapes[2]], whole.bounds).pack()


def test_shapes_and_scenes_show_themselves() -> None:
    assert repr(circle(1.0, 2.0, 3.0)) == "circle(1.0, 2.0, 3.0)"
    shown = repr(Scene([polygon([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])]))
    assert shown == "Scene([polygon([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])], None)"


@given(tables.any_shapes, tables.any_shapes)
def test_the_nearest_points_lie_on_both_shapes_as_far_apart_as_these(one: Shape, other: Shape) -> None:
    ax, ay, bx, by = nearest_points(one, other)
    assert hypot(bx - ax, by - ay) == pytest.approx(distance(one, other), abs=1e-9)
    if distance(one, other):
        assert point_distance(one, ax, ay) < 1e-9
        assert point_distance(other, bx, by) < 1e-9
