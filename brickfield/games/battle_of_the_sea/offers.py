"""What text tables and programs are told of each decision: candidates, what they may do, odds, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from brickfield.core.board import Unit
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.capacity import capacity, cargo
from brickfield.games.battle_of_the_sea.currents import Anchor
from brickfield.games.battle_of_the_sea.damage import CHOSEN, AllocateHits, DropCargo, default_markers
from brickfield.games.battle_of_the_sea.firing import hull_distance, long_range_shots, range_band, targets
from brickfield.games.battle_of_the_sea.forts_and_ports import RepairShip, missing
from brickfield.games.battle_of_the_sea.forts_and_ports import own_harbour as harbour
from brickfield.games.battle_of_the_sea.moving_the_vessels import effective_speed
from brickfield.games.battle_of_the_sea.odds import attack_odds, ram_tally, speed_tally
from brickfield.games.battle_of_the_sea.setting_out import DeployShip, facing, waiting, zone
from brickfield.games.battle_of_the_sea.ship_card import FIREPOWER
from brickfield.games.battle_of_the_sea.the_game import Attack, CommandFleet, may_fire, ready
from brickfield.games.battle_of_the_sea.transport_of_gold import treasures_at_hand


def offer(state: State, decision: Any) -> dict[str, Any]:
    """All that is needed to draw a decision and to answer it."""
    return _OFFERS[type(decision)](state, decision)


def _command(state: State, decision: CommandFleet) -> dict[str, Any]:
    return {"units": [_unit(state, unit) for unit in ready(state, decision.seat)]}


def _unit(state: State, unit: Unit) -> dict[str, Any]:
    return {
        "unit": unit.id,
        "speed": effective_speed(state, unit),
        "why": msgspec.to_builtins(speed_tally(state, unit).lines()),
        "may_ram": not unit.marks.get("rammed"),
        "ram_dice": {"accurate": ram_tally(unit, True).total, "inaccurate": ram_tally(unit, False).total},
        "firepower": unit.marks.get(FIREPOWER, 0),
        "long_range": long_range_shots(state, unit),
    }


def _attack(state: State, decision: Attack) -> dict[str, Any]:
    unit = state.units[decision.unit]
    aims = targets(state, unit) if may_fire(state, unit) else []
    return {
        "unit": unit.id,
        "firepower": unit.marks.get(FIREPOWER, 0),
        "long_range": long_range_shots(state, unit),
        "targets": [aim(state, unit, target) for target in aims],
        "treasures": [{"token": token.id, "weight": token.marks["weight"]} for token in treasures_at_hand(state, unit)],
        "room": capacity(unit) - sum(cargo(unit)),
        "unload": bool(cargo(unit)) and harbour(state, unit) is not None,
    }


def aim(state: State, unit: Unit, target: Unit) -> dict[str, Any]:
    """One target with its distance and the odds of all dice that reach it."""
    far = range_band(state, unit, target) == "long"
    firepower = unit.marks.get(FIREPOWER, 0)
    dice = min(firepower, long_range_shots(state, unit)) if far else firepower
    odds = attack_odds(state, target, dice)
    return {
        "target": target.id,
        "distance": hull_distance(state, unit, target),
        "long": far,
        "dice": dice,
        "expected": odds.expected,
        "odds": odds.at_least_one,
        "sinks": odds.sinks,
        "clause": "sea.firepower.long" if far else "sea.firepower.range",
    }


def _allocate(state: State, decision: AllocateHits) -> dict[str, Any]:
    unit = state.units[decision.unit]
    left = {feature: unit.marks.get(feature, 0) for feature in CHOSEN}
    default = msgspec.to_builtins(default_markers(unit, decision.hits))
    return {"unit": unit.id, "hits": decision.hits, "left": left, "default": default}


def _drop(state: State, decision: DropCargo) -> dict[str, Any]:
    unit = state.units[decision.unit]
    return {"unit": unit.id, "over": decision.over, "cargo": list(cargo(unit)), "capacity": capacity(unit)}


def _deploy(state: State, decision: DeployShip) -> dict[str, Any]:
    units = [unit.id for unit in waiting(state, decision.seat)]
    return {"units": units, "zone": list(zone(state, decision.seat)), "heading": facing(state, decision.seat)}


def _anchor(state: State, decision: Anchor) -> dict[str, Any]:
    return {"unit": decision.unit, "current": decision.current}


def _repair(state: State, decision: RepairShip) -> dict[str, Any]:
    return {"unit": decision.unit, "missing": missing(state, state.units[decision.unit])}


_OFFERS: dict[type[Any], Callable[[State, Any], dict[str, Any]]] = {
    CommandFleet: _command,
    Attack: _attack,
    AllocateHits: _allocate,
    DropCargo: _drop,
    DeployShip: _deploy,
    Anchor: _anchor,
    RepairShip: _repair,
}
