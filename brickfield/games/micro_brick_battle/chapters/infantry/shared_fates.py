"""Shared fates: what becomes of infantry at a gun that is lost, and of work on a vehicle that is hit."""

from __future__ import annotations

from brickfield.core.board import WRECK, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.battlefield import is_target, targets_of
from ...base.losses import wreck_hit
from ...base.winning import unit_lost
from .chapter import INFANTRY
from .infantry import REPAIRED, REPAIRS, mark, repairing
from .joining import gun_lost


@unit_lost.amended(INFANTRY)
@rule("inf.arty.destroyed", "inf.eng.once", "inf.eng.hit")
def after_loss(t: Table, unit_id: UnitId) -> None:
    """A unit is destroyed: half of the infantry at a gun is left, and a repair marker is gone."""
    gun_lost(t, unit_id)
    break_off(t, unit_id)
    if REPAIRED in t.units[unit_id].marks:
        mark(t, unit_id, REPAIRED, 0, "inf.eng.once")


@rule("inf.eng.hit")
def under_repair(state: State, vehicle: UnitId) -> list[Unit]:
    """The engineers that are at work on a vehicle."""
    return [unit for unit in state.units.values() if REPAIRS + vehicle in unit.marks and unit.alive]


@is_target.amended(INFANTRY)
@rule("inf.eng.hit")
def or_is_worked_on(state: State, unit: Unit, before: bool) -> bool:
    """A wreck may be fired at while engineers are at work on it."""
    return before or (unit.status == WRECK and bool(under_repair(state, unit.id)))


@targets_of.amended(INFANTRY)
@rule("inf.eng.hit")
def and_wrecks_worked_on(state: State, seat: int, enemies: list[Unit]) -> list[Unit]:
    """The wrecks of enemies that engineers work on are targets too."""
    wrecks = [unit for unit in state.units.values() if unit.status == WRECK and is_target(state, unit)]
    return [*enemies, *[unit for unit in wrecks if not state.match.allied(unit.seat, seat)]]


@wreck_hit.amended(INFANTRY)
@rule("inf.eng.hit")
def break_off(t: Table, vehicle: UnitId) -> None:
    """A hit on the vehicle: nothing comes of this round's repair."""
    for unit in under_repair(t, vehicle):
        mark(t, unit.id, REPAIRS + vehicle, 0, "inf.eng.hit")


@rule("inf.eng.hit")
def stop_work(t: Table, unit_id: UnitId) -> None:
    """Engineers that have lost a marker have done nothing in this round."""
    vehicle = repairing(t.units[unit_id])
    if vehicle:
        mark(t, unit_id, REPAIRS + vehicle, 0, "inf.eng.hit")
