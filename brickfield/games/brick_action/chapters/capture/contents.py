"""What the marker brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_action.base.actions import DEEDS
from brickfield.games.brick_action.chapters.capture.activating import ACTIVATE, Activating
from brickfield.games.brick_action.chapters.capture.chapter import THE_MARKER

DEEDS.add(THE_MARKER, ACTIVATE)

CONTENTS = ChapterContents(
    THE_MARKER,
    frames=(Activating,),
    verbs=("activate",),
)
