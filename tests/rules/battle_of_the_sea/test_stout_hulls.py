"""Stout hulls: a marker of base durability takes two hits, and all that counts hits knows of it."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.apply import apply
from brickfield.core.asking.offers import Allocate, Choose
from brickfield.core.events import UnitMarked
from brickfield.games.battle_of_the_sea.base.durability import hits_left, hull_left
from brickfield.games.battle_of_the_sea.contents import GAME
from brickfield.games.battle_of_the_sea.setup.possible_tables import table_fault
from brickfield.games.battle_of_the_sea.shown.faces import pile_faces
from brickfield.speech.sentences import Names
from brickfield.testing import Position, clause
from tests.rules.battle_of_the_sea.table import (
    CUTTER,
    GALLEON,
    LINER,
    VIKING,
    area,
    fire,
    marks,
    sail,
    sea,
    ship,
    throws,
)
from tests.rules.battle_of_the_sea.test_questions import offered

STOUT = {"stout_hulls": True}
HULK = {"firepower": 0, "speed": 0, "additional": 0}


def hit(hits: int, card: str = VIKING, options: dict[str, Any] | None = None, **left: int) -> Position:
    """A ship of seat 1 has just been hit so often by a ship of the line."""
    table = sea(
        ship("A1", LINER, 10, 10, 0),
        ship("A2", VIKING, 2, 30),
        ship("B1", card, 10, 16, 90, marks=left),
        ship("B2", VIKING, 30, 30),
        options=STOUT | (options or {}),
    )
    sail(table, "A1")
    assert fire(table, ("B1", hits), dice=throws(hits)).accepted
    return table


def hull(table: Position, unit: str = "B1") -> tuple[int, int]:
    """The markers of base durability, and how many of them lie turned over."""
    left = table.unit(unit).marks
    return left.get("base", 0), left.get("overturned", 0)


@clause("sea.damage.stout", "sea.damage.noted")
@pytest.mark.parametrize(
    ("base", "over", "hits", "then"),
    [(2, 0, 1, (2, 1)), (2, 0, 2, (1, 0)), (2, 0, 3, (1, 1)), (2, 1, 1, (1, 0)), (2, 1, 2, (1, 1)), (5, 1, 5, (2, 0))],
)
def test_the_first_hit_turns_a_marker_over_and_the_second_takes_it_off(
    base: int, over: int, hits: int, then: tuple[int, int]
) -> None:
    table = hit(hits, **HULK, base=base, overturned=over)
    assert hull(table) == then
    assert table.unit("B1").status == "alive"


@clause("sea.damage.stout", "sea.damage.sink", "sea.damage.excess")
@pytest.mark.parametrize(
    ("over", "hits", "sinks"), [(0, 3, False), (0, 4, True), (1, 2, False), (1, 3, True), (0, 9, True)]
)
def test_a_hull_sinks_when_its_last_marker_is_gone(over: int, hits: int, sinks: bool) -> None:
    table = hit(hits, **HULK, base=2, overturned=over)
    assert (table.unit("B1").status == "gone") is sinks


@clause("sea.damage.stout", "sea.damage.choice")
def test_the_owner_may_give_the_hull_two_hits_a_marker_and_no_more() -> None:
    table = hit(8)
    offer = offered(table, Allocate)
    assert [(heap.id, heap.left, heap.hits) for heap in offer.heaps] == [
        ("firepower", 4, 1), ("speed", 6, 1), ("base", 4, 2),
    ]  # fmt: skip
    assert "sea.damage.stout" in {note.clause for note in offer.notes}
    over = table.answer("remove_markers", base=5, speed=1).refusal
    assert over is not None
    assert (over.code, over.data["left"]) == ("too_many_markers", 4)
    assert "takes 4 more hits" in over.sentence
    assert table.answer("remove_markers", base=3, speed=1).refusal is not None, "five hits are left after three"
    assert table.answer("remove_markers", base=3, speed=2).accepted
    assert marks(table, "B1") == {"firepower": 4, "base": 1, "additional": 0, "speed": 4}
    assert hull(table) == (1, 1)


@clause("sea.damage.stout", "sea.damage.choice")
def test_a_ship_that_can_take_no_more_hits_sinks_unasked_and_one_hit_less_is_asked_about() -> None:
    # 2 for additional durability, 4 for firepower, 4 for speed, and 4 on two markers
    assert hit(14, LINER, firepower=4, base=2, additional=2, speed=4).unit("B1").status == "gone"
    assert hit(13, LINER, firepower=4, base=2, additional=2, speed=4).asked == "allocate_hits"
    assert sea_odds(VIKING, 17) == 1.0
    assert sea_odds(VIKING, 16) == 0.0


def sea_odds(card: str, dice: int) -> float:
    """Whether so many hits are said to sink a ship, with dice that never miss but one time in a thousand."""
    table = sea(ship("A1", LINER, 10, 10), ship("B1", card, 20, 10), options=STOUT | {"brick_permille": 999})
    return round(table.odds("B1", dice).sinks)


@clause(
    "sea.damage.stout", "sea.ram.inaccurate_dice", "sea.ram.accurate_dice", "sea.capacity.max", "sea.game.stalemate"
)
def test_a_marker_turned_over_counts_as_any_other() -> None:
    turned = ship("A1", GALLEON, 10, 10, 90, marks={"base": 3, "overturned": 1, "additional": 1})
    table = sea(turned, ship("B1", CUTTER, 10, 18), options=STOUT | {"cargo": True})
    assert (table.durability("A1"), table.capacity("A1")) == (4, 4)
    assert table.tally()[0] == 10 + 3 + 1 + 4
    assert (hull_left(table.state, table.unit("A1")), hits_left(table.state, table.unit("A1"))) == (5, 20)
    impact = table.impact("A1", "B1", 90.0)
    assert (impact.accurate, impact.dice) == (True, 4)


@clause("sea.damage.stout", "sea.monster.damage", "sea.fort.card", "sea.ram.self_damage")
def test_monsters_and_forts_are_stout_too() -> None:
    island = [area("island", 15, 15, 25, 25)]
    battery = ship("B1", "Battery", 20, 20, marks={"firepower": 0, "base": 2})
    table = sea(
        ship("A1", LINER, 20, 11, 0), battery, ship("B2", "Kraken", 10, 11, 0, marks={"additional": 0, "speed": 0}),
        terrain=island, options=STOUT | {"forts": True, "monsters": "fleet"},
    )  # fmt: skip
    sail(table, "A1")
    assert fire(table, ("B1", 3), ("B2", 3), dice=throws(6)).accepted
    assert (hull(table), hull(table, "B2")) == ((1, 1), (3, 1))
    deep = sea(
        ship("A1", LINER, 20, 11, 0),
        ship("B1", CUTTER, 30, 30),
        ship("M1", "Kraken", 10, 11, 0, marks={"additional": 1}),
        options=STOUT | {"monsters": "independent"},
    )
    sail(deep, "A1")
    assert fire(deep, ("M1", 4), dice=throws(4)).accepted
    assert (hull(deep, "M1"), deep.unit("M1").marks["speed"]) == ((3, 1), 6)


@clause("sea.damage.stout", "sea.port.repair")
def test_in_port_a_lost_marker_comes_back_first_and_then_the_turned_one_is_turned_up() -> None:
    port = [area("island", 15, 15, 25, 25), {"kind": "port", "seat": 0, "x": 20.0, "y": 15.0}]
    mended = {(1, 1): (2, 1), (2, 1): (2, 0)}
    for (base, over), then in mended.items():
        home = ship("A1", VIKING, 20, 14, 0, marks={"base": base, "overturned": over})
        table = sea(home, ship("B1", CUTTER, 2, 2), terrain=port, options=STOUT | {"ports": True}, phase="round_end")
        choice = offered(table, Choose).choices[0]
        assert choice.text == ("one turned over" if base == 2 else "1 lost")
        assert table.answer("repair", feature="base").accepted
        assert hull(table, "A1") == then


@clause("sea.damage.stout", "sea.card.cone")
def test_a_marker_turned_over_is_drawn_told_and_said() -> None:
    table = hit(1, **HULK, base=2)
    pile = next(pile for pile in pile_faces(table.state, table.unit("B1")) if pile.id == "base")
    assert (pile.value, pile.small, pile.turned_over) == (2, 2, 1)
    assert "durability 2+0 (one turned over)" in table.numbers("B1")
    names = Names(table.state)
    said = [
        GAME.speech.sentences[UnitMarked](UnitMarked(unit="B1", mark="overturned", value=each), names)
        for each in (1, 0)
    ]
    assert "marker of base durability turned over" in said[0]
    assert said[1] == ""


@clause("sea.damage.stout")
def test_no_table_has_more_markers_turned_over_than_there_can_be() -> None:
    units = ship("A1", VIKING, 10, 10), ship("B1", CUTTER, 20, 20)
    for options, over, words in ((STOUT, 1, ""), (STOUT, 2, "there can be 1"), ({}, 1, "there can be 0")):
        table = sea(*units, options=options)
        apply(table.state, UnitMarked(unit="A1", mark="overturned", value=over))
        assert words in table_fault(table.state)
        assert bool(words) is bool(table_fault(table.state))
