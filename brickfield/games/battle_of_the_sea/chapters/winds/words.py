"""Winds in words: how it blows."""

from __future__ import annotations

from brickfield.core.events import FactChanged
from brickfield.speech import words
from brickfield.speech.sentences import Names
from brickfield.speech.speech import ChapterWords, DiceWord
from .winds import WIND


def _wind(event: FactChanged, names: Names) -> str:
    return f"The wind blows to the {words.wind(event.value)}." if isinstance(event.value, int) else ""


WORDS = ChapterWords(facts={"wind": _wind}, dice={WIND: DiceWord("Wind", "the wind may stay as it is")})
