"""What bots and hints know of Return Fire."""

from __future__ import annotations

import random

from brickfield.core.decisions import Decision, React, Suggestion
from brickfield.core.judging.judging import Mind, Terms, Weights
from brickfield.core.state import State
from ...base.battlefield import describe
from ...mind.judgement import priced_by
from ...mind.judgement_replies import reply_terms
from .return_fire import ReturnFire


def suggested(state: State, decision: ReturnFire, n: int) -> list[Suggestion]:
    """Let it pass first: it is the answer of a seat that is away."""
    answer = f"return fire at {describe(state, decision.attacker)} at the same time"
    fire = Suggestion(React(yes=True), "react", answer, decision.CLAUSE, 1.0)
    return [Suggestion(React(yes=False), "decline", "let it pass", decision.CLAUSE), fire]


def drawn(state: State, decision: ReturnFire, rng: random.Random) -> React:
    """Heads or tails."""
    return React(yes=rng.random() < 0.5)


def priced(state: State, decision: ReturnFire, answer: React, weights: Weights) -> Terms:
    """What the answer does, and what it costs."""
    return reply_terms(state, decision.target, decision.attacker, answer)


MINDS: dict[type[Decision], Mind] = {ReturnFire: Mind(suggested, drawn, priced_by(priced))}
