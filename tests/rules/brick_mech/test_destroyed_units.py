"""Destroyed units: the threshold, Massive Damage first, parts that stay, and what goes."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.testing import Position, clause, dice, lay_table, unit
from tests.rules.brick_mech.table import GAME, attack, marks, mech


def last_shot(armor: int = 3, bonus: int = 0, **b: Any) -> Position:
    """A1 against a whole trooper with few Armor Points; B2 keeps the game going. Attack 2 dice, defense 3 dice + 1."""
    units = [
        mech("A1", 10, 15, 0, targeting=bonus),
        unit("B1", "trooper", 17, 15, 180, armor=armor, **b),
        mech("B2", 35, 25, 180),
    ]
    return lay_table(GAME, units)


def loose(t: Position) -> list[Any]:
    return [token for token in t.state.tokens.values() if token.kind == "Loose part"]


@clause("bm.destroy.threshold")
@pytest.mark.parametrize(("armor", "status"), [(4, "alive"), (3, "gone"), (2, "gone")])
def test_a_unit_at_zero_or_fewer_armor_points_is_destroyed(armor: int, status: str) -> None:
    t = last_shot(armor, bonus=5)
    # 2 + 5 against 3 + 1: a difference of 3
    attack(t, dice(1, 1, 1, 1, 1))
    assert t.unit("B1").status == status


@clause("bm.destroy.massive_first")
def test_massive_damage_of_the_killing_attack_comes_before_the_removal() -> None:
    t = last_shot(3, bonus=7)
    shot = attack(t, dice(1, 1, 1, 1, 1, 5, 2))
    kinds = [type(event).__name__ for event in shot.events]
    assert kinds.index("TableRead") < kinds.index("UnitDestroyed")
    left = next(token for token in loose(t) if token.marks["side"] == 1)
    # the loader of the left arm was jammed first
    assert left.marks.get("arm.short", 0) == 0


@clause("bm.destroy.leave_parts", "bm.geometry.loose_parts")
def test_each_side_leaves_one_assembly_with_its_remaining_dice() -> None:
    t = last_shot(bonus=5)
    attack(t, dice(1, 1, 1, 1, 1))
    notes = {token.marks["side"]: token for token in loose(t)}
    assert sorted(notes) == [1, 2]
    assert (notes[1].pose.place, notes[2].pose.place) == ((17.0, 14.0), (17.0, 16.0))
    # Rocket Rack with Pulse Laser, Gun Turret with Assault Gun
    assert (notes[1].marks["shoulder.long"], notes[1].marks["arm.melee"]) == (1, 1)
    assert (notes[2].marks["shoulder.melee"], notes[2].marks["arm.short"]) == (1, 2)


@clause("bm.destroy.leave_parts")
def test_a_side_without_arm_leaves_the_shoulder_and_one_without_shoulder_nothing() -> None:
    t = last_shot(bonus=5, left_arm="", right_shoulder="")
    attack(t, dice(1, 1, 1, 1, 1))
    (left,) = loose(t)
    assert left.marks["side"] == 1
    assert "arm" not in left.marks


@clause("bm.destroy.leave_parts", "bm.massive.blown_off")
def test_parts_blown_off_before_stay_where_they_lie() -> None:
    t = last_shot(6, bonus=7)
    attack(t, dice(1, 1, 1, 1, 1, 5, 6))
    (arm,) = loose(t)
    attack(t, dice(1, 1, 1, 1, 1, 1, 1))
    assert t.unit("B1").status == "gone"
    assert len(loose(t)) == 3
    assert t.state.tokens[arm.id] == arm


@clause("bm.destroy.remove")
def test_the_rest_goes_with_its_heat_and_its_note() -> None:
    units = [
        mech("A1", 10, 15, 0, targeting=9),
        mech("B1", 17, 15, 180, armor=1, heat=4, holding=["short", "left"]),
        mech("B2", 35, 25, 180),
    ]
    t = lay_table(GAME, units, options={"hold_fire": True})
    assert "hold B1" in t.state.sealed
    attack(t, dice(1, 1, 6, 1, 1))
    gone = t.unit("B1")
    assert (gone.status, gone.pose) == ("gone", None)
    assert marks(t, "B1", "heat", "holding") == (0, 0)
    assert t.state.sealed == {}


@clause("bm.destroy.in_exchange")
def test_parts_blown_off_by_the_killing_attack_lie_at_the_place_of_the_wreck() -> None:
    t = last_shot(3, bonus=7)
    attack(t, dice(1, 1, 1, 1, 1, 6, 6))
    places = sorted(token.pose.place for token in loose(t))
    assert places == [(17.0, 14.0), (17.0, 16.0), (17.0, 16.0)]


@clause("bm.geometry.activation_loss")
def test_a_unit_destroyed_before_it_acted_loses_its_activation() -> None:
    t = last_shot(bonus=5)
    attack(t, dice(1, 1, 1, 1, 1))
    t.answer("end_turn", unit="A1")
    assert t.decision is not None
    assert (t.decision.seat, t.decision.units) == (1, ("B2",))
    refusal = t.answer("end_turn", unit="B1").refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("not_alive", "bm.geometry.activation_loss")
