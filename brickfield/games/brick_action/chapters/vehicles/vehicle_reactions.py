"""Vehicles and reactions: which weapon of a vehicle reacts, who reacts to a vehicle that drives, and what that does."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry import Pose
from ...base.battlefield import is_vehicle
from ...base.measures import measures
from ...base.reactions.reactive_fire import Reaction, reaction_of
from ...base.sight.landscape import mount
from ...base.sight.sight import sight
from .armour import half_hidden, threshold
from .batteries import batteries_of
from .battery_fire import minis_borne_on
from .chapter import VEHICLES
from .vehicle_damage import cannot_attack
from .vehicle_sight import HullSeen, bears, hull_seen
from .vehicles import class_of, vehicle_weapons

# the model of a vehicle in the counts of a move
HULL = ""


@rule("ba.reactive.vehicle_by", "ba.reactive.vs_vehicle", "ba.veh.disabled")
def vehicles_react(state: State, unit: Unit, mover: Unit) -> bool:
    """Vehicles that can attack react; to a vehicle only those that can harm its class."""
    return cannot_attack(state, unit) is None and any(
        harms(state, weapon, mover) for weapon in batteries_of(state, unit)
    )


def harms(state: State, weapon: str, mover: Unit) -> bool:
    """Whether a row of the armour table can harm a mover at all."""
    return not is_vehicle(state, mover) or not isinstance(threshold(weapon, class_of(state, mover).id), Refusal)


@rule("ba.reactive.vehicle_by", "ba.reactive.range", "ba.veh.turret")
def reaction_weapon(state: State, unit: Unit, mover: Unit, at: Mapping[str, Pose] | None = None) -> str:
    """A weapon of a vehicle whose arc and range cover a mover, without turning farther than is free; else empty."""
    there = moved_to(state, mover, at or {})
    target = there.units[mover.id]
    for weapon in batteries_of(there, unit):
        reach = vehicle_weapons()[weapon].range + measures().tolerance
        if not harms(there, weapon, target):
            continue
        if is_vehicle(there, target):
            seen = hull_seen(there, mount(there, unit), target)
            if seen.share > 0.0 and seen.distance <= reach and bears(there, unit, weapon, target.here.place):
                return weapon
            continue
        looked = minis_borne_on(there, unit, target, weapon, sight(there, unit, target))
        if looked.seen and looked.distance <= reach:
            return weapon
    return ""


def moved_to(state: State, unit: Unit, at: Mapping[str, Pose]) -> State:
    """The table with the models of a unit at a step of its way."""
    if not at:
        return state
    if not unit.squad:
        return state.with_units(replace(unit, pose=at.get(HULL, unit.pose)))
    figures = tuple([replace(each, pose=at.get(each.id, each.pose)) for each in unit.squad])
    return state.with_units(replace(unit, figures=figures))


@rule("ba.reactive.vs_vehicle", "ba.reactive.trigger_cover", "ba.reactive.vehicle_by")
def watch(state: State, reactor: Unit, mover: Unit, at: Mapping[str, Pose]) -> tuple[dict[str, bool], bool]:
    """What a vehicle sees of a mover at a step: squads as minis see them, a vehicle as a hull."""
    in_reach = bool(reaction_weapon(state, reactor, mover, at))
    if not is_vehicle(state, mover):
        seen = sight(state, reactor, mover, at)
        return {each.figure: each.covered for each in seen.seen}, in_reach
    there = moved_to(state, mover, at)
    return of_a_hull(hull_before(there, reactor, there.units[mover.id]), in_reach=in_reach)


@rule("ba.reactive.trigger_cover")
def of_a_hull(seen: HullSeen | None, *, in_reach: bool) -> tuple[dict[str, bool], bool]:
    """What is seen of a vehicle at a step: less than half visible, or in soft cover, it is covered."""
    if seen is None or seen.share == 0.0:
        return {}, False
    return {HULL: seen.soft or half_hidden(seen.share)}, in_reach


@rule("ba.reactive.vs_vehicle", "ba.reactive.range")
def hull_before(state: State, reactor: Unit, target: Unit) -> HullSeen | None:
    """The hull of a vehicle as who reacts has it before the mount of its weapon: how much is seen, how far away."""
    return sees_hulls_by(state, reactor)(state, reactor, target)


def _from_the_mount(state: State, reactor: Unit, target: Unit) -> HullSeen | None:
    return hull_seen(state, mount(state, reactor), target)


@Question
def sees_hulls_by(state: State, reactor: Unit) -> Callable[[State, Unit, Unit], HullSeen | None]:
    """What looks at vehicles when a unit reacts: the mount of its weapons."""
    return _from_the_mount


BY_BATTERIES = Reaction(vehicles_react, watch, reaction_weapon)


@reaction_of.amended(VEHICLES)
def reaction_of_vehicles(state: State, unit: Unit, reaction: Reaction) -> Reaction:
    """A vehicle reacts with its batteries."""
    return BY_BATTERIES if is_vehicle(state, unit) else reaction
