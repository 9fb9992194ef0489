"""What the mind brings to each decision: answers worth giving, any legal answer, and what answers are worth."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.judging.judging import Outlooks, one_by_one
from brickfield.core.state import State
from ..base.damage import AllocateHits
from ..base.setting_out import DeployShip
from ..base.turns import Attack, CommandFleet
from . import judgement, sampling, sampling_courses, suggestions
from .judgement import PricedCourses

Ideas = Callable[[State, Any, int], list[Suggestion]]


class Thoughts(NamedTuple):
    """Of one decision: a random answer, the price of answers, and ideas; without those its choices are the ideas."""

    random: Callable[[State, Any, random.Random], Any]
    outlook: Outlooks
    ideas: Ideas | None = None


def first(ideas: Callable[[State, Any], list[Suggestion]]) -> Ideas:
    """Up to n of the ideas: the safe one first, then the best of each kind."""
    return lambda state, decision, n: ideas(state, decision)[: max(1, n)]


_THOUGHTS: dict[type[Decision], Thoughts] = {
    CommandFleet: Thoughts(sampling_courses.command, PricedCourses, suggestions.command),
    Attack: Thoughts(sampling.attack, one_by_one(judgement.attack), first(suggestions.attack)),
    DeployShip: Thoughts(sampling.deploy, one_by_one(judgement.deployment), first(suggestions.deploy)),
    AllocateHits: Thoughts(sampling.allocate, one_by_one(judgement.allocation), first(suggestions.allocate)),
}


SUGGESTS = {kind: each.ideas for kind, each in _THOUGHTS.items() if each.ideas is not None}
SAMPLES = {kind: each.random for kind, each in _THOUGHTS.items()}
OUTLOOKS = {kind: each.outlook for kind, each in _THOUGHTS.items()}
