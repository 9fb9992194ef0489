"""Smoke for a real board, to be printed."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.shown.aids import STUD, Aid, sheet
from ...base.weapons import weapons


@rule("ba.weapon.smoke")
def aids() -> tuple[Aid, ...]:
    """The sheet of a smoke grenade."""
    smoke = weapons()["smoke_grenade"]
    length, width = (side * STUD for side in smoke.smoke)
    return (sheet("smoke", "Smoke", smoke.clause, "Nobody sees through it.", length, width),)
