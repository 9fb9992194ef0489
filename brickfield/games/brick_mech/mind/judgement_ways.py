"""Ways: how far a Mech must walk to somewhere, past everything that stands on the table for good."""

from __future__ import annotations

from heapq import heappop, heappush
from math import atan2, degrees, hypot, inf

from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.geometry import Scene, kernel, rectangle
from ..base.battlefield import MechMatch, match_of
from ..base.measures import measures

# The side of a cell in Bricks, and how near its middle may be to an obstacle, in half bases.
_CELL, _NEAR = 1.5, 0.9
_AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]

# How many ways are remembered at most.
_MOST = 50_000

_Cell = tuple[int, int]


class Ground:
    """The table as cells with the ways between them; distances to a place are worked out once for its cell."""

    def __init__(self, match: MechMatch) -> None:
        # the pieces, not the match: a memory of the match must not keep it alive
        self._obstacles = match.obstacles
        self._scene = Scene([each.shape for each in match.obstacles])
        self._columns, self._rows = int(match.width / _CELL), int(match.height / _CELL)
        self._half = measures().base_side / 2
        self._links: dict[_Cell, list[tuple[_Cell, float]]] = {}
        self._known: dict[_Cell, dict[_Cell, float]] = {}
        self._walked: dict[tuple[float, float, float, float], float] = {}

    def _is_open(self, column: float, row: float) -> bool:
        x, y = (column + 0.5) * _CELL, (row + 0.5) * _CELL
        near = _NEAR * self._half
        return all(kernel.point_distance(each.shape, x, y) > near for each in self._obstacles)

    def _from(self, cell: _Cell) -> list[tuple[_Cell, float]]:
        """The cells next to a cell that can be walked to, with how far that is."""
        found = self._links.get(cell)
        if found is None:
            column, row = cell
            found = self._links[cell] = [
                ((column + dx, row + dy), _CELL * hypot(dx, dy))
                for dx, dy in _AROUND
                if 0 <= column + dx < self._columns
                and 0 <= row + dy < self._rows
                and self._is_open(column + dx, row + dy)
                and self._is_open(column + dx / 2, row + dy / 2)
            ]
        return found

    def _cell(self, x: float, y: float) -> _Cell:
        column, row = int(x / _CELL), int(y / _CELL)
        return min(max(column, 0), self._columns - 1), min(max(row, 0), self._rows - 1)

    def _distances(self, goal: _Cell) -> dict[_Cell, float]:
        found = self._known.get(goal)
        if found is None:
            found = self._known[goal] = {goal: 0.0}
            todo = [(0.0, goal)]
            while todo:
                far, cell = heappop(todo)
                if far > found[cell]:
                    continue
                for other, step in self._from(cell):
                    if far + step < found.get(other, inf):
                        found[other] = far + step
                        heappush(todo, (far + step, other))
        return found

    def way(self, x: float, y: float, goal_x: float, goal_y: float) -> float:
        """Bricks to walk from one place to another: straight, or around what stands between."""
        key = (x, y, goal_x, goal_y)
        found = self._walked.get(key)
        if found is None:
            if len(self._walked) >= _MOST:
                self._walked.clear()
            found = self._walked[key] = self._way(x, y, goal_x, goal_y)
        return found

    def _way(self, x: float, y: float, goal_x: float, goal_y: float) -> float:
        straight = hypot(goal_x - x, goal_y - y)
        if straight < _CELL or self._is_clear(x, y, goal_x, goal_y, straight):
            return straight
        known = self._distances(self._cell(goal_x, goal_y))
        column, row = self._cell(x, y)
        found = [
            known[cell] + hypot((cell[0] + 0.5) * _CELL - x, (cell[1] + 0.5) * _CELL - y)
            for cell in [(column, row), *[(column + dx, row + dy) for dx, dy in _AROUND]]
            if cell in known
        ]
        return max(straight, min(found, default=straight))

    def _is_clear(self, x: float, y: float, goal_x: float, goal_y: float, straight: float) -> bool:
        """Whether a Mech can walk straight; the edges of the table are no matter here."""
        heading = degrees(atan2(goal_y - y, goal_x - x))
        strip = rectangle((x + goal_x) / 2, (y + goal_y) / 2, heading, straight, 2 * _NEAR * self._half)
        return kernel.overlapped(self._scene, strip, -1) == -1


@kept(by="match")
def ground_of(state: State) -> Ground:
    """The ways of a match: what stands for good does not change in it."""
    return Ground(match_of(state))
