"""What the game is: its line on the front page, its chapters, where it comes from; without effect on play."""

from __future__ import annotations

from functools import cache

from brickfield.core.clauses import rule
from brickfield.core.setup.about import About
from .data_files import read


@rule("bm.overview.genre", "bm.data.search_record")
@cache
def about() -> About:
    """The game in a few words. What could not be found of the printed sheet is ours, and the credits say so."""
    return read("about.toml", About)
