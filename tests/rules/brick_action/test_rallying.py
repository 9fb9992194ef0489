"""Suppression and rallying through the table: free tries, bonuses of veterans and commanders, further tries."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.games.brick_action.base.rallying import bonus_to_rally
from brickfield.testing import Position, clause, dice, lay_table
from tests.rules.brick_action.fire_table import GAME, action, mark, refused, row, squad

PINNED = {"suppressed": 1}


def table(*units: Any, faces: Any = None, **position: Any) -> Position:
    enemy = squad("B9", "regular smg", row(90, 90, 1))
    return lay_table(GAME, [*units, enemy], dice=faces, **position)


def bonus(card: str, *others: Any) -> int:
    t = table(squad("A1", card, row(20, 20, card.count(",") + 1), **PINNED), *others)
    return bonus_to_rally(t.state, t.unit("A1")).total


@clause("ba.rally.free", "ba.rally.roll", "ba.turn.start_sequence")
@pytest.mark.parametrize(("face", "pinned"), [(3, 1), (4, 0)])
def test_each_suppressed_unit_tries_for_nothing_when_the_turn_begins(face: int, pinned: int) -> None:
    t = table(squad("A1", "2 regular smg", row(20, 20, 2), **PINNED), faces=dice(face), phase="turn")
    assert mark(t, "A1", "suppressed") == pinned
    assert t.state.facts["actions"] == 3


@clause("ba.rally.free", "ba.turn.start_sequence", "ba.geometry.random")
def test_the_owner_chooses_who_tries_first() -> None:
    units = [squad(f"A{n}", "2 regular smg", row(20 * n, 20, 2), **PINNED) for n in (1, 2)]
    t = table(*units, phase="turn")
    assert t.asked == "choose_rally"
    assert "Every suppressed unit tries" in t.question.text
    t.answer("rally_first", unit="A2", dice=dice(6, 1))
    assert (mark(t, "A1", "suppressed"), mark(t, "A2", "suppressed")) == (1, 0)


@clause("ba.unit.veteran.rally", "ba.unit.officer.rally", "ba.unit.officer.vet", "ba.rally.max")
def test_veterans_and_officers_help_up_to_two() -> None:
    assert bonus("regular smg, regular smg") == 0
    assert bonus("veteran smg, regular smg") == 1
    assert bonus("veteran smg, veteran smg, veteran smg") == 2
    assert bonus("officer smg, regular smg") == 2
    assert bonus("medic smg, regular smg") == 1


@clause("ba.rally.command", "ba.unit.field.rally", "ba.unit.ranking.rally", "ba.unit.general.rally")
@pytest.mark.parametrize(("kind", "reach"), [("field_commander", 32), ("ranking_commander", 32), ("general", 40)])
def test_commanders_near_enough_help_other_units(kind: str, reach: float) -> None:
    def away(studs: float) -> int:
        return bonus("regular smg", squad("A2", f"{kind} smg", [(22.0 + studs, 20.0)]))

    assert away(reach) == 1
    assert away(reach + 0.1) == 0
    # of the other side they are of no help
    assert bonus("regular smg", squad("B2", f"{kind} smg", [(24.0, 20.0)])) == 0


@clause("ba.rally.command", "ba.rally.max")
def test_several_commanders_add_up_to_the_cap() -> None:
    two = [squad(f"A{n}", "field_commander smg", [(24.0, 20.0 + 3 * n)], **PINNED) for n in (2, 3)]
    assert bonus("regular smg", *two) == 2
    assert bonus("veteran smg", *two) == 2
    # his own unit: officer, veteran and commander, but no more than two
    assert bonus("general smg") == 2


@clause("ba.rally.again")
def test_further_tries_cost_an_action_each_and_only_after_the_free_one() -> None:
    t = table(squad("A1", "2 regular smg", row(20, 20, 2), **PINNED), faces=dice(1), phase="turn")
    assert action(t, "rally") is not None
    assert t.answer("rally_again", unit="A1", dice=dice(2)).accepted
    assert t.state.facts["actions"] == 2
    assert t.answer("rally_again", unit="A1", dice=dice(5)).accepted
    assert mark(t, "A1", "suppressed") == 0
    assert refused(t.answer("rally_again", unit="A1")) == ("not_suppressed", "ba.rally.again")


@clause("ba.rally.again")
def test_who_was_suppressed_in_this_turn_waits_for_the_next() -> None:
    t = table(squad("A1", "2 regular smg", row(20, 20, 2), **PINNED))
    assert refused(t.answer("rally_again", unit="A1")) == ("no_free_try_yet", "ba.rally.again")


@clause("ba.sup.effect")
def test_a_suppressed_unit_neither_moves_nor_attacks_but_may_go_prone() -> None:
    t = table(squad("A1", "2 regular smg", row(20, 20, 2), **PINNED), squad("B1", "2 regular smg", row(30, 20, 2)))
    steps = [{"step": "stride", "heading": 0.0, "studs": 2.0}]
    assert refused(t.answer("move", unit="A1", steps=steps)) == ("suppressed", "ba.sup.effect")
    assert refused(t.answer("attack", unit="A1", target="B1")) == ("suppressed", "ba.sup.effect")
    assert refused(t.answer("close_combat", unit="A1", target="B1")) == ("suppressed", "ba.sup.effect")
    assert t.answer("go_prone", unit="A1").accepted
