"""Capacity: what this chapter brings."""

from brickfield.core.game import ChapterContents
from . import shown
from .chapter import CAPACITY
from .mind import MINDS
from .overload import DropCargo

CONTENTS = ChapterContents(
    CAPACITY,
    rules=(shown,),
    groups=("capacity",),
    decisions=(DropCargo,),
    minds=MINDS,
)
