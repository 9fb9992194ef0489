"""The chapter of waters at random."""

from brickfield.core.chapters import Chapter

ARCHIPELAGO = Chapter("archipelago", in_play=lambda match: match.options.waters == "archipelago")
