"""Stout hulls: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.battle_of_the_sea.chapters.stout_hulls import stout_hulls
from brickfield.games.battle_of_the_sea.chapters.stout_hulls.chapter import STOUT_HULLS

CONTENTS = ChapterContents(STOUT_HULLS, rules=(stout_hulls,))
