"""The chapter about flags: where they are the objective."""

from brickfield.core.chapters import Chapter

FLAGS = Chapter("flags", in_play=lambda match: bool(match.objective.kind == "flag"))
