"""Moves under way: an order carried out step by step, and what may stop it on its way, in the middle of a step too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.frames import DONE, Frame, Goto
from brickfield.core.kept import kept
from brickfield.core.pausing_moves import PausingMove
from brickfield.core.questions import Moment, Question
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose
from brickfield.geometry.grain import GRAIN
from .movement import MP_GRAIN, Charge, Drive, Taken, budget, clause_of, cost_of, mp_tolerance
from .turns import move_ended, unit_went
from .unit_stats import moves_freely


class Watcher(NamedTuple):
    """What lies in wait for moves: what a unit meets on a step from a pose on, as how far on the step (in grain) it is
    and what begins there. Of several things at the same distance the one of the lowest rank is met first."""

    rank: int
    met: Callable[[Table, str, Pose, Taken], tuple[int, Frame] | None]


@Question
@rule("mbb.move.any_number")
def lie_in_wait(state: State) -> tuple[Watcher, ...]:
    """By which rules of this battle anything may lie in the way of a move: by none."""
    return ()


@kept(by="match")
def watchers(state: State) -> tuple[Watcher, ...]:
    """All that may lie in the way of a move in this battle, in the order in which it is met."""
    return tuple(sorted(lie_in_wait(state), key=lambda watcher: watcher.rank))


@Moment
@rule("mbb.move.max")
def charges_met(t: Table, unit_id: str, charges: tuple[Charge, ...]) -> None:
    """A unit has come to ground that charges."""


@Moment
@rule("mbb.move.any_number")
def driven_over(t: Table, unit_id: str, charges: tuple[Charge, ...], at_end: bool) -> None:
    """A unit has driven over ground that charges, and goes on, or has come to the end of its way."""


def went(t: Table, unit_id: str, taken: Taken, pose: Pose, amount: float, cost: int, stopped_by: str) -> None:
    """A unit has gone so much of a step, and its chapters note it."""
    unit = t.units[unit_id]
    t.emit(
        happened.UnitMoved(
            unit=unit_id,
            pose=pose,
            step=taken.step,
            amount=amount,
            spent=unit.marks.get("spent", 0) + cost,
            stopped_by=stopped_by,
            clause=clause_of(t, unit.seat, taken.step),
        )
    )
    if amount:
        unit_went(t, unit_id, taken.step, amount, cost)


@rule("mbb.move.fraction")
def told_of(t: Table, unit_id: str, step: int, refused: Refusal) -> None:
    """Who has come to the end of an order hears why its next step is not taken."""
    t.emit(happened.StepRefused(unit=unit_id, step=step, refusal=refused, clause=refused.clause))


@rule("mbb.move.any_number")
def goes_freely(t: Table, order: Drive) -> bool:
    """Carry out an order that nothing can stop: where nothing lies in wait and no ground charges there is nothing to
    look at on the way. False: there is, and nothing has moved."""
    taken = order.taken
    if watchers(t):
        return False
    for step in taken:
        if step.tolls:
            return False
    for step in taken:
        went(t, order.unit, step, step.pose, step.amount, step.cost, step.stopped_by)
    move_ended(t, order.unit)
    if order.refused is not None:
        told_of(t, order.unit, len(taken) + 1, order.refused)
    return True


class MoveUnderWay(PausingMove):
    """An order being carried out, step by step. What it meets on its way may stop it, in the middle of a step too."""

    taken: tuple[Taken, ...] = ()
    refused: Refusal | None = None
    start: Pose = Pose(0, 0, 0)
    # how many steps the table shows whole, and how much of the next one, in grain
    shown: tuple[int, int] = (0, 0)
    # how far on its step the last thing was met
    pause: int = 0

    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "sample", "last", "taken", "refused", "start", "shown", "pause")

    def at_once(self, t: Table) -> None:
        """Where nothing lies in wait it goes to its end without a look at what is on the way."""
        self._show(t, len(self.taken), 0)
        self.arrive(t)

    def places(self, t: Table) -> int:
        """A way is looked at step by step."""
        return len(self.taken)

    @rule("mbb.geometry.simultaneous")
    def met_at(self, t: Table, place: int) -> Frame | None:
        """What comes first on a step and begins there."""
        start, taken = self._pose(place, 0), self.taken[place]
        found = [watcher.met(t, self.unit, start, taken) for watcher in watchers(t)]
        first = min((met for met in found if met is not None), key=lambda met: met[0], default=None)
        if first is None:
            return None
        self.pause = first[0]
        return first[1]

    def after(self, place: int) -> int:
        """More may be met on the same step."""
        return place

    def show(self, t: Table, place: int, *, at_end: bool) -> None:
        """The unit stands where it has come to."""
        if at_end:
            self._show(t, len(self.taken), 0)
        elif place >= self.shown[0]:
            self._show(t, place, self.pause)

    @rule("mbb.move.fraction")
    def arrive(self, t: Table) -> None:
        """Who has come to the end of the order is told of the step that was refused."""
        refused, steps = self.refused, len(self.taken)
        driven_over(t, self.unit, self._driven_over(), True)
        move_ended(t, self.unit)
        if refused is not None and self.shown[0] == steps:
            told_of(t, self.unit, steps + 1, refused)

    @rule("mbb.obst.wire.removed", "mbb.mine.safe_continue")
    def go_on(self, t: Table) -> Any:
        """Who is destroyed on wire has ended its move there."""
        if not t.units[self.unit].alive:
            driven_over(t, self.unit, self._driven_over(), True)
            return DONE
        self._cut_to_points(t)
        return Goto("advance")

    @rule("mbb.move.max", "mbb.move.fraction")
    def _cut_to_points(self, t: Table) -> None:
        """Who has lost points on the way goes as far as the rest of them lasts; a turn is made whole or not at all."""
        unit = t.units[self.unit]
        left = budget(t, unit) - unit.marks.get("spent", 0)
        first, done = self.shown
        for number, taken in enumerate(self.taken[first:], start=first):
            behind = self._cost(t, number, done if number == first else 0)
            if taken.cost - behind > left + mp_tolerance():
                covered = 0 if taken.step == "pivot" else self._lasting(t, number, left + behind)
                cut = (self._part(t, number, covered),) if covered > (done if number == first else 0) else ()
                self.taken, self.refused = (*self.taken[:number], *cut), None
                self.last = len(self.taken) - 1
                return
            left -= taken.cost - behind

    def _lasting(self, t: Table, number: int, points: int) -> int:
        """How much of a step so many grains of points pay for, in grain."""
        low, high = 0, abs(round(self.taken[number].amount * GRAIN))
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self._cost(t, number, middle) <= points else (low, middle - 1)
        return low

    def _part(self, t: Table, number: int, covered: int) -> Taken:
        """So much of a step as a step of its own."""
        taken = self.taken[number]
        charges = tuple(charge for charge in taken.charged if charge.at < covered)
        cost, pose = self._cost(t, number, covered), self._pose(number, covered)
        return Taken(taken.step, pose, covered / GRAIN, cost, "", charges or UNSET)

    def _driven_over(self) -> tuple[Charge, ...]:
        """All charged ground that the unit has come to."""
        if not any(taken.tolls for taken in self.taken):
            return ()
        first, done = self.shown
        whole = [charge for taken in self.taken[:first] for charge in taken.charged]
        part = [charge for taken in self.taken[first : first + 1] for charge in taken.charged if charge.at < done]
        return *whole, *part

    def rest(self, state: State) -> tuple[Taken, ...]:
        """The steps that are still to come, first what is left of the one under way."""
        first, done = self.shown
        if not done:
            return self.taken[first:]
        begun = self.taken[first]
        sign = -1 if begun.amount < 0 else 1
        cost = begun.cost - self._cost(state, first, done)
        left = replace(begun, amount=begun.amount - sign * done / GRAIN, cost=cost)
        return left, *self.taken[first + 1 :]

    @rule("mbb.geometry.destroyed_pose", "mbb.move.max")
    def _show(self, t: Table, steps: int, covered: int) -> None:
        """One event for each step, or for the part of it that is new, so far on the way."""
        first, done = self.shown
        for number, taken in enumerate(self.taken[first:steps], start=first):
            amount, cost = taken.amount, taken.cost
            if done:
                sign = -1 if amount < 0 else 1
                amount, cost = amount - sign * done / GRAIN, cost - self._cost(t, number, done)
            went(t, self.unit, taken, taken.pose, amount, cost, taken.stopped_by)
            if taken.tolls:
                charges_met(t, self.unit, tuple(charge for charge in taken.charged if charge.at >= done))
            done = 0
        if covered > done:
            taken = self.taken[steps]
            cost = self._cost(t, steps, covered) - self._cost(t, steps, done)
            sign = -1 if taken.amount < 0 else 1
            went(t, self.unit, taken, self._pose(steps, covered), sign * (covered - done) / GRAIN, cost, "")
            charges_met(t, self.unit, tuple(charge for charge in taken.charged if done <= charge.at < covered))
        self.shown = steps, covered
        driven_over(t, self.unit, self._driven_over(), False)

    def _pose(self, steps: int, covered: int) -> Pose:
        """Where the unit is after so many whole steps and so much of the next one."""
        begin = self.taken[steps - 1].pose if steps else self.start
        if not covered:
            return begin
        taken = self.taken[steps]
        end, length = taken.pose, round(taken.amount * GRAIN)
        if taken.step == "pivot":
            return Pose(begin.x, begin.y, begin.heading + (covered if length > 0 else -covered))
        share = covered / length
        return Pose(
            round(begin.x + (end.x - begin.x) * share), round(begin.y + (end.y - begin.y) * share), begin.heading
        )

    def _cost(self, t: State, number: int, covered: int) -> int:
        """What so much of a step costs, in grains of MP."""
        if not covered:
            return 0
        taken = self.taken[number]
        charges = sum(charge.points for charge in taken.charged if charge.at < covered)
        return charges * MP_GRAIN + cost_of(t, taken.step, covered, moves_freely(t, t.units[self.unit].seat))
