"""Capacity: what this chapter brings."""

from brickfield.core.game import ChapterContents
from brickfield.core.judging.judging import one_by_one
from ...mind.by_decision import first
from . import shown
from .chapter import CAPACITY
from .mind import drawn, priced_drop, suggested
from .overload import DropCargo

CONTENTS = ChapterContents(
    CAPACITY,
    rules=(shown,),
    groups=("capacity",),
    decisions=(DropCargo,),
    suggests={DropCargo: first(suggested)},
    samples={DropCargo: drawn},
    outlooks={DropCargo: one_by_one(priced_drop)},
)
