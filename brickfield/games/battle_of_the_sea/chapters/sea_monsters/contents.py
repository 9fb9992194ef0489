"""Sea monsters: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from .chapter import SEA_MONSTERS
from .sea_monsters import MonsterPhase
from .words import WORDS

CONTENTS = ChapterContents(
    SEA_MONSTERS, folder=Path(__file__).parent, groups=("monster",), frames=(MonsterPhase,), words=WORDS
)
