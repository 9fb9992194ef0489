"""Young players and quick play: what these chapters bring."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import colour_die, quick_play
from .chapter import QUICK_PLAY, YOUNG_PLAYERS
from .words import WORDS

QUICK = ChapterContents(QUICK_PLAY, folder=Path(__file__).parent, rules=(quick_play,), groups=("quick",))

YOUNG = ChapterContents(
    YOUNG_PLAYERS,
    rules=(colour_die,),
    groups=("young",),
    words=WORDS,
)
