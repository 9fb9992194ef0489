"""Any order to a fleet at random: courses are drawn into the water that is free, so that the rules allow them."""

from __future__ import annotations

import random
from math import hypot
from typing import Any

from brickfield.core.board import ALIVE, Unit
from brickfield.core.decisions import Decision
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry import Point, Shape, bearing, kernel
from brickfield.geometry.bearings import wrapped
from brickfield.geometry.grain import GRAIN
from brickfield.geometry.grain import unit as cosine_and_sine
from ..base.hulls import bow_of, half_length, hull_form
from ..base.measures import inches, measures
from ..base.moving_the_vessels import Ahead, Astern, Ram, Sail, agreed_bend, effective_speed, seaweed_toll
from ..base.ramming import course_of, may_ram
from ..base.ship_card import SPEED
from ..base.turns import EndTurn, ready
from ..base.waters import are_enemies, card_of, obstacles, sea_of, what_is_there

# A bend that leads into something is halved so often before the ship goes on straight.
_HALVINGS = 4
# How often a ship stays, rams if it can, goes astern, sails a second leg, and heads for some enemy.
_STAY, _RAM, _ASTERN, _BEND, _HUNT = 0.05, 0.3, 0.02, 0.3, 0.7
# The shortest leg with a hair, the speed from which there are two, and the widest bends between them and before them.
_SHORTEST, _TWO_LEGS, _BETWEEN, _WIDEST = 0.34, 2.0, 45.0, 120.0


def command(state: State, decision: Decision, rng: random.Random) -> Any:
    """An order to some unit: a random course, sometimes a ram, sometimes nothing."""
    units = ready(state, decision.seat)
    if not units:
        return EndTurn()
    unit = units[int(rng.random() * len(units))]
    speed = float(effective_speed(state, unit)) if unit.marks.get(SPEED) else 0.0
    if speed < _SHORTEST or rng.random() < _STAY:
        return Sail(unit.id)
    sailor = _Sailor(state, unit, speed, rng)
    if rng.random() < _RAM:
        ram = _allowed(state, sailor.ram())
        if ram is not None:
            return ram
    return _allowed(state, sailor.course()) or Sail(unit.id)


def _allowed(state: State, order: Sail | None) -> Sail | None:
    """An order if the rules allow it."""
    return None if order is None or isinstance(course_of(state, order), Refusal) else order


