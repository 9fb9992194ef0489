"""What bots and hints know of a ship that is mended."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from brickfield.core.decisions import Decision
from brickfield.core.judging.judging import Mind, Weights, one_by_one
from brickfield.core.state import State
from ...base.damage import RemoveMarkers
from ...mind.judgement import of_the_card
from ...mind.judgement_worth import card_worth, hit_worth
from .ports import Repair, RepairShip, missing, port_numbers


def drawn(state: State, decision: RepairShip, rng: random.Random) -> Repair:
    """Any marker that is missing."""
    return Repair(rng.choice(sorted(missing(state, state.units[decision.unit]))))  # type: ignore[arg-type]


def priced_repair(state: State, decision: RepairShip, answer: Any, weights: Weights) -> float:
    """What the card is worth with the marker back."""
    unit = state.units[decision.unit]
    marks = {**unit.marks, answer.feature: unit.marks.get(answer.feature, 0) + port_numbers().repair_markers}
    mended = replace(unit, marks=marks)
    worth = card_worth(state, mended, RemoveMarkers()) + hit_worth(state, mended)
    return of_the_card(worth, weights)


MINDS: dict[type[Decision], Mind] = {RepairShip: Mind(samples=drawn, outlook=one_by_one(priced_repair))}
