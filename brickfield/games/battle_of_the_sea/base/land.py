"""Land and other areas: simple polygons, cut into convex parts for the ruler, with sight and lengths across them."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import TypeAlias

from brickfield.core.adding import added
from brickfield.geometry import Point, Shape, point_in, polygon

Outline: TypeAlias = tuple[Point, ...]
Seam: TypeAlias = tuple[float, float, float, float]
_THIN = 1e-9
# A line this near to both ends of a seam runs along it: many times the tolerance of the ruler, so none is missed.
_SEAM = 1e-4


def area(points: Outline) -> float:
    """The area of a polygon, negative when its corners run clockwise."""
    return added(ax * by - ay * bx for (ax, ay), (bx, by) in pairwise((*points, points[0]))) / 2


def counter_clockwise(points: Outline) -> Outline:
    """The same polygon with its corners in our order."""
    return points if area(points) > 0 else tuple(reversed(points))


def is_simple(points: Outline) -> bool:
    """Whether no two sides cross or touch, except neighbours in their common corner, and there is some area."""
    sides = list(pairwise((*points, points[0])))
    if len(points) < 3 or abs(area(points)) <= _THIN:
        return False
    for number, (a, b) in enumerate(sides):
        for other in range(number + 1, len(sides)):
            neighbours = other == number + 1 or (number == 0 and other == len(sides) - 1)
            if not neighbours and _meet(a, b, *sides[other]):
                return False
    return True


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments have a point in common."""
    one, two, three, four = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if one * two < 0 and three * four < 0:
        return True
    ends = ((one, a, b, c), (two, a, b, d), (three, c, d, a), (four, c, d, b))
    return any(turn == 0 and _between(p, q, r) for turn, p, q, r in ends)


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(a: Point, b: Point, c: Point) -> bool:
    """Whether a point on the line of a and b lies between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def convex_parts(points: Outline) -> tuple[Shape, ...]:
    """A simple polygon as convex shapes that share only borders: itself, or triangles joined where that is convex."""
    corners = _without_straight(list(counter_clockwise(points)))
    try:
        return (polygon(corners),)
    except ValueError:
        pass
    parts = _triangles(corners)
    joined = True
    while joined:
        joined = False
        for first in range(len(parts)):
            for second in range(first + 1, len(parts)):
                whole = _joined(parts[first], parts[second])
                if whole is not None:
                    parts[first] = whole
                    del parts[second]
                    joined = True
                    break
            if joined:
                break
    return tuple(polygon(part) for part in parts)


def _without_straight(corners: list[Point]) -> list[Point]:
    """The corners at which a polygon really bends."""
    return [
        corner
        for before, corner, after in zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True)
        if abs(_turn(before, corner, after)) > _THIN
    ]


def _triangles(corners: list[Point]) -> list[list[Point]]:
    """Cut off one ear after the other."""
    left = list(corners)
    found: list[list[Point]] = []
    while len(left) > 3:
        for number in range(len(left)):
            a, b, c = left[number - 1], left[number], left[(number + 1) % len(left)]
            others = [point for point in left if point not in (a, b, c)]
            if _turn(a, b, c) > _THIN and not any(_inside_triangle(point, a, b, c) for point in others):
                found.append([a, b, c])
                del left[number]
                break
        else:
            raise ValueError(f"this outline cannot be cut into triangles: {corners!r}")
        left = _without_straight(left)
    if len(left) == 3:
        found.append(left)
    return found


def _inside_triangle(point: Point, a: Point, b: Point, c: Point) -> bool:
    return _turn(a, b, point) >= 0 and _turn(b, c, point) >= 0 and _turn(c, a, point) >= 0


def _joined(one: list[Point], two: list[Point]) -> list[Point] | None:
    """Two parts that share a side as one, if that is convex."""
    for number in range(len(one)):
        a, b = one[number], one[(number + 1) % len(one)]
        if b in two and a == two[(two.index(b) + 1) % len(two)]:
            at = two.index(b)
            rest = [two[(at + 2 + step) % len(two)] for step in range(len(two) - 2)]
            whole = _without_straight([*one[: number + 1], *rest, *one[number + 1 :]])
            try:
                polygon(whole)
            except ValueError:
                return None
            return whole
    return None


def seams(outline: Outline, parts: tuple[Shape, ...]) -> tuple[Seam, ...]:
    """The sides of the parts that lie inside the outline: where one part ends and another begins."""
    sides = [part.side(number) for part in parts for number in range(len(part.points))]
    return tuple((ax, ay, bx, by) for ax, ay, bx, by in sides if _depth(outline, (ax + bx) / 2, (ay + by) / 2) > _THIN)


def runs_along(found: tuple[Seam, ...], ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a straight line runs so near to some seam that it may hide between two parts."""
    dx, dy = bx - ax, by - ay
    limit = _SEAM * hypot(dx, dy)
    for px, py, qx, qy in found:
        if abs((px - ax) * dy - (py - ay) * dx) <= limit and abs((qx - ax) * dy - (qy - ay) * dx) <= limit:
            return True
    return False


