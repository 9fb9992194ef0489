"""The optional rule Hold Fire."""

from brickfield.core.chapters import Chapter

HOLD_FIRE = Chapter("hold_fire", in_play=lambda match: match.options.hold_fire)
