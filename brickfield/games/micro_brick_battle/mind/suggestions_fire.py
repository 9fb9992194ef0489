"""Fire plans as numbers: which shooter should fire at which target, so that no shot is wasted on the dead."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.geometry import kernel
from brickfield.geometry.volleys import NOBODY, best_for

_SWEEPS = 4
# Gains below this are rounding.
_NOTHING = 1e-12


def assign(chances: Sequence[Sequence[float]], worth: Sequence[float], most: int | None = None) -> list[int]:
    """A target for each shooter (or nobody), so that much of worth is destroyed, with at most so many shots.

    Greedy by what a shot adds to those already given. Every further shot at one target adds less, so the result is
    near the best; `polished` looks for single changes that still help.
    """
    return kernel.aimed(chances, worth, len(chances) if most is None else most)


def polished(chances: Sequence[Sequence[float]], worth: Sequence[float]) -> list[int]:
    """A plan in which no single shot could be better spent."""
    plan = assign(chances, worth)
    for _ in range(_SWEEPS):
        before = list(plan)
        for shooter, target in enumerate(before):
            if target != NOBODY:
                plan[shooter] = NOBODY
                left = standing(plan, chances, len(worth))
                gain, better = best_for(
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
