"""What a game says about itself in its data: its line on the front page, its chapters, where it comes from."""

from __future__ import annotations

from brickfield.core.data_files import TableRow

# Nobody can say to the minute how long a battle takes.
_STEP = 5


class Fact(TableRow, frozen=True):
    """A sentence with its clause."""

    text: str
    clause: str


class Rights(TableRow, frozen=True):
    """What may be done with the book, and whom to credit."""

    text: str
    credits: str
    clause: str


class ChapterLine(TableRow, frozen=True):
    """A chapter of the rules page: the group of the ledger it gathers, which a link to it opens, and its name."""

    group: str
    title: str


class About(TableRow, frozen=True):
    """A game in a few words."""

    title: str
    line: str
    detail: str
    genre: str
    clause: str
    credits: str
    # about how long a battle takes for each of its units, shortest and longest
    minutes_per_unit: tuple[int, int]
    chapters: tuple[ChapterLine, ...]


def battle_minutes(per_unit: tuple[int, int], units: int) -> tuple[int, int]:
    """About how long a battle takes between an army of so many units and one like it, in whole five minutes."""
    least, most = (2 * units * each for each in per_unit)
    return _STEP * max(1, least // _STEP) if units else 0, _STEP * -(-most // _STEP)
