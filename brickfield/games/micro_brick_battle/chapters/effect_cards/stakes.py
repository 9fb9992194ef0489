"""What is at stake in a shot on which a card may be played: its chance, and what it is expected to destroy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brickfield.core.board import FLYING, Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from ...base.battlefield import card_of
from ...base.measures import chance_of
from ...base.odds import chance_of_shot, chance_to_destroy
from ...base.shooting import ShootingPhase, flankers
from ...base.target_declaration import Shot, has_a_shot
from ..airplanes.airplane_phase import AirplanePhase
from ..airplanes.airplane_shooting import AirStrike, strike_numbers

HIT = "Hit"
# How often an attack of an airplane destroys its target, about; what cards are worth whose gain is not worked out.
_FROM_ABOVE, _ELSEWHERE = 0.5, 2.0


def elsewhere(state: State, seat: int, unit: str, decision: Any) -> float:
    """The worth of a card whose gain is not worked out."""
    return _ELSEWHERE


def stake(state: State, shooter: str, target: str) -> float:
    """What a shot is expected to destroy; of an airplane about half of its attacks do."""
    if target not in state.units:
        return 0.0
    if FLYING in (state.units[shooter].status, state.units[target].status):
        return _FROM_ABOVE * card_of(state, target).rc
    return chance_to_destroy(state, shooter, target) * card_of(state, target).rc


def fire_of(state: State, shooters: Sequence[Unit], targets: Sequence[Unit]) -> dict[tuple[str, str], float]:
    """What each shot that could be made is expected to destroy."""
    return {
        (unit.id, target.id): stake(state, unit.id, target.id)
        for unit in shooters
        for target in targets
        if has_a_shot(state, unit, target)
    }


def sees(state: State, shooter: str, target: str) -> bool:
    return has_a_shot(state, state.units[shooter], state.units[target])


def strike_of(state: State) -> AirStrike | None:
    """The attack of an airplane that is being made."""
    flying = next((frame for frame in reversed(state.frames) if isinstance(frame, AirplanePhase)), None)
    return flying.order if flying is not None and isinstance(flying.order, AirStrike) else None


@rule("mbb.shoot.roll", "mbb.air.mg.ap", "inf.flank.one_roll")
def chance_of_this(state: State, shooter: str, target: str) -> float:
    """The chance of the shot that is being made, with whoever flanks with it."""
    strike = strike_of(state)
    if strike is not None:
        return chance_of(strike_numbers(state, state.units[shooter], strike.weapon, state.units[target]).needed)
    phase = next((frame for frame in reversed(state.frames) if isinstance(frame, ShootingPhase)), None)
    shots: tuple[Shot, ...] = phase.shots if phase is not None else ()
    lead = next((each for each in shots if (each.unit, each.target) == (shooter, target)), None)
    return chance_of_shot(state, shooter, target, flankers(state, lead, shots) if lead is not None else ())
