"""Holds and Reactive Fire while somebody moves: at each half stud of the way it is looked who may respond.

`WatchedMove` is the frame of every move that can be interrupted: squads walk in moving.py, vehicles drive in theirs.
Both say where their models are at a step; all the rest is here. The questions and responses are in responses.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot, inf
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.frames import DONE, Frame, Goto, Push
from brickfield.core.pausing_moves import PausingMove
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import ReactionWindow
from brickfield.geometry import GRAIN, Pose
from brickfield.geometry.fields import COVERED
from ..battlefield import GUN, PRONE, SUPPRESSED, match_of, number, weapon_of
from ..measures import measures
from ..sight.landscape import board_of, kept_for
from ..sight.lookout import Course, Lookout, Step, moved, steps_of
from ..stances import pairs_of, stance_of
from .reactive_fire import Exposure, WatchedTurn, booked, is_bound, is_over, reactors, watch

MOVES, ATTACKS, UNDER_FIRE = "moves", "attacks", "under_fire"
HOLD, FIRE = "hold", "fire"
# of so many ways of a unit that stands just so the steps are kept
_WAYS_KEPT = 16


def placed_at(state: State, unit: Unit, at: Mapping[str, Pose]) -> State:
    """The table as it would be with a unit's models at a step of its way."""
    if not unit.squad:
        return state.with_units(replace(unit, pose=at.get("", unit.pose)))
    houses = match_of(state).houses
    figures = tuple([moved(each, at[each.id], houses) if each.id in at else each for each in unit.squad])
    first = next((each.pose for each in figures if each.alive), unit.pose)
    return state.with_units(replace(unit, figures=figures, pose=first))


class Waiter(NamedTuple):
    """A unit that waits for a move; `aimed`: what it would do needs to see the mover."""

    unit: str
    aimed: bool


@Question
def waiters(state: State, mover: Unit) -> tuple[Waiter, ...]:
    """The enemies that wait for a move of this unit, in the order in which they are asked."""
    return ()


@Question
def reaches_hidden(state: State, unit: Unit, mover: Unit) -> bool:
    """Whether an attack of a unit may be at somebody of a mover whom it does not see."""
    return False


class WatchedMove(PausingMove):
    """A move that others may interrupt. `interrupt`: it is itself a response, so nothing responds to it.

    `asked` are those who were asked in this move ("hold B1", "fire B2"), `here` those at the step that is looked at,
    `counted_to` the last step that is counted for reactive fire, `was_prone` whether it crawls.
    """

    interrupt: bool = False
    asked: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    counted_to: int = -1
    was_prone: bool = False

    WATCHED: ClassVar[tuple[str, ...]] = (
        *("unit", "sample", "last", "interrupt", "asked", "here", "counted_to", "was_prone"),
    )

    # --- what a sort of move says ---

    def models_at(self, t: Table, place: int) -> dict[str, Pose]:
        """Where the models that still stand are at a step; a vehicle's under the name ""."""
        raise TypeError(f"{type(self).__name__} does not say")

    def stretches(self, t: Table, first: int, last: int) -> list[dict[str, int]]:
        """How far each model goes in each of these steps, in grain."""
        raise TypeError(f"{type(self).__name__} does not say")

    def free_until(self, t: Table) -> int:
        """The last step up to which the models overlap nothing: a response may have put something in the way."""
        return self.last

    def runs_into(self, t: Table, place: int) -> Frame | None:
        """What a move comes to at a step whoever watches it, such as infantry before a vehicle; else None."""
        return None

    # --- how it is watched ---

    @rule("ba.hold.no_chain", "ba.reactive.move_kinds")
    def is_watched(self, t: Table) -> bool:
        """Whether anybody could respond at all."""
        if self.interrupt:
            return False
        mover = t.units[self.unit]
        return bool(reactors(t, mover.id)) or bool(waiters(t, mover))

    def courses(self, t: Table, first: int, last: int) -> dict[str, Course]:
        """Where each mini is at each of these steps, all worked out at once; of a vehicle it is not asked."""
        raise TypeError(f"{type(self).__name__} does not say")

    def way(self, first: int) -> Any:
        """All that the courses from a step on rest on besides the unit."""
        raise TypeError(f"{type(self).__name__} does not say")

    @rule("ba.geometry.interrupt_order", "ba.reactive.optional", "ba.hold.immediate")
    def advance(self, t: Table) -> Any:
        """Holds first, then reactive fire; who lets it pass is asked once more when the move ends."""
        if not self.is_watched(t):
            return Goto("finish")
        if self.last < 0:
            self.last = self.places(t) - 1
        watch = Watch(t, self)
        while self.sample <= self.last:
            place = watch.next_place(self.sample)
            if place > self.counted_to:
                self.here = ()
            struck = self.runs_into(t, place)
            if struck is not None:
                watch.write()
                self.show(t, place, at_end=False)
                return Push(struck)
            met = [] if self.interrupt else watch.met(place)
            self.counted_to = max(place, self.counted_to)
            keys = [key for key in met if self.is_asked(key, place)]
            if keys:
                self.here = (*self.here, *keys)
                self.asked = (*self.asked, *[key for key in keys if key not in self.asked])
                watch.write()
                self.show(t, place, at_end=False)
                return Push(ReactionWindow(trigger=MOVES, about=(self.unit, *keys)))
            self.sample = place + 1
        watch.write()
        return Goto("finish")

    @rule("ba.reactive.optional")
    def is_asked(self, key: str, place: int) -> bool:
        """Who let it pass is asked once more, when the move ends, and nobody twice at a step."""
        return key not in self.here and (key not in self.asked or place == self.last)

    @rule("ba.reactive.order")
    def has_responded(self, t: Table, reactor: Unit) -> bool:
        """A unit that used its hold on this move may not also react to it."""
        if f"{HOLD} {reactor.id}" not in self.asked:
            return False
        return all(each.unit != reactor.id for each in waiters(t, t.units[self.unit]))

    @rule("ba.reactive.timing", "ba.sup.effect", "ba.unit.officer.prone", "ba.hold.blocked_path")
    def go_on(self, t: Table) -> Any:
        """The move ends where the unit is suppressed, goes prone, is gone, or finds something in its way."""
        mover = t.units[self.unit]
        if not mover.alive:
            return DONE
        if number(mover, SUPPRESSED) or bool(number(mover, PRONE)) != self.was_prone:
            self.last = min(self.last, self.counted_to)
        else:
            self.last = max(self.counted_to, min(self.last, self.free_until(t)))
        return Goto("advance")


