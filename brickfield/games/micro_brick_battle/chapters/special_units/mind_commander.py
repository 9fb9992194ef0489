"""What bots know of a commander's turn."""

from __future__ import annotations

from typing import Any

from brickfield.core.decisions import Decision
from brickfield.core.judging.judging import Weights
from brickfield.core.state import State
from brickfield.geometry import Pose
from ...mind.judgement_evaluation import Evaluation
from ...mind.judgement_threats import threat_map
from ...mind.suggestions_moves import hidden_poses
from .tank_commanders import commander_of


def commander_price(state: State, decision: Decision, answer: Any, weights: Weights) -> float:
    """A turn of the commander: a shot more before it, or a way out of the enemy's sight after it."""
    view = threat_map(state, decision.seat)
    evaluation = Evaluation(view, weights)
    commander = commander_of(state, decision.seat)
    moved: dict[str, Pose] = {}
    left = evaluation.fire(evaluation.poses({}))
    if commander is not None and commander.alive and view.foes:
        if answer.ability == "move_shoot_move":
            moved = hidden_poses(view, commander)
        elif answer.ability == "shoot_move_shoot":
            shots = view.shots(commander, commander.at)
            best = max(range(len(shots)), key=lambda each: shots[each] * view.worth[each] * left[each])
            left = [chance * (1.0 - shots[each]) if each == best else chance for each, chance in enumerate(left)]
    return evaluation.win_chance(evaluation.points(moved, left))
