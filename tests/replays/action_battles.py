"""The battles of BrickAction that are kept as replays, and the simple hand that plays them.

The hand is fixed and needs nothing but what a table draws, so that a battle changes only when a rule does.
"""

from __future__ import annotations

from math import atan2, degrees
from typing import Any

import msgspec

from brickfield.core.asking.composing import orders_of
from brickfield.core.asking.offers import Action, Actor, Aims, Choose, Compose, Place
from brickfield.core.board import Unit
from brickfield.core.decisions import Reaction
from brickfield.core.match import Setup
from brickfield.core.state import State
from brickfield.geometry import GRAIN

GAME = "brick_action"

# Squads a few steps from each other, with medics, shotguns and bayonets: they fight hand to hand and go on fighting.
HAND_TO_HAND: dict[str, Any] = {
    "units": [
        {"id": "A1", "seat": 0, "card": "medic smg, 2 veteran smg, 2 regular repeater bayonet", "x": 40, "y": 40},
        {"id": "A2", "seat": 0, "card": "officer shotgun, 4 regular shotgun", "x": 60, "y": 40},
        {"id": "B1", "seat": 1, "card": "3 veteran carbine, 2 regular carbine", "x": 40, "y": 47, "heading": 270},
        {
            "id": "B2",
            "seat": 1,
            "card": "medic none blade, 4 regular repeater bayonet",
            "x": 60,
            "y": 46,
            "heading": 270,
        },
    ],
}
# Fire over sandbags and out of a cottage, with grenades, rockets and smoke.
FIRE_FIGHT: dict[str, Any] = {
    "terrain": [
        {"feature": "cottage", "x": 50, "y": 60},
        {"feature": "sandbags", "x": 30, "y": 36, "length": 14},
        {"feature": "bushes", "x": 70, "y": 48, "length": 10, "width": 4},
        {"feature": "tree", "x": 36, "y": 55, "length": 2, "round": True},
        {"feature": "wall", "x": 62, "y": 40, "length": 8},
    ],
    "units": [
        {"id": "A1", "seat": 0, "card": "veteran repeater grenade, 4 regular repeater", "x": 30, "y": 33},
        {
            "id": "A2",
            "seat": 0,
            "card": "regular support, 2 regular smg rocket, regular smg smoke_grenade",
            "x": 64,
            "y": 36,
        },
        {"id": "B1", "seat": 1, "card": "4 regular carbine", "x": 50, "y": 56.4, "heading": 270},
        {"id": "B2", "seat": 1, "card": "2 veteran sniper_rifle", "x": 34, "y": 62, "heading": 270},
        {"id": "B3", "seat": 1, "card": "officer smg, 3 regular smg grenade", "x": 72, "y": 62, "heading": 270},
    ],
}

# Both sides wait for each other, some behind walls, with officers who drop when they are fired at.
HOLDS: dict[str, Any] = {
    "terrain": [
        {"feature": "wall", "x": 48, "y": 48, "length": 20},
        {"feature": "low_wall", "x": 30, "y": 52, "length": 12},
    ],
    "units": [
        {"id": "A1", "seat": 0, "card": "officer carbine, 4 regular carbine", "x": 30, "y": 34},
        {
            "id": "A2",
            "seat": 0,
            "card": "5 regular repeater",
            "x": 64,
            "y": 30,
            "changes": {"hold": "attack B2 move 1"},
        },
        {
            "id": "B1",
            "seat": 1,
            "card": "3 veteran smg, 2 regular smg",
            "x": 32,
            "y": 58,
            "heading": 270,
            "changes": {"hold": "attack A1 either 2"},
        },
        {
            "id": "B2",
            "seat": 1,
            "card": "5 regular repeater",
            "x": 64,
            "y": 64,
            "heading": 270,
            "changes": {"hold": "move A1 move 3"},
        },
    ],
}
# Tanks against tanks, rockets, and infantry that climbs onto one.
ARMOUR: dict[str, Any] = {
    "terrain": [{"feature": "wall", "x": 60, "y": 48, "length": 10}],
    "units": [
        {"id": "A1", "seat": 0, "card": "M1 lap mg", "x": 30, "y": 30},
        {"id": "A2", "seat": 0, "card": "3 regular smg rocket", "x": 50, "y": 40},
        {"id": "A3", "seat": 0, "card": "5 regular smg", "x": 70, "y": 52.5, "heading": 90},
        {"id": "B1", "seat": 1, "card": "L2 l_cannon mg", "x": 30, "y": 66, "heading": 270},
        {"id": "B2", "seat": 1, "card": "C2 hmg", "x": 70, "y": 62, "heading": 270},
        {"id": "B3", "seat": 1, "card": "2 regular smg grenade, 2 regular smg", "x": 50, "y": 62, "heading": 270},
    ],
}

