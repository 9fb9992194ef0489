"""The marker in words: it is activated."""

from __future__ import annotations

from brickfield.speech.offered_answers import offered_verbs
from brickfield.speech.speech import ChapterWords, Verb

_VERBS = {
    "activate": Verb((), "activate A1", "activate the objective"),
}


WORDS = ChapterWords(
    verbs=_VERBS,
    handlers=offered_verbs(_VERBS),
    sayings={
        "activate": lambda plain: f"activate {plain['unit']}",
    },
    deeds={
        "activate": "activation",
    },
)
