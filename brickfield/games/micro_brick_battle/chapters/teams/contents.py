"""Teams and free-for-all: what these chapters bring."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.micro_brick_battle.chapters.teams import rolling_for_first, team_play
from brickfield.games.micro_brick_battle.chapters.teams.chapter import FREE_FOR_ALL, TEAMS
from brickfield.games.micro_brick_battle.chapters.teams.free_for_all import RollForFirst

TEAM_PLAY = ChapterContents(TEAMS, rules=(team_play,), groups=("team",))

FOR_ALL = ChapterContents(FREE_FOR_ALL, rules=(rolling_for_first,), groups=("ffa",), frames=(RollForFirst,))
