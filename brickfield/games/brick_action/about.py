"""What the game is: its line on the front page, its chapters, where it comes from; without effect on play."""

from __future__ import annotations

from functools import cache

from brickfield.core.clauses import rule
from brickfield.core.data_files import Entry
from brickfield.games.brick_action.data_files import read


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
    minutes_per_unit: tuple[int, int]
    chapters: tuple[ChapterRow, ...]


@rule("ba.intro", "ba.obj.fun")
@cache
def about() -> About:
    """The game in a few words."""
    return read("about.toml", About)
