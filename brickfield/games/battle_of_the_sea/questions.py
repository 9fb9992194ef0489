"""Questions: each decision of the game as a table draws it, with all that is needed to answer it."""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.decisions import MayReact
from brickfield.core.showing import Asked
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.currents import Anchor
from brickfield.games.battle_of_the_sea.damage import AllocateHits, DropCargo
from brickfield.games.battle_of_the_sea.faces import firing_circles, ramming_cone, rectangle
from brickfield.games.battle_of_the_sea.forts_and_ports import RepairShip
from brickfield.games.battle_of_the_sea.setting_out import DeployShip, zone
from brickfield.games.battle_of_the_sea.the_game import Attack, CommandFleet
from brickfield.games.battle_of_the_sea.waters import describe

_Drawn = tuple[str, str, str, dict[str, Any]]


def asked(state: State, decision: Any) -> Asked:
    """The question of a seat, drawn."""
    widget, title, text, more = _DRAWN[type(decision)](state, decision)
    clause = decision.clause if isinstance(decision, MayReact) else decision.CLAUSE
    offer = msgspec.to_builtins({**decision.offer(state), **more})
    return Asked(decision.seat, decision.kind, widget, title, text, clause, offer)


def _command(state: State, decision: CommandFleet) -> _Drawn:
    drawn = {}
    for each in decision.offer(state)["units"]:
        unit = state.units[each["unit"]]
        drawn[unit.id] = {"circles": firing_circles(state, unit), "cone": ramming_cone(state, unit)}
    text = "Lay the ruler at the bow: legs in any direction, as far as the speed goes. A ram ends the move."
    return "path", "Sail your ships", text, {"drawn": drawn}


def _attack(state: State, decision: Attack) -> _Drawn:
    unit = state.units[decision.unit]
    text = "Divide the dice among targets in range before any is thrown, or handle cargo instead."
    return "pick_target", f"{describe(state, unit.id)}: attack", text, {"circles": firing_circles(state, unit)}


def _allocate(state: State, decision: AllocateHits) -> _Drawn:
    hits = f"{decision.hits} {'hit' if decision.hits == 1 else 'hits'}"
    text = f"{describe(state, decision.unit)} takes {hits}: choose which markers go. Without base durability it sinks."
    return "markers", "Take off markers", text, {}


def _drop(state: State, decision: DropCargo) -> _Drawn:
    text = f"{describe(state, decision.unit)} carries {decision.over} too much: drop cargo or sink with it."
    return "cargo", "Overloaded", text, {}


def _deploy(state: State, decision: DeployShip) -> _Drawn:
    more = {"zone": rectangle(*zone(state, decision.seat))}
    return "place", "Set out your fleet", "The whole hull lies in your starting waters; any heading.", more


def _anchor(state: State, decision: Anchor) -> _Drawn:
    choices = [
        _choice({"answer": "drop_anchor", "yes": True}, "Drop anchor", "The ship stays where it is.", decision),
        _choice({"answer": "drop_anchor", "yes": False}, "Let it drift", "The current takes it along.", decision),
    ]
    return (
        "choose",
        f"{describe(state, decision.unit)} lies in a current",
        "It may stay at anchor.",
        {"choices": choices},
    )


def _repair(state: State, decision: RepairShip) -> _Drawn:
    lost = decision.offer(state)["missing"]
    choices = [
        _choice({"answer": "repair", "feature": name}, f"One {name}", f"{count} lost", decision)
        for name, count in lost.items()
    ]
    return "choose", f"{describe(state, decision.unit)} is mended", "One marker comes back.", {"choices": choices}


def _choice(answer: dict[str, Any], title: str, text: str, decision: Any) -> dict[str, Any]:
    return {"answer": answer, "title": title, "text": text, "clause": decision.CLAUSE}


def _react(state: State, decision: MayReact) -> _Drawn:
    return "yes_no", "A reaction is open", "Take it or leave it.", {}


_DRAWN: dict[type[Any], Any] = {
    CommandFleet: _command,
    Attack: _attack,
    AllocateHits: _allocate,
    DropCargo: _drop,
    DeployShip: _deploy,
    Anchor: _anchor,
    RepairShip: _repair,
    MayReact: _react,
}
