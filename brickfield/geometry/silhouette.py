"""Silhouettes: which points of an upright target an eye sees past solid bodies that stand on the table.

A body is an upright prism: a convex outline and a height. A body hides a point when the line from the eye enters it
by more than the tolerance; grazing a side or the top hides nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from math import hypot, inf

from brickfield.geometry.shapes import EPS, Shape

# An outline and the height it reaches.
Prism = tuple[Shape, float]
Eye = tuple[float, float, float]


def hidden_rows(
    eye: Eye, centre: tuple[float, float], width: float, heights: Sequence[float], bodies: Iterable[Prism]
) -> tuple[int, ...]:
    """How many rows of each column of a target are hidden, the left column (as the eye sees it) first.

    The target is an upright rectangle through `centre`, square to the line from the eye; it has as many columns as
    `heights` has rows, sampled at the middle of each cell. `heights` ascend, and what hides a point hides all below it.
    """
    ex, ey, ez = eye
    dx, dy = centre[0] - ex, centre[1] - ey
    away = hypot(dx, dy)
    # to the left of the line of sight
    lx, ly = (-dy / away, dx / away) if away else (0.0, 1.0)
    half = width / 2
    near = _between(ex, ey, centre, half, bodies)
    count = len(heights)
    if not near:
        return (0,) * count
    columns = []
    for column in range(count):
        aside = half - (column + 0.5) * width / count
        tx, ty = dx + lx * aside, dy + ly * aside
        tallest = -inf
        for shape, height in near:
            cut = _passage(shape, ex, ey, tx, ty)
            if cut is not None:
                tallest = max(tallest, _hides_up_to(ez, height - EPS, *cut))
        columns.append(bisect_right(heights, tallest))
    return tuple(columns)


def _between(ex: float, ey: float, centre: tuple[float, float], half: float, bodies: Iterable[Prism]) -> list[Prism]:
    """The bodies whose box meets the box around the eye and the target."""
    x, y = centre
    x0, x1 = min(ex, x - half), max(ex, x + half)
    y0, y1 = min(ey, y - half), max(ey, y + half)
    return [body for body in bodies if body[0].x0 < x1 and body[0].x1 > x0 and body[0].y0 < y1 and body[0].y1 > y0]


def _passage(shape: Shape, x: float, y: float, tx: float, ty: float) -> tuple[float, float] | None:
    """Which part of the way (0 to 1) from a point along a vector is inside a polygon shrunk by the tolerance."""
    enters, leaves = 0.0, 1.0
    for nx, ny, offset in shape.edges:
        out = nx * x + ny * y - offset + EPS
        rate = nx * tx + ny * ty
        if rate == 0.0:
            if out >= 0.0:
                return None
            continue
        at = -out / rate
        if rate < 0.0:
            if at > enters:
                enters = at
        elif at < leaves:
            leaves = at
        if enters >= leaves:
            return None
    return enters, leaves


def _hides_up_to(eye: float, top: float, enters: float, leaves: float) -> float:
    """The greatest height at the target that a line from the eye reaches only through a body of this height."""
    if enters == 0.0:
        return inf if eye <= top else eye + (top - eye) / leaves
    return max(eye + (top - eye) / enters, eye + (top - eye) / leaves)


__all__ = ["Eye", "Prism", "hidden_rows"]
