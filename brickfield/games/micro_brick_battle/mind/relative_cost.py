"""How long a thought takes on a table, beside one of tanks on open ground."""

from __future__ import annotations

from brickfield.core.questions import Question
from brickfield.core.state import State
from ..base.battlefield import battle_of, terrain

# Measured, in milliseconds for a suggestion weighed in a play-out: 0.23 for tanks alone, 0.30 to 0.51 with hills or
# ground to hold.
_PLAIN, _HILLS_OR_GOALS = 1.0, 2.0


@Question
def relative_cost(state: State) -> float:
    """How many times as long as on a plain table it takes to weigh an answer."""
    scenario = battle_of(state).scenario
    return _HILLS_OR_GOALS if terrain(state).grounds.overlooked or scenario.objective or scenario.goals else _PLAIN
