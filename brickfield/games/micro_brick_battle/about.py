"""What the book says about itself, about bricks and about good habits: for the rules page, without effect on play."""

from __future__ import annotations

from functools import cache

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow
from brickfield.core.setup.about import ChapterLine, Fact, Rights
from .data_files import read


class Scale(TableRow, frozen=True):
    """How much smaller the models are than the real thing."""

    one_to: int
    text: str
    clause: str


class Contents(TableRow, frozen=True):
    """What the book bundles."""

    parts: tuple[str, ...]
    clause: str


class Chapters(TableRow, frozen=True):
    """The chapters in the book's order, without page numbers, and every group of clauses in the order of reading."""

    list: tuple[ChapterLine, ...]
    groups: tuple[ChapterLine, ...]
    clause: str


class Renamed(TableRow, frozen=True):
    """A brick colour that got another name."""

    before: str
    now: str


class Colors(TableRow, frozen=True):
    """The colours renamed in 2005."""

    renamed: tuple[Renamed, ...]
    clause: str


class CardLines(TableRow, frozen=True):
    """What a unit card shows."""

    lines: tuple[str, ...]
    clause: str


class Equipment(TableRow, frozen=True):
    """What has to lie ready."""

    items: tuple[str, ...]
    dice: int
    clause: str


class Tip(TableRow, frozen=True):
    """A piece of advice; it may point at a scenario or at a rules level to try."""

    text: str
    clause: str
    scenario: str = ""
    level: str = ""


class About(TableRow, frozen=True):
    """The first pages of the book in our own words."""

    title: str
    edition: str
    genre: Fact
    scale: Scale
    contents: Contents
    rights: Rights
    chapters: Chapters
    colors: Colors
    card: CardLines
    equipment: Equipment
    quick_equipment: Equipment
    dice_idea: tuple[Fact, ...]
    tip: tuple[Tip, ...]


@rule("mbb.about.genre", "mbb.about.scale", "mbb.about.contents", "mbb.about.rights", "mbb.about.pages")
@rule("mbb.build.flex_tube", "mbb.build.colors", "mbb.build.sources", "mbb.unit.stats", "mbb.setup.need")
@rule("mbb.house.free", "mbb.house.few", "mbb.house.tweak", "mbb.young.start_quick", "mbb.young.ready")
@rule("mbb.house.dice.evenodd", "mbb.house.dice.high", "mbb.house.dice.target", "mbb.house.dice.match")
@rule("mbb.house.dice.first", "mbb.army.own_bricks", "mbb.quick.first_game", "mbb.obst.number", "mbb.golden")
@rule("mbb.setup.timer", "mbb.quick.equipment", "inf.intro.advice")
@cache
def about() -> About:
    """Facts and advice of the book that have no effect on play."""
    return read("about.toml", About)
