"""Deployment (ours), how many units a zone holds: a layout in rows, and whether what still waits fits beside the rest.

Two zones may share a corner of the table. What is there may be taken by whoever deploys first, so only the room that
belongs to one zone alone is promised.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from brickfield.core.board import ALIVE, WAITING, Unit
from brickfield.core.clauses import rule
from brickfield.core.kept import kept
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.geometry import Pose, direction, kernel, rectangle_at
from ..base.battlefield import MechMatch, area_of, card_of, describe, inward, match_of, rounded, zone_area
from ..base.measures import measures
from ..base.move_action import Ground, ground_for

_Area = tuple[float, float, float, float]


class Square(NamedTuple):
    """Ground that is taken: its middle and its side, square to the table."""

    x: float
    y: float
    side: float

    def meets(self, other: Square) -> bool:
        """Whether two overlap for more than a touch."""
        reach = (self.side + other.side) / 2 - measures().tolerance_bricks
        return abs(self.x - other.x) < reach and abs(self.y - other.y) < reach


@rule("bm.geometry.setup")
def is_in_zone(state: State, unit: Unit, pose: Pose) -> bool:
    """Whether the whole base lies within the zone of its player; touching the border is inside."""
    x0, y0, x1, y1 = area_of(state, unit.seat)
    c, s = direction(pose.heading)
    x, y = pose.place
    half = card_of(state, unit.id).base_side / 2 * (abs(c) + abs(s)) - measures().tolerance_bricks
    return x - half >= x0 and x + half <= x1 and y - half >= y0 and y + half <= y1


@rule("bm.geometry.setup", "bm.move.blocking")
def in_the_way(state: State, unit: Unit, pose: Pose, ground: Ground | None = None) -> str:
    """What a unit put down here would overlap; empty when nothing."""
    side = card_of(state, unit.id).base_side
    ground = ground or ground_for(state, unit)
    hit = kernel.overlapped(ground.scene, rectangle_at(pose, side, side), -1, ground.touch)
    return "" if hit == -1 else "edge" if hit < 0 else ground.ids[hit]


def free_places(state: State, unit: Unit) -> Iterator[Pose]:
    """Places in the zone where a unit can stand square to the table, facing it, on a grid of half its base."""
    x0, y0, x1, y1 = area_of(state, unit.seat)
    side = card_of(state, unit.id).base_side
    heading, ground = inward(match_of(state), unit.seat), ground_for(state, unit)
    across, along = _steps(x0, x1, side), _steps(y0, y1, side)
    for pose in (rounded(x, y, heading) for y in along for x in across):
        if is_in_zone(state, unit, pose) and not in_the_way(state, unit, pose, ground):
            yield pose


def _steps(low: float, high: float, side: float) -> list[float]:
    count = int((high - low - side) / (side / 2) + measures().tolerance_bricks)
    return [low + side / 2 + number * side / 2 for number in range(count + 1)]


class Room:
    """The room in the zone of a seat as the table stands: where each size of base could stand."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self._shared = shared_areas(match_of(state), seat)
        self._grids: dict[float, list[Pose]] = {}
        self._full: dict[float, list[Square]] = {}

    def grid(self, unit: Unit) -> list[Pose]:
        """Where a unit could stand in rows; the same for all of its size."""
        side = card_of(self.state, unit.id).base_side
        if side not in self._grids:
            self._grids[side] = list(free_places(self.state, unit))
        return self._grids[side]

    def full(self, unit: Unit) -> list[Square]:
        """As many units of this size as fit in rows; much quicker to look through than a layout is to make."""
        side = card_of(self.state, unit.id).base_side
        if side not in self._full:
            found = self._full[side] = []
            for pose in self.grid(unit):
                if not _meets(pose, side, found):
                    found.append(Square(*pose.place, side))
        return self._full[side]

    @rule("bm.geometry.setup")
    def layout(self, units: Sequence[Unit], taken: Iterable[Square] = ()) -> list[Pose] | None:
        """Places for some units side by side, first in the room that is the seat's alone; None if any has none."""
        squares = tuple(taken)
        for alone in (True, False) if self._shared else (False,):
            found = self.rows(units, squares, alone)
            if len(found) == len(units):
                return found
        return None

    def rows(self, units: Sequence[Unit], taken: Sequence[Square], alone: bool) -> list[Pose]:
        """Places one after the other, as far as there are any."""
        stand, found = list(taken), []
        for unit in units:
            side = card_of(self.state, unit.id).base_side
            here = (pose for pose in self.grid(unit) if not (alone and self._is_shared(pose, side)))
            pose = next((pose for pose in here if not _meets(pose, side, stand)), None)
            if pose is None:
                break
            stand.append(Square(*pose.place, side))
            found.append(pose)
        return found

    def _is_shared(self, pose: Pose, side: float) -> bool:
        x, y = pose.place
        half = side / 2 - measures().tolerance_bricks
        return any(
            x - half < x1 and x + half > x0 and y - half < y1 and y + half > y0 for x0, y0, x1, y1 in self._shared
        )


