"""Sight lines: the rays a rule looks along, who may shoot along them, and the cover each figure has; asked for one pair
of units at a time, because there are many of them."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct


class RayFace(Struct, frozen=True):
    """A ray to a point of the table, in the ruler, and how much of it counts as seen: 1, 0.5 or 0."""

    x: float
    y: float
    seen: float


class ThreadFace(Struct, frozen=True):
    """The rays from one who shoots to one who may be hit, each a unit or a `unit/figure`."""

    shooter: str
    target: str
    x: float
    y: float
    rays: tuple[RayFace, ...]


class CoverFace(Struct, frozen=True):
    """The cover of one of those who are shot at, in words, and the clause that gives it."""

    figure: str
    cover: Literal["none", "soft", "hard", "total"]
    title: str
    clause: str


class SightLines(Struct, frozen=True):
    """All rays from a unit to another, the figures that may shoot, and the cover of those that may be hit."""

    unit: str
    target: str
    threads: tuple[ThreadFace, ...]
    shooters: tuple[str, ...]
    covers: tuple[CoverFace, ...]
    clause: str
