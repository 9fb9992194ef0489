"""The questions of a battle in words: what is asked, what one needs to know for it, and the numbered options."""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.board import ALIVE
from brickfield.core.decisions import Decision
from brickfield.core.state import State
from brickfield.games.micro_brick_battle.queries import leftmost, legal_targets
from brickfield.games.micro_brick_battle.speech_firing import declared
from brickfield.games.micro_brick_battle.speech_orders import after_move
from brickfield.speech import words
from brickfield.speech.choices import Choice, ideas, with_auto, with_last
from brickfield.speech.desk import Desk
from brickfield.speech.placing import DEPLOY
from brickfield.speech.saying import say
from brickfield.speech.situation import living, name, relation
from brickfield.speech.speech import Question

# Fewer Movement Points than this are not worth a mention.
_CRUMB = 0.05

# --- what is asked ---------------------------------------------------------------------------------------------------


def _lay(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    pieces = [f"{piece['piece']} {piece['feature']}" for piece in offer["pieces"]]
    area = [words.number(value) for value in offer["area"]]
    where = f"x {area[0]} to {area[2]}, y {area[1]} to {area[3]}"
    example = f"For example: lay {offer['pieces'][0]['piece']} at {area[2]} {area[3]} facing 0"
    return [f"Lay a piece of terrain inside {where}. Your pieces: {', '.join(pieces)}.", f"{example}, or a number:"]


def _first_turn(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    return ["You play first, so in this first turn you may either move or shoot. Which do you give up?"]


def _move(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    able = [f"{row['unit']} ({words.number(row['left'])} MP)" for row in offer["units"] if row["left"] >= _CRUMB]
    lines = [f"Move your units. Able to move: {words.listed(able) if able else 'none'}."]
    if offer.get("enter"):
        lines.append(f"From reserve may come: {words.listed(offer['enter'])}. Type enter and the place on your edge.")
    if first:
        unit = offer["units"][0]["unit"] if offer["units"] else "A1"
        example = f"move {unit} forward 3 right 45 forward 2"
        if offer.get("free_path"):
            example = f"move {unit} north 3, or move {unit} to 20 15"
        if desk.state.facts.get("round") == 1:
            lines.append("MP are Movement Points: what a unit may spend on driving and turning this turn.")
        lines.append(f"For example: {example}. try move ... shows it first; hint explains the ideas; end goes on.")
    return lines


def _declare(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    state = desk.state
    listed = desk.choices
    if not any(choice.shot is not None for choice in listed):
        lines = ["None of your units has an enemy to fire at. Type lock to go on."]
    else:
        lines = ["Plan your shots, then type lock to roll the dice. A number adds that shot to the plan:"]
        idle = _idle_shooters(state, desk.seat, listed)
        if idle:
            lines.append(f"Without a target: {words.listed(idle)}.")
    pieces = [target for unit in state.units.values() if unit.seat == desk.seat and unit.status == ALIVE
              for target in legal_targets(state, unit.id) if target in state.tokens]  # fmt: skip
    if pieces and first:
        lines.append(f"Terrain with hit markers may be fired at too, for example: fire all at {pieces[0]}.")
    return lines


# --- options ---------------------------------------------------------------------------------------------------------

_FIRST_TURN = {
    "movement": "stay where you are in your first turn, and shoot",
    "shooting": "move in your first turn, and do not shoot",
}


def _ways_to_begin(state: State, decision: Decision) -> list[Choice]:
    """Both ways to begin, with what speaks for each."""
    reasons = {msgspec.to_builtins(idea.answer)["phase"]: idea for idea in ideas(state, decision)}
    listed = []
    for phase in decision.offer(state)["choices"]:
        text = _FIRST_TURN.get(phase, phase)
        idea = reasons.get(phase)
        if idea is not None and idea.reason:
            text = f"{text} ({idea.reason})"
        value = idea.value if idea is not None else None
        listed.append(Choice(f"skip {phase}", text, {"answer": "skip_phase", "phase": phase}, value=value))
    return listed


def _all_shots(state: State, decision: Decision) -> list[Choice]:
    """The suggested plan, locking, and then every shot at a unit, from the leftmost unit on.

    Pieces of terrain can be named too but are not listed: there may be a hundred of them.
    """
    listed = [*_plan(state, decision), Choice("lock", "roll the dice for the shots planned so far")]
    for unit_id in leftmost(state, decision.seat):
        listed.extend(
            _shot(state, unit_id, target) for target in legal_targets(state, unit_id) if target in state.units
        )
    return listed


def _plan(state: State, decision: Decision) -> list[Choice]:
    best = next(iter(ideas(state, decision)), None)
    shots = msgspec.to_builtins(best.answer).get("shots", []) if best is not None else []
    if best is None or not shots:
        return []
    plan = {shot["unit"]: shot["target"] for shot in shots}
    text = f"the suggested plan, {best.reason}"
    return [
        Choice(
            say(state.match, best.answer),
            text,
            plan=plan,
            then="lock",
            at_once=declared(plan),
            clause=best.clause,
            value=best.value,
        )
    ]


def _shot(state: State, unit_id: str, target: str) -> Choice:
    told = relation(state, state.units[unit_id], state.units[target])
    where = [words.length(told["inches"], state.match.game.ruler), told["direction"], f"its {told['side']}"]
    if told["hidden"]:
        where.append(words.hidden(told["hidden"]))
    text = f"{name(state, target)}, {', '.join(where)}: {words.chance(told['needed'], told['odds'])}"
    return Choice(f"fire {unit_id} at {target}", text, shot=(unit_id, target), odds=told["odds"])


def _idle_shooters(state: State, seat: int, listed: list[Choice]) -> list[str]:
    """Units that have nothing to fire at."""
    armed = {choice.shot[0] for choice in listed if choice.shot is not None}
    return [unit.id for unit in living(state, seat) if unit.id not in armed]


QUESTIONS = {
    "deploy_unit": DEPLOY,
    "place_terrain": Question(
        "lay a piece of terrain", _lay, choices=with_auto("lay all your pieces out sensibly"), sets_up=True
    ),
    "first_turn_choice": Question(
        "give up movement or shooting in your first turn", _first_turn, choices=_ways_to_begin, shows_units=True
    ),
    "move_units": Question(
        "move your units (type end when you are done)",
        _move,
        choices=with_last(Choice("end", "no more movement this turn"), without="end_movement"),
        after=after_move,
        shows_units=True,
    ),
    "declare_targets": Question("plan your shots (type lock to roll the dice)", _declare, choices=_all_shots),
}
