"""Ports: what this chapter brings."""

from brickfield.core.game import ChapterContents
from brickfield.core.judging.judging import one_by_one
from . import shown
from .chapter import PORTS
from .mind import drawn, priced_repair
from .ports import Repairs, RepairShip

CONTENTS = ChapterContents(
    PORTS,
    rules=(shown,),
    groups=("port",),
    frames=(Repairs,),
    decisions=(RepairShip,),
    samples={RepairShip: drawn},
    outlooks={RepairShip: one_by_one(priced_repair)},
)
