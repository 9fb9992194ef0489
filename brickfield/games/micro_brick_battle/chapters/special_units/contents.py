"""Self-propelled guns, spotters and tank commanders: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from brickfield.core.judging.judging import Mind, one_by_one
from . import shown, special_units, spotters
from .chapter import SPECIAL_UNITS
from .mind_commander import commander_price
from .tank_commanders import CommandersChoice, CommandersMove, CommandersPlan, CommandersShot
from .words import WORDS

CONTENTS = ChapterContents(
    SPECIAL_UNITS,
    folder=Path(__file__).parent,
    rules=(shown, special_units, spotters),
    groups=("spg", "spot", "cmd"),
    frames=(CommandersPlan, CommandersShot, CommandersMove),
    decisions=(CommandersChoice,),
    minds={CommandersChoice: Mind(outlook=one_by_one(commander_price))},
    words=WORDS,
)
