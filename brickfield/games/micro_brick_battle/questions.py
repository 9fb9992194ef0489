"""Questions: each decision of the game as a table draws it, with all that is needed to answer it."""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.decisions import MayReact
from brickfield.core.showing import Asked
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.aims import aims_of
from brickfield.games.micro_brick_battle.battlefield import battle_of, card_of
from brickfield.games.micro_brick_battle.faces import rectangle
from brickfield.games.micro_brick_battle.measures import movement
from brickfield.games.micro_brick_battle.movement import (
    COIN,
    budget,
    clause_of,
    movable_units,
    points_left,
    turnable_units,
)
from brickfield.games.micro_brick_battle.obstacles_and_terrain import PlaceTerrain, area_of, pieces_left
from brickfield.games.micro_brick_battle.quick_play import moves_freely
from brickfield.games.micro_brick_battle.reinforcements import may_come, reserves
from brickfield.games.micro_brick_battle.rounds_and_turns import DeclareTargets, MoveUnits
from brickfield.games.micro_brick_battle.starting_a_game import (
    DeployUnit,
    FirstTurnChoice,
    deployment_zone,
    waiting_units,
)
from brickfield.games.micro_brick_battle.suggestions_setup import facing_of
from brickfield.games.micro_brick_battle.target_declaration import leftmost
from brickfield.games.micro_brick_battle.young_players import YOUNG, rules_level


def asked(state: State, decision: Any) -> Asked:
    """The question of a seat, drawn."""
    draw = _DRAWN[type(decision)]
    widget, title, text, offer = draw(state, decision)
    clause = decision.clause if isinstance(decision, MayReact) else decision.CLAUSE
    return Asked(decision.seat, decision.kind, widget, title, text, clause, msgspec.to_builtins(offer))


_Drawn = tuple[str, str, str, dict[str, Any]]


def _move(state: State, decision: MoveUnits) -> _Drawn:
    seat = decision.seat
    free = moves_freely(state, seat)
    stick = rules_level(state, seat) == YOUNG
    units = turnable_units(state, seat) or movable_units(state, seat)
    offer = {
        "units": [
            {
                "unit": unit.id,
                "movement_points": budget(state, unit) / COIN,
                "left": points_left(state, unit),
                "spent": unit.marks.get("spent", 0) / COIN,
            }
            for unit in units
        ],
        "enter": [unit.id for unit in reserves(state, seat)] if may_come(state, seat) else [],
        "free_path": free,
        "stick": stick,
        "prices": _prices(state, seat, free),
    }
    entering = " Units in reserve may come on." if offer["enter"] else ""
    if stick:
        text = "Lay the stick once for each unit: one straight line, any way; facing is free."
    elif free:
        text = "Any way, as far as the unit's move in inches; facing is free."
    else:
        text = "Forward 1 MP an inch, in reverse 2, a quarter turn 1."
    return "path", "Move your units", text + entering, offer


def _prices(state: State, seat: int, free: bool) -> dict[str, Any]:
    """What a step costs, as the live preview needs it; the server's own sum is the one that counts."""
    table = movement()
    steps = ("slide", "pivot") if free else ("forward", "reverse", "pivot")
    clauses = {step: clause_of(state, seat, step) for step in steps}
    if free:
        return {"slide": 1 / table.quick_inches_per_mp, "degrees_per_point": None, "clauses": clauses}
    return {
        "forward": table.forward_mp_per_inch,
        "reverse": table.reverse_mp_per_inch,
        "degrees_per_point": table.turn_degrees_per_mp,
        "whole_points": state.match.options.turn_cost == "per_started_90",
        "clauses": clauses,
    }


def _declare(state: State, decision: DeclareTargets) -> _Drawn:
    units = [
        {"unit": unit.id, "order": number, "aims": aims_of(state, unit)}
        for number, unit in enumerate(leftmost(state, decision.seat), start=1)
    ]
    text = "Shots fall left to right, as seen from your edge. All stays open until you lock the plan."
    return "pick_target", "Declare targets", text, {"units": units, "order_clause": "mbb.shoot.order"}


def _deploy(state: State, decision: DeployUnit) -> _Drawn:
    waiting = [unit.id for unit in waiting_units(state, decision.seat)]
    zone = rectangle(*deployment_zone(state, decision.seat))
    offer = {"units": waiting, "zone": zone, "heading": facing_of(state, decision.seat)}
    card = card_of(state, waiting[0]).name
    count = f"{len(waiting)} units wait" if len(waiting) > 1 else f"{card} waits"
    return "place", "Deploy a unit", f"{count}. Sides take turns; the whole unit lies in your zone.", offer


def _first_turn(state: State, decision: FirstTurnChoice) -> _Drawn:
    choices = [
        {
            "answer": {"answer": "skip_phase", "phase": "shooting"},
            "title": "Move, do not shoot",
            "text": "Your units drive this turn and hold their fire.",
            "clause": decision.CLAUSE,
        },
        {
            "answer": {"answer": "skip_phase", "phase": "movement"},
            "title": "Shoot, do not move",
            "text": "Your units stay where they are and fire at what they see.",
            "clause": decision.CLAUSE,
        },
    ]
    return "choose", "Your first turn", "Whoever goes first moves or shoots, not both.", {"choices": choices}


def _lay_terrain(state: State, decision: PlaceTerrain) -> _Drawn:
    match = battle_of(state)
    pieces = [
        {"piece": number, "feature": piece.feature, "length": piece.length, "width": piece.width}
        for number in pieces_left(state, decision.seat)
        for piece in (match.pieces[number],)
    ]
    offer = {"pieces": pieces, "zone": rectangle(*area_of(match, decision.seat)), "heading": 0.0}
    return "place", "Lay out the battlefield", "Place a piece of terrain, clear of the others.", offer


def _react(state: State, decision: MayReact) -> _Drawn:
    return "yes_no", "A reaction is open", "Take it or leave it.", decision.offer(state)


_DRAWN: dict[type[Any], Any] = {
    MoveUnits: _move,
    DeclareTargets: _declare,
    DeployUnit: _deploy,
    FirstTurnChoice: _first_turn,
    PlaceTerrain: _lay_terrain,
    MayReact: _react,
}
