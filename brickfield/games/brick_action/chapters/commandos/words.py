"""Commandos in words: targets split, moves with an attack."""

from __future__ import annotations

from brickfield.speech.offered_answers import offered_verbs
from brickfield.speech.saying import Plain
from brickfield.speech.speech import ChapterWords, Verb
from ...words.speech_typed import items_words, strides

_VERBS = {
    "split": Verb((), "split A1 at B1 and B2", "a commando attacks two targets at once"),
}


def _split(plain: Plain) -> str:
    both = f"{plain['target']} {plain['dice']} and {plain['second']} {plain['second_dice']}"
    return f"split {plain['unit']} at {both}{items_words(plain)}"


WORDS = ChapterWords(
    verbs=_VERBS,
    handlers=offered_verbs(_VERBS),
    sayings={
        "split_fire": _split,
        "dash": lambda plain: f"dash {plain['unit']} {strides(plain)}",
        "half_move": lambda plain: f"half {plain['unit']} {strides(plain)}",
        "move_and_fire": lambda plain: f"half {plain['unit']} {strides(plain)} then fire",
        "fire_and_move": lambda plain: f"fire {plain['unit']} at {plain['target']}{items_words(plain)} then move",
    },
    deeds={
        "split_fire": "split attack",
        "dash": "dash",
        "half_move": "half of the move",
        "move_and_fire": "move with an attack",
        "fire_and_move": "attack with a move",
    },
)
