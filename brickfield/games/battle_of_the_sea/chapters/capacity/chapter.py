"""The chapter Capacity: where cargo or gold is carried."""

from brickfield.core.chapters import Chapter

CAPACITY = Chapter("capacity", in_play=lambda match: match.options.loads)
