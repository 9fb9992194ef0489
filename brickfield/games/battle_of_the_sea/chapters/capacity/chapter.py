"""The chapter Capacity: where cargo or gold is carried."""

from __future__ import annotations

from brickfield.core.chapters import Chapter

CAPACITY = Chapter("capacity", in_play=lambda match: match.options.loads)
