"""Questions at sea in words: what is asked, and what a captain needs to know for it."""

from __future__ import annotations

from typing import Any

from brickfield.games.battle_of_the_sea import speech_orders
from brickfield.speech import words
from brickfield.speech.choices import Choice, with_auto, with_last
from brickfield.speech.desk import Desk
from brickfield.speech.placing import zone_lines
from brickfield.speech.situation import name
from brickfield.speech.speech import Question

_WORDS = {"base": "base durability", "additional": "additional durability"}


def _command(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    able = [f"{row['unit']} ({words.number(row['speed'])} inches)" for row in offer["units"]]
    lines = [f"Command your fleet, ship by ship: each sails, then attacks. Able to act: {words.listed(able)}."]
    if first:
        unit = offer["units"][0]["unit"]
        lines.append(f"For example: sail {unit} north 3 go 60 2, ram {unit} B1, or sail {unit} stay.")
        lines.append("try sail ... shows it first; hint explains the ideas; end ends your turn.")
    return lines


def _attack(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    state = desk.state
    lines = [f"{name(state, offer['unit'])} may attack: firepower {offer['firepower']}."]
    for row in offer["targets"]:
        far = " (long range)" if row["long"] else ""
        distance = words.length(row["distance"], state.match.game.ruler)
        hits = f"{words.counted(row['dice'], 'die') if row['dice'] == 1 else str(row['dice']) + ' dice'}"
        lines.append(
            f"  {name(state, row['target'])}, {distance}{far}: {hits}, {words.number(row['expected'], 1)} hits to "
            f"expect, at least one {words.percent(row['odds'])}, sinks {words.percent(row['sinks'])}."
        )
    if offer["treasures"]:
        gold = [f"{row['token']} (weight {row['weight']})" for row in offer["treasures"]]
        lines.append(f"  Within reach: {words.listed(gold)}; room for {offer['room']}. Taking it is instead of firing.")
    if offer["unload"]:
        lines.append("  It lies in its own port: unload brings the cargo ashore, instead of firing.")
    if first:
        lines.append("For example: fire B1, or fire 6 at B1, 4 at B2; hold does nothing more with this ship.")
    return lines


def _allocate(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    left = ", ".join(f"{count} {_WORDS.get(feature, feature)}" for feature, count in offer["left"].items() if count)
    hits = words.counted(offer["hits"], "hit")
    lines = [f"{name(desk.state, offer['unit'])} takes {hits}: which markers go? It has {left}."]
    lines.append("Without base durability it sinks. For example: lose 2 firepower, 1 speed; or a number:")
    return lines


def _drop(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    aboard = words.listed([str(weight) for weight in offer["cargo"]])
    unit = name(desk.state, offer["unit"])
    return [
        f"{unit} carries {offer['over']} too much (items of weight {aboard}, capacity {offer['capacity']}): what goes "
        "overboard?",
        "For example: drop 1; drop nothing sinks with the cargo.",
    ]


def _anchor(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    return [f"{name(desk.state, offer['unit'])} lies in the current {offer['current']}. Drop anchor? Type yes or no."]


def _repair(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    lost = words.listed([f"{count} {_WORDS.get(feature, feature)}" for feature, count in offer["missing"].items()])
    return [f"{name(desk.state, offer['unit'])} is mended in port. It lacks {lost}: which marker comes back?"]


def _deploy(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    names = [name(desk.state, unit) for unit in offer["units"]]
    lines = [f"Set out your fleet. Waiting: {words.listed(names)}."]
    return [*lines, *zone_lines(offer, "Each hull must lie", "any heading")] if first else lines


_ANCHORS = {"yes": speech_orders.anchor, "no": speech_orders.anchor}
QUESTIONS = {
    "command_fleet": Question(
        "command your fleet (type end when you are done)",
        _command,
        choices=with_last(Choice("end", "no more orders this turn"), without="end_turn"),
        shows_units=True,
    ),
    "attack": Question(
        "attack with this ship (type hold to do nothing more)",
        _attack,
        choices=with_last(Choice("hold", "nothing more with this ship"), without="hold_fire"),
    ),
    "allocate_hits": Question("choose which markers go", _allocate),
    "drop_cargo": Question("drop cargo or sink", _drop),
    "anchor": Question("drop anchor: yes or no", _anchor, verbs=_ANCHORS),
    "repair_ship": Question("choose the marker that comes back", _repair),
    "deploy_ship": Question(
        "set out your fleet", _deploy, choices=with_auto("set out the whole fleet sensibly"), sets_up=True
    ),
}
