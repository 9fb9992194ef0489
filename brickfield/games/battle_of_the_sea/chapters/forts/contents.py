"""Forts: what this chapter brings."""

from brickfield.core.game import ChapterContents
from . import forts, shown
from .chapter import FORTS

CONTENTS = ChapterContents(FORTS, rules=(forts, shown), groups=("fort",))