class _Sailor:
    """A ship that is about to sail, and what its hull could meet."""

    def __init__(self, state: State, unit: Unit, speed: float, rng: random.Random) -> None:
        length = card_of(state, unit.id).length
        self.state, self.unit, self.speed, self.rng = state, unit, speed, rng
        self.bow, self.heading = bow_of(unit.at, length), unit.at.degrees
        self.behind, self.form, self.touch = half_length(length), hull_form(length), measures().contact_inches
        self.obstacles = obstacles(state)
        self.own = self.obstacles.place.get(unit.id, -1)
        bend = agreed_bend(state, unit)
        self.most = bend.degrees if bend is not None else _WIDEST
        self.least = bend.leg if bend is not None else measures().limited_leg_inches
        self.limited, self.swept = bend is not None, bend is not None and bend.swept
        self.weeds = state.match.options.seaweed_slow and bool(sea_of(state).waters.seaweed)

    def free(self, bow: Point, facing: float, heading: float, way: float) -> tuple[float, str]:
        """How far a hull swung into a heading goes of a way, astern if that is below 0, and what stops it there."""
        c, s = cosine_and_sine(heading)
        scene, own, touch = self.obstacles.scene, self.own, self.touch
        shape, share, hit = self._laid(bow, heading), 0.0, -1
        if self.swept and heading != facing:
            turn = wrapped(heading - facing)
            hit = kernel.pivot(scene, self._laid(bow, facing), bow, turn, own, touch)
        if hit == -1:
            hit = kernel.overlapped(scene, shape, own, touch)
        if hit == -1:
            share, hit = kernel.translate(scene, shape, way * c, way * s, own, touch)
        return share * abs(way), what_is_there(self.obstacles, hit)

    def _laid(self, bow: Point, heading: float) -> Shape:
        c, s = cosine_and_sine(heading)
        return self.form.at(bow[0] - self.behind * c, bow[1] - self.behind * s, c, s)

    def drawn(self, bow: Point, facing: float, heading: float, way: float, left: float) -> float:
        """A way if it is free, else some part of what is free of it; 0 where that is too short for a leg."""
        room, thing = self.free(bow, facing, heading, way)
        if thing:
            room = _SHORTEST + (room - _SHORTEST) * self.rng.random() if room > _SHORTEST else 0.0
        if room and self._toll(bow, heading, room if way > 0.0 else -room):
            room = min(room, left / measures().seaweed_cost)
        return room if room >= _SHORTEST else 0.0

    def _toll(self, bow: Point, heading: float, way: float) -> float:
        return seaweed_toll(self.state, bow, _along(bow, heading, way)) if self.weeds else 0.0

    # --- courses ---

    def course(self) -> Sail | None:
        """Ahead if there is room, seldom astern; who is stuck backs off, and stays where even that is shut."""
        way = max(self.speed * max(self.rng.random(), self.rng.random()), _SHORTEST)
        back = self.rng.random() < _ASTERN
        legs = (self._back(way) or self._ahead(way)) if back else (self._ahead(way) or self._back(way))
        return Sail(self.unit.id, legs) if legs else None

    def _back(self, way: float) -> tuple[Astern, ...]:
        length = self.drawn(self.bow, self.heading, self.heading, -way, self.speed)
        return (Astern(length),) if length else ()

    def _ahead(self, way: float) -> tuple[Ahead, ...]:
        """One leg or two."""
        two, least = self.speed >= _TWO_LEGS and self.rng.random() < _BEND, self.least
        first = self._leg(self.bow, self.heading, self._bend(), max(least, way / 2) if two else way, self.speed)
        if first is None or not two or first.inches < least:
            return (first,) if first is not None else ()
        bow = _along(self.bow, first.heading, first.inches)
        left = self.speed - first.inches - self._toll(self.bow, first.heading, first.inches)
        if left < _SHORTEST:
            return (first,)
        bend = (2.0 * self.rng.random() - 1.0) * _BETWEEN
        then = self._leg(bow, first.heading, bend, max(_SHORTEST, left * self.rng.random()), left)
        return (first, then) if then is not None else (first,)

    def _leg(self, bow: Point, heading: float, bend: float, way: float, left: float) -> Ahead | None:
        """A leg behind a bend; that is halved while there is no room for one, and left out in the end."""
        for number in range(_HALVINGS + 1):
            turned = heading + (bend / 2**number if number < _HALVINGS else 0.0)
            length = self.drawn(bow, heading, turned, way, left)
            if length:
                return Ahead(turned, length)
        return None

    def _bend(self) -> float:
        """Some bend from the heading; most lead roughly towards some enemy, or fleets would hardly meet."""
        rng, (x, y) = self.rng, self.unit.pose.place if self.unit.pose is not None else self.bow
        if rng.random() < _HUNT:
            others = self.state.units.values()
            enemies = [other.pose for other in others if other.seat != self.unit.seat and other.pose is not None]
            if enemies:
                toward = enemies[int(rng.random() * len(enemies))].place
                bend = wrapped(bearing(x, y, *toward) - self.heading) * rng.random()
                return max(-self.most, min(self.most, bend))
        return (rng.random() - rng.random()) * self.most

    # --- rams ---

    def ram(self) -> Sail | None:
        """A straight run at some enemy that is the first thing in its way."""
        runs = [(target, heading) for target, heading in self._runs() if self._meets(target, heading)]
        if not runs:
            return None
        target, heading = runs[int(self.rng.random() * len(runs))]
        return Sail(self.unit.id, (), Ram(target, heading))

    def _runs(self) -> list[tuple[str, float]]:
        """Enemies near enough that may be rammed, with the heading that leads there; none beyond the bends agreed."""
        state, (x, y), found = self.state, self.bow, []
        for other in state.units.values():
            if other.pose is None or other.status != ALIVE or not are_enemies(state, self.unit, other):
                continue
            away = hypot(other.pose.x / GRAIN - x, other.pose.y / GRAIN - y)
            if away < self.speed + half_length(card_of(state, other.id).length):
                heading = bearing(x, y, *other.pose.place)
                sharp = self.limited and abs(wrapped(heading - self.heading)) > self.most
                if not sharp and not isinstance(may_ram(state, self.unit, other.id), Refusal):
                    found.append((other.id, heading))
        return found

    def _meets(self, target: str, heading: float) -> bool:
        way, thing = self.free(self.bow, self.heading, heading, self.speed)
        return thing == target and way >= inches(measures().shortest_ram_studs)


def _along(bow: Point, heading: float, way: float) -> Point:
    c, s = cosine_and_sine(heading)
    return bow[0] + way * c, bow[1] + way * s
