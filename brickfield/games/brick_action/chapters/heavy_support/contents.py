"""What heavy support brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from ...base.actions import DEEDS
from . import gun_reactions, heavy_shots
from .chapter import HEAVY_SUPPORT
from .heavy_fire import CREW_GUN, FIRE_HEAVY, LEAVE_GUN, ChangingCrew
from .words import WORDS

DEEDS.add(HEAVY_SUPPORT, FIRE_HEAVY, LEAVE_GUN, CREW_GUN)

CONTENTS = ChapterContents(
    HEAVY_SUPPORT,
    folder=Path(__file__).parent,
    groups=("heavy",),
    rules=(gun_reactions, heavy_shots),
    frames=(ChangingCrew,),
    verbs=("fire_heavy", "crew_gun", "leave_gun"),
    words=WORDS,
)
