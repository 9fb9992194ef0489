"""Vehicles among infantry: guns against squads, roadkill, reactive fire by and at vehicles, holds of vehicles."""

from __future__ import annotations

import pytest

from brickfield.testing import clause, dice, piece
from tests.rules.brick_action.armoured import ahead, drive, mark, pivot, refusal, squad, table, tank


@clause("ba.veh.vs_infantry")
def test_guns_fire_at_infantry_by_the_ordinary_procedure() -> None:
    t = table(tank("A1", 20, 20), squad("B1", (60, 20), (60, 23), (60, 17)))
    result = t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(6, 4, 3, 2))
    assert result.accepted, result.refusal
    t.answer("give_up", figures=["f1"], dice=dice(3))
    t.answer("give_up", figures=["f2"])
    assert len(t.unit("B1").standing) == 1, "a six and a failed save"


@clause("ba.veh.vs_infantry", "ba.veh.turret")
def test_a_gun_that_does_not_bear_on_a_squad_is_refused() -> None:
    t = table(tank("A1", 40, 20), squad("B1", (40, 60), (43, 60)))
    assert refusal(t.answer("fire_guns", unit="A1", target="B1", weapon="map")).code == "out_of_arc"
    t = table(tank("A1", 40, 20), squad("B1", (40, 60), (95, 60), (60, 60)))
    assert t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(1, 1, 1, 1)).accepted


@clause("ba.veh.ap_wall")
def test_an_ap_gun_fires_at_infantry_behind_one_wall() -> None:
    wall = piece("wall", 40, 20, 90, length=40, width=1, height=8)
    t = table(tank("A1", 20, 20, card="M1 lap mg"), squad("B1", (60, 20), (60, 23)), terrain=[wall])
    assert refusal(t.answer("fire_guns", unit="A1", target="B1", weapon="mg")).code == "not_seen"
    result = t.answer("fire_guns", unit="A1", target="B1", weapon="lap", dice=dice(4, 1, 3))
    assert result.accepted, result.refusal
    assert len(t.unit("B1").standing) == 2, "two dice; a save of 3 with +1"


@clause("ba.longshot", "ba.veh.range")
def test_a_long_shot_of_a_vehicle_loses_dice_by_the_range_of_its_own_weapon() -> None:
    t = table(tank("A1", 9, 20, card="L1 mg mg"), squad("B1", (84, 20), (84, 23)))
    # 84 - 9 - 7 - 1 = 67 studs: one begun step of 4 beyond 64
    assert t.answer("fire_guns", unit="A1", target="B1", weapon="mg", dice=dice(1, 1, 1)).accepted


@clause("ba.roadkill")
@pytest.mark.parametrize(("face", "left"), [(3, 1), (4, 2)])
def test_infantry_in_the_path_saves_once_and_is_displaced(face: int, left: int) -> None:
    t = table(tank("A1", 20, 20), squad("B1", (36, 20), (39, 20), attacked=1), squad("B2", (80, 80), attacked=1))
    result = drive(t, "A1", ahead(12), dice=dice(face))
    assert result.accepted, result.refusal
    if t.asked == "choose_losses":
        t.answer("give_up", figures=["f2"])
    assert len(t.unit("B1").standing) == left
    assert t.pose("A1")[0] == 32.0
    for each in t.unit("B1").standing:
        x, y = each.pose.place
        assert abs(x - 32) >= 9.0 - 1e-3 or abs(y - 20) >= 6.0 - 1e-3, "nobody is left under the tank"


@clause("ba.roadkill")
def test_a_medic_helps_and_each_unit_saves_once_in_a_move() -> None:
    medics = squad("B1", (32, 20), (38, 20), card="medic smg, regular smg", attacked=1)
    t = table(tank("A1", 20, 20), medics)
    drive(t, "A1", ahead(15), dice=dice(3))
    assert len(t.unit("B1").standing) == 2


@clause("ba.reactive.vehicle_by")
def test_a_vehicle_reacts_to_infantry_with_one_die() -> None:
    t = table(squad("A1", (20, 60), (20, 63)), tank("B1", 60, 60, 180))
    t.answer("move", unit="A1", steps=[{"step": "stride", "heading": 0, "studs": 10}])
    assert t.asked == "react_to_move"
    t.answer("fire_back", unit="B1", dice=dice(6))
    if t.asked == "choose_losses":
        t.answer("give_up", figures=["f1"])
    assert len(t.unit("A1").standing) == 1


