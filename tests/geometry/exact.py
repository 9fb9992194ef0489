"""An oracle for sight: which stretches of a segment are hidden, worked out with fractions and no tolerance at all."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from brickfield.geometry import Point, Shape

Exact = tuple[Fraction, Fraction]


def _exact(point: Point) -> Exact:
    return Fraction(point[0]), Fraction(point[1])


def _cross(a: Exact, b: Exact, c: Exact, d: Exact) -> Fraction:
    """Cross product of the ways from a to b and from c to d."""
    return (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])


def passes_through(eye: Exact, point: Exact, corners: Sequence[Exact]) -> bool:
    """Whether the open way from an eye to a point meets the open inside of a convex polygon."""
    low, high = Fraction(0), Fraction(1)
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        inside_at_eye = _cross(a, b, a, eye)
        rate = _cross(a, b, eye, point)
        if rate == 0:
            if inside_at_eye <= 0:
                return False
        elif rate > 0:
            low = max(low, -inside_at_eye / rate)
        else:
            high = min(high, -inside_at_eye / rate)
    return low < high


def _meets(a: Exact, b: Exact, c: Exact, d: Exact) -> Fraction | None:
    """Where the line through c and d meets the line through a and b, as a share of the way from a to b."""
    turn = _cross(a, b, c, d)
    return None if turn == 0 else _cross(a, c, c, d) / turn


def hidden_stretches(shapes: Sequence[Shape], eye: Point, a: Point, b: Point) -> list[tuple[Fraction, Fraction]]:
    """The hidden stretches of a segment past polygons, as shares of it."""
    e, start, end = _exact(eye), _exact(a), _exact(b)
    polygons = [[_exact(point) for point in shape.points] for shape in shapes]
    cuts = {Fraction(0), Fraction(1)}
    for corners in polygons:
        for corner, after in zip(corners, [*corners[1:], corners[0]], strict=True):
            cuts |= {
                cut for cut in (_meets(start, end, e, corner), _meets(start, end, corner, after)) if cut is not None
            }
    if start != end and _cross(start, end, start, e) == 0:
        longest = 0 if start[0] != end[0] else 1
        cuts.add((e[longest] - start[longest]) / (end[longest] - start[longest]))
    places = sorted(cut for cut in cuts if 0 <= cut <= 1)
    found = []
    for low, high in pairwise(places):
        middle = (low + high) / 2
        point = (start[0] + middle * (end[0] - start[0]), start[1] + middle * (end[1] - start[1]))
        if any(passes_through(e, point, corners) for corners in polygons):
            found.append((low, high))
    return found


def hidden_share(shapes: Sequence[Shape], eye: Point, a: Point, b: Point) -> float:
    """The hidden share of a segment; one without length is hidden whole or not at all."""
    return float(sum((high - low for low, high in hidden_stretches(shapes, eye, a, b)), Fraction(0)))


def outline_seen(shapes: Sequence[Shape], eye: Point, target: Shape) -> bool:
    """Whether any stretch of a polygon's sides that face the eye is not hidden."""
    e = _exact(eye)
    corners = list(target.points)
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        faces = _cross(_exact(a), _exact(b), _exact(a), e) < 0
        if faces and hidden_share(shapes, eye, a, b) < 1 - 1e-9:
            return True
    return False
