"""The chapter about the marker: where it is the objective."""

from brickfield.core.chapters import Chapter

THE_MARKER = Chapter("capture", in_play=lambda match: bool(match.objective.kind == "capture"))
