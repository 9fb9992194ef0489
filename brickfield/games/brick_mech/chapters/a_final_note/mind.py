"""What bots and hints know of votes: nobody is advised to challenge what was measured."""

from __future__ import annotations

import random

from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.judging.judging import NO_OPINION, Mind
from brickfield.core.state import State
from .a_final_note import Ballot, Challenge, MayChallenge, Vote

# How often a measure is challenged.
_CHALLENGE = 0.1


def suggested(state: State, decision: MayChallenge, n: int) -> list[Suggestion]:
    """What was measured stands."""
    return [Suggestion(Challenge(), "accept", "accept what was measured", decision.CLAUSE)]


def drawn(state: State, decision: MayChallenge, rng: random.Random) -> Challenge:
    """Mostly none."""
    drawn = Challenge("" if rng.random() > _CHALLENGE else "arc" if rng.random() < 0.5 else "cover")
    return drawn if decision.validate(state, drawn) is None else Challenge()


def drawn_vote(state: State, decision: Vote, rng: random.Random) -> Ballot:
    """For anything."""
    return Ballot(rng.choice(decision.ballots()))


MINDS: dict[type[Decision], Mind] = {
    MayChallenge: Mind(suggested, drawn, NO_OPINION),
    Vote: Mind(samples=drawn_vote, outlook=NO_OPINION),
}
