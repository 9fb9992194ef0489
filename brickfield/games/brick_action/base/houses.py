"""Fighting From Inside Buildings: how one gets into a house and out of it, and from floor to floor."""

from __future__ import annotations

from math import hypot

from brickfield.core.clauses import rule
from brickfield.core.structures import Opening
from brickfield.geometry import GRAIN, Point, Shape, point_in, polygon
from .measures import measures
from .terrain import Standing


def on_wall(piece: Standing, wall: int, along: float, deep: float) -> Point:
    """A point of a wall: so far along its outside, so deep inwards."""
    ax, ay, _, _ = piece.shape.side(wall)
    nx, ny, _ = piece.shape.edges[wall]
    return ax - ny * along - nx * deep, ay + nx * along - ny * deep


def _strip(piece: Standing, wall: int, start: float, end: float, thick: float) -> Shape:
    at = [(start, 0.0), (end, 0.0), (end, thick), (start, thick)]
    return polygon([on_wall(piece, wall, along, deep) for along, deep in at])


def _ground_openings(piece: Standing) -> tuple[Opening, ...]:
    assert piece.structure is not None
    return piece.structure.storeys[0].openings if piece.structure.storeys else ()


@rule("ba.build.enter", "ba.geometry.path")
def wall_parts(piece: Standing) -> list[Shape]:
    """The walls of a house on the ground without their doors and windows; of anything else its whole outline."""
    structure = piece.structure
    if structure is None or not structure.storeys or not structure.wall:
        return [piece.shape]
    thick, parts = structure.wall / GRAIN, []
    for wall in range(len(piece.shape.edges)):
        ax, ay, bx, by = piece.shape.side(wall)
        gaps = sorted((each.start, each.end) for each in _ground_openings(piece) if each.wall == wall)
        begin, length = 0.0, hypot(bx - ax, by - ay)
        for low, high in [*[(a / GRAIN, b / GRAIN) for a, b in gaps], (length, length)]:
            if low - begin > measures().tolerance:
                parts.append(_strip(piece, wall, begin, low, thick))
            begin = high
    return parts


@rule("ba.build.enter")
def window_gaps(piece: Standing) -> list[Shape]:
    """The windows on the ground: who climbs through one goes at half movement."""
    if piece.structure is None or not piece.structure.wall:
        return []
    thick = piece.structure.wall / GRAIN
    windows = [each for each in _ground_openings(piece) if not each.door]
    return [_strip(piece, each.wall, each.start / GRAIN, each.end / GRAIN, thick) for each in windows]


def house_at(houses: tuple[Standing, ...], x: float, y: float) -> Standing | None:
    """The house in whose outline a point lies."""
    for piece in houses:
        shape = piece.shape
        if shape.x0 < x < shape.x1 and shape.y0 < y < shape.y1 and point_in(shape, x, y, False):
            return piece
    return None


def has_room(piece: Standing, x: float, y: float) -> bool:
    """Whether a mini fits between the walls of a house there."""
    assert piece.structure is not None
    least = piece.structure.wall / GRAIN + measures().mini_radius - measures().tolerance
    return all(offset - (nx * x + ny * y) >= least for nx, ny, offset in piece.shape.edges)


_FLOORS = ("ground floor", "first floor", "second floor", "third floor")


def floor_words(level: int) -> str:
    """What a floor is called."""
    return _FLOORS[level] if level < len(_FLOORS) else f"floor {level}"
