"""Volleys in plain Python: whom each of many should aim at, so that no shot is wasted, and who outlasts it."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.geometry.volleys import NOBODY, best_for

# Gains below this are rounding.
_NOTHING = 1e-12


def aimed(chances: Sequence[Sequence[float]], worth: Sequence[float], most: int, /) -> list[int]:
    """A target for each shooter, or nobody, with at most so many shots: always the one next that adds most.

    `chances` has a row for each shooter with its chance against each target. Of equal shots the first is taken.
    """
    if any(len(row) != len(worth) for row in chances):
        raise ValueError("a row of a volley has a chance for each target")
    left = list(worth)
    plan = [NOBODY] * len(chances)
    waiting = {shooter: best_for(row, left) for shooter, row in enumerate(chances)}
    spared = max(0, len(chances) - most)
    while len(waiting) > spared:
        shooter, (gain, target) = max(waiting.items(), key=_gain)
        if gain <= _NOTHING:
            break
        del waiting[shooter]
        plan[shooter] = target
        left[target] *= 1.0 - chances[shooter][target]
        for other, (_gain_there, at) in waiting.items():
            if at == target:
                waiting[other] = best_for(chances[other], left)
    return plan


def _gain(entry: tuple[int, tuple[float, int]]) -> tuple[float, int]:
    return entry[1][0], -entry[0]


def outlasted(threats: Sequence[Sequence[float]], there: Sequence[float], worth: Sequence[float], /) -> list[float]:
    """The chance that each target outlasts the volley of those who may not be there to shoot.

    `threats` has a row for each target with the chance of each shooter, `there` the chance that each shooter is there.
    """
    if len(threats) != len(worth) or any(len(row) != len(there) for row in threats):
        raise ValueError("a volley has a row for each target, with a chance of each shooter")
    volley = [[share * row[number] for row in threats] for number, share in enumerate(there)]
    left = [1.0] * len(worth)
    for row, target in zip(volley, aimed(volley, worth, len(volley)), strict=True):
        if target != NOBODY:
            left[target] *= 1.0 - row[target]
    return left
