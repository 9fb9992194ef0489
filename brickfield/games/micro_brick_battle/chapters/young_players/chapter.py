"""Simpler rules: whether some seat plays by any, and by those for young players."""

from brickfield.core.chapters import Chapter

QUICK_PLAY = Chapter("quick_play", in_play=lambda match: any(level != "base" for level in match.options.rules_level))
YOUNG_PLAYERS = Chapter("young_players", in_play=lambda match: "young" in match.options.rules_level)
