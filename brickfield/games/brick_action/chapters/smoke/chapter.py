"""The chapter about smoke: in every battle, for grenades may be picked up."""

from brickfield.core.chapters import Chapter

SMOKE_GRENADES = Chapter("smoke", in_play=lambda match: True)
