"""Return Fire: what this chapter brings."""

from brickfield.core.game import ChapterContents
from .chapter import RETURN_FIRE
from .mind import MINDS
from .return_fire import ReturnFire

CONTENTS = ChapterContents(
    RETURN_FIRE,
    decisions=(ReturnFire,),
    minds=MINDS,
)
