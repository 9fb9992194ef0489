"""Charge: what this chapter brings."""

from brickfield.core.game import ChapterContents
from . import charge, shown
from .chapter import CHARGE

CONTENTS = ChapterContents(CHARGE, rules=(charge, shown))
