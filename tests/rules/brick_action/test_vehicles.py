"""The armour table: classes, weapons, points, what may be mounted, and the rockets that heavy armour gives away."""

from __future__ import annotations

import pytest

from brickfield.core.refusal import Refusal
from brickfield.games.brick_action.chapters.vehicles.vehicles import (
    batteries,
    free_rockets,
    is_turreted,
    mounting_fault,
    vehicle_classes,
    vehicle_points,
    vehicle_weapons,
)
from brickfield.testing import clause

# as printed: the table row by row, 0 for a dash
ROWS = {
    "infantry_swarm": (1, (6, 7, 8, 9, 10, 12, 14, 15, 16), 0),
    "mg": (2, (9, 10, 11, 13, 14, 0, 0, 0, 0), 20),
    "hmg": (2, (7, 8, 9, 10, 11, 13, 14, 0, 0), 30),
    "l_cannon": (3, (9, 10, 12, 14, 16, 17, 18, 19, 20), 45),
    "h_cannon": (3, (9, 9, 10, 11, 12, 13, 14, 15, 16), 60),
    "lap": (3, (8, 8, 8, 10, 12, 13, 14, 15, 16), 70),
    "map": (4, (7, 7, 8, 10, 11, 12, 13, 14, 15), 80),
    "hap": (4, (7, 7, 7, 9, 10, 11, 12, 13, 14), 90),
}
CLASSES = ("C1", "C2", "L1", "L2", "M1", "M2", "M3", "H1", "H2")


@clause("ba.table.mg", "ba.table.hmg", "ba.table.l_cannon", "ba.table.h_cannon", "ba.table.lap", "ba.table.map")
@clause("ba.table.hap", "ba.swarm.row", "ba.veh.subscript")
@pytest.mark.parametrize("row", ROWS)
def test_a_row_of_the_armour_table_is_as_printed(row: str) -> None:
    weapon = vehicle_weapons()[row]
    dice, thresholds, points = ROWS[row]
    assert (weapon.dice, weapon.cost) == (dice, points)
    assert tuple(weapon.threshold[each] for each in CLASSES) == thresholds


@clause("ba.table.points", "ba.veh.speed", "ba.veh.superscript", "ba.veh.capacity")
def test_the_columns_of_the_armour_table_are_as_printed() -> None:
    rows = [vehicle_classes()[each] for each in CLASSES]
    assert [each.cost for each in rows] == [55, 75, 90, 100, 120, 140, 165, 175, 200]
    assert [each.speed for each in rows] == [36, 30, 28, 24, 20, 18, 16, 14, 12]
    assert [each.damage_points for each in rows] == [1, 2, 3, 3, 3, 4, 4, 5, 5]
    assert [each.capacity for each in rows] == [3, 10, 0, 0, 0, 0, 0, 0, 0]


@clause("ba.geometry.vehicle")
def test_footprints_are_as_ruled() -> None:
    sizes = [tuple(vehicle_classes()[each].footprint) for each in CLASSES]
    assert sizes == [
        (10, 6, 4),
        (16, 8, 6),
        *[(14, 8, 5)] * 2,
        (16, 10, 6),
        *[(18, 10, 6)] * 2,
        *[(22, 12, 7)] * 2,
    ]


@clause("ba.veh.range")
def test_ranges_are_as_ruled() -> None:
    ranges = {name: row.range for name, row in vehicle_weapons().items() if name != "infantry_swarm"}
    assert ranges == {"mg": 64, "hmg": 70, "l_cannon": 80, "h_cannon": 96, "lap": 96, "map": 96, "hap": 96}


@clause("ba.veh.ap_def")
def test_ap_guns_are_the_three_tank_guns() -> None:
    assert [name for name, row in vehicle_weapons().items() if row.ap] == ["lap", "map", "hap"]


@clause("ba.veh.cost", "ba.veh.cost.example")
def test_a_vehicle_costs_its_class_and_its_weapons() -> None:
    assert vehicle_points("M2", ("map", "mg")) == 240
    assert vehicle_points("C1", ()) == 55


@clause("ba.veh.weapons_max")
@pytest.mark.parametrize(
    ("class_id", "weapons"),
    [("C1", ("lap",)), ("C1", ("mg", "mg")), ("M2", ("map", "map")), ("H2", ("hap", "mg", "mg", "hmg"))],
)
def test_too_many_weapons_are_refused(class_id: str, weapons: tuple[str, ...]) -> None:
    fault = mounting_fault(class_id, weapons)
    assert isinstance(fault, Refusal)
    assert fault.clause == "ba.veh.weapons_max"


@clause("ba.veh.weapons_max")
@pytest.mark.parametrize(
    ("class_id", "weapons"), [("C1", ("hmg",)), ("C2", ("lap", "mg", "mg")), ("H2", ("hap", "mg", "hmg")), ("M1", ())]
)
def test_a_main_weapon_and_two_machine_guns_are_allowed(class_id: str, weapons: tuple[str, ...]) -> None:
    assert mounting_fault(class_id, weapons) is None


@pytest.mark.parametrize(("class_id", "weapons"), [("X9", ()), ("M1", ("infantry_swarm",)), ("M1", ("laser",))])
def test_what_is_not_in_the_table_cannot_be_built(class_id: str, weapons: tuple[str, ...]) -> None:
    fault = mounting_fault(class_id, weapons)
    assert isinstance(fault, Refusal)
    assert fault.kind == "invalid"


@clause("ba.setup.free_rockets")
def test_each_vehicle_of_m2_and_above_gives_the_enemy_one_rocket() -> None:
    assert free_rockets(("C1", "C2", "L1", "L2", "M1")) == 0
    assert free_rockets(("M2", "M3", "H1", "H2", "M2")) == 5


@clause("ba.veh.pool")
def test_identical_weapons_fire_together() -> None:
    assert dict(batteries(("map", "mg", "mg"))) == {"map": 1, "mg": 2}


@clause("ba.veh.turret")
def test_main_weapons_of_l1_and_above_are_in_a_turret() -> None:
    assert is_turreted("L1", "lap")
    assert is_turreted("H2", "hap")
    assert not is_turreted("C2", "lap")
    assert not is_turreted("M1", "mg")
