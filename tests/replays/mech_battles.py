"""The battles of BrickMech that are kept as replays, each with some optional rules, and the hand that plays them.

The hand is simple and fixed, so that a battle changes only when a rule does.
"""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.asking.composing import orders_of
from brickfield.core.asking.offers import Actor, Compose, Place
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from brickfield.core.typed import as_type
from brickfield.games.brick_mech.base.odds import attack_odds
from brickfield.games.brick_mech.base.record_sheet import actions_used
from brickfield.games.brick_mech.chapters.hold_fire.hold_fire import HoldFire
from brickfield.geometry import GRAIN

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
    "mech_vehicles": (
        Setup(GAME, "crawlers", {"return_fire": True, "hold_fire": True, "charge": True, "targeted_shot": True}),
        11,
    ),
    "mech_allies_and_votes": (Setup(GAME, "two_and_two", {"table_vote": True, "premeasure": False}), 10),
}


def mech_hand(state: State) -> dict[str, Any]:
    """What the fixed hand answers: it needs nothing but what a table is told."""
    decision: Any = state.decision
    asked = decision.ask(state)
    match decision.kind:
        case "deploy_unit":
            return _place(asked.offer)
        case "return_fire":
            # the odds before any heat of a rush: the battles were written down by them
            odds = attack_odds(state, state.units[decision.target], state.units[decision.attacker])
            return {"answer": "react", "yes": odds.damage > 0.3}
        case "held_shot":
            return {"answer": "react", "yes": asked.offer.choices[0].refusal is None}
        case "may_challenge":
            return {"answer": "challenge", "about": "cover" if decision.seat == 1 else ""}
        case "vote":
            return {"answer": "ballot", "choice": decision.ballots()[1]}
        case "take_action":
            return _act(state, asked.offer.actors[0])
    raise AssertionError(decision.kind)


def _place(offer: Place) -> dict[str, Any]:
    """Along the middle of the zone, one beside the other."""
    thing = offer.things[0]
    xs, ys = ([value / GRAIN for value in offer.zone[axis::2]] for axis in (0, 1))
    x, y, aside = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, 4 * int(thing.id[1:]) - 4
    upright = max(xs) - min(xs) < max(ys) - min(ys)
    where = {"x": x, "y": y + aside} if upright else {"x": x + aside, "y": y}
    return thing.answer | where | {"heading": thing.heading}


def _act(state: State, actor: Actor) -> dict[str, Any]:
    unit, used, round_ = actor.unit, actions_used(state.units[actor.unit]), int(state.facts["round"])
    marks, offers = state.units[unit].marks, {each.id: each.offer for each in actor.actions}
    if (used == 2 and round_ % 3) or (used == 1 and marks.get("heat", 0) >= 2):
        return {"answer": "end_turn", "unit": unit}
    mounts = [each.answer for each in getattr(offers["scavenge"], "choices", ()) if each.about]
    if mounts:
        return _given(mounts[0])
    shooters = getattr(offers["attack"], "shooters", ())
    # an attack that can do no damage is made, too; one that nothing reaches is not
    open_to = [aim for each in shooters for aim in each.aims if aim.refusal is None]
    targets = [aim for aim in open_to if not aim.wasted or aim.remark.endswith("damage")]
    held = offers.get("hold")
    notes = [as_type(each, HoldFire) for each in orders_of(held)] if isinstance(held, Compose) else []
    if notes and not targets and (unit.startswith("B") or round_ % 2 == 0):
        return _note(notes, round_)
    if targets and marks.get("attacks", 0) < 2 and (used or round_ % 4):
        return _attack(unit, targets, round_)
    return _go(state, unit) if offers["move"] else {"answer": "end_turn", "unit": unit}


def _given(answer: Any) -> dict[str, Any]:
    """An answer as one gives it who says no more than is needed."""
    return {name: value for name, value in msgspec.to_builtins(answer).items() if value not in ("", "ask")}


def _note(notes: list[HoldFire], round_: int) -> dict[str, Any]:
    """Long range while the enemy is far off, Short range later."""
    ahead = [each for each in notes if each.arc == "primary"]
    wanted = next((each for each in ahead if each.range == ("long" if round_ < 5 else "short")), ahead[0])
    return _given(wanted)


def _attack(unit: str, targets: list[AimFace], round_: int) -> dict[str, Any]:
    best = max(targets, key=lambda aim: aim.odds)
    location = best.locations[round_ % len(best.locations)] if best.locations and round_ % 2 else ""
    return {"answer": "attack", "unit": unit, "target": best.target, "location": location}


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
