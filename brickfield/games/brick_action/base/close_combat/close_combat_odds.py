"""Close Combat before it is fought: how likely a round is won, from the dice and totals of both sides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from brickfield.core.clauses import rule
from ..measures import measures
from .close_combat_numbers import Fighter, combat_dice, combat_total


@rule("ba.cc.total", "ba.cc.tie")
def chance_to_win(ours: Sequence[Fighter], theirs: Sequence[Fighter]) -> float:
    """How likely the first of two sides has the higher total of a round."""
    ahead = combat_total(ours, ()).total - combat_total(theirs, ()).total
    return _higher(combat_dice(ours).total, combat_dice(theirs).total, ahead)


@cache
def _higher(dice: int, others: int, ahead: int) -> float:
    ways, against = _sums(dice), _sums(others)
    won = sum(count * other for total, count in ways.items() for sum_, other in against.items() if total + ahead > sum_)
    return won / (sum(ways.values()) * sum(against.values()))


@cache
def _sums(dice: int) -> dict[int, int]:
    """In how many ways so many dice show each sum."""
    found = {0: 1}
    for _ in range(dice):
        after: dict[int, int] = {}
        for total, count in found.items():
            for face in range(1, measures().die_faces + 1):
                after[total + face] = after.get(total + face, 0) + count
        found = after
    return found


def round_words(ours: Sequence[Fighter], theirs: Sequence[Fighter]) -> str:
    """A round in a few words: dice against dice, and how likely it is won."""
    dice = f"{combat_dice(ours).total} dice against {combat_dice(theirs).total}"
    return f"{dice}, {round(100 * chance_to_win(ours, theirs))} % to win the round"
