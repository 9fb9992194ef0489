"""Soft cover at a glance: what a shot goes through, for many shots at once; the rule is asked where it is close."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from brickfield.core.bounded_cache import shelf_of
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.geometry import kernel
from brickfield.geometry.shapes import point_in
from ..base.battlefield import softs
from ..base.line_of_sight import Sight, side_ends
from ..base.measures import measures
from ..base.modifiers import REPLACING, soft_cover
from ..chapters.terrain.structures import low_bridge_under

if TYPE_CHECKING:
    from .stands import Stand

# The structure that covers only who is close behind it.
_CLOSE_BY = "emplacement"
# For the wrecks of so many tables it is kept what lines go through, and of so many lines.
_MOST_LINES, _MOST_OF_ONE = 64, 1_024


class _Through(NamedTuple):
    """What a line goes through: the kinds that count far from both its ends, and the structures by their numbers."""

    kinds: tuple[str, ...]
    built: frozenset[int]


class Covers:
    """The soft cover of one table."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.soft = softs(state)
        self._built = [number for number, (kind, _id) in enumerate(self.soft.kinds) if kind in REPLACING]
        # what lines go through, by the numbers of that: the same on all tables with the same wrecks
        shelf, kinds = shelf_of(state.match, "lines", _MOST_LINES), self.soft.kinds
        self._lines: dict[tuple[int, ...], _Through] = shelf[kinds] if kinds in shelf else shelf.keep(kinds, {})
        # how close a structure must be to be somebody's own, or to cover who is behind it
        self._close = measures().own_cover_inches + measures().tolerance_inches

    def between(self, shooter: Stand, target: Stand, sight: Sight) -> tuple[str, ...]:
        """The kinds of soft cover in the line of a shot, sorted.

        Only a structure near one of the two may be the shooter's own, or cover its target from the front: those lines
        are left to the rule, and so is infantry, which has ways of its own.
        """
        if not self.soft.kinds or sight.point_blank:
            return ()
        if target.card.markers:
            return tuple(sorted(soft_cover(self.state, shooter.unit, target.unit, sight)))
        ends = side_ends(target.shape, sight.side, sight.muzzle)
        numbers = kernel.shadowed_by(self.soft.scene, *sight.muzzle, *ends)
        return self.past(shooter, target, numbers, sight.muzzle, sight.side)

    def past(
        self, shooter: Stand, target: Stand, numbers: tuple[int, ...], muzzle: tuple[float, float], side: int
    ) -> tuple[str, ...]:
        """The kinds in the line of a shot at a side that is known to go past these, for all but infantry."""
        if not numbers:
            return self.stood_in(target)
        line = self._lines.get(numbers)
        if line is None:
            if len(self._lines) >= _MOST_OF_ONE:
                self._lines.clear()
            line = self._lines[numbers] = self._through(numbers)
        if line.built and self._is_close(line.built, shooter, target):
            return tuple(sorted(soft_cover(self.state, shooter.unit, target.unit, Sight(muzzle, side, 0.0, True))))
        stood_in = self.stood_in(target)
        return tuple(sorted({*line.kinds, *stood_in})) if stood_in else line.kinds

    def _is_close(self, built: frozenset[int], shooter: Stand, target: Stand) -> bool:
        """Whether one of these structures is near one of the two."""
        return not (built.isdisjoint(self._near(shooter)) and built.isdisjoint(self._near(target)))

    def _through(self, numbers: tuple[int, ...]) -> _Through:
        kinds = {self.soft.kinds[number][0] for number in numbers} - {_CLOSE_BY}
        return _Through(tuple(sorted(kinds)), frozenset(numbers).intersection(self._built))

    def _near(self, stand: Stand) -> frozenset[int]:
        """The structures a stand is close to, by their numbers."""
        found = stand.near
        if found is None:
            shapes = self.soft.shapes
            close = [each for each in self._built if kernel.distance(stand.shape, shapes[each]) <= self._close]
            found = stand.near = frozenset(close)
        return found

    def stood_in(self, target: Stand) -> tuple[str, ...]:
        """What covers a target wherever the shot comes from: trees around it, a low bridge under it."""
        if not self.soft.kinds:
            return ()
        found = target.covered
        if found is None:
            among = any(point_in(shape, target.x, target.y, False) for _id, shape in self.soft.trees)
            on_bridge = low_bridge_under(self.state, target.unit)
            found = target.covered = (*(("light_trees",) if among else ()), *(("low_bridge",) if on_bridge else ()))
        return found


@kept
def covers(state: State) -> Covers:
    """The soft cover of a table."""
    return Covers(state)
