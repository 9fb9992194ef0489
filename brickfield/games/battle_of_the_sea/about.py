"""What the book says about itself and about good habits: for the rules page, without effect on play."""

from __future__ import annotations

from functools import cache

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow
from brickfield.core.setup.about import ChapterLine, Fact, Rights
from .data_files import read


class About(TableRow, frozen=True):
    """The first pages of the book in our own words."""

    title: str
    edition: str
    line: str
    detail: str
    minutes_per_unit: tuple[int, int]
    theme: Fact
    rights: Rights
    appendices: Fact
    chapter: tuple[ChapterLine, ...]
    tip: tuple[Fact, ...]


@rule("sea.overview.theme", "sea.overview.licence", "sea.appendix.search", "sea.scale.micro", "sea.model.free")
@rule("sea.props.own", "sea.fleet.size_any", "sea.ram.perpendicular", "sea.game.mark_done")
@cache
def about() -> About:
    """Facts and advice of the book that have no effect on play."""
    return read("about.toml", About)
