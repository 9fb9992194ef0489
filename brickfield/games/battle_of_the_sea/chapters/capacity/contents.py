"""Capacity: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import shown
from .chapter import CAPACITY
from .mind import MINDS
from .overload import DropCargo
from .words import WORDS

CONTENTS = ChapterContents(
    CAPACITY,
    folder=Path(__file__).parent,
    rules=(shown,),
    groups=("capacity",),
    decisions=(DropCargo,),
    minds=MINDS,
    words=WORDS,
)
