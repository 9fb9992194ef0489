"""An archipelago at random: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import archipelago
from .chapter import ARCHIPELAGO

CONTENTS = ChapterContents(ARCHIPELAGO, folder=Path(__file__).parent, rules=(archipelago,))
