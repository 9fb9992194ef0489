"""Ways: where a squad could walk with one action, around what stands in its way, and how its minis stand there.

A coarse grid says where the middle of a squad can get; then every mini gets a place by the end and a path of its own,
straight or around the same corners. What the rules refuse of it is left out by whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from math import atan2, cos, degrees, hypot, inf, radians, sin
from typing import Any, NamedTuple, TypeVar, cast

from brickfield.core.adding import added
from brickfield.core.board import ALIVE, Unit
from brickfield.core.bounded_cache import BoundedCache, shelf_of
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.geometry import GRAIN, Point, Scene, circle, kernel
from ..base.battlefield import ActionMatch, enemies_of, hulls_on_board, is_vehicle, match_of, spots
from ..base.measures import measures
from ..base.moving.closing_up import apart, way_length
from ..base.moving.paths import Walk, Way, allowance, ground_for, pace
from ..base.sight.landscape import kept_for
from ..chapters.vehicles.vehicle_moves import can_cross, is_barrier
from ..chapters.vehicles.vehicles import VehicleClass, class_of

Cell = tuple[int, int]
T = TypeVar("T")
# the grid in studs, and how far minis of a squad stand apart
_GRID, _APART = 2.0, 2.2
_STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
# minis side by side, nearest to the middle first; a second and a third rank behind them
# how many cells back a squad stays behind its middle
_TRIES = 5
_SHARED = 2
# how far vehicles keep off what they cannot cross
_MARGIN = 1.0
_OPEN: dict[Cell, float] = {}
# so much of what was worked out for a match is kept, and of ways of a squad that stands just so
_KEPT, _REACHES_KEPT, _WALKS_KEPT = 64, 128, 128
_FILES, _RANKS = (0, 1, -1, 2, -2), (0, 1, 2)
_IN_LINE = [(rank, file) for rank in _RANKS for file in _FILES]
_TOGETHER = sorted(_IN_LINE, key=lambda each: (hypot(*each), each))
# nobody is met farther from a squad than it goes and this: a cell, the places about its end and two minis side by side
_ABOUT = 12.0
# Where one comes to from a cell, by how far a step is if the pace is that of the cell one leaves, and one comes to.
Steps = list[tuple[Cell, float, float]]


class Paths(dict[Cell, Steps]):
    """The steps from every free cell of a map, each worked out when it is first asked for."""

    def __init__(self, free: frozenset[Cell], rough: frozenset[Cell]) -> None:
        super().__init__()
        self._free, self._rough = free, rough

    def __missing__(self, cell: Cell) -> Steps:
        found: Steps = []
        pace = 2.0 if cell in self._rough else 1.0
        for dx, dy in _STEPS:
            other = cell[0] + dx, cell[1] + dy
            if other in self._free and self._passes(cell, dx, dy):
                there = 2.0 if other in self._rough else 1.0
                found.append((other, pace * hypot(dx, dy) * _GRID, there * hypot(dx, dy) * _GRID))
        self[cell] = found
        return found

    def _passes(self, cell: Cell, dx: int, dy: int) -> bool:
        """Diagonal steps do not cut corners."""
        return not (dx and dy) or ((cell[0] + dx, cell[1]) in self._free and (cell[0], cell[1] + dy) in self._free)


class Ground(NamedTuple):
    """The cells of a map on which a mini can stand, and those that slow him down."""

    free: frozenset[Cell]
    rough: frozenset[Cell]
    paths: Paths
    # nothing is in anybody's way
    is_open: bool = False


def centre(cell: Cell) -> Point:
    """The middle of a cell."""
    return (cell[0] + 0.5) * _GRID, (cell[1] + 0.5) * _GRID


def cell_of(point: Point) -> Cell:
    """The cell a point lies in."""
    return int(point[0] // _GRID), int(point[1] // _GRID)


def ground_of(match: ActionMatch, made: VehicleClass | None = None) -> Ground:
    """The map of a match as cells, for minis or for a class of vehicles, worked out once."""
    known = shelf_of(match, "grounds", _KEPT)
    # vehicles of a class are as broad as each other, but for those with a model of their own
    key = "" if made is None else f"{made.id} {made.footprint[1]:g}"
    found: Ground | None = known.get(key)
    if found is None and made is None:
        found = known.keep("", _cells_of(match, match.wall_scene, match.rough, measures().mini_radius))
    elif found is None and made is not None:
        found = known.keep(key, _cells_of(match, *_for_wheels(match, made), made.footprint[1] / 2 + _MARGIN))
    assert found is not None
    return found


def _cells_of(match: ActionMatch, walls: Scene, slow: Scene, radius: float) -> Ground:
    cells = [(x, y) for x in range(int(match.width / _GRID)) for y in range(int(match.height / _GRID))]
    discs = {cell: circle(*centre(cell), radius) for cell in cells}
    free = frozenset(cell for cell, disc in discs.items() if kernel.overlapped(walls, disc) == -1)
    rough = frozenset(cell for cell in free if slow.shapes and kernel.overlapped(slow, discs[cell]) != -1)
    return Ground(free, rough, Paths(free, rough), len(free) == len(cells) and not rough)


def _for_wheels(match: ActionMatch, made: VehicleClass) -> tuple[Scene, Scene]:
    """What a class of vehicles cannot cross, and what slows it."""
    walls = [each.shape for each in match.pieces if not can_cross(made, each)]
    return Scene(walls), Scene([each.shape for each in match.pieces if is_barrier(each) and can_cross(made, each)])


def field_to(match: ActionMatch, spot: Point, made: VehicleClass | None = None) -> dict[Cell, float]:
    """How far every cell of the map is from a spot, by the way that one walks or drives; nothing where all of it is
    open."""
    ground, known = ground_of(match, made), shelf_of(match, "fields", _KEPT)
    if ground.is_open:
        return _OPEN
    # spots near to each other share a field
    goal = cell_of(spot)[0] // _SHARED * _SHARED, cell_of(spot)[1] // _SHARED * _SHARED
    key = made.id if made is not None else "", goal
    found: dict[Cell, float] | None = known.get(key)
    return cast("dict[Cell, float]", known.keep(key, _spread_from(ground, goal))) if found is None else found


def _spread_from(ground: Ground, goal: Cell) -> dict[Cell, float]:
    start = goal
    if goal not in ground.free:
        start = min(ground.free, key=lambda cell: (hypot(cell[0] - goal[0], cell[1] - goal[1]), cell), default=goal)
    found: dict[Cell, float] = {}
    queue, least, paths = [(0.0, start)], {start: 0.0}, ground.paths
    while queue:
        far, cell = heappop(queue)
        if cell in found:
            continue
        found[cell] = far
        for other, leaving, _coming in paths[cell]:
            there = far + leaving
            if there < least.get(other, inf):
                least[other] = there
                heappush(queue, (there, other))
    return found


def way_left(state: State, unit: Unit, spot: Point) -> float:
    """How far a unit has to walk to a spot; as the crow flies where no way is known."""
    ways = kept_for(state, unit).setdefault("ways left", {})
    found: float | None = ways.get(spot)
    if found is None:
        if len(ways) >= _KEPT:
            ways.clear()
        found = ways[spot] = _way_left(state, unit, spot)
    return found


def _way_left(state: State, unit: Unit, spot: Point) -> float:
    here = middle_of(unit) or (unit.pose.place if unit.pose is not None else spot)
    made = class_of(state, unit) if is_vehicle(state, unit) else None
    field, straight = field_to(match_of(state), spot, made), apart(here, spot)
    far = min((field[cell] + apart(here, centre(cell)) for cell in _around(cell_of(here)) if cell in field),
              default=straight)  # fmt: skip
    return max(straight, far)


def _length(cell: Cell, other: Cell) -> float:
    return _GRID * hypot(other[0] - cell[0], other[1] - cell[1])


def _around(cell: Cell) -> list[Cell]:
    return [(cell[0] + dx, cell[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]


def middle_of(unit: Unit) -> Point | None:
    """The mini of a squad that stands nearest to its middle."""
    places = spots(unit)
    if not places:
        return None
    x, y = added(each[0] for each in places) / len(places), added(each[1] for each in places) / len(places)
    return min(places, key=lambda each: (hypot(each[0] - x, each[1] - y), each))


class Reach:
    """Where the middle of a squad can get with one action, and by which corners."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.unit, self.match = unit, match_of(state)
        # who stands in rough ground is slowed all the way, and no more by more of it
        self.slowed = pace(state, unit, 1.0) < 1.0
        self.most = pace(state, unit, allowance(state, unit))
        self.start = middle_of(unit)
        self.scene: Scene = ground_for(state, unit)[0]
        self.cost: dict[Cell, float] = {}
        self.before: dict[Cell, Cell] = {}
        self._known: BoundedCache[Any] = BoundedCache(_WALKS_KEPT)
        if self.start is not None and self.most >= _GRID:
            self._spread(self.start, ground_of(self.match))

    def _spread(self, start: Point, ground: Ground) -> None:
        """Shortest ways over the cells; rough ground counts twice, unless the whole move is halved anyway."""
        queue: list[tuple[float, Cell, Cell]] = []
        for near in _around(cell_of(start)):
            if near in ground.free and self.is_free(start, centre(near)):
                heappush(queue, (hypot(centre(near)[0] - start[0], centre(near)[1] - start[1]), near, near))
        costs, most, paths = self.cost, self.most, ground.paths
        least: dict[Cell, float] = {}
        while queue:
            cost, cell, before = heappop(queue)
            if cell in costs or cost > most:
                continue
            costs[cell], self.before[cell] = cost, before
            for other, _leaving, coming in paths[cell]:
                there = cost + (_length(cell, other) if self.slowed else coming)
                # of equals the one from the lower cell is taken, so they are all looked at
                if there <= most and there <= least.get(other, inf) and other not in costs:
                    least[other] = there
                    heappush(queue, (there, other, cell))

    def is_free(self, here: Point, there: Point) -> bool:
        """Whether a mini can walk straight from one place to another."""
        disc = circle(*here, measures().mini_radius)
        return kernel.translate(self.scene, disc, there[0] - here[0], there[1] - here[1])[1] == -1

    def corners(self, cell: Cell) -> list[Point]:
        """The corners of the way to a cell, its end included."""
        assert self.start is not None
        chain = [centre(cell)]
        while self.before[cell] != cell:
            cell = self.before[cell]
            chain.append(centre(cell))
        chain.reverse()
        found, here = [], self.start
        while chain:
            place = next((number for number in range(len(chain) - 1, 0, -1) if self.is_free(here, chain[number])), 0)
            here = chain[place]
            found.append(here)
            chain = chain[place + 1 :]
        return found

    def nearest(self, spot: Point, share: float = 1.0) -> Cell | None:
        """The cell in reach of a share of the action that is nearest to a spot, as one walks."""
        return self._once(("nearest", spot, share), lambda: self._nearest(spot, share))

    def _once(self, key: Any, work_out: Callable[[], T]) -> T:
        """What was worked out before for this squad as it stands."""
        if key not in self._known:
            self._known.keep(key, work_out())
        found: T = self._known[key]
        return found

    def _nearest(self, spot: Point, share: float) -> Cell | None:
        field = field_to(self.match, spot)
        near = [cell for cell, cost in self.cost.items() if cost <= share * self.most]
        left = [field.get(cell, 999.0) for cell in near]
        least = min(left, default=0.0)
        best = [cell for cell, far in zip(near, left, strict=True) if far == least]
        return min(best, key=lambda cell: (apart(centre(cell), spot), cell), default=None)

    def closest(self, spot: Point) -> Cell | None:
        """The cell in reach that lies nearest to a spot."""
        return self._once(
            ("closest", spot),
            lambda: min(self.cost, key=lambda cell: (apart(centre(cell), spot), cell), default=None),
        )

    def outermost(self, spot: Point) -> list[Cell]:
        """In each of eight directions the farthest cell in reach, the nearest to a spot first."""
        return self._once(("outermost", spot), lambda: self._outermost(spot))

    def _outermost(self, spot: Point) -> list[Cell]:
        if self.start is None:
            return []
        best: dict[int, tuple[float, Cell]] = {}
        for cell in self.cost:
            x, y = centre(cell)
            far = hypot(x - self.start[0], y - self.start[1])
            part = round(degrees(atan2(y - self.start[1], x - self.start[0])) / 45.0) % 8
            if far >= 2 * _GRID and (far, cell) > best.get(part, (0.0, (0, 0))):
                best[part] = far, cell
        return sorted((cell for _far, cell in best.values()), key=lambda cell: apart(centre(cell), spot))

    def walk(self, cell: Cell, facing: float, *, line: bool = False) -> Walk | None:
        """All minis to a cell, or as near to it as all of them get: side by side across a direction, or close together;
        None where somebody is left behind."""
        return self._once((cell, facing, line), lambda: self._walk_near(cell, facing, line=line))

    def _walk_near(self, cell: Cell, facing: float, *, line: bool) -> Walk | None:
        if self.start is None or cell not in self.cost:
            return None
        for _ in range(_TRIES):
            walk = self._walk(cell, facing, line=line)
            if walk is not None or self.before[cell] == cell:
                return walk
            cell = self.before[cell]
        return None

    def _walk(self, cell: Cell, facing: float, *, line: bool) -> Walk | None:
        corners = self.corners(cell)
        places = self._places(corners[-1], facing, line=line)
        minis = [each for each in self.unit.standing if each.pose is not None]
        end = corners[-1]
        minis.sort(key=lambda each: apart(each.pose.place, end) if each.pose is not None else 0.0)
        ways, longest, rough = [], 0.0, False
        for figure in minis:
            assert figure.pose is not None
            found = self._way(figure.pose.place, corners, places)
            if found is None:
                return None
            longest = max(longest, way_length(figure.pose.place, found))
            rough = rough or self._leads_through_rough(figure.pose.place, found)
            if rough and longest > self.most / 2:
                return None
            places.remove(found[-1])
            ways.append(Way(figure.id, tuple((round(x, 2), round(y, 2)) for x, y in found)))
        return Walk(self.unit.id, tuple(ways))

    def _places(self, end: Point, facing: float, *, line: bool) -> list[Point]:
        """Places about a spot on which minis can stand, the first to be taken first."""
        c, s = cos(radians(facing)), sin(radians(facing))
        radius, found, wanted = measures().mini_radius, list[Point](), len(self.unit.standing) + 2
        for rank, file in _IN_LINE if line else _TOGETHER:
            if len(found) == wanted:
                break
            x, y = end[0] - rank * _APART * c - file * _APART * s, end[1] - rank * _APART * s + file * _APART * c
            if kernel.overlapped(self.scene, circle(x, y, radius)) == -1:
                found.append((x, y))
        return found

    def _way(self, here: Point, corners: list[Point], places: list[Point]) -> list[Point] | None:
        """The way of one mini to the first place that he reaches: straight, or around the corners of the squad."""
        for place in places:
            for first in range(len(corners) - 1, -1, -1):
                way = [*corners[first:-1], place]
                if way_length(here, way) <= self.most and self._is_clear(here, way):
                    return way
        return None

    def _leads_through_rough(self, here: Point, way: list[Point]) -> bool:
        """Whether a way would halve the move of the whole squad."""
        scene = self.match.rough
        if self.slowed or not scene.shapes:
            return False
        for there in way:
            disc = circle(*here, measures().mini_radius)
            step = there[0] - here[0], there[1] - here[1]
            if kernel.overlapped(scene, disc) != -1 or kernel.translate(scene, disc, *step)[1] != -1:
                return True
            here = there
        return False

    def _is_clear(self, here: Point, way: list[Point]) -> bool:
        for there in way:
            if not self.is_free(here, there):
                return False
            here = there
        return True


