"""Turns: who has the next one, and what happens when they begin and end. Later chapters amend both."""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.core.board import GONE, WRECK
from brickfield.core.clauses import rule
from brickfield.core.questions import Moment, Question
from brickfield.core.state import State
from brickfield.core.table import Table


@Question
@rule("mbb.turn.round")
def round_the_table(state: State, first: int) -> tuple[int, ...]:
    """The seats as they sit, from one of them on."""
    seats = state.match.seats
    return tuple([(first + step) % seats for step in range(seats)])


@Question
@rule("mbb.turn.round")
def turn_order(state: State, first: int) -> tuple[int, ...]:
    """The turns of a round: everybody has one."""
    return round_the_table(state, first)


@Question
@rule("mbb.setup.alternate")
def placing_order(state: State, seat: int) -> tuple[int, ...]:
    """Who is asked to place a unit when it is a seat's turn, one after the other until somebody has one left."""
    return round_the_table(state, seat)


@Question
@rule("mbb.setup.alternate")
def placed_next(state: State, seat: int) -> int:
    """Whose turn to place it is after a seat."""
    return round_the_table(state, seat)[1]


@rule("mbb.team.two_turns", "mbb.ffa.roll")
def in_battle(state: State, seat: int) -> bool:
    """Whether a player has a unit left, on the table or still to come."""
    return any(unit.seat == seat and unit.status not in (WRECK, GONE) for unit in state.units.values())


@Moment
@rule("mbb.setup.when")
def battle_begins(t: Table) -> None:
    """Before the battlefield is laid out."""


@Moment
@rule("mbb.turn.active", "mbb.turn.phases", "mbb.turn.sequence")
def turn_begins(t: Table, seat: int) -> None:
    """This player is the Active Player now."""
    t.emit(happened.TurnStarted(seat=seat, clause="mbb.turn.active"))


@Moment
@rule("mbb.turn.end")
def turn_passed_over(t: Table, seat: int) -> None:
    """A player who has lost everything has no turn."""


@Moment
@rule("mbb.move.max")
def movement_begins(t: Table, phase: str, clause: str) -> None:
    """Every unit has its full Movement Points; what was left of earlier phases is lost."""
    t.emit(happened.PhaseStarted(phase=phase, clause=clause))
    t.emit(happened.MarksCleared(mark="spent", clause="mbb.move.max" if phase == MOVEMENT else clause))


@Moment
@rule("mbb.move.any_number")
def unit_went(t: Table, unit_id: str, step: str, amount: float, cost: int) -> None:
    """A unit has gone some of the way it was ordered to go, or has come on."""


@Moment
@rule("mbb.move.any_number")
def went_inside(t: Table, unit_id: str) -> None:
    """A unit has gone into a building."""


@Moment
@rule("mbb.move.any_number")
def move_ended(t: Table, unit_id: str) -> None:
    """A unit has come to the end of the way it was ordered to go."""


@Moment
@rule("mbb.declare.locked")
def targets_locked(t: Table, seat: int) -> None:
    """What was for the Target Declaration Phase is over."""


@Moment
@rule("mbb.turn.end")
def turn_ends(t: Table, seat: int) -> None:
    """What was for this turn is over."""


# the phase of movement that every turn has
MOVEMENT = "movement"
