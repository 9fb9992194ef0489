"""Charge: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import charge, shown
from .chapter import CHARGE

CONTENTS = ChapterContents(CHARGE, folder=Path(__file__).parent, rules=(charge, shown))
