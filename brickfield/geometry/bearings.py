"""Bearings and arcs: which way a point lies, and whether a shape reaches into an arc of fire."""

from __future__ import annotations

from math import asin, atan2, pi, sqrt

from brickfield.geometry.shapes import EPS, Shape, point_in

# An angle this near to the limit of an arc counts as on it.
ARC_SLACK = 1e-6
_DEGREES = 180.0 / pi


def bearing(from_x: float, from_y: float, x: float, y: float) -> float:
    """The direction of one point from another in degrees counter-clockwise from +x, from 0 up to 360."""
    angle = atan2(y - from_y, x - from_x) * _DEGREES
    return angle if angle >= 0.0 else (angle + 360.0) % 360.0


def relative_bearing(from_x: float, from_y: float, heading: float, x: float, y: float) -> float:
    """How far to the left (positive) or right of a heading a point lies, above -180 up to 180 degrees."""
    return wrapped(atan2(y - from_y, x - from_x) * _DEGREES - heading)


def wrapped(degrees: float) -> float:
    """An angle brought above -180 up to 180 degrees."""
    degrees = degrees % 360.0
    return degrees if degrees <= 180.0 else degrees - 360.0


def arc_touches(apex_x: float, apex_y: float, heading: float, half_width: float, shape: Shape) -> bool:
    """Whether some point of a shape lies in an arc, limits included; always if the apex is inside or on the shape."""
    if half_width + ARC_SLACK >= 180.0 or point_in(shape, apex_x, apex_y, False):
        return True
    limit = half_width + ARC_SLACK
    if shape.radius:
        dx, dy = shape.x - apex_x, shape.y - apex_y
        spread = asin(min(1.0, shape.radius / sqrt(dx * dx + dy * dy))) * _DEGREES
        return abs(relative_bearing(apex_x, apex_y, heading, shape.x, shape.y)) <= limit + spread
    sides = [relative_bearing(apex_x, apex_y, heading, x, y) for x, y in shape.points]
    if any(abs(side) <= limit for side in sides):
        return True
    # No corner in the arc: the shape can only lie across all of it, and then a side of it crosses the heading.
    return any(a * b < 0.0 and abs(a - b) < 180.0 for a, b in zip(sides, sides[1:] + sides[:1], strict=True))


__all__ = ["ARC_SLACK", "EPS", "arc_touches", "bearing", "relative_bearing", "wrapped"]
