"""Random play of infantry: any walk that the rules allow, now and then what squads can do besides."""

from __future__ import annotations

import random
from typing import Any

from brickfield.core.board import Unit
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from ...base.movement import points_left
from ...base.target_declaration import Declare, Shot, sort_declarations
from ...mind.sampling import at_random
from ..reinforcements import reinforcements
from ..reinforcements.reinforcements import Enter
from .chapter import INFANTRY
from .infantry import is_infantry
from .infantry_phase import EndInfantry, deeds_of, walkers
from .marching import March, Walk, march

# How often somebody comes on who may, something is done instead of walking, and the moving is ended.
_ENTERS, _DOES, _ENDS = 0.5, 0.25, 0.12
_FLANKS = 0.5
_TRIES = 4
_FULL_TURN = 360.0


def any_infantry_order(state: State, decision: Any, rng: random.Random) -> Any:
    """A random walk of a random squad; or it comes on, does something else, or it is enough."""
    seat = decision.seat
    stays = reinforcements.must_enter(state, seat) is None
    if (not stays or rng.random() < _ENTERS) and (entry := _entry(state, seat)) is not None:
        return entry
    units = walkers(state, seat)
    if not units or rng.random() < _DOES:
        able = [choice.answer for choice in deeds_of(state, seat) if choice.refusal is None]
        if able:
            return able[int(rng.random() * len(able))]
    if units and (not stays or rng.random() > _ENDS):
        found = _walk(state, units[int(rng.random() * len(units))], rng)
        if found is not None:
            return found
    return EndInfantry()


def _entry(state: State, seat: int) -> Enter | None:
    """Infantry in reserve comes on where there is room."""
    if not reinforcements.may_come(state, seat, on_foot=True):
        return None
    waiting = [unit for unit in reinforcements.reserves(state, seat) if is_infantry(state, unit.id)]
    places = (reinforcements.entry_place(state, unit) for unit in waiting)
    place = next((each for each in places if each is not None), None)
    return Enter(place.unit, *place.pose.place, place.pose.degrees) if place is not None else None


def _walk(state: State, unit: Unit, rng: random.Random) -> Walk | None:
    """Some way of a squad that it can go; None after a few that it cannot."""
    left = points_left(state, unit)
    for _ in range(_TRIES):
        way = March(rng.random() * _FULL_TURN, max(left * rng.random(), 1e-6))
        if not isinstance(march(state, unit, (way,)), Refusal):
            return Walk(unit.id, (way,))
        left /= 2
    return None


@at_random.amended(INFANTRY)
def with_flanks(state: State, seat: int, shots: list[Shot], rng: random.Random, _alone: Declare) -> Declare:
    """Some of the infantry that fires at the same infantry goes with the first of it; what is left alone is dropped."""
    first: dict[str, str] = {}
    joined = []
    for shot in shots:
        lead = first.setdefault(shot.target, shot.unit) if is_infantry(state, shot.unit) else shot.unit
        joined.append(Shot(shot.unit, shot.target, lead if lead != shot.unit and rng.random() < _FLANKS else ""))
    return Declare(sort_declarations(state, seat, Declare(tuple(joined)))[0])
