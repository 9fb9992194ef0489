"""Poses and directions: rounded once, turned exactly."""

from __future__ import annotations

from math import cos, hypot, radians, sin

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickfield.geometry import GRAIN, Pose, direction, grains, unit
from brickfield.geometry.grain import FULL_TURN


@pytest.mark.parametrize(
    ("degrees", "expected"),
    [(0, (1.0, 0.0)), (90, (0.0, 1.0)), (180, (-1.0, 0.0)), (270, (0.0, -1.0)), (-90, (0.0, -1.0)), (-360, (1.0, 0.0))],
)
def test_quarter_turns_are_exact(degrees: int, expected: tuple[float, float]) -> None:
    assert unit(float(degrees)) == expected
    assert unit(float(degrees) + 720.0) == expected
    assert direction(degrees * GRAIN) == expected


@given(st.floats(-1000.0, 1000.0))
def test_unit_is_cosine_and_sine(degrees: float) -> None:
    c, s = unit(degrees)
    assert (c, s) == (pytest.approx(cos(radians(degrees)), abs=1e-12), pytest.approx(sin(radians(degrees)), abs=1e-12))
    assert hypot(c, s) == pytest.approx(1.0, abs=1e-15)


@given(st.integers(0, FULL_TURN - 1))
def test_turning_and_mirroring_headings_is_exact(heading: int) -> None:
    c, s = direction(heading)
    assert direction((heading + 90 * GRAIN) % FULL_TURN) == (-s, c)
    assert direction((heading + 180 * GRAIN) % FULL_TURN) == (-c, -s)
    assert direction((FULL_TURN - heading) % FULL_TURN) == (c, -s)
    assert direction((180 * GRAIN - heading) % FULL_TURN) == (-c, s)


def test_a_pose_is_rounded_to_the_grain() -> None:
    pose = Pose.at(1.2345678, -0.0000004, 45.0)
    assert (pose.x, pose.y, pose.heading) == (1234568, 0, 45 * GRAIN)
    assert pose.place == (1.234568, 0.0)
    assert pose.degrees == 45.0


@pytest.mark.parametrize(("heading", "kept"), [(-1, FULL_TURN - 1), (FULL_TURN, 0), (FULL_TURN * 3 + 5, 5), (7, 7)])
def test_headings_are_kept_within_a_turn(heading: int, kept: int) -> None:
    assert Pose(0, 0, heading).heading == kept
    assert Pose(0, 0, heading) == Pose(0, 0, kept)
    assert msgspec.structs.replace(Pose(0, 0, 1), heading=heading).heading == kept
    assert msgspec.json.decode(f'{{"x": 0, "y": 0, "heading": {heading}}}', type=Pose).heading == kept


def test_a_heading_that_rounds_up_to_a_full_turn_is_none() -> None:
    assert Pose.at(0.0, 0.0, 359.9999999).heading == 0


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_what_no_ruler_shows_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        grains(value)
    with pytest.raises(ValueError, match="finite"):
        Pose.at(0.0, value)


def test_a_pose_never_changes_and_survives_being_saved() -> None:
    pose = Pose.at(3.5, 4.25, 12.5)
    with pytest.raises(AttributeError):
        pose.x = 3  # type: ignore[misc]
    assert msgspec.json.decode(msgspec.json.encode(pose), type=Pose) == pose
    assert len({pose, Pose.at(3.5, 4.25, 372.5)}) == 1


def test_going_ahead_and_turning() -> None:
    assert Pose.at(1.0, 1.0, 90.0).ahead(2.5) == Pose.at(1.0, 3.5, 90.0)
    assert Pose.at(1.0, 1.0, 90.0).ahead(-2.5) == Pose.at(1.0, -1.5, 90.0)
    assert Pose.at(1.0, 1.0, 350.0).turned(20.0) == Pose.at(1.0, 1.0, 10.0)
    assert Pose.at(1.0, 1.0, 10.0).turned(-20.0) == Pose.at(1.0, 1.0, 350.0)
