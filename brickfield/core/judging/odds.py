"""Odds: the chance to win of a table as it lies, from a few readable features and how much each of them weighs.

Features speak for a side when they are above 0 and against it below; for two sides they are each other's opposite, so
that both chances add up to one. Weights are data, fitted to battles of bots (`brickfield fit`).
"""

from __future__ import annotations

import tomllib
from abc import abstractmethod
from collections.abc import Mapping
from functools import cache
from math import exp, log
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from brickfield.core.adding import added
from brickfield.core.judging.judging import Judge
from brickfield.core.typed import as_type

if TYPE_CHECKING:
    from brickfield.core.game import Game
    from brickfield.core.state import State

# No table is surer than this many in the exponent.
_SUREST = 8.0
# Nobody counts for less than this share of both armies while he has anything left.
_LEAST = 0.02


class Foretold(Struct, frozen=True):
    """What speaks for and against a seat, by name, and the sort of battle whose weights apply."""

    sort: str
    features: dict[str, float]


class FittedJudge(Judge):
    """A judgement that foretells the winner from features of the table."""

    @abstractmethod
    def foretold(self, state: State, seat: int) -> Foretold:
        """What speaks for and against a seat."""

    def odds(self, state: State, seat: int) -> float:
        """How likely the side of a seat wins, a draw counting half; before the first round nobody knows."""
        if not state.facts.get("round"):
            return 1.0 / len(set(state.match.sides))
        return chance_of(self.foretold(state, seat), fitted_weights(state.match.game))


def fitted_weights(game: Game) -> Mapping[str, Mapping[str, float]]:
    """The weights of a game: by sort of battle, by feature."""
    return _weights_in(game.folder / "data" / "odds.toml")


@cache
def _weights_in(file: Path) -> Mapping[str, Mapping[str, float]]:
    with file.open("rb") as data:
        return as_type(tomllib.load(data), dict[str, dict[str, float]])


def chance_of(foretold: Foretold, weights: Mapping[str, Mapping[str, float]]) -> float:
    """The chance to win: a sum of weighed features as a logarithm of odds."""
    known = weights.get(foretold.sort, {})
    lead = added(value * known.get(name, 0.0) for name, value in foretold.features.items())
    return 1.0 / (1.0 + exp(-max(-_SUREST, min(_SUREST, lead))))


def lead_of(own: float, others: float) -> float:
    """The logarithm of what one side has against the other."""
    least = _LEAST * (own + others) or 1.0
    return log(max(least, own) / max(least, others))


def lead_after(own: float, others: float, ours: float, theirs: float, first: bool) -> float:
    """The same after an exchange of fire: who is to act fires first, what is left of the other answers. `ours` and
    `theirs` is what each side can expect to destroy."""
    least = _LEAST * (own + others) or 1.0
    if first:
        left = max(least, others - ours)
        return log(max(least, own - theirs * left / max(least, others)) / left)
    kept = max(least, own - theirs)
    return log(kept / max(least, others - ours * kept / max(least, own)))
