"""Targeted Shot: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import targeted_shot
from .chapter import TARGETED_SHOT

CONTENTS = ChapterContents(TARGETED_SHOT, folder=Path(__file__).parent, rules=(targeted_shot,))
