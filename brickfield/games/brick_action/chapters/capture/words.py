"""The marker in words: it is activated."""

from __future__ import annotations

from brickfield.speech.offered_answers import offered_as
from brickfield.speech.speech import ChapterWords, Verb

_VERBS = {
    "activate": Verb((), "activate A1", "activate the objective"),
}


WORDS = ChapterWords(
    verbs=_VERBS,
    handlers={name: offered_as(name, verb.usage) for name, verb in _VERBS.items()},
    sayings={
        "activate": lambda plain: f"activate {plain['unit']}",
    },
    deeds={
        "activate": "activation",
    },
)
