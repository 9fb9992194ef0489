"""Dice against armour: totals and thresholds, sixes, saves, damage, arcs and what makes a pool smaller."""

from __future__ import annotations

from typing import get_args

import pytest

from brickfield.core.refusal import Refusal
from brickfield.games.brick_action.chapters.anti_armour.swarm import swarm_dice, swarm_fault
from brickfield.games.brick_action.chapters.heavy_support.heavy_support import (
    crew_fault,
    heavy_allowance,
    heavy_dice,
    heavy_points,
    operating,
    size_fault,
)
from brickfield.games.brick_action.chapters.vehicles.armour import (
    Blow,
    arc_of,
    battery_dice,
    by_die,
    by_total,
    damage_of,
    disables,
    half_hidden,
    hand_weapon_dice,
    is_destroyed,
    long_shot_loss,
    reduced,
    rocket_capped,
    save_needed,
    threshold,
)
from brickfield.games.brick_action.chapters.vehicles.vehicles import SWARM, vehicle_weapons
from brickfield.games.brick_action.setup.options import HeavyRow
from brickfield.testing import clause


@clause("ba.veh.dash")
def test_a_dash_cannot_be_attacked() -> None:
    fault = threshold("mg", "M2")
    assert isinstance(fault, Refusal)
    assert fault.clause == "ba.veh.dash"
    assert threshold("hmg", "M3") == 14


@clause("ba.veh.method")
def test_an_equal_total_meets_the_threshold() -> None:
    assert by_total((5, 5, 3), 13) == Blow(0, 1)
    assert by_total((5, 5, 2), 13) == Blow(0, 0)
    assert by_total((5, 5, 2), 13, plus=1) == Blow(0, 1)


@clause("ba.veh.sixes")
def test_sixes_do_damage_whether_or_not_the_total_is_enough() -> None:
    assert by_total((6, 1), 13) == Blow(1, 0)
    assert by_total((6, 6, 4), 14) == Blow(2, 1)


@clause("ba.iva.dice", "ba.iva.nat6")
def test_hand_weapons_hit_die_by_die() -> None:
    assert by_die((4, 5, 6, 3, 1)) == Blow(1, 2)


@clause("ba.iva.veteran")
def test_a_plus_one_goes_where_it_makes_a_hit() -> None:
    assert by_die((3, 2, 1), 1) == Blow(0, 1)
    assert by_die((2, 1), 1) == Blow(0, 0)
    assert by_die((3, 3, 2), 2) == Blow(0, 2)
    assert by_die((2, 5), 2) == Blow(0, 2)
    assert by_die((5, 6), 1) == Blow(1, 1), "a raised 5 is no natural 6"


@clause("ba.veh.save", "ba.iva.save", "ba.veh.ap_wall")
def test_a_vehicle_saves_on_four_against_hand_weapons_on_five_behind_a_wall_on_three() -> None:
    assert (save_needed(), save_needed(by_hand_weapons=True), save_needed(bonus=1)) == (4, 5, 3)


@clause("ba.veh.save")
def test_each_failed_save_is_one_damage() -> None:
    assert damage_of(Blow(1, 2), (4, 5), 5) == 2
    assert damage_of(Blow(0, 1), (4,), 4) == 0
    assert damage_of(Blow(0, 1), (3,), 4) == 1


@clause("ba.veh.superscript")
def test_a_vehicle_is_destroyed_by_the_damage_of_its_class() -> None:
    assert not is_destroyed("M2", 3)
    assert is_destroyed("M2", 4)
    assert is_destroyed("C1", 1)


@clause("ba.veh.disabled")
def test_two_damage_in_a_turn_disable() -> None:
    assert [disables(each) for each in (0, 1, 2, 3)] == [False, False, True, True]


@clause("ba.geometry.arcs")
@pytest.mark.parametrize(
    ("degrees", "arc"),
    [(0, "front"), (45, "front"), (-45, "front"), (45.01, "side"), (135, "side"), (135.01, "rear"), (180, "rear"),
     (-135.01, "rear"), (315, "front"), (225, "side")],
)  # fmt: skip
def test_arcs_of_a_vehicle(degrees: float, arc: str) -> None:
    assert arc_of(degrees) == arc


@clause("ba.veh.cover")
def test_less_than_half_visible_is_at_most_three_dice() -> None:
    assert half_hidden(5 / 11)
    assert not half_hidden(0.5)
    pool = battery_dice("hap", 1)
    assert reduced(pool, beyond=0, through_wall=False, hidden=True).total == 3
    assert reduced(pool, beyond=0, through_wall=False, hidden=False).total == 4


