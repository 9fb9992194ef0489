"""House rules: what this chapter brings."""

from brickfield.core.game import ChapterContents
from .chapter import HOUSE_RULES

CONTENTS = ChapterContents(HOUSE_RULES, groups=("house",))
