"""A round-robin: armies meet each other in pairs, played by one level, and what that says about their balance."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.match import Setup
from brickfield.players.lab.counting import wilson
from brickfield.players.lab.matches import Standings, Tournament, standings
from brickfield.players.lab.running import Lab

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
    setup: Setup, armies: Sequence[Army], level: str, games: int, seed: str, lab: Lab | None = None
) -> list[Pairing]:
    """Every army against every other, so many games a pair; the two change seats within games of the same dice."""
    pairs = list(combinations(range(len(armies)), 2))
    meetings = [
        Tournament(replace(setup, armies=(armies[a], armies[b])), (level, level), games, f"{seed}/{a}-{b}", swap=True)
        for a, b in pairs
    ]
    played = (lab or Lab()).play_all(meetings)
    return [
        Pairing(pair, games, standings(meeting, results))
        for pair, meeting, results in zip(pairs, meetings, played, strict=True)
    ]


def average(pairings: Sequence[Pairing], army: int) -> float:
    """The mean share of an army against all the others."""
    shares = [each.share if each.armies[0] == army else 1.0 - each.share for each in pairings if army in each.armies]
    return sum(shares) / len(shares) if shares else 0.5
