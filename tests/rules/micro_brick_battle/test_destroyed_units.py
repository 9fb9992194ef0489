"""Destroyed units: what a wreck is, where it lies, and what it does to shots and moves.

The barrel is at (24, 5), the facing side of the target runs from x = 23 to 25 at y = 23.
"""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.testing import Position, clause, dice, forward, lay_table, piece, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **more)


def past(x: float, y: float, status: str = "wreck", **size: Any) -> Position:
    """A Sherman looks up at a Panzer III past another one, which is destroyed or alive."""
    other = unit("B2", "Panzer III", x, y, 0, status=status, **SQUARE | size)
    shooter = unit("A1", "M4 Sherman", 24, 4, 90, **SQUARE)
    return table(shooter, unit("B1", "Panzer III", 24, 24, 270, **SQUARE), other, anyhow=True)


@clause("mbb.wreck.side", "mbb.geometry.destroyed_pose", "mbb.geometry.footprint")
def test_a_destroyed_unit_stays_where_it_was_with_its_footprint() -> None:
    t = table(
        unit("A1", "M4 Sherman", 24, 4, 90),
        unit("B1", "Panzer III", 20, 24, 213),
        unit("B2", "Panzer III", 40, 30, 270),
    )
    pose, card = t.unit("B1").pose, t.match.cards["B1"]
    destroyed = t.fire({"A1": "B1"}, dice(6, 6)).of("unit_destroyed")
    assert [(event.unit, event.by, event.clause) for event in destroyed] == [("B1", "A1", "mbb.wreck.side")]
    assert t.unit("B1").status == "wreck"
    assert t.unit("B1").pose == pose
    assert t.match.cards["B1"] == card
    assert t.distance("B1", "B2") == pytest.approx(lay_alone(pose, card))


def lay_alone(pose: Any, card: Any) -> float:
    """How far the living unit would be from B2 with the same pose and card."""
    living = table(
        unit("A1", "M4 Sherman", 24, 4, 90),
        unit("B1", card.name, *pose.place, pose.degrees),
        unit("B2", "Panzer III", 40, 30, 270),
    )
    return float(living.distance("B1", "B2"))


@clause("mbb.geometry.destroyed_pose")
def test_a_unit_destroyed_after_a_move_lies_where_the_move_ended() -> None:
    t = table(
        unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 24, 270), unit("B2", "Panzer III", 40, 30)
    )
    t.end_movement()
    t.answer("declare")
    t.move("B1", forward(3.25))
    t.end_movement()
    t.answer("declare")
    t.end_movement()
    t.fire({"A1": "B1"}, dice(6, 6))
    assert t.unit("B1").status == "wreck"
    assert t.pose("B1") == (24, 20.75, 270)


# --- soft cover ------------------------------------------------------------------------------------------------------


@clause("mbb.wreck.soft", "mbb.mod.hidden.what", "mbb.geometry.los")
def test_a_live_tank_breaks_the_line_and_its_wreck_only_hinders() -> None:
    alive = past(24, 14, "alive")
    assert not alive.line_of_sight("A1", "B1")
    wreck = past(24, 14)
    assert wreck.line_of_sight("A1", "B1")
    assert wreck.hidden_share("A1", "B1") == 0.0
    assert wreck.tally("A1", "B1").attack_points.total == 2


@clause("mbb.wreck.example", "mbb.wreck.modifier", "mbb.cover.soft")
def test_an_attacker_of_four_shoots_through_a_wreck_with_two() -> None:
    t = past(24, 14)
    attack = t.tally("A1", "B1").attack_points
    assert (attack.base, attack.total) == (4, 2)
    assert attack.lines()[-1].clause == "mbb.wreck.modifier"
    assert attack.lines()[-1].source == "B2"
    assert t.fire({"A1": "B1"}, dice(5, 5)).of("shot_resolved")[0].needed == 10


@clause("mbb.wreck.modifier", "mbb.geometry.soft_test")
@pytest.mark.parametrize(
    ("left_edge", "attack_points"),
    [(24.5, 4), (24.500001, 4), (24.499998, 2), (24.45, 2), (24.0, 2), (23.6, 2), (20.0, 4)],
)
def test_any_sliver_of_shadow_costs_the_full_two_points(left_edge: float, attack_points: int) -> None:
    """The far edge of the wreck is half way: with its left edge at 24.5 it just touches the line to the side's end."""
    t = past(left_edge + 1, 13, length_inches=2.0)
    assert t.tally("A1", "B1").attack_points.total == attack_points


