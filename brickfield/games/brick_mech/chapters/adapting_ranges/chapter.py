"""The optional rule Adapting Ranges."""

from brickfield.core.chapters import Chapter

ADAPTING_RANGES = Chapter("adapting_ranges", in_play=lambda match: match.options.adapted_ranges)
