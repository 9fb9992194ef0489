"""Commands at sea besides courses: volleys and markers."""

from __future__ import annotations

import re
from typing import Any

from brickfield.core.asking.offers import Act, Allocate, Path, Split
from brickfield.speech.interpreter import Interpreter, OfferT, Reply, misread, offered, refuse
from brickfield.speech.reading import Misread, TypedCommand, plain_words
from .speech_courses import course_words

Answer = dict[str, Any]
MARKERS = {
    **dict.fromkeys(("firepower", "gun", "guns", "fire"), "firepower"),
    **dict.fromkeys(("speed", "sail", "sails"), "speed"),
    **dict.fromkeys(("base", "hull", "durability"), "base"),
    "additional": "additional",
}
EVERYTHING = ("all", "everything")


def action(interpreter: Interpreter, form: type[OfferT]) -> OfferT | Reply | None:
    """What the ship that has just sailed may do in this way; None: nothing. Else the refusal of a wrong moment."""
    act = offered(interpreter, Act)
    if isinstance(act, Reply):
        return act
    offers = [action.offer for actor in act.actors for action in actor.actions]
    return next((offer for offer in offers if isinstance(offer, form)), None)


# --- volleys ---------------------------------------------------------------------------------------------------------


def fire(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """fire 6 at B1, 4 at B2, or fire B1 with all dice: declared as a whole, then thrown."""
    split = action(interpreter, Split)
    if isinstance(split, Reply):
        return split
    left = split.dice if split is not None else 0
    limits = {aim.target: split.limits.get(aim.range, left) for aim in split.aims} if split is not None else {}
    shots: list[Answer] = []
    for part in re.split(r"[,;]|\band\b", spoken.rest.casefold()):
        typed = [word for word in plain_words(part) if word not in ("dice", "die", "shots", *EVERYTHING)]
        typed = [word for word in typed if split is None or word != split.unit.casefold()]
        if not typed:
            continue
        shot = _shot(interpreter, typed, left)
        if isinstance(shot, Misread):
            return misread(shot)
        if len(typed) == 1:
            shot["dice"] = min(shot["dice"], limits.get(shot["target"], left))
        shots.append(shot)
        left = max(0, left - shot["dice"])
    if not shots:
        return refuse("not_understood", "Say at whom, for example: fire B1, or fire 6 at B1, 4 at B2.")
    return interpreter.give({"answer": "fire", "shots": shots})


def _shot(interpreter: Interpreter, typed: list[str], left: int) -> Answer | Misread:
    """One target with its dice; without a number it gets all that are left."""
    counts = [word for word in typed if word.isdecimal()]
    names = [word for word in typed if not word.isdecimal()] or counts[:1]
    target = interpreter.target(names[0])
    if isinstance(target, Misread):
        return target
    dice = int(counts[0][:6]) if counts and names[0] != counts[0] else left
    return {"target": target, "dice": max(1, dice)}


def done(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """end the turn, or hold fire."""
    act = offered(interpreter, Act)
    if isinstance(act, Act):
        return interpreter.give({"answer": "hold_fire"})
    path = offered(interpreter, Path)
    return path if isinstance(path, Reply) else interpreter.give({"answer": "end_turn"})


# --- markers ----------------------------------------------------------------------------------------


def lose(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """lose 2 firepower, 1 speed: which markers go."""
    offer = offered(interpreter, Allocate)
    if isinstance(offer, Reply):
        return offer
    taken: dict[str, int] = {}
    count: int | None = None
    feature = ""
    for word in plain_words(spoken.rest):
        if word.isdecimal():
            if feature and count is None and feature not in taken:
                taken[feature] = int(word[:6])
                continue
            count = int(word[:6])
        elif word in MARKERS:
            feature = MARKERS[word]
            if count is not None:
                taken[feature] = taken.get(feature, 0) + count
                count = None
        else:
            return refuse("not_understood", f"I know no marker {word[:30]!r}; say firepower, speed or base.")
    if feature and feature not in taken:
        taken[feature] = offer.count
    if not taken or count is not None:
        return refuse("not_understood", "Say how many of what, for example: lose 2 firepower, 1 speed.")
    if "additional" in taken:
        return refuse("not_understood", "Additional durability is gone already; say firepower, speed or base.")
    return interpreter.give({"answer": "remove_markers", **taken})


# --- answers as they are typed ---------------------------------------------------------------------------------------


def _lose_words(plain: Answer) -> str:
    kinds = ("firepower", "speed", "base")
    return "lose " + ", ".join(f"{plain[kind]} {kind}" for kind in kinds if plain.get(kind))


SAYINGS = {
    "sail": course_words,
    "fire": lambda plain: "fire " + ", ".join(f"{shot['dice']} at {shot['target']}" for shot in plain["shots"]),
    "hold_fire": lambda plain: "hold",
    "end_turn": lambda plain: "end",
    "remove_markers": _lose_words,
}
