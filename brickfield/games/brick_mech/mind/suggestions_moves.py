"""Moves worth thinking about: where a Mech could stand after one Move action, and the legs that bring it there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import cos, floor, radians, sin

from msgspec import Struct

from brickfield.core.board import Unit
from brickfield.core.state import State
from brickfield.geometry import Pose, relative_bearing
from ..base.actions import no_action_left
from ..base.battlefield import card_of, match_of
from ..base.move_action import Ground, end_of, ground_for, what_blocks
from ..base.move_costs import (
    AnyStep,
    Backward,
    Forward,
    Left,
    Right,
    Turn,
    as_leg,
    leg_cost,
    merged,
    move_cost,
    net_angle,
    spot_of,
)
from ..base.record_sheet import MOVES, number
from .remembered import others_than, table_of

# Ways to set out, in degrees off the direction of what the Mech is concerned with.
_WAYS = (0.0, 30.0, -30.0, 60.0, -60.0, 90.0, -90.0, 135.0, -135.0, 180.0)
# How far to go, as shares of what the Movement Points allow.
_SHARES = (1.0, 0.55)
# What is blocked or too dear is tried again over shorter ways.
_SHORTER = (1.0, 0.7, 0.4)
# A turn that is not worth a point, the shortest leg, and how much a leg stays short of contact.
_SLIGHT, _SHORTEST, _CLEAR = 8.0, 0.25, 0.03

Place = tuple[float, float]


class Way(Struct, frozen=True):
    """A Move action that the rules allow: its legs and where it ends."""

    steps: tuple[AnyStep, ...]
    pose: Pose


class Focus(Struct, frozen=True):
    """What a Mech is concerned with: a place to face, and lengths of a straight walk to it that matter."""

    place: Place
    stops: tuple[float, ...] = ()


class Walker:
    """Finds the ways of one Mech from where it stands."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.match = match_of(state)
        self.unit = unit
        self.start = spot_of(unit.at)
        self.points = number(unit, "movement")
        self._side = card_of(state, unit.id).base_side
        self._turret = card_of(state, unit.id).turret
        self._state = state
        self._walked: dict[tuple[AnyStep, ...], Way | None] = {}
        self.able = self.points > 0 and no_action_left(state, unit, MOVES) is None

    @cached_property
    def _ground(self) -> Ground:
        return ground_for(self._state, self.unit)

    def walk(self, steps: tuple[AnyStep, ...]) -> Way | None:
        """A Move action worked out; None if the rules would refuse it. Who tries a way comes back to it."""
        if steps not in self._walked:
            self._walked[steps] = self._walk(steps)
        return self._walked[steps]

    def _walk(self, steps: tuple[AnyStep, ...]) -> Way | None:
        legs = merged([as_leg(step) for step in steps])
        if not legs or move_cost(self.match, self.start, legs, self.points) > self.points:
            return None
        if what_blocks(self._ground, self._side, self.start, legs) is not None:
            return None
        return Way(steps, end_of(self.start, legs))

    def ways(self, focuses: Sequence[Focus]) -> list[Way]:
        """All ways worth a thought, each end once; remembered while all others stand where they are."""
        if not self.able:
            return []
        known = table_of(self._state, "ways", self.unit.id, self.unit.pose, others_than(self._state, self.unit.id))
        key = (self.points, *focuses)
        if key not in known:
            known[key] = self._all_ways(focuses)
        found: list[Way] = known[key]
        return found

    def _all_ways(self, focuses: Sequence[Focus]) -> list[Way]:
        found: dict[Pose, Way] = {}
        for focus in focuses:
            for steps in self._orders(focus):
                way = self.walk(steps)
                if way is not None:
                    found.setdefault(way.pose, way)
        return list(found.values())

    def _orders(self, focus: Focus) -> Iterator[tuple[AnyStep, ...]]:
        off = _rounded(relative_bearing(*self.start, *focus.place))
        if abs(off) >= 1.0:
            yield (Turn(off),)
        for stop in focus.stops:
            yield self._set_out(off, stop)
        for way in (*[net_angle(off + each) for each in _WAYS], 0.0):
            yield from self._go(focus.place, _rounded(way))
        for side in (Backward, Left, Right):
            yield from self._sideways(focus.place, side)

    def _set_out(self, turn: float, ahead: float) -> tuple[AnyStep, ...]:
        steps: tuple[AnyStep, ...] = (Forward(_down(ahead)),)
        return (Turn(turn), *steps) if abs(turn) >= 1.0 else steps

    def _go(self, place: Place, turn: float) -> Iterator[tuple[AnyStep, ...]]:
        """Turn, walk, and face the place at the end; the longest that is possible of each share."""
        left = self.points - (leg_cost(as_leg(Turn(turn))) if abs(turn) >= 1.0 else 0)
        heading = self.start[2] + (turn if abs(turn) >= 1.0 else 0.0)
        for share in _SHARES:
            for shorter in _SHORTER:
                ahead = float(max(1, round(left * share * shorter)))
                straight = self._set_out(turn, ahead)
                if self._turret and ahead <= left and self.walk(straight) is not None:
                    # a turret need not be turned to anybody: all points go into the way
                    yield straight
                steps = self._facing(place, heading, straight, left, ahead)
                if steps is not None and self.walk(steps) is not None:
                    yield steps
                    break

    def _facing(
        self, place: Place, heading: float, steps: tuple[AnyStep, ...], left: int, ahead: float
    ) -> tuple[AnyStep, ...] | None:
        """The walk with a last turn to the place, if there are points for both."""
        x, y, _ = self.start
        end = x + ahead * cos(radians(heading)), y + ahead * sin(radians(heading))
        off = _rounded(relative_bearing(*end, heading, *place))
        if abs(off) < _SLIGHT:
            return steps if ahead <= left else None
        last = Turn(off)
        if ahead + leg_cost(as_leg(last)) <= left:
            return (*steps, last)
        # a turn that cannot be paid: walk less far, so that it can
        shorter = left - leg_cost(as_leg(last))
        if shorter < 1 or shorter >= ahead:
            return steps if ahead <= left else None
        return (*steps[:-1], Forward(float(shorter)), last)

    def _sideways(self, place: Place, side: type[Backward | Left | Right]) -> Iterator[tuple[AnyStep, ...]]:
        rate = max(1, leg_cost(as_leg(side(1.0))))
        for points in (self.points, self.points - 1):
            reach = float(points // rate)
            if reach < 1.0:
                return
            step = side(reach)
            way = self.walk((step,))
            if way is None:
                continue
            off = _rounded(relative_bearing(*way.pose.place, way.pose.degrees, *place))
            if points == self.points:
                yield (step,)
            elif abs(off) >= _SLIGHT:
                yield step, Turn(off)


def _rounded(degrees: float) -> float:
    return round(degrees, 1)


def _down(bricks: float) -> float:
    """A length that people can read, never longer than it was."""
    return max(_SHORTEST, floor(bricks * 100.0 + 1e-6) / 100.0)


def stops_before(gap: float, limits: Sequence[float], points: int) -> tuple[float, ...]:
    """Lengths of a walk at an enemy that just bring it into each range, and the one that ends before it."""
    wanted = [gap - limit + _CLEAR for limit in limits]
    return tuple(dict.fromkeys(_down(way) for way in (*wanted, gap - _CLEAR) if _SHORTEST <= way <= points))
