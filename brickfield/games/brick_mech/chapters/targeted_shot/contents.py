"""Targeted Shot: what this chapter brings."""

from brickfield.core.game import ChapterContents
from . import targeted_shot
from .chapter import TARGETED_SHOT

CONTENTS = ChapterContents(TARGETED_SHOT, rules=(targeted_shot,))
