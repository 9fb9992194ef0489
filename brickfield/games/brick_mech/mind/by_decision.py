"""The mind of the game, decision by decision: answers worth giving, any answer at random, what an answer is worth.

A decision that is not in a table does as well as the engine can without a judgement of the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.judging.judging import Outlooks
from brickfield.core.state import State
from ..base.deployment import DeployUnit
from ..base.take_action import TakeAction
from . import judgement, sampling, suggestions
from .judgement import priced_by

Suggests = Callable[[State, Any, int], list[Suggestion]]
Samples = Callable[[State, Any, random.Random], Any]


def first(found: Callable[[State, Any], list[Suggestion]]) -> Suggests:
    """So many of them as are wanted, and at least the safe one."""
    return lambda state, decision, n: found(state, decision)[: max(1, n)]


SUGGESTS: dict[type[Decision], Suggests] = {
    TakeAction: first(lambda state, decision: suggestions.actions(state, decision.units)),
    DeployUnit: first(lambda state, decision: suggestions.places(state, decision.seat)),
}

SAMPLES: dict[type[Decision], Samples] = {
    TakeAction: lambda state, decision, rng: sampling.any_action(state, decision.units, rng),
    DeployUnit: lambda state, decision, rng: sampling.any_place(state, decision.seat, rng),
}

OUTLOOKS: dict[type[Decision], Outlooks] = {
    TakeAction: priced_by(
        lambda state, decision, answer, weights: judgement.action_terms(state, decision.units, answer, weights)
    ),
    DeployUnit: priced_by(lambda state, decision, answer, weights: judgement.place_terms(state, decision.seat, answer)),
}
