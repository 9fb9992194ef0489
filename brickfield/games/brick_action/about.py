"""What the game is: its line on the front page, its chapters, where it comes from; without effect on play."""

from __future__ import annotations

from functools import cache

from brickfield.core.clauses import rule
from brickfield.core.setup.about import About
from .data_files import read


@rule("ba.intro", "ba.obj.fun")
@cache
def about() -> About:
    """The game in a few words."""
    return read("about.toml", About)
