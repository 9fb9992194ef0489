"""Vehicles on the table: driving, guns against armour, turrets, damage, disabled vehicles, swarms and rockets."""

from __future__ import annotations

import pytest

from brickfield.testing import clause, dice, piece
from tests.rules.brick_action.armoured import action, ahead, drive, mark, pivot, refusal, reverse, squad, table, tank


@clause("ba.veh.speed")
def test_a_vehicle_drives_twice_in_a_turn_as_far_as_its_speed() -> None:
    t = table(tank("A1", 20, 20), tank("B1", 20, 80, 180))
    assert refusal(drive(t, "A1", ahead(20.1))).clause == "ba.veh.speed"
    assert drive(t, "A1", ahead(20)).accepted
    assert drive(t, "A1", ahead(20)).accepted
    assert t.pose("A1") == (60.0, 20.0, 0.0)
    again = refusal(drive(t, "A1", ahead(1)))
    assert (again.code, again.clause) == ("moved_enough", "ba.veh.speed")


@clause("ba.geometry.vehicle_path")
def test_reverse_is_dear_and_pivots_are_limited() -> None:
    t = table(tank("A1", 40, 20), tank("B1", 20, 80, 180))
    assert refusal(drive(t, "A1", reverse(10.1))).code == "too_far"
    assert refusal(drive(t, "A1", pivot(50), pivot(-41))).code == "turns_too_far"
    assert drive(t, "A1", pivot(45), ahead(5), pivot(-45), reverse(7)).accepted


@clause("ba.geometry.vehicle_path")
def test_a_hard_barrier_halves_a_tank_and_stops_a_truck() -> None:
    wall = piece("low_wall", 40, 20, 90, length=12, width=1)
    t = table(tank("A1", 20, 20), tank("A2", 20, 44, card="C2"), tank("B1", 20, 80, 180), terrain=[wall])
    assert refusal(drive(t, "A1", ahead(20))).clause == "ba.veh.speed"
    near = table(tank("A1", 28, 20), tank("A2", 28, 36, card="C2"), tank("B1", 20, 80, 180), terrain=[wall])
    assert drive(near, "A1", ahead(10)).accepted
    truck = table(tank("A2", 28, 20, card="C2"), tank("B1", 20, 80, 180), terrain=[wall])
    assert refusal(drive(truck, "A2", ahead(10))).code == "blocked"


@clause("ba.geometry.vehicle_path")
@pytest.mark.parametrize(
    ("feature", "blocked"), [("wall", True), ("tree", True), ("bushes", False), ("tall_grass", False)]
)
def test_walls_and_trees_stop_vehicles_and_soft_cover_does_not_slow_them(feature: str, blocked: bool) -> None:
    t = table(tank("A1", 20, 20), tank("B1", 20, 80, 180), terrain=[piece(feature, 38, 20, 90, length=6, width=2)])
    result = drive(t, "A1", ahead(20))
    assert result.accepted is not blocked


@clause("ba.roadkill.friend")
def test_vehicles_do_not_drive_over_friends() -> None:
    t = table(tank("A1", 20, 20), squad("A2", (36, 20), (36, 23)), tank("B1", 20, 80, 180))
    assert refusal(drive(t, "A1", ahead(12))).clause == "ba.roadkill.friend"
    assert drive(t, "A1", ahead(7)).accepted, "contact is no overlap"


@clause("ba.veh.method", "ba.veh.save", "ba.veh.superscript")
def test_a_total_that_meets_the_threshold_and_a_failed_save_are_one_damage() -> None:
    t = table(tank("A1", 20, 20), tank("B1", 60, 20, 180))
    shot = t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(3, 3, 3, 2, 3))
    assert shot.accepted
    assert mark(t, "B1", "damage") == 1
    t = table(tank("A1", 20, 20), tank("B1", 60, 20, 180))
    t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(3, 3, 3, 2, 4))
    assert mark(t, "B1", "damage") == 0
    t = table(tank("A1", 20, 20), tank("B1", 60, 20, 180))
    t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(3, 3, 3, 1))
    assert mark(t, "B1", "damage") == 0, "10 is less than 11: no save is rolled"


