"""Ways over the ground: how a unit gets somewhere by turning and driving, and how far round obstacles it is."""

from __future__ import annotations

from math import hypot, inf, sqrt
from typing import NamedTuple

from brickfield.core.adding import added
from brickfield.core.board import WRECK, Unit
from brickfield.core.bounded_cache import shelf_of
from brickfield.core.state import State
from brickfield.geometry import Pose, Shape, kernel
from brickfield.geometry.grain import GRAIN
from brickfield.geometry.nets import Link, Net
from ..base.battlefield import card_of, footprint, footprint_at, obstacles_to, terrain
from ..base.measures import movement
from ..base.movement import MP_GRAIN, AnyStep, Forward, Pivot, Reverse, Slide, points_left, turn_cost
from ..base.unit_stats import moves_freely
from ..chapters.mines.minefields import minefields
from .stands import bearing

# Orders leave this much unspent, so that rounding never makes the last step too dear; shorter drives are not worth it.
_SPARE = 0.002
_SHORTEST = 0.25
# A mere turn of a unit whose turns are free is given with a short drive, so that the unit has spent something.
_NUDGE = 0.02
# Orders are given in thousandths of an inch and of a degree; headings closer than this are the same.
_DECIMALS = 3
_SAME_HEADING = 0.01
# How much is kept of ways, of the nets they lead over, and of shapes that close cells.
_MOST_WAYS, _MOST_NETS, _MOST_SHAPES = 128, 8, 1_024


def bearing_between(one: float, other: float) -> float:
    """The turn from one heading to another, -180 to 180 degrees."""
    return (other - one + 180.0) % 360.0 - 180.0


class Order(NamedTuple):
    """An order worth thinking about: its steps, where it ends, and what it was meant for."""

    steps: tuple[AnyStep, ...]
    pose: Pose
    aim: str = ""


