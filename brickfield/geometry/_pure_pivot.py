"""Pivots in plain Python: whether a shape that turns about a point runs into anything on the way.

A polygon that starts free can only come into another by a corner: a corner of either one, carried round on its
circle, enters the other. So every corner's arc is cut where it meets the lines of the other's sides, and the overlap
is measured in the middle of each piece that lies inside and where the corner is deepest. The compiled kernel does the
same operations in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import acos, atan2, cos, inf, sin, sqrt

from brickfield.geometry._pure_contact import CONTACT, PI, disc_overlaps_polygon, discs_overlap, polygons_overlap
from brickfield.geometry._pure_swing import swing_hits
from brickfield.geometry.grain import DEGREE, must_be_finite, unit
from brickfield.geometry.scene import Bounds, Scene
from brickfield.geometry.shapes import EPS, Edge, Point, Shape

TAU = 2.0 * PI


def pivot(scene: Scene, shape: Shape, centre: Point, degrees: float, /, skip: int = -1, touch: float = 0.0) -> int:
    """The first number of the scene that a shape overlaps at any angle of a turn: -1 none, -2 it leaves the border.

    The start and the end count too. Positive degrees turn counter-clockwise. Where things may `touch` deeper than a
    hair it is the depth alone that counts, at every angle.
    """
    cx, cy = centre
    must_be_finite(cx, cy, degrees, touch)
    points = shape.points
    reach = 0.0
    for x, y in points:
        d2 = (x - cx) * (x - cx) + (y - cy) * (y - cy)
        if d2 > reach:
            reach = d2
    reach = sqrt(reach) + shape.radius
    x0, y0, x1, y1 = cx - reach, cy - reach, cx + reach, cy + reach
    number = -1
    for other in scene.shapes:
        number += 1
        if other.x0 < x1 and other.x1 > x0 and other.y0 < y1 and other.y1 > y0 and number != skip:  # noqa: SIM102
            if turn_hits(shape, other, cx, cy, reach, degrees, touch):
                return number
    bounds = scene.bounds
    if bounds is None or (x0 >= bounds[0] and y0 >= bounds[1] and x1 <= bounds[2] and y1 <= bounds[3]):
        return -1
    return -2 if turn_leaves(bounds, points, shape.radius, cx, cy, degrees, touch) else -1


def turn_hits(
    shape: Shape, other: Shape, cx: float, cy: float, reach: float, degrees: float, touch: float = 0.0
) -> bool:
    """Whether a turning shape overlaps another that stands still."""
    deep = touch + CONTACT
    if not shape.radius:
        if touch and not other.radius:
            span, bulge = stretch(degrees), bulge_of(degrees)
            return swing_hits(shape.points, shape.edges, other, cx, cy, reach, degrees, span, bulge, deep)
        return polygon_turn_hits(shape.points, shape.edges, other, cx, cy, reach, degrees, deep)
    if other.radius:
        return _disc_passes_disc(shape, other, cx, cy, degrees, deep)
    return _disc_passes_polygon(shape.x, shape.y, shape.radius, other.points, other.edges, cx, cy, degrees, deep)


def bulge_of(degrees: float) -> float:
    """How far an arc is off the straight line between its ends, as a share of its radius."""
    return 1.0 - cos(0.5 * degrees * DEGREE) if -180.0 <= degrees <= 180.0 else 2.0


def polygon_turn_hits(
    points: Sequence[Point], edges: Sequence[Edge], other: Shape, cx: float, cy: float, reach: float, degrees: float,
    deep: float = CONTACT,
) -> bool:  # fmt: skip
    """As `turn_hits` for a polygon whose farthest corner is `reach` from the centre of the turn."""
    if other.radius:
        # Seen from the turning polygon the disc goes round the other way.
        return _disc_passes_polygon(other.x, other.y, other.radius, points, edges, cx, cy, -degrees, deep)
    widest, side = -inf, other.edges[0]
    for edge in other.edges:
        out = edge[0] * cx + edge[1] * cy - edge[2]
        if out > widest:
            widest, side = out, edge
    if widest >= reach - EPS:
        return False
    c, s = unit(degrees)
    bulge = bulge_of(degrees)
    new_points = [(cx + ((x - cx) * c - (y - cy) * s), cy + ((x - cx) * s + (y - cy) * c)) for x, y in points]
    limit = side[2] - EPS + bulge * reach
    if all_beyond(side, limit, points) and all_beyond(side, limit, new_points):
        return False
    if polygons_overlap(new_points, turned_edges(edges, cx, cy, c, s), other.points, other.edges):
        return True
    if polygons_overlap(points, edges, other.points, other.edges):
        return True
    first, last = stretch(degrees)
    for (x, y), (u, v) in zip(points, new_points, strict=True):
        for angle in arc_inside(x - cx, y - cy, u - cx, v - cy, other.edges, cx, cy, first, last, bulge):
            if _overlaps_at(points, edges, other, cx, cy, angle):
                return True
    for x, y in other.points:
        x -= cx
        y -= cy
        if x * x + y * y >= reach * reach:
            continue
        u, v = x * c + y * s, y * c - x * s
        for angle in arc_inside(x, y, u, v, edges, cx, cy, -last, -first, bulge):
            if _overlaps_at(points, edges, other, cx, cy, -angle):
                return True
    return False


def stretch(degrees: float) -> tuple[float, float]:
    """The angles passed in a turn, as radians from the lowest to the highest; more than a full turn is one."""
    angle = degrees * DEGREE
    if angle < 0.0:
        return (angle, 0.0) if angle > -TAU else (-TAU, 0.0)
    return (0.0, angle) if angle < TAU else (0.0, TAU)


def all_beyond(side: Edge, limit: float, points: Iterable[Point]) -> bool:
    """Whether no point is nearer than `limit` along the normal of a side: then nothing between them is either."""
    nx, ny, _ = side
    for x, y in points:  # noqa: SIM110 (a generator would cost as much as the test)
        if nx * x + ny * y < limit:
            return False
    return True


def turned_edges(edges: Iterable[Edge], cx: float, cy: float, c: float, s: float) -> list[Edge]:
    """The sides of a polygon turned about a point by an angle given by its cosine and sine."""
    found = []
    for nx, ny, offset in edges:
        mx, my = nx * c - ny * s, nx * s + ny * c
        found.append((mx, my, offset - (nx * cx + ny * cy) + (mx * cx + my * cy)))
    return found


def _overlaps_at(
    points: Sequence[Point], edges: Sequence[Edge], other: Shape, cx: float, cy: float, angle: float
) -> bool:
    c, s = cos(angle), sin(angle)
    points = [(cx + ((x - cx) * c - (y - cy) * s), cy + ((x - cx) * s + (y - cy) * c)) for x, y in points]
    return polygons_overlap(points, turned_edges(edges, cx, cy, c, s), other.points, other.edges)


def arc_inside(
    x: float, y: float, end_x: float, end_y: float, edges: Sequence[Edge],
    cx: float, cy: float, first: float, last: float, bulge: float,
) -> list[float]:  # fmt: skip
    """Angles at which a point carried round a centre is inside a polygon: the middle of each stretch and its deepest.

    Start and end of the arc are given relative to the centre, angles as radians turned. The arc is nowhere more than
    `bulge` times its radius off the straight line between its ends: mostly that is enough to see that it stays out.
    """
    r = sqrt(x * x + y * y)
    if r <= EPS:
        return []
    rooms = []
    for nx, ny, offset in edges:
        room = offset - (nx * cx + ny * cy)
        limit = room + bulge * r
        if room <= -r or (nx * x + ny * y >= limit and nx * end_x + ny * end_y >= limit):
            return []
        rooms.append(room)
    start = atan2(y, x)
    cuts, deepest = [first, last], []
    for (nx, ny, _), room in zip(edges, rooms, strict=True):
        if room >= r:
            continue
        towards = atan2(ny, nx) - start
        swing = acos(room / r)
        cuts.append(within(towards - swing, first))
        cuts.append(within(towards + swing, first))
        deepest.append(within(towards + PI, first))
    cuts = sorted(cut for cut in cuts if cut <= last)
    found: list[float] = []
    for low, high in pairwise(cuts):
        middle = 0.5 * (low + high)
        if inside_at(r, start + middle, edges, rooms):
            found.append(middle)
            found.extend(angle for angle in deepest if low < angle < high)
    return found


def within(angle: float, first: float) -> float:
    """An angle brought into the full turn that begins at `first`."""
    while angle < first:
        angle += TAU
    while angle >= first + TAU:
        angle -= TAU
    return angle


def inside_at(r: float, angle: float, edges: Sequence[Edge], rooms: Sequence[float]) -> bool:
    """Whether the point at this angle of a circle is behind all sides; rooms are their distances from its centre."""
    x, y = r * cos(angle), r * sin(angle)
    for (nx, ny, _), room in zip(edges, rooms, strict=True):  # noqa: SIM110 (as above)
        if nx * x + ny * y >= room:
            return False
    return True


def _disc_passes_polygon(
    x: float, y: float, radius: float,
    points: Sequence[Point], edges: Sequence[Edge],
    cx: float, cy: float, degrees: float, deep: float = CONTACT,
) -> bool:  # fmt: skip
    """Whether a disc carried round a centre overlaps a polygon.

    It is nearest to the polygon at an end of its arc, where it points at a corner or squarely at a side, or inside:
    then between two places where its centre crosses the line of a side.
    """
    c, s = unit(degrees)
    x -= cx
    y -= cy
    if disc_overlaps_polygon(cx + x, cy + y, radius, points, edges, deep):
        return True
    if disc_overlaps_polygon(cx + (x * c - y * s), cy + (x * s + y * c), radius, points, edges, deep):
        return True
    r = sqrt(x * x + y * y)
    if r <= EPS:
        return False
    first, last = stretch(degrees)
    start = atan2(y, x)
    for angle in _turning_points(r, start, points, edges, cx, cy, first, last):
        if angle < last:
            c, s = cos(start + angle), sin(start + angle)
            if disc_overlaps_polygon(cx + r * c, cy + r * s, radius, points, edges, deep):
                return True
    return False


def _turning_points(
    r: float, start: float,
    points: Sequence[Point], edges: Sequence[Edge],
    cx: float, cy: float, first: float, last: float,
) -> list[float]:  # fmt: skip
    found = [within(atan2(y - cy, x - cx) - start, first) for x, y in points]
    cuts = [first, last]
    for nx, ny, offset in edges:
        room = offset - (nx * cx + ny * cy)
        towards = atan2(ny, nx) - start
        found.append(within(towards, first))
        found.append(within(towards + PI, first))
        if -r < room < r:
            swing = acos(room / r)
            cuts.append(within(towards - swing, first))
            cuts.append(within(towards + swing, first))
    cuts = sorted(cut for cut in cuts if cut <= last)
    found.extend([0.5 * (low + high) for low, high in pairwise(cuts)])
    return found


def _disc_passes_disc(shape: Shape, other: Shape, cx: float, cy: float, degrees: float, deep: float) -> bool:
    c, s = unit(degrees)
    x, y, radius = shape.x - cx, shape.y - cy, shape.radius
    if discs_overlap(shape.x, shape.y, radius, other, deep):
        return True
    if discs_overlap(cx + (x * c - y * s), cy + (x * s + y * c), radius, other, deep):
        return True
    r = sqrt(x * x + y * y)
    if r <= EPS:
        return False
    first, last = stretch(degrees)
    start = atan2(y, x)
    angle = within(atan2(other.y - cy, other.x - cx) - start, first)
    if angle >= last:
        return False
    return discs_overlap(cx + r * cos(start + angle), cy + r * sin(start + angle), radius, other, deep)


def turn_leaves(
    bounds: Bounds, points: Sequence[Point], radius: float, cx: float, cy: float, degrees: float, touch: float = 0.0
) -> bool:
    """Whether a corner (or the edge of a disc) reaches over the border at any angle of a turn."""
    b0, c0, b1, c1 = bounds
    c, s = unit(degrees)
    first, last = stretch(degrees)
    for x, y in points:
        x -= cx
        y -= cy
        r = sqrt(x * x + y * y)
        ex, ey = x * c - y * s, x * s + y * c
        start = atan2(y, x)
        # Quarter by quarter: the direction of each border, its room, and the corner's reach that way at both ends.
        for towards, room, here, there in (
            (0.0, b1 - cx, x, ex),
            (0.5 * PI, c1 - cy, y, ey),
            (PI, cx - b0, -x, -ex),
            (-0.5 * PI, cy - c0, -y, -ey),
        ):
            out = here if here > there else there
            if r > out and within(towards - start, first) < last:
                out = r
            if out + radius > room + (touch + CONTACT if touch else EPS):
                return True
    return False
