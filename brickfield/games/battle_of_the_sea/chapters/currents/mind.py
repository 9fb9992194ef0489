"""What bots and hints know of a ship in a current."""

from __future__ import annotations

import random
from typing import Any

from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.judging.judging import Mind, Weights, one_by_one
from brickfield.core.state import State
from ...mind.judgement_evaluation import Order, evaluation_of
from ...mind.judgement_threats import threat_map
from .currents import Anchor, DropAnchor

# What an inch nearer to the enemy is worth to a ship at anchor.
_FORWARD = 0.1


def suggested(state: State, decision: Anchor, n: int) -> list[Suggestion]:
    """Stay or drift."""
    stay = Suggestion(DropAnchor(True), "anchor", "stay where it is", "sea.current.area")
    return [stay, Suggestion(DropAnchor(False), "drift", "go along with the current", "sea.current.area")]


def drawn(state: State, decision: Anchor, rng: random.Random) -> DropAnchor:
    """Heads or tails."""
    return DropAnchor(rng.random() < 0.5)


def priced_anchor(state: State, decision: Anchor, answer: Any, weights: Weights) -> float:
    """Where the ship lies now, or where the current would take it."""
    evaluation = evaluation_of(threat_map(state, decision.seat), weights)
    view = evaluation.view
    unit = state.units[decision.unit]
    pose = unit.at if answer.yes else view.carried(unit.at)
    stands = evaluation.stands([evaluation.move(Order(unit.id, pose))])
    stand = view.stand(unit, pose)
    points = {
        "exposure": -evaluation.losses(stands, view.body),
        "closing": -stand.way * evaluation.hunger * _FORWARD,
        "kills": view.chance * max(stand.dice, default=0.0),
    }
    return evaluation.win_chance(points)


MINDS: dict[type[Decision], Mind] = {Anchor: Mind(suggested, drawn, one_by_one(priced_anchor))}