class Watch:
    """Everybody who watches a move, while it goes from pause to pause."""

    def __init__(self, t: Table, move: WatchedMove) -> None:
        self.t, self.move = t, move
        self.mover = t.units[move.unit]
        self.reactors = reactors(t, self.mover.id)
        self.waiters = waiters(t, self.mover)
        self.turn = next((frame for frame in t.frames if isinstance(frame, WatchedTurn)), None)
        exposed = self.turn.exposed if self.turn is not None else ()
        # how far each mini has gone in the sight of each reactor, in the open and covered
        self.gone = {(each.reactor, each.figure): (each.open, each.covered) for each in exposed if self._is_mine(each)}
        self.first = move.sample
        self.steps: list[Step] = []
        self.number = 0
        # what they see of a squad at each step that is left; for those who look step by step there is None
        aiming = [t.units[each.unit] for each in self.waiters if each.aimed]
        self.rows = {each.id: self._look_out(each) for each in self.reactors}
        self.rows |= {each.id: None if reaches_hidden(t, each, self.mover) else self._look_out(each) for each in aiming}
        self.stretches = move.stretches(t, self.first, move.last)

    def _is_mine(self, exposure: Exposure) -> bool:
        return exposure.mover == self.mover.id

    def next_place(self, place: int) -> int:
        """The next step at which something may be met: a squad that nobody sees goes on, where no hold waits for more
        than to see it."""
        blind = any(rows is None for rows in self.rows.values()) or not all(each.aimed for each in self.waiters)
        if blind or not self.mover.squad:
            return place
        seen = [rows for rows in self.rows.values() if rows]
        while place < self.move.last and not any(any(rows[place - self.first]) for rows in seen):
            place += 1
        return place

    def met(self, place: int) -> list[str]:
        """Who may respond at a step: holds first."""
        fire = self._fire_met(place)
        return [*self._holds_met(place), *fire]

    def _holds_met(self, place: int) -> list[str]:
        able = [f"{HOLD} {each.unit}" for each in self.waiters if not each.aimed or self._may_see(each.unit, place)]
        keys = [key for key in able if self.move.is_asked(key, place)]
        if not keys:
            return []
        there = placed_at(self.t, self.mover, self.move.models_at(self.t, place))
        opens = self.t.match.game.windows[MOVES]
        return [key for key in keys if opens(there, (self.mover.id, key))]

    def _may_see(self, unit: str, place: int) -> bool:
        """Whether a unit sees anybody at a step, or has to be asked."""
        rows = self.rows[unit]
        return rows is None or (bool(rows) and any(rows[place - self.first]))

    @rule("ba.reactive.trigger_open", "ba.reactive.trigger_cover", "ba.reactive.order")
    def _fire_met(self, place: int) -> list[str]:
        """Count this step for every reactor, and find those that may fire at it."""
        stretch = self.stretches[place - self.first] if place > self.move.counted_to else {}
        found = []
        for reactor in self.reactors:
            seen, in_reach = self._seen(reactor, place)
            over = False
            for figure, covered in seen:
                key = (reactor.id, figure)
                gone = self.gone.get(key, (0, 0))
                if stretch:
                    self.gone[key] = gone = booked(*gone, stretch.get(figure, 0), covered=covered)
                over = over or is_over(*gone)
            asked = over and self.move.is_asked(f"{FIRE} {reactor.id}", place)
            if asked and not self.move.has_responded(self.t, reactor) and self._may_fire(reactor, place, in_reach):
                found.append(f"{FIRE} {reactor.id}")
        return found

    def _seen(self, reactor: Unit, place: int) -> tuple[Iterable[tuple[str, bool]], bool | None]:
        """Who is seen and whether covered at a step, and whether in range, where that is known already."""
        rows = self.rows[reactor.id]
        if rows is None:
            there = placed_at(self.t, self.mover, self.move.models_at(self.t, place))
            seen, in_reach = watch(there, reactor, there.units[self.mover.id], {})
            return seen.items(), in_reach
        row = rows[place - self.first] if rows else b""
        if not any(row):
            return (), None
        names = self.steps[place - self.first].names
        return [(name, how == COVERED) for name, how in zip(names, row, strict=True) if how], None

    def _look_out(self, reactor: Unit) -> list[bytes] | None:
        """What a reactor sees of a squad at all steps that are left, nothing where it sees it at none; None: it must be
        looked at step by step."""
        if not self.mover.squad:
            return None
        lookout = Lookout(self.t, reactor)
        if lookout.chooses_a_side:
            return None
        if not self.steps:
            self.steps, self.number = self._steps()
        if number(reactor, GUN):
            return _seen_at_all(lookout.sees(self.steps))
        pairs, key = pairs_of(self.t), ("rows", stance_of(self.t, reactor), self.number, lookout.land.number)
        rows: list[bytes] | None = pairs.get(key)
        if rows is None:
            rows = pairs[key] = _seen_at_all(lookout.sees(self.steps))
        return rows

    def _steps(self) -> tuple[list[Step], int]:
        """The steps that are left, and the number by which they are known: the same ways are gone again and again on
        the tables that a bot imagines."""
        known = kept_for(self.t, self.mover).setdefault("steps", {})
        key = self.move.way(self.first)
        found: tuple[list[Step], int] | None = known.get(key)
        if found is None:
            if len(known) >= _WAYS_KEPT:
                known.clear()
            last = self.move.last
            courses = self.move.courses(self.t, self.first, last)
            steps = steps_of(self.t, self.mover, courses, last + 1 - self.first)
            found = known[key] = steps, next(board_of(self.t).numbers)
        return found

    @rule("ba.reactive.range", "ba.hold.reactive_limit")
    def _may_fire(self, reactor: Unit, place: int, in_reach: bool | None) -> bool:
        """Whether a reactor has the mover in range, and no hold of its own forbids it."""
        at = self.move.models_at(self.t, place)
        if in_reach is False or nearest(reactor, at) > longest_range(reactor) + SLACK:
            return False
        there = placed_at(self.t, self.mover, at)
        if is_bound(there, reactor, self.mover.id):
            return False
        return in_reach or watch(there, reactor, there.units[self.mover.id], {})[1]

    def write(self) -> None:
        """What was counted is kept for the rest of the turn."""
        if self.turn is not None:
            others = [each for each in self.turn.exposed if not self._is_mine(each)]
            mine = [Exposure(by, self.mover.id, figure, *gone) for (by, figure), gone in self.gone.items()]
            self.turn.exposed = (*others, *mine)


def _seen_at_all(rows: list[bytes]) -> list[bytes]:
    return rows if any(map(any, rows)) else []


SLACK = 1e-3


def longest_range(reactor: Unit) -> float:
    """No weapon of a squad reaches farther; of vehicles and heavy weapons it is not said here."""
    if not reactor.squad or number(reactor, GUN):
        return inf
    held = [weapon_of(each.card) for each in reactor.standing]
    return float(max((each.range_max for each in held if each is not None), default=0))


def nearest(reactor: Unit, at: Mapping[str, Pose]) -> float:
    """How near any two minis are at a step."""
    eyes = [each.pose for each in reactor.standing if each.pose is not None]
    apart = [hypot(pose.x - eye.x, pose.y - eye.y) for pose in at.values() for eye in eyes]
    return min(apart, default=0.0) / GRAIN - 2 * measures().mini_radius
