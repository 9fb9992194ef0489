"""Engine Breakdown: an enemy unit has no Movement Points in a phase."""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.offers import Weighed
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from ....base.battlefield import card_of
from ....base.unit_stats import modified_movement, movement_points, printed_movement, stopped_by
from ..card_workings import Working, movable, with_card
from ..chapter import EFFECT_CARDS
from ..effect_cards import BREAKDOWN

# What a few inches less are worth, as a share of a unit's cost.
_INCHES = 0.12


@rule("mbb.card.scenario")
def _enemies_that_drive(state: State, seat: int, about: tuple[str, ...]) -> list[str]:
    """Units of the player whose Movement Phase begins, but those that another card has stopped."""
    active = int(state.facts.get("active", -1))
    if active < 0 or state.match.allied(active, seat):
        return []
    return [unit for unit in movable(state, active) if BREAKDOWN not in state.units[unit].marks]


@modified_movement.amended(EFFECT_CARDS)
@rule("mbb.card.scenario", "mbb.move.zero")
def broken_down(state: State, unit: Unit, points: int) -> int:
    """Whatever it has, it is gone."""
    return 0 if BREAKDOWN in unit.marks and printed_movement(state, unit) > 0 else points


@stopped_by.amended(EFFECT_CARDS)
@rule("mbb.card.scenario", "inf.geometry.cards")
def stopped_by_card(state: State, unit: Unit, reason: str) -> str:
    """Soldiers have no engine, but they stop as well."""
    return "card: Engine Breakdown" if BREAKDOWN in unit.marks else reason


def _worth(state: State, seat: int, unit: str, decision: Any) -> float:
    return _INCHES * card_of(state, unit).rc


@rule("mbb.card.scenario", "inf.geometry.cards")
def _changes(state: State, decision: Any, unit: str) -> tuple[Weighed, ...]:
    after = with_card(state, BREAKDOWN, unit)
    before = movement_points(state, state.units[unit])
    return (Weighed("Movement Points", before, movement_points(after, after.units[unit]), percent=False),)


CARD = Working(
    BREAKDOWN,
    _enemies_that_drive,
    _worth,
    liked=8,
    changes=_changes,
    until="moved",
    said="has no Movement Points in this phase",
)
