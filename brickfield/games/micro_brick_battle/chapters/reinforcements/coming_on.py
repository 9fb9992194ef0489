"""Reserves in the Movement Phase: they are called on like others are moved."""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.offers import Place
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.movement_phase import MoveUnits, coming_on, may_end, order_given, other_order, somebody_may_come
from .chapter import RESERVES
from .reinforcements import Enter, Entry, bring_on, entry_offer, may_come, may_enter, must_enter

MoveUnits.also_takes(Enter, becomes=(Entry,))


# Part of every battle, whether or not units may be held back: who found no room waits as well.
@somebody_may_come.amended(RESERVES)
@rule("mbb.reinf.wait3")
def reserves_may_come(state: State, seat: int, others: bool) -> bool:
    """Whether reserves may come on now."""
    return others or may_come(state, seat)


@may_end.amended(RESERVES)
@rule("mbb.reinf.forced")
def somebody_must_enter(state: State, seat: int) -> Refusal | None:
    """Who has nothing alive on the table brings on what may come."""
    return must_enter(state, seat)


@coming_on.amended(RESERVES)
@rule("mbb.reinf.enter")
def reserves_come_on(state: State, seat: int, _nobody: Place | None) -> Place | None:
    """Reserves that have waited, along the own edge."""
    return entry_offer(state, seat)


@other_order.amended(RESERVES)
@rule("mbb.reinf.enter")
def called_on(state: State, seat: int, answer: Any, settled: Any) -> Any:
    """A unit in reserve is called on."""
    return may_enter(state, seat, answer) if isinstance(answer, Enter) else settled


@order_given.amended(RESERVES)
@rule("mbb.reinf.enter")
def comes_on(t: Table, order: Any) -> None:
    """It comes on."""
    if isinstance(order, Entry):
        bring_on(t, order)
