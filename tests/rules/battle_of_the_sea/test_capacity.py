"""Capacity: what a ship carries, how it slows, and what goes overboard."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.asking.offers import Take
from brickfield.core.refusal import Refusal
from brickfield.games.battle_of_the_sea.chapters.capacity.capacity import cargo, least_jettison
from brickfield.testing import Position, clause, dice
from tests.rules.battle_of_the_sea.table import GALLEON, HIT, VIKING, ahead, fire, sail, sea, ship, throws

CARGO = {"cargo": True}


def laden(weights: tuple[int, ...] = (1, 1, 1, 1), options: dict[str, Any] | None = None, **more: Any) -> Position:
    """The book's longship with a load, under the guns of a galleon whose turn it is."""
    return sea(
        ship("A1", GALLEON, 10, 10, 0),
        ship("A2", VIKING, 2, 30),
        ship("B1", VIKING, 10, 15, 90, cargo=weights, **more),
        ship("B2", VIKING, 30, 30),
        options=CARGO if options is None else options,
        anyhow=True,
    )


@clause("sea.capacity.max", "sea.capacity.base_free", "sea.capacity.slow", "sea.capacity.example_load")
@pytest.mark.parametrize(("weights", "speed"), [((), 6), ((2,), 6), ((2, 1), 5), ((2, 2), 4), ((3, 2), 3)])
def test_what_goes_beyond_base_durability_slows(weights: tuple[int, ...], speed: int) -> None:
    table = laden(weights)
    assert table.capacity("B1") == 5
    assert table.load("B1") == sum(weights)
    assert table.speed("B1") == speed
    assert laden(weights, options={}).speed("B1") == 6


@clause("sea.capacity.slow")
def test_speed_never_falls_below_nothing() -> None:
    table = laden((3, 2), marks={"speed": 2, "base": 1})
    assert table.speed("B1") == 0
    assert [line.value for line in table.why("B1")] == [2, -2]


@clause("sea.capacity.overload", "sea.capacity.example_hit", "sea.damage.additional_first")
@pytest.mark.parametrize(("items", "load", "speed"), [((1,), 3, 5), ((1, 1), 2, 6)])
def test_the_book_s_ship_under_fire(items: tuple[int, ...], load: int, speed: int) -> None:
    table = laden()
    sail(table, "A1")
    fire(table, ("B1", 2), dice=throws(2))
    assert (table.capacity("B1"), table.asked) == (3, "drop_cargo")
    assert table.decision is not None
    assert (table.decision.seat, getattr(table.decision, "over", 0)) == (1, 1)
    offer = table.decision.ask(table.state).offer
    assert isinstance(offer, Take)
    assert {item.title for item in offer.items} == {"1 gold"}
    assert table.answer("jettison", items=list(items)).accepted
    assert (table.load("B1"), table.speed("B1")) == (load, speed)


@clause("sea.capacity.overload")
def test_items_are_whole_and_must_be_aboard() -> None:
    table = laden((2, 2))
    sail(table, "A1")
    fire(table, ("B1", 2), dice=throws(2))
    missing = table.answer("jettison", items=[1]).refusal
    assert missing is not None
    assert (missing.code, missing.clause) == ("not_aboard", "sea.capacity.overload")
    assert table.answer("jettison", items=[2]).accepted
    assert table.load("B1") == 2


@clause("sea.capacity.overload")
def test_too_little_overboard_is_refused() -> None:
    table = laden((1, 1, 3))
    sail(table, "A1")
    fire(table, ("B1", 3), dice=throws(3))
    refusal = table.answer("jettison", items=[1, 1]).refusal
    assert refusal is not None
    assert (refusal.code, refusal.data["load"]) == ("still_overloaded", 3)


@clause("sea.capacity.overload")
def test_a_captain_may_go_down_with_his_cargo() -> None:
    table = laden()
    sail(table, "A1")
    fire(table, ("B1", 2), dice=throws(2))
    result = table.answer("go_down")
    assert result.of("unit_destroyed")[0].unit == "B1"
    assert result.of("unit_destroyed")[0].clause == "sea.capacity.overload"


@clause("sea.capacity.overload")
def test_a_ship_that_sinks_by_the_hits_has_nothing_to_drop() -> None:
    table = laden()
    sail(table, "A1")
    result = fire(table, ("B1", 10), dice=dice(*[HIT] * 10))
    assert table.asked == "allocate_hits"
    result = table.answer("remove_markers", base=2)
    assert result.of("unit_destroyed")[0].clause == "sea.damage.sink"


@clause("sea.capacity.max")
def test_without_the_option_nothing_is_overloaded() -> None:
    table = laden(options={})
    sail(table, "A1")
    fire(table, ("B1", 2), dice=throws(2))
    assert table.asked == "command_fleet"


@clause("sea.damage.default_choice")
def test_the_least_that_must_go() -> None:
    table = laden((1, 2, 3), marks={"additional": 2})
    assert cargo(table.unit("B1")) == (1, 2, 3)
    assert least_jettison(table.unit("B1")) == (2,)
    heavy = laden((2, 2, 3), marks={"additional": 1})
    assert least_jettison(heavy.unit("B1")) == (2, 2)
    # of equal weights the fewest items
    assert least_jettison(laden((1, 1, 2), marks={"additional": 0}).unit("B1")) == (2,)


@clause("sea.capacity.slow", "sea.geometry.path_length")
def test_a_laden_ship_is_refused_its_full_way() -> None:
    table = sea(ship("A1", VIKING, 10, 10, cargo=(2, 2)), ship("B1", VIKING, 30, 30), options=CARGO)
    refusal = table.cost("A1", ahead(90, 5))
    assert isinstance(refusal, Refusal)
    assert refusal.data["speed"] == 4
