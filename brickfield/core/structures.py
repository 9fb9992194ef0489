"""Structures: how things on the table are built upwards, as one value for rules, drawings and pictures of a sight.

Heights are in grain above the foot of the thing. Inside it are storeys, between them floors; in its walls are openings.
Level 0 is the lowest storey and the level after the last storey is the top; a thing without storeys has only its top.
"""

from __future__ import annotations

from functools import lru_cache
from math import pi

from msgspec import Struct

from brickfield.core.board import Token
from brickfield.geometry import GRAIN, Point, Pose, Shape, Solid, circle, part_at, polygon, rectangle_at, unit
from brickfield.geometry.forms import Form
from brickfield.geometry.shapes import Cut

# Where a token stands, its sizes, its corners and its cut, and whether it is a disc.
_Footing = tuple[Pose, int, int, tuple[int, ...], Cut | tuple[()], bool]

# An opening in a round wall bends less than this, so that it is as good as straight.
_MOST_BENT = 120.0


class Opening(Struct, frozen=True):
    """A window, or a door if one can go through: which stretch of which wall, from one height to another.

    Walls are the sides of the outline, counter-clockwise: of a rectangle 0 is the left one, then rear, right and front.
    A stretch is measured from the beginning of its wall; round walls have number 0 and begin at the front.
    """

    wall: int
    start: int
    end: int
    bottom: int
    top: int
    door: bool = False


class Storey(Struct, frozen=True):
    """A room from its floor to its ceiling. `gap`, corners about the middle, +x ahead: where its floor is open."""

    floor: int
    ceiling: int
    title: str = ""
    openings: tuple[Opening, ...] = ()
    gap: tuple[int, ...] = ()


class Structure(Struct, frozen=True):
    """A thing up to its top, with walls so thick around its storeys; `bottom` above 0 for what hangs, like a bridge."""

    top: int
    storeys: tuple[Storey, ...] = ()
    wall: int = 0
    bottom: int = 0

    @property
    def levels(self) -> int:
        """How many levels one can be on."""
        return len(self.storeys) + 1

    def floor(self, level: int) -> int:
        """How high one stands on a level."""
        return self.storeys[level].floor if level < len(self.storeys) else self.top

    def level_name(self, level: int) -> str:
        """What a level is called."""
        if level < len(self.storeys):
            return self.storeys[level].title or ("ground floor" if level == 0 else f"floor {level}")
        return "roof" if self.storeys else "top"


def shape_of(token: Token) -> Shape:
    """The outline of a token: a disc, its own corners, a section of a longer thing, or a rectangle."""
    return _shape(*_footing(token))


def solid_of(token: Token, structure: Structure, foot: float = 0.0) -> Solid:
    """A token as it stands in the room; `foot` is the height of the ground under it."""
    return _built(_footing(token), structure, foot)


def _footing(token: Token) -> _Footing:
    return token.pose, token.length, token.width, token.outline, token.cut or (), bool(token.round)


@lru_cache(maxsize=1024)
def _shape(pose: Pose, length: int, width: int, outline: tuple[int, ...], cut: Cut | tuple[()], disc: bool) -> Shape:
    if disc:
        return circle(*pose.place, length / (2 * GRAIN))
    if outline:
        return polygon(_pairs(outline))
    return part_at(pose.heading, cut, length, width) if cut else rectangle_at(pose, length / GRAIN, width / GRAIN)


def _pairs(flat: tuple[int, ...]) -> list[Point]:
    return [(x / GRAIN, y / GRAIN) for x, y in zip(flat[::2], flat[1::2], strict=True)]


@lru_cache(maxsize=1024)
def _built(footing: _Footing, structure: Structure, foot: float) -> Solid:
    shape, heading, wall = _shape(*footing), footing[0].degrees, structure.wall / GRAIN

    def body(shape: Shape, low: int, high: int) -> Solid:
        return Solid(shape, foot + low / GRAIN, foot + high / GRAIN)

    openings: list[Solid] = []
    below = structure.bottom
    for storey in structure.storeys:
        openings.append(body(_inset(shape, wall), storey.floor, storey.ceiling))
        if storey.gap and storey.floor > below:
            openings.append(body(_gap(shape, heading, storey.gap), below, storey.floor))
        openings += [body(_cut(shape, heading, each, wall), each.bottom, each.top) for each in storey.openings]
        below = storey.ceiling
    whole = body(shape, structure.bottom, structure.top)
    return Solid(shape, whole.bottom, whole.top, openings)


def room_of(token: Token, structure: Structure) -> Shape:
    """The room inside the walls of a token: where one can stand."""
    return _inset(shape_of(token), structure.wall / GRAIN)


def _inset(shape: Shape, wall: float) -> Shape:
    if not wall:
        return shape
    return (
        circle(*shape.centre, shape.radius - wall) if shape.radius else polygon(Form(shape.points).inset(wall).points)
    )


def _gap(shape: Shape, heading: float, gap: tuple[int, ...]) -> Shape:
    c, s = unit(heading)
    return polygon([(shape.x + (x * c - y * s), shape.y + (x * s + y * c)) for x, y in _pairs(gap)])


def _cut(shape: Shape, heading: float, opening: Opening, wall: float) -> Shape:
    """The stretch of a wall that an opening takes out of it, from the outside to the inside."""
    start, end = opening.start / GRAIN, opening.end / GRAIN
    if shape.radius:
        return _cut_round(shape, heading, start, end, wall)
    ax, ay, _, _ = shape.side(opening.wall)
    nx, ny, _ = shape.edges[opening.wall]
    # along a side one has its outward normal to the right
    ux, uy = -ny, nx

    def at(along: float, deep: float) -> Point:
        return ax + ux * along - nx * deep, ay + uy * along - ny * deep

    return polygon([at(start, 0.0), at(end, 0.0), at(end, wall), at(start, wall)])


def _cut_round(shape: Shape, heading: float, start: float, end: float, wall: float) -> Shape:
    degrees = 180.0 / (pi * shape.radius)
    first, last = heading + start * degrees, heading + end * degrees
    if not 0.0 < last - first <= _MOST_BENT:
        raise ValueError(f"an opening of {last - first!r} degrees in a round wall")
    # wide enough to take in the bow outside its chord; inside the chord is room already
    outer, inner = shape.radius / unit((last - first) / 2)[0], shape.radius - wall

    def at(degrees: float, radius: float) -> Point:
        c, s = unit(degrees)
        return shape.x + c * radius, shape.y + s * radius

    return polygon([at(first, outer), at(last, outer), at(last, inner), at(first, inner)])
