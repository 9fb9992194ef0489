"""The optional rule Hold Fire."""

from __future__ import annotations

from brickfield.core.chapters import Chapter

HOLD_FIRE = Chapter("hold_fire", in_play=lambda match: match.options.hold_fire)
