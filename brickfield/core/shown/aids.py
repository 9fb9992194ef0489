"""Measuring aids: what people lay beside real bricks, to be printed at its true size and cut out.

A game says in its own ruler how large each one is; here it becomes millimetres. A brick's stud is 8 mm from the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

INCH, STUD = 25.4, 8.0


class AidMark(Struct, frozen=True):
    """A line across a ruler or a ring round a middle, with its words."""

    at: float
    words: str = ""
    clause: str = ""


class Aid(Struct, frozen=True):
    """A thing to cut out, in millimetres and degrees.

    A ruler is `length` long with a line at every `unit` and smaller ones between, `parts` to a unit. A disc and a wedge
    have `length` as their radius, a wedge opens by `degrees`. A sheet is a rectangle of `length` by `width`.
    """

    id: str
    title: str
    text: str
    clause: str
    shape: Literal["ruler", "disc", "wedge", "sheet"]
    length: float
    width: float = 0.0
    degrees: float = 0.0
    unit: float = 0.0
    parts: int = 1
    marks: tuple[AidMark, ...] = ()


def ruler(
    title: str, clause: str, text: str, unit: float, count: float, parts: int = 1, marks: Sequence[AidMark] = ()
) -> Aid:
    """A strip of so many units, marked where something reaches."""
    at = tuple(AidMark(mark.at * unit, mark.words, mark.clause) for mark in marks)
    return Aid("ruler", title, text, clause, "ruler", count * unit, unit=unit, parts=parts, marks=at)


def disc(name: str, title: str, clause: str, text: str, radius: float) -> Aid:
    """A round sheet."""
    return Aid(name, title, text, clause, "disc", radius)


def wedge(name: str, title: str, clause: str, text: str, degrees: float, radius: float = 80.0) -> Aid:
    """An angle to lay against a model; how long its sides are does not matter."""
    return Aid(name, title, text, clause, "wedge", radius, degrees=degrees)


def sheet(name: str, title: str, clause: str, text: str, length: float, width: float) -> Aid:
    """A rectangle."""
    return Aid(name, title, text, clause, "sheet", length, width)
