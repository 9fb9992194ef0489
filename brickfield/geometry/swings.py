"""Turns that touch: at which angle a polygon that turns on the spot first comes near enough to another one.

A pivot (`kernel.pivot`) asks whether shapes overlap on the way, and a small area is no overlap. Here a touch counts:
it begins where a corner of either polygon, carried round on its circle, comes to a side of the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import acos, atan2, cos, sin, sqrt

from brickfield.geometry._pure_pivot import stretch, within
from brickfield.geometry.grain import DEGREE
from brickfield.geometry.shapes import EPS, Edge, Point, Shape

# Rounding in the place of a corner that is right on a side.
_ROUNDING = 1e-9


def first_touch(shape: Shape, other: Shape, centre: Point, degrees: float, near: float) -> float | None:
    """How many degrees a polygon turns about a point until it is as near as that to another; None: it never is."""
    cx, cy = centre
    reach = max(sqrt((x - cx) ** 2 + (y - cy) ** 2) for x, y in shape.points)
    if any(nx * cx + ny * cy - offset > reach + near for nx, ny, offset in other.edges):
        return None
    first, last = stretch(degrees)
    found: list[float] = []
    for x, y in shape.points:
        found += [abs(angle) for angle in _arrivals(x - cx, y - cy, other, centre, near, first, last)]
    # seen from the turning polygon the corners of the other one go round the other way
    for x, y in other.points:
        found += [abs(angle) for angle in _arrivals(x - cx, y - cy, shape, centre, near, -last, -first)]
    return min(found) / DEGREE if found else None


def _arrivals(
    x: float, y: float, other: Shape, centre: Point, near: float, first: float, last: float
) -> Iterator[float]:
    """The angles from the first to the last at which a point carried round a centre is on the outline of a polygon
    made larger by a hair, and 0 where it begins inside of that."""
    cx, cy = centre
    r, start = sqrt(x * x + y * y), atan2(y, x)
    rooms = [offset + near - (nx * cx + ny * cy) for nx, ny, offset in other.edges]
    if any(room < -r for room in rooms):
        return
    if _inside(r, start, other.edges, rooms):
        yield 0.0
    if r <= EPS:
        return
    for (nx, ny, _offset), room in zip(other.edges, rooms, strict=True):
        if room >= r:
            continue
        towards, swing = atan2(ny, nx) - start, acos(room / r)
        for cut in (within(towards - swing, first), within(towards + swing, first)):
            if cut <= last and _inside(r, start + cut, other.edges, rooms):
                yield cut


def _inside(r: float, angle: float, edges: Sequence[Edge], rooms: Sequence[float]) -> bool:
    """Whether the point at this angle of a circle is behind all sides or on them."""
    x, y = r * cos(angle), r * sin(angle)
    return all(nx * x + ny * y <= room + _ROUNDING for (nx, ny, _offset), room in zip(edges, rooms, strict=True))
