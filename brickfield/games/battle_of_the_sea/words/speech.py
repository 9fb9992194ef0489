"""The game in words: its verbs, its questions, its sentences, and how its ships are told."""

from __future__ import annotations

from typing import Any

from brickfield.core import events as happened
from brickfield.speech import words
from brickfield.speech.placing import PLACE, place
from brickfield.speech.sentences import Names
from brickfield.speech.speech import DiceWord, Row, Speech, Verb
from ..base.ship_card import TITLES, TURNED_OVER
from . import speech_courses, speech_orders
from .queries import die_chance, successes
from .speech_questions import QUESTIONS

# --- what is typed ---------------------------------------------------------------------------------------------------

VERBS = {
    "sail": Verb(
        ("move", "m"),
        "sail A1 north 3 go 60 2",
        "a course of legs from the bow, each in any direction",
        (
            "Without a name the ship you named last is meant: sail north 3, or only north 3.",
            "Legs: north 3 (any wind), go 60 2 (degrees and inches), forward 3, right 45 forward 2, towards B1 4, to "
            "20 15.",
            "north max goes as far as the speed and the water allow; astern 2 goes straight back, as the first leg "
            "only.",
            "A ram comes last: sail A1 north 2 ram B1, or ram A1 B1. sail A1 stay does not move it, but it may then "
            "attack.",
            "try sail ... shows what it takes and what could be fired at from there.",
        ),
    ),
    "ram": Verb((), "ram A1 B1", "run straight into an enemy ship; behind legs: sail A1 north 2 ram B1"),
    "try": Verb(("t", "preview"), "try sail A1 north 3", "show what a course takes and what could be fired at then"),
    "fire": Verb(
        ("f", "shoot", "attack", "target", "aim"),
        "fire 6 at B1, 4 at B2",
        "divide the dice of the ship that has just sailed, and throw; fire B1 throws all",
    ),
    "hold": Verb((), "hold", "do nothing more with the ship that has just sailed"),
    "end": Verb(("e", "done", "finish", "pass"), "end", "end your turn, or hold fire"),
    "lose": Verb((), "lose 2 firepower, 1 speed", "choose which markers a hit ship gives up"),
    "place": PLACE,
}
HANDLERS = {
    "sail": speech_courses.sail,
    "ram": speech_courses.ram,
    "try": speech_courses.try_course,
    "fire": speech_orders.fire,
    "hold": speech_orders.done,
    "end": speech_orders.done,
    "lose": speech_orders.lose,
    "place": place,
}

# --- what happened ---------------------------------------------------------------------------------------------------

_CARGO, _SHIP = "cargo", "ship"


def _kind(card: Any) -> str:
    return str(getattr(card, "kind", ""))


def _chosen(event: happened.Chosen, names: Names) -> str:
    return f"{names.whose(event.seat)} ram is {event.choice}." if event.what == "ram" else ""


def _fact_changed(event: happened.FactChanged, names: Names) -> str:
    if event.name == "first" and isinstance(event.value, int):
        return f"{names.seat(event.value)} won the throw: first to play."
    return ""


def _unit_marked(event: happened.UnitMarked, names: Names) -> str:
    if event.mark in TITLES:
        return f"{names.thing(event.unit)} has {event.value or 'no'} {TITLES[event.mark]} left."
    return ""


# Dice of which each counts by itself, and the lot that names a seat.
_COUNTED = ("the first turn", "firing", "ramming", "the monster")
_LOT = "the first fleet"


def _dice_shown(throw: happened.Throw, names: Names) -> str:
    if throw.label == _LOT:
        return names.who(throw.faces[0] - 1)
    if throw.label in _COUNTED:
        return words.counted(successes(names.match, throw.faces), "success", "successes")
    return ""


def _effect(event: happened.Event, before: int, names: Names) -> str:
    """What a hit took off a card."""
    if isinstance(event, happened.UnitMarked) and event.mark in TITLES:
        return f"{TITLES[event.mark]} {before} → {event.value}"
    if isinstance(event, happened.UnitMarked) and event.mark == TURNED_OVER and event.value:
        return "a marker of base durability turned over"
    return ""


# Attacks in which hulls, or teeth, meet.
_BLOWS = {"accurate_ram": "rams", "inaccurate_ram": "grazes", "monster": "attacks"}


def _attack_act(event: happened.Event, names: Names) -> Row:
    if isinstance(event, happened.AttackResolved) and event.manner in _BLOWS:
        return {"kind": "blow", "verb": _BLOWS[event.manner]}
    return {}


def _shot_words(aim: Row) -> str:
    """What a throw of dice at an enemy can be expected to do."""
    dice = f"{aim['dice']} {'die' if aim['dice'] == 1 else 'dice'}"
    return f"{dice}, {words.number(aim['expected'], 1)} hits to expect, sinks {words.percent(aim['sinks'])}"


SPEECH = Speech(
    verbs=VERBS,
    handlers=HANDLERS,
    questions=QUESTIONS,
    sayings=speech_orders.SAYINGS,
    sentences={
        happened.Chosen: _chosen,
        happened.FactChanged: _fact_changed,
        happened.UnitMarked: _unit_marked,
    },
    dice={
        _LOT: DiceWord("First to place a ship", "it only says who is asked first"),
        "the first turn": DiceWord("First turn", "a tie is thrown again"),
        "firing": DiceWord("Fire"),
        "ramming": DiceWord("Ram"),
    },
    dice_shown=_dice_shown,
    effect=_effect,
    attack_act=_attack_act,
    die_chance=lambda event, match: die_chance(match) if isinstance(event, happened.AttackResolved) else None,
    reasons={
        "last_afloat": "only one side is left on the water",
        "all_gone": "nobody is left on the water",
    },
    deeds={
        "sail": "course",
        "remove_markers": "choice of markers",
        "hold_fire": "decision to hold fire",
    },
    voids={"target_gone": "the target is gone"},
    steps={
        "ahead": "sailed",
        "astern": "went astern",
        "ram": "ran in",
        "drift": "drifted",
        "current": "was carried",
        "hunt": "hunted",
    },
    silent_facts=frozenset({"afloat", "last_hit"}),
    is_news=lambda mark, value: mark in TITLES or (mark == TURNED_OVER and bool(value)) or mark.startswith(_CARGO),
    lost=lambda card: "sunk" if _kind(card) == _SHIP else "destroyed",
    facing=words.wind,
    shot_words=_shot_words,
)
