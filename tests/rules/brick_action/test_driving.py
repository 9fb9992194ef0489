"""Legs of a drive: their price, where they lead, and what the footprint meets on the way."""

from __future__ import annotations

import pytest

from brickfield.games.brick_action.chapters.vehicles.driving import (
    Ahead,
    Pivot,
    Reverse,
    drive_cost,
    driven,
    end_of,
    first_met,
    met_by,
    pivoted,
    pose_at,
    until,
)
from brickfield.geometry import Pose, Scene, circle, rectangle
from brickfield.testing import clause

SIZE = (10.0, 6.0)


@clause("ba.geometry.vehicle_path")
def test_reverse_costs_two_a_stud_and_pivots_nothing() -> None:
    legs = (Ahead(10.0), Pivot(45.0), Reverse(4.0), Pivot(-30.0))
    assert drive_cost(legs) == 18.0
    assert pivoted(legs) == 75.0
    assert driven(legs) == 14.0


@clause("ba.geometry.vehicle_path")
def test_a_way_leads_along_the_facing() -> None:
    start = Pose.at(10, 10, 0)
    assert end_of(start, (Ahead(5.0), Pivot(90.0), Ahead(4.0))) == Pose.at(15, 14, 90)
    assert end_of(start, (Reverse(5.0),)) == Pose.at(5, 10, 0)


def test_a_way_is_cut_by_its_studs() -> None:
    start, legs = Pose.at(10, 10, 0), (Ahead(5.0), Pivot(90.0), Ahead(4.0), Pivot(10.0))
    assert pose_at(start, legs, 5.0) == Pose.at(15, 10, 0)
    assert pose_at(start, legs, 6.0) == Pose.at(15, 11, 90)
    assert until(legs, 6.0) == (Ahead(5.0), Pivot(90.0), Ahead(1.0))
    assert end_of(start, until(legs, 5.0)) == Pose.at(15, 10, 0)


@clause("ba.roadkill", "ba.geometry.vehicle_path")
@pytest.mark.parametrize(
    ("x", "y", "met"),
    [(30, 10, True), (30, 13.9, True), (30, 14.0, False), (36, 10, False), (35.9, 10, True), (4, 10, False)],
)
def test_the_swept_footprint_meets_what_it_overlaps_and_not_what_it_touches(x: float, y: float, met: bool) -> None:
    found = met_by([circle(x, y, 1.0)], Pose.at(10, 10, 0), (Ahead(20.0),), SIZE)
    assert found == ((0,) if met else ())


def test_a_corner_that_swings_round_meets_what_stands_there() -> None:
    mini = circle(10.0, 15.5, 1.0)
    assert met_by([mini], Pose.at(10, 10, 0), (Pivot(90.0),), SIZE) == (0,)
    assert met_by([mini], Pose.at(10, 10, 0), (Pivot(20.0),), SIZE) == ()


def test_the_first_thing_in_the_way_is_named_with_how_far_it_is() -> None:
    scene = Scene([rectangle(30, 10, 0, 2, 10), rectangle(40, 10, 0, 2, 10)], (0, 0, 96, 96))
    assert first_met(scene, Pose.at(10, 10, 0), (Ahead(28.0),), SIZE) == (0, 0.5, 0)
    assert first_met(scene, Pose.at(10, 20, 180), (Ahead(10.0),), SIZE) == (0, 0.5, -2)
    assert first_met(scene, Pose.at(10, 10, 0), (Ahead(14.0),), SIZE) is None
