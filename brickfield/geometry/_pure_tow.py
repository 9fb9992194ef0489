"""Towing in plain Python: a form drawn by its nose along straight legs, turned about the nose at every bend."""

from __future__ import annotations

from collections.abc import Iterable
from math import fmod

from brickfield.geometry._pure_contact import clear, overlapped
from brickfield.geometry._pure_pivot import bulge_of, pivot
from brickfield.geometry._pure_slide import translate
from brickfield.geometry.forms import Form
from brickfield.geometry.grain import GRAIN, must_be_finite, unit
from brickfield.geometry.scene import Scene

# A leg is the heading of the form in degrees and how far it goes along it; less than nothing is backwards.
Tow = tuple[float, float]


def towed(
    scene: Scene,
    form: Form,
    nose: float,
    x: float,
    y: float,
    legs: Iterable[Tow],
    place: int,
    turn: int,
    /,
    skip: int = -1,
    touch: float = 0.0,
    facing: float | None = None,
) -> tuple[int, list[tuple[int, int, int]], float, float]:
    """What is met first (-1 nothing, -2 the border), where the origin of the form is after each leg before that, and
    where its nose is then.

    The nose is so far ahead of the origin and begins at (x, y). At each bend the form is laid anew, not swept, and
    slides on; with the heading it is `facing` at the beginning it swings about its nose through every heading between,
    by the shorter way round, and that must be free too. Places are in grain, rounded to whole steps of `place` and
    `turn`; the nose itself is not rounded.
    """
    must_be_finite(nose, x, y, touch, 0.0 if facing is None else facing)
    if place < 1 or turn < 1:
        raise ValueError("a step is at least one grain")
    ways: list[tuple[int, int, int]] = []
    for heading, far in legs:
        must_be_finite(heading, far)
        c, s = unit(heading)
        if facing is not None:
            hit = swung(scene, form, nose, x, y, facing, heading, skip, touch)
            if hit != -1:
                return hit, ways, x, y
            facing = heading
        end_x, end_y = x + far * c, y + far * s
        hit = _met(scene, form, (x - nose * c, y - nose * s, c, s), (end_x - x, end_y - y), skip, touch)
        if hit != -1:
            return hit, ways, x, y
        x, y = end_x, end_y
        at = ((x - nose * c) * GRAIN / place, (y - nose * s) * GRAIN / place, heading * GRAIN / turn)
        ways.append((round(at[0]) * place, round(at[1]) * place, round(at[2]) * turn))
    return -1, ways, x, y


def swung(
    scene: Scene, form: Form, nose: float, x: float, y: float, facing: float, heading: float, skip: int, touch: float
) -> int:
    """What a form meets that swings about its nose from one heading into another, by the shorter way round."""
    turn = fmod(heading - facing, 360.0)
    if turn > 180.0:
        turn -= 360.0
    elif turn < -180.0:
        turn += 360.0
    if turn == 0.0:
        return -1
    (c, s), (c1, s1) = unit(facing), unit(heading)
    x0, y0, x1, y1 = form.box(x - nose * c, y - nose * s, c, s)
    u0, v0, u1, v1 = form.box(x - nose * c1, y - nose * s1, c1, s1)
    more = bulge_of(turn) * (abs(nose) + form.ahead + form.aside)
    low, left = (v0 if v0 < y0 else y0) - more, (u0 if u0 < x0 else x0) - more
    high, right = (v1 if v1 > y1 else y1) + more, (u1 if u1 > x1 else x1) + more
    if clear(scene, left, low, right, high, skip):
        return -1
    return pivot(scene, form.at(x - nose * c, y - nose * s, c, s), (x, y), turn, skip, touch)


def _met(
    scene: Scene, form: Form, laid: tuple[float, float, float, float], way: tuple[float, float], skip: int, touch: float
) -> int:
    """What a form meets where it is laid, or on its way from there."""
    dx, dy = way
    x0, y0, x1, y1 = form.box(*laid)
    left, low = (x0 + dx if dx < 0.0 else x0), (y0 + dy if dy < 0.0 else y0)
    right, high = (x1 + dx if dx > 0.0 else x1), (y1 + dy if dy > 0.0 else y1)
    if clear(scene, left, low, right, high, skip):
        return -1
    shape = form.at(*laid)
    hit = overlapped(scene, shape, skip, touch)
    return hit if hit != -1 else translate(scene, shape, dx, dy, skip, touch)[1]
