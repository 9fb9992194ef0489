"""Adapting Ranges: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_mech.chapters.adapting_ranges import adapting_ranges
from brickfield.games.brick_mech.chapters.adapting_ranges.chapter import ADAPTING_RANGES

CONTENTS = ChapterContents(
    ADAPTING_RANGES,
    rules=(adapting_ranges,),
)
