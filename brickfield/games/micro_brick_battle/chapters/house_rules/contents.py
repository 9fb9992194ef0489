"""House rules: what this chapter brings."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from .chapter import HOUSE_RULES

CONTENTS = ChapterContents(HOUSE_RULES, groups=("house",))
