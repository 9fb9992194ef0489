"""The chapter Currents."""

from brickfield.core.chapters import Chapter

CURRENTS = Chapter("currents", in_play=lambda match: match.options.currents)
