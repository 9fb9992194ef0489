"""Sea monsters: what this chapter brings."""

from brickfield.core.game import ChapterContents
from .chapter import SEA_MONSTERS
from .sea_monsters import MonsterPhase

CONTENTS = ChapterContents(SEA_MONSTERS, groups=("monster",), frames=(MonsterPhase,))
