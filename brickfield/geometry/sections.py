"""Cutting terrain into pieces: strips into sections, areas into cells."""

from __future__ import annotations

from brickfield.geometry.grain import GRAIN, Pose, direction, grains
from brickfield.geometry.shapes import EPS

# A rectangle by its pose and its length and width.
Part = tuple[Pose, float, float]


def cuts(length: float, step: float) -> list[tuple[float, float]]:
    """The stretches from 0 to a length, one step each; a shorter rest is one too, unless it is below the tolerance."""
    if not (step > EPS and length > EPS):
        raise ValueError(f"cannot cut a length of {length!r} into steps of {step!r}")
    whole = int(length / step)
    ends = [step * number for number in range(1, whole + 1)]
    if length - whole * step >= EPS:
        ends.append(length)
    else:
        ends[-1] = length
    return list(zip([0.0, *ends[:-1]], ends, strict=True))


def sections(pose: Pose, length: float, width: float, step: float) -> list[Part]:
    """A strip of terrain cut across every `step` from its first end, which lies behind its centre."""
    return [_part(pose, (a + b - length) / 2, 0.0, b - a, width) for a, b in cuts(length, step)]


def cells(pose: Pose, length: float, width: float, step: float) -> list[Part]:
    """An area cut into squares from its rear-right corner: along its length first, then row by row to its left."""
    return [
        _part(pose, (a + b - length) / 2, (c + d - width) / 2, b - a, d - c)
        for c, d in cuts(width, step)
        for a, b in cuts(length, step)
    ]


def _part(pose: Pose, forward: float, left: float, length: float, width: float) -> Part:
    c, s = direction(pose.heading)
    x, y = pose.x / GRAIN + (forward * c - left * s), pose.y / GRAIN + (forward * s + left * c)
    return Pose(grains(x), grains(y), pose.heading), length, width
