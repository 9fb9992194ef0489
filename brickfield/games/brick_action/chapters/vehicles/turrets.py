"""Turrets: the free rotation before an attack."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.table import Table
from brickfield.geometry import GRAIN
from ...base.firing.attack import weapon_aimed
from .chapter import VEHICLES
from .vehicle_damage import TURRET, mark
from .vehicle_sight import bearing_to, bears
from .vehicles import class_of, is_turreted


@weapon_aimed.amended(VEHICLES)
@rule("ba.veh.turret")
def turn_turret(t: Table, unit_id: str, target_id: str, weapon: str) -> None:
    """The free rotation before an attack: the turret points at its target afterwards, at a mini within 45 degrees."""
    unit, target = t.units[unit_id], t.units[target_id]
    if not weapon or unit.pose is None or target.pose is None or unit.squad:
        return
    if is_turreted(class_of(t, unit).id, weapon):
        minis = [each.pose.place for each in target.standing if each.pose is not None]
        near = (spot for spot in (target.pose.place, *minis) if bears(t, unit, weapon, spot))
        off = bearing_to(unit.pose.place, next(near, target.pose.place)) - unit.pose.degrees
        mark(t, unit_id, TURRET, round(off % 360.0 * GRAIN) % (360 * GRAIN), "ba.veh.turret")
