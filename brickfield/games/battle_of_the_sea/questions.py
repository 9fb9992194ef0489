"""Questions: each decision of the game as a table draws it, with all that is needed to answer it."""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import MayReact
from brickfield.core.refusal import Refusal
from brickfield.core.showing import Asked
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.aims import aim_faces, odds_by_dice
from brickfield.games.battle_of_the_sea.capacity import least_jettison
from brickfield.games.battle_of_the_sea.currents import Anchor
from brickfield.games.battle_of_the_sea.damage import AllocateHits, DropCargo
from brickfield.games.battle_of_the_sea.faces import firing_circles, ramming_cone, rectangle
from brickfield.games.battle_of_the_sea.forts_and_ports import RepairShip
from brickfield.games.battle_of_the_sea.measures import inches, measures
from brickfield.games.battle_of_the_sea.ramming import may_ram
from brickfield.games.battle_of_the_sea.setting_out import DeployShip, facing, waiting, zone
from brickfield.games.battle_of_the_sea.ship_card import BASE
from brickfield.games.battle_of_the_sea.the_game import Attack, CommandFleet, may_fire
from brickfield.games.battle_of_the_sea.waters import card_of, describe

_HALF = 180.0
_Drawn = tuple[str, str, str, dict[str, Any]]


def asked(state: State, decision: Any) -> Asked:
    """The question of a seat, drawn."""
    widget, title, text, more = _DRAWN[type(decision)](state, decision)
    clause = decision.clause if isinstance(decision, MayReact) else decision.CLAUSE
    offer = msgspec.to_builtins({**decision.offer(state), **more})
    return Asked(decision.seat, decision.kind, widget, title, text, clause, offer)


@rule("sea.ram.target", "sea.move.free_path", "sea.geometry.astern")
def _command(state: State, decision: CommandFleet) -> _Drawn:
    """Each unit that can act with its circles, its cone and whom it may ram; what a leg is and costs."""
    drawn = {}
    for each in decision.offer(state)["units"]:
        unit = state.units[each["unit"]]
        drawn[unit.id] = {
            "circles": firing_circles(state, unit),
            "cone": ramming_cone(state, unit),
            "rams": [other.id for other in state.units.values() if not isinstance(_ram(state, unit, other), Refusal)],
        }
    more = {
        "drawn": drawn,
        "shortest": inches(measures().shortest_leg_studs),
        "turning": _turning(state),
        "clauses": {
            "ahead": "sea.move.distance",
            "astern": "sea.geometry.astern",
            "ram": "sea.ram.nature",
            "length": "sea.geometry.path_length",
            "speed": "sea.speed.meaning",
        },
    }
    text = "Draw the way of the bow; the hull follows. A ship that stays may still fire. A ram ends the move."
    return "sail", "Sail your ships", text, more


@rule("sea.move.free_path")
def _turning(state: State) -> dict[str, Any] | None:
    """With limited turning: the sharpest bend there may be, and how long a leg must be that another one follows."""
    if state.match.options.turning != "limited":
        return None
    numbers = measures()
    return {
        "degrees": numbers.limited_turn_degrees,
        "leg": numbers.limited_leg_inches,
        "clause": "sea.move.free_path",
    }


def _ram(state: State, unit: Unit, other: Unit) -> Unit | Refusal:
    return may_ram(state, unit, other.id)


def _attack(state: State, decision: Attack) -> _Drawn:
    """Every enemy as a target or with the reason why not, and the odds of each number of dice."""
    unit = state.units[decision.unit]
    fires = may_fire(state, unit)
    aims = aim_faces(state, unit) if fires else ()
    able = [(aim.target, aim.sums[0].total) for aim in aims if aim.refusal is None]
    more = {
        "aims": aims,
        "odds": {target: odds_by_dice(state, state.units[target], most) for target, most in able},
        "circles": firing_circles(state, unit) if fires else (),
        "clauses": {
            "dice": "sea.fire.dice",
            "long": "sea.firepower.long_count",
            "split": "sea.fire.split",
            "load": "sea.gold.load",
            "unload": "sea.gold.scenario",
        },
    }
    text = "Divide the dice among targets before any is thrown."
    if decision.offer(state)["treasures"] or decision.offer(state)["unload"]:
        text = "Divide the dice among targets before any is thrown, or handle cargo instead."
    return "split", f"{describe(state, unit.id)}: attack", text, more


def _allocate(state: State, decision: AllocateHits) -> _Drawn:
    hits = f"{decision.hits} {'hit' if decision.hits == 1 else 'hits'}"
    text = f"{describe(state, decision.unit)} takes {hits}: choose which markers go. Without base durability it sinks."
    clauses = {"choice": "sea.damage.choice", "auto": "sea.damage.default_choice", "sink": "sea.damage.sink"}
    return "allocate", "Take off markers", text, {"clauses": clauses, "vital": BASE}


def _drop(state: State, decision: DropCargo) -> _Drawn:
    text = f"{describe(state, decision.unit)} carries {decision.over} too much: drop cargo or sink with it."
    least = least_jettison(state.units[decision.unit])
    return "cargo", "Overloaded", text, {"least": least}


def _deploy(state: State, decision: DeployShip) -> _Drawn:
    more = {"zone": rectangle(*zone(state, decision.seat)), "headings": _headings(state, decision.seat)}
    return "place", "Set out your fleet", "The whole hull lies in your starting waters; any heading.", more


@rule("sea.game.start_sides")
def _headings(state: State, seat: int) -> dict[str, float]:
    """How each ship is held first: into the table, or along the edge when it is longer than the zone is deep."""
    x0, y0, x1, y1 = zone(state, seat)
    ahead = facing(state, seat)
    deep = y1 - y0 if ahead % _HALF else x1 - x0
    return {
        unit.id: ahead if inches(card_of(state, unit.id).length) <= deep else (ahead + _HALF / 2) % (2 * _HALF)
        for unit in waiting(state, seat)
    }


def _anchor(state: State, decision: Anchor) -> _Drawn:
    choices = [
        _choice({"answer": "drop_anchor", "yes": True}, "Drop anchor", "The ship stays where it is.", decision),
        _choice({"answer": "drop_anchor", "yes": False}, "Let it drift", "The current takes it along.", decision),
    ]
    return (
        "choose",
        f"{describe(state, decision.unit)} lies in a current",
        "It may stay at anchor.",
        {"choices": choices, "unit": decision.unit},
    )


def _repair(state: State, decision: RepairShip) -> _Drawn:
    lost = decision.offer(state)["missing"]
    choices = [
        _choice({"answer": "repair", "feature": name}, f"One {name}", f"{count} lost", decision)
        for name, count in lost.items()
    ]

    more = {"choices": choices, "unit": decision.unit}
    return "choose", f"{describe(state, decision.unit)} is mended", "One marker comes back.", more


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
