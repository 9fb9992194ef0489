"""Hold Fire: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from .chapter import HOLD_FIRE
from .hold_fire import HeldShot, enters
from .mind import MINDS
from .words import WORDS

CONTENTS = ChapterContents(
    HOLD_FIRE,
    folder=Path(__file__).parent,
    verbs=("hold",),
    decisions=(HeldShot,),
    windows={"enters": enters},
    minds=MINDS,
    words=WORDS,
)
