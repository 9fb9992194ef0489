"""The optional rule Charge."""

from brickfield.core.chapters import Chapter

CHARGE = Chapter("charge", in_play=lambda match: match.options.charge)
