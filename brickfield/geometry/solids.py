"""Solids: things with a bottom and a top, less their openings, and what a straight line in the room meets of them.

A solid is an upright prism over a convex polygon or a disc. Its openings are solids as well, and where they are it is
not: rooms, windows, doors, stairwells, the arch under a bridge. So a house is one solid, a hill is one without
openings, and there is one rule for all of them: a line is stopped where it runs through matter. Grazing a side, a top,
a sill or a jamb stops nothing: matter counts from the tolerance inwards, openings reach the tolerance outwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from brickfield.geometry.shapes import EPS, Shape, point_in

# x, y and the height above the table.
Spot = tuple[float, float, float]
# From where to where along a line, as shares of it.
Stretch = tuple[float, float]


class Solid:
    """A prism from `bottom` to `top` over a shape, less its `openings`. Never changed after it is made."""

    __slots__ = ("bottom", "openings", "shape", "top")

    def __init__(self, shape: Shape, bottom: float, top: float, openings: Sequence[Solid] = ()) -> None:
        if not top - bottom > EPS:
            raise ValueError(f"a solid from {bottom!r} up to {top!r} has no height")
        self.shape = shape
        self.bottom = bottom
        self.top = top
        self.openings = tuple(openings)

    def __repr__(self) -> str:
        return f"Solid({self.shape!r}, {self.bottom!r}, {self.top!r}, {list(self.openings)!r})"


def passage(shape: Shape, x: float, y: float, dx: float, dy: float, deep: float = EPS) -> Stretch | None:
    """Which part of the way (0 to 1) from a point along a vector is so deep inside a shape; None if it never is."""
    enters, leaves = 0.0, 1.0
    for nx, ny, offset in shape.edges:
        out = nx * x + ny * y - offset + deep
        rate = nx * dx + ny * dy
        if rate == 0.0:
            if out >= 0.0:
                return None
            continue
        at = -out / rate
        if rate < 0.0:
            if at > enters:
                enters = at
        elif at < leaves:
            leaves = at
        if enters >= leaves:
            return None
    return _through_disc(shape, x, y, dx, dy, deep) if shape.radius else (enters, leaves)


def _through_disc(shape: Shape, x: float, y: float, dx: float, dy: float, deep: float) -> Stretch | None:
    x, y, r = shape.x - x, shape.y - y, shape.radius - deep
    room = r * r - (x * x + y * y)
    d2 = dx * dx + dy * dy
    if d2 == 0.0:
        return (0.0, 1.0) if room > 0.0 else None
    along = x * dx + y * dy
    square = along * along + d2 * room
    if square <= 0.0:
        return None
    half = sqrt(square)
    enters, leaves = (along - half) / d2, (along + half) / d2
    enters = enters if enters > 0.0 else 0.0
    leaves = leaves if leaves < 1.0 else 1.0
    return (enters, leaves) if enters < leaves else None


def _within(solid: Solid, start: Spot, way: Spot, deep: float) -> Stretch | None:
    """Which part of a way is so deep in the prism of a solid, its openings forgotten."""
    cut = passage(solid.shape, start[0], start[1], way[0], way[1], deep)
    if cut is None:
        return None
    enters, leaves = cut
    z, rise = start[2], way[2]
    low, high = solid.bottom + deep, solid.top - deep
    if rise == 0.0:
        return cut if low < z < high else None
    first, last = (low - z) / rise, (high - z) / rise
    if first > last:
        first, last = last, first
    enters = first if first > enters else enters
    leaves = last if last < leaves else leaves
    return (enters, leaves) if enters < leaves else None


def matter(solid: Solid, start: Spot, end: Spot) -> list[Stretch]:
    """The stretches of a straight line that run through the matter of a solid, as shares of it, in order."""
    way = (end[0] - start[0], end[1] - start[1], end[2] - start[2])
    cut = _within(solid, start, way, EPS)
    if cut is None or not solid.openings:
        return [] if cut is None else [cut]
    length = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2])
    # a line without length is its only spot: in matter, or not
    slack = EPS / length if length else 0.0
    open_at = [free for each in solid.openings if (free := _within(each, start, way, -EPS)) is not None]
    found: list[Stretch] = []
    at, last = cut
    for enters, leaves in [*sorted(open_at), (last, last)]:
        # an opening that goes on beyond the solid ends with it
        until = enters if enters < last else last
        if until - at > slack:
            found.append((at, until))
        if leaves > at:
            at = leaves
    return found


def sees(eye: Spot, spot: Spot, solids: Iterable[Solid]) -> bool:
    """Whether the straight line from an eye to a spot runs through no matter."""
    (ex, ey, ez), (x, y, z) = eye, spot
    x0, x1 = (ex, x) if ex < x else (x, ex)
    y0, y1 = (ey, y) if ey < y else (y, ey)
    low = ez if ez < z else z
    for solid in solids:
        shape = solid.shape
        near = shape.x0 < x1 and shape.x1 > x0 and shape.y0 < y1 and shape.y1 > y0 and solid.top > low
        if near and matter(solid, eye, spot):
            return False
    return True


def ground_at(x: float, y: float, solids: Iterable[Solid]) -> float:
    """How high one stands at a point of the table: on the highest top beneath it, else on the table itself."""
    return max((each.top for each in solids if point_in(each.shape, x, y, False)), default=0.0)


def crossing(shape: Shape, ax: float, ay: float, bx: float, by: float) -> Stretch | None:
    """Which part of a straight way on the table is inside a shape, from first to last; None where it only grazes it."""
    return passage(shape, ax, ay, bx - ax, by - ay)


__all__ = ["Solid", "Spot", "Stretch", "crossing", "ground_at", "matter", "passage", "sees"]
