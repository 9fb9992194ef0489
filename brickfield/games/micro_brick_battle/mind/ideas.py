"""How answers worth giving are handed over: the best few of what is found for a seat, or all of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brickfield.core.decisions import Suggestion
from brickfield.core.judging.judging import indifferent, one_by_one
from brickfield.core.state import State

Ideas = Callable[[State, Any, int], list[Suggestion]]

# of a decision on which the judgement of the game has nothing to say
NO_OPINION = one_by_one(indifferent)


def some(found: Callable[[State, int, int], list[Suggestion]]) -> Ideas:
    """At most so many of what is found for a seat, but one at least: the safe one first, then the best of each kind."""
    return lambda state, decision, n: found(state, decision.seat, n)[: max(1, n)]


def all_of(found: Callable[[State, int, int], list[Suggestion]]) -> Ideas:
    """All that is found for a seat."""
    return lambda state, decision, n: found(state, decision.seat, n)
