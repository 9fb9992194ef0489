"""Reinforcements: whether units may be held back."""

from __future__ import annotations

from brickfield.core.chapters import Chapter

REINFORCEMENTS = Chapter("reinforcements", in_play=lambda match: match.reinforcements)
