"""Formations: a group of figures stands in ranks, and each of them goes a way of its own."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from brickfield.geometry import GRAIN, Pose, direction


class FigurePath(Struct, frozen=True):
    """Where one figure goes: its poses in order, without the one it starts from."""

    figure: str
    poses: tuple[Pose, ...]


class Regrouped(Struct, frozen=True):
    """Figures that cannot keep their places on the way of the first of them: the answer with ways of their own, by
    figure how far beside its place each ends, in the ruler's unit, and what to say about it."""

    answer: dict[str, Any]
    beside: dict[str, tuple[float, float]]
    text: str
    clause: str


def ranks(middle: Pose, count: int, gap: float, files: int) -> tuple[Pose, ...]:
    """Poses side by side, so many in each rank, the first rank in front; the whole stands about its middle."""
    rows = -(-count // files)
    c, s = direction(middle.heading)
    found = []
    for number in range(count):
        row, file = divmod(number, files)
        in_row = min(files, count - row * files)
        ahead, left = ((rows - 1) / 2 - row) * gap, ((in_row - 1) / 2 - file) * gap
        x, y = ahead * c - left * s, ahead * s + left * c
        found.append(Pose(middle.x + round(x * GRAIN), middle.y + round(y * GRAIN), middle.heading))
    return tuple(found)
