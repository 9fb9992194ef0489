"""Forts: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.battle_of_the_sea.chapters.forts import forts, shown
from brickfield.games.battle_of_the_sea.chapters.forts.chapter import FORTS

CONTENTS = ChapterContents(FORTS, rules=(forts, shown), groups=("fort",))
