"""What bots and hints know of an overloaded ship."""

from __future__ import annotations

import random
from typing import Any

from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.judging.judging import Mind, Weights, one_by_one
from brickfield.core.state import State
from ...base.damage import RemoveMarkers
from ...mind.judgement import of_the_card
from ...mind.judgement_worth import card_worth
from .capacity import cargo, least_jettison
from .overload import DropCargo, GoDown, Jettison

# How often the whole ship goes down.
_SINKS = 0.02


def suggested(state: State, decision: DropCargo, n: int) -> list[Suggestion]:
    """The least that must go, or the ship with it."""
    least = least_jettison(state.units[decision.unit])
    over = Suggestion(Jettison(least), "jettison", "the least that must go", "sea.damage.default_choice", 1.0)
    return [over, Suggestion(GoDown(), "go_down", "sink with the cargo", "sea.capacity.overload")]


def drawn(state: State, decision: DropCargo, rng: random.Random) -> Any:
    """The least that must go, seldom the whole ship."""
    return GoDown() if rng.random() < _SINKS else Jettison(least_jettison(state.units[decision.unit]))


def priced_drop(state: State, decision: DropCargo, answer: Any, weights: Weights) -> float:
    """Cargo that goes overboard is lost; a ship that goes down is lost with all of it."""
    unit = state.units[decision.unit]
    if isinstance(answer, GoDown):
        return of_the_card(0.0, weights)
    worth = card_worth(state, unit, RemoveMarkers()) + sum(cargo(unit)) - sum(answer.items)
    return of_the_card(1.0 + max(0.0, worth), weights)


MINDS: dict[type[Decision], Mind] = {DropCargo: Mind(suggested, drawn, one_by_one(priced_drop))}
