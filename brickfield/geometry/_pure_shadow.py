"""Shadows in plain Python: which stretch of a segment one shape hides from an eye.

The eye is the origin and a point v of the plane is written v = alpha * (A - eye) + beta * (B - eye). Its depth
q = alpha + beta is 0 at the eye and 1 on the segment AB; s = beta / q is where the ray through v meets AB (0 at A,
1 at B). A point of AB is hidden if the open segment from the eye to it passes through the inside of a shape, so the
shadow of a convex shape is the range of s over its inside within the triangle eye-A-B. Every function here is done
in the same steps, operation by operation, by the compiled kernel: both give the same bits.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt

from brickfield.geometry.shapes import EPS, Edge, Point, Shape

Span = tuple[float, float]
# Coefficients of beta and of the depth q, the nearest depth that counts, and the depth a shape must be in front of.
Lens = tuple[float, float, float, float, float, float]


def polygon_shadow(points: tuple[Point, ...], ex: float, ey: float, lens: Lens) -> Span:
    """The range of s of a polygon of which only the part between the nearest depth and the segment counts.

    For shapes that reach behind the eye or past the segment. The range is upside down if no part counts; a shape that
    lies along the far side of the segment is in front of it by rounding at most, and has none.
    """
    kx, ky, qx, qy, near, far = lens
    x, y = points[-1]
    x -= ex
    y -= ey
    last_beta = kx * x + ky * y
    last_q = qx * x + qy * y
    low, high = inf, -inf
    in_front = False
    for x, y in points:
        x -= ex
        y -= ey
        beta = kx * x + ky * y
        q = qx * x + qy * y
        if (q < near) != (last_q < near):
            # Reckoned from the end at the eye: from the other one its own size would drown the difference.
            if q < near:
                s = (beta + (near - q) / (last_q - q) * (last_beta - beta)) / near
            else:
                s = (last_beta + (near - last_q) / (q - last_q) * (beta - last_beta)) / near
            if s < low:
                low = s
            if s > high:
                high = s
        if (q < 1.0) != (last_q < 1.0):
            s = last_beta + (1.0 - last_q) / (q - last_q) * (beta - last_beta)
            if s < low:
                low = s
            if s > high:
                high = s
        if q < far:
            in_front = True
        if near <= q <= 1.0:
            s = beta / q
            if s < low:
                low = s
            if s > high:
                high = s
        last_beta, last_q = beta, q
    return (low, high) if in_front else (inf, -inf)


def disc_shadow(shape: Shape, ex: float, ey: float, ax: float, ay: float, bx: float, by: float, lens: Lens) -> Span:
    """The range of s of a disc: up to its tangents, or to where it cuts the segment's line if they touch beyond it.

    A and B are given relative to the eye.
    """
    kx, ky, qx, qy, near, far = lens
    x, y, r = shape.x - ex, shape.y - ey, shape.radius
    d2 = x * x + y * y
    inner = r - EPS
    if d2 < inner * inner:
        return 0.0, 1.0
    q = qx * x + qy * y
    steep = sqrt(qx * qx + qy * qy)
    if q - r * steep >= far or q + r * steep <= near:
        return inf, -inf
    m2 = d2 - r * r
    m = sqrt(m2) if m2 > 0.0 else 0.0
    wx, wy = bx - ax, by - ay
    l2 = wx * wx + wy * wy
    foot = ((x - ax) * wx + (y - ay) * wy) / l2
    off = (q - 1.0) / steep
    h2 = r * r - off * off
    half = sqrt(h2 / l2) if h2 > 0.0 else 0.0
    turn = r if ax * by - ay * bx > 0.0 else -r
    low, high = foot - half, foot + half
    ux, uy = x * m + y * turn, y * m - x * turn
    q = qx * ux + qy * uy
    if q <= 0.0:
        low = -inf
    elif q * m <= d2:
        low = (kx * ux + ky * uy) / q
    ux, uy = x * m - y * turn, y * m + x * turn
    q = qx * ux + qy * uy
    if q <= 0.0:
        high = inf
    elif q * m <= d2:
        high = (kx * ux + ky * uy) / q
    return low, high


def chord(shape: Shape, x: float, y: float, ux: float, uy: float) -> Span | None:
    """The stretch of a line (a point and a unit direction) inside a shape; None if it only grazes the border.

    It must enter the shape shrunk by the tolerance on every side; the stretch is measured in the whole shape.
    """
    if shape.radius:
        return _disc_chord(shape, x, y, ux, uy)
    return _polygon_chord(shape.edges, x, y, ux, uy)


def _disc_chord(shape: Shape, x: float, y: float, ux: float, uy: float) -> Span | None:
    x, y, r = shape.x - x, shape.y - y, shape.radius
    off = ux * y - uy * x
    inner = r - EPS
    if off * off >= inner * inner:
        return None
    middle = ux * x + uy * y
    half = sqrt(r * r - off * off)
    return middle - half, middle + half


def _polygon_chord(edges: Iterable[Edge], x: float, y: float, ux: float, uy: float) -> Span | None:
    low, high, enters, leaves = -inf, inf, -inf, inf
    for nx, ny, offset in edges:
        out = nx * x + ny * y - offset
        rate = nx * ux + ny * uy
        if rate == 0.0:
            if out >= -EPS:
                return None
            continue
        t, shrunk = -out / rate, (-EPS - out) / rate
        if rate < 0.0:
            if t > low:
                low = t
            if shrunk > enters:
                enters = shrunk
        else:
            if t < high:
                high = t
            if shrunk < leaves:
                leaves = shrunk
    return (low, high) if enters < leaves else None
