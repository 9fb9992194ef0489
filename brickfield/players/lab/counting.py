"""What results are worth: intervals, and the scores of swapped groups."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import TypeVar

Number = TypeVar("Number", int, float)

# The normal quantile of a two-sided 95 % interval.
Z95 = 1.959963984540054


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The Wilson 95 % interval of a win rate; without games nothing is known."""
    if games <= 0:
        return 0.0, 1.0
    share = wins / games
    spread = Z95 * Z95 / games
    centre = (share + spread / 2) / (1 + spread)
    half = Z95 * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    low = 0.0 if wins == 0 else max(0.0, centre - half)
    high = 1.0 if wins == games else min(1.0, centre + half)
    return low, high


def quantile(values: Sequence[Number], share: float) -> Number:
    """The least of some values that at least such a share of them does not exceed."""
    return sorted(values)[max(0, ceil(share * len(values)) - 1)]


def brier(foretold: Sequence[tuple[float, float]]) -> float:
    """How far chances lie from what came (1 won, one half drawn, 0 lost), squared, on the average: 0 is a prophet, a
    quarter who always says one half and sees no draw."""
    return sum((chance - came) ** 2 for chance, came in foretold) / len(foretold) if foretold else 0.0


def calibration(foretold: Sequence[tuple[float, float]], steps: int = 5) -> list[tuple[float, float, int]]:
    """Chances in steps of equal width, as far as there are any: what was foretold and what came on the average, and of
    how many."""
    found = []
    for step in range(steps):
        here = [each for each in foretold if min(steps - 1, int(each[0] * steps)) == step]
        if here:
            said, came = (sum(each[side] for each in here) / len(here) for side in (0, 1))
            found.append((said, came, len(here)))
    return found


def points(winners: tuple[int, ...], seat: int) -> float:
    """What a game is worth to a seat: 1 won, one half drawn, 0 lost."""
    if not winners:
        return 0.5
    return 1.0 if seat in winners else 0.0
