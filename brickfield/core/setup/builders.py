"""What an army builder shows besides the cards: their words in sentences, the limits as they stand, usual enemies."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from brickfield.core.data_files import TableRow
from brickfield.core.shown.showing import RangeFace


class TraitFace(Struct, frozen=True):
    """A word on cards and what it means for a unit, with the clause behind it."""

    text: str
    clause: str


class LimitFace(Struct, frozen=True):
    """A limit of an army as it stands: what is counted, how much of it there is, and how much there may be."""

    id: str
    title: str
    value: int
    clause: str
    least: int = 0
    # None: as many as one likes
    most: int | None = None
    holds: bool = True


def limit(name: str, title: str, value: int, clause: str, *, least: int = 0, most: int | None = None) -> LimitFace:
    """A limit, which holds when the value is neither below nor above it."""
    holds = value >= least and (most is None or value <= most)
    return LimitFace(name, title, value, clause, least, most, holds)


class DuelGround(Struct, frozen=True):
    """Where odds are asked for before a battle: against whom, how far away at first and at most, at which ranges."""

    enemies: tuple[str, ...] = ()
    distance: float = 0.0
    farthest: float = 0.0
    ranges: tuple[RangeFace, ...] = ()
    # whether it matters which side the enemy shows
    facings: bool = False


class TraitRow(TableRow, frozen=True):
    """A word of the file of a builder."""

    word: str
    text: str
    clause: str


class SortRow(TableRow, frozen=True):
    """A class of units: its id in the data, and what it is called on a page."""

    id: str
    title: str


class BuilderData(TableRow, frozen=True):
    """`data/builder.toml` of a game."""

    # usual enemies by the names of their cards; distances in the game's own ruler
    enemies: tuple[str, ...]
    distance: float
    farthest: float
    facings: bool = False
    # the rule switches that decide what an army may be made of, and what its odds are
    switches: tuple[str, ...] = ()
    sort: tuple[SortRow, ...] = ()
    trait: tuple[TraitRow, ...] = ()

    def ground(self, ranges: Iterable[RangeFace] = ()) -> DuelGround:
        """The ground for odds, with the ranges of the game."""
        return DuelGround(self.enemies, self.distance, self.farthest, tuple(ranges), self.facings)

    @property
    def traits(self) -> dict[str, TraitFace]:
        """The words of cards with their meaning."""
        return {row.word: TraitFace(row.text, row.clause) for row in self.trait}

    @property
    def sorts(self) -> dict[str, str]:
        """The classes of units with their titles."""
        return {row.id: row.title for row in self.sort}
