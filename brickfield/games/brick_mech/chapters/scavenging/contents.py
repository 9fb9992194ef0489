"""Scavenge Action: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.brick_mech.chapters.scavenging import scavenge_action
from brickfield.games.brick_mech.chapters.scavenging.chapter import SCAVENGING

CONTENTS = ChapterContents(
    SCAVENGING,
    rules=(scavenge_action,),
    groups=("scavenge",),
    verbs=("scavenge",),
)
