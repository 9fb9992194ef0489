"""Memory: what a squad can do to another was worked out before if both stood just so. Dice fall in many ways, but the
same pairs of squads come up again and again on the tables that a bot imagines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from brickfield.core.board import Unit
from brickfield.core.state import State
from brickfield.games.brick_action.rules.battlefield import ActionMatch, hulls_on_board, is_vehicle, match_of
from brickfield.games.brick_action.rules.landscape import SMOKE, kept_for

# so many pairs of a battle are remembered
_MOST = 100_000

T = TypeVar("T")

_memory: WeakKeyDictionary[ActionMatch, dict[Any, Any]] = WeakKeyDictionary()


def remembered(state: State, unit: Unit, target: Unit, what: Callable[[State, Unit, Unit], T]) -> T:
    """What a unit can do to another by a measure that rests on those two and on the map alone; of vehicles nothing is
    remembered."""
    if is_vehicle(state, unit) or is_vehicle(state, target):
        return what(state, unit, target)
    memory = _memory.setdefault(match_of(state), {})
    key = what, state.facts.get("active"), _scenery(state), _stance(state, unit), _stance(state, target)
    found: T | None = memory.get(key)
    if found is None:
        if len(memory) >= _MOST:
            memory.clear()
        found = memory[key] = what(state, unit, target)
    return found


def _stance(state: State, unit: Unit) -> tuple[Any, ...]:
    """All of a squad that fire at it or from it depends on."""
    kept = kept_for(state, unit)
    found: tuple[Any, ...] | None = kept.get("stance")
    if found is None:
        minis = [
            (each.id, each.card, each.pose, each.inside, each.level, *sorted(each.marks.items()))
            for each in unit.standing
        ]
        found = (unit.id, unit.status, unit.pose, unit.inside, unit.level, *sorted(unit.marks.items()), *minis)
        kept["stance"] = found
    return found


def _scenery(state: State) -> tuple[Any, ...]:
    """Whatever stands on the map besides it: vehicles, wrecks and smoke."""
    known: tuple[Any, ...] | None = state.from_units.get("landscape seen")
    if known is None:
        hulls = [(each.id, each.pose) for each in hulls_on_board(state)]
        smoke = [(each.id, each.pose) for each in state.tokens.values() if each.kind == SMOKE]
        known = state.from_units["landscape seen"] = (*hulls, *smoke)
    return known
