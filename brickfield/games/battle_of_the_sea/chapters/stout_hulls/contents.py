"""Stout hulls: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import stout_hulls
from .chapter import STOUT_HULLS
from .words import WORDS

CONTENTS = ChapterContents(STOUT_HULLS, folder=Path(__file__).parent, rules=(stout_hulls,), words=WORDS)
