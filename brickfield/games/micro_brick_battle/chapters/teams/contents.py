"""Teams and free-for-all: what these chapters bring."""

from pathlib import Path

from brickfield.core.game import ChapterContents
from . import rolling_for_first, team_play
from .chapter import FREE_FOR_ALL, TEAMS
from .free_for_all import RollForFirst
from .words import WORDS

TEAM_PLAY = ChapterContents(TEAMS, folder=Path(__file__).parent, rules=(team_play,), groups=("team",))

FOR_ALL = ChapterContents(
    FREE_FOR_ALL,
    rules=(rolling_for_first,),
    groups=("ffa",),
    frames=(RollForFirst,),
    words=WORDS,
)