def _meets(pose: Pose, side: float, taken: Iterable[Square]) -> bool:
    here = Square(*pose.place, side)
    return any(here.meets(other) for other in taken)


def shared_areas(match: MechMatch, seat: int) -> list[_Area]:
    """The parts of a zone that lie in another one, too."""
    x0, y0, x1, y1 = zone_area(match, seat)
    found = []
    for other in range(match.seats):
        u0, v0, u1, v1 = zone_area(match, other)
        both = max(x0, u0), max(y0, v0), min(x1, u1), min(y1, v1)
        if other != seat and both[0] < both[2] and both[1] < both[3]:
            found.append(both)
    return found


@rule("bm.geometry.setup")
def leaves_room(state: State, unit: Unit, pose: Pose, rest: Sequence[Unit]) -> bool:
    """Whether the units that still wait would fit beside a unit put down here; a base that is turned takes more."""
    if not rest:
        return True
    room, here = room_of(state, unit.seat), taken_by(state, unit, pose)
    if len({card_of(state, each.id).base_side for each in rest}) == 1:
        left = sum(not here.meets(square) for square in room.full(rest[0]))
        if left >= len(rest):
            return True
    return room.layout(rest, (here,)) is not None


def taken_by(state: State, unit: Unit, pose: Pose) -> Square:
    """The square around a base, however it is turned."""
    c, s = direction(pose.heading)
    return Square(*pose.place, card_of(state, unit.id).base_side * (abs(c) + abs(s)))


@kept
def room_of(state: State, seat: int) -> Room:
    """The room of a seat as the table stands."""
    return Room(state, seat)


@rule("bm.geometry.setup")
def laid_out(state: State, seat: int) -> list[Unit]:
    """The units of a seat that it has put into its zone: they can be taken up again."""
    own = [unit for unit in state.units.values() if unit.seat == seat and unit.status == ALIVE]
    return [unit for unit in own if unit.pose is not None and is_in_zone(state, unit, unit.pose)]


@rule("bm.geometry.setup")
def too_many(state: State, seat: int) -> Refusal | None:
    """More units than fit in rows into the room that is a seat's alone: nobody could promise that all find a place."""
    taken_up = [Unit(each.id, each.seat, each.card, WAITING, None, each.marks) for each in laid_out(state, seat)]
    cleared = state.with_units(*taken_up)
    units = [unit for unit in cleared.units.values() if unit.seat == seat and unit.status == WAITING]
    found = len(Room(cleared, seat).rows(units, (), alone=True))
    if found == len(units):
        return None
    name, depth = state.match.seat_name(seat), measures().deployment_depth
    sentence = (
        f"{name} is to place {len(units)} units, but only {found} of them fit within {depth:g} Bricks of its edge "
        f"of this table: there is no room for {describe(state, units[found].id)}."
    )
    return illegal("no_room", "bm.geometry.setup", sentence, units=len(units), room=found)
