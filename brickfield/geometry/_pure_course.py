"""A course in plain Python: a footprint driven step by step, every step ending on the grain of the table."""

from __future__ import annotations

from collections.abc import Iterable

from brickfield.geometry._pure_pivot import pivot
from brickfield.geometry._pure_slide import translate
from brickfield.geometry.grain import GRAIN, Pose, direction
from brickfield.geometry.scene import Scene
from brickfield.geometry.shapes import circle, rectangle_at

# (STRAIGHT, heading, amount) goes the amount along a heading, (TURN, 0, amount) turns on the spot.
STRAIGHT, TURN = 0, 1
Leg = tuple[int, int, int]
# Where a step ended (x, y, heading), what it covered, and what it met (-1 nothing, -2 the border).
Way = tuple[int, int, int, int, int]


def course(
    scene: Scene, length: float, width: float, x: int, y: int, heading: int, legs: Iterable[Leg], /, skip: int = -1
) -> list[Way]:
    """Drive a rectangle, or a disc of that diameter if it has no width, through straight steps and turns in grain.

    A straight step is cut at the first contact and the next step goes on from there. A turn that meets something
    covers nothing and ends the course. Poses are rounded after each step, as if the steps were ordered one by one.
    """
    ways: list[Way] = []
    for kind, along, amount in legs:
        if width:
            shape = rectangle_at(Pose(x, y, heading), length, width)
        else:
            shape = circle(x / GRAIN, y / GRAIN, length * 0.5)
        if kind == TURN:
            hit = pivot(scene, shape, (x / GRAIN, y / GRAIN), amount / GRAIN, skip)
            if hit != -1:
                ways.append((x, y, heading, 0, hit))
                break
            heading = (heading + amount) % (360 * GRAIN)
            ways.append((x, y, heading, amount, -1))
            continue
        c, s = direction(along % (360 * GRAIN))
        share, hit = translate(scene, shape, c * amount / GRAIN, s * amount / GRAIN, skip)
        covered = amount if hit == -1 else round(amount * share)
        x, y = x + round(c * covered), y + round(s * covered)
        ways.append((x, y, heading, covered, hit))
    return ways
