"""A round-robin: armies meet each other in pairs, played by one level, and what that says about their balance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.match import Setup
from brickfield.players.lab.counting import wilson
from brickfield.players.lab.matches import Standings, Tournament, play_many, standings

Army = tuple[tuple[str, int], ...]


class Pairing(Struct, frozen=True):
    """Two armies (by their places in the list) and how their games went."""

    armies: tuple[int, int]
    games: int
    score: Standings

    @property
    def share(self) -> float:
        """The share of the first army, a draw counting half."""
        return (self.score.wins[0] + self.score.draws / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share."""
        return wilson(round(self.share * self.games), self.games)


def play_round_robin(
    setup: Setup,
    armies: Sequence[Army],
    level: str,
    games: int,
    seed: str,
    jobs: int = 1,
    tell: Callable[[int], None] | None = None,
) -> list[Pairing]:
    """Every army against every other, so many games a pair; the two change seats within games of the same dice."""
    found = []
    for one, other in combinations(range(len(armies)), 2):
        meets = replace(setup, armies=(armies[one], armies[other]))
        tournament = Tournament(meets, (level, level), games, f"{seed}/{one}-{other}", swap=True)
        found.append(Pairing((one, other), games, standings(tournament, play_many(tournament, jobs, tell))))
    return found


def average(pairings: Sequence[Pairing], army: int) -> float:
    """The mean share of an army against all the others."""
    shares = [each.share if each.armies[0] == army else 1.0 - each.share for each in pairings if army in each.armies]
    return sum(shares) / len(shares) if shares else 0.5
