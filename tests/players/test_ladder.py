"""The ladder: strengths that are known come out of games played by them, within their intervals."""

from __future__ import annotations

import random
from itertools import combinations
from math import exp, log

import pytest

from brickfield.core.match import Setup
from brickfield.players.lab.ladder import ELO, LadderGame, climb, games_of
from brickfield.players.lab.matches import MatchResult, Tournament

NAMES = ("one", "two", "three", "four")
TRUTH = (0.0, 150.0, 250.0, 600.0)
FIRST, DRAW = 80.0, -0.7


def fought(rng: random.Random, pairs: int) -> list[LadderGame]:
    """Games by the model itself: everybody meets everybody, seats changed."""
    games = []
    for number, (one, other) in enumerate(combinations(range(len(NAMES)), 2)):
        for pair in range(pairs):
            for first, second in ((one, other), (other, one)):
                win, lose = (TRUTH[first] + FIRST) / ELO, TRUTH[second] / ELO
                chances = [exp(each) for each in (win, (win + lose) / 2 + DRAW, lose)]
                games.append(LadderGame(first, second, rng.choices((1.0, 0.5, 0.0), chances)[0], number * pairs + pair))
    return games


def test_the_truth_lies_within_the_intervals_nineteen_times_of_twenty() -> None:
    rng, inside, far = random.Random(4), 0, 0.0
    for _ in range(40):
        ladder = climb(NAMES, fought(rng, 30))
        found = {rung.name: rung for rung in ladder.rungs}
        for name, truth in zip(NAMES[1:], TRUTH[1:], strict=True):
            low, high = found[name].interval
            inside += low <= truth <= high
            far += found[name].elo - truth
    # 114 of 120 are expected; fewer than 106 would have a chance of one in a thousand
    assert inside >= 106
    assert abs(far / 120) < 12


def test_the_strongest_stands_first_and_the_first_seat_is_seen() -> None:
    ladder = climb(NAMES, fought(random.Random(1), 200))
    assert [rung.name for rung in ladder.rungs] == ["four", "three", "two", "one"]
    assert (ladder.rungs[-1].elo, ladder.rungs[-1].interval) == (0.0, (0.0, 0.0))
    assert ladder.first_seat == pytest.approx(FIRST, abs=40)
    assert ladder.draws == pytest.approx(exp(DRAW) / (2 + exp(DRAW)), abs=0.04)
    assert sum(rung.points for rung in ladder.rungs) == 6 * 400
    assert all(rung.games == 3 * 400 for rung in ladder.rungs)


def test_two_that_met_have_the_odds_of_their_games() -> None:
    games = [
        LadderGame(number % 2, 1 - number % 2, float((number % 2 == 0) == (number % 10 < 6)), number // 2)
        for number in range(1000)
    ]
    wins = sum(game.points if game.first == 0 else 1 - game.points for game in games)
    ladder = climb(("strong", "weak"), games)
    assert ladder.rungs[0].elo == pytest.approx(ELO * log(wins / (1000 - wins)), abs=3)


def test_who_has_won_everything_is_far_above_and_nobody_knows_how_far() -> None:
    games = [LadderGame(number % 2, 1 - number % 2, float(number % 2 == 0), number // 2) for number in range(20)]
    top = climb(("strong", "weak"), games).rungs[0]
    assert top.name == "strong"
    assert 300 < top.elo < 2000
    assert top.interval[1] - top.interval[0] > 400


def test_games_that_go_the_same_way_in_pairs_are_worth_half() -> None:
    rng = random.Random(2)
    alone, twice = [], []
    for number in range(300):
        won = float(rng.random() < 0.6)
        alone.append(LadderGame(0, 1, won, number))
        # both games of a pair have the same winner, whoever sits first
        twice += [LadderGame(0, 1, won, number), LadderGame(1, 0, 1.0 - won, number)]
    widths = []
    for games in (alone, twice):
        low, high = climb(("a", "b"), games).rungs[0].interval
        widths.append(high - low)
    plain = (
        climb(("a", "b"), [LadderGame(g.first, g.second, g.points, n) for n, g in enumerate(twice)]).rungs[0].interval
    )
    assert widths[1] > 1.3 * (plain[1] - plain[0])


def test_results_are_those_of_the_level_wherever_it_sat() -> None:
    meeting = Tournament(Setup("brick_mech", "duel"), ("regular", "random"), 2, "1", swap=True)
    results = [MatchResult((0,), 1, 1, "a", 0.0, 0), MatchResult((1,), 1, 1, "b", 0.0, 1)]
    levels = ("random", "regular")
    assert games_of(levels, [(meeting, results)]) == [LadderGame(1, 0, 1.0, 0), LadderGame(0, 1, 0.0, 0)]
    assert games_of(levels, [(meeting, [MatchResult((), 1, 1, "c", 0.0, 0)])])[0].points == 0.5
