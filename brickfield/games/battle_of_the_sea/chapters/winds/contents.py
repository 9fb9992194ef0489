"""Winds: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import shown, winds
from .chapter import WINDS
from .words import WORDS

CONTENTS = ChapterContents(WINDS, folder=Path(__file__).parent, rules=(shown, winds), groups=("wind",), words=WORDS)