class Driver:
    """Works out orders of one unit on one table by the kernel alone; the rules check what is really proposed."""

    def __init__(self, state: State, unit: Unit) -> None:
        self.state = state
        self.unit = unit
        self.pose: Pose = unit.at
        self.card = card_of(state, unit.id)
        self.left = points_left(state, unit) - _SPARE
        self.free = moves_freely(state, unit.seat)
        self.field = obstacles_to(state, unit.id)
        self.skip = self.field.place.get(unit.id, -1)
        # what turns cost, because the same ones come up all the time
        self._turns: dict[float, float] = {}

    def turn_points(self, degrees: float) -> float:
        """What a turn costs."""
        found = self._turns.get(degrees)
        if found is None:
            found = 0.0 if self.free else turn_cost(self.state, round(abs(degrees) * GRAIN)) / MP_GRAIN
            self._turns[degrees] = found
        return found

    def farthest(self, turn: float, last: float = 0.0, backwards: bool = False) -> float:
        """How far the points reach after one turn and before another."""
        left = self.left - self.turn_points(turn) - self.turn_points(last)
        return left / movement().reverse_mp_per_inch if backwards and not self.free else left

    def drive(self, turn: float, way: float, last: float, aim: str) -> Order | None:
        """Turn, drive (negative: in reverse), turn again, until something is in the way; None if it gets nowhere."""
        if self.free:
            return self._slide(turn, way, last, aim) if abs(way) >= _SHORTEST else None
        if abs(way) < _SHORTEST and (way or not turn):
            return None
        if self._price(turn, way, last) > self.left + _SPARE / 2:
            return None
        return self.follow([(turn, way), (last, 0.0)], aim)

    def _price(self, turn: float, way: float, last: float) -> float:
        inches = way if way > 0 else -way * movement().reverse_mp_per_inch
        return self.turn_points(turn) + inches + self.turn_points(last)

    def follow(self, legs: list[tuple[float, float]], aim: str) -> Order | None:
        """Legs of a turn and a straight drive, cut short where something is in the way."""
        # of a turn so small nobody could tell whether it was made
        asked = [
            (round(turn, _DECIMALS) if abs(turn) > _SAME_HEADING else 0.0, round(way, _DECIMALS)) for turn, way in legs
        ]
        size, pose = (self.card.length_inches, self.card.width_inches), self.pose
        x, y, heading, stopped, share, hit = kernel.sweep(
            self.field.scene, *size, *pose.place, pose.degrees, asked, self.skip
        )
        end = Pose.at(x, y, heading)
        if hit != -1:
            turned = added(turn for turn, _way in asked[: stopped + 1])
            blocked = abs(bearing_between(end.degrees, pose.degrees + turned)) > _SAME_HEADING
            cut = [] if blocked else [(asked[stopped][0], round(asked[stopped][1] * share, _DECIMALS))]
            asked = asked[:stopped] + cut
        steps: list[AnyStep] = []
        for turn, way in asked:
            if turn:
                steps.append(Pivot(turn))
            if abs(way) > _NUDGE:
                steps.append(Forward(way) if way > 0 else Reverse(-way))
        return Order(tuple(steps), end, aim) if steps else None

    def _slide(self, turn: float, way: float, last: float, aim: str) -> Order | None:
        """Free movement: straight in any direction without turning, then any facing."""
        heading = round((self.pose.degrees + turn + (180.0 if way < 0 else 0.0)) % 360.0, _DECIMALS)
        asked = abs(way)
        ahead = Pose(self.pose.x, self.pose.y, round(heading * GRAIN)).ahead(asked)
        shape = footprint_at(self.state, self.unit.id, self.pose)
        dx, dy = (ahead.x - self.pose.x) / GRAIN, (ahead.y - self.pose.y) / GRAIN
        share, _hit = kernel.translate(self.field.scene, shape, dx, dy, self.skip)
        if asked * share < _NUDGE / 2:
            return None
        there = Pose.at(self.pose.x / GRAIN + dx * share, self.pose.y / GRAIN + dy * share, self.pose.degrees)
        face = round(turn + last, _DECIMALS)
        steps: tuple[AnyStep, ...] = (Slide(heading, asked * share),)
        if round(face * GRAIN) == 0 or self._turn_is_blocked(there, face):
            return Order(steps, there, aim)
        return Order((*steps, Pivot(face)), there.turned(face), aim)

    def _turn_is_blocked(self, there: Pose, face: float) -> bool:
        shape = footprint_at(self.state, self.unit.id, there)
        return kernel.pivot(self.field.scene, shape, there.place, face, self.skip) != -1

    def face(self, x: float, y: float, aim: str) -> Order | None:
        """Turn on the spot to face a point."""
        turn = bearing(self.pose, x, y)
        if abs(turn) < 1.0:
            return None
        if self.free:
            return self._slide(0.0, _NUDGE, turn, aim)
        return self.drive(turn, 0.0, 0.0, aim) if self.turn_points(turn) <= self.left else None

    def go(self, x: float, y: float, facing: tuple[float, float] | None, aim: str) -> Order | None:
        """Drive towards a point, there or as near as the points reach, and face another point at the end."""
        way = hypot(x - self.pose.x / GRAIN, y - self.pose.y / GRAIN)
        turn = bearing(self.pose, x, y)
        if abs(turn) > 120.0 and not self.free:
            back = turn - 180.0 if turn > 0 else turn + 180.0
            if way <= self.farthest(back, 0.0, True):
                return self._go(back, way, -1.0, facing, aim)
        return self._go(turn, way, 1.0, facing, aim)

    def around(self, by: tuple[float, float], to: tuple[float, float], aim: str) -> Order | None:
        """Drive to one point and on to another, if the points reach that far."""
        turn = bearing(self.pose, *by)
        way = hypot(by[0] - self.pose.x / GRAIN, by[1] - self.pose.y / GRAIN)
        corner = self.pose.turned(turn).ahead(way)
        then = bearing(corner, *to)
        rest = hypot(to[0] - by[0], to[1] - by[1])
        left = self.left - self.turn_points(turn) - self.turn_points(then) - way
        if self.free or left < rest:
            return None
        return self.follow([(turn, way), (then, rest)], aim)

    def _go(self, turn: float, way: float, sign: float, facing: tuple[float, float] | None, aim: str) -> Order | None:
        last = 0.0
        if facing is not None:
            end = self.pose.turned(turn).ahead(sign * min(way, max(0.0, self.farthest(turn, 0.0, sign < 0))))
            last = bearing(end, *facing)
            if abs(last) < 2.0:
                last = 0.0
        way = min(way, self.farthest(turn, last, sign < 0))
        return self.drive(turn, sign * way, last, aim) if way > 0 else None


