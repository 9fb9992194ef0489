"""House rules: what this chapter brings."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from .chapter import HOUSE_RULES

CONTENTS = ChapterContents(HOUSE_RULES, folder=Path(__file__).parent, groups=("house", "conflict"))
