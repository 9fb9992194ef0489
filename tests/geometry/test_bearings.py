"""Bearings and arcs: limits included, a shape across an arc touches it."""

from __future__ import annotations

from math import cos, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Point as Spot
from shapely.geometry import Polygon as Outline

from brickfield.geometry import Point, Shape, arc_touches, bearing, circle, polygon, rectangle, relative_bearing
from tests.geometry import tables


@pytest.mark.parametrize(
    ("x", "y", "expected"), [(1, 0, 0), (1, 1, 45), (0, 1, 90), (-1, 0, 180), (0, -1, 270), (1, -1, 315)]
)
def test_bearings_run_counter_clockwise_from_the_right(x: int, y: int, expected: int) -> None:
    assert bearing(3.0, 4.0, 3.0 + x, 4.0 + y) == expected


def test_a_bearing_just_below_the_axis_stays_below_a_full_turn() -> None:
    assert 0.0 <= bearing(0.0, 0.0, 1.0, -1e-300) < 360.0


@pytest.mark.parametrize(
    ("heading", "expected"), [(0, 90), (90, 0), (180, -90), (270, 180), (-90, 180), (450, 0), (45, 45), (135, -45)]
)
def test_left_is_positive_and_behind_is_180(heading: float, expected: float) -> None:
    assert relative_bearing(0.0, 0.0, heading, 0.0, 2.0) == expected


def test_the_limits_of_an_arc_belong_to_it() -> None:
    tip = polygon([(5.0, 5.0), (6.0, 9.0), (4.0, 9.0)])
    assert arc_touches(0.0, 0.0, 0.0, 45.0, tip)
    assert not arc_touches(0.0, 0.0, 0.0, 44.99, tip)
    assert arc_touches(0.0, 0.0, 0.0, 45.0 - 5e-7, tip)
    assert not arc_touches(0.0, 0.0, 0.0, 45.0 - 5e-6, tip)


def test_a_shape_across_the_arc_is_touched_without_a_corner_in_it() -> None:
    assert arc_touches(0.0, 0.0, 0.0, 5.0, rectangle(5.0, 0.0, 0.0, 1.0, 30.0))
    assert not arc_touches(0.0, 0.0, 180.0, 5.0, rectangle(5.0, 0.0, 0.0, 1.0, 30.0))
    assert not arc_touches(0.0, 0.0, 180.0, 60.0, rectangle(1.0, 0.0, 0.0, 1.0, 1.0))


def test_an_apex_in_or_on_the_shape_always_touches() -> None:
    for apex in ((5.0, 5.0), (6.0, 5.0), (6.0, 5.5)):
        assert arc_touches(*apex, 0.0, 0.0, rectangle(5.0, 5.0, 0.0, 2.0, 1.0))
    assert arc_touches(6.0, 5.0, 0.0, 0.0, circle(5.0, 5.0, 1.0))


def test_all_round_touches_everything() -> None:
    assert arc_touches(0.0, 0.0, 77.0, 180.0, rectangle(-5.0, -3.0, 0.0, 2.0, 1.0))


def test_a_disc_is_touched_up_to_its_tangent() -> None:
    # Seen from the origin the disc reaches from 60 to 120 degrees.
    disc = circle(0.0, 2.0, 1.0)
    assert arc_touches(0.0, 0.0, 0.0, 60.0, disc)
    assert not arc_touches(0.0, 0.0, 0.0, 59.99, disc)
    assert arc_touches(0.0, 0.0, 180.0, 60.0, disc)


@given(tables.free_shapes, tables.free_points, st.floats(0.0, 360.0), st.floats(1.0, 80.0))
def test_arcs_agree_with_shapely(shape: Shape, apex: Point, heading: float, half: float) -> None:
    far = 100.0
    rays = [radians(heading + half * step / 8) for step in range(-8, 9)]
    wedge = Outline([apex, *[(apex[0] + far * cos(ray), apex[1] + far * sin(ray)) for ray in rays]])
    body = Spot(shape.x, shape.y).buffer(shape.radius, quad_segs=64) if shape.radius else Outline(shape.points)
    if wedge.intersects(body.buffer(-0.01)):
        assert arc_touches(*apex, heading, half, shape)
    if not wedge.intersects(body.buffer(0.01)):
        assert not arc_touches(*apex, heading, half, shape)
