"""House rules: ways to decide things by dice, open to every battle."""

from brickfield.core.chapters import Chapter

HOUSE_RULES = Chapter("house_rules", in_play=lambda match: True)
