"""Contact in plain Python: how deep and how far two shapes overlap, and how far apart they are.

Two shapes overlap when they share more area than the tolerance and are also deeper in each other than CONTACT: a
slide may end the tolerance deep in what it passes and its pose is then rounded to the grain, and a long side that has
got that far into a wall is in contact with it, nothing more. This is the one rule for hair contacts; a game may let
things touch deeper than that (`touch`), and then all of them. How deep two shapes are in each other is the least way
that parts them. The compiled kernel does the same operations in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import acos, atan2, inf, sqrt

from brickfield.geometry.scene import Scene
from brickfield.geometry.shapes import EPS, Axis, Edge, Point, Shape

PI = 3.141592653589793
CONTACT = 2.0 * EPS


def separation(axes: Iterable[Axis], points: Iterable[Point]) -> float:
    """How far the points lie beyond the line of the side that they are farthest beyond; negative if beyond none."""
    widest = -inf
    for nx, ny, low, high in axes:
        least, most = inf, -inf
        for x, y in points:
            out = nx * x + ny * y
            if out < least:
                least = out
            if out > most:
                most = out
        if least - high > widest:
            widest = least - high
        if low - most > widest:
            widest = low - most
    return widest


def apart(edges: Iterable[Edge], points: Iterable[Point], deep: float) -> bool:
    """Whether all points lie beyond the line of one side, or behind it by no more than so deep."""
    for nx, ny, offset in edges:
        limit = offset - deep
        for x, y in points:
            if nx * x + ny * y < limit:
                break
        else:
            return True
    return False


def polygons_overlap(
    a: Sequence[Point], a_edges: Sequence[Edge], b: Sequence[Point], b_edges: Sequence[Edge], deep: float = CONTACT
) -> bool:
    """Whether two polygons share more than contact, which is so deep."""
    return not apart(a_edges, b, deep) and not apart(b_edges, a, deep) and shared_area(a, b_edges) > EPS


def shared_area(points: Sequence[Point], edges: Iterable[Edge]) -> float:
    """The area that a polygon shares with another one, given by its sides."""
    rows = list(points)
    for nx, ny, offset in edges:
        rows = clip(rows, -nx, -ny, offset)
        if len(rows) < 3:
            return 0.0
    ox, oy = rows[0]
    twice = 0.0
    for (ax, ay), (bx, by) in pairwise(rows[1:]):
        twice += (ax - ox) * (by - oy) - (ay - oy) * (bx - ox)
    return 0.5 * twice


def clip(rows: list[Point], cx: float, cy: float, c0: float) -> list[Point]:
    """The part of a convex outline where cx * x + cy * y + c0 is not negative."""
    kept: list[Point] = []
    px, py = rows[-1]
    before = cx * px + cy * py + c0
    for x, y in rows:
        here = cx * x + cy * y + c0
        if (here < 0.0) != (before < 0.0):
            t = before / (before - here)
            kept.append((px + t * (x - px), py + t * (y - py)))
        if here >= 0.0:
            kept.append((x, y))
        px, py, before = x, y, here
    return kept


def disc_overlaps_polygon(
    x: float, y: float, r: float, points: Sequence[Point], edges: Iterable[Edge], deep: float = CONTACT
) -> bool:
    """Whether a disc and a polygon share more than contact."""
    return r - point_to_polygon(points, edges, x, y) > deep and disc_area(x, y, r, points) > EPS


def disc_area(x: float, y: float, r: float, points: Sequence[Point]) -> float:
    """The area that a disc shares with a polygon: the sum over its sides of disc and triangle centre-corner-corner."""
    total = 0.0
    ax, ay = points[-1]
    ax -= x
    ay -= y
    for bx, by in points:
        bx -= x
        by -= y
        total += _disc_and_triangle(r, ax, ay, bx, by)
        ax, ay = bx, by
    return total


def _disc_and_triangle(r: float, ax: float, ay: float, bx: float, by: float) -> float:
    dx, dy = bx - ax, by - ay
    d2 = dx * dx + dy * dy
    along = ax * dx + ay * dy
    cut = along * along - d2 * (ax * ax + ay * ay - r * r)
    if cut <= 0.0:
        return 0.5 * r * r * atan2(ax * by - ay * bx, ax * bx + ay * by)
    root = sqrt(cut)
    t0, t1 = (-along - root) / d2, (-along + root) / d2
    if t1 <= 0.0 or t0 >= 1.0:
        return 0.5 * r * r * atan2(ax * by - ay * bx, ax * bx + ay * by)
    px, py, qx, qy = ax, ay, bx, by
    total = 0.0
    if t0 > 0.0:
        px, py = ax + t0 * dx, ay + t0 * dy
        total += r * r * atan2(ax * py - ay * px, ax * px + ay * py)
    if t1 < 1.0:
        qx, qy = ax + t1 * dx, ay + t1 * dy
        total += r * r * atan2(qx * by - qy * bx, qx * bx + qy * by)
    return 0.5 * (total + (px * qy - py * qx))


def discs_overlap(x: float, y: float, r: float, other: Shape, deep: float = CONTACT) -> bool:
    """Whether two discs share more than contact."""
    dx, dy, s = other.x - x, other.y - y, other.radius
    d2 = dx * dx + dy * dy
    d = sqrt(d2)
    if r + s - d <= deep:
        return False
    if d <= (r - s if r > s else s - r):
        small = r if r < s else s
        return PI * small * small > EPS
    at = (d2 + r * r - s * s) / (2.0 * d)
    angle_a, angle_b = acos(_cosine(at / r)), acos(_cosine((d - at) / s))
    h2 = r * r - at * at
    return r * r * angle_a + s * s * angle_b - d * (sqrt(h2) if h2 > 0.0 else 0.0) > EPS


def _cosine(value: float) -> float:
    return -1.0 if value < -1.0 else 1.0 if value > 1.0 else value


def shapes_overlap(a: Shape, b: Shape, deep: float) -> bool:
    """Whether two shapes share more than contact."""
    if a.radius:
        if b.radius:
            return discs_overlap(a.x, a.y, a.radius, b, deep)
        return disc_overlaps_polygon(a.x, a.y, a.radius, b.points, b.edges, deep)
    if b.radius:
        return disc_overlaps_polygon(b.x, b.y, b.radius, a.points, a.edges, deep)
    return polygons_overlap(a.points, a.edges, b.points, b.edges, deep)


def clear(scene: Scene, x0: float, y0: float, x1: float, y1: float, /, skip: int = -1) -> bool:
    """Whether an upright box is inside the border and no upright box around a shape reaches into it."""
    bounds = scene.bounds
    if bounds is not None and (x0 < bounds[0] or y0 < bounds[1] or x1 > bounds[2] or y1 > bounds[3]):
        return False
    for number, other in enumerate(scene.shapes):
        if other.x0 < x1 and other.x1 > x0 and other.y0 < y1 and other.y1 > y0 and number != skip:
            return False
    return True


def overlapped(scene: Scene, shape: Shape, /, skip: int = -1, touch: float = 0.0) -> int:
    """The first number of the scene that a shape placed there would overlap: -1 none, -2 it reaches over the border.

    Contact, with a shape or with the border, is no overlap; `touch` is how deep beyond a hair contact may be.
    """
    deep = touch + CONTACT
    x0, y0, x1, y1 = shape.x0, shape.y0, shape.x1, shape.y1
    for number, other in enumerate(scene.shapes):
        if other.x0 < x1 and other.x1 > x0 and other.y0 < y1 and other.y1 > y0 and number != skip:  # noqa: SIM102
            if shapes_overlap(shape, other, deep):
                return number
    bounds = scene.bounds
    if bounds is None:
        return -1
    b0, c0, b1, c1 = bounds
    if (
        (b0 - x0 > deep and _beyond(shape, -1.0, 0.0, -b0))
        or (c0 - y0 > deep and _beyond(shape, 0.0, -1.0, -c0))
        or (x1 - b1 > deep and _beyond(shape, 1.0, 0.0, b1))
        or (y1 - c1 > deep and _beyond(shape, 0.0, 1.0, c1))
    ):
        return -2
    return -1


def _beyond(shape: Shape, nx: float, ny: float, offset: float) -> bool:
    """Whether more of a shape than contact lies beyond a border, given by its outward normal and its offset."""
    if shape.radius:
        r = shape.radius
        off = offset - (nx * shape.x + ny * shape.y)
        if off <= -r:
            return PI * r * r > EPS
        h2 = r * r - off * off
        return r * r * acos(_cosine(off / r)) - off * (sqrt(h2) if h2 > 0.0 else 0.0) > EPS
    rows = clip(list(shape.points), nx, ny, -offset)
    if len(rows) < 3:
        return False
    ox, oy = rows[0]
    twice = 0.0
    for (ax, ay), (bx, by) in pairwise(rows[1:]):
        twice += (ax - ox) * (by - oy) - (ay - oy) * (bx - ox)
    return 0.5 * twice > EPS


def point_to_polygon(points: Sequence[Point], edges: Iterable[Edge], x: float, y: float) -> float:
    """How far a point is outside a polygon; 0 inside and on the border."""
    nearest = inf
    last = len(points) - 1
    for number, (nx, ny, offset) in enumerate(edges):
        out = nx * x + ny * y - offset
        if out <= 0.0:
            continue
        ax, ay = points[number]
        bx, by = points[number + 1 if number < last else 0]
        # The direction of a side is its outward normal turned left by a quarter.
        if ny * (x - ax) - nx * (y - ay) > 0.0:
            dx, dy = x - ax, y - ay
        elif ny * (x - bx) - nx * (y - by) < 0.0:
            dx, dy = x - bx, y - by
        else:
            if out < nearest:
                nearest = out
            continue
        out = sqrt(dx * dx + dy * dy)
        if out < nearest:
            nearest = out
    return 0.0 if nearest == inf else nearest


def point_distance(shape: Shape, x: float, y: float, /) -> float:
    """How far a point is from a shape; 0 inside and on the border."""
    if shape.radius:
        dx, dy = x - shape.x, y - shape.y
        away = sqrt(dx * dx + dy * dy) - shape.radius
        return away if away > 0.0 else 0.0
    return point_to_polygon(shape.points, shape.edges, x, y)


def distance(shape_a: Shape, shape_b: Shape, /) -> float:
    """The smallest distance between two shapes; 0 if they touch or overlap."""
    if shape_a.radius:
        away = point_distance(shape_b, shape_a.x, shape_a.y) - shape_a.radius
        return away if away > 0.0 else 0.0
    if shape_b.radius:
        away = point_to_polygon(shape_a.points, shape_a.edges, shape_b.x, shape_b.y) - shape_b.radius
        return away if away > 0.0 else 0.0
    a, a_edges, b, b_edges = shape_a.points, shape_a.edges, shape_b.points, shape_b.edges
    if separation(shape_a.axes, b) <= 0.0 and separation(shape_b.axes, a) <= 0.0:
        return 0.0
    nearest = inf
    for x, y in a:
        away = point_to_polygon(b, b_edges, x, y)
        if away < nearest:
            nearest = away
    for x, y in b:
        away = point_to_polygon(a, a_edges, x, y)
        if away < nearest:
            nearest = away
    return nearest