# What battles are about besides each other: a marker to activate, a unit to hunt, flags, points after the last round.
CAPTURE: dict[str, Any] = {
    "objective": {"kind": "capture", "attacker": 0, "marker": [48, 48], "rounds": 5},
    "terrain": [{"feature": "low_wall", "x": 48, "y": 52, "length": 12}],
    "units": [
        {"id": "A1", "seat": 0, "card": "officer smg, 4 regular smg", "x": 44, "y": 26},
        {"id": "A2", "seat": 0, "card": "5 regular repeater", "x": 66, "y": 30},
        {"id": "B1", "seat": 1, "card": "5 regular carbine", "x": 80, "y": 84, "heading": 270},
    ],
}
TARGET: dict[str, Any] = {
    "objective": {"kind": "target_unit", "attacker": 0, "target": 1, "rounds": 4},
    "units": [
        {"id": "A1", "seat": 0, "card": "M1 map mg", "x": 40, "y": 30},
        {"id": "A2", "seat": 0, "card": "2 regular smg rocket", "x": 60, "y": 30},
        {"id": "B1", "seat": 1, "card": "C2 hmg", "x": 40, "y": 70, "heading": 270},
        {"id": "B2", "seat": 1, "card": "3 regular smg", "x": 60, "y": 66, "heading": 270},
    ],
}
FLAGS: dict[str, Any] = {
    "objective": {"kind": "flag"},
    "units": [
        {"id": "A1", "seat": 0, "card": "5 regular smg", "x": 48, "y": 76},
        {"id": "B1", "seat": 1, "card": "5 regular none", "x": 20, "y": 40, "heading": 270},
        {"id": "B2", "seat": 1, "card": "regular none", "x": 90, "y": 92, "heading": 270},
    ],
}
POINTS: dict[str, Any] = {
    "terrain": [{"feature": "wall", "x": 8, "y": 88, "length": 16}],
    "objective": {"kind": "eliminate_most", "rounds": 2},
    "units": [
        {"id": "A1", "seat": 0, "card": "heavy_support, 3 regular smg", "x": 40, "y": 34},
        {"id": "A2", "seat": 0, "card": "5 regular repeater", "x": 60, "y": 34},
        {"id": "B1", "seat": 1, "card": "4 regular smg", "x": 40, "y": 60, "heading": 270},
        {"id": "B2", "seat": 1, "card": "C1 hmg", "x": 60, "y": 62, "heading": 270},
        {"id": "B3", "seat": 1, "card": "regular repeater", "x": 4, "y": 93, "heading": 270},
    ],
}
# Squads beside tanks: they climb onto them, and what is left is driven over.
SWARM: dict[str, Any] = {
    "units": [
        {"id": "A1", "seat": 0, "card": "5 regular smg", "x": 40, "y": 50.9, "heading": 90},
        {"id": "A2", "seat": 0, "card": "3 regular smg", "x": 64, "y": 44, "heading": 90},
        {"id": "B1", "seat": 1, "card": "L1 mg", "x": 40, "y": 56, "heading": 0},
        {"id": "B2", "seat": 1, "card": "C2", "x": 64, "y": 58, "heading": 270},
    ],
}

