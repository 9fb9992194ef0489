"""Forts: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import forts, shown
from .chapter import FORTS
from .words import WORDS

CONTENTS = ChapterContents(FORTS, folder=Path(__file__).parent, rules=(forts, shown), groups=("fort",), words=WORDS)
