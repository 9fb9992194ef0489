"""An archipelago at random: what this chapter brings."""

from brickfield.core.game import ChapterContents
from . import archipelago
from .chapter import ARCHIPELAGO

CONTENTS = ChapterContents(ARCHIPELAGO, rules=(archipelago,))
