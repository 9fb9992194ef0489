"""What the places of all ships allow, whatever is left of their markers: courses that are free, ranges and lines of
sight. Who looks ahead comes to the same places again and again, and only the dice have fallen otherwise."""

from __future__ import annotations

from typing import Any

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.rules.firing import bears, range_band
from brickfield.games.battle_of_the_sea.rules.moving_the_vessels import Course, Sail
from brickfield.games.battle_of_the_sea.rules.ramming import work_out_course
from brickfield.games.battle_of_the_sea.rules.waters import land_between, sea_of
from brickfield.geometry import Pose, Shape, kernel

# For so many different tables.
_MOST = 256


class Sight:
    """An enemy as it is seen from a pose: the range band and the gap between the hulls."""

    __slots__ = ("_land", "band", "gap")

    def __init__(self, state: State, unit: Unit, foe: Unit, gap: float) -> None:
        self.band = range_band(state, unit, foe)
        self.gap = gap
        self._land: bool | None = None

    @rule("sea.geometry.sight")
    def land(self, state: State, unit: Unit, foe: Unit) -> bool:
        """Whether land lies in between, found out when it first matters."""
        if self._land is None:
            self._land = bool(land_between(state, unit, foe))
        return self._land

    @rule("sea.fire.no_arc", "sea.geometry.sight")
    def is_open(self, state: State, unit: Unit, foe: Unit) -> bool:
        """Whether the guns of the unit bear, and nothing is between."""
        return bears(state, unit, foe) and not self.land(state, unit, foe)


class Charted:
    """One arrangement of all ships."""

    def __init__(self) -> None:
        self._courses: dict[tuple[str, float, Any], Course | Refusal] = {}
        self._sights: dict[tuple[str, Pose], tuple[Sight, ...]] = {}

    def course(self, state: State, unit: Unit, speed: float, order: Sail) -> Course | Refusal:
        """A course worked out; whether a ram is allowed depends on more than places."""
        if order.ram is not None:
            return work_out_course(state, unit, order)
        key = (unit.id, speed, order.legs)
        found = self._courses.get(key)
        if found is None:
            found = self._courses[key] = work_out_course(state, unit, order)
        return found

    def sights(self, state: State, unit: Unit, shape: Shape, foes: list[Unit], hulls: list[Shape]) -> tuple[Sight, ...]:
        """All enemies as a unit sees them from where it would be."""
        assert unit.pose is not None
        key = (unit.id, unit.pose)
        found = self._sights.get(key)
        if found is None:
            found = self._sights[key] = tuple(
                [Sight(state, unit, foe, kernel.distance(shape, there)) for foe, there in zip(foes, hulls, strict=True)]
            )
        return found


def charted(state: State) -> Charted:
    """What is known of the places as they are."""
    known: dict[Any, Charted] = sea_of(state).charted
    places = tuple([(unit.id, unit.pose) for unit in state.units.values()])
    found = known.get(places)
    if found is None:
        if len(known) >= _MOST:
            known.clear()
        found = known[places] = Charted()
    return found
