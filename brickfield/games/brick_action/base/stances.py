"""Stances: all of a unit that sight of it and fire at it or from it rests on, as a number.

Two units of the same number see, shoot and are shot at in the same way, whatever else is noted on them. What was
worked out for a pair of stances is kept for the match: numbers are found again faster than units are compared.
"""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.board import Unit
from brickfield.core.state import State
from .battlefield import ATTACKED, BANNED, BANNED_NEXT, BEGAN, GUN, LOST, MOVED, RALLIED, REACTED
from .sight.landscape import board_of, kept_for

# marks that only count what was done in a turn; of how far a unit has moved it matters whether it did
_COUNTS = frozenset({ATTACKED, BANNED, BANNED_NEXT, BEGAN, LOST, RALLIED})
# so many stances, and so much of what was worked out for pairs of them, are kept for a battle
_STANCES_KEPT, _PAIRS_KEPT = 8192, 16384
_WRITTEN = msgspec.msgpack.Encoder()


def stance_of(state: State, unit: Unit) -> int:
    """The number of a unit's stance: its minis that are left with their places, and the marks that matter."""
    # asked for each pair of units on each table that is thought of, so it calls nobody to find what is known
    match: Any = state.match
    known = match.board.units.get(id(unit)) if match.board is not None else None
    found: int | None = known[1].get("stance") if known is not None else None
    return found if found is not None else _numbered(state, unit)


def _numbered(state: State, unit: Unit) -> int:
    kept = kept_for(state, unit)
    found: int | None = kept.get("stance")
    if found is None:
        board = board_of(state)
        if len(board.stances) >= _STANCES_KEPT:
            board.stances.clear()
        where = unit.pose, unit.container, unit.floor
        key = _WRITTEN.encode((unit.id, unit.status, *where, _marks(unit), unit.standing))
        found = board.stances.get(key)
        if found is None:
            found = board.stances[key] = next(board.numbers)
        kept["stance"] = found
    return found


def _marks(unit: Unit) -> list[tuple[str, int]]:
    """The marks that matter. Of a unit with a heavy weapon all do, because what it does rests on more than itself."""
    if GUN in unit.marks:
        return sorted(unit.marks.items())
    return sorted(
        (mark, value if mark != MOVED else int(value > 0))
        for mark, value in unit.marks.items()
        if mark not in _COUNTS and not mark.startswith(REACTED)
    )


def pairs_of(state: State) -> dict[Any, Any]:
    """What was worked out for pairs of stances in this battle, by keys that name all it rests on."""
    pairs = board_of(state).pairs
    if len(pairs) >= _PAIRS_KEPT:
        pairs.clear()
    return pairs
