"""The chapter Winds."""

from brickfield.core.chapters import Chapter

WINDS = Chapter("winds", in_play=lambda match: match.options.wind)
