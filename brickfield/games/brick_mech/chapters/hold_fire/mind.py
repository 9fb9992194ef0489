"""What bots and hints know of held fire."""

from __future__ import annotations

import random

from brickfield.core.decisions import Decision, React, Suggestion
from brickfield.core.judging.judging import Mind
from brickfield.core.state import State
from ...base.battlefield import describe
from ...mind.judgement import priced_by
from ...mind.judgement_replies import held_shot_terms
from .hold_fire import HeldShot

# How often a shot that was noted is fired.
_FIRES = 0.75


def suggested(state: State, decision: HeldShot, n: int) -> list[Suggestion]:
    """The standing order first, which is to let it pass unless the note says otherwise."""
    decline = Suggestion(React(yes=False), "decline", "let it pass", "bm.option.hold.optional")
    if not decision.is_noted(state):
        return [decline]
    aim = describe(state, decision.mover)
    fire = Suggestion(React(yes=True), "react", f"fire at {aim}: it walked into your note", decision.CLAUSE, 1.0)
    return [fire, decline] if decision.standing_order(state).yes else [decline, fire]


def drawn(state: State, decision: HeldShot, rng: random.Random) -> React:
    """Mostly fire, where that is what was noted."""
    return React(yes=decision.is_noted(state) and rng.random() < _FIRES)


MINDS: dict[type[Decision], Mind] = {HeldShot: Mind(suggested, drawn, priced_by(held_shot_terms))}
