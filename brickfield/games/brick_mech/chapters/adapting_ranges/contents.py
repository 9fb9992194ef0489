"""Adapting Ranges: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import adapting_ranges
from .chapter import ADAPTING_RANGES

CONTENTS = ChapterContents(ADAPTING_RANGES, folder=Path(__file__).parent, rules=(adapting_ranges,))
