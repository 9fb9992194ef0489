"""What smoke brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from ...base.actions import DEEDS
from .aids import aids
from .chapter import SMOKE_GRENADES
from .smoke import THROW_SMOKE, LayingSmoke
from .words import WORDS

DEEDS.add(SMOKE_GRENADES, THROW_SMOKE)

CONTENTS = ChapterContents(
    SMOKE_GRENADES,
    folder=Path(__file__).parent,
    frames=(LayingSmoke,),
    verbs=("smoke",),
    aids=(aids,),
    words=WORDS,
)
