"""The mind of the game, decision by decision: answers worth giving, any answer at random.

A decision that is not in a table does as well as the engine can without a judgement of the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from brickfield.core.decisions import Decision, React, Suggestion
from brickfield.core.state import State
from ..base.deployment import DeployUnit
from ..base.prone import MayDrop
from ..base.reactions.reactive_movement import Pursue
from ..base.reactions.responses import ReactToMove
from ..base.take_action import TakeAction
from . import camps, ideas, sampling

Suggests = Callable[[State, Any, int], list[Suggestion]]
Samples = Callable[[State, Any, random.Random], Any]

SUGGESTS: dict[type[Decision], Suggests] = {
    TakeAction: ideas.suggest_actions,
    DeployUnit: camps.suggest_deployments,
    Pursue: ideas.suggest_pursuits,
}

SAMPLES: dict[type[Decision], Samples] = {
    TakeAction: lambda state, decision, rng: sampling.any_action(state, decision.seat, rng),
    ReactToMove: lambda state, decision, rng: sampling.any_shot(decision, rng),
    MayDrop: lambda state, decision, rng: React(yes=rng.random() < 0.5),
    Pursue: lambda state, decision, rng: sampling.any_pursuit(state, decision, rng),
    DeployUnit: lambda state, decision, rng: sampling.any_place(state, decision.seat, rng),
}
