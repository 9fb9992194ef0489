"""The optional rule Return Fire."""

from brickfield.core.chapters import Chapter

RETURN_FIRE = Chapter("return_fire", in_play=lambda match: match.options.return_fire)
