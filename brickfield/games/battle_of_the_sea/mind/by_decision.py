"""What the mind brings to each decision: answers worth giving, any legal answer, and what answers are worth."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.judging import Outlooks, one_by_one
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.mind import judgement, sampling, sampling_courses, suggestions
from brickfield.games.battle_of_the_sea.mind.judgement import CoursesOutlook, SeaJudge
from brickfield.games.battle_of_the_sea.rules.currents import Anchor
from brickfield.games.battle_of_the_sea.rules.damage import AllocateHits, DropCargo
from brickfield.games.battle_of_the_sea.rules.forts_and_ports import RepairShip
from brickfield.games.battle_of_the_sea.rules.setting_out import DeployShip
from brickfield.games.battle_of_the_sea.rules.turns import Attack, CommandFleet

Ideas = Callable[[State, Any], list[Suggestion]]


class Thoughts(NamedTuple):
    """Of one decision: a random answer, the price of answers, and ideas; without those its choices are the ideas."""

    random: Callable[[State, Any, random.Random], Any]
    outlook: Outlooks
    ideas: Ideas | None = None


_THOUGHTS: dict[type[Decision], Thoughts] = {
    CommandFleet: Thoughts(sampling_courses.command, CoursesOutlook, suggestions.command),
    Attack: Thoughts(sampling.attack, one_by_one(judgement.attack), suggestions.attack),
    DeployShip: Thoughts(sampling.deploy, one_by_one(judgement.deployment), suggestions.deploy),
    AllocateHits: Thoughts(sampling.allocate, one_by_one(judgement.allocation), suggestions.allocate),
    DropCargo: Thoughts(sampling.drop, one_by_one(judgement.drop), suggestions.drop),
    Anchor: Thoughts(sampling.anchor, one_by_one(judgement.anchor), suggestions.anchor),
    RepairShip: Thoughts(sampling.repair, one_by_one(judgement.repair)),
}


def _first(ideas: Ideas) -> Callable[[State, Any, int], list[Suggestion]]:
    """Up to n of the ideas: the safe one first, then the best of each kind."""
    return lambda state, decision, n: ideas(state, decision)[: max(1, n)]


SUGGESTS = {kind: _first(each.ideas) for kind, each in _THOUGHTS.items() if each.ideas is not None}
SAMPLES = {kind: each.random for kind, each in _THOUGHTS.items()}
JUDGE = SeaJudge(
    {kind: each.outlook for kind, each in _THOUGHTS.items()},
    # what comes to mind at once
    {CommandFleet: lambda state, decision: suggestions.command(state, decision, hasty=True)},
)