@clause("ba.veh.sixes", "ba.veh.disabled", "ba.veh.destroyed")
def test_sixes_hurt_without_a_save_and_enough_damage_makes_a_wreck() -> None:
    t = table(tank("A1", 20, 20), tank("B1", 60, 20, 180), tank("B2", 60, 60, 180))
    t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(6, 6, 1, 1, 4))
    assert (mark(t, "B1", "damage"), mark(t, "B1", "disabled")) == (2, 1)
    t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(6, 1, 1, 1))
    assert t.unit("B1").status == "wreck"


@clause("ba.veh.disabled")
def test_a_disabled_vehicle_moves_but_does_not_attack_in_its_next_turn() -> None:
    t = table(tank("A1", 20, 20), tank("B1", 60, 20, 180, card="H2 hap"), tank("B2", 60, 60, 180))
    t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(6, 6, 1, 1))
    t.answer("end_turn")
    shot = refusal(t.answer("fire_guns", unit="B1", target="A1", weapon="hap"))
    assert (shot.code, shot.clause) == ("disabled", "ba.veh.disabled")
    assert drive(t, "B1", reverse(2)).accepted
    t.answer("end_turn")
    assert mark(t, "B1", "disabled") == 0
    t.answer("end_turn")
    assert t.answer("fire_guns", unit="B1", target="A1", weapon="hap", dice=dice(1, 1, 1, 1)).accepted


@clause("ba.veh.disabled")
def test_damage_of_two_turns_does_not_disable() -> None:
    t = table(tank("A1", 20, 20), tank("B1", 60, 20, 180, card="H2 hap"), tank("B2", 60, 60, 180))
    t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(6, 1, 1, 1))
    t.answer("end_turn")
    t.answer("end_turn")
    t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(6, 1, 1, 1))
    assert (mark(t, "B1", "damage"), mark(t, "B1", "disabled")) == (2, 0)


@clause("ba.veh.dash")
def test_a_weapon_with_a_dash_cannot_attack() -> None:
    t = table(tank("A1", 20, 20), tank("B1", 60, 20, 180, card="M2 map"))
    assert refusal(t.answer("fire_guns", unit="A1", target="B1", weapon="mg")).clause == "ba.veh.dash"


@clause("ba.veh.pool")
def test_identical_weapons_fire_together_and_a_weapon_that_is_not_there_does_not() -> None:
    t = table(tank("A1", 20, 20, card="L1 mg mg"), tank("B1", 60, 20, 180, card="L2"))
    assert refusal(t.answer("fire_guns", unit="A1", target="B1", weapon="map")).clause == "ba.veh.pool"
    t.answer("fire_guns", unit="A1", target="B1", weapon="mg", dice=dice(4, 3, 3, 3, 1))
    assert mark(t, "B1", "damage") == 1


@clause("ba.veh.turret")
def test_a_turret_turns_forty_five_degrees_free_and_farther_for_an_action() -> None:
    t = table(tank("A1", 40, 20), tank("B1", 40, 80, 270))
    assert refusal(t.answer("fire_guns", unit="A1", target="B1", weapon="map")).clause == "ba.veh.turret"
    assert t.answer("turn_turret", unit="A1", heading=90).accepted
    assert mark(t, "A1", "turret") == 90_000_000
    assert t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(1, 1, 1, 1)).accepted
    assert t.state.facts["actions"] == 1


@clause("ba.veh.turret")
def test_a_fired_turret_points_at_its_target_and_turns_with_the_hull() -> None:
    t = table(tank("A1", 40, 20), tank("B1", 80, 60, 180))
    t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(1, 1, 1, 1))
    assert mark(t, "A1", "turret") == 45_000_000
    drive(t, "A1", pivot(-45))
    assert refusal(t.answer("fire_guns", unit="A1", target="B1", weapon="mg")).code == "out_of_arc"
    assert mark(t, "A1", "turret") == 45_000_000


@clause("ba.veh.cover")
def test_a_vehicle_less_than_half_visible_is_attacked_with_three_dice() -> None:
    wall = piece("wall", 50, 24.5, 90, length=10, width=1, height=8)
    t = table(tank("A1", 20, 20), tank("B1", 60, 20, 90), terrain=[wall])
    (aim,) = action(t, "fire_map").offer.shooters[0].aims
    assert aim.dice == 3


