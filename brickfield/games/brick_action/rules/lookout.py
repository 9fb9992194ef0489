"""A lookout: what a squad sees of minis on their way, step by step, no more than has to be known.

For reactive fire two things of a mini matter: whether somebody sees him, and whether he is covered from all who do. The
first who sees him uncovered settles both. It gives the same answers as `sight`, which is asked for everything else.
"""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.brick_action.rules.battlefield import weapon_of
from brickfield.games.brick_action.rules.fire_measures import EPS, fire
from brickfield.games.brick_action.rules.landscape import landscape, stander, stands_above
from brickfield.games.brick_action.rules.line_of_sight import (
    Landscape,
    Levels,
    Obstacle,
    Stander,
    Trees,
    beside_trees,
    covered_by_trees,
    look,
    ray_ends,
)
from brickfield.games.brick_action.rules.open_country import is_open
from brickfield.geometry.solids import passage

# the rays from an eye to a mini
_RAYS = 3


class Lookout:
    """A squad outdoors that watches another; the one who looked last with success looks first."""

    def __init__(self, state: State, unit: Unit, mover: Unit) -> None:
        armed = [each for each in unit.standing if weapon_of(each.card) is not None]
        found = [stander(state, unit, each) for each in armed]
        self.eyes = [each for each in found if each is not None]
        self.land = landscape(state)
        self.levels = Levels(stands_above(state, unit, mover), stands_above(state, mover, unit))
        self._first: dict[str, int] = {}
        self._walls = {each.id: each for each in self.land.obstacles if each.may_block}
        self._hidden_by: dict[tuple[int, str], Obstacle] = {}

    def sees(self, minis: Sequence[Stander]) -> dict[str, bool]:
        """Every mini that somebody sees, with whether he is covered."""
        land = self.land.between((*self.eyes, *minis))
        if is_open(land, (*self.eyes, *minis)):
            return {mini.id: False for mini in minis}
        trees = beside_trees(land, minis) if land.trees else []
        found: dict[str, bool] = {}
        for mini in minis:
            covered = self._covered(land, mini, trees)
            if covered is not None:
                found[mini.id] = covered
        return found

    def _covered(self, land: Landscape, mini: Stander, trees: Trees) -> bool | None:
        """None: nobody sees him. Hard and soft cover each need all who see him."""
        first = self._first.get(mini.id, 0)
        hard, soft, seen = True, True, False
        for number in (first, *[place for place in range(len(self.eyes)) if place != first]):
            eye = self.eyes[number]
            if self._still_hidden(number, eye, mini):
                continue
            view = look(land, eye, mini, self.levels)
            if not view.visible:
                self._remember(number, mini, view.blockers)
                continue
            seen = True
            hard = hard and bool(view.hard or (trees and mini.id in covered_by_trees(trees, eye)))
            soft = soft and bool(view.soft)
            if not hard and not soft:
                self._first[mini.id] = number
                return False
        return True if seen else None

    def _remember(self, number: int, mini: Stander, blockers: tuple[str, ...]) -> None:
        """The one high wall that hid a mini from an eye: at the next step it will most likely do so again."""
        wall = self._walls.get(blockers[0]) if len(blockers) == _RAYS and len(set(blockers)) == 1 else None
        if wall is not None:
            self._hidden_by[number, mini.id] = wall

    @rule("ba.geometry.los.rays", "ba.geometry.los.height")
    def _still_hidden(self, number: int, eye: Stander, mini: Stander) -> bool:
        """Whether the wall that hid a mini before is still in all three rays, on level ground."""
        wall = self._hidden_by.get((number, mini.id))
        if wall is None or eye.ground != mini.ground or wall.id in (eye.corner, mini.corner):
            return False
        if wall.top - eye.ground < fire().total_blocks - EPS:
            return False
        x, y = eye.x, eye.y
        ends = ray_ends(x, y, mini.x, mini.y)
        return all(passage(wall.shape, x, y, bx - x, by - y) is not None for bx, by in ends)
