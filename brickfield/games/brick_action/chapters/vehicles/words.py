"""Vehicles in words: who gets in and out, how they drive, turn and fire."""

from __future__ import annotations

from brickfield.speech import words
from brickfield.speech.offered_answers import offered_verbs
from brickfield.speech.saying import Plain, down, turn_words
from brickfield.speech.speech import ChapterWords, Verb
from .vehicles import vehicle_weapons

_VERBS = {
    "board": Verb((), "board A4", "get into a vehicle at the end of a move"),
    "dismount": Verb(("unload",), "dismount A1", "get out of a vehicle"),
}


# A leg shorter than this is a crumb of arithmetic, and nobody types it.
_CRUMB = 0.01
_LEGS = {"ahead": "forward", "reverse": "back"}


def _drive(plain: Plain) -> str:
    legs = [
        f"{_LEGS[leg['step']]} {down(leg['studs'])}" if "studs" in leg else turn_words(leg["degrees"])
        for leg in plain["steps"]
        if leg.get("studs", 1.0) >= _CRUMB
    ]
    return f"move {plain['unit']} {' '.join(legs)}"


def _guns(plain: Plain) -> str:
    return f"fire {plain['unit']} at {plain['target']} with {vehicle_weapons()[plain['weapon']].title}"


def _spot(plain: Plain) -> str:
    x, y = plain["spots"][0] if plain["spots"] else (0.0, 0.0)
    return f"dismount {plain['unit']} at {words.number(x)} {words.number(y)}"


WORDS = ChapterWords(
    verbs=_VERBS,
    handlers=offered_verbs(_VERBS),
    sayings={
        "drive": _drive,
        "turn_turret": lambda plain: f"turret {plain['unit']} to {words.number(plain['heading'])}",
        "mount_up": lambda plain: f"board {plain['vehicle']}",
        "dismount": _spot,
        "out_of_wreck": _spot,
        "fire_guns": _guns,
    },
    deeds={
        "drive": "drive",
        "turn_turret": "turn of the turret",
        "mount_up": "mounting",
        "dismount": "dismounting",
        "out_of_wreck": "way out of the wreck",
        "fire_guns": "shot",
    },
)
