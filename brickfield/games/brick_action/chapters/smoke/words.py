"""Smoke in words: where it is thrown."""

from __future__ import annotations

from brickfield.speech import words
from brickfield.speech.offered_answers import offered_verbs
from brickfield.speech.speech import ChapterWords, Verb

_VERBS = {
    "smoke": Verb((), "smoke A1 at 40 30", "throw smoke at one of the places that are offered"),
}


WORDS = ChapterWords(
    verbs=_VERBS,
    handlers=offered_verbs(_VERBS),
    sayings={
        "throw_smoke": lambda plain: f"smoke {plain['unit']} at {words.number(plain['x'])} {words.number(plain['y'])}",
    },
    deeds={
        "throw_smoke": "smoke",
    },
)
