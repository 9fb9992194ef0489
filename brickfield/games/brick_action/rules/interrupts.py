"""Holds and Reactive Fire while somebody moves: at each half stud of the way it is looked who may respond.

`WatchedMove` is the frame of every move that can be interrupted: squads walk in moving.py, vehicles drive in theirs.
Both say where their models are at a step; all the rest is here. The questions and responses are in responses.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from math import hypot
from typing import Any, ClassVar

from msgspec.structs import replace

from brickfield.core.board import Figure, Unit
from brickfield.core.clauses import rule
from brickfield.core.frames import DONE, Frame, Goto, Push
from brickfield.core.pausing_moves import PausingMove
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import ReactionWindow
from brickfield.games.brick_action.rules.battlefield import PRONE, SUPPRESSED, enemies_of, match_of, number, weapon_of
from brickfield.games.brick_action.rules.heavy_support import GUN
from brickfield.games.brick_action.rules.holds import Hold, hold_of, holds
from brickfield.games.brick_action.rules.houses import house_at
from brickfield.games.brick_action.rules.landscape import board_of, landscape, stander
from brickfield.games.brick_action.rules.line_of_sight import Stander
from brickfield.games.brick_action.rules.lookout import Lookout
from brickfield.games.brick_action.rules.measures import measures
from brickfield.games.brick_action.rules.open_country import Country
from brickfield.games.brick_action.rules.reactive_fire import (
    Exposure,
    WatchedTurn,
    booked,
    is_bound,
    reactors,
    watch,
)
from brickfield.games.brick_action.rules.terrain import Standing
from brickfield.geometry import GRAIN, Point, Pose

MOVES, ATTACKS, UNDER_FIRE = "moves", "attacks", "under_fire"
HOLD, FIRE = "hold", "fire"


def placed_at(state: State, unit: Unit, at: Mapping[str, Pose]) -> State:
    """The table as it would be with a unit's models at a step of its way."""
    other = state.clone()
    if unit.squad:
        houses = match_of(state).houses
        figures = tuple([_moved(each, at, houses) for each in unit.squad])
        first = next((each.pose for each in figures if each.alive), unit.pose)
        other.units[unit.id] = replace(unit, figures=figures, pose=first)
    else:
        other.units[unit.id] = replace(unit, pose=at.get("", unit.pose))
    other.from_units = {}
    return other


def _moved(figure: Figure, at: Mapping[str, Pose], houses: tuple[Standing, ...]) -> Figure:
    if figure.id not in at:
        return figure
    house = house_at(houses, *at[figure.id].place) if houses else None
    inside = house.id if house is not None else ""
    level = figure.level if inside == figure.inside else 0
    return replace(figure, pose=at[figure.id], inside=inside, level=level)


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

    def stretches(self, t: Table, place: int) -> dict[str, int]:
        """How far each model goes in this step, in grain."""
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
        return bool(reactors(t, mover)) or bool(waiting_holds(t, mover))

    def ways(self, t: Table) -> dict[str, tuple[Point, ...]]:
        """The corners of each model's way; a move that says none is looked at step by step."""
        return {}

    @rule("ba.geometry.interrupt_order", "ba.reactive.optional", "ba.hold.immediate")
    def advance(self, t: Table) -> Any:
        """Holds first, then reactive fire; who lets it pass is asked once more when the move ends."""
        if not self.is_watched(t):
            return Goto("finish")
        if self.last < 0:
            self.last = self.places(t) - 1
        watch = Watch(t, self)
        while self.sample <= self.last:
            place = self.sample
            if place > self.counted_to:
                self.here = ()
            struck = self.runs_into(t, place)
            if struck is not None:
                watch.write()
                self.show(t, place, at_end=False)
                return Push(struck)
            met = [] if self.interrupt else watch.met(place)
            self.counted_to = max(place, self.counted_to)
            keys = [key for key in met if key not in self.here and (key not in self.asked or place == self.last)]
            if keys:
                self.here = (*self.here, *keys)
                self.asked = (*self.asked, *[key for key in keys if key not in self.asked])
                watch.write()
                self.show(t, place, at_end=False)
                return Push(ReactionWindow(trigger=MOVES, about=(self.unit, *keys)))
            self.sample = place + 1
        watch.write()
        return Goto("finish")

    @rule("ba.reactive.order")
    def has_responded(self, t: Table, reactor: Unit) -> bool:
        """A unit that used its hold on this move may not also react to it."""
        return f"{HOLD} {reactor.id}" in self.asked and hold_of(t, reactor.id) is None

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


