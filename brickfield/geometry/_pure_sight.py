"""Sight in plain Python: how much of a side an eye sees past everything in the way. No sampling: shadows are exact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, sqrt

from brickfield.geometry._pure_shadow import Span, chord, disc_shadow, polygon_shadow
from brickfield.geometry.scene import Scene
from brickfield.geometry.shapes import EPS, Shape

# Eye x and y, target, side, and the two scene numbers to look through (-1 for none).
SightRow = tuple[float, float, Shape, int, int, int]
HIDDEN: list[Span] = [(0.0, 1.0)]


def sight(
    scene: Scene, eye_x: float, eye_y: float, target: Shape, side: int, /, skip_a: int = -1, skip_b: int = -1
) -> tuple[float, bool]:
    """The hidden share of one side of a target, and whether any stretch of its outline is seen at all.

    Shapes of the scene hide, except the two numbers skipped (the shooter and the target). A disc has no sides: its
    diameter across the line of sight is measured. The outline is seen if a stretch of it longer than the tolerance
    can be reached without passing through a shape or through the target itself.
    """
    shapes: Sequence[Shape] = scene.shapes
    if skip_a >= 0 or skip_b >= 0:
        shapes = without(shapes, skip_a, skip_b)
    x0, y0, x1, y1 = target.x0, target.y0, target.x1, target.y1
    if eye_x < x0:
        x0 = eye_x
    elif eye_x > x1:
        x1 = eye_x
    if eye_y < y0:
        y0 = eye_y
    elif eye_y > y1:
        y1 = eye_y
    near: list[Shape] = []
    for shape in shapes:
        if shape.x0 < x1 and shape.x1 > x0 and shape.y0 < y1 and shape.y1 > y0:
            near.append(shape)
    if target.radius:
        return _sight_of_disc(near, eye_x, eye_y, target)
    points = target.points
    if not 0 <= side < len(points):
        raise IndexError(f"a shape of {len(points)} sides has no side {side}")
    ax, ay = points[side]
    bx, by = points[side + 1 - len(points)]
    spans = shadows(near, eye_x, eye_y, ax, ay, bx, by) if near else None
    shown = lit(spans, ax, ay, bx, by) if spans else 1.0
    nx, ny, offset = target.edges[side]
    if shown > 0.0 and nx * eye_x + ny * eye_y - offset > EPS:
        return 1.0 - shown, True
    return 1.0 - shown, _another_side_seen(near, eye_x, eye_y, target, side)


def _another_side_seen(near: list[Shape], ex: float, ey: float, target: Shape, side: int) -> bool:
    points = target.points
    for number, (nx, ny, offset) in enumerate(target.edges):
        if number != side and nx * ex + ny * ey - offset > EPS:
            ax, ay = points[number]
            bx, by = points[number + 1 - len(points)]
            spans = shadows(near, ex, ey, ax, ay, bx, by)
            if not spans or lit(spans, ax, ay, bx, by) > 0.0:
                return True
    return False


def _sight_of_disc(near: list[Shape], ex: float, ey: float, target: Shape) -> tuple[float, bool]:
    """As for a side, with the diameter across the line of sight; seen means some of the arc that faces the eye."""
    x, y, r = target.x - ex, target.y - ey, target.radius
    d2 = x * x + y * y
    d = sqrt(d2)
    if d > EPS:
        wx, wy = 0.0 - y * r / d, x * r / d
    else:
        wx, wy = 0.0, r
    tx, ty = target.x, target.y
    shown = visible_share(near, ex, ey, tx - wx, ty - wy, tx + wx, ty + wy)
    if d <= r + EPS:
        return 1.0 - shown, False
    if shown > 0.0:
        return 1.0 - shown, True
    # The arc shows the same rays as the chord between the tangent points, which are a little wider than the diameter.
    along, across = (d2 - r * r) / d2, sqrt(d2 - r * r) / d
    mx, my = ex + x * along, ey + y * along
    wx, wy = wx * across, wy * across
    return 1.0, visible_share(near, ex, ey, mx - wx, my - wy, mx + wx, my + wy) > 0.0


def sight_many(scene: Scene, rows: Iterable[SightRow], /) -> list[tuple[float, bool]]:
    """`sight` for many rows of (eye x, eye y, target, side, skip, skip) in one call."""
    return [sight(scene, *row) for row in rows]


def without(shapes: Sequence[Shape], skip_a: int, skip_b: int) -> list[Shape]:
    """A list of shapes lacking up to two numbers; numbers outside it mean none."""
    kept = list(shapes)
    if skip_a < skip_b:
        skip_a, skip_b = skip_b, skip_a
    if 0 <= skip_a < len(kept):
        del kept[skip_a]
    if 0 <= skip_b < skip_a and skip_b < len(kept):
        del kept[skip_b]
    return kept


def visible_share(near: list[Shape], ex: float, ey: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The share of a segment that is not hidden."""
    spans = shadows(near, ex, ey, ax, ay, bx, by)
    return lit(spans, ax, ay, bx, by) if spans else 1.0


