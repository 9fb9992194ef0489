"""What flushing out brings: its rules amend sight and shots."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_action.chapters.flushing import flushing as flushing
from brickfield.games.brick_action.chapters.flushing.chapter import FLUSHING

CONTENTS = ChapterContents(
    FLUSHING,
    rules=(flushing,),
)
