"""Targeted Shot: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_mech.chapters.targeted_shot import targeted_shot
from brickfield.games.brick_mech.chapters.targeted_shot.chapter import TARGETED_SHOT

CONTENTS = ChapterContents(
    TARGETED_SHOT,
    rules=(targeted_shot,),
)