@rule("ba.hold.trigger", "ba.hold.order")
def waiting_holds(state: State, mover: Unit) -> list[Hold]:
    """The enemy holds that a move of this unit can set off, in the order of placing."""
    enemies = {each.id for each in enemies_of(state, mover)}
    return [hold for hold in holds(state) if hold.unit in enemies and hold.answers("move", mover.id)]


class Watch:
    """Everybody who watches a move, while it goes from pause to pause."""

    def __init__(self, t: Table, move: WatchedMove) -> None:
        self.t, self.move = t, move
        self.mover = t.units[move.unit]
        self.reactors = reactors(t, self.mover)
        self.turn = next((frame for frame in t.frames if isinstance(frame, WatchedTurn)), None)
        exposed = self.turn.exposed if self.turn is not None else ()
        self.known = {(each.reactor, each.figure): each for each in exposed if each.mover == self.mover.id}
        self.open = {each.id: self._in_the_open(each) for each in self.reactors}
        minis = len(self.mover.standing)
        self.wholly = {name for name, figures in self.open.items() if minis and len(figures) == minis}
        self.most = {each.id: longest_range(each) for each in self.reactors}
        self.lookouts: dict[str, Lookout | None] = {}
        self.minis_at: tuple[int, list[Stander]] = (-1, [])

    def _in_the_open(self, reactor: Unit) -> tuple[str, ...]:
        """The minis that somebody of a reactor sees all the way, with nothing near that could cover them."""
        ways = {name: way for name, way in self.move.ways(self.t).items() if len(way) > 1}
        eyes = clear_eyes(reactor)
        if not ways or not eyes or self.mover.container or any(each.inside for each in self.mover.standing):
            return ()
        points = [*eyes, *[point for way in ways.values() for point in way]]
        country = Country(landscape(self.t), points)
        if not country.things:
            return tuple(ways)
        return tuple(
            name
            for name, way in ways.items()
            if any(all(country.is_clear(eye, a, b) for a, b in pairwise(way)) for eye in eyes)
        )

    def met(self, place: int) -> list[str]:
        """Who may respond at a step: holds first."""
        fire = self._fire_met(place)
        return [*self._holds_met(place), *fire]

    def _holds_met(self, place: int) -> list[str]:
        waiting = [hold for hold in waiting_holds(self.t, self.mover) if f"{HOLD} {hold.unit}" not in self.move.here]
        if not waiting:
            return []
        there = placed_at(self.t, self.mover, self.move.models_at(self.t, place))
        opens = self.t.match.game.windows[MOVES]
        keys = [f"{HOLD} {hold.unit}" for hold in waiting]
        return [key for key in keys if opens(there, (self.mover.id, key))]

    @rule("ba.reactive.trigger_open", "ba.reactive.trigger_cover", "ba.reactive.order")
    def _fire_met(self, place: int) -> list[str]:
        """Count this step for every reactor, and find those that may fire at it."""
        stretch = self.move.stretches(self.t, place) if place > self.move.counted_to else {}
        found = []
        for reactor in self.reactors:
            seen, in_reach = self._seen(reactor, place)
            over = False
            for figure in seen:
                key = (reactor.id, figure)
                now = self.known.get(key) or Exposure(reactor.id, self.mover.id, figure, 0, 0)
                if stretch:
                    self.known[key] = now = booked(now, seen, stretch.get(figure, 0))
                over = over or now.over()
            if over and not self.move.has_responded(self.t, reactor) and self._may_fire(reactor, place, in_reach):
                found.append(f"{FIRE} {reactor.id}")
        return found

    def _seen(self, reactor: Unit, place: int) -> tuple[dict[str, bool], bool | None]:
        """Who is seen and covered at a step, and whether in range, where that is known already."""
        if reactor.id in self.wholly:
            return dict.fromkeys(self.open[reactor.id], False), None
        at = self.move.models_at(self.t, place)
        lookout = self._lookout(reactor)
        if lookout is None or self._indoors(at):
            there = placed_at(self.t, self.mover, at)
            return watch(there, reactor, there.units[self.mover.id], {})
        return lookout.sees(self._minis(at, place)), None

    def _lookout(self, reactor: Unit) -> Lookout | None:
        """The lookout of a squad outdoors that watches a squad on flat ground; None for all others."""
        if reactor.id not in self.lookouts:
            plain = bool(self.mover.squad) and bool(clear_eyes(reactor)) and not board_of(self.t).raised
            self.lookouts[reactor.id] = Lookout(self.t, reactor, self.mover) if plain else None
        return self.lookouts[reactor.id]

    def _indoors(self, at: Mapping[str, Pose]) -> bool:
        houses = match_of(self.t).houses
        if any(each.inside for each in self.mover.standing):
            return True
        return bool(houses) and any(house_at(houses, *pose.place) is not None for pose in at.values())

    def _minis(self, at: Mapping[str, Pose], place: int) -> list[Stander]:
        """The mover's minis at a step, worked out once for all who look."""
        if self.minis_at[0] != place:
            standing = [stander(self.t, self.mover, each, at.get(each.id)) for each in self.mover.standing]
            self.minis_at = (place, [each for each in standing if each is not None])
        return self.minis_at[1]

    @rule("ba.reactive.range", "ba.hold.reactive_limit")
    def _may_fire(self, reactor: Unit, place: int, in_reach: bool | None) -> bool:
        """Whether a reactor has the mover in range, and no hold of its own forbids it."""
        at = self.move.models_at(self.t, place)
        if in_reach is False or is_bound(placed_at(self.t, self.mover, at), reactor, self.mover.id):
            return False
        if in_reach:
            return True
        if nearest(reactor, at) > self.most[reactor.id] + SLACK:
            return False
        there = placed_at(self.t, self.mover, at)
        return watch(there, reactor, there.units[self.mover.id], {})[1]

    def write(self) -> None:
        """What was counted is kept for the rest of the turn."""
        if self.turn is not None:
            others = [each for each in self.turn.exposed if each.mover != self.mover.id]
            self.turn.exposed = (*others, *self.known.values())


SLACK = 1e-3


def clear_eyes(reactor: Unit) -> list[Point]:
    """Where the minis of a unit stand that may shoot; none where one of them is inside something."""
    minis = [each for each in reactor.standing if each.pose is not None and weapon_of(each.card) is not None]
    # a heavy weapon looks for itself
    if reactor.container or number(reactor, GUN) or any(each.inside for each in minis):
        return []
    return [each.pose.place for each in minis if each.pose is not None]


def longest_range(reactor: Unit) -> float:
    """No weapon of a unit reaches farther."""
    held = [weapon_of(each.card) for each in reactor.standing]
    return float(max((each.range_max for each in held if each is not None), default=0))


def nearest(reactor: Unit, at: Mapping[str, Pose]) -> float:
    """How near any two minis are at a step."""
    eyes = [each.pose for each in reactor.standing if each.pose is not None]
    apart = [hypot(pose.x - eye.x, pose.y - eye.y) for pose in at.values() for eye in eyes]
    return min(apart, default=0.0) / GRAIN - 2 * measures().mini_radius
