"""What a table is told about each decision: candidates, what they may do, tallies and odds, as plain data."""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.brick_mech.a_final_note import MayChallenge, Vote, measured
from brickfield.games.brick_mech.actions import no_action_left
from brickfield.games.brick_mech.attack_action import Attack, may_attack, why_it_fails
from brickfield.games.brick_mech.battlefield import are_hostile, area_of, card_of, inward, living, match_of
from brickfield.games.brick_mech.charge import is_charge
from brickfield.games.brick_mech.deployment import DeployUnit, waiting_units
from brickfield.games.brick_mech.hold_fire import HeldShot
from brickfield.games.brick_mech.loose_parts import loose_parts, read_note
from brickfield.games.brick_mech.measures import RANGES, measures
from brickfield.games.brick_mech.modifiers import PLAIN, Manner, before_dice, numbers_of
from brickfield.games.brick_mech.modules import PARTS
from brickfield.games.brick_mech.odds import about_to_attack, about_to_reply, attack_odds, manner_under_way
from brickfield.games.brick_mech.ranges_and_arcs import FIRING_ARCS, PRIMARY, distance
from brickfield.games.brick_mech.record_sheet import MOVES, SCAVENGES, actions_used, attack_dice, number, part_of
from brickfield.games.brick_mech.return_fire import ReturnFire, heat_of_reply
from brickfield.games.brick_mech.scavenge_action import Mount, may_mount
from brickfield.games.brick_mech.take_action import TakeAction
from brickfield.games.brick_mech.targeted_shot import visible_locations


def offer(state: State, decision: Any) -> dict[str, Any]:
    """All that is needed to draw a decision and to answer it."""
    if isinstance(decision, TakeAction):
        return {"units": [actions_of(state, state.units[unit]) for unit in decision.units]}
    if isinstance(decision, ReturnFire):
        return _return_fire(state, decision)
    if isinstance(decision, HeldShot):
        return _held_shot(state, decision)
    if isinstance(decision, DeployUnit):
        waiting = [unit.id for unit in waiting_units(state, decision.seat)]
        zone = area_of(state, decision.seat)
        return {"units": waiting, "zone": zone, "heading": inward(match_of(state), decision.seat)}
    if isinstance(decision, MayChallenge):
        return {each: measured(state, decision.attacker, decision.target, each) for each in ("arc", "cover")}
    if isinstance(decision, Vote):
        return {"about": decision.about, "choices": list(decision.ballots())}
    raise TypeError(f"{type(decision).__name__} is no decision of this game")


def actions_of(state: State, unit: Unit) -> dict[str, Any]:
    """A Mech that may act: what is left to it, whom it may attack, what it may scavenge."""
    numbers, used = measures(), actions_used(unit)
    can_move = no_action_left(state, unit, MOVES) is None and number(unit, "movement") > 0
    return {
        "unit": unit.id,
        "actions": used,
        "most": numbers.most_actions,
        "rush": used >= numbers.free_actions,
        "movement": number(unit, "movement") if can_move else 0,
        "targets": aims(state, unit),
        "detach": detachable(state, unit),
        "mount": mountable(state, unit),
        "hold": hold_choices(state, unit),
    }


def aims(state: State, unit: Unit) -> list[dict[str, Any]]:
    """Every enemy that may be attacked, with the numbers behind the attack."""
    found = []
    for enemy in living(state):
        legal = enemy.id != unit.id and may_attack(state, unit, Attack(unit.id, enemy.id)) is None
        if legal and (are_hostile(state, unit, enemy) or state.match.options.friendly_fire):
            found.append(aim(state, unit, enemy))
    return found


