"""Going into a house by a door or a window: a way for each mini of a squad, so that nobody has to draw it."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from brickfield.core.asking.offers import Choice
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.core.structures import Opening
from brickfield.geometry import GRAIN, Point
from ...base.battlefield import GUN, match_of, number, told
from ...base.houses import has_room, house_at, on_wall
from ...base.measures import measures
from ...base.moving.moving import drawn_for_it
from ...base.moving.paths import Walk, Way, left_of_turn, longest, move_fault, rate, tracks_of
from ...base.terrain import Standing
from .chapter import BUILDINGS

# How far apart places inside a house are tried, in radii of a mini, and how far outside the door a way turns.
_GAP, _BEFORE = 2.1, 1.2


@rule("ba.build.enter", "ba.geometry.path")
def ways_in(state: State, unit: Unit) -> Iterator[tuple[Standing, Opening, Walk, float]]:
    """Every house that the whole squad can get into with this action: through what, the ways, and how long they are."""
    if number(unit, GUN) or not unit.standing or any(each.pose is None or each.inside for each in unit.standing):
        return
    studs, left = rate(state, unit), left_of_turn(unit)
    for house in match_of(state).houses:
        for opening in _ways_through(house):
            order = _through(state, unit, house, opening, min(studs, left))
            if order is None:
                continue
            tracks = tracks_of(state, unit, order)
            if move_fault(state, unit, tracks, studs, left) is None:
                yield house, opening, order, longest(unit, tracks)
                break


def _ways_through(house: Standing) -> list[Opening]:
    """The doors, and then the windows, through which one goes at half movement."""
    storeys = house.structure.storeys if house.structure is not None else ()
    return sorted(storeys[0].openings, key=lambda each: not each.door) if storeys else []


def _through(state: State, unit: Unit, house: Standing, door: Opening, most: float) -> Walk | None:
    """Each mini before an opening, through it, and to a place of his own: who is nearest goes farthest in."""
    radius, thick = measures().mini_radius, (house.structure.wall / GRAIN if house.structure is not None else 0.0)
    middle = (door.start + door.end) / 2 / GRAIN
    before = on_wall(house, door.wall, middle, -_BEFORE * radius)
    within = on_wall(house, door.wall, middle, thick + _BEFORE * radius)
    minis = sorted(unit.standing, key=lambda each: apart(each.pose.place if each.pose else before, before))
    first = minis[0].pose
    if first is None or apart(first.place, before) > most:
        return None
    spots = free_places(state, unit, house, 0, within)[: len(minis)]
    if len(spots) < len(minis):
        return None
    places = sorted(spots, key=lambda spot: -apart(spot, within))
    ways = [Way(each.id, (before, within, spot)) for each, spot in zip(minis, places, strict=True)]
    return Walk(unit.id, tuple(ways))


def free_places(state: State, unit: Unit, house: Standing, level: int, near: Point) -> list[Point]:
    """Places on a floor of a house where a mini fits and nobody of another unit stands, the nearest first."""
    radius = measures().mini_radius
    taken = [
        each.pose.place
        for other in state.units.values()
        if other.id != unit.id
        for each in other.standing
        if each.pose is not None and each.level == level and each.inside == house.id
    ]
    steps = range(-12, 13)
    grid = [(near[0] + i * _GAP * radius, near[1] + j * _GAP * radius) for i in steps for j in steps]
    free = [
        spot
        for spot in grid
        if house_at((house,), *spot) is not None
        and has_room(house, *spot)
        and all(apart(spot, other) >= 2 * radius for other in taken)
    ]
    return sorted(free, key=lambda spot: (apart(spot, near), spot))


def apart(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


@drawn_for_it.amended(BUILDINGS)
def going_in(state: State, unit: Unit, others: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """What a table offers beside a way that is drawn."""
    houses = (
        Choice(
            order,
            f"Go in: {house.feature.replace('_', ' ')} {house.id}",
            f"by {'the door' if opening.door else 'a window, at half pace'}, {told(studs)} studs",
            "ba.build.enter",
            about=(house.id,),
        )
        for house, opening, order, studs in ways_in(state, unit)
    )
    return (*others, *houses)
