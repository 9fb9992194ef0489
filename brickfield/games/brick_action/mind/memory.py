"""Memory: what a squad can do to another was worked out before if both stood just so. Dice fall in many ways, but the
same pairs of squads come up again and again on the tables that a bot imagines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from brickfield.core.board import Unit
from brickfield.core.bounded_cache import shelf_of
from brickfield.core.kept import kept
from brickfield.core.state import State
from ..base.battlefield import hulls_on_board, is_vehicle
from ..base.sight.landscape import SMOKE
from ..base.stances import stance_of

# so many pairs of a battle are remembered
_MOST = 50_000

T = TypeVar("T")


def remembered(state: State, unit: Unit, target: Unit, what: Callable[[State, Unit, Unit], T]) -> T:
    """What a unit can do to another by a measure that rests on those two and on the map alone; of vehicles nothing is
    remembered."""
    memory = shelf_of(state.match, what, _MOST)
    key = state.facts.get("active"), scenery(state), stance_of(state, unit), stance_of(state, target)
    found: T | None = memory.get(key)
    if found is None:
        if is_vehicle(state, unit) or is_vehicle(state, target):
            return what(state, unit, target)
        found = memory.keep(key, what(state, unit, target))
    return found


@kept
def scenery(state: State) -> tuple[Any, ...]:
    """Whatever stands on the map besides it: vehicles, wrecks and smoke."""
    hulls = [(each.id, each.pose) for each in hulls_on_board(state)]
    smoke = [(each.id, each.pose) for each in state.tokens.values() if each.kind == SMOKE]
    return (*hulls, *smoke)
