"""Reactive Fire: one die at an enemy that has moved far enough in sight, at any point of its move.

How far each mini has gone in sight of each reactor is counted over the whole enemy turn (`Exposure` in the frame of the
turn). The steps, and who is asked when, are in moving.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec import Struct

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.frames import Frame
from brickfield.core.kept import kept
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.geometry import GRAIN, Pose
from ..battlefield import ATTACKED, REACTED, SUPPRESSED, enemies_of, is_vehicle, mini_of, number, weapon_of
from ..measures import measures
from ..sight.sight import Sight, sight, unit_range


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


class Reaction(NamedTuple):
    """How a unit reacts: whether it could harm a mover, whom of it it sees at a step and whether it is in range, and
    by which weapon, where that is none of its minis'."""

    may_fire: Callable[[State, Unit, Unit], bool]
    watch: Callable[[State, Unit, Unit, Mapping[str, Pose]], tuple[dict[str, bool], bool]]
    weapon: Callable[[State, Unit, Unit], str] = lambda state, unit, mover: ""


@Question
def reaction_of(state: State, unit: Unit) -> Reaction:
    """A squad reacts with what its minis hold."""
    return BY_MINIS


@rule("ba.reactive.after_attack", "ba.reactive.suppressed", "ba.veh.passengers", "ba.reactive.vehicle_by")
def may_react(state: State, unit: Unit, mover: Unit) -> bool:
    """Whether a unit could react to this mover at all in this turn, wherever it goes."""
    if number(unit, SUPPRESSED) or number(unit, ATTACKED) or unit.container in state.units:
        return False
    if not reactions_left(unit, mover.id):
        return False
    return reaction_of(state, unit).may_fire(state, unit, mover)


@Question
def is_bound(state: State, unit: Unit, mover: str) -> bool:
    """Whether something forbids a unit to react to a mover where it is now."""
    return False


@kept
def reactors(state: State, mover_id: str) -> list[Unit]:
    """The enemy units that could react to a mover."""
    mover = state.units[mover_id]
    return [each for each in enemies_of(state, mover) if may_react(state, each, mover)]


@rule("ba.reactive.range")
def in_range(state: State, unit: Unit, seen: Sight) -> bool:
    """Within the unit's maximum range; there is no long shot."""
    if not seen.seen:
        return False
    most = unit_range(unit, seen.eligible, state.match.options.support_bands)
    return seen.distance <= most + measures().tolerance


def watch(state: State, reactor: Unit, mover: Unit, at: Mapping[str, Pose]) -> tuple[dict[str, bool], bool]:
    """Which minis of a mover a reactor sees at a step, each with whether he is covered; and whether it is in range."""
    return reaction_of(state, reactor).watch(state, reactor, mover, at)


@rule("ba.reactive.vehicle_by")
def _may_fire(state: State, unit: Unit, mover: Unit) -> bool:
    """Minis react to minis, with whatever they hold."""
    return not is_vehicle(state, mover) and any(weapon_of(each.card) is not None for each in unit.standing)


def _watch(state: State, reactor: Unit, mover: Unit, at: Mapping[str, Pose]) -> tuple[dict[str, bool], bool]:
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


BY_MINIS = Reaction(_may_fire, _watch)
