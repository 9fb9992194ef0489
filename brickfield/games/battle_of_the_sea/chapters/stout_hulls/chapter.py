"""The chapter of stout hulls."""

from brickfield.core.chapters import Chapter

STOUT_HULLS = Chapter("stout_hulls", in_play=lambda match: match.options.stout_hulls)
