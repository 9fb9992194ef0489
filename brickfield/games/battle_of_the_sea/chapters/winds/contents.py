"""Winds: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.battle_of_the_sea.chapters.winds import shown, winds
from brickfield.games.battle_of_the_sea.chapters.winds.chapter import WINDS

CONTENTS = ChapterContents(WINDS, rules=(shown, winds), groups=("wind",))