BATTLES: dict[str, tuple[Setup, int]] = {
    "action_capture": (Setup(GAME, "", position=CAPTURE), 4),
    "action_target": (Setup(GAME, "", position=TARGET), 6),
    "action_flags": (Setup(GAME, "", {"last_round": 8}, position=FLAGS), 2),
    "action_points": (Setup(GAME, "", position=POINTS), 9),
    "action_swarm": (Setup(GAME, "", {"last_round": 4}, position=SWARM), 11),
    "action_holds": (Setup(GAME, "", {"last_round": 6}, position=HOLDS), 7),
    "action_meeting": (Setup(GAME, "meeting", {"last_round": 8}), 3),
    "action_armour": (Setup(GAME, "", {"last_round": 5}, position=ARMOUR), 5),
    "action_hand_to_hand": (Setup(GAME, "", {"last_round": 6}, position=HAND_TO_HAND), 10),
    "action_fire_fight": (Setup(GAME, "", {"last_round": 6}, position=FIRE_FIGHT), 8),
}


def action_hand(state: State) -> dict[str, Any]:
    """What the hand answers, question by question."""
    decision = state.decision
    assert decision is not None
    offer = decision.ask(state).offer
    match decision.kind:
        case "take_action":
            return _act(state, offer.actors)  # type: ignore[union-attr]
        case "choose_losses":
            taken = [offer.items[place].value for place in offer.usual]  # type: ignore[union-attr]
            return {"answer": "give_up", "figures": taken}
        case "deploy_unit":
            assert isinstance(offer, Place)
            return _place(offer)
        case "pursue":
            return {"answer": "react", "yes": False}
        case "respond":
            return _respond(offer.actors)  # type: ignore[union-attr]
    assert isinstance(offer, Choose), decision.kind
    # whatever order buttons stand in: leaving a reaction comes first
    choices = decision.choices(state) if isinstance(decision, Reaction) else offer.choices
    # reactions are taken two times out of three, other choices in turn
    place = int(state.version % 3 > 0) if len(choices) == 2 else state.version % len(choices)
    return _given(choices[place].answer)


def _given(answer: Any) -> dict[str, Any]:
    return dict(msgspec.to_builtins(answer))


def _place(offer: Place) -> dict[str, Any]:
    """Along the middle of the zone, one beside the other."""
    thing = offer.things[0]
    xs, ys = ([value / GRAIN for value in offer.zone[axis::2]] for axis in (0, 1))
    where = {"x": 16.0 * int(thing.id[1:]), "y": (min(ys) + max(ys)) / 2, "heading": thing.heading}
    assert min(xs) <= where["x"] <= max(xs)
    return {**thing.answer, **where}


def _respond(actors: tuple[Actor, ...]) -> dict[str, Any]:
    shot = _shot(actors[0].actions[0])
    return shot or {"answer": "react", "yes": False}


def _open(actor: Actor, kind: str) -> Action | None:
    return next((each for each in actor.actions if each.id == kind and each.closed is None), None)


def _act(state: State, actors: tuple[Actor, ...]) -> dict[str, Any]:
    """Units in turn: what is rare comes first, then fire, then a move."""
    actor = actors[state.version % len(actors)]
    for kind in ("rally", "activate", "take_flag", "close_combat", "smoke" if state.version % 2 else "items"):
        action = _open(actor, kind)
        choices = action.offer.choices if action is not None and isinstance(action.offer, Choose) else ()
        if choices:
            return _given(choices[-1].answer)
    held = _hold(state, actor)
    if held is not None:
        return held
    if _goal(state, state.units[actor.unit]) is not None:
        went = _go(state, actor)
        if went is not None:
            return went
    for action in actor.actions:
        # the guns of a vehicle, and climbing onto one
        if action.id != "attack" and action.closed is None and isinstance(action.offer, Aims):
            return _shot(action) or {"answer": "end_turn"}
    action = _open(actor, "attack")
    shot = _shot(action) if action is not None and state.version % 4 else None
    return shot or _go(state, actor) or _drive(state, actor) or {"answer": "end_turn"}