@clause("ba.geometry.dice_order")
def test_dice_are_lost_before_the_cap() -> None:
    pool = reduced(battery_dice("map", 2), beyond=2, through_wall=True, hidden=True)
    assert pool.total == 3
    assert [line.value for line in pool.lines()] == [8, -2, -1, -2]


@clause("ba.veh.ap_wall")
def test_a_wall_costs_a_die() -> None:
    assert reduced(battery_dice("lap", 1), beyond=0, through_wall=True, hidden=False).total == 2


@clause("ba.longshot")
def test_every_four_studs_begun_beyond_the_range_cost_a_die() -> None:
    assert [long_shot_loss(each, 64.0) for each in (63.0, 64.0, 64.1, 68.0, 68.1)] == [0, 0, 1, 1, 2]


@clause("ba.veh.pool", "ba.veh.vs_infantry")
def test_identical_weapons_add_their_dice() -> None:
    assert battery_dice("mg", 2).total == 4
    assert battery_dice("map", 1).total == 4


@clause("ba.weapon.rocket.cap")
def test_a_rocket_has_three_dice_at_most_but_against_the_rear() -> None:
    pool = hand_weapon_dice(2, (("Rocket", 2), ("Rocket", 2)))
    assert pool.total == 6
    assert rocket_capped(pool, 2, "front").total == 3
    assert rocket_capped(pool, 2, "side").total == 3
    assert rocket_capped(pool, 2, "rear").total == 6
    assert rocket_capped(pool, 0, "front").total == 6


@clause("ba.iva.joint", "ba.iva.dice")
def test_at_most_three_wielders_count() -> None:
    assert hand_weapon_dice(5, [("Grenade", 1)] * 5).total == 8


def swarmed(faces: tuple[int, ...], class_id: str) -> Blow:
    needed = threshold(SWARM, class_id)
    assert not isinstance(needed, Refusal)
    return by_total(faces, needed)


@clause("ba.swarm.rule", "ba.swarm.row")
def test_a_swarm_rolls_a_die_for_each_soldier_against_its_own_row() -> None:
    assert swarm_dice(5).total == 5
    assert swarmed((2, 2, 2, 2, 2), "M1") == Blow(0, 1)
    assert swarmed((1, 2, 2, 2, 2), "M1") == Blow(0, 0)
    assert swarmed((6, 6), "H2") == Blow(2, 0)


@clause("ba.swarm.rule")
@pytest.mark.parametrize(
    ("contact", "prone", "suppressed", "code"),
    [(0, False, False, "no_contact"), (3, True, False, "prone"), (3, False, True, "suppressed"), (1, False, False, "")],
)
def test_who_may_swarm(contact: int, prone: bool, suppressed: bool, code: str) -> None:
    fault = swarm_fault(contact, prone=prone, suppressed=suppressed)
    assert (fault.code if fault else "") == code


@clause("ba.heavy.cost", "ba.heavy.vs_armor")
def test_heavy_support_costs_sixty_five_and_the_difference_of_its_row() -> None:
    assert heavy_points() == 65
    assert heavy_points("map") == 115
    least = vehicle_weapons()["hmg"].cost
    dear = [each.id for each in vehicle_weapons().values() if each.id != SWARM and each.cost >= least]
    assert dear == ["hmg", "l_cannon", "h_cannon", "lap", "map", "hap"] == list(get_args(HeavyRow))


@clause("ba.heavy.base", "ba.heavy.dice", "ba.heavy.ladder", "ba.heavy.crew_max")
def test_dice_of_heavy_support_by_its_crew() -> None:
    assert [heavy_dice(operating(each)).total for each in (0, 1, 2, 5)] == [0, 3, 5, 5]
    assert crew_fault(1) is None
    fault = crew_fault(0)
    assert fault is not None
    assert fault.clause == "ba.heavy.dice"


@clause("ba.heavy.extra")
def test_a_heavy_support_unit_has_two_to_five_minis() -> None:
    assert [size_fault(each) is None for each in (1, 2, 5, 6)] == [False, True, True, False]


@clause("ba.heavy.move")
def test_two_move_it_at_half_speed_three_at_full() -> None:
    assert [heavy_allowance(each) for each in (0, 1, 2, 3, 5)] == [0.0, 0.0, 8.0, 16.0, 16.0]
