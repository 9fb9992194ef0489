"""Ports: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import shown
from .chapter import PORTS
from .mind import MINDS
from .ports import Repairs, RepairShip
from .words import WORDS

CONTENTS = ChapterContents(
    PORTS,
    folder=Path(__file__).parent,
    rules=(shown,),
    groups=("port",),
    frames=(Repairs,),
    decisions=(RepairShip,),
    minds=MINDS,
    words=WORDS,
)
