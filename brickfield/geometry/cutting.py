"""Cutting holes: what a hole leaves of a convex shape, in convex parts."""

from __future__ import annotations

from collections.abc import Iterable

from brickfield.geometry._pure_contact import CONTACT, clip, shapes_overlap
from brickfield.geometry.shapes import EPS, Point, Shape, polygon


def without(shape: Shape, holes: Iterable[Shape]) -> list[Shape]:
    """The convex parts of a polygon that convex holes leave; the polygon itself where they only touch it."""
    parts = [shape]
    for hole in holes:
        parts = [left for part in parts for left in _around(part, hole)]
    return parts


def beyond(shape: Shape, nx: float, ny: float, offset: float) -> Shape | None:
    """The part of a polygon that lies beyond a line, given by its unit normal and its offset; None if there is none."""
    corners = _corners(clip(list(shape.points), nx, ny, -offset))
    return polygon(corners) if len(corners) >= 3 and _has_area(corners) else None


def _around(shape: Shape, hole: Shape) -> list[Shape]:
    """What lies beyond each side of the hole in turn, of what all sides before it have left."""
    if not shapes_overlap(shape, hole, CONTACT):
        return [shape]
    rest, parts = list(shape.points), []
    for nx, ny, offset in hole.edges:
        corners = _corners(clip(rest, nx, ny, -offset))
        if len(corners) >= 3 and _has_area(corners):
            parts.append(polygon(corners))
        rest = clip(rest, -nx, -ny, offset)
        if len(rest) < 3:
            break
    return parts


def _corners(rows: list[Point]) -> list[Point]:
    """The corners of an outline without those that meet another one or lie on a straight side."""
    apart = [row for number, row in enumerate(rows) if _away(row, rows[number - 1]) > 2 * EPS]
    if len(apart) < 3:
        return []
    return [
        row
        for number, row in enumerate(apart)
        if abs(_offset(apart[number - 1], apart[(number + 1) % len(apart)], row)) > 2 * EPS
    ]


def _away(a: Point, b: Point) -> float:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _offset(a: Point, b: Point, point: Point) -> float:
    """How far a point is from the line through two others."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = float((dx * dx + dy * dy) ** 0.5)
    if length <= EPS:
        return 0.0
    return (dx * (point[1] - a[1]) - dy * (point[0] - a[0])) / length


def _has_area(corners: list[Point]) -> bool:
    """Whether an outline is thicker than the tolerance everywhere it must be."""
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    return all(max(_offset(a, b, point) for point in corners) > 2 * EPS for a, b in sides)
