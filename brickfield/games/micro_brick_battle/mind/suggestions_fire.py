"""Fire plans as numbers: which shooter should fire at which target, so that no shot is wasted on the dead."""

from __future__ import annotations

from collections.abc import Sequence

NOBODY = -1
_SWEEPS = 4
# Gains below this are rounding.
_NOTHING = 1e-12


def assign(chances: Sequence[Sequence[float]], worth: Sequence[float], most: int | None = None) -> list[int]:
    """A target for each shooter (or nobody), so that much of worth is destroyed, with at most so many shots.

    Greedy by what a shot adds to those already given. Every further shot at one target adds less, so the result is
    near the best; `polished` looks for single changes that still help.
    """
    left = list(worth)
    plan = [NOBODY] * len(chances)
    waiting = {shooter: _best_for(row, left) for shooter, row in enumerate(chances)}
    spared = 0 if most is None else max(0, len(chances) - most)
    while len(waiting) > spared:
        shooter, (gain, target) = max(waiting.items(), key=_gain)
        if gain <= _NOTHING:
            break
        del waiting[shooter]
        plan[shooter] = target
        left[target] *= 1.0 - chances[shooter][target]
        for other, (_gain_there, aimed) in waiting.items():
            if aimed == target:
                waiting[other] = _best_for(chances[other], left)
    return plan


def _gain(entry: tuple[int, tuple[float, int]]) -> tuple[float, int]:
    return entry[1][0], -entry[0]


def _best_for(row: Sequence[float], left: Sequence[float]) -> tuple[float, int]:
    """What one shot can add most, and at whom."""
    gain, target = 0.0, NOBODY
    for number, chance in enumerate(row):
        if chance and chance * left[number] > gain:
            gain, target = chance * left[number], number
    return gain, target


def polished(chances: Sequence[Sequence[float]], worth: Sequence[float]) -> list[int]:
    """A plan in which no single shot could be better spent."""
    plan = assign(chances, worth)
    for _ in range(_SWEEPS):
        before = list(plan)
        for shooter, target in enumerate(before):
            if target != NOBODY:
                plan[shooter] = NOBODY
                left = standing(plan, chances, len(worth))
                gain, better = _best_for(
                    chances[shooter], [each * share for each, share in zip(worth, left, strict=True)]
                )
                stays = worth[target] * left[target] * chances[shooter][target]
                plan[shooter] = better if gain > stays + _NOTHING else target
        if plan == before:
            break
    return plan


def standing(plan: Sequence[int], chances: Sequence[Sequence[float]], targets: int) -> list[float]:
    """The chance that each target is still standing after all shots of a plan."""
    left = [1.0] * targets
    for shooter, target in enumerate(plan):
        if target != NOBODY:
            left[target] *= 1.0 - chances[shooter][target]
    return left
