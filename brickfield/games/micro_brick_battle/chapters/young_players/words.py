"""Simpler rules in words: a colour die shows a colour and no number."""

from __future__ import annotations

from brickfield.core.events import ShotResolved
from brickfield.speech.sentences import Names
from brickfield.speech.speech import ChapterWords, DiceWord
from .young_players import COLOR_DIE


def _shot_resolved(event: ShotResolved, names: Names) -> str:
    if event.clause != "mbb.young.color_die":
        return ""
    colour = "a hit" if event.hit else "a miss"
    return f"{names.thing(event.unit)} fired at {names.thing(event.target)}: the colour die shows {colour}."


WORDS = ChapterWords(sentences={ShotResolved: _shot_resolved}, dice={COLOR_DIE: DiceWord("Colour die")})
