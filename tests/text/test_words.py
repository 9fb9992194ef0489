"""Numbers as people read them."""

from __future__ import annotations

import pytest

from brickfield.geometry.grain import Pose
from brickfield.speech import words


@pytest.mark.parametrize(
    ("value", "text"), [(3.0, "3"), (3.5, "3.5"), (3.256, "3.26"), (-0.001, "0"), (0.0, "0"), (120.0, "120")]
)
def test_a_number_has_no_needless_zeros(value: float, text: str) -> None:
    assert words.number(value) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0 %"),
        (1.0, "100 %"),
        (0.001, "1 %"),
        (0.999, "99 %"),
        (1 - 1e-12, "100 %"),
        (1e-12, "0 %"),
        (15 / 36, "42 %"),
    ],
)
def test_only_certain_things_are_0_or_100_percent(share: float, text: str) -> None:
    assert words.percent(share) == text


@pytest.mark.parametrize(
    ("heading", "text"),
    [(90, "north (90)"), (0, "east (0)"), (359, "east (359)"), (359.7, "east (0)"), (226, "southwest (226)")],
)
def test_headings_are_winds_and_degrees(heading: float, text: str) -> None:
    assert words.facing(heading) == text


@pytest.mark.parametrize(
    ("x", "y", "turn", "direction", "hour"),
    [
        (10, 20, 0, "ahead", 12),
        (0, 10, 90, "left", 9),
        (20, 10, -90, "right", 3),
        (10, 0, -180, "behind", 6),
        (0, 20, 45, "ahead left", 10),
        (20, 0, -135, "behind right", 4),
    ],
)
def test_directions_are_seen_from_the_hull(x: float, y: float, turn: float, direction: str, hour: int) -> None:
    pose = Pose.at(10, 10, 90)
    assert words.bearing(pose, x, y) == pytest.approx(turn)
    assert words.direction(turn) == direction
    assert words.clock(turn) in {hour, 11 if hour == 10 else hour, 5 if hour == 4 else hour}


def test_a_turn_reads_like_the_command_that_makes_it() -> None:
    assert words.turning(32.5) == "left 32.5"
    assert words.turning(-45) == "right 45"


def test_hidden_shares_are_partly_half_or_mostly() -> None:
    assert words.hidden(0.0) == ""
    assert words.hidden(0.39) == "partly hidden (39 %)"
    assert words.hidden(0.5) == "half hidden (50 %)"
    assert words.hidden(0.95) == "mostly hidden (95 %)"
    assert words.hidden(1.0) == "that side all hidden"


def test_a_chance_is_certain_in_spite_of_arithmetic() -> None:
    assert words.is_certain(sum([0.1] * 10))
    assert not words.is_certain(0.999)


def test_a_shot_says_what_it_needs_and_its_chance() -> None:
    assert words.chance(8, 15 / 36) == "needs 8 or more, 42 %"
    assert words.chance(None, 0.5) == "50 %"
    assert words.chance(None, 0.0) == "cannot be destroyed by this shot"


def test_lists_end_with_and() -> None:
    assert words.listed([]) == ""
    assert words.listed(["A1"]) == "A1"
    assert words.listed(["A1", "A2", "A3"]) == "A1, A2 and A3"
    assert words.listed(["A1", "A2"], "or") == "A1 or A2"
    assert [words.counted(count, "unit") for count in (0, 1, 2)] == ["0 units", "1 unit", "2 units"]
