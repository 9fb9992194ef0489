"""Infantry against armour in words: swarms, attacks on armour, and rockets for nothing."""

from __future__ import annotations

from brickfield.speech.offered_answers import offered_verbs
from brickfield.speech.speech import ChapterWords, Verb
from ...base.battlefield import mini_number
from ...words.speech_typed import fire_words

_VERBS = {
    "swarm": Verb((), "swarm A1 at B1", "climb on a vehicle that the squad touches"),
    "rocket": Verb((), "rocket A1 mini 2", "before the battle: give a free rocket to a mini"),
}


WORDS = ChapterWords(
    verbs=_VERBS,
    handlers=offered_verbs(_VERBS),
    sayings={
        "swarm": lambda plain: f"swarm {plain['unit']} at {plain['target']}",
        "attack_armour": fire_words,
        "give_rocket": lambda plain: f"rocket {plain['unit']} mini {mini_number(plain['figure'])}",
    },
    deeds={
        "swarm": "swarm",
        "attack_armour": "attack on armour",
        "give_rocket": "gift of the rocket",
    },
)
