"""Terrain beyond what stops and hides: part of every battlefield."""

from __future__ import annotations

from brickfield.core.chapters import Chapter

TERRAIN = Chapter("terrain", in_play=lambda match: True)
