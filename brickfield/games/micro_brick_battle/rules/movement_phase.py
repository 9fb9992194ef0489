"""I. Movement Phase: which unit moves and how, orders carried out, and moves that something stops on their way."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any, ClassVar, Union

from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import Ask, Frame, Goto, Push
from brickfield.core.offers import Asked, Choice, Mover, Path
from brickfield.core.pausing_moves import PausingMove
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.rules import reinforcements
from brickfield.games.micro_brick_battle.rules.measures import movement
from brickfield.games.micro_brick_battle.rules.movement import (
    COIN,
    Drive,
    Move,
    Taken,
    budget,
    clause_of,
    cost_of,
    drive,
    may_move,
    movable_units,
    points_left,
    price_of,
    step_offers,
    tolerance_coins,
    turnable_units,
)
from brickfield.games.micro_brick_battle.rules.quick_play import moves_freely
from brickfield.games.micro_brick_battle.rules.reinforcements import Enter, Entry
from brickfield.games.micro_brick_battle.rules.young_players import YOUNG, rules_level
from brickfield.geometry import Pose
from brickfield.geometry.grain import GRAIN

# What may be met on a way: asked for the table, the mover and a stretch of its way, it gives what begins there or None.
Watcher = Callable[[Table, str, Pose, Pose], Union[Frame, None]]
# The chapters that lay something in the way of a move stand here; those of the base game know nothing of the sort.
WATCHERS: tuple[Watcher, ...] = ()


class EndMovement(Answer, frozen=True):
    """No more movement this phase."""


class MoveUnits(Decision, frozen=True):
    """Which unit to move, and how; or that the movement is done."""

    ANSWER: ClassVar[Any] = Union[Move, Enter, EndMovement]
    CLAUSE: ClassVar[str] = "mbb.move.any_number"

    @rule("mbb.move.any_number", "mbb.move.optional", "mbb.reinf.forced")
    def settle(self, state: State, answer: Any) -> Any:
        """An order worked out step by step, a reserve brought on, or the end of the phase."""
        if isinstance(answer, Move):
            unit = may_move(state, self.seat, answer.unit)
            return unit if type(unit) is Refusal else drive(state, unit, answer.steps)
        if isinstance(answer, Enter):
            return reinforcements.may_enter(state, self.seat, answer)
        return reinforcements.must_enter(state, self.seat) or answer

    @rule("mbb.move.any_number", "mbb.move.max", "mbb.reinf.enter")
    def ask(self, state: State) -> Asked:
        """Every unit that can still move or turn with its points, the steps there are, and who may come on."""
        seat = self.seat
        movers = [
            Mover(unit.id, budget(state, unit) / COIN, points_left(state, unit), {"answer": "move", "unit": unit.id})
            for unit in turnable_units(state, seat) or movable_units(state, seat)
        ]
        finish = Choice(
            EndMovement(),
            "End movement",
            "Nobody moves any more this turn.",
            "mbb.move.optional",
            reinforcements.must_enter(state, seat),
        )
        enter = reinforcements.entry_offer(state, seat)
        offer = Path(
            tuple(movers),
            step_offers(state, seat),
            points="MP",
            stops=True,
            single=rules_level(state, seat) == YOUNG,
            enter=enter,
            finish=finish,
            points_clause=price_of(state, seat, "forward")[0],
        )
        entering = " Units in reserve may come on." if enter is not None else ""
        return self.asked("Move your units", _how_to_move(state, seat) + entering, offer)


def _how_to_move(state: State, seat: int) -> str:
    """What a seat may do with a unit, in a sentence."""
    if rules_level(state, seat) == YOUNG:
        return "Lay the stick once for each unit: one straight line, any way; facing is free."
    if moves_freely(state, seat):
        return "Any way, as far as the unit's move in inches; facing is free."
    table = movement()
    ahead, back, quarter = table.forward_mp_per_inch, table.reverse_mp_per_inch, 90.0 / table.turn_degrees_per_mp
    return f"Forward {ahead:g} MP an inch, in reverse {back:g}, a quarter turn {quarter:g}."


class MovementPhase(Frame):
    """Units move one at a time, in any order, from none to all."""

    seat: int = 0
    order: Union[Drive, Entry, EndMovement, None] = None

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "move_units", "carry_out", "next_order", "finish")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "order")

    @rule("mbb.move.max")
    def begin(self, t: Table) -> Any:
        """Every unit has its full Movement Points; what was left of earlier phases is lost."""
        t.emit(happened.PhaseStarted(phase="movement", clause="mbb.turn.phases"))
        t.emit(happened.MarksCleared(mark="spent", clause="mbb.move.max"))

    @rule("mbb.move.any_number", "mbb.move.optional")
    def move_units(self, t: Table) -> Any:
        """Ask for orders while something can still move, turn or come on."""
        seat = self.seat
        if movable_units(t, seat) or turnable_units(t, seat) or reinforcements.may_come(t, seat):
            return Ask(MoveUnits(seat), into="order")
        return Goto("finish")

    @rule("mbb.move.any_number", "mbb.reinf.enter")
    def carry_out(self, t: Table) -> Any:
        """Do what was ordered."""
        order = self.order
        self.order = None
        if type(order) is Drive:
            start = t.units[order.unit].pose
            assert start is not None
            moving = MoveUnderWay(unit=order.unit, taken=order.taken, refused=order.refused, start=start)
            if WATCHERS:
                return Push(moving)
            moving.at_once(t)
            return Goto("move_units")
        if type(order) is Entry:
            reinforcements.bring_on(t, order)
            return None
        return Goto("finish")

    @rule("mbb.move.any_number")
    def next_order(self, t: Table) -> Any:
        """Then ask again."""
        return Goto("move_units")

    @rule("mbb.declare.after_move")
    def finish(self, t: Table) -> Any:
        """Nothing moves after this."""


class MoveUnderWay(PausingMove):
    """An order being carried out, step by step. What it meets on its way may stop it, in the middle of a step too."""

    taken: tuple[Taken, ...] = ()
    refused: Refusal | None = None
    start: Pose = Pose(0, 0, 0)
    # how many steps the table shows whole, and how much of the next one, in grain
    shown: tuple[int, int] = (0, 0)

    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "sample", "last", "taken", "refused", "start", "shown")

    def at_once(self, t: Table) -> None:
        """Where nothing lies in wait it goes to its end without a look at what is on the way."""
        self._show(t, len(self.taken), 0)
        self.arrive(t)

    def places(self, t: Table) -> int:
        """So many stretches as a way is looked at in, and every turn."""
        return sum(map(_stretches, self.taken))

    def met_at(self, t: Table, place: int) -> Frame | None:
        """What the first chapter that has something there begins."""
        before = self._pose(*self._reached(place - 1)) if place else self.start
        here = self._pose(*self._reached(place))
        return next((met for watcher in WATCHERS if (met := watcher(t, self.unit, before, here)) is not None), None)

    @rule("mbb.move.max", "mbb.move.fraction")
    def reaches(self, t: Table, place: int) -> bool:
        """Whether the points the unit has now last so far."""
        unit = t.units[self.unit]
        left = budget(t, unit) - unit.marks.get("spent", 0)
        steps, covered = self._reached(place)
        first, done = self.shown
        whole = sum(taken.cost for taken in self.taken[first:steps])
        return whole + self._cost(t, steps, covered) - self._cost(t, first, done) <= left + tolerance_coins()

    def show(self, t: Table, place: int, *, at_end: bool) -> None:
        """The unit stands where it has come to."""
        self._show(t, *self._reached(place))

    @rule("mbb.move.fraction")
    def arrive(self, t: Table) -> None:
        """Who has come to the end of the order is told of the step that was refused."""
        refused, steps = self.refused, len(self.taken)
        if refused is not None and self.shown[0] == steps:
            t.emit(happened.StepRefused(unit=self.unit, step=steps + 1, refusal=refused, clause=refused.clause))

    def rest(self, state: State) -> tuple[Taken, ...]:
        """The steps that are still to come, first what is left of the one under way."""
        first, done = self.shown
        if not done:
            return self.taken[first:]
        begun = self.taken[first]
        left = replace(begun, amount=begun.amount - done / GRAIN, cost=begun.cost - self._cost(state, first, done))
        return left, *self.taken[first + 1 :]

    @rule("mbb.geometry.destroyed_pose", "mbb.move.max")
    def _show(self, t: Table, steps: int, covered: int) -> None:
        """One event for each step, or for the part of it that is new, so far on the way."""
        first, done = self.shown
        for number, taken in enumerate(self.taken[first:steps], start=first):
            amount, cost = taken.amount, taken.cost
            if done:
                amount, cost = amount - done / GRAIN, cost - self._cost(t, number, done)
                done = 0
            self._went(t, taken, taken.pose, amount, cost, taken.stopped_by)
        if covered > done:
            cost = self._cost(t, steps, covered) - self._cost(t, steps, done)
            self._went(t, self.taken[steps], self._pose(steps, covered), (covered - done) / GRAIN, cost, "")
        self.shown = steps, covered

    def _went(self, t: Table, taken: Taken, pose: Pose, amount: float, cost: int, stopped_by: str) -> None:
        unit = t.units[self.unit]
        t.emit(
            happened.UnitMoved(
                unit=unit.id,
                pose=pose,
                step=taken.step,
                amount=amount,
                spent=unit.marks.get("spent", 0) + cost,
                stopped_by=stopped_by,
                clause=clause_of(t, unit.seat, taken.step),
            )
        )

    def _reached(self, place: int) -> tuple[int, int]:
        """How many steps are done at a place, and how much of the next one, in grain."""
        for number, taken in enumerate(self.taken):
            stretches = _stretches(taken)
            if place < stretches - 1:
                return number, round((place + 1) * movement().watched_inches * GRAIN)
            if place == stretches - 1:
                return number + 1, 0
            place -= stretches
        raise ValueError("the way has no such place")

    def _pose(self, steps: int, covered: int) -> Pose:
        """Where the unit is after so many whole steps and so much of the next one."""
        begin = self.taken[steps - 1].pose if steps else self.start
        if not covered:
            return begin
        end, share = self.taken[steps].pose, covered / round(self.taken[steps].amount * GRAIN)
        return Pose(
            round(begin.x + (end.x - begin.x) * share), round(begin.y + (end.y - begin.y) * share), begin.heading
        )

    def _cost(self, t: State, number: int, covered: int) -> int:
        """What so much of a step costs, in coins."""
        if not covered:
            return 0
        return cost_of(t, self.taken[number].step, covered, moves_freely(t, t.units[self.unit].seat))


def _stretches(taken: Taken) -> int:
    """In how many stretches a step is looked at; a turn is one."""
    return 1 if taken.step == "pivot" else max(1, ceil(taken.amount / movement().watched_inches))
