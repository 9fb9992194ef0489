"""Heavy support and reactions: what a crewed weapon reacts to, and what it sees of a mover."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.geometry import Pose
from ...base.battlefield import GUN, is_vehicle, match_of, number
from ...base.firing.shots import HEAVY
from ...base.measures import measures
from ...base.reactions.reactive_fire import Reaction, reaction_of
from ...base.sight.sight import FROM_THE_GUN, sight
from ..vehicles.vehicle_reactions import harms, moved_to, of_a_hull, sees_hulls_by
from ..vehicles.vehicle_sight import HullSeen
from .chapter import HEAVY_SUPPORT
from .gun_sight import hull_before_gun
from .heavy_guns import crew_at
from .heavy_support import heavy_numbers


@rule("ba.reactive.vehicle_by", "ba.reactive.vs_vehicle")
def guns_react(state: State, unit: Unit, mover: Unit) -> bool:
    """Crewed heavy weapons react; to a vehicle only those that can harm its class."""
    return crew_at(state, unit) > 0 and harms(state, match_of(state).options.heavy_row, mover)


@rule("ba.reactive.vehicle_by", "ba.reactive.range")
def gun_that_reacts(state: State, unit: Unit, mover: Unit) -> str:
    """The weapon, where it reaches the mover; else empty."""
    return HEAVY if _gun_reaches(state, unit, mover) else ""


@rule("ba.reactive.vs_vehicle", "ba.heavy.range")
def _gun_reaches(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a heavy weapon sees a unit within its range."""
    if is_vehicle(state, target):
        seen = hull_before_gun(state, unit, target)
        return seen is not None and seen.share > 0.0 and seen.distance <= heavy_numbers().range + measures().tolerance
    looked = sight(state, unit, target, firing=FROM_THE_GUN)
    return bool(looked.seen) and looked.distance <= heavy_numbers().range + measures().tolerance


@rule("ba.reactive.vs_vehicle", "ba.reactive.trigger_cover", "ba.reactive.vehicle_by")
def watch_from_the_gun(
    state: State, reactor: Unit, mover: Unit, at: Mapping[str, Pose]
) -> tuple[dict[str, bool], bool]:
    """What a heavy weapon sees of a mover at a step."""
    there = moved_to(state, mover, at)
    target = there.units[mover.id]
    in_reach = bool(gun_that_reacts(there, reactor, target))
    if is_vehicle(state, mover):
        return of_a_hull(hull_before_gun(there, reactor, target), in_reach=in_reach)
    seen = sight(state, reactor, mover, at, FROM_THE_GUN)
    return {each.figure: each.covered for each in seen.seen}, in_reach


BY_THE_GUN = Reaction(guns_react, watch_from_the_gun, gun_that_reacts)


@reaction_of.amended(HEAVY_SUPPORT)
def reaction_of_guns(state: State, unit: Unit, reaction: Reaction) -> Reaction:
    """Who serves a heavy weapon reacts with that."""
    return BY_THE_GUN if number(unit, GUN) else reaction


@sees_hulls_by.amended(HEAVY_SUPPORT)
def hulls_before_guns(
    state: State, reactor: Unit, looks: Callable[[State, Unit, Unit], HullSeen | None]
) -> Callable[[State, Unit, Unit], HullSeen | None]:
    """Who serves a heavy weapon sees hulls with that."""
    return hull_before_gun if number(reactor, GUN) else looks
