"""What rests on places alone, remembered for a whole match: whoever plays a turn out many times meets the same poses
again and again, and only the marks on the sheets differ."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, cast

from brickfield.core.bounded_cache import shelf_of
from brickfield.core.state import State
from brickfield.geometry import Pose
from ..base.battlefield import living

# How many sorts are kept and how much of each before it is let go: it can always be worked out again. Three against
# three comes by 7,000 sorts in a battle, and is as quick with 1,500: who stands where is soon past.
_SORTS, _MOST = 2_000, 20_000

# Every unit that stands, and where.
Standing = tuple[tuple[str, Pose | None], ...]


def others_than(state: State, *units: str) -> Standing:
    """All units that stand, without these."""
    return tuple([(unit.id, unit.pose) for unit in living(state) if unit.id not in units])


def table_of(state: State, *sort: Hashable) -> dict[Any, Any]:
    """The table of one sort of findings in the memory of a match; it may be written to, and is empty when too much was
    kept."""
    shelf = shelf_of(state.match, "places", _SORTS)
    found: dict[Any, Any] | None = shelf.get(sort)
    if found is None:
        return cast("dict[Any, Any]", shelf.keep(sort, {}))
    if len(found) >= _MOST:
        found.clear()
    return found
