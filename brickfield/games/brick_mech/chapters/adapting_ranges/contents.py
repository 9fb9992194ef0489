"""Adapting Ranges: what this chapter brings."""

from brickfield.core.game import ChapterContents
from . import adapting_ranges
from .chapter import ADAPTING_RANGES

CONTENTS = ChapterContents(ADAPTING_RANGES, rules=(adapting_ranges,))
