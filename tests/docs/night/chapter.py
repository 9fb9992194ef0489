"""Night: whether a battle is fought in the dark."""

from brickfield.core.chapters import Chapter

# the fact that says whether a flare burns: where it changes, everybody's sight is worked out anew
FLARE = "flare"

NIGHT = Chapter("night", in_play=lambda match: match.options.night != "day", facts=(FLARE,))
