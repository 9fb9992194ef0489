"""Reinforcements: part of every battle, for who finds no room at the beginning comes on later too."""

from __future__ import annotations

from brickfield.core.chapters import Chapter

REINFORCEMENTS = Chapter("reinforcements", in_play=lambda match: True)
