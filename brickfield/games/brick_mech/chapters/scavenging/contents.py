"""Scavenge Action: what this chapter brings."""

from brickfield.core.game import ChapterContents
from . import scavenge_action
from .chapter import SCAVENGING

CONTENTS = ChapterContents(SCAVENGING, rules=(scavenge_action,), groups=("scavenge",), verbs=("scavenge",))
