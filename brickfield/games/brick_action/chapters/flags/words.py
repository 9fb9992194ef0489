"""Flags in words: who takes one."""

from __future__ import annotations

from brickfield.speech.offered_answers import offered_verbs
from brickfield.speech.speech import ChapterWords, Verb
from ...base.battlefield import mini_number

_VERBS = {
    "flag": Verb((), "flag A1", "take the flag"),
}


WORDS = ChapterWords(
    verbs=_VERBS,
    handlers=offered_verbs(_VERBS),
    reasons={"flag_home": "the flag is home"},
    sayings={
        "take_flag": lambda plain: f"flag {plain['unit']} mini {mini_number(plain['figure'])}",
    },
    deeds={
        "take_flag": "taking of the flag",
    },
)