def _hold(state: State, actor: Actor) -> dict[str, Any] | None:
    """Now and then a hold on some enemy, an attack most often."""
    action = _open(actor, "hold")
    if action is None or not isinstance(action.offer, Compose) or state.version % 5 != 3:
        return None
    orders = list(orders_of(action.offer))
    return orders[state.version // 5 % min(len(orders), 8)]


def _shot(action: Action) -> dict[str, Any] | None:
    """The likeliest hit."""
    if not isinstance(action.offer, Aims):
        return None
    aims = [aim for each in action.offer.shooters for aim in each.aims if aim.refusal is None]
    if not aims:
        return None
    best = max(aims, key=lambda aim: aim.odds)
    return {**action.offer.answer, "target": best.target}


def _go(state: State, actor: Actor) -> dict[str, Any] | None:
    """Towards the nearest enemy, or aside where something is in the way."""
    unit = state.units[actor.unit]
    enemies = [each for each in state.units.values() if each.alive and each.seat != unit.seat and each.pose]
    if _open(actor, "move") is None or not enemies or unit.pose is None or not unit.squad:
        return None
    near = min(enemies, key=lambda each: (_away(unit, each), each.id))
    assert near.pose is not None
    x, y = _goal(state, unit) or near.pose.place
    ahead = degrees(atan2(y * GRAIN - unit.pose.y, x * GRAIN - unit.pose.x))
    decision = state.decision
    assert decision is not None
    for turn, studs in ((0, 12.0), (0, 5.0), (45, 6.0), (-45, 6.0), (0, 2.0), (90, 4.0), (180, 4.0)):
        stride = {"step": "stride", "heading": round(ahead + turn, 1), "studs": studs}
        order = {"answer": "move", "unit": unit.id, "steps": [stride]}
        if decision.validate(state, decision.read(order)) is None:
            return order
    return None


def _goal(state: State, unit: Unit) -> tuple[float, float] | None:
    """Where a unit goes for the objective: home with a flag, to the flag of the enemy, to the marker."""
    objective = state.match.objective  # type: ignore[attr-defined]
    if objective.kind == "capture" and unit.seat == objective.attacker:
        return tuple(objective.marker)  # type: ignore[return-value]
    if objective.kind != "flag" or unit.pose is None:
        return None
    if any(each.marks.get("flag") for each in unit.standing):
        return unit.pose.place[0], 2.0 if unit.seat == 0 else state.match.height - 2.0
    theirs = next((each for each in state.tokens.values() if each.kind == "flag" and each.seat != unit.seat), None)
    return theirs.pose.place if theirs is not None else None


def _drive(state: State, actor: Actor) -> dict[str, Any] | None:
    """A vehicle without a target turns to the nearest enemy and goes there."""
    unit = state.units[actor.unit]
    enemies = [each for each in state.units.values() if each.alive and each.seat != unit.seat and each.pose]
    if _open(actor, "drive") is None or not enemies or unit.pose is None:
        return None
    near = min(enemies, key=lambda each: (_away(unit, each), each.id))
    assert near.pose is not None
    off = degrees(atan2(near.pose.y - unit.pose.y, near.pose.x - unit.pose.x)) - unit.pose.degrees
    turn = max(-90.0, min(90.0, (off + 180.0) % 360.0 - 180.0))
    decision = state.decision
    assert decision is not None
    for studs in (12.0, 6.0, 2.0):
        steps = [{"step": "pivot", "degrees": round(turn, 1)}, {"step": "ahead", "studs": studs}]
        order = {"answer": "drive", "unit": unit.id, "steps": steps}
        if decision.validate(state, decision.read(order)) is None:
            return order
    return None


def _away(unit: Unit, other: Unit) -> int:
    assert unit.pose is not None
    assert other.pose is not None
    return (unit.pose.x - other.pose.x) ** 2 + (unit.pose.y - other.pose.y) ** 2