@clause("ba.veh.ap_wall")
def test_an_ap_gun_fires_through_one_wall_with_a_die_less_and_a_better_save() -> None:
    wall = piece("wall", 40, 20, 90, length=30, width=1, height=8)
    t = table(tank("A1", 20, 20, card="M1 map hmg"), tank("B1", 60, 20, 180), terrain=[wall])
    assert refusal(t.answer("fire_guns", unit="A1", target="B1", weapon="hmg")).code == "not_seen"
    t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(5, 3, 3, 3))
    assert mark(t, "B1", "damage") == 0, "11 is met, the save of 3 is enough behind a wall"
    second = piece("wall", 44, 20, 90, length=30, width=1, height=8)
    t = table(tank("A1", 20, 20), tank("B1", 60, 20, 180), terrain=[wall, second])
    assert refusal(t.answer("fire_guns", unit="A1", target="B1", weapon="map")).clause == "ba.veh.ap_wall"


@clause("ba.swarm.rule")
def test_soldiers_in_contact_swarm_a_tank() -> None:
    minis = ((20, 16), (22, 26.2), (24, 26.5), (26.5, 26.5), (29, 27.5))
    t = table(squad("A1", *minis[1:]), tank("B1", 22, 20, 0))
    result = t.answer("swarm", unit="A1", target="B1", dice=dice(4, 4, 2, 3))
    assert result.accepted, result.refusal
    assert mark(t, "B1", "damage") == 1, "three in contact: 10 meets 10, the save fails"


@clause("ba.swarm.rule")
def test_nobody_in_contact_no_swarm() -> None:
    t = table(squad("A1", (22, 27), (24.5, 27)), tank("B1", 22, 20, 0))
    assert refusal(t.answer("swarm", unit="A1", target="B1")).code == "no_contact"
    t = table(squad("A1", (22, 26), (24.5, 26), prone=1), tank("B1", 22, 20, 0))
    assert refusal(t.answer("swarm", unit="A1", target="B1")).code == "prone"


@clause("ba.iva.weapons", "ba.iva.dice", "ba.iva.save", "ba.weapon.rocket.cap")
def test_rockets_hit_die_by_die_and_armour_saves_on_five() -> None:
    team = squad("A1", (30, 20), (30, 23), card="2 regular smg rocket")
    t = table(team, tank("B1", 50, 20, 180))
    both = [{"figure": "f1", "item": "rocket"}, {"figure": "f2", "item": "rocket"}]
    result = t.answer("attack_armour", unit="A1", target="B1", items=both, dice=dice(4, 5, 1, 4, 5))
    assert result.accepted, result.refusal
    assert mark(t, "B1", "damage") == 1, "three dice at the front: two hits, one saved on 5"
    assert all(not each.marks for each in t.unit("A1").squad), "both rockets are spent"
    none = refusal(t.answer("attack_armour", unit="A1", target="B1", items=both))
    assert none.clause == "ba.iva.weapons"


@clause("ba.iva.weapons")
def test_small_arms_do_nothing_to_armour() -> None:
    t = table(squad("A1", (30, 20), (30, 23)), tank("B1", 50, 20, 180, card="C1"))
    assert refusal(t.answer("attack", unit="A1", target="B1"))
    assert refusal(t.answer("attack_armour", unit="A1", target="B1", items=[])).clause == "ba.iva.weapons"


@clause("ba.iva.range", "ba.iva.joint")
def test_range_is_measured_to_the_edge_of_the_hull_from_the_nearest_wielder() -> None:
    team = squad("A1", (30, 20), (25, 20), card="2 regular smg rocket")
    far = table(team, tank("B1", 87.1, 20, 0))
    items = [{"figure": "f1", "item": "rocket"}, {"figure": "f2", "item": "rocket"}]
    assert refusal(far.answer("attack_armour", unit="A1", target="B1", items=items)).clause == "ba.iva.range"
    near = table(team, tank("B1", 87, 20, 0))
    assert near.answer("attack_armour", unit="A1", target="B1", items=items, dice=dice(1, 1, 1, 1)).accepted


@clause("ba.iva.veteran")
def test_a_veteran_who_fires_raises_one_die() -> None:
    team = squad("A1", (30, 20), (30, 23), card="veteran smg rocket, regular smg rocket")
    t = table(team, tank("B1", 50, 20, 0))
    t.answer("attack_armour", unit="A1", target="B1", items=[{"figure": "f1", "item": "rocket"}], dice=dice(3, 1, 1, 4))
    assert mark(t, "B1", "damage") == 1
    t.answer("attack_armour", unit="A1", target="B1", items=[{"figure": "f2", "item": "rocket"}], dice=dice(3, 1, 1))
    assert mark(t, "B1", "damage") == 1
