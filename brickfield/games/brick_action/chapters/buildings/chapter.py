"""The chapter about buildings: where houses stand on the board."""

from brickfield.core.chapters import Chapter

BUILDINGS = Chapter("buildings", in_play=lambda match: bool(match.houses))
