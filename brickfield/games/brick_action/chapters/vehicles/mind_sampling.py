"""Any legal order at random for vehicles, for infantry against them, and for objectives."""

from __future__ import annotations

import random
from math import atan2, degrees
from typing import Any

from brickfield.core.board import Unit
from brickfield.core.decisions import Decision, React
from brickfield.core.judging.judging import Mind
from brickfield.core.state import State
from brickfield.geometry import kernel
from ...base.battlefield import hull_of, is_vehicle, match_of, units_of
from ...base.moving.paths import Move, Stride, allowance
from ..anti_armour.anti_armour import AttackArmour, Swarm
from ..capture.activating import Activate, activate_fault
from ..flags.flags import FLAG, TAKE_FLAG
from ..heavy_support.heavy_fire import CrewGun, FireHeavy, LeaveGun, crew_gun_fault
from ..heavy_support.heavy_guns import gun_of, guns_left
from .armour_shots import anti_armour_items, in_contact
from .batteries import batteries_of
from .boarding import MayBoard, MountUp, is_mounted, room_left
from .dismounting import DISMOUNT
from .driving import Ahead, AnyLeg, Pivot, Reverse
from .vehicle_fire import FireGuns, TurnTurret, turret_weapon
from .vehicle_moves import Drive
from .vehicle_sight import bearing_to
from .vehicles import class_of
from .wrecks import PlaceSurvivors

_BAIL, _RIDE = 0.02, 0.2


def any_vehicle_order(state: State, unit: Unit, target: Unit, rng: random.Random) -> Any:
    """Fire, drive or turn the turret; a crew seldom gets out."""
    weapons = list(batteries_of(state, unit))
    roll = rng.random()
    if weapons and roll < 0.5:
        return FireGuns(unit.id, target.id, weapons[int(rng.random() * len(weapons))])
    if roll < 0.6 and turret_weapon(state, unit) and unit.pose is not None and target.pose is not None:
        return TurnTurret(unit.id, round(bearing_to(unit.pose.place, target.pose.place), 3))
    if roll < 0.6 + _BAIL:
        return _offered(DISMOUNT.offer(state, unit), rng)
    return any_drive(state, unit, target, rng)


def any_drive(state: State, unit: Unit, target: Unit, rng: random.Random) -> Any:
    """Turn towards an enemy as far as one may, then go; now and then back."""
    if unit.pose is None or target.pose is None:
        return None
    speed = class_of(state, unit).speed
    off = degrees(atan2(target.pose.y - unit.pose.y, target.pose.x - unit.pose.x)) - unit.pose.degrees
    turn = max(-90.0, min(90.0, (off + 180.0) % 360.0 - 180.0)) * rng.random()
    studs = round(0.5 + rng.random() * (speed / 2 - 0.5), 1)
    legs: list[AnyLeg] = [Pivot(round(turn, 1))]
    legs.append(Reverse(studs / 2) if rng.random() < 0.1 else Ahead(studs))
    return Drive(unit.id, tuple(legs))


def any_special_order(state: State, unit: Unit, target: Unit, rng: random.Random) -> Any:
    """What a squad may do about vehicles and objectives, if there is anything; else None."""
    if is_mounted(state, unit):
        return _offered(DISMOUNT.offer(state, unit), rng) if rng.random() < 0.5 else None
    if rng.random() < _RIDE and (way := _to_a_ride(state, unit)) is not None:
        return way
    if gun_of(state, unit) is not None and rng.random() < 0.6:
        return LeaveGun(unit.id) if rng.random() < _BAIL else FireHeavy(unit.id, target.id)
    for gun in guns_left(state, unit.seat):
        if crew_gun_fault(state, unit, gun.id) is None:
            return CrewGun(unit.id, gun.id)
    objective = match_of(state).objective.kind
    if objective == "capture" and activate_fault(state, unit) is None:
        return Activate(unit.id)
    if objective == FLAG:
        taken = _offered(TAKE_FLAG.offer(state, unit), rng)
        if taken is not None:
            return taken
    if not is_vehicle(state, target):
        return None
    if in_contact(state, unit, target):
        return Swarm(unit.id, target.id)
    items = anti_armour_items(unit)
    if items and rng.random() < 0.5:
        salvo = tuple(items) if rng.random() < 0.5 else (items[int(rng.random() * len(items))],)
        return AttackArmour(unit.id, target.id, salvo)
    return None


def _to_a_ride(state: State, unit: Unit) -> Move | None:
    """A move to the side of a vehicle of one's own that has room for the squad."""
    at, most = unit.pose, allowance(state, unit)
    if at is None:
        return None
    for vehicle in units_of(state, unit.seat):
        if is_vehicle(state, vehicle) and room_left(state, vehicle) >= len(unit.standing) and vehicle.pose is not None:
            gap = kernel.point_distance(hull_of(state, vehicle), *at.place) - 2.0
            if 0.5 <= gap <= most:
                return Move(unit.id, (Stride(round(bearing_to(at.place, vehicle.pose.place), 1), round(gap, 1)),))
    return None


def _offered(action: Any, rng: random.Random) -> Any:
    """One of the choices of an action that is open."""
    if action is None or action.closed is not None or not action.offer.choices:
        return None
    choices = action.offer.choices
    return choices[int(rng.random() * len(choices))].answer


def any_boarding(state: State, decision: MayBoard, rng: random.Random) -> Any:
    """Mostly in."""
    if rng.random() < 0.3:
        return React(yes=False)
    return MountUp(decision.vehicles[int(rng.random() * len(decision.vehicles))])


def any_survivors(state: State, decision: PlaceSurvivors, rng: random.Random) -> Any:
    """One of the places beside the wreck."""
    choices = decision.choices(state)
    return choices[int(rng.random() * len(choices))].answer


MINDS: dict[type[Decision], Mind] = {
    MayBoard: Mind(samples=any_boarding),
    PlaceSurvivors: Mind(samples=any_survivors),
}
