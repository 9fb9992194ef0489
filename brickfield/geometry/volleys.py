"""Volleys: shots that are shared out among targets, and the best one for somebody alone."""

from __future__ import annotations

from collections.abc import Sequence

# Who is not aimed at anybody.
NOBODY = -1


def best_for(row: Sequence[float], left: Sequence[float]) -> tuple[float, int]:
    """What one shot can add most, and at whom."""
    gain, target = 0.0, NOBODY
    for number, chance in enumerate(row):
        if chance and chance * left[number] > gain:
            gain, target = chance * left[number], number
    return gain, target
