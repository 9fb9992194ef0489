"""Heavy weapons in words: crewed, left, fired."""

from __future__ import annotations

from brickfield.speech.offered_answers import offered_verbs
from brickfield.speech.speech import ChapterWords, Verb
from ...words.speech_typed import fire_words

_VERBS = {
    "leave": Verb((), "leave A1", "leave the heavy weapon where it stands"),
    "crew": Verb((), "crew A1", "take over a heavy weapon"),
}


WORDS = ChapterWords(
    verbs=_VERBS,
    handlers=offered_verbs(_VERBS),
    sayings={
        "fire_heavy": fire_words,
        "leave_gun": lambda plain: f"leave {plain['unit']}",
        "crew_gun": lambda plain: f"crew {plain['unit']} {plain['weapon'].rpartition('_')[2]}",
    },
    deeds={
        "fire_heavy": "shot of the heavy weapon",
        "leave_gun": "leaving of the weapon",
        "crew_gun": "crewing of the weapon",
    },
)