@rule("bm.attack.no_redeclare")
def aim(state: State, unit: Unit, target: Unit) -> dict[str, Any]:
    """An attack before it is declared. Without the switch for measuring beforehand only what the eye sees is told."""
    options = state.match.options
    locations = visible_locations(state, unit, target) if options.targeted_shot else []
    seen: dict[str, Any] = {"target": target.id, "locations": locations}
    if not options.premeasure:
        return seen
    manner = Manner(charge=is_charge(state, unit, target))
    fails = why_it_fails(state, unit, target)
    return (
        seen
        | {"fails": fails[0] if fails else "", "distance": distance(state, unit, target)}
        | sums(state, about_to_attack(state, unit), target, manner)
    )


def sums(state: State, unit: Unit, target: Unit, manner: Manner = PLAIN) -> dict[str, Any]:
    """The numbers of an attack: range, arc, cover, dice, both sums without their dice, and the odds."""
    numbers = numbers_of(state, unit, target, manner)
    attack, defense = (msgspec.to_builtins(lines) for _tally, lines in before_dice(numbers))
    return {
        "range": numbers.range,
        "arc": numbers.arc,
        "cover": numbers.cover,
        "attack_dice": numbers.attack_dice,
        "defense_dice": numbers.defense_dice,
        "charge": manner.charge,
        "attack": attack,
        "defense": defense,
        "odds": msgspec.to_builtins(attack_odds(state, unit, target, manner)),
    }


def detachable(state: State, unit: Unit) -> list[str]:
    """The slots a Scavenge action may empty."""
    if no_action_left(state, unit, SCAVENGES) is not None:
        return []
    return [slot for slot in PARTS if part_of(unit, slot) is not None]


def mountable(state: State, unit: Unit) -> list[dict[str, Any]]:
    """The loose parts a Scavenge action may mount, and how much of each."""
    found = []
    for token in loose_parts(state):
        whole = read_note(token)
        ways = ("all", "arm", "shoulder") if whole.arm is not None and whole.shoulder is not None else ("all",)
        orders = [Mount(unit.id, token.id, way) for way in ways]  # type: ignore[arg-type]
        takes = [order.take for order in orders if may_mount(state, unit, order) is None]
        if takes:
            found.append({"part": token.id, "what": whole.words(), "side": whole.side, "take": takes})
    return found


@rule("bm.option.hold.declare", "bm.option.hold.note")
def hold_choices(state: State, unit: Unit) -> list[dict[str, str]]:
    """The ranges and arcs a Mech may note for Hold Fire."""
    if not state.match.options.hold_fire or actions_used(unit):
        return []
    arcs = (PRIMARY,) if card_of(state, unit.id).turret else FIRING_ARCS
    return [{"range": band, "arc": arc} for band in RANGES if attack_dice(unit, band) for arc in arcs]


@rule("bm.option.return.when", "bm.option.return.action", "bm.geometry.prompt")
def _return_fire(state: State, decision: ReturnFire) -> dict[str, Any]:
    """Both attacks with their numbers, what the answer costs, and how long the window is open."""
    attacker, target = state.units[decision.attacker], state.units[decision.target]
    manner, replying = manner_under_way(state), about_to_reply(target)
    return {
        "attacker": attacker.id,
        "target": target.id,
        "their_attack": sums(state, attacker, target, manner),
        "your_reply": sums(state, replying, attacker),
        # the heat of a rush makes the defense worse as well
        "their_attack_then": sums(state, attacker, replying, manner),
        "action": actions_used(target) + 1,
        "heat": heat_of_reply(state, target),
        "rush": replying is not target,
        "seconds": measures().return_fire_seconds,
        "clause": "bm.option.return.action",
    }


@rule("bm.geometry.prompt")
def _held_shot(state: State, decision: HeldShot) -> dict[str, Any]:
    """What entered where, whether that is what was noted, the numbers of the shot, and how long the window is open."""
    holder, mover = state.units[decision.holder], state.units[decision.mover]
    return {
        "holder": holder.id,
        "mover": mover.id,
        "noted": decision.is_noted(state),
        "clause": "bm.geometry.prompt",
        **sums(state, holder, mover),
    }
