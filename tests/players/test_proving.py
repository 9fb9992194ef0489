"""The sequential test: its ratio by hand, and how often it errs when the true strengths are known."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import exp, log

import pytest

from brickfield.core.match import Setup
from brickfield.players.lab.matches import MatchJob, MatchResult, Tournament
from brickfield.players.lab.proving import (
    FEWEST,
    SHARES,
    Hypothesis,
    elo_of_share,
    log_ratio,
    pair_interval,
    prove,
    prove_by_games,
    share_of_elo,
)
from brickfield.players.lab.running import Lab


def test_the_ratio_of_pairs_won_or_lost_whole_is_that_of_single_trials() -> None:
    by_hand = 7 * log(0.6 / 0.5) + 3 * log(0.4 / 0.5)
    assert log_ratio((3, 0, 0, 0, 7), 0.5, 0.6) == pytest.approx(by_hand, abs=2e-3)


def test_the_ratio_of_three_outcomes_is_that_of_the_likeliest_chances_with_each_mean() -> None:
    """A grid over all chances of 0, 1/2 and 1 that have the mean, against the formula."""
    counts = (10, 0, 55, 0, 35)

    def best(mean: float) -> float:
        grid = (step / 100_000 for step in range(1, 100_000))
        # with so much drawn, the rest is divided so that the mean is right
        found = ((won := mean - drawn / 2, drawn, 1.0 - drawn - won) for drawn in grid)
        return max(
            35 * log(won) + 55 * log(drawn) + 10 * log(lost) for won, drawn, lost in found if won > 0 and lost > 0
        )

    assert log_ratio(counts, 0.5, 0.6) == pytest.approx(best(0.6) - best(0.5), abs=5e-3)


def test_a_ratio_turns_with_the_seats() -> None:
    assert log_ratio((4, 1, 20, 5, 9), 0.5, 0.58) == pytest.approx(-log_ratio((9, 5, 20, 1, 4), 0.42, 0.5))


def tilted(chances: tuple[float, ...], mean: float) -> list[float]:
    """Chances like these, but with another mean."""
    low, high, found = -60.0, 60.0, list(chances)
    for _ in range(80):
        tilt = (low + high) / 2
        parts = [chance * exp(tilt * share) for chance, share in zip(chances, SHARES, strict=True)]
        found = [part / sum(parts) for part in parts]
        below = sum(chance * share for chance, share in zip(found, SHARES, strict=True)) < mean
        low, high = (tilt, high) if below else (low, tilt)
    return found


# pairs in which the seat decides most, in which games are independent with draws, and in which the dice decide both
SHAPES = {
    "seat": (0.05, 0.1, 0.7, 0.1, 0.05),
    "free": (0.16, 0.16, 0.36, 0.16, 0.16),
    "dice": (0.4, 0.0, 0.2, 0.0, 0.4),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("truth", "wrong"), [(0.5, "accepted"), (0.62, "rejected")])
def test_wrong_verdicts_are_as_rare_as_was_asked_for(shape: str, truth: float, wrong: str) -> None:
    """Of 150 tests 7.5 may err on the average, and 15 or more would have a chance of less than one per cent."""
    rng, chances = random.Random(f"{shape}{truth}"), tilted(SHAPES[shape], truth)
    question = Hypothesis(0.5, 0.62)

    def pairs() -> Iterator[float]:
        while True:
            yield 2 * rng.choices(SHARES, chances)[0]

    verdicts = [prove(question, pairs()) for _ in range(150)]
    assert all(each.decided != "undecided" for each in verdicts)
    assert sum(each.decided == wrong for each in verdicts) < 15
    assert min(each.pairs for each in verdicts) >= FEWEST


def test_a_sure_thing_is_decided_early_and_an_even_one_stays_open() -> None:
    sure = prove(Hypothesis(0.5, 0.6), [2.0] * 100)
    assert (sure.decided, sure.share) == ("accepted", 1.0)
    assert sure.pairs < 40
    between = prove(Hypothesis(0.4, 0.6), [2.0, 0.0] * 40)
    assert (between.decided, between.pairs, between.share) == ("undecided", 80, 0.5)
    assert prove(Hypothesis(), []).decided == "undecided"
    assert prove(Hypothesis(0.5, 0.9, 0.4, 0.4), [2.0] * (FEWEST - 1)).decided == "undecided"


def test_the_interval_of_pairs() -> None:
    low, high = pair_interval((100, 0, 0, 0, 100))
    # two hundred pairs that both games of which went one way are worth two hundred games, not four hundred
    assert (low, high) == pytest.approx((0.5 - 0.069, 0.5 + 0.069), abs=2e-3)
    alike = pair_interval((0, 0, 20, 0, 0))
    assert 0.44 < alike[0] < 0.49


def test_elo_and_shares() -> None:
    assert [round(share_of_elo(elo), 3) for elo in (0, 35, 70, 191, 382)] == [0.5, 0.55, 0.599, 0.75, 0.9]
    assert elo_of_share(share_of_elo(123.0)) == pytest.approx(123.0)


SETUP = Setup("brick_mech", "duel")


def fake(job: MatchJob) -> MatchResult:
    """Recruits win two games of three, by the number of the pair."""
    rng = random.Random(f"{job.seed}/{job.group}/{job.levels[0]}")
    strong = job.levels.index("recruit")
    winner = strong if rng.random() < 2 / 3 else 1 - strong
    return MatchResult((winner,), 1, 1, f"{job.index}", 0.0, job.index)


def test_what_was_played_beyond_the_verdict_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("brickfield.players.lab.matches.play_job", fake)
    tournament = Tournament(SETUP, ("recruit", "random"), 2000, "1", swap=True)

    class Backwards:
        """A crew that hands portions of fifty games out last game first."""

        closed = False

        def play(self, jobs: list[MatchJob]) -> Iterator[tuple[int, MatchResult]]:
            """Fifty by fifty, each portion from its end."""
            try:
                for start in range(0, len(jobs), 50):
                    places = range(start, min(len(jobs), start + 50))
                    yield from ((place, fake(jobs[place])) for place in reversed(places))
            finally:
                self.closed = True

        def close(self) -> None:
            """Nothing is left."""

    crew = Backwards()
    question = Hypothesis(0.5, 0.6)
    plain, odd = (prove_by_games(question, tournament, Lab(each)) for each in (None, crew))  # type: ignore[arg-type]
    assert plain == odd
    verdict, played, results = plain
    assert verdict.decided == "accepted"
    assert played.games == len(results) == 2 * verdict.pairs < 2000
    assert [each.index for each in results] == list(range(len(results)))
    assert crew.closed
