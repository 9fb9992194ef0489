"""Full Throttle: up to two vehicles have more Movement Points in a phase."""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.offers import Weighed
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from ....base.battlefield import card_of, enemies_of
from ....base.target_declaration import has_a_shot
from ....base.unit_stats import modified_movement, movement_points, moves_once, printed_movement, stopped_by
from ...special_units.special_units import is_artillery
from ..card_workings import Working, movable, with_card
from ..chapter import EFFECT_CARDS
from ..effect_cards import THROTTLE

# What a few inches more are worth, as a share of a unit's cost.
_INCHES = 0.12


@rule("mbb.card.scenario", "inf.geometry.cards", "mbb.young.stick")
def _vehicles(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Own ground units that may drive now: no artillery, no infantry, nothing that never moves. A stick has no points
    to add to."""
    if moves_once(state, seat):
        return []
    return [
        unit for unit in movable(state, seat) if not card_of(state, unit).is_infantry and not is_artillery(state, unit)
    ]


@modified_movement.amended(EFFECT_CARDS)
@rule("mbb.card.scenario", "mbb.mod.stack", "mbb.move.zero")
def faster(state: State, unit: Unit, points: int) -> int:
    """Who has no Movement Points on its card gets none, nor does who is stopped altogether."""
    able = printed_movement(state, unit) > 0 and not stopped_by(state, unit)
    return points + unit.marks.get(THROTTLE, 0) if able else points


def _worth(state: State, seat: int, unit: str, decision: Any) -> float:
    """Who sees nobody is in a hurry."""
    blind = not any(has_a_shot(state, state.units[unit], enemy) for enemy in enemies_of(state, seat))
    return _INCHES * card_of(state, unit).rc if blind else 0.0


@rule("mbb.card.scenario")
def _changes(state: State, decision: Any, unit: str) -> tuple[Weighed, ...]:
    after = with_card(state, THROTTLE, unit)
    before = movement_points(state, state.units[unit])
    return (Weighed("Movement Points", before, movement_points(after, after.units[unit]), percent=False),)


CARD = Working(
    THROTTLE,
    _vehicles,
    _worth,
    liked=9,
    changes=_changes,
    until="moved",
    said="has {value:+d} Movement Points in this phase",
)
