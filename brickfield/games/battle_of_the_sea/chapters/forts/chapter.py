"""The chapter of forts: where one is to be defended."""

from brickfield.core.chapters import Chapter

FORTS = Chapter("forts", in_play=lambda match: match.scenario.goal == "defence_of_the_fort")
