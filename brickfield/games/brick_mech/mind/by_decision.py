"""The mind of the game, decision by decision: answers worth giving, any answer at random, what an answer is worth.

A decision that is not in a table does as well as the engine can without a judgement of the game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.state import State
from brickfield.games.brick_mech.base.deployment import DeployUnit
from brickfield.games.brick_mech.base.take_action import TakeAction
from brickfield.games.brick_mech.chapters.a_final_note.a_final_note import Ballot, MayChallenge, Vote
from brickfield.games.brick_mech.chapters.hold_fire.hold_fire import HeldShot
from brickfield.games.brick_mech.chapters.return_fire.return_fire import ReturnFire
from brickfield.games.brick_mech.mind import judgement, judgement_replies, sampling, suggestions

Suggests = Callable[[State, Any, int], list[Suggestion]]
Samples = Callable[[State, Any, random.Random], Any]


def _first(found: Callable[[State, Any], list[Suggestion]]) -> Suggests:
    """So many of them as are wanted, and at least the safe one."""
    return lambda state, decision, n: found(state, decision)[: max(1, n)]


# Nobody is advised to challenge what was measured; votes are listed by the decision itself.
SUGGESTS: dict[type[Decision], Suggests] = {
    TakeAction: _first(lambda state, decision: suggestions.actions(state, decision.units)),
    ReturnFire: _first(lambda state, decision: suggestions.reply(state, decision.attacker, decision.CLAUSE)),
    HeldShot: _first(suggestions.held_shot),
    DeployUnit: _first(lambda state, decision: suggestions.places(state, decision.seat)),
    MayChallenge: _first(lambda state, decision: suggestions.accept(decision)),
}

SAMPLES: dict[type[Decision], Samples] = {
    TakeAction: lambda state, decision, rng: sampling.any_action(state, decision.units, rng),
    ReturnFire: lambda state, decision, rng: sampling.any_reply(rng),
    HeldShot: lambda state, decision, rng: sampling.any_held_shot(decision.is_noted(state), rng),
    DeployUnit: lambda state, decision, rng: sampling.any_place(state, decision.seat, rng),
    MayChallenge: lambda state, decision, rng: sampling.any_challenge(state, decision, rng),
    Vote: lambda state, decision, rng: Ballot(rng.choice(decision.ballots())),
}

JUDGE = judgement.MechJudge(
    {
        TakeAction: lambda state, decision, answer, weights: judgement.action_terms(
            state, decision.units, answer, weights
        ),
        ReturnFire: lambda state, decision, answer, weights: judgement_replies.reply_terms(
            state, decision.target, decision.attacker, answer
        ),
        HeldShot: judgement_replies.held_shot_terms,
        DeployUnit: lambda state, decision, answer, weights: judgement.place_terms(state, decision.seat, answer),
        MayChallenge: judgement.no_terms,
        Vote: judgement.no_terms,
    }
)
