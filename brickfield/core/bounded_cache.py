"""A shelf: what was worked out and may come up again, kept up to a bound."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from brickfield.core.match import Match

Kind = TypeVar("Kind")


class BoundedCache(dict[Hashable, Kind]):
    """What is kept, up to so many entries: when there are more, the older half is let go."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def keep(self, key: Hashable, value: Kind) -> Kind:
        """Put something there."""
        if len(self) >= self.most:
            self.let_go()
        self[key] = value
        return value

    def let_go(self) -> None:
        """Forget the older half."""
        for old in list(islice(self, (len(self) + 1) // 2)):
            del self[old]


def shelf_of(match: Match, sort: Hashable, most: int) -> BoundedCache[Any]:
    """The shelf of one sort of things that were worked out for a match; it is let go with the match."""
    found: BoundedCache[Any] | None = match.kept.get(sort)
    if found is None:
        found = match.kept[sort] = BoundedCache(most)
    return found