@clause("mbb.wreck.modifier")
@pytest.mark.parametrize(("left_edge", "alive", "wreck"), [(24.45, 3, 2), (24.2, 3, 2), (23.9, 2, 2)])
def test_a_live_tank_costs_one_or_two_points_its_wreck_always_two(left_edge: float, alive: int, wreck: int) -> None:
    assert past(left_edge + 1, 13, "alive").tally("A1", "B1").attack_points.total == alive
    assert past(left_edge + 1, 13, "wreck").tally("A1", "B1").attack_points.total == wreck


@clause("mbb.geometry.soft_test", "mbb.wreck.modifier")
@pytest.mark.parametrize(("x", "y"), [(24, 2), (24, 26), (27, 14), (22, 5), (26, 22)])
def test_a_wreck_beside_or_behind_does_nothing(x: float, y: float) -> None:
    assert past(x, y).tally("A1", "B1").attack_points.total == 4


@clause("mbb.geometry.soft_test")
@pytest.mark.parametrize(("y", "attack_points"), [(4.0, 4), (4.00001, 2), (5.5, 2), (6.0, 2)])
def test_a_wreck_hinders_from_inside_but_not_by_touching_the_barrel(y: float, attack_points: int) -> None:
    """The wreck reaches an inch up from y: at 4 it only touches the barrel from behind."""
    assert past(24, y).tally("A1", "B1").attack_points.total == attack_points


@clause("mbb.wreck.soft", "mbb.geometry.blockers")
def test_wrecks_of_both_sides_are_the_same_cover() -> None:
    units = [unit("A1", "M4 Sherman", 24, 4, 90, **SQUARE), unit("B1", "Panzer III", 24, 24, 270, **SQUARE)]
    own = table(*units, unit("A2", "M4 Sherman", 24, 14, 0, status="wreck", **SQUARE))
    assert own.tally("A1", "B1").attack_points.total == 2
    assert own.tally("B1", "A1").attack_points.total == 2


# --- targets and movement --------------------------------------------------------------------------------------------


@clause("mbb.wreck.not_target")
def test_a_wreck_cannot_be_targeted() -> None:
    t = past(28, 14)
    t.end_movement()
    before = t.state.digest()
    refusal = t.fire({"A1": "B2"}).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("wreck", "mbb.wreck.not_target")
    assert t.state.digest() == before
    assert t.legal_targets("A1") == ["B1"]


@clause("mbb.wreck.immovable")
def test_a_wreck_cannot_be_moved() -> None:
    units = (unit("A1", "M4 Sherman", 24, 4, 90), unit("A2", "M4 Sherman", 30, 4, 90, status="wreck"))
    t = table(*units, unit("B1", "Panzer III", 24, 24, 270))
    before = t.state.digest()
    assert t.move("A2", forward(1)).refusal is not None
    assert t.state.digest() == before


@clause("mbb.wreck.immovable")
def test_a_wreck_stops_a_move_at_contact() -> None:
    shooter = unit("A1", "M4 Sherman", 24, 4, 90, **SQUARE)
    wreck = unit("B2", "Panzer III", 24, 9, 0, status="wreck", **SQUARE)
    t = table(shooter, wreck, unit("B1", "Panzer III", 40, 30, 270))
    moved = t.move("A1", forward(8)).of("unit_moved")
    assert t.pose("A1") == pytest.approx((24, 7, 90))
    assert moved[0].stopped_by == "B2"


@clause("mbb.wreck.soft", "mbb.mod.stack", "mbb.wreck.modifier")
def test_a_wreck_and_hiding_are_not_added() -> None:
    house = piece("House", 26, 17, length=4, width=1)
    units = (unit("A1", "M4 Sherman", 24, 4, 90, **SQUARE), unit("B1", "Panzer III", 24, 24, 270, **SQUARE))
    wreck = unit("B2", "Panzer III", 24, 12, 0, status="wreck", **SQUARE)
    t = table(*units, wreck, terrain=[house])
    assert t.hidden_share("A1", "B1") >= 0.5
    assert t.tally("A1", "B1").attack_points.total == 2
