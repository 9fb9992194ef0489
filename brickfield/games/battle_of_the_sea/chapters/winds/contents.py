"""Winds: what this chapter brings."""

from brickfield.core.game import ChapterContents
from . import shown, winds
from .chapter import WINDS

CONTENTS = ChapterContents(WINDS, rules=(shown, winds), groups=("wind",))
