"""Hold Fire: what this chapter brings."""

from brickfield.core.game import ChapterContents
from .chapter import HOLD_FIRE
from .hold_fire import HeldShot, enters
from .mind import MINDS

CONTENTS = ChapterContents(
    HOLD_FIRE,
    verbs=("hold",),
    decisions=(HeldShot,),
    windows={"enters": enters},
    minds=MINDS,
)
