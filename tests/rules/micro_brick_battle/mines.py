"""Tables with mines of every sort, and a Sherman on its way to square C3."""

from __future__ import annotations

from typing import Any

from brickfield.testing import Position, Result, dice, lay_table, unit

SHERMAN = "M4 Sherman"
# How far the front of a Sherman is ahead of its centre, and half its width.
NOSE, SIDE = 0.945, 0.4725
# A Sherman at x 15, y 10.1 heads north for square C3, which begins at y 12.
FAR = unit("B1", "Panzer III", 44, 33, 270)
TWO = (unit("A1", SHERMAN, 15, 10.1, 90), FAR)
AT_C3 = 12 - NOSE


def table(sort: str, units: Any = TWO, terrain: Any = (), *, options: Any = None, **more: Any) -> Position:
    """A table with mines of a sort."""
    return lay_table("micro_brick_battle", units, terrain, options={"mines": sort, **(options or {})}, **more)


def secret(*notes: str, units: Any = TWO, **more: Any) -> Position:
    """A table on which the seats have written these squares down."""
    return table("secret", units, notes=list(notes), **more)


def call(t: Position, parity: str, *faces: int) -> Result:
    """Call even or odd, and the dice fall."""
    return t.answer("call_parity", parity=parity, dice=dice(*faces))


def y_of(t: Position, name: str = "A1") -> float:
    """How far up the table a unit stands."""
    return t.pose(name)[1]
