"""Ports in words: what is repaired there."""

from __future__ import annotations

from brickfield.core.asking.offers import Asked
from brickfield.speech.interpreter import Interpreter, Reply, refuse, wrong_time
from brickfield.speech.reading import TypedCommand, plain_words
from brickfield.speech.speech import ChapterWords, SpokenQuestion, Verb
from ...words.speech_orders import MARKERS


def _asked(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    return [f"{asked.title}. {asked.text}"]


def _repair(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """repair firepower: the marker that comes back."""
    wrong = wrong_time(interpreter, "repair_ship")
    if wrong is not None:
        return wrong
    typed = [MARKERS[word] for word in plain_words(spoken.rest) if word in MARKERS]
    if not typed:
        return refuse("not_understood", "Say which marker comes back, for example: repair firepower.")
    return interpreter.give({"answer": "repair", "feature": typed[0]})


WORDS = ChapterWords(
    verbs={"repair": Verb(("mend",), "repair firepower", "choose the marker that a ship in port gets back")},
    handlers={"repair": _repair},
    questions={"repair_ship": SpokenQuestion("choose the marker that comes back", _asked)},
    sayings={"repair": lambda plain: f"repair {plain['feature']}"},
)
