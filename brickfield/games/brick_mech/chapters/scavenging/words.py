"""Scavenging in words: parts that are fitted and taken off."""

from __future__ import annotations

from brickfield.speech.interpreter import Interpreter, Reply, during, misread, refuse
from brickfield.speech.reading import Misread, TypedCommand, plain_words
from brickfield.speech.saying import Plain
from brickfield.speech.speech import ChapterWords, Verb
from ...words.speech_orders import SORTS, mech_named, slot_named, slot_words
from ...words.speech_questions import TURN


def _mount(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """mount A1 P3, or mount A1 P3 arm: fit a loose part, or a half of it."""
    typed = plain_words(spoken.rest)
    take = typed.pop() if typed and typed[-1] in SORTS else "all"
    parts = {each.casefold(): each for each in interpreter.state.tokens}
    unit = mech_named(interpreter, typed, tuple(parts))
    if isinstance(unit, Misread):
        return misread(unit)
    part = parts.get(typed[0], typed[0]) if typed else ""
    if not part:
        return refuse("not_understood", "Say which part, for example: mount A1 P1.")
    return interpreter.give({"answer": "mount", "unit": unit, "part": part[:16], "take": take})


def _detach(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """detach A1 left arm: take a shoulder or arm off."""
    typed = plain_words(spoken.rest)
    slot = slot_named(typed)
    unit = mech_named(interpreter, typed)
    if isinstance(unit, Misread):
        return misread(unit)
    if not slot:
        return refuse("not_understood", "Say which part, for example: detach A1 left arm.")
    return interpreter.give({"answer": "detach", "unit": unit, "slot": slot})


def _mount_words(plain: Plain) -> str:
    half = "" if plain.get("take", "all") == "all" else f" {plain['take']}"
    return f"mount {plain['unit']} {plain['part']}{half}"


WORDS = ChapterWords(
    verbs={
        "mount": Verb((), "mount A1 P3", "fit a loose part that lies beside a Mech; mount A1 P3 arm takes half of it"),
        "detach": Verb((), "detach A1 left arm", "take an own shoulder or arm off"),
    },
    handlers={"mount": during((TURN,), _mount), "detach": during((TURN,), _detach)},
    sayings={
        "mount": _mount_words,
        "detach": lambda plain: f"detach {plain['unit']} {slot_words(plain['slot'])}",
    },
    deeds={"mount": "mounting of a part", "detach": "taking off of a part"},
)
