"""Vehicles and holds: which of them they may place, and held attacks through a wall."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from ...base.battlefield import describe, is_vehicle, number
from ...base.firing.shots import MountedShot
from ..holds.holds import ATTACKS, Hold, PlaceHold, first_bar, is_over
from ..holds.responding import attack_reaches, marks_of_moves
from .armour_shots import ArmourShot, gun_shot
from .batteries import batteries_of
from .battery_fire import battery_shot
from .chapter import VEHICLES
from .vehicle_damage import ABANDONED, DISABLED, DRIVES
from .vehicles import vehicle_weapons

OF_VEHICLES = ("attack", "move")


@marks_of_moves.amended(VEHICLES)
@rule("ba.veh.speed")
def drives_count(state: State, marks: tuple[str, ...]) -> tuple[str, ...]:
    """How often a vehicle has driven."""
    return (*marks, DRIVES)


@attack_reaches.amended(VEHICLES)
def reaches_through_walls(state: State, holder: Unit, mover: Unit, before: bool) -> bool:
    """See `pierces`."""
    return before or (is_vehicle(state, holder) and pierces(state, holder, mover))


@rule("ba.hold.immediate", "ba.veh.ap_wall", "ba.cover.total.flush")
def pierces(state: State, holder: Unit, mover: Unit) -> bool:
    """Whether an AP gun reaches within its range whom it does not see: through a wall, or behind what he lies at."""
    for weapon in [each for each in batteries_of(state, holder) if vehicle_weapons()[each].ap]:
        if mover.squad:
            shot = battery_shot(state, holder, mover, weapon)
            if isinstance(shot, MountedShot) and not shot.pool.beyond:
                return True
        else:
            hit = gun_shot(state, holder, mover, weapon)
            if isinstance(hit, ArmourShot) and hit.distance <= vehicle_weapons()[weapon].range:
                return True
    return False


@first_bar.amended(VEHICLES)
@rule("ba.hold.vehicles", "ba.veh.disabled", "ba.veh.dismount", "ba.hold.duration")
def vehicle_fault(state: State, unit: Unit, order: PlaceHold) -> Refusal | None:
    """A vehicle holds to attack or to move; not without its crew, and to attack not while it is disabled."""
    if not is_vehicle(state, unit):
        return None
    if order.response not in OF_VEHICLES:
        sentence = f"{describe(state, unit.id)} may hold to attack or to move, nothing else."
        return illegal("not_for_vehicles", "ba.hold.vehicles", sentence)
    if number(unit, ABANDONED):
        return illegal("no_crew", "ba.veh.dismount", f"{describe(state, unit.id)} has no crew in it.")
    if number(unit, DISABLED) and order.response in ATTACKS:
        return illegal("disabled", "ba.veh.disabled", f"{describe(state, unit.id)} is disabled and cannot attack.")
    return None


@is_over.amended(VEHICLES)
@rule("ba.hold.duration", "ba.veh.disabled")
def held_in_vain(state: State, hold: Hold, before: bool) -> bool:
    """A vehicle that is disabled holds to attack no more."""
    return before or (number(state.units[hold.unit], DISABLED) > 0 and hold.response in ATTACKS)
