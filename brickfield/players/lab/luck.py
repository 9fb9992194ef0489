"""What the dice of a game did for whom, so that fewer games tell who is stronger.

Each throw is made again a few times: by how much the table is better afterwards than on the average of those, by the
odds of the game, was luck. What a game brought less its luck is the same on the average over all dice, but where odds
foretell the end well it scatters far less.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

from brickfield.core.decisions import Decision
from brickfield.core.judging.judging import Judge
from brickfield.core.match import Match
from brickfield.core.play import Progress, give
from brickfield.core.state import State
from brickfield.players.lab.counting import Z95, points
from brickfield.players.worlds import CommonDice

# How often a throw is made again: in pairs that show opposite faces.
_TIMES = 6


class SeatLuck:
    """The luck of every seat in one game so far, in win chance."""

    def __init__(self, match: Match, seed: str) -> None:
        self.so_far = [0.0] * match.seats
        self._judge: Judge = match.game.judge
        self._seed = seed
        self._throws = 0

    def see(self, before: State, decision: Decision | None, answer: Any, led: Progress) -> None:
        """An answer was given, and led somewhere."""
        if decision is None or not led.thrown:
            return
        self._throws += 1
        came, usual = self._chances(led.state), [0.0] * len(self.so_far)
        for number in range(_TIMES):
            other = give(before, decision, answer, CommonDice(f"{self._seed}/{self._throws}", number))
            assert isinstance(other, Progress), other
            usual = [sum(pair) for pair in zip(usual, self._chances(other.state), strict=True)]
        self.so_far = [
            luck + chance - total / _TIMES for luck, chance, total in zip(self.so_far, came, usual, strict=True)
        ]

    def _chances(self, state: State) -> list[float]:
        seats = range(len(self.so_far))
        if state.outcome is not None:
            return [points(state.outcome.winners, seat) for seat in seats]
        return [self._judge.standing(state, seat).chance for seat in seats]


def fair_share(pairs: Sequence[float]) -> tuple[float, float, float] | None:
    """The mean of what pairs of games brought without their luck, and its 95 % interval; one pair says nothing."""
    if len(pairs) < 2:
        return None
    mean = sum(pairs) / len(pairs)
    error = sqrt(sum((pair - mean) ** 2 for pair in pairs) / (len(pairs) - 1) / len(pairs))
    return mean, mean - Z95 * error, mean + Z95 * error
