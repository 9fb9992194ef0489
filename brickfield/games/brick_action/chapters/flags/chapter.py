"""The chapter about flags: where they are the objective."""

from __future__ import annotations

from brickfield.core.chapters import Chapter

FLAGS = Chapter("flags", in_play=lambda match: bool(match.objective.kind == "flag"))
