"""Ways over the water: how far round the islands it is to some goal, and the legs that lead there."""

from __future__ import annotations

from functools import cached_property
from math import cos, hypot, inf, pi, sin
from typing import cast

from brickfield.core.bounded_cache import shelf_of
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.geometry import Net, Point, kernel
from ..base.waters import Waters, sea_of

# Cells of the chart are about an inch; ships keep this far from land, and begin at most so many cells away from water.
_CELLS = 36
_CLEARANCE = 0.55
_NEAREST = 3
# How far along a way around land the next mark to steer for lies.
_MARK = 3.5
# How far off its port a bow is brought, and how far off the coast.
_OFF, _COAST = 0.8, 0.4
# Ways that are remembered for one battle.
_KEPT = 60
# Steps from cell to cell, those of a knight included: no way comes out more than three percent too long.
_STEPS = tuple(
    (dx, dy, hypot(dx, dy))
    for dx in range(-2, 3)
    for dy in range(-2, 3)
    if (dx or dy) and not (abs(dx) == 2 and abs(dy) != 1) and not (abs(dy) == 2 and abs(dx) != 1)
)


class Grid:
    """A table as cells, each of them water or not. Cells have numbers, row by row."""

    def __init__(self, waters: Waters, width: float, height: float) -> None:
        self.cell = max(1.0, max(width, height) / _CELLS)
        self.columns = max(1, round(width / self.cell))
        self.rows = max(1, round(height / self.cell))
        self.wide, self.high = width / self.columns, height / self.rows
        self.solid = waters.solid
        self.centres = [
            ((column + 0.5) * self.wide, (row + 0.5) * self.high)
            for row in range(self.rows)
            for column in range(self.columns)
        ]
        self.water = [self._is_water(x, y) for x, y in self.centres]
        # the cells of water around a cell, noted when they are first asked for
        self._near: dict[tuple[int, int], list[int]] = {}
        # for each cell its neighbours by water, with the way there
        self.net = Net(self._steps(number) if self.water[number] else () for number in range(len(self.centres)))

    def _is_water(self, x: float, y: float) -> bool:
        return all(kernel.point_distance(part, x, y) > _CLEARANCE for part in self.solid.shapes)

    def _steps(self, number: int) -> tuple[tuple[int, float], ...]:
        row, column = divmod(number, self.columns)
        found = [
            (there, step * self.cell)
            for dx, dy, step in _STEPS
            if (there := self.number(column + dx, row + dy)) >= 0 and self.water[there]
        ]
        return tuple(found)

    def number(self, column: int, row: int) -> int:
        """The number of a cell, -1 outside the table."""
        return row * self.columns + column if 0 <= column < self.columns and 0 <= row < self.rows else -1

    def near(self, x: float, y: float) -> list[int]:
        """The cells of water around a point: its own and its neighbours, or the nearest there are."""
        column = min(self.columns - 1, max(0, int(x / self.wide)))
        row = min(self.rows - 1, max(0, int(y / self.high)))
        found = self._near.get((column, row))
        if found is None:
            found = self._near[column, row] = self._around(column, row)
        return found

    def _around(self, column: int, row: int) -> list[int]:
        for reach in range(1, _NEAREST + 1):
            around = range(-reach, reach + 1)
            numbers = [self.number(column + dx, row + dy) for dx in around for dy in around]
            found = [number for number in numbers if number >= 0 and self.water[number]]
            if found:
                return found
        return []

    def far(self, number: int, x: float, y: float) -> float:
        """From the middle of a cell to a point."""
        cx, cy = self.centres[number]
        return hypot(cx - x, cy - y)


class Way:
    """The length of the shortest way by water from any point to the nearest of some goals."""

    def __init__(self, grid: Grid, goals: tuple[Point, ...]) -> None:
        self.goals = goals
        self.grid = grid

    @cached_property
    def lengths(self) -> list[float]:
        """The way from every cell, worked out from the goals outwards when land first lies in between."""
        grid = self.grid
        starts = [(number, grid.far(number, x, y)) for x, y in self.goals for number in grid.near(x, y)]
        return kernel.spread(grid.net, starts)

    def distance(self, x: float, y: float) -> float:
        """Inches by water to the nearest goal; straight where no land lies in between."""
        if not self.goals:
            return inf
        straight, goal = min([(hypot(goal[0] - x, goal[1] - y), goal) for goal in self.goals])
        if not kernel.crossed_by(self.grid.solid, x, y, *goal):
            return straight
        lengths, grid = self.lengths, self.grid
        return max(straight, min([lengths[each] + grid.far(each, x, y) for each in grid.near(x, y)], default=inf))

    def next_mark(self, x: float, y: float) -> Point:
        """The point to steer for: the nearest goal where no land lies in between, else some cells along the way."""
        goal = min(self.goals, key=lambda each: hypot(each[0] - x, each[1] - y))
        if not kernel.crossed_by(self.grid.solid, x, y, *goal):
            return goal
        return self.points(x, y, _MARK)[-1]

    def points(self, x: float, y: float, most: float) -> list[Point]:
        """Where the way leads from a point, cell by cell, for so many inches."""
        lengths, grid = self.lengths, self.grid
        cells = [number for number in grid.near(x, y) if lengths[number] < inf]
        if not cells:
            return list(self.goals[:1])
        here = min(cells, key=lambda number: lengths[number] + grid.far(number, x, y))
        found, gone = [grid.centres[here]], grid.far(here, x, y)
        while gone < most:
            ahead, step = min(grid.net.links[here], key=lambda each: lengths[each[0]], default=(here, 0.0))
            if lengths[ahead] >= lengths[here]:
                break
            gone, here = gone + step, ahead
            found.append(grid.centres[here])
        return found


@kept(by="match")
def grid_of(state: State) -> Grid:
    """The cells of a table, worked out once for each battle."""
    match = sea_of(state)
    return Grid(match.waters, match.width, match.height)


def way_to(state: State, goals: tuple[Point, ...]) -> Way:
    """The ways to goals that do not move, such as ports, islands and whatever lies still; kept with the battle."""
    shelf = shelf_of(state.match, "ways", _KEPT)
    way: Way | None = shelf.get(goals)
    return way or cast("Way", shelf.keep(goals, Way(grid_of(state), goals)))


@kept(by="match")
def roads(state: State, seat: int) -> tuple[Point, ...]:
    """Where a bow lies in the harbour of a port of a seat: points off the coast around it."""
    match = sea_of(state)
    ports = [port for port in match.waters.ports if port.seat == seat]
    around = [
        (port.x + _OFF * cos(turn * pi / 6), port.y + _OFF * sin(turn * pi / 6)) for port in ports for turn in range(12)
    ]
    open_ = [
        (x, y)
        for x, y in around
        if 0.0 < x < match.width
        and 0.0 < y < match.height
        and all(kernel.point_distance(part, x, y) > _COAST for part in match.waters.solid.shapes)
    ]
    return tuple(open_ or [(port.x, port.y) for port in ports])