def contains(parts: tuple[Shape, ...], x: float, y: float) -> bool:
    """Whether a point is inside an area or on its border."""
    return any(point_in(part, x, y, False) for part in parts)


def stretch_inside(parts: tuple[Shape, ...], ax: float, ay: float, bx: float, by: float) -> list[tuple[float, float]]:
    """The shares of a straight way, from 0 at its first end to 1, that lie inside an area."""
    found = []
    for part in parts:
        low, high = 0.0, 1.0
        for nx, ny, offset in part.edges:
            out, rate = nx * ax + ny * ay - offset, nx * (bx - ax) + ny * (by - ay)
            if rate == 0.0:
                if out >= 0.0:
                    low, high = 1.0, 0.0
            elif rate > 0.0:
                high = min(high, -out / rate)
            else:
                low = max(low, -out / rate)
        if high > low:
            found.append((low, high))
    return found


def length_inside(areas: tuple[tuple[Shape, ...], ...], ax: float, ay: float, bx: float, by: float) -> float:
    """How much of a straight way lies inside some areas; where they overlap it counts once."""
    shares = sorted(share for parts in areas for share in stretch_inside(parts, ax, ay, bx, by))
    total = reached = 0.0
    for low, high in shares:
        if high > reached:
            total += high - max(low, reached)
            reached = high
    return total * hypot(bx - ax, by - ay)


def enters(outline: Outline, ax: float, ay: float, bx: float, by: float, depth: float) -> bool:
    """Whether a straight line gets deeper into a simple polygon than `depth`; running along a border does not.

    The line is cut wherever it meets a side or passes a corner; between two cuts its depth has no dent, so the middle
    of each stretch tells.
    """
    dx, dy = bx - ax, by - ay
    long = dx * dx + dy * dy
    if long <= _THIN:
        return False
    cuts = {0.0, 1.0}
    for (px, py), (qx, qy) in pairwise((*outline, outline[0])):
        cuts.add(((px - ax) * dx + (py - ay) * dy) / long)
        cross = dx * (qy - py) - dy * (qx - px)
        if cross:
            cuts.add(((px - ax) * (qy - py) - (py - ay) * (qx - px)) / cross)
    stops = sorted(cut for cut in cuts if 0.0 <= cut <= 1.0)
    return any(_depth(outline, ax + m * dx, ay + m * dy) > depth for m in [(s + t) / 2 for s, t in pairwise(stops)])


def _depth(outline: Outline, x: float, y: float) -> float:
    """How deep inside a simple polygon a point lies; 0 outside."""
    inside, nearest = False, float("inf")
    for (px, py), (qx, qy) in pairwise((*outline, outline[0])):
        if (py > y) != (qy > y) and x < (qx - px) * (y - py) / (qy - py) + px:
            inside = not inside
        dx, dy = qx - px, qy - py
        along = min(1.0, max(0.0, ((x - px) * dx + (y - py) * dy) / (dx * dx + dy * dy)))
        nearest = min(nearest, hypot(px + along * dx - x, py + along * dy - y))
    return nearest if inside else 0.0
