"""Moments of a battle at which chapters do something of their own; the base book does nothing at them."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.questions import Moment
from brickfield.core.table import Table


@Moment
@rule("mbb.setup.when")
def battle_begins(t: Table) -> None:
    """Nothing lies on the table yet."""


@Moment
@rule("mbb.turn.active")
def turn_begins(t: Table, seat: int) -> None:
    """A seat has become the active player."""


@Moment
@rule("mbb.turn.end")
def turn_ends(t: Table, seat: int) -> None:
    """A seat has done all that belongs to its turn."""


@Moment
@rule("mbb.move.max")
def movement_begins(t: Table, seat: int, extra: bool) -> None:
    """All units of a seat have their full Movement Points; `extra`: once more in the same turn."""


@Moment
@rule("mbb.move.any_number")
def unit_went(t: Table, unit_id: str, step: str, amount: float, cost: int) -> None:
    """A unit has gone some of the way it was ordered to go."""
