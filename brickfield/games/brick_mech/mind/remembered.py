"""What rests on places alone, remembered for a whole match: whoever plays a turn out many times meets the same poses
again and again, and only the marks on the sheets differ."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any
from weakref import WeakKeyDictionary

from brickfield.core.state import State
from brickfield.geometry import Pose
from ..base.battlefield import MechMatch, living, match_of

# How many sorts are kept and how much of each before it is let go: it can always be worked out again. Three against
# three comes by 7,000 sorts in a battle, and is as quick with 1,500: who stands where is soon past.
_SORTS, _MOST = 2_000, 20_000

# Every unit that stands, and where.
Standing = tuple[tuple[str, Pose | None], ...]


class Remembered:
    """The memory of one match: tables by sort and by who stands where besides."""

    def __init__(self) -> None:
        self._kept: dict[Hashable, dict[Any, Any]] = {}

    def table(self, *sort: Hashable) -> dict[Any, Any]:
        """The table of one sort of findings; it may be written to, and is empty when too much was kept."""
        found = self._kept.get(sort)
        if found is None:
            if len(self._kept) >= _SORTS:
                self._kept = {}
            found = self._kept[sort] = {}
        elif len(found) >= _MOST:
            found.clear()
        return found


_MEMORIES: WeakKeyDictionary[MechMatch, Remembered] = WeakKeyDictionary()


def remembered(match: MechMatch) -> Remembered:
    """The memory of a match."""
    found = _MEMORIES.get(match)
    if found is None:
        found = _MEMORIES[match] = Remembered()
    return found


def others_than(state: State, *units: str) -> Standing:
    """All units that stand, without these."""
    return tuple([(unit.id, unit.pose) for unit in living(state) if unit.id not in units])


def table_of(state: State, *sort: Hashable) -> dict[Any, Any]:
    """The table of a sort in the memory of a state's match."""
    return remembered(match_of(state)).table(*sort)
