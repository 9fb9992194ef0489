"""Capacity: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.core.judging.judging import one_by_one
from brickfield.games.battle_of_the_sea.chapters.capacity import shown
from brickfield.games.battle_of_the_sea.chapters.capacity.chapter import CAPACITY
from brickfield.games.battle_of_the_sea.chapters.capacity.mind import drawn, priced_drop, suggested
from brickfield.games.battle_of_the_sea.chapters.capacity.overload import DropCargo
from brickfield.games.battle_of_the_sea.mind.by_decision import first

CONTENTS = ChapterContents(
    CAPACITY,
    rules=(shown,),
    groups=("capacity",),
    decisions=(DropCargo,),
    suggests={DropCargo: first(suggested)},
    samples={DropCargo: drawn},
    outlooks={DropCargo: one_by_one(priced_drop)},
)
