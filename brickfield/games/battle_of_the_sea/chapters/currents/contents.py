"""Currents: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import shown
from .chapter import CURRENTS
from .currents import Anchor, Currents
from .mind import MINDS
from .words import WORDS

CONTENTS = ChapterContents(
    CURRENTS,
    folder=Path(__file__).parent,
    rules=(shown,),
    groups=("current",),
    frames=(Currents,),
    decisions=(Anchor,),
    minds=MINDS,
    words=WORDS,
)
