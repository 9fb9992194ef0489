"""Stout hulls: what this chapter brings."""

from brickfield.core.game import ChapterContents
from . import stout_hulls
from .chapter import STOUT_HULLS

CONTENTS = ChapterContents(STOUT_HULLS, rules=(stout_hulls,))
