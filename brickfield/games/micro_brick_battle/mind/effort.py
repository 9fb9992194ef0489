"""Effort: how long a thought takes on a table, beside one of tanks on open ground."""

from __future__ import annotations

from brickfield.core.state import State
from brickfield.games.micro_brick_battle.base.battlefield import battle_of, terrain

# Measured, in milliseconds for a suggestion weighed in a play-out: 0.23 for tanks alone, 0.30 to 0.51 with hills or
# ground to hold, 0.92 to 1.66 with infantry, whose every shot is worked out by itself.
_PLAIN, _HILLS_OR_GOALS, _INFANTRY = 1.0, 2.0, 5.0


def effort(state: State) -> float:
    """How many times as long as on a plain table it takes to weigh an answer."""
    if state.match.has.infantry:
        return _INFANTRY
    scenario = battle_of(state).scenario
    if terrain(state).grounds.overlooked or scenario.objective is not None or scenario.goals:
        return _HILLS_OR_GOALS
    return _PLAIN
