"""Scavenge Action: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import scavenge_action
from .chapter import SCAVENGING
from .words import WORDS

CONTENTS = ChapterContents(
    SCAVENGING,
    folder=Path(__file__).parent,
    rules=(scavenge_action,),
    groups=("scavenge",),
    verbs=("scavenge",),
    words=WORDS,
)
