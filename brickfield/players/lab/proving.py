"""A sequential test: games go on until they show that one entrant is stronger than another, or that it is not.

The unit of evidence is a pair of games with the same dice and the seats changed, worth 0, 1/2, 1, 3/2 or 2 points to
the first entrant. Of the five chances of such a pair only the mean is in question, so the likelihood of a mean is that
of the likeliest five chances that have it (a generalised sequential probability ratio test on five outcomes). It gives
draws, and dice that decide both games, their true weight, which a count of single games does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from math import log, sqrt
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from brickfield.players.lab.counting import Z95, points
from brickfield.players.lab.matches import MatchResult, Tournament
from brickfield.players.lab.running import Lab

# What a pair is worth, as the share of its two games.
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
# An outcome that has not been seen yet is not impossible.
_UNSEEN = 1e-3
# However clear they look, fewer pairs decide nothing: how much pairs differ has to be seen first.
FEWEST = 16
_STEPS = 100
_NEAR = 1e-12


class Hypothesis(Struct, frozen=True):
    """Is the share of the first entrant `high` or more, rather than `low` or less?

    `alpha` is how often a share of `low` may be taken for `high`, `beta` how often one of `high` for `low`.
    """

    low: float = 0.5
    high: float = 0.55
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Between these the log of the likelihood ratio says nothing yet."""
        return log(self.beta / (1.0 - self.alpha)), log((1.0 - self.beta) / self.alpha)


class ProofVerdict(Struct, frozen=True):
    """What was decided after so many pairs; `counts` are the pairs by what they were worth, from 0 to 2 points."""

    decided: Literal["accepted", "rejected", "undecided"]
    counts: tuple[int, ...]
    ratio: float
    question: Hypothesis

    @property
    def pairs(self) -> int:
        """How many pairs it took."""
        return sum(self.counts)

    @property
    def share(self) -> float:
        """The share of the first entrant in them, a draw counting half."""
        return share_of(self.counts)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that share, as if the number of pairs had been fixed before."""
        return pair_interval(self.counts)


def share_of(counts: Sequence[float]) -> float:
    """The mean worth of pairs; of none, one half."""
    pairs = sum(counts)
    return sum(share * count for share, count in zip(SHARES, counts, strict=True)) / pairs if pairs else 0.5


def pair_interval(counts: Sequence[int]) -> tuple[float, float]:
    """The 95 % interval of the mean worth of pairs, by how much they differ; one pair more, spread over all outcomes,
    keeps pairs that were all alike from looking certain."""
    padded = [count + 1.0 / len(SHARES) for count in counts]
    pairs, mean = sum(padded), share_of(counts)
    spread = sum(count * (share - mean) ** 2 for share, count in zip(SHARES, padded, strict=True)) / pairs
    half = Z95 * sqrt(spread / pairs)
    return max(0.0, mean - half), min(1.0, mean + half)


def log_ratio(counts: Sequence[int], low: float, high: float) -> float:
    """How much likelier these pairs are when the mean share is `high` than when it is `low`, as a logarithm."""
    seen = [max(float(count), _UNSEEN) for count in counts]
    return sum(
        count * (other - one)
        for count, one, other in zip(seen, _log_chances(seen, low), _log_chances(seen, high), strict=True)
    )


def _log_chances(counts: Sequence[float], mean: float) -> list[float]:
    """The likeliest chances of the outcomes among all that have this mean, as logarithms.

    They are count / (pairs * (1 + tilt * (share - mean))), with the one tilt that makes them have it.
    """
    pairs = sum(counts)
    away = [share - mean for share in SHARES]
    tilt = _tilt(counts, away)
    return [log(count / (pairs * (1.0 + tilt * far))) for count, far in zip(counts, away, strict=True)]


def _tilt(counts: Sequence[float], away: Sequence[float]) -> float:
    """Where the sum of count * away / (1 + tilt * away) is nought; it only falls between its two poles."""
    lowest, highest = -1.0 / max(away), -1.0 / min(away)
    tilt = 0.0
    for _ in range(_STEPS):
        parts = [far / (1.0 + tilt * far) for far in away]
        value = sum(count * part for count, part in zip(counts, parts, strict=True))
        if value > 0.0:
            lowest = tilt
        else:
            highest = tilt
        slope = sum(count * part * part for count, part in zip(counts, parts, strict=True))
        better = tilt + value / slope
        better = better if lowest < better < highest else (lowest + highest) / 2.0
        if abs(better - tilt) <= _NEAR * max(1.0, abs(tilt)):
            return better
        tilt = better
    return tilt


def prove(question: Hypothesis, pairs: Iterable[float]) -> ProofVerdict:
    """Look at pairs, each as the points it brought the first entrant, until they decide or there are no more."""
    lower, upper = question.bounds
    counts, ratio = [0] * len(SHARES), 0.0
    for worth in pairs:
        counts[round(2 * worth)] += 1
        ratio = log_ratio(counts, question.low, question.high)
        if sum(counts) >= FEWEST and not lower < ratio < upper:
            break
    if sum(counts) < FEWEST or lower < ratio < upper:
        return ProofVerdict("undecided", tuple(counts), ratio, question)
    return ProofVerdict("accepted" if ratio >= upper else "rejected", tuple(counts), ratio, question)


def prove_by_games(
    question: Hypothesis, tournament: Tournament, lab: Lab
) -> tuple[ProofVerdict, Tournament, list[MatchResult]]:
    """Play pairs until they decide; the verdict, and the games it rests on. Who plays them makes no difference: pairs
    are looked at in their order, and what was played beyond the last that was needed is not counted."""
    results: list[MatchResult] = []

    def pairs() -> Iterator[float]:
        for result in games:
            results.append(result)
            if len(results) % 2 == 0:
                yield sum(_points(tournament, each) for each in results[-2:])

    with closing(lab.one_by_one(tournament)) as games:
        verdict = prove(question, pairs())
    played = results[: 2 * verdict.pairs]
    return verdict, replace(tournament, games=len(played)), played


def _points(tournament: Tournament, result: MatchResult) -> float:
    """What a game was worth to the first entrant, wherever it sat."""
    return points(result.winners, tournament.seat_of_first(result.index))


def share_of_elo(elo: float) -> float:
    """The share that so many points of Elo stand for."""
    return float(1.0 / (1.0 + 10.0 ** (-elo / 400.0)))


def elo_of_share(share: float) -> float:
    """The same the other way round, of a share between nothing and everything."""
    return 400.0 * log(share / (1.0 - share)) / log(10.0)