class Ground:
    """How far it is to the nearest of some points, driving round closed terrain and wrecks, on a coarse grid."""

    CELL = 1.5

    def __init__(self, state: State, goals: list[tuple[float, float]], seat: int) -> None:
        self.columns = max(1, round(state.match.width / self.CELL))
        self.rows = max(1, round(state.match.height / self.CELL))
        closed = _closed_cells(state, seat, self.columns, self.rows, self.CELL)
        starts = frozenset([self._cell(x, y) for x, y in goals])
        # where wrecks lie and which cells the goals are in is all that it rests on: other tables have the same
        shelf = shelf_of(state.match, "ways over the ground", _MOST_WAYS)
        far: list[float] | None = shelf.get((closed, starts))
        if far is None:
            net = self._net(state, closed)
            far = shelf.keep((closed, starts), kernel.spread(net, [(cell, 0.0) for cell in sorted(starts)]))
        self.far = far

    def _cell(self, x: float, y: float) -> int:
        column = min(self.columns - 1, max(0, int(x / self.CELL)))
        return min(self.rows - 1, max(0, int(y / self.CELL))) * self.columns + column

    def _net(self, state: State, closed: frozenset[int]) -> Net:
        """From every cell the ways to those around it that are open; out of a closed one there are ways as well."""
        shelf = shelf_of(state.match, "nets", _MOST_NETS)
        found: Net | None = shelf.get(closed)
        if found is None:
            # the same ways are part of all nets: a net by itself would take most of a megabyte
            ways = shelf_of(state.match, "ways between cells", 1)
            every: list[list[Link]] | None = ways.get("all")
            if every is None:
                every = ways.keep("all", list(map(self._links, range(len(self)))))
            found = shelf.keep(closed, Net([[link for link in links if link[0] not in closed] for links in every]))
        return found

    def _links(self, cell: int) -> list[Link]:
        columns, (row, column) = self.columns, divmod(cell, self.columns)
        return [
            (cell + down * columns + right, self.CELL * cost)
            for down, right, cost in _NEIGHBOURS
            if 0 <= row + down < self.rows and 0 <= column + right < columns
        ]

    def __len__(self) -> int:
        return self.columns * self.rows

    def distance(self, x: float, y: float) -> float:
        """Inches to drive from a point to the nearest goal; large where no way was found."""
        row, column = divmod(self._cell(x, y), self.columns)
        best = inf
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                if 0 <= row + down < self.rows and 0 <= column + right < self.columns:
                    centre_x, centre_y = (column + right + 0.5) * self.CELL, (row + down + 0.5) * self.CELL
                    found = self.far[(row + down) * self.columns + column + right]
                    best = min(best, found + hypot(centre_x - x, centre_y - y))
        return min(best, 1000.0)


_NEIGHBOURS = tuple(
    (down, right, sqrt(2.0) if down and right else 1.0) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right
)


def _closed_cells(state: State, seat: int, columns: int, rows: int, size: float) -> frozenset[int]:
    """Cells a unit cannot well drive through: their centre is in or close to closed terrain, a wreck or a mine
    that a seat knows of."""
    shapes = [shape for _id, shape in terrain(state).closed]
    shapes.extend(field.shape for field in minefields(state, seat))
    shapes.extend(footprint(state, unit) for unit in state.units.values() if unit.status == WRECK)
    shelf = shelf_of(state.match, "cells near", _MOST_SHAPES)
    closed: set[int] = set()
    for shape in shapes:
        key = shape.pack()
        near: list[int] | None = shelf.get(key)
        closed.update(shelf.keep(key, _cells_near(shape, columns, rows, size)) if near is None else near)
    if terrain(state).grounds.decks:
        closed -= _bridged_cells(state, columns, rows, size)
    return frozenset(closed)


def _bridged_cells(state: State, columns: int, rows: int, size: float) -> set[int]:
    """Cells under the middle of a bridge, from end to end."""
    found = set()
    for deck in terrain(state).grounds.decks:
        (ax, ay), (bx, by) = deck.shape.points[0], deck.shape.points[1]
        x, y = deck.shape.centre
        parts = max(1, round(2 * hypot(ax - bx, ay - by) / size))
        for part in range(parts + 1):
            share = part / parts - 0.5
            column = min(columns - 1, max(0, int((x + (ax - bx) * share) / size)))
            row = min(rows - 1, max(0, int((y + (ay - by) * share) / size)))
            found.add(row * columns + column)
    return found


def _cells_near(shape: Shape, columns: int, rows: int, size: float) -> list[int]:
    margin = size / 3
    x0, y0, x1, y1 = shape.box
    across = range(max(0, int((x0 - margin) / size)), min(columns - 1, int((x1 + margin) / size)) + 1)
    up = range(max(0, int((y0 - margin) / size)), min(rows - 1, int((y1 + margin) / size)) + 1)
    return [
        row * columns + column
        for row in up
        for column in across
        if kernel.point_distance(shape, (column + 0.5) * size, (row + 0.5) * size) <= margin
    ]
