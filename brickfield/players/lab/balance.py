"""The balance of a scenario: bots of one level play it from every seat, and what their games say about it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from brickfield.core.match import Setup
from brickfield.players.lab.conduct import different_deployments, idle_share, return_share
from brickfield.players.lab.counting import brier, calibration, points, wilson
from brickfield.players.lab.matches import MatchResult, Tournament, standings


class CountedShare(Struct, frozen=True):
    """A count, of how many, and the 95 % interval of the share."""

    count: int
    of: int

    @property
    def share(self) -> float:
        """The share; of nothing there is none."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Between which shares the truth lies in 95 of 100 cases."""
        return wilson(self.count, self.of)


class Balance(Struct, frozen=True):
    """How the games of one scenario went. `wins` are by seat, of the games that somebody won.

    `evened` are the same shares as if every seat had had the first turn as often as the others, where each had it.
    `endings` counts the reasons by which games ended, `rounds` is their mean number, `longest` that of the longest
    game, `first` the decided games won by whoever had the first turn. `idle` and `returns` are shares of the rounds of
    units (see `conduct`), `deployments` says for each seat how many different ones there were.
    `brier` is how well the game's own judgement foretold the winners at the start of each round, `calibration` what it
    said against what came, in steps, and how often.
    """

    scenario: str
    level: str
    games: int
    wins: tuple[CountedShare, ...]
    evened: tuple[float, ...]
    draws: CountedShare
    first: CountedShare
    endings: dict[str, int]
    rounds: float
    longest: int
    idle: float
    returns: float
    deployments: tuple[int, ...]
    faults: int
    digest: str
    brier: float
    calibration: tuple[tuple[float, float, int], ...]


def tournament_of(setup: Setup, seats: int, level: str, games: int, seed: str) -> Tournament:
    """The games by which a scenario is weighed: a bot of this level in every seat, and somebody who looks on."""
    return Tournament(setup, (level,) * seats, games, seed, watch=True)


def weigh(tournament: Tournament, results: Sequence[MatchResult]) -> Balance:
    """What the results say about the scenario."""
    score = standings(tournament, results)
    won = [result for result in results if result.winners]
    watched = [result.conduct for result in results if result.conduct is not None]
    said = foretold(results)
    endings: dict[str, int] = {}
    for result in results:
        endings[result.reason] = endings.get(result.reason, 0) + 1
    return Balance(
        scenario=tournament.setup.scenario,
        level=tournament.levels[0],
        games=len(results),
        wins=tuple(CountedShare(count, len(won)) for count in score.wins),
        evened=_evened(len(tournament.levels), won),
        draws=CountedShare(score.draws, len(results)),
        first=CountedShare(sum(result.first in result.winners for result in won), len(won)),
        endings=dict(sorted(endings.items(), key=lambda entry: (-entry[1], entry[0]))),
        rounds=sum(result.rounds for result in results) / len(results),
        longest=max(result.rounds for result in results),
        idle=idle_share(watched),
        returns=return_share(watched),
        deployments=different_deployments(watched),
        faults=score.faults,
        digest=score.digest,
        brier=brier(said),
        calibration=tuple(calibration(said)),
    )


def foretold(results: Sequence[MatchResult]) -> list[tuple[float, float]]:
    """Every chance that was foretold, with what came of it."""
    return [
        (chance, points(result.winners, seat))
        for result in results
        if result.conduct is not None
        for chances in result.conduct.foretold
        for seat, chance in enumerate(chances)
    ]


def _evened(seats: int, won: Sequence[MatchResult]) -> tuple[float, ...]:
    """By seat the share of decided games won, each seat's first turns weighed alike; empty: some seat had none."""
    begun = [[result for result in won if result.first == seat] for seat in range(seats)]
    if not all(begun):
        return ()
    return tuple(
        sum(sum(seat in result.winners for result in games) / len(games) for games in begun) / seats
        for seat in range(seats)
    )
