"""Winning now: an answer that wins the battle before a die is thrown is given, whatever else there may be."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.play import give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State

# So many suggestions are tried out at most, one for each thing that could be done.
_MOST_TRIED = 24


def wins_now(state: State, decision: Decision, suggestions: Sequence[Suggestion]) -> Suggestion | None:
    """The first suggestion that wins the battle for the side of the seat before a die is thrown, if there is one."""
    tried: dict[tuple[str, str], Suggestion] = {}
    for each in suggestions:
        tried.setdefault((each.kind, each.reason), each)
    return next((each for each in list(tried.values())[:_MOST_TRIED] if _wins(state, decision, each)), None)


def _wins(state: State, decision: Decision, suggestion: Suggestion) -> bool:
    try:
        led = give(state, decision, suggestion.answer)
    except Exception:
        # of a question that several are asked at once nobody can play on from one answer
        return False
    outcome = None if isinstance(led, Refusal) else led.state.outcome
    return outcome is not None and any(state.match.allied(each, decision.seat) for each in outcome.winners)
