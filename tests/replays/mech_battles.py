"""The battles of BrickMech that are kept as replays, each with some optional rules, and the hand that plays them.

The hand is simple and fixed, so that a battle changes only when a rule does.
"""

from __future__ import annotations

from typing import Any

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games.brick_mech.odds import attack_odds

GAME = "brick_mech"
DUEL = ((("raider", 1),), (("bastion", 1),))

# Two against two on an open field, so that many an enemy walks into a held shot.
OPEN_FIELD: dict[str, Any] = {
    "phase": "round",
    "round": 1,
    "units": [
        {"id": "A1", "seat": 0, "card": "raider", "x": 5.0, "y": 12.0, "heading": 0.0},
        {"id": "A2", "seat": 0, "card": "trooper", "x": 5.0, "y": 18.0, "heading": 0.0},
        {"id": "B1", "seat": 1, "card": "longbow", "x": 35.0, "y": 12.0, "heading": 180.0},
        {"id": "B2", "seat": 1, "card": "trooper", "x": 35.0, "y": 18.0, "heading": 180.0},
    ],
}

# Two hot Mechs just out of range: who moves first cools off too early and answers late.
HOT_DUEL: dict[str, Any] = {
    "phase": "round",
    "round": 1,
    "units": [
        {"id": "A1", "seat": 0, "card": "trooper", "x": 8.0, "y": 15.0, "heading": 0.0, "changes": {"heat": 3}},
        {"id": "B1", "seat": 1, "card": "bastion", "x": 33.0, "y": 15.0, "heading": 180.0, "changes": {"heat": 3}},
    ],
}

MECH_BATTLES: dict[str, tuple[Setup, int]] = {
    "mech_duel": (Setup(GAME, "duel"), 1),
    "mech_without_options": (
        Setup(GAME, "duel", {"criticals": False, "several_units": False, "move_rounding": "per_action"}, DUEL),
        2,
    ),
    "mech_return_fire": (Setup(GAME, "", {"return_fire": True}, position=HOT_DUEL), 1),
    "mech_hold_fire": (Setup(GAME, "", {"hold_fire": True, "return_fire": True}, position=OPEN_FIELD), 4),
    "mech_charge_and_targeted_shot": (
        Setup(GAME, "duel", {"charge": True, "targeted_shot": True}, ((("raider", 1),), (("raider", 1),))),
        5,
    ),
    "mech_faster_initiative": (Setup(GAME, "free_for_all", {"faster_initiative": True}), 6),
    "mech_hold_the_marker": (Setup(GAME, "hold_the_marker"), 3),
    "mech_destroy_the_target": (
        Setup(GAME, "destroy_the_target", {"late_return_heat": "ignore", "return_fire": True}),
        8,
    ),
    "mech_adapted_ranges_protect": (
        Setup(
            GAME,
            "protect_the_resource",
            {"adapted_ranges": True, "melee_range": 20, "short_range": 8, "long_range": 16, "protect_rounds": 6},
        ),
        9,
    ),
    "mech_allies_and_votes": (Setup(GAME, "two_and_two", {"table_vote": True, "premeasure": False}), 10),
}


def mech_hand(state: State) -> dict[str, Any]:
    """What the fixed hand answers: it needs nothing but what a table is told."""
    decision: Any = state.decision
    offer = decision.offer(state)
    match decision.kind:
        case "deploy_unit":
            return _place(state, offer)
        case "return_fire":
            # the odds before any heat of a rush: the battles were written down by them
            odds = attack_odds(state, state.units[decision.target], state.units[decision.attacker])
            return {"answer": "react", "yes": odds.damage > 0.3}
        case "held_shot":
            return {"answer": "react", "yes": offer["noted"]}
        case "may_challenge":
            return {"answer": "challenge", "about": "cover" if decision.seat == 1 else ""}
        case "vote":
            return {"answer": "ballot", "choice": offer["choices"][1]}
        case "take_action":
            return _act(state, offer["units"][0])
    raise AssertionError(decision.kind)


def _place(state: State, offer: dict[str, Any]) -> dict[str, Any]:
    """Along the middle of the zone, one beside the other."""
    unit = offer["units"][0]
    x0, y0, x1, y1 = offer["zone"]
    number = int(unit[1:])
    if x1 - x0 < y1 - y0:
        x, y = (x0 + x1) / 2, (y0 + y1) / 2 - 4 + 4 * number
    else:
        x, y = (x0 + x1) / 2 - 4 + 4 * number, (y0 + y1) / 2
    return {"answer": "place", "unit": unit, "x": x, "y": y, "heading": offer["heading"]}


def _act(state: State, told: dict[str, Any]) -> dict[str, Any]:
    unit, used, round_ = told["unit"], told["actions"], int(state.facts["round"])
    marks = state.units[unit].marks
    if (used == 2 and round_ % 3) or (used == 1 and marks.get("heat", 0) >= 2):
        return {"answer": "end_turn", "unit": unit}
    if told["mount"]:
        return {"answer": "mount", "unit": unit, "part": told["mount"][0]["part"], "take": told["mount"][0]["take"][0]}
    targets = [each for each in told["targets"] if not each.get("fails")]
    if told["hold"] and not targets and (unit.startswith("B") or round_ % 2 == 0):
        return {"answer": "hold_fire", "unit": unit, **_note(told["hold"], round_)}
    if targets and marks.get("attacks", 0) < 2 and (used or round_ % 4):
        return _attack(unit, targets, round_)
    return _go(state, unit) if told["movement"] else {"answer": "end_turn", "unit": unit}


def _note(choices: list[dict[str, str]], round_: int) -> dict[str, str]:
    """Long range while the enemy is far off, Short range later."""
    ahead = [each for each in choices if each["arc"] == "primary"]
    return next((each for each in ahead if each["range"] == ("long" if round_ < 5 else "short")), ahead[0])


def _attack(unit: str, targets: list[dict[str, Any]], round_: int) -> dict[str, Any]:
    best = max(targets, key=lambda each: each.get("odds", {}).get("damage", 0.0))
    location = best["locations"][round_ % len(best["locations"])] if best["locations"] and round_ % 2 else ""
    return {"answer": "attack", "unit": unit, "target": best["target"], "location": location}


def _go(state: State, unit: str) -> dict[str, Any]:
    """Turn to the nearest enemy and go there; if that is blocked, step aside; if that is too, stay."""
    ask = state.match.game.queries
    sides = state.match.sides  # type: ignore[attr-defined]
    own = state.units[unit]
    enemies = [each.id for each in state.units.values() if each.alive and sides[each.seat] != sides[own.seat]]
    near = min(enemies, key=lambda each: (ask["distance"](state, unit, each), each))
    turn = {"step": "turn", "degrees": round(ask["bearing"](state, unit, near), 1)}
    for steps in (
        [turn, {"step": "forward", "bricks": 4.0}],
        [turn, {"step": "forward", "bricks": 1.5}],
        [{"step": "left", "bricks": 1.5}],
        [{"step": "backward", "bricks": 0.8}, turn],
        [{"step": "right", "bricks": 1.0}],
    ):
        if not isinstance(ask["path"](state, unit, steps), Refusal):
            return {"answer": "move", "unit": unit, "steps": steps}
    return {"answer": "end_turn", "unit": unit}
