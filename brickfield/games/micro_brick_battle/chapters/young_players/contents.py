"""Young players and quick play: what these chapters bring."""

from __future__ import annotations

from brickfield.core.game import ChapterContents
from brickfield.games.micro_brick_battle.chapters.young_players.chapter import QUICK_PLAY, YOUNG_PLAYERS

QUICK = ChapterContents(QUICK_PLAY, groups=("quick",))

YOUNG = ChapterContents(YOUNG_PLAYERS, groups=("young",))
