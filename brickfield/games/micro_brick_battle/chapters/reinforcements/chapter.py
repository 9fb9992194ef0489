"""Reinforcements: whether units may be held back; and those that wait in any battle, without room or by scenario."""

from brickfield.core.chapters import Chapter

RESERVES = Chapter("reserves", in_play=lambda match: True)
REINFORCEMENTS = Chapter("reinforcements", in_play=lambda match: match.reinforcements)
