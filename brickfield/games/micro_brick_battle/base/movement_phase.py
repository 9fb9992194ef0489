"""I. Movement Phase: which unit moves and how, orders carried out, and moves that something stops on their way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, Union

from msgspec import UNSET, Struct, UnsetType

from brickfield.core.asking.movers import Mover, Slow, StepOffer
from brickfield.core.asking.offers import Asked, Choice, Path, Place
from brickfield.core.board import Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, AnyAnswer, Decision
from brickfield.core.frames import Ask, Frame, Goto, Push
from brickfield.core.numbers import idle_words
from brickfield.core.questions import Moment, Permission, Question
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose
from .battlefield import describe, obstacles_to, things
from .measures import movement
from .movement import (
    MP_GRAIN,
    AnyStep,
    Drive,
    Move,
    Taken,
    budget,
    clause_of,
    drive,
    may_move,
    movable_units,
    path_points,
    points_left,
    price_of,
    turnable_units,
)
from .moves_under_way import MoveUnderWay, goes_freely, watchers
from .shooting import shooters
from .turns import MOVEMENT, movement_begins
from .unit_stats import moves_freely, moves_once


class EndMovement(Answer, frozen=True):
    """No more movement this phase."""


class Convoy(Struct, frozen=True):
    """A unit that is followed, whose order is carried out step by step: where it set out on a step, and what it was to
    do. `steps` is the whole order and `at` the step it is at."""

    tank: UnitId
    start: Pose
    taken: tuple[Taken, ...]
    steps: tuple[AnyStep, ...] | UnsetType = UNSET
    at: int | UnsetType = UNSET

    @property
    def goes_on(self) -> bool:
        """Whether there are more steps to come."""
        return bool(self.steps) and (self.at or 0) + 1 < len(self.steps or ())


# An order to a unit worked out.
worked_out = Question(drive)


@Question
@rule("mbb.move.any_number")
def set_out_with(state: State, order: Drive, start: Pose) -> Convoy | None:
    """A unit that is followed sets out on an order; None: nobody follows it."""
    return None


@Question
@rule("mbb.move.any_number")
def other_order(state: State, seat: int, answer: Any) -> Any:
    """An order that is none to drive, as it will be carried out, or why it may not be given."""
    return answer


@Question
@rule("mbb.move.any_number")
def somebody_may_come(state: State, seat: int) -> bool:
    """Whether a unit of a seat that is off the table may come on now."""
    return False


@Question
@rule("mbb.move.any_number")
def coming_on(state: State, seat: int) -> Place | None:
    """The units that may come on now, and where; None: nobody may."""
    return None


@Moment
@rule("mbb.move.any_number")
def order_given(t: Table, order: Any) -> None:
    """An order that is none to drive is carried out."""


@Question
@rule("mbb.move.any_number")
def also_ordered(state: State, seat: int) -> tuple[Choice, ...]:
    """What else a seat may order now."""
    return ()


@Question
@rule("mbb.move.any_number")
def moving_later(state: State, seat: int) -> tuple[UnitId, ...]:
    """The units of a seat that move when all others have."""
    return ()


@Question
@rule("mbb.move.optional")
def end_of_movement(state: State, seat: int, movers: Sequence[Mover]) -> Choice:
    """To move no more, and what is asked back before that."""
    careful, rests = asked_back(state, seat, movers, "unit"), "Nobody moves any more this turn."
    return Choice(EndMovement(), "End movement", rests, "mbb.move.optional", may_end(state, seat), careful=careful)


class MoveUnits(Decision, frozen=True):
    """Which unit to move, and how; or that the movement is done."""

    ANSWER: ClassVar[Any] = Union[Move, EndMovement]
    CLAUSE: ClassVar[str] = "mbb.move.any_number"
    BECOMES: ClassVar[tuple[type[Struct], ...]] = (Drive,)

    @rule("mbb.move.any_number", "mbb.move.optional", "mbb.reinf.forced")
    def settle(self, state: State, answer: Any) -> Any:
        """An order worked out step by step, a reserve brought on, or the end of the phase."""
        if type(answer) is Move:
            unit = may_move(state, self.seat, answer.unit)
            if type(unit) is Refusal:
                return unit
            return worked_out(state, unit, answer.steps)
        if type(answer) is EndMovement:
            return may_end(state, self.seat) or answer
        return other_order(state, self.seat, answer)

    @rule("mbb.move.any_number", "mbb.move.max", "mbb.reinf.enter")
    def ask(self, state: State) -> Asked:
        """Every unit that can still move or turn with its points, the steps there are, and who may come on."""
        seat = self.seat
        movers = [_mover(state, unit) for unit in turnable_units(state, seat) or movable_units(state, seat)]
        enter = coming_on(state, seat)
        offer = Path(
            tuple(movers),
            step_offers(state, seat),
            points="MP",
            stops=True,
            single=moves_once(state, seat),
            enter=enter,
            finish=end_of_movement(state, seat, movers),
            also=also_ordered(state, seat),
            later=moving_later(state, seat),
            points_clause=price_of(state, seat, "forward")[0],
        )
        entering = " Units in reserve may come on." if enter is not None else ""
        return self.asked("Move your units", _how_to_move(state, seat) + entering, offer)


@rule("mbb.move.forward", "mbb.move.reverse", "mbb.move.turn", "mbb.quick.move", "mbb.young.stick")
def step_offers(state: State, seat: int) -> tuple[StepOffer, ...]:
    """The steps a seat may order and what each costs; on a free path a slide comes first, and all ways cost alike."""
    table, free = movement(), moves_freely(state, seat)
    ahead, back = table.forward_mp_per_inch, table.reverse_mp_per_inch
    slides: tuple[StepOffer, ...] = ()
    if free:
        ahead = back = path_points(1.0)
        slides = (StepOffer("slide", "Go", "free", "inches", ahead, clause_of(state, seat, "slide")),)
    turn = StepOffer(
        "pivot",
        "Turn",
        "turn",
        "degrees",
        0.0 if free else 1 / table.turn_degrees_per_mp,
        clause_of(state, seat, "pivot"),
        whole=not free and state.match.options.turn_cost == "per_started_90",
        per=table.turn_degrees_per_mp,
    )
    return (
        *slides,
        StepOffer("forward", "Forward", "straight", "inches", ahead, clause_of(state, seat, "forward")),
        StepOffer("reverse", "Reverse", "straight", "inches", back, clause_of(state, seat, "reverse"), bearing=180.0),
        turn,
    )


@Permission
@rule("mbb.move.optional")
def may_end(state: State, seat: int) -> Refusal | None:
    """Why the movement may not be ended yet: somebody must come on, or must move. Else None."""
    return None


@Question
@rule("mbb.move.max")
def slows(state: State, unit: Unit) -> tuple[Slow, ...]:
    """The ground that charges a unit when it drives over it now."""
    return ()


@rule("mbb.geometry.collision")
def _mover(state: State, unit: Unit) -> Mover:
    """A vehicle with what it has to drive by: its points, what stops it, and the ground that still charges it."""
    return Mover(
        unit.id,
        budget(state, unit) / MP_GRAIN,
        points_left(state, unit),
        {"answer": "move", "unit": unit.id},
        meets=things(obstacles_to(state, unit.id)),
        slows=slows(state, unit),
    )


def _how_to_move(state: State, seat: int) -> str:
    """What a seat may do with a unit, in a sentence."""
    if moves_once(state, seat):
        return "Lay the stick once for each unit: one straight line, any way; facing is free."
    if moves_freely(state, seat):
        return "Any way, as far as the unit's move in inches; facing is free."
    table = movement()
    ahead, back, quarter = table.forward_mp_per_inch, table.reverse_mp_per_inch, 90.0 / table.turn_degrees_per_mp
    return f"Forward {ahead:g} MP an inch, in reverse {back:g}, a quarter turn {quarter:g}."


def asked_back(state: State, seat: int, movers: Sequence[Mover], sort: str) -> str:
    """Who could move and has not: to stay is allowed, but rarely meant for a unit that was overlooked."""
    if declares_next(state, seat):
        return ""
    idle = [describe(state, each.unit) for each in movers if each.left == each.points]
    return idle_words(idle, sort, "moved", "movement")


@Question
@rule("mbb.declare.after_move")
def declares_next(state: State, seat: int) -> bool:
    """Whether the same player is asked for targets next: an end that was not meant can still be taken back there.

    Not where shooting was given up or nobody can shoot: then others have the word.
    """
    if not shooters(state, seat):
        return False
    given_up = (getattr(frame, "skipped", None) for frame in state.frames)
    return not any(getattr(each, "phase", "") == "shooting" for each in given_up)


# said after every order, so they are not made anew
_NEXT_MOVE, _INFANTRY = Goto("move_units"), Goto("infantry")


@cache
def _ask_for_orders(seat: int) -> Ask:
    return Ask(MoveUnits(seat), into="order")


def under_way(t: Table, order: Drive, start: Pose) -> Push | None:
    """Carry an order out; where it may be stopped on its way that is a frame of its own."""
    if not goes_freely(t, order):
        moving = MoveUnderWay(unit=order.unit, taken=order.taken, refused=order.refused, start=start)
        if watchers(t):
            return Push(moving)
        moving.at_once(t)
    return None


class MovementPhase(Frame):
    """Units move one at a time, in any order, from none to all."""

    seat: int = 0
    order: AnyAnswer | None = None
    # a unit whose order was carried out, while those go along who follow it
    convoy: Convoy | UnsetType = UNSET

    STEPS: ClassVar[tuple[str, ...]] = (
        *("begin", "own_cards", "enemy_cards", "move_units", "carry_out", "next_order"),
        *("followers_go", "next_follower", "infantry", "finish"),
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "order", "convoy")

    @rule("mbb.move.max")
    def begin(self, t: Table) -> Any:
        """Every unit has its full Movement Points; what was left of earlier phases is lost."""
        movement_begins(t, MOVEMENT, "mbb.turn.phases")

    @rule("mbb.move.any_number", "mbb.move.optional")
    def move_units(self, t: Table) -> Any:
        """Ask for orders while something can still move, turn or come on."""
        seat = self.seat
        if movable_units(t, seat) or turnable_units(t, seat) or somebody_may_come(t, seat):
            return _ask_for_orders(seat)
        return _INFANTRY

    @rule("mbb.move.any_number", "mbb.reinf.enter")
    def carry_out(self, t: Table) -> Any:
        """Do what was ordered."""
        order = self.order
        self.order = None
        if type(order) is Drive:
            return self._drive(t, order)
        if order is None or type(order) is EndMovement:
            return _INFANTRY
        order_given(t, order)
        return None

    def _drive(self, t: Table, order: Drive) -> Any:
        """The unit goes, and is stopped on its way if something is; then those go who follow it."""
        start = t.units[order.unit].pose
        assert start is not None
        convoy = set_out_with(t, order, start)
        if convoy is not None:
            self.convoy = convoy
            return under_way(t, Drive(order.unit, convoy.taken, order.refused if not order.steps else None), start)
        return under_way(t, order, start) or _NEXT_MOVE

    @rule("mbb.move.any_number")
    def next_order(self, t: Table) -> Any:
        """Then ask again, when those have gone along who follow."""
        return Goto("followers_go" if self.convoy else "move_units")
