"""Cutting terrain into pieces: strips into sections, areas into cells.

`strips` and `squares` cut in whole grains and keep where each part lies in the whole, so that the parts tile it exactly
(`shapes.part_at`). `sections` and `cells` give each part a pose of its own, rounded to the grain: enough to draw it,
but between two such parts of a slanted piece there is a crack or an overlap of half a grain.
"""

from __future__ import annotations

from brickfield.geometry.grain import GRAIN, Pose, direction, grains
from brickfield.geometry.shapes import EPS, Cut

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


# A part by its rounded pose, its length and width in grain, and where it lies in the whole.
Share = tuple[Pose, int, int, Cut]


def strips(pose: Pose, length: int, width: int, step: int) -> list[Share]:
    """A strip of terrain in grain, cut across every `step` from its first end, which lies behind its centre."""
    return [_share(pose, length, width, (a, b), (0, width)) for a, b in _whole_cuts(length, step)]


def squares(pose: Pose, length: int, width: int, step: int) -> list[Share]:
    """An area in grain, cut into squares from its rear-right corner: along its length first, then row by row."""
    return [
        _share(pose, length, width, along, across)
        for across in _whole_cuts(width, step)
        for along in _whole_cuts(length, step)
    ]


def _whole_cuts(length: int, step: int) -> list[tuple[int, int]]:
    """As `cuts`, in grain; a rest of one grain, which is the tolerance, belongs to the last step."""
    if not (step > 1 and length > 1):
        raise ValueError(f"cannot cut a length of {length!r} into steps of {step!r}")
    ends = [*range(step, length - 1, step), length]
    return list(zip([0, *ends[:-1]], ends, strict=True))


def _share(pose: Pose, length: int, width: int, along: tuple[int, int], across: tuple[int, int]) -> Share:
    forward, left = (sum(along) - length) / (2 * GRAIN), (sum(across) - width) / (2 * GRAIN)
    size = along[1] - along[0], across[1] - across[0]
    where, _, _ = _part(pose, forward, left, *size)
    return where, *size, (pose.x, pose.y, length, width, along[0], across[0])