def reach_of(state: State, unit: Unit) -> Reach:
    """Where a squad can get; it rests on the squad and on who could be met, and is not worked out again for those."""
    return _reach_of(state, unit.id)


@kept
def _reach_of(state: State, unit_id: str) -> Reach:
    reaches, unit = shelf_of(match_of(state), "reaches", _REACHES_KEPT), state.units[unit_id]
    key = unit.id, allowance(state, unit), tuple([each.pose for each in unit.standing]), _others_near(state, unit)
    known: Reach | None = reaches.get(key)
    if known is None:
        known = reaches.keep(key, Reach(state, unit))
    return known


def _others_near(state: State, unit: Unit) -> tuple[Any, ...]:
    """The vehicles and wrecks on the map, and the minis of others that a squad could run into with one action."""
    poses = [each.pose for each in unit.standing if each.pose is not None]
    xs, ys, about = [each.x for each in poses], [each.y for each in poses], (allowance(state, unit) + _ABOUT) * GRAIN
    x0, x1 = min(xs, default=0) - about, max(xs, default=0) + about
    y0, y1 = min(ys, default=0) - about, max(ys, default=0) + about
    found: list[Any] = [each.pose for each in hulls_on_board(state)]
    for other in enemies_of(state, unit):
        for mini in other.squad:
            pose = mini.pose
            if (
                mini.status == ALIVE
                and pose is not None
                and not mini.level
                and x0 <= pose.x <= x1
                and y0 <= pose.y <= y1
            ):
                found.append(pose)
    return tuple(found)
