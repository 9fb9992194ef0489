"""Return Fire: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from .chapter import RETURN_FIRE
from .mind import MINDS
from .return_fire import ReturnFire
from .words import WORDS

CONTENTS = ChapterContents(
    RETURN_FIRE,
    folder=Path(__file__).parent,
    decisions=(ReturnFire,),
    minds=MINDS,
    words=WORDS,
)
