"""Terrain beyond what stops and hides: part of every battlefield."""

from brickfield.core.chapters import Chapter

TERRAIN = Chapter("terrain", in_play=lambda match: True)
