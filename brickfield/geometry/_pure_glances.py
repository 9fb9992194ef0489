"""Who sees whom in plain Python, many against many: from which place, on which side, and how much is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from brickfield.geometry._pure_sight import shadowed_by, sight
from brickfield.geometry.glancing import NEAR_SIDE, Glance, Watched, Watcher
from brickfield.geometry.scene import Scene
from brickfield.geometry.shapes import Shape

_SQRT_HALF = 0.7071067811865476
_LEFT, _REAR, _RIGHT, _FRONT = range(4)


def glances(
    scene: Scene,
    shooters: Iterable[Watcher],
    targets: Iterable[Watched],
    near: float,
    soft: Scene,
    dull: Sequence[bytes] = (),
    /,
) -> list[Glance]:
    """Everybody who is seen by somebody, from the first of the shooters to the last, and past which soft things.

    Where it is given, `dull` has for every shooter a byte for each target, with a bit for each side of it (1, 2, 4, 8)
    that is not worth a glance.
    Nearer than `near` a target that stands in the scene is too near for a glance, and so is anything in the same place.
    """
    found: list[Glance] = []
    looked_at = list(targets)
    if any(not target[4].radius and len(target[4].points) < 4 for target in looked_at):
        raise IndexError("a target of glances() has four sides or is round")
    eyes = list(shooters)
    if dull and (len(dull) != len(eyes) or any(len(row) != len(looked_at) for row in dull)):
        raise ValueError("glances() wants a byte of dull sides for each shooter and target")
    for i, one in enumerate(eyes):
        for j, other in enumerate(looked_at):
            side, eye_x, eye_y = _faced(one, other, near)
            if side == NEAR_SIDE:
                found.append((i, j, 0.0, 0.0, NEAR_SIDE, 0.0, ()))
                continue
            if dull and dull[i][j] >> side & 1:
                continue
            hidden, seen = sight(scene, eye_x, eye_y, other[4], side, one[6], other[5])
            if seen:
                found.append((i, j, eye_x, eye_y, side, hidden, _past(soft, eye_x, eye_y, other[4], side)))
    return found


def _past(soft: Scene, eye_x: float, eye_y: float, shape: Shape, side: int) -> tuple[int, ...]:
    """The soft things whose shadow falls on a side."""
    if shape.radius:
        return ()
    points = shape.points
    return shadowed_by(soft, eye_x, eye_y, *points[side], *points[(side + 1) % len(points)])


def _faced(one: Watcher, other: Watched, near: float) -> tuple[int, float, float]:
    """The side of a target that faces an eye, and where that eye is."""
    x, y, one_ahead_x, one_ahead_y, reach, fixed, _skip = one
    other_x, other_y, ahead_x, ahead_y, _shape, skip = other
    dx, dy = other_x - x, other_y - y
    away = sqrt(dx * dx + dy * dy)
    if away == 0.0 or (away < near and skip >= 0):
        return NEAR_SIDE, 0.0, 0.0
    if fixed:
        dx, dy = dx - reach * one_ahead_x, dy - reach * one_ahead_y
        away = sqrt(dx * dx + dy * dy)
    else:
        share = 1.0 - reach / away
        dx, dy, away = dx * share, dy * share, away * share
    if away == 0.0:
        return NEAR_SIDE, 0.0, 0.0
    along = -(ahead_x * dx + ahead_y * dy) / away
    if along >= _SQRT_HALF:
        side = _FRONT
    elif along < -_SQRT_HALF:
        side = _REAR
    else:
        side = _LEFT if ahead_y * dx - ahead_x * dy > 0.0 else _RIGHT
    return side, other_x - dx, other_y - dy
