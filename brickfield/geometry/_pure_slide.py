"""Straight moves in plain Python: how far a shape slides before it would go into another.

A move is cut at the exact contact distance of whatever it would enter deeper than the tolerance, and slides past
anything shallower. A shape that is already too deep in another (a pivot allows a small area) may still leave it or
slide along, only not go deeper. The compiled kernel does the same operations in the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from brickfield.geometry._pure_contact import point_to_polygon, separation
from brickfield.geometry.grain import must_be_finite
from brickfield.geometry.scene import Bounds, Scene
from brickfield.geometry.shapes import EPS, Axis, Edge, Point, Shape

# Rounding in a depth that a slide along something must not mistake for going deeper.
GRAZE = 1e-9
# Contact "times" are shares of the move; this one is none.
FREE = 2.0


def translate(
    scene: Scene, shape: Shape, dx: float, dy: float, /, skip: int = -1, touch: float = 0.0
) -> tuple[float, int]:
    """The share of a straight move that a shape covers, and the number that stops it: -1 nothing, -2 the border.

    Of several at the same distance the first number stops it, and any of them before the border. `touch` is how deep
    beyond a hair it may pass through things; what it would enter deeper stops it where it first meets it.
    """
    deep = touch + EPS
    must_be_finite(dx, dy)
    x0, y0, x1, y1 = shape.x0, shape.y0, shape.x1, shape.y1
    if dx > 0.0:
        x1 += dx
    else:
        x0 += dx
    if dy > 0.0:
        y1 += dy
    else:
        y0 += dy
    share, hit = FREE, -1
    number = -1
    for other in scene.shapes:
        number += 1
        if other.x0 < x1 and other.x1 > x0 and other.y0 < y1 and other.y1 > y0 and number != skip:
            at = contact(shape, other, dx, dy, deep)
            if at < share:
                share, hit = at, number
    if scene.bounds is not None:
        at = border(scene.bounds, shape.x0, shape.y0, shape.x1, shape.y1, dx, dy, deep)
        if at < share:
            share, hit = at, -2
    return (share, hit) if share < FREE else (1.0, -1)


def contact(shape: Shape, other: Shape, dx: float, dy: float, deep: float) -> float:
    """The share of a move at which a shape meets another that it would enter deeper than that, or FREE."""
    if shape.radius:
        if other.radius:
            return _discs(shape.x, shape.y, other.x, other.y, shape.radius + other.radius, dx, dy, deep)
        return disc_to_polygon(shape.x, shape.y, shape.radius, other.points, other.edges, dx, dy, deep)
    if other.radius:
        return disc_to_polygon(other.x, other.y, other.radius, shape.points, shape.edges, -dx, -dy, deep)
    return polygon_contact(shape.points, shape.axes, other, dx, dy, deep)


def polygon_contact(
    points: Sequence[Point], axes: Sequence[Axis], other: Shape, dx: float, dy: float, deep: float = EPS
) -> float:
    """As `contact` for two polygons, the first one moving."""
    at = _polygons_to(points, axes, other.points, other.axes, dx, dy, deep)
    if at >= 0.0:
        return at
    outside = separation(axes, other.points)
    also = separation(other.axes, points)
    depth = -(outside if outside > also else also)
    if depth > deep:
        at = _polygons_to(points, axes, other.points, other.axes, dx, dy, depth + GRAZE)
    return at if at > 0.0 else 0.0


def _polygons_to(
    a: Sequence[Point], a_axes: Sequence[Axis], b: Sequence[Point], b_axes: Sequence[Axis],
    dx: float, dy: float, limit: float,
) -> float:  # fmt: skip
    """When the first polygon meets the second if it will be deeper in it than a limit; below 0 if it already met it.

    Behind each side of either, the other is so and so deep at the start and gets deeper at `rate`; it is inside when
    it is behind all sides at once. An axis stands for one side, or for two opposite ones of a rectangle.
    """
    meets = -inf
    enters, leaves = 0.0, 1.0
    for points, axes, move_x, move_y in ((b, a_axes, dx, dy), (a, b_axes, -dx, -dy)):
        for nx, ny, low, high in axes:
            rate = nx * move_x + ny * move_y
            least, most = inf, -inf
            for x, y in points:
                out = nx * x + ny * y
                if out < least:
                    least = out
                if out > most:
                    most = out
            depth = high - least
            if depth <= limit and depth + rate <= limit:
                return FREE
            behind = most - low
            if behind <= limit and behind - rate <= limit:
                return FREE
            if rate < 0.0:
                rate = -rate
                depth, behind = behind, depth
            elif rate == 0.0:
                continue
            at = -depth / rate
            if at > meets:
                meets = at
            at = (limit - depth) / rate
            if at > enters:
                enters = at
            at = (behind - limit) / rate
            if at < leaves:
                leaves = at
    return meets if enters < leaves else FREE


def _discs(x: float, y: float, ox: float, oy: float, reach: float, dx: float, dy: float, deep: float) -> float:
    """As `contact` for two discs whose radii add up to `reach`."""
    x -= ox
    y -= oy
    depth = reach - sqrt(x * x + y * y)
    limit = depth + GRAZE if depth > deep else deep
    low, high = _through_disc(x, y, reach - limit, dx, dy)
    if not (low < 1.0 and high > 0.0 and low < high):
        return FREE
    low, high = _through_disc(x, y, reach, dx, dy)
    return low if low > 0.0 else 0.0


def _through_disc(x: float, y: float, r: float, dx: float, dy: float) -> tuple[float, float]:
    """When a point passes into and out of a disc about the origin; upside down if it never does."""
    d2 = dx * dx + dy * dy
    if r <= 0.0 or d2 == 0.0:
        return inf, -inf
    along = x * dx + y * dy
    across = x * dy - y * dx
    cut = r * r * d2 - across * across
    if cut <= 0.0:
        return inf, -inf
    root = sqrt(cut)
    return (-along - root) / d2, (-along + root) / d2


def disc_to_polygon(
    x: float, y: float, r: float, points: Sequence[Point], edges: Sequence[Edge], dx: float, dy: float,
    deep: float = EPS,
) -> float:  # fmt: skip
    """As `contact` for a disc moving against a polygon."""
    depth = r - point_to_polygon(points, edges, x, y)
    limit = depth + GRAZE if depth > deep else deep
    low, high = _through_rounded(x, y, r - limit, points, edges, dx, dy)
    if not (low < 1.0 and high > 0.0 and low < high):
        return FREE
    low, high = _through_rounded(x, y, r, points, edges, dx, dy)
    return low if low > 0.0 else 0.0


def _through_rounded(
    x: float, y: float, r: float, points: Sequence[Point], edges: Sequence[Edge], dx: float, dy: float
) -> tuple[float, float]:
    """When a point passes into and out of a polygon widened by r: a disc at each corner, a strip on each side.

    The polygon itself need not be looked at: the way in and out leads through the strips and discs.
    """
    first, last = inf, -inf
    if r <= 0.0:
        return first, last
    for number, (nx, ny, offset) in enumerate(edges, start=1):
        ax, ay = points[number - 1]
        low, high = _through_disc(x - ax, y - ay, r, dx, dy)
        if low < first:
            first = low
        if high > last:
            last = high
        bx, by = points[number if number < len(points) else 0]
        low, high = _through_strip(x, y, r, dx, dy, nx, ny, offset, nx * ay - ny * ax, nx * by - ny * bx)
        if low < first:
            first = low
        if high > last:
            last = high
    return first, last


def _through_strip(
    x: float, y: float, r: float, dx: float, dy: float,
    nx: float, ny: float, offset: float, start: float, end: float,
) -> tuple[float, float]:  # fmt: skip
    """When a point passes into and out of the strip of width r outside a side; upside down if it never does."""
    low, high = -inf, inf
    out, rate = nx * x + ny * y - offset, nx * dx + ny * dy
    along, speed = nx * y - ny * x, nx * dy - ny * dx
    for value, change, bottom, top in ((out, rate, 0.0, r), (along, speed, start, end)):
        if change == 0.0:
            if value <= bottom or value >= top:
                return inf, -inf
            continue
        enter, leave = (bottom - value) / change, (top - value) / change
        if change < 0.0:
            enter, leave = leave, enter
        if enter > low:
            low = enter
        if leave < high:
            high = leave
    return (low, high) if low < high else (inf, -inf)


def border(
    bounds: Bounds, x0: float, y0: float, x1: float, y1: float, dx: float, dy: float, deep: float = EPS
) -> float:
    """The share of a move at which a box meets the border that it would cross, or FREE.

    A box already over the border may move back or along it, not further out.
    """
    b0, c0, b1, c1 = bounds
    if x0 + dx >= b0 and x1 + dx <= b1 and y0 + dy >= c0 and y1 + dy <= c1:
        return FREE
    share = FREE
    for room, move in ((b1 - x1, dx), (x0 - b0, -dx), (c1 - y1, dy), (y0 - c0, -dy)):
        if move > (room + deep if room + deep > GRAZE else GRAZE):
            at = room / move if room > 0.0 else 0.0
            if at < share:
                share = at
    return share