def lit(spans: list[Span], ax: float, ay: float, bx: float, by: float) -> float:
    """The share of a segment outside its shadows; stretches below the tolerance are neither shadow nor sight."""
    if spans is HIDDEN:
        return 0.0
    slack = slack_of(ax, ay, bx, by)
    if len(spans) > 1:
        spans.sort()
    shown = at = 0.0
    for low, high in spans:
        if low - at > slack:
            shown += low - at
        if high > at:
            at = high
    if 1.0 - at > slack:
        shown += 1.0 - at
    return shown


def slack_of(ax: float, ay: float, bx: float, by: float) -> float:
    """The tolerance as a share of a segment; half of it if the segment is itself no longer than the tolerance."""
    length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    return EPS / length if length > EPS else 0.5


def shadows(near: list[Shape], ex: float, ey: float, ax: float, ay: float, bx: float, by: float) -> list[Span]:
    """The shadows of shapes on a segment as ranges within 0 to 1, each longer than the tolerance, in no order.

    Ends with HIDDEN as soon as nothing is left to see, and puts that shape first: it likely hides the next side too.
    """
    length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    ax -= ex
    ay -= ey
    bx -= ex
    by -= ey
    area = ax * by - ay * bx
    if -EPS * length <= area <= EPS * length or length <= EPS:
        return _edge_on(near, ex, ey, ax, ay, bx, by, length)
    slack = EPS / length
    inverse = 1.0 / area
    kx = 0.0 - ay * inverse
    ky = ax * inverse
    jx = by * inverse
    jy = 0.0 - bx * inverse
    qx = jx + kx
    qy = jy + ky
    to_a = sqrt(ax * ax + ay * ay)
    to_b = sqrt(bx * bx + by * by)
    first = EPS / (to_a if to_a > to_b else to_b)
    last = 1.0 - first
    if inverse > 0.0:
        inverse = -inverse
    to_a *= inverse
    to_b *= inverse
    left, right = 0.0, 1.0
    spans: list[Span] = []
    for shape in near:
        x = shape.x - ex
        y = shape.y - ey
        reach = shape.reach
        if kx * x + ky * y <= reach * to_a or jx * x + jy * y <= reach * to_b:
            continue
        if shape.radius:
            low, high = disc_shadow(shape, ex, ey, ax, ay, bx, by, (kx, ky, qx, qy, first, last))
        else:
            low, high = inf, -inf
            for x, y in shape.points:
                x -= ex
                y -= ey
                q = qx * x + qy * y
                if q < first or q > 1.0:
                    low, high = polygon_shadow(shape.points, ex, ey, (kx, ky, qx, qy, first, last))
                    break
                q = (kx * x + ky * y) / q
                if q < low:
                    low = q
                if q > high:
                    high = q
        if low < 0.0:
            low = 0.0
        if high > 1.0:
            high = 1.0
        if high - low > slack:
            if low - left <= slack and high > left:
                left = high
            if right - high <= slack and low < right:
                right = low
            if right - left <= slack:
                near.insert(0, shape)
                return HIDDEN
            spans.append((low, high))
    return spans


def _edge_on(
    near: list[Shape], ex: float, ey: float, ax: float, ay: float, bx: float, by: float, length: float
) -> list[Span]:
    """Shadows on a segment seen edge-on: all beyond the first entry into a shape is hidden. A and B from the eye."""
    if length <= EPS:
        return _point_hidden(near, ex, ey, ax, ay)
    ux, uy = (bx - ax) / length, (by - ay) / length
    here = 0.0 - (ax * ux + ay * uy)
    slack = EPS / length
    spans: list[Span] = []
    for shape in near:
        cut = chord(shape, ex, ey, ux, uy)
        if cut is None:
            continue
        enter, leave = cut
        if leave > EPS:
            low = (here + (enter if enter > 0.0 else 0.0)) / length
            low = low if low > 0.0 else 0.0
            if 1.0 - low > slack:
                spans.append((low, 1.0))
        if enter < -EPS:
            high = (here + (leave if leave < 0.0 else 0.0)) / length
            high = high if high < 1.0 else 1.0
            if high > slack:
                spans.append((0.0, high))
    return spans


