"""The landscape: what stands on the board as rays meet it, and everybody who looks or is looked at.

Heights are in blocks. Features of the map never change, so they are worked out once for a match; smoke, vehicles and
wrecks are laid over them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import count
from typing import Any

import msgspec

from brickfield.core.board import ALIVE, WRECK, Model, Unit
from brickfield.core.clauses import rule
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.core.structures import shape_of
from brickfield.geometry import GRAIN, Pose, Shape, circle, point_in
from ..battlefield import PRONE, hull_of, is_vehicle, size_of
from ..firing.fire_measures import EPS, fire
from ..measures import measures
from ..terrain import Standing
from .line_of_sight import NONE, SOFT, Landscape, Obstacle, Side, Stander, Tree, corner_at, free_post

TREE, SMOKE, RAISED = "tree", "smoke", "raised_ground"
# the mark of a figure that uses a corner as hard cover
CORNER = "corner"
_KEPT, _UNITS_KEPT, _VALUES_KEPT, _LANDS_KEPT = 4096, 2048, 4096, 64
_WRITTEN = msgspec.msgpack.Encoder()


class Board:
    """The features of a map: what rays meet, raised ground, houses; and what was worked out for places on it."""

    __slots__ = (
        *("houses", "laid", "land", "raised", "standers"),
        *("memory", "numbers", "pairs", "stances", "units", "values"),
    )

    def __init__(self, pieces: tuple[Standing, ...]) -> None:
        solid = [each for each in pieces if each.cover not in (NONE, SOFT, TREE)]
        trees = [each for each in pieces if each.cover == TREE]
        soft = [each.shape for each in pieces if each.cover == SOFT]
        soft += [circle(*each.shape.centre, fire().branches_radius) for each in trees if each.low_branches]
        self.land = Landscape(
            [Obstacle(each.id, each.shape, each.top, each.foot, each.cover, each.feature != RAISED) for each in solid],
            soft,
            [Tree(each.id, *each.shape.centre, each.shape.radius or measures().mini_radius) for each in trees],
        )
        self.raised = tuple((each.shape, each.top) for each in pieces if each.feature == RAISED)
        self.houses = {each.id: each for each in pieces if each.structure is not None}
        # minis as they look out from their places: the same places are asked for again and again
        self.standers: dict[tuple[object, ...], Stander] = {}
        # the landscape with hulls and smoke on it, by where they are
        self.laid: dict[tuple[object, ...], Landscape] = {}
        # what was worked out for units as they stand, by their value; and by the very unit, to find it at once: it is
        # held beside it, so that no other takes its number
        self.values: dict[bytes, dict[str, Any]] = {}
        self.units: dict[int, tuple[Unit, dict[str, Any]]] = {}
        # what units see of each other and how they would shoot, by the numbers of their stances (stances.py),
        # of which none is given twice
        self.stances: dict[bytes, int] = {}
        self.pairs: dict[Any, Any] = {}
        self.numbers = count()

    def ground_at(self, x: float, y: float) -> float:
        """How high the ground is at a point."""
        return max((top for shape, top in self.raised if point_in(shape, x, y, False)), default=0.0)


def board_of(state: State) -> Board:
    """The features of the map of a battle, worked out once for a match."""
    match: Any = state.match
    board: Board | None = match.board
    if board is None:
        board = match.board = Board(match.pieces)
    return board


@kept
@rule("ba.geometry.los.height", "ba.veh.infantry_targets", "ba.attack.friendly_fire")
def landscape(state: State) -> Landscape:
    """Everything that rays meet now: the map, smoke, and vehicles and wrecks by their height; minis never do."""
    board = board_of(state)
    smoke = [each for each in state.tokens.values() if each.kind == SMOKE]
    hulls = [each for each in state.units.values() if is_hull(state, each)]
    if not smoke and not hulls:
        return board.land
    key = (*[(each.id, each.pose) for each in hulls], *[(each.pose, each.length, each.width) for each in smoke])
    found = board.laid.get(key)
    if found is None:
        if len(board.laid) >= _LANDS_KEPT:
            board.laid.clear()
        obstacles = [hull_obstacle(state, each) for each in hulls]
        found = board.laid[key] = board.land.laid_over(obstacles, [shape_of(each) for each in smoke])
    return found


def is_hull(state: State, unit: Unit) -> bool:
    """Whether a unit stands on the board as a vehicle or as its wreck."""
    return unit.status in (ALIVE, WRECK) and unit.pose is not None and is_vehicle(state, unit)


def hull_obstacle(state: State, unit: Unit) -> Obstacle:
    """A vehicle or a wreck as an obstacle without a tag."""
    hull = hull_of(state, unit)
    foot = ground_at(state, *hull.centre)
    return Obstacle(unit.id, hull, foot + size_of(state, unit)[2], foot, faces=False)


@rule("ba.elev.def", "ba.geometry.los.height")
def ground_at(state: State, x: float, y: float) -> float:
    """How high the ground is at a point, in blocks: the highest raised ground there."""
    return board_of(state).ground_at(x, y)


@rule("ba.elev.def")
def floor_of(house: Standing, level: int) -> float:
    """How high one stands on a level of a house, in blocks."""
    assert house.structure is not None
    return house.foot + house.structure.floor(level) / GRAIN / fire().block_studs


def is_on_roof(house: Standing, level: int) -> bool:
    """Whether a level of a house is its roof."""
    assert house.structure is not None
    return level >= len(house.structure.storeys)


@rule("ba.build.contact", "ba.build.los", "ba.build.mods")
def touched_sides(house: Standing, level: int, x: float, y: float, radius: float) -> tuple[Side, ...]:
    """The sides of a house that somebody inside touches: a gap of at most half a stud to the inside of the wall."""
    structure = house.structure
    assert structure is not None
    wall = structure.wall / GRAIN
    openings = Counter(each.wall for each in structure.storeys[level].openings)
    return tuple(
        Side(number, nx, ny, offset, openings[number])
        for number, (nx, ny, offset) in enumerate(house.shape.edges)
        if offset - wall - (nx * x + ny * y) - radius <= fire().contact + EPS
    )


def place_of(unit: Unit, figure: Model) -> tuple[str, int]:
    """What a mini is in, and on which level."""
    return (figure.inside, figure.level) if figure.inside else (unit.container, unit.floor)


def kept_for(state: State, unit: Unit) -> dict[str, Any]:
    """What was worked out for a unit from itself and the map: it holds for this value of the unit, in whatever state it
    stands. Dice fall in many ways, but units come to stand just so again and again on the tables a bot imagines."""
    # asked for more often than anything else, so it calls nobody to find what is known
    match: Any = state.match
    known: tuple[Unit, dict[str, Any]] | None = match.board.units.get(id(unit)) if match.board is not None else None
    return known[1] if known is not None else _kept_by_value(state, unit)


def _kept_by_value(state: State, unit: Unit) -> dict[str, Any]:
    board = board_of(state)
    if len(board.units) >= _UNITS_KEPT:
        board.units.clear()
    if len(board.values) >= _VALUES_KEPT:
        board.values.clear()
    kept = board.values.setdefault(_WRITTEN.encode(unit), {})
    board.units[id(unit)] = unit, kept
    return kept


def minis_of(state: State, unit: Unit) -> dict[str, Stander]:
    """The minis of a unit as they stand, those in vehicles left out."""
    kept = kept_for(state, unit)
    found: dict[str, Stander] | None = kept.get("minis")
    if found is None:
        standing = [(each.id, stander(state, unit, each)) for each in unit.standing]
        found = kept["minis"] = {name: mini for name, mini in standing if mini is not None}
    return found


def stander(state: State, unit: Unit, figure: Model, pose: Pose | None = None) -> Stander | None:
    """A mini as somebody who looks or is looked at; None where he is not on the board, or rides in a vehicle."""
    at = pose or figure.pose
    inside, level = place_of(unit, figure)
    if at is None or (inside and inside in state.units):
        return None
    board = board_of(state)
    key = (figure.id, at.x, at.y, inside, level, PRONE in unit.marks, CORNER in figure.marks)
    found = board.standers.get(key)
    if found is None:
        if len(board.standers) >= _KEPT:
            board.standers.clear()
        found = board.standers[key] = _stander(board, *key[:5], prone=key[5], cornered=key[6])
    return found


def _stander(
    board: Board, name: str, gx: int, gy: int, inside: str, level: int, prone: bool, cornered: bool
) -> Stander:
    x, y, radius = gx / GRAIN, gy / GRAIN, measures().mini_radius
    house = board.houses.get(inside)
    if house is not None and house.structure is not None:
        ground = floor_of(house, level)
        if not is_on_roof(house, level):
            sides = touched_sides(house, level, x, y, radius)
            return board.land.known(Stander(name, x, y, ground, radius, prone, inside, sides))
    else:
        ground = board.ground_at(x, y)
    corner = corner_at(board.land, x, y, ground, radius) if cornered else None
    if corner is not None:
        return board.land.known(Stander(name, x, y, ground, radius, prone, leans=True, corner=corner.obstacle))
    return Stander(name, x, y, ground, radius, prone, leans=True, post=free_post(x, y, ground, radius, prone))


def mount(state: State, unit: Unit) -> Stander:
    """The weapon mount of a vehicle: the middle of its hull."""
    hull: Shape = hull_of(state, unit)
    x, y = hull.centre
    # its own hull is never in its way: `corner` names what is looked past
    return Stander(unit.id, x, y, ground_at(state, x, y), corner=unit.id, body=hull)


@rule("ba.elev.def")
def unit_ground(state: State, unit: Unit) -> float:
    """The ground under most minis of a unit, of equals the lower; under the middle of a vehicle."""
    kept = kept_for(state, unit)
    found: float | None = kept.get("ground")
    if found is None:
        found = kept["ground"] = _unit_ground(state, unit)
    return found


def _unit_ground(state: State, unit: Unit) -> float:
    board = board_of(state)
    if is_vehicle(state, unit):
        return mount(state, unit).ground
    if not board.raised and not unit.container and not any(each.inside for each in unit.squad):
        return 0.0
    return most_common_ground(list(minis_of(state, unit).values()))


@rule("ba.elev.def")
def most_common_ground(minis: Sequence[Stander]) -> float:
    """The ground under most of these minis, of equals the lower."""
    if len({each.ground for each in minis}) < 2:
        return minis[0].ground if minis else 0.0
    grounds = Counter([each.ground for each in minis])
    return max(grounds, key=lambda ground: (grounds[ground], -ground))


@rule("ba.elev.def", "ba.elev.hit", "ba.elev.save")
def is_above(ground: float, other: float) -> bool:
    """Whether one ground is 5 blocks or more above another."""
    return ground - other >= fire().elevation_blocks - EPS


@rule("ba.elev.def", "ba.elev.hit", "ba.elev.save")
def stands_above(state: State, one: Unit, other: Unit) -> bool:
    """Whether one unit stands 5 blocks or more above another."""
    return is_above(unit_ground(state, one), unit_ground(state, other))
