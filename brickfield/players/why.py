"""Why an answer is good: the terms of the game's judgement in which it differs from another, with their clauses."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.judging.judging import EvaluationTerm, Pricing
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.core.views import View, imagine
from brickfield.players.levels import bot_of
from brickfield.players.seat import suggested

# How many terms are told, and below how many points a difference is not worth telling.
_MOST = 3
_SMALLEST = 0.05


class Wording(Struct, frozen=True, forbid_unknown_fields=True):
    """What a term says when it is better, and when it is worse."""

    better: str
    worse: str


class Reason(Struct, frozen=True):
    """One difference: by how many points of army cost, what that means, and by which clauses."""

    term: str
    points: float
    sentence: str
    clauses: tuple[str, ...]


class Comparison(Struct, frozen=True):
    """An answer beside another one: what kind the other is, and the largest differences."""

    kind: str
    reasons: tuple[Reason, ...]


class Explanation(Struct, frozen=True):
    """An answer with its kind and reason, compared with doing nothing and with the best answer of another kind."""

    answer: Any
    kind: str
    reason: str
    clause: str
    win_chance: float
    against_nothing: Comparison
    against_other: Comparison | None


@cache
def wordings() -> dict[str, Wording]:
    """The sentences of all terms by their key."""
    with (Path(__file__).parent / "sentences.toml").open("rb") as file:
        return as_type(tomllib.load(file), dict[str, Wording])


def explain(match: Match, view: View, answer: Any, level: str = "regular") -> Explanation:
    """Why one would give this answer to the question of the view, or why not, as a bot of a level judges it."""
    decision = view.decision
    if decision is None:
        raise ValueError(f"seat {view.seat} has nothing to decide")
    state = imagine(view, match)
    found = bot_of(level, match.game.id)
    suggestions, _rough = suggested(found, state, decision)
    number = next((place for place, each in enumerate(suggestions) if each.answer == answer), len(suggestions))
    if number == len(suggestions):
        suggestions = [*suggestions, Suggestion(answer, "own", "an idea of your own", decision.CLAUSE)]
    return _explained(state, decision, suggestions, number, found.weights)


def _explained(
    state: State, decision: Decision, suggestions: Sequence[Suggestion], number: int, weights: dict[str, float]
) -> Explanation:
    outlook: Pricing = state.match.game.judge.outlook(state, decision, suggestions, weights)
    chosen = _choice(outlook, number)
    this = suggestions[number]
    score = outlook.score(chosen)
    other = _other(outlook, suggestions, number)
    compared = None
    if other is not None:
        compared = Comparison(suggestions[other].kind, reasons(score.diff(outlook.score((other,)))))
    nothing = Comparison(suggestions[0].kind, reasons(score.diff(outlook.score(()))))
    return Explanation(this.answer, this.kind, this.reason, this.clause, outlook.value(chosen), nothing, compared)


def _choice(outlook: Pricing, number: int) -> tuple[int, ...]:
    """A suggestion as a choice; one that no group holds changes nothing."""
    return (number,) if any(number in group for group in outlook.groups) else ()


def _other(outlook: Pricing, suggestions: Sequence[Suggestion], number: int) -> int | None:
    """The best suggestion of another kind in the same group, if there is one."""
    rivals = [
        each
        for group in outlook.groups
        if number in group
        for each in group
        if each != number and suggestions[each].kind != suggestions[number].kind
    ]
    return max(rivals, key=lambda each: (outlook.value((each,)), -each), default=None)


def reasons(terms: Sequence[EvaluationTerm]) -> tuple[Reason, ...]:
    """The largest differences in words."""
    told = [term for term in terms if abs(term.value) >= _SMALLEST][:_MOST]
    return tuple(Reason(term.name, round(term.value, 2), _sentence(term), term.clauses) for term in told)


def _sentence(term: EvaluationTerm) -> str:
    words = wordings().get(
        term.sentence, Wording(f"{term.name} better by {{points}}", f"{term.name} worse by {{points}}")
    )
    return (words.better if term.value > 0 else words.worse).format(points=f"{abs(term.value):.1f}")
