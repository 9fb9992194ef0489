"""Charge: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_mech.chapters.charge import charge, shown
from brickfield.games.brick_mech.chapters.charge.chapter import CHARGE

CONTENTS = ChapterContents(
    CHARGE,
    rules=(charge, shown),
)
