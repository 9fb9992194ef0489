"""Sea monsters: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.battle_of_the_sea.chapters.sea_monsters.chapter import SEA_MONSTERS
from brickfield.games.battle_of_the_sea.chapters.sea_monsters.sea_monsters import MonsterPhase

CONTENTS = ChapterContents(SEA_MONSTERS, groups=("monster",), frames=(MonsterPhase,))
