"""Special units: whether they are in play by their own rules."""

from brickfield.core.chapters import Chapter

SPECIAL_UNITS = Chapter("special_units", in_play=lambda match: match.special_units)
