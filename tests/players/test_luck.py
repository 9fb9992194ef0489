"""Luck of whole games: what the dice did for whom, and that the rest tells who is stronger with fewer games."""

from __future__ import annotations

from statistics import pvariance
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.dice import Pool, SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import Progress, begin, give
from brickfield.core.views import view
from brickfield.players.lab.counting import points
from brickfield.players.lab.luck import SeatLuck, fair_share
from brickfield.players.lab.matches import Tournament, match_of, play_job, standings
from brickfield.players.levels import make_player

SIX = Setup("micro_brick_battle", "six_v_six")


class Always:
    """Dice that all show the same."""

    def __init__(self, face: int) -> None:
        self.face = face

    def roll(self, pool: Pool) -> tuple[int, ...]:
        """Throw the pool."""
        return (min(self.face, pool.faces),) * pool.count


def first_volley() -> tuple[Any, Any, Any]:
    """A table before the first shots, the question and the answer."""
    match, dice = match_of(b'{"game":"micro_brick_battle","scenario":"six_v_six"}'), SeededDice(3)
    bots = [make_player("regular", match.game, seat) for seat in range(2)]
    state = begin(match, dice).state
    while True:
        seat = state.waiting_for()[0]
        decision, reply = state.decision_of(seat), bots[seat].decide(match, view(state, seat))
        assert decision is not None
        led = give(state, decision, reply, dice)
        assert isinstance(led, Progress)
        if decision.kind == "declare_targets" and led.thrown:
            return state, decision, reply
        state = led.state


def test_who_hits_with_every_shot_was_lucky_and_who_misses_was_not() -> None:
    state, decision, reply = first_volley()
    found = {}
    for face in (1, 6):
        led = give(state, decision, reply, Always(face))
        assert isinstance(led, Progress)
        luck = SeatLuck(state.match, "1")
        luck.see(state, decision, reply, led)
        assert sum(luck.so_far) == pytest.approx(0.0)
        found[face] = luck.so_far[decision.seat]
    assert min(found.values()) < -0.05
    assert max(found.values()) > 0.05


def test_where_no_dice_are_thrown_there_is_no_luck() -> None:
    match = match_of(b'{"game":"micro_brick_battle","scenario":"six_v_six"}')
    state = begin(match, SeededDice(3)).state
    decision = state.decision_of(state.waiting_for()[0])
    assert decision is not None
    answer = decision.suggest(state, 1)[0].answer
    led = give(state, decision, answer, SeededDice(3))
    assert isinstance(led, Progress)
    luck = SeatLuck(match, "1")
    luck.see(state, decision, answer, led)
    assert luck.so_far == [0.0, 0.0]


def test_games_without_their_luck_scatter_less() -> None:
    tournament = Tournament(SIX, ("regular", "regular"), 16, "5", swap=True, fair=True)
    results = [play_job(job) for job in tournament.jobs()]
    raw = [points(each.winners, 0) for each in results]
    fair = [won - each.luck[0] for won, each in zip(raw, results, strict=True)]
    assert pvariance(fair) < 0.6 * pvariance(raw)
    # the first entrant sits at seat 1 in every second game
    own = [points(each.winners, seat) - each.luck[seat] for each, seat in zip(results, 8 * [0, 1], strict=True)]
    score = standings(tournament, results)
    assert score.fair is not None
    assert score.fair[0] == pytest.approx(sum(own) / len(own))
    assert standings(replace(tournament, fair=False), results).fair is None


def test_the_share_without_luck_and_its_interval() -> None:
    assert fair_share([0.5, 0.7, 0.6, 0.6]) == pytest.approx((0.6, 0.5200, 0.6800), abs=1e-4)
    assert fair_share([0.5]) is None
