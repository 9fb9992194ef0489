"""Damage: additional durability first, then the owner's free choice, sinking, and hits that are lost."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.games.battle_of_the_sea.base.damage import default_markers
from brickfield.testing import Position, clause
from tests.rules.battle_of_the_sea.table import GALLEON, LINER, VIKING, fire, marks, sail, sea, ship, throws


def hit(hits: int, card: str = VIKING, **more: Any) -> Position:
    """A ship of seat 1 has just been hit so often by a ship of the line."""
    table = sea(
        ship("A1", LINER, 10, 10, 0),
        ship("A2", VIKING, 2, 30),
        ship("B1", card, 10, 16, 90, **more),
        ship("B2", VIKING, 30, 30),
    )
    sail(table, "A1")
    assert fire(table, ("B1", hits), dice=throws(hits)).accepted
    return table


@clause("sea.damage.additional_first", "sea.damage.noted", "sea.durability.meaning")
def test_additional_durability_goes_first() -> None:
    table = hit(2)
    assert marks(table, "B1") == {"firepower": 4, "base": 2, "additional": 1, "speed": 6}
    assert table.asked == "command_fleet"


@clause("sea.damage.choice", "sea.damage.noted")
def test_the_owner_chooses_the_rest_once_for_all() -> None:
    table = hit(6)
    assert marks(table, "B1")["additional"] == 0
    assert table.asked == "allocate_hits"
    assert table.decision is not None
    assert (table.decision.seat, getattr(table.decision, "hits", 0)) == (1, 3)
    assert table.answer("remove_markers", firepower=1, speed=1, base=1).accepted
    assert marks(table, "B1") == {"firepower": 3, "base": 1, "additional": 0, "speed": 5}


@clause("sea.damage.choice")
@pytest.mark.parametrize(
    ("taken", "code"),
    [
        ({"firepower": 2}, "wrong_markers"),
        ({"firepower": 2, "speed": 2}, "wrong_markers"),
        ({"firepower": 3, "speed": 1, "base": 1}, "wrong_markers"),
        ({}, "wrong_markers"),
        ({"firepower": 5, "speed": 0}, "too_many_markers"),
        # a hull cannot be given up for fewer hits than it has markers, nor sunk with more markers than hits
        ({"base": 12}, "too_many_markers"),
        ({"base": 2, "speed": 99}, "too_many_markers"),
        ({"base": 2, "firepower": 1, "speed": 1}, "wrong_markers"),
    ],
)
def test_every_hit_takes_one_marker(taken: dict[str, int], code: str) -> None:
    table = hit(6)
    refusal = table.answer("remove_markers", **taken).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == (code, "sea.damage.choice")
    assert marks(table, "B1") == {"firepower": 4, "base": 2, "additional": 0, "speed": 6}


@clause("sea.damage.choice", "sea.damage.sink", "sea.damage.removed", "sea.damage.excess")
@pytest.mark.parametrize("taken", [{"base": 2}, {"base": 3}, {"base": 2, "firepower": 1}])
def test_giving_up_the_whole_hull_sinks_the_ship(taken: dict[str, int]) -> None:
    table = hit(6)
    result = table.answer("remove_markers", **taken)
    assert [event.unit for event in result.of("unit_destroyed")] == ["B1"]
    unit = table.unit("B1")
    assert (unit.status, unit.pose, unit.marks.get("base", 0)) == ("gone", None, 0)
    # its place is free water, and nobody else is hurt
    assert marks(table, "B2") == {"firepower": 4, "base": 2, "additional": 3, "speed": 6}


@clause("sea.damage.choice", "sea.damage.sink")
@pytest.mark.parametrize("base", [2, 3, 12, 999])
def test_one_hit_never_sinks_a_sound_ship(base: int) -> None:
    table = hit(1, GALLEON, marks={"additional": 0})
    for more in ({}, {"firepower": 1}, {"firepower": 10, "speed": 4}):
        refusal = table.answer("remove_markers", base=base, **more).refusal
        assert refusal is not None
        assert refusal.clause == "sea.damage.choice"
    assert marks(table, "B1") == {"firepower": 10, "base": 6, "additional": 0, "speed": 4}
    answers = [each.answer for each in table.decision.suggest(table.state, 99)]  # type: ignore[union-attr]
    assert {each.firepower + each.speed + each.base for each in answers} == {1}


@clause("sea.damage.choice", "sea.damage.sink")
def test_more_hits_than_markers_sink_without_a_question() -> None:
    table = hit(15)
    assert table.unit("B1").status == "gone"
    assert table.asked == "command_fleet"


@clause("sea.damage.sink")
def test_a_hull_with_nothing_else_left_loses_base_durability() -> None:
    table = hit(1, marks={"firepower": 0, "speed": 0, "additional": 0})
    assert marks(table, "B1")["base"] == 1
    assert table.unit("B1").alive


@clause("sea.durability.initial")
def test_speed_and_additional_durability_fall_apart_from_each_other() -> None:
    table = hit(3)
    assert marks(table, "B1")["speed"] == 6
    slower = hit(3, marks={"additional": 0})
    slower.answer("remove_markers", speed=3)
    assert marks(slower, "B1") == {"firepower": 4, "base": 2, "additional": 0, "speed": 3}
    whole = hit(1, marks={"speed": 1})
    assert marks(whole, "B1")["additional"] == 2


@clause("sea.damage.default_choice")
def test_the_default_takes_guns_and_sails_before_the_hull() -> None:
    ship_of_the_line = hit(3, LINER, marks={"additional": 0, "firepower": 3, "speed": 2})
    unit = ship_of_the_line.unit("B1")
    one, three = default_markers(unit, 1), default_markers(unit, 3)
    assert (one.firepower, one.speed, one.base) == (1, 0, 0)
    assert (three.firepower, three.speed, three.base) == (2, 1, 0)
    six = default_markers(unit, 6)
    assert (six.firepower, six.speed, six.base) == (3, 2, 1)
    suggestion = ship_of_the_line.decision.suggest(ship_of_the_line.state, 1)[0]  # type: ignore[union-attr]
    assert suggestion.answer == three
    # of equals and of the stronger the sails go, whatever guns there are
    for firepower, speed in ((3, 3), (2, 4)):
        even = hit(1, LINER, marks={"additional": 0, "firepower": firepower, "speed": speed}).unit("B1")
        assert default_markers(even, 1).speed == 1


@clause("sea.durability.meaning")
def test_a_ship_without_durability_sinks_whatever_else_is_left() -> None:
    table = hit(1, "Eggshell 20: 10-1-9", marks={"additional": 0})
    assert table.answer("remove_markers", base=1).of("unit_destroyed")[0].unit == "B1"


@clause("sea.damage.additional_first")
def test_a_galleon_soaks_two() -> None:
    table = hit(2, GALLEON)
    assert marks(table, "B1") == {"firepower": 10, "base": 6, "additional": 0, "speed": 4}
