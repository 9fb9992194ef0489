"""Swings in plain Python: whether a polygon that turns about a point is ever deeper in another than contact may be.

Two polygons are that deep in each other when no side of either has the other whole beyond it, but for contact. A
corner carried round on its circle passes the line of a side, moved in by the depth of contact, at two angles. Between
two such angles, of whatever corners and sides, nothing changes: so one look in the middle of each piece decides it,
and no heading is left out. The compiled kernel does the same operations in the same order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import acos, atan2, cos, inf, sin, sqrt

from brickfield.geometry._pure_contact import polygons_overlap
from brickfield.geometry.grain import unit
from brickfield.geometry.shapes import EPS, Edge, Point, Shape

PI = 3.141592653589793
TAU = 2.0 * PI


def swing_hits(
    points: Sequence[Point], edges: Sequence[Edge], other: Shape,
    cx: float, cy: float, reach: float, degrees: float, span: tuple[float, float], bulge: float, deep: float,
) -> bool:  # fmt: skip
    """Whether a turning polygon is deeper in another than so at some angle of its turn.

    `span` are the angles passed as radians, `bulge` how far an arc is off the line between its ends as a share of its
    radius: what lies beyond one side at both ends, with so much to spare, lies beyond it all the way.
    """
    widest, side = -inf, other.edges[0]
    for edge in other.edges:
        out = edge[0] * cx + edge[1] * cy - edge[2]
        if out > widest:
            widest, side = out, edge
    if widest >= reach - deep:
        return False
    c, s = unit(degrees)
    limit = side[2] - deep + bulge * reach
    if _beyond(side, limit, points, cx, cy, 1.0, 0.0) and _beyond(side, limit, points, cx, cy, c, s):
        return False
    if polygons_overlap(points, edges, other.points, other.edges, deep):
        return True
    if _deep_at(points, edges, other, cx, cy, c, s, deep):
        return True
    first, last = span
    cuts = [first, last]
    for edge in other.edges:
        _passes(edge, points, cx, cy, deep, 1.0, span, cuts)
    for edge in edges:
        _passes(edge, other.points, cx, cy, deep, -1.0, span, cuts)
    cuts.sort()
    for low, high in pairwise(cuts):
        middle = 0.5 * (low + high)
        if _deep_at(points, edges, other, cx, cy, cos(middle), sin(middle), deep):
            return True
    return False


def _beyond(side: Edge, limit: float, points: Iterable[Point], cx: float, cy: float, c: float, s: float) -> bool:
    """Whether all points, turned about the centre, lie at least so far along the normal of a side."""
    nx, ny, _ = side
    for x, y in points:
        if nx * (cx + ((x - cx) * c - (y - cy) * s)) + ny * (cy + ((x - cx) * s + (y - cy) * c)) < limit:
            return False
    return True


def _deep_at(
    points: Sequence[Point], edges: Iterable[Edge], other: Shape, cx: float, cy: float, c: float, s: float, deep: float
) -> bool:
    there = [(cx + ((x - cx) * c - (y - cy) * s), cy + ((x - cx) * s + (y - cy) * c)) for x, y in points]
    sides = []
    for nx, ny, offset in edges:
        mx, my = nx * c - ny * s, nx * s + ny * c
        sides.append((mx, my, offset - (nx * cx + ny * cy) + (mx * cx + my * cy)))
    return polygons_overlap(there, sides, other.points, other.edges, deep)


def _passes(
    edge: Edge, points: Iterable[Point], cx: float, cy: float, deep: float, way: float, span: tuple[float, float],
    cuts: list[float],
) -> None:  # fmt: skip
    """Note the angles of the turn at which points pass the line of a side moved in; `way` -1.0: it is the side that
    turns, so that seen from it the points go round the other way."""
    nx, ny, offset = edge
    room = offset - deep - (nx * cx + ny * cy)
    first, last = span
    towards = atan2(ny, nx)
    for x, y in points:
        dx, dy = x - cx, y - cy
        r = sqrt(dx * dx + dy * dy)
        if r <= EPS or room >= r or room <= -r:
            continue
        start, swing = towards - atan2(dy, dx), acos(room / r)
        for angle in (way * (start - swing), way * (start + swing)):
            while angle < first:
                angle += TAU
            while angle >= first + TAU:
                angle -= TAU
            if angle < last:
                cuts.append(angle)
