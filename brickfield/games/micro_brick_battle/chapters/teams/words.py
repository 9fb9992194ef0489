"""Free-for-alls in words: who begins a round."""

from __future__ import annotations

from brickfield.core.events import FactChanged
from brickfield.speech.sentences import Names
from brickfield.speech.speech import ChapterWords, DiceWord
from .free_for_all import INITIATIVE


def _first(event: FactChanged, names: Names) -> str:
    if event.clause != "mbb.ffa.roll" or not isinstance(event.value, int):
        return ""
    return f"{names.seat(event.value)} won the roll: first in this round."


WORDS = ChapterWords(
    facts={"first": _first}, dice={INITIATIVE: DiceWord("Start of the round", "a tie is thrown again")}
)
