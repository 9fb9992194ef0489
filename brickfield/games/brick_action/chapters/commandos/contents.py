"""What commandos bring."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from ...base.actions import DEEDS
from .chapter import COMMANDOS
from .commandos import COMMANDO_DEEDS, Commando, FireOn, MoveOn
from .words import WORDS

DEEDS.add(COMMANDOS, *COMMANDO_DEEDS)

CONTENTS = ChapterContents(
    COMMANDOS,
    folder=Path(__file__).parent,
    frames=(Commando,),
    decisions=(FireOn, MoveOn),
    verbs=("dash", "half_move", "move_and_fire", "fire_and_move"),
    words=WORDS,
)
