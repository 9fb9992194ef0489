"""Questions to the pilots of Mechs in words: what is asked, and what one needs to know for it."""

from __future__ import annotations

from typing import Any

from brickfield.games.brick_mech import speech_orders
from brickfield.games.brick_mech.a_final_note import ABSTAIN
from brickfield.games.brick_mech.queries import aim
from brickfield.speech import words
from brickfield.speech.desk import Desk
from brickfield.speech.placing import DEPLOY
from brickfield.speech.situation import name
from brickfield.speech.speech import Question


def _take_action(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    rows = offer["units"]
    able = [f"{name(desk.state, row['unit'])} ({_actions(row)})" for row in rows]
    head = "Take an action" if len(rows) == 1 else "Choose a Mech and take its first action"
    lines = [f"{head}: {words.listed(able)}."]
    if any(row["rush"] for row in rows):
        lines.append("Another action would be a rush: Heat Markers are placed before it.")
    for row in rows if len(rows) == 1 else ():
        lines.extend(f"  {line}." for line in _reach(desk, row))
    if first:
        unit = rows[0]["unit"]
        lines.append(f"For example: move {unit} forward 3 right 45 step left 2, fire {unit} at B1, end {unit}.")
        lines.append("try move ... shows it first; hint explains the ideas; end is the end of that Mech's turn.")
    return lines


def _actions(row: dict[str, Any]) -> str:
    return f"{row['actions']} of {row['most']} actions taken, {words.number(row['movement'])} MP"


def _reach(desk: Desk, row: dict[str, Any]) -> list[str]:
    """What the Mech could attack, mount and note now."""
    lines = [
        f"can attack {name(desk.state, each['target'])}: {aim(desk.state, row['unit'], each['target'])['words']}"
        for each in row["targets"]
    ]
    lines += [f"can mount {each['part']}, the {each['what']}" for each in row["mount"]]
    if row["hold"]:
        lines.append(f"may hold fire instead, for example: hold {row['unit']} {row['hold'][0]['range']} primary")
    return lines


def _return_fire(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    state = desk.state
    attacker, target = name(state, offer["attacker"]), name(state, offer["target"])
    heat = f" It would be a rush: {words.counted(offer['heat'], 'Heat Marker')}." if offer["heat"] else ""
    reply = aim(state, offer["target"], offer["attacker"])["words"]
    return [f"{attacker} attacks {target}. Return fire at the same time ({reply})? Type yes or no.{heat}"]


def _held_shot(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    state = desk.state
    holder, mover = name(state, offer["holder"]), name(state, offer["mover"])
    where = f"{offer['range']} range in the {offer['arc']} arc"
    if not offer["noted"]:
        return [f"{mover} comes into {where} of {holder}. That is not what you noted: type no to let it pass."]
    return [f"{mover} comes into {where} of {holder}, as you noted. Fire? Type yes or no."]


def _challenge(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    measured = f"the arc as {offer['arc']} and the cover as {offer['cover']}"
    return [f"An attack was measured: {measured}. Type yes to accept it, or challenge arc, or challenge cover."]


def _vote(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    ballots = words.listed([*offer["choices"], ABSTAIN], "or")
    return [f"The {offer['about']} of an attack is challenged. Type ballot and {ballots}."]


_REACTS = {"yes": speech_orders.react, "no": speech_orders.react}
_ACCEPTS = {"yes": speech_orders.challenge, "no": speech_orders.challenge}
QUESTIONS = {
    "deploy_unit": DEPLOY,
    "take_action": Question("take an action with a Mech (type end when it is done)", _take_action, shows_units=True),
    "return_fire": Question("return fire or not: yes or no", _return_fire, verbs=_REACTS),
    "held_shot": Question("fire the held shot or not: yes or no", _held_shot, verbs=_REACTS),
    "may_challenge": Question("accept what was measured (yes), or challenge arc or cover", _challenge, verbs=_ACCEPTS),
    "vote": Question("vote on what was challenged", _vote),
}
