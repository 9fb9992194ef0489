"""What the game is: its line on the front page, its chapters, where it comes from; without effect on play."""

from __future__ import annotations

from functools import cache

from brickfield.core.clauses import rule
from brickfield.core.data_files import Entry
from brickfield.games.brick_mech.data_files import read


class ChapterRow(Entry, frozen=True):
    """A chapter of the rules page and the group of clauses it gathers."""

    title: str
    group: str


class About(Entry, frozen=True):
    """The file about the game."""

    title: str
    line: str
    detail: str
    genre: str
    clause: str
    credits: str
    minutes_per_mech: tuple[int, int]
    chapters: tuple[ChapterRow, ...]


@rule("bm.overview.genre", "bm.data.search_record")
@cache
def about() -> About:
    """The game in a few words. What could not be found of the printed sheet is ours, and the credits say so."""
    return read("about.toml", About)
