"""The helmsman of one unit: courses the rules allow, bent as sharply as was agreed, around land and off the shore."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import ceil, hypot, inf
from typing import Any

from msgspec import Struct

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.refusal import Refusal
from brickfield.geometry import Point, bearing
from brickfield.geometry.bearings import wrapped
from ..base.hulls import bow_of
from ..base.measures import inches, measures
from ..base.moving_the_vessels import Ahead, Astern, Course, Sail, agreed_bend, effective_speed
from ..base.ramming import work_out_course
from ..base.ship_card import FIREPOWER, FORT, SPEED
from ..base.waters import card_of, describe, sea_of
from .charted import Free
from .judgement_evaluation import Order, unweighted
from .judgement_threats import ThreatMap, Viewpoint, enemies_near
from .suggestions_ways import Way

# Bends tried around the way to an enemy and all round, shares of the speed, and how many enemies are looked at.
TOWARDS = (0.0, 25.0, -25.0, 55.0, -55.0)
_ROUND = tuple(30.0 * step for step in range(12))
_SHARES = (1.0, 0.5)
NEAREST = 3
# Guns stop this far inside their range.
_EDGE = 0.05
DECIMALS = 3
_MOST_LEGS = 3
# With limited turning more legs are needed to come round.
_MOST_BENDS = 5
# Where the stern would swing into something, a ship first goes straight on for so much.
_LEADS = (1.0, 2.0)
# Where the way is shut a ship feels its way by legs this long.
_FELT, _FELT_BENDS = 1.5, (0.0, 22.5, -22.5, 45.0, -45.0)
# Shares of the speed a ship goes astern to gain room, before it goes ahead again.
_BACK = (0.4, 0.7)


# Nobody has looked yet.
_UNKNOWN: Any = object()


class Idea(Struct, frozen=True, gc=False):
    """A course with where it ends and what is thought of it by itself."""

    order: Sail
    stand: Viewpoint
    course: Course
    value: float
    # the enemy it rams, and with how many dice
    foe: int = -1
    dice: int = 0


# A course so far, its last leg, and where its bow is then.
Step = tuple[tuple[Sail, Course], Ahead, Point]


class Helmsman:
    """Works out courses of one unit and what they are worth by themselves."""

    def __init__(self, view: ThreatMap, unit: Unit) -> None:
        self.view, self.state, self.unit = view, view.state, unit
        self.name = describe(self.state, unit.id)
        card = card_of(self.state, unit.id)
        sails = bool(unit.marks.get(SPEED)) and card.kind != FORT
        self.speed = float(effective_speed(self.state, unit)) if sails else 0.0
        self.pose = unit.at
        self.length = card.length
        self.bow: Point = bow_of(self.pose, card.length)
        self.bend = agreed_bend(self.state, unit)
        self.free = self.bend is None
        # the shortest leg that another one follows, as it can be said
        self.least = ceil((self.bend.leg if self.bend is not None else 0.0) * 10**DECIMALS) / 10**DECIMALS
        self.evaluation = unweighted(view)
        self.near = enemies_near(self.state, unit, view.foes, NEAREST)
        self.shortest = inches(measures().shortest_leg_studs)
        self.known = view.chart.courses_of(sea_of(self.state), self.state, unit, self.speed)
        self.stay = self._priced(Sail(unit.id), Course(unit.id))

    @cached_property
    def goals(self) -> list[tuple[Point, str]]:
        """The enemies that it closes in on, by their places."""
        goals = self.view.way.goals
        foes = [foe for foe in self.view.foes if foe.at.place in goals] or self.near
        return [(foe.at.place, foe.id) for foe in foes]

    def ram(self, order: Sail) -> Idea | None:
        """A course that ends in a ram, if the rules allow it: that depends on more than places."""
        worked = work_out_course(self.state, self.unit, order)
        return None if isinstance(worked, Refusal) else self._priced(order, worked)

    def _priced(self, order: Sail, worked: Course) -> Idea:
        pose = worked.legs[-1].pose if worked.legs else self.pose
        foe, dice = -1, 0
        if worked.impact is not None:
            target = worked.impact.target
            foe = next(number for number, each in enumerate(self.view.foes) if each.id == target)
            dice = worked.impact.dice
        move = self.evaluation.move(Order(self.unit.id, pose, foe, dice))
        return Idea(order, move.stand, worked, self.evaluation.gain(move), foe, dice)

    def _all_priced(self, found: Sequence[tuple[Sail, Course]]) -> list[Idea]:
        """Courses that end in no ram."""
        gains = self.evaluation.gains(self.unit, [course.legs[-1].pose for _order, course in found])
        return [Idea(order, stand, course, gain) for (order, course), (stand, gain) in zip(found, gains, strict=True)]

    def _sailed(self, legs: tuple[Ahead | Astern, ...]) -> Free:
        """Some legs worked out once; None if the rules refuse them."""
        found: Free = self.known.sailed.get(legs, _UNKNOWN)
        if found is _UNKNOWN:
            order = Sail(self.unit.id, legs)
            worked = work_out_course(self.state, self.unit, order, curtly=True)
            found = self.known.sailed.keep(legs, None if isinstance(worked, Refusal) else (order, worked))
        return found

    # --- one heading ---

    def leg(self, heading: float, way: float) -> Idea | None:
        """One straight leg, after as many bends as it takes to come round into it, if it is allowed."""
        found = self._leg(heading, way)
        return None if found is None else self._priced(*found)

    def _leg(self, heading: float, way: float) -> Free:
        found = self.known.legs.get((heading, way), _UNKNOWN)
        return self.known.legs.keep((heading, way), self._bent(heading, way)) if found is _UNKNOWN else found

    def _bent(self, heading: float, way: float) -> Free:
        turn = self.turn(heading, self.pose.degrees)
        for lead in (0.0, *_LEADS) if turn else (0.0,):
            before = (Ahead(self.pose.degrees, lead), *turn) if lead else turn
            rest = min(way, self.speed) - added(each.inches for each in before)
            if before and rest < self.shortest:
                return None
            last = Ahead(round(heading % 360.0, DECIMALS), round(max(self.shortest, rest), DECIMALS))
            found = self._sailed((*before, last))
            if found is not None:
                return found
        return None

    def legs(self) -> list[Idea]:
        """Single legs in many directions, each once."""
        lengths = self.lengths()
        key = (*lengths, *[enemy.pose for enemy in self.near])
        found = self.known.around.get(key)
        if found is None:
            found = self.known.around.keep(key, self._legs(lengths))
        return self._all_priced(found)

    def _legs(self, lengths: Sequence[float]) -> list[tuple[Sail, Course]]:
        tried, found = set[tuple[int, int]](), []
        for heading in self.headings():
            for way in lengths:
                key = (round(heading) % 360, round(way * 2))
                if key in tried:
                    continue
                tried.add(key)
                free = self._leg(heading, way)
                if free is not None:
                    found.append(free)
        return found

    def turn(self, heading: float, start: float) -> tuple[Ahead, ...]:
        """The short legs by which a ship comes round, all bends alike; none where any bend may be sailed."""
        if self.bend is None:
            return ()
        off = wrapped(heading - start)
        bends = max(1, ceil(abs(off) / self.bend.degrees - 1e-9))
        return tuple(
            Ahead(round((start + off * bend / bends) % 360.0, DECIMALS), self.least) for bend in range(1, bends)
        )

    def headings(self) -> Iterator[float]:
        """Directions worth a try."""
        for enemy in self.near:
            straight = bearing(*self.bow, *enemy.at.place)
            yield from [straight + bend for bend in TOWARDS]
        yield from [self.pose.degrees + bend for bend in _ROUND]

    def lengths(self) -> list[float]:
        """How far to sail: all or half of the speed, or just until the guns reach."""
        found = [self.speed * share for share in _SHARES]
        if self.unit.marks.get(FIREPOWER) and self.near:
            sights = zip(self.view.foes, self.view.spot(self.unit, self.pose).sights, strict=True)
            gaps = {foe.id: sight.gap for foe, sight in sights}
            edge = min([gaps[enemy.id] for enemy in self.near]) - measures().range_inches + _EDGE
            if self.shortest < edge < self.speed:
                found.append(edge)
        return found

    # --- along a way ---

    def follow(self, way: Way) -> Idea | None:
        """Along a way around the land: the farthest points of it that can be sailed to, leg by leg."""
        found = self.known.followed.get(way.goals, _UNKNOWN)
        if found is _UNKNOWN:
            found = self.known.followed.keep(way.goals, self._follow(way))
        return None if found is None else self._priced(*found)

    def _follow(self, way: Way) -> Free:
        legs: list[Ahead] = []
        left, bow, best, heading = self.speed, self.bow, None, self.pose.degrees
        while left >= self.shortest and len(legs) < (_MOST_LEGS if self.free else _MOST_BENDS):
            freely = self._next_leg(way, legs, bow, left) if self.free else None
            found = freely if self.free else self._next_bend(way, legs, bow, left, heading)
            if found is None:
                break
            best, leg, bow = found
            legs.append(leg)
            left -= leg.inches
            heading = leg.heading
        return best

    def _next_leg(self, way: Way, before: Sequence[Ahead], bow: Point, left: float) -> Step | None:
        for x, y in reversed(way.points(*bow, left)):
            far = hypot(x - bow[0], y - bow[1])
            if far < self.shortest:
                continue
            heading, length = round(bearing(*bow, x, y) % 360.0, DECIMALS), round(min(far, left), DECIMALS)
            if before and abs(wrapped(heading - before[-1].heading)) < 1.0:
                continue
            found = self._step(before, Ahead(heading, length))
            if found is not None:
                return found
        return None

    def _next_bend(self, way: Way, before: Sequence[Ahead], bow: Point, left: float, heading: float) -> Step | None:
        """The next leg of a ship that bends only so much: towards a point ahead, or round to it as far as it may."""
        assert self.bend is not None
        tried, most, least = set[tuple[float, float]](), self.bend.degrees, self.least
        for x, y in reversed(way.points(*bow, left)):
            far, off = hypot(x - bow[0], y - bow[1]), wrapped(bearing(*bow, x, y) - heading)
            sharp = abs(off) > most
            bend = max(-most, min(most, off))
            length = least if sharp else max(far, least)
            length = left if left - length < self.shortest else length
            leg = Ahead(round((heading + bend) % 360.0, DECIMALS), round(min(length, left), DECIMALS))
            if far < self.shortest or (leg.heading, leg.inches) in tried or self._goes_on(before, leg):
                continue
            tried.add((leg.heading, leg.inches))
            found = self._step(before, leg)
            if found is not None:
                return found
        return self._felt(way, before, bow, left, heading)

    def _felt(self, way: Way, before: Sequence[Ahead], bow: Point, left: float, heading: float) -> Step | None:
        """Where the way itself is shut: the short leg that leads nearest to it; the first may lead away from it."""
        best, least = None, way.distance(*bow) if before else inf
        felt = max(_FELT, self.least)
        length = round(left if left < 2 * felt else felt, DECIMALS)
        for bend in _FELT_BENDS:
            leg = Ahead(round((heading + bend) % 360.0, DECIMALS), length)
            found = None if self._goes_on(before, leg) else self._step(before, leg)
            if found is not None and (far := way.distance(*found[2])) < least:
                best, least = found, far
        return best

    def _goes_on(self, before: Sequence[Ahead], leg: Ahead) -> bool:
        """Whether a leg only goes on in the direction of the last: that was as long as it could be."""
        return bool(before) and abs(wrapped(leg.heading - before[-1].heading)) < 1.0

    def _step(self, before: Sequence[Ahead], leg: Ahead) -> Step | None:
        found = self._sailed((*before, leg))
        return (found, leg, bow_of(found[1].legs[-1].pose, self.length)) if found is not None else None

    # --- off the shore ---

    def astern(self) -> list[Idea]:
        """Straight back as far as it goes; with limited turning also back a little and round to either side."""
        if self.known.astern is None:
            self.known.astern = list(self._astern())
        return self._all_priced(self.known.astern)

    def _astern(self) -> Iterator[tuple[Sail, Course]]:
        for share in (1.0, 0.5):
            found = self._sailed((Astern(max(self.shortest, share * self.speed)),))
            if found is not None:
                yield found
                break
        if self.bend is None:
            return
        for share in _BACK:
            back = max(self.least, round(share * self.speed, DECIMALS))
            ahead = round(self.speed - back, DECIMALS)
            if ahead < self.shortest:
                continue
            for bend in (self.bend.degrees, -self.bend.degrees):
                legs = (Astern(back), Ahead(round((self.pose.degrees + bend) % 360.0, DECIMALS), ahead))
                found = self._sailed(legs)
                if found is not None:
                    yield found
