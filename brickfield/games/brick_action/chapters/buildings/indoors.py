"""Inside a house: up and down the stairs, and to windows on the side of enemies, without drawing the ways."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from brickfield.core.asking.offers import Choice
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.numbers import listed
from brickfield.core.state import State
from brickfield.geometry import GRAIN, Point, Pose
from ...base.battlefield import GUN, describe, match_of, number, told
from ...base.houses import floor_words, has_room, on_wall
from ...base.measures import measures
from ...base.moving.moving import drawn_for_it
from ...base.moving.paths import Walk, Way, left_of_turn, longest, move_fault, rate, tracks_of
from ...base.sight.landscape import touched_sides
from ...base.terrain import Standing
from .chapter import BUILDINGS
from .going_in import apart, free_places

# how far apart minis stand at a window, in radii of a mini, and a hair between them and the wall, in studs
_GAP, _HAIR = 2.1, 0.05


def _home(state: State, unit: Unit) -> tuple[Standing, int] | None:
    """The house and the floor that the whole squad is in."""
    where = {(each.inside, each.level) for each in unit.standing if each.pose is not None}
    if number(unit, GUN) or len(where) != 1:
        return None
    inside, level = where.pop()
    house = next((each for each in match_of(state).houses if each.id == inside), None)
    storeys = house.structure.storeys if house is not None and house.structure is not None else ()
    return (house, level) if house is not None and level < len(storeys) else None


def _studs(state: State, unit: Unit, order: Walk) -> float | None:
    """How far they go; nothing where they may not."""
    tracks = tracks_of(state, unit, order)
    fault = move_fault(state, unit, tracks, rate(state, unit), left_of_turn(unit))
    return longest(unit, tracks) if fault is None else None


@rule("ba.build.enter")
def stairs(state: State, unit: Unit, house: Standing, level: int) -> Iterator[Choice]:
    """The floors above and below, each mini over the place he stands at or near it."""
    assert house.structure is not None
    for floor in (level + 1, level - 1):
        if not 0 <= floor < len(house.structure.storeys):
            continue
        order = _onto(state, unit, house, floor)
        studs = _studs(state, unit, order) if order is not None else None
        if order is None or studs is None:
            continue
        way = "up" if floor > level else "down"
        title = f"Go {way}: {floor_words(floor)}"
        yield Choice(order, title, f"by the stairs, {told(studs)} studs", "ba.build.enter", about=(house.id,))


def _onto(state: State, unit: Unit, house: Standing, floor: int) -> Walk | None:
    radius = measures().mini_radius
    taken: list[Point] = []
    ways: list[Way] = []
    for each in unit.standing:
        assert each.pose is not None
        places = (each.pose.place, *free_places(state, unit, house, floor, each.pose.place))
        others = _standing(state, unit, house, floor)
        free = (one for one in places if all(apart(one, other) >= 2 * radius for other in (*taken, *others)))
        spot = next(free, None)
        if spot is None:
            return None
        taken.append(spot)
        ways.append(Way(each.id, (spot,), floor))
    return Walk(unit.id, tuple(ways))


def _standing(state: State, unit: Unit, house: Standing, floor: int) -> list[Point]:
    """Where minis of other units stand on a floor."""
    others = (other for other in state.units.values() if other.id != unit.id)
    minis = (each for other in others for each in other.standing if (each.inside, each.level) == (house.id, floor))
    return [each.pose.place for each in minis if each.pose is not None]


@rule("ba.build.contact", "ba.build.los")
def to_windows(state: State, unit: Unit, house: Standing, level: int) -> Iterator[Choice]:
    """The sides with an opening beyond which enemies are, and who: who touches such a side fires through it."""
    assert house.structure is not None
    openings = house.structure.storeys[level].openings
    for wall in sorted({each.wall for each in openings}):
        seen = [foe for foe in _enemies(state, unit) if any(_is_beyond(house, wall, place) for place in _places(foe))]
        order = _along(state, unit, house, level, wall) if seen else None
        studs = _studs(state, unit, order) if order is not None else None
        if order is None or studs is None:
            continue
        some = any(not each.door for each in openings if each.wall == wall)
        title = f"To the {_side(house, wall)} {'windows' if some else 'door'}"
        out = listed([describe(state, foe.id) for foe in seen[:2]]) + (" and more" if len(seen) > 2 else "")
        yield Choice(order, title, f"{told(studs)} studs, towards {out}", "ba.build.contact", about=(house.id,))


def _enemies(state: State, unit: Unit) -> list[Unit]:
    sides = state.match.sides
    return [each for each in state.units.values() if each.alive and sides[each.seat] != sides[unit.seat]]


def _places(unit: Unit) -> list[Point]:
    return [pose.place for pose in (unit.pose, *(each.pose for each in unit.standing)) if pose is not None]


def _is_beyond(house: Standing, wall: int, place: Point) -> bool:
    nx, ny, offset = house.shape.edges[wall]
    return nx * place[0] + ny * place[1] > offset


def _side(house: Standing, wall: int) -> str:
    """Where a wall looks, as the table is drawn: north is up."""
    nx, ny, _ = house.shape.edges[wall]
    if abs(nx) > abs(ny):
        return "east" if nx > 0 else "west"
    return "north" if ny > 0 else "south"


def _along(state: State, unit: Unit, house: Standing, level: int, wall: int) -> Walk | None:
    """Side by side along a wall, before its first opening; nothing where all stand there already."""
    assert house.structure is not None
    radius, thick = measures().mini_radius, house.structure.wall / GRAIN
    ax, ay, bx, by = house.shape.side(wall)
    length, step = hypot(bx - ax, by - ay), _GAP * radius
    opening = next(each for each in house.structure.storeys[level].openings if each.wall == wall)
    middle = (opening.start + opening.end) / 2 / GRAIN
    alongs = sorted((thick + radius + i * step for i in range(int(length / step))), key=lambda at: abs(at - middle))
    others = _standing(state, unit, house, level)
    places = [on_wall(house, wall, at, thick + radius + _HAIR) for at in alongs]
    able = (place for place in places if has_room(house, *place))
    free = [place for place in able if all(apart(place, each) >= 2 * radius for each in others)]
    minis = [each for each in unit.standing if each.pose is not None]
    spots = sorted(free[: len(minis)])
    if len(spots) < len(minis) or all(_touches(house, level, wall, each.pose) for each in minis):
        return None
    ordered = sorted(minis, key=lambda each: each.pose.place if each.pose else (0.0, 0.0))
    return Walk(unit.id, tuple(Way(each.id, (spot,)) for each, spot in zip(ordered, spots, strict=True)))


def _touches(house: Standing, level: int, wall: int, pose: Pose | None) -> bool:
    sides = touched_sides(house, level, *pose.place, measures().mini_radius) if pose is not None else ()
    return any(side.number == wall for side in sides)


@drawn_for_it.amended(BUILDINGS)
def indoors(state: State, unit: Unit, others: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """What a table offers to a squad that is in a house."""
    home = _home(state, unit)
    return others if home is None else (*others, *to_windows(state, unit, *home), *stairs(state, unit, *home))