@clause("ba.reactive.vehicle_by", "ba.veh.turret")
def test_a_vehicle_does_not_react_beyond_its_arc_or_when_disabled() -> None:
    behind = table(squad("A1", (20, 60), (20, 63)), tank("B1", 60, 60, 0))
    behind.answer("move", unit="A1", steps=[{"step": "stride", "heading": 0, "studs": 10}])
    assert behind.asked == "take_action"
    hurt = table(squad("A1", (20, 60), (20, 63)), tank("B1", 60, 60, 180, disabled=1))
    hurt.answer("move", unit="A1", steps=[{"step": "stride", "heading": 0, "studs": 10}])
    assert hurt.asked == "take_action"


@clause("ba.reactive.vs_vehicle")
@pytest.mark.parametrize(("face", "damage"), [(6, 1), (5, 0)])
def test_only_a_six_of_reactive_fire_hurts_a_vehicle(face: int, damage: int) -> None:
    t = table(tank("A1", 20, 20), tank("B1", 60, 20, 180), squad("B2", (60, 40), (60, 43)))
    drive(t, "A1", ahead(10))
    assert t.asked == "react_to_move"
    assert [each.answer.unit for each in t.question.offer.choices[:-1]] == ["B1"], "rifles do not react to armour"
    # stopped 4.5 studs on: of the 40 between the middles of two hulls of 16 studs so much is left between the hulls
    assert t.question.offer.exhibits[0].aim.distance == 19.5
    t.answer("fire_back", unit="B1", dice=dice(face))
    assert mark(t, "A1", "damage") == damage
    assert t.pose("A1")[0] == 30.0


@clause("ba.reactive.vs_vehicle", "ba.veh.dash")
def test_a_weapon_with_a_dash_does_not_react_to_that_class() -> None:
    t = table(tank("A1", 20, 20, card="M2 map"), tank("B1", 60, 20, 180, card="L1 mg"))
    drive(t, "A1", ahead(10))
    assert t.asked == "take_action"


@clause("ba.reactive.move_kinds")
def test_turning_draws_no_fire() -> None:
    t = table(tank("A1", 20, 20), tank("B1", 60, 20, 180))
    drive(t, "A1", pivot(90))
    assert t.asked == "take_action"


@clause("ba.veh.destroyed")
def test_a_vehicle_destroyed_on_its_way_is_a_wreck_at_that_point() -> None:
    t = table(tank("A1", 20, 20, card="C1"), tank("A2", 20, 80), tank("B1", 60, 20, 180))
    drive(t, "A1", ahead(20))
    t.answer("fire_back", unit="B1", dice=dice(6))
    assert t.unit("A1").status == "wreck"
    assert t.pose("A1")[0] == 24.5, "the first half stud beyond 4"
    assert t.asked == "take_action"


@clause("ba.hold.vehicles")
def test_a_vehicle_holds_to_attack_and_fires_when_the_named_unit_moves() -> None:
    t = table(tank("A1", 20, 20), tank("B1", 60, 20, 180))
    assert t.answer("place_hold", unit="A1", response="attack", named="B1", trigger="move").accepted
    wrong = refusal(t.answer("place_hold", unit="A1", response="prone", named="B1", trigger="move"))
    assert wrong.clause == "ba.hold.vehicles"
    t.answer("end_turn")
    drive(t, "B1", ahead(10))
    assert t.asked == "respond"
    t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(6, 1, 1, 1))
    assert mark(t, "B1", "damage") == 1
    assert mark(t, "A1", "banned_next") == 1


@clause("ba.hold.vehicles")
def test_a_vehicle_holds_to_move() -> None:
    t = table(tank("A1", 20, 20), tank("B1", 60, 20, 180, attacked=1), squad("B2", (80, 80), attacked=1))
    t.answer("place_hold", unit="A1", response="move", named="B1", trigger="attack")
    t.answer("end_turn")
    t.answer("fire_guns", unit="B1", target="A1", weapon="map")
    assert t.asked == "respond"
    t.answer("drive", unit="A1", steps=[{"step": "reverse", "studs": 5}], dice=dice(1, 1, 1, 1))
    assert t.pose("A1")[0] == 15.0
    assert mark(t, "A1", "drives") == 0
