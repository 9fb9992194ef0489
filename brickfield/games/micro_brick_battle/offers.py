"""What a table draws for each decision: candidates, what they may do, tallies and odds, as plain data."""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.battlefield import battle_of, card_of
from brickfield.games.micro_brick_battle.modifiers import numbers_of
from brickfield.games.micro_brick_battle.movement import movable_units, points_left, turnable_units
from brickfield.games.micro_brick_battle.obstacles_and_terrain import PlaceTerrain, area_of, pieces_left
from brickfield.games.micro_brick_battle.odds import chance_to_destroy
from brickfield.games.micro_brick_battle.quick_play import moves_freely
from brickfield.games.micro_brick_battle.reinforcements import may_come, reserves
from brickfield.games.micro_brick_battle.rounds_and_turns import DeclareTargets, MoveUnits
from brickfield.games.micro_brick_battle.starting_a_game import (
    DeployUnit,
    FirstTurnChoice,
    deployment_zone,
    waiting_units,
)
from brickfield.games.micro_brick_battle.target_declaration import leftmost, legal_targets
from brickfield.games.micro_brick_battle.young_players import YOUNG, rules_level


def offer(state: State, decision: Any) -> dict[str, Any]:
    """All that is needed to draw a decision and to answer it."""
    if isinstance(decision, MoveUnits):
        return _movement(state, decision.seat)
    if isinstance(decision, DeclareTargets):
        return {"units": [_aims(state, unit) for unit in leftmost(state, decision.seat)]}
    if isinstance(decision, DeployUnit):
        waiting = [unit.id for unit in waiting_units(state, decision.seat)]
        return {"units": waiting, "zone": deployment_zone(state, decision.seat)}
    if isinstance(decision, FirstTurnChoice):
        return {"choices": ["movement", "shooting"]}
    if isinstance(decision, PlaceTerrain):
        match = battle_of(state)
        numbers = pieces_left(state, decision.seat)
        pieces = [{"piece": number, **msgspec.to_builtins(match.pieces[number])} for number in numbers]
        return {"pieces": pieces, "area": area_of(match, decision.seat)}
    raise TypeError(f"{type(decision).__name__} is no decision of this game")


def _movement(state: State, seat: int) -> dict[str, Any]:
    units = [
        {"unit": unit.id, "movement_points": card_of(state, unit.id).mp, "left": points_left(state, unit)}
        for unit in turnable_units(state, seat) or movable_units(state, seat)
    ]
    entering = [unit.id for unit in reserves(state, seat)] if may_come(state, seat) else []
    return {"units": units, "enter": entering, "free_path": moves_freely(state, seat)}


def _aims(state: State, unit: Unit) -> dict[str, Any]:
    """A unit and everything it may fire at, with the numbers behind each."""
    return {"unit": unit.id, "targets": [aim(state, unit, target) for target in legal_targets(state, unit)]}


@rule("mbb.geometry.preview")
def aim(state: State, unit: Unit, target: str) -> dict[str, Any]:
    """Before a declaration is locked: AP, DP, every modifier with its clause, the number needed and the odds."""
    if target in state.tokens:
        return {"target": target, "hit_markers": state.tokens[target].marks.get("hm", 0), "clause": "mbb.hm.shot"}
    shown: dict[str, Any] = {"target": target, "odds": chance_to_destroy(state, unit.id, target)}
    if rules_level(state, unit.seat) == YOUNG:
        return shown | {"clause": "mbb.young.color_die"}
    numbers = numbers_of(state, unit, state.units[target])
    return shown | {
        "needed": numbers.needed,
        "attack_points": msgspec.to_builtins(numbers.attack_points.lines()),
        "defense_points": msgspec.to_builtins(numbers.defense_points.lines()),
        "hidden": numbers.sight.hidden,
        "side": numbers.sight.side,
        "muzzle": numbers.sight.muzzle,
    }
