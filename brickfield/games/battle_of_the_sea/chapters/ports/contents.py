"""Ports: what this chapter brings."""

from brickfield.core.game import ChapterContents
from . import shown
from .chapter import PORTS
from .mind import MINDS
from .ports import Repairs, RepairShip

CONTENTS = ChapterContents(
    PORTS,
    rules=(shown,),
    groups=("port",),
    frames=(Repairs,),
    decisions=(RepairShip,),
    minds=MINDS,
)
