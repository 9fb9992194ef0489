"""The two points at which shapes are nearest to each other, for whoever draws what was measured."""

from __future__ import annotations

from math import hypot

from brickfield.geometry import kernel
from brickfield.geometry.shapes import Point, Shape

# A point of one shape and a point of another: x, y, x, y.
Pair = tuple[float, float, float, float]


def nearest_points(one: Shape, other: Shape) -> Pair:
    """A point of one shape and a point of the other, as far apart as the shapes; one point twice where they meet."""
    here = [(x, y, *on_outline(other, x, y)) for x, y in one.points]
    there = [(*on_outline(one, x, y), x, y) for x, y in other.points]
    ax, ay, bx, by = min((*here, *there), key=_length)
    if kernel.distance(one, other) <= 0.0:
        return ax, ay, ax, ay
    # a disc is known by its centre: the line begins and ends at the rims
    length = _length((ax, ay, bx, by))
    cx, cy = (bx - ax) / length, (by - ay) / length
    return ax + cx * one.radius, ay + cy * one.radius, bx - cx * other.radius, by - cy * other.radius


def _length(pair: Pair) -> float:
    ax, ay, bx, by = pair
    return hypot(bx - ax, by - ay)


def on_outline(shape: Shape, x: float, y: float) -> Point:
    """The point of a shape's outline nearest to a point; of a disc its centre."""
    if shape.radius:
        return shape.centre
    spots = [_on_side(shape.side(number), x, y) for number in range(len(shape.points))]
    return min(spots, key=lambda spot: _length((x, y, *spot)))


def _on_side(side: Pair, x: float, y: float) -> Point:
    ax, ay, bx, by = side
    dx, dy = bx - ax, by - ay
    share = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
    share = min(1.0, max(0.0, share))
    return ax + share * dx, ay + share * dy