def _point_hidden(near: list[Shape], ex: float, ey: float, x: float, y: float) -> list[Span]:
    """A segment too short to measure is hidden whole or not at all; at the eye itself, if that is inside a shape."""
    distance = sqrt(x * x + y * y)
    for shape in near:
        if distance <= EPS:
            cut = chord(shape, ex, ey, 1.0, 0.0)
            if cut is not None and cut[0] < -EPS and cut[1] > EPS:
                return HIDDEN
        elif crosses(shape, ex, ey, x / distance, y / distance, distance):
            return HIDDEN
    return []


def crosses(shape: Shape, x: float, y: float, ux: float, uy: float, distance: float) -> bool:
    """Whether a straight path passes through the inside of a shape for more than the tolerance."""
    cut = chord(shape, x, y, ux, uy)
    if cut is None:
        return False
    enter, leave = cut
    return (leave if leave < distance else distance) - (enter if enter > 0.0 else 0.0) > EPS


def _in_triangle_box(
    shapes: Iterable[Shape], ex: float, ey: float, ax: float, ay: float, bx: float, by: float
) -> list[Shape]:
    x0, x1 = min(ex, ax, bx), max(ex, ax, bx)
    y0, y1 = min(ey, ay, by), max(ey, ay, by)
    return [s for s in shapes if s.x0 < x1 and s.x1 > x0 and s.y0 < y1 and s.y1 > y0]


def visible_intervals(
    scene: Scene,
    eye_x: float, eye_y: float, ax: float, ay: float, bx: float, by: float, /,
    skip_a: int = -1, skip_b: int = -1,
) -> list[Span]:  # fmt: skip
    """The stretches of a segment that an eye sees, as ranges from 0 (its first end) to 1."""
    near = _in_triangle_box(without(scene.shapes, skip_a, skip_b), eye_x, eye_y, ax, ay, bx, by)
    slack = slack_of(ax, ay, bx, by)
    found: list[Span] = []
    at = 0.0
    for low, high in sorted(shadows(near, eye_x, eye_y, ax, ay, bx, by)):
        if low - at > slack:
            found.append((at, low))
        if high > at:
            at = high
    if 1.0 - at > slack:
        found.append((at, 1.0))
    return found


def hidden_share(
    scene: Scene,
    eye_x: float, eye_y: float, ax: float, ay: float, bx: float, by: float, /,
    skip_a: int = -1, skip_b: int = -1,
) -> float:  # fmt: skip
    """The share of a bare segment that an eye cannot see; a segment without length is hidden whole or not at all."""
    near = _in_triangle_box(without(scene.shapes, skip_a, skip_b), eye_x, eye_y, ax, ay, bx, by)
    return 1.0 - visible_share(near, eye_x, eye_y, ax, ay, bx, by)


def shadowed_by(
    scene: Scene, eye_x: float, eye_y: float, ax: float, ay: float, bx: float, by: float, /
) -> tuple[int, ...]:
    """The numbers of the shapes whose own shadow on the segment is longer than the tolerance."""
    found = []
    for number, shape in enumerate(scene.shapes):
        near = _in_triangle_box((shape,), eye_x, eye_y, ax, ay, bx, by)
        if near and shadows(near, eye_x, eye_y, ax, ay, bx, by):
            found.append(number)
    return tuple(found)


def crossed_by(scene: Scene, ax: float, ay: float, bx: float, by: float, /) -> tuple[int, ...]:
    """The numbers of the shapes through whose inside a straight path passes; grazing a border is not passing."""
    dx, dy = bx - ax, by - ay
    distance = sqrt(dx * dx + dy * dy)
    if distance <= EPS:
        return ()
    ux, uy = dx / distance, dy / distance
    return tuple(n for n, shape in enumerate(scene.shapes) if crosses(shape, ax, ay, ux, uy, distance))


__all__ = [
    "SightRow",
    "crossed_by",
    "hidden_share",
    "shadowed_by",
    "sight",
    "sight_many",
    "visible_intervals",
    "visible_share",
]
