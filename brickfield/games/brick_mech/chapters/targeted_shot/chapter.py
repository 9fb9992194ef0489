"""The optional rule Targeted Shot."""

from brickfield.core.chapters import Chapter

TARGETED_SHOT = Chapter("targeted_shot", in_play=lambda match: match.options.targeted_shot)
