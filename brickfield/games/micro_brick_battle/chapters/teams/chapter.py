"""Teams and free-for-all: whether more players than two fight, and for whom."""

from brickfield.core.chapters import Chapter

TEAMS = Chapter("teams", in_play=lambda match: match.teams)
FREE_FOR_ALL = Chapter("free_for_all", in_play=lambda match: match.free_for_all)
