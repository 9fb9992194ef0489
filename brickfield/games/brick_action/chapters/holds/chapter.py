"""The chapter about holds: in every battle."""

from brickfield.core.chapters import Chapter

HOLDS = Chapter("holds", in_play=lambda match: True)
