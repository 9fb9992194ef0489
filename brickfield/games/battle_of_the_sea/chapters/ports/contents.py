"""Ports: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.core.judging.judging import one_by_one
from brickfield.games.battle_of_the_sea.chapters.ports import shown
from brickfield.games.battle_of_the_sea.chapters.ports.chapter import PORTS
from brickfield.games.battle_of_the_sea.chapters.ports.mind import drawn, priced_repair
from brickfield.games.battle_of_the_sea.chapters.ports.ports import Repairs, RepairShip

CONTENTS = ChapterContents(
    PORTS,
    rules=(shown,),
    groups=("port",),
    frames=(Repairs,),
    decisions=(RepairShip,),
    samples={RepairShip: drawn},
    outlooks={RepairShip: one_by_one(priced_repair)},
)
