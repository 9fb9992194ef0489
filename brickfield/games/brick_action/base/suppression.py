"""Suppression and rallying: when a unit is suppressed, and what helps it to rally."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier, Tally
from .firing.fire_measures import fire

RALLY = "rally"


@rule("ba.sup.trigger", "ba.sup.wiped")
def suppresses(lost: int) -> bool:
    """Whether so many minis lost in one action suppress what is left of a unit, be it one mini."""
    return lost >= fire().suppressing_losses


@rule("ba.rally.max", "ba.unit.veteran.rally", "ba.unit.officer.rally", "ba.rally.command")
def rally_bonus(veterans: int, officer: bool, auras: Sequence[tuple[str, int, str]] = ()) -> Tally:
    """Each veteran, the officer and every commander near enough (name, bonus, clause) add theirs, at most +2 in all."""
    numbers, lines = fire(), []
    if veterans:
        lines.append(_plus(veterans * numbers.rally_veteran, f"{veterans} x veteran", "ba.unit.veteran.rally"))
    if officer:
        lines.append(_plus(numbers.rally_officer, "officer", "ba.unit.officer.rally"))
    lines += [_plus(value, name, clause) for name, value, clause in auras]
    return Tally(RALLY, 0, modifiers=tuple(lines), caps=((RALLY, 0, numbers.rally_most, "ba.rally.max"),))


def _plus(value: int, reason: str, clause: str) -> Modifier:
    return Modifier(RALLY, value, reason, clause, kind=RALLY)


@rule("ba.rally.roll")
def rallies(face: int, bonus: int) -> bool:
    """4 or more on one die, bonuses added."""
    return face + bonus >= fire().rally_from
