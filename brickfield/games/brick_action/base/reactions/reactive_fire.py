"""Reactive Fire: one die at an enemy that has moved far enough in sight, at any point of its move.

How far each mini has gone in sight of each reactor is counted over the whole enemy turn (`Exposure` in the frame of the
turn). The steps, and who is asked when, are in moving.py.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.frames import Frame
from brickfield.core.state import State
from brickfield.games.brick_action.base.battlefield import (
    ATTACKED,
    REACTED,
    SUPPRESSED,
    enemies_of,
    is_vehicle,
    mini_of,
    number,
    units_apart,
    weapon_of,
)
from brickfield.games.brick_action.base.measures import measures
from brickfield.games.brick_action.base.sight.sight import Sight, sight, unit_range
from brickfield.games.brick_action.chapters.heavy_support.heavy_support import GUN
from brickfield.games.brick_action.chapters.holds.holds import ATTACKS, hold_of
from brickfield.games.brick_action.chapters.vehicles import vehicle_reactions
from brickfield.geometry import GRAIN, Pose


class Exposure(Struct, frozen=True, gc=False):
    """How far a mini has gone in a reactor's sight in this turn, in grain: in the open, and covered."""

    reactor: str
    mover: str
    figure: str
    open: int
    covered: int


@rule("ba.reactive.trigger_open", "ba.reactive.trigger_cover")
def is_over(wide: int, covered: int) -> bool:
    """Whether a mini has gone too far in sight: over 4 studs in the open, or over 8 in all."""
    numbers = measures()
    slack = numbers.tolerance * GRAIN
    return wide > numbers.reactive_open * GRAIN + slack or wide + covered > numbers.reactive_covered * GRAIN + slack


class WatchedTurn(Frame):
    """A turn in which it is counted who has gone how far in whose sight."""

    exposed: tuple[Exposure, ...] = ()


@rule("ba.reactive.per_turn", "ba.unit.spotter.reactive")
def targets_allowed(unit: Unit) -> int:
    """Against how many enemy units it may react in a turn: one, a sniper unit with a living spotter two."""
    snipers = any(each.card.endswith(".sniper_rifle") for each in unit.standing)
    return max((mini_of(each.card).reactive_targets for each in unit.standing), default=1) if snipers else 1


@rule("ba.reactive.per_move", "ba.reactive.per_turn")
def reactions_left(unit: Unit, mover: str) -> bool:
    """Once at each enemy unit in a turn, and at no more units than it may."""
    used = [mark for mark in unit.marks if mark.startswith(REACTED)]
    return f"{REACTED} {mover}" not in used and len(used) < targets_allowed(unit)


@rule("ba.reactive.after_attack", "ba.reactive.suppressed", "ba.veh.passengers", "ba.reactive.vehicle_by")
def may_react(state: State, unit: Unit, mover: Unit) -> bool:
    """Whether a unit could react to this mover at all in this turn, wherever it goes."""
    if number(unit, SUPPRESSED) or number(unit, ATTACKED) or unit.container in state.units:
        return False
    if not reactions_left(unit, mover.id):
        return False
    if is_vehicle(state, unit) or is_vehicle(state, mover) or number(unit, GUN):
        return vehicle_reactions.vehicles_react(state, unit, mover)
    return any(weapon_of(each.card) is not None for each in unit.standing)


@rule("ba.hold.reactive_limit")
def is_bound(state: State, unit: Unit, mover: str) -> bool:
    """A unit that holds to attack does not react to anybody more than 16 studs from the unit its hold names."""
    hold = hold_of(state, unit.id)
    if hold is None or hold.response not in ATTACKS or hold.named in (mover, "any"):
        return False
    away = units_apart(state, state.units[hold.named], state.units[mover])
    return away > measures().hold_reach + measures().tolerance


def reactors(state: State, mover: Unit) -> list[Unit]:
    """The enemy units that could react to a mover."""
    key = f"reactors {mover.id}"
    found: list[Unit] | None = state.unit_cache.get(key)
    if found is None:
        found = state.unit_cache[key] = [each for each in enemies_of(state, mover) if may_react(state, each, mover)]
    return found


@rule("ba.reactive.range")
def in_range(state: State, unit: Unit, seen: Sight) -> bool:
    """Within the unit's maximum range; there is no long shot."""
    if not seen.seen:
        return False
    most = unit_range(unit, seen.eligible, state.match.options.support_bands)
    return seen.distance <= most + measures().tolerance


def watch(state: State, reactor: Unit, mover: Unit, at: Mapping[str, Pose]) -> tuple[dict[str, bool], bool]:
    """Which minis of a mover a reactor sees at a step, each with whether he is covered; and whether it is in range."""
    if is_vehicle(state, reactor) or number(reactor, GUN):
        return vehicle_reactions.watch(state, reactor, mover, at)
    seen = sight(state, reactor, mover, at or None)
    return {each.figure: each.covered for each in seen.seen}, in_range(state, reactor, seen)


@rule("ba.reactive.trigger_open", "ba.reactive.trigger_cover", "ba.geometry.open")
def booked(wide: int, covered_way: int, stretch: int, *, covered: bool) -> tuple[int, int]:
    """What a mini has gone in the open and covered, with the stretch of a step booked by how he is seen at its end."""
    return (wide, covered_way + stretch) if covered else (wide + stretch, covered_way)


@rule("ba.reactive.order", "ba.hold.reactive_limit", "ba.reactive.range")
def may_fire_now(state: State, reactor: Unit, mover: Unit) -> bool:
    """Whether a reactor may fire at a mover where it stands."""
    if (
        not (reactor.alive and mover.alive)
        or not may_react(state, reactor, mover)
        or is_bound(state, reactor, mover.id)
    ):
        return False
    return watch(state, reactor, mover, {})[1]
