"""Odds: the chance to win of a table as it lies, from features that are each other's opposite for both sides."""

from __future__ import annotations

import random
from math import exp, log

import pytest
from msgspec.structs import replace

from brickfield.core.board import GONE
from brickfield.core.dice import SeededDice
from brickfield.core.judging.odds import FittedJudge, Foretold, chance_of, fitted_weights, lead_after, lead_of
from brickfield.core.match import Setup
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import view
from brickfield.games import all_games, find_game
from brickfield.players.lab.fitting import Witness, fitted, likeliest
from brickfield.players.levels import make_player

FORETELLING = [game.id for game in all_games() if isinstance(game.judge, FittedJudge)]


def test_three_games_foretell_by_features_and_the_fourth_in_its_own_way() -> None:
    assert FORETELLING == ["micro_brick_battle", "brick_mech", "battle_of_the_sea"]


def first_round(game_id: str, scenario: str) -> State:
    game = find_game(game_id)
    assert game is not None
    match = game.new_match(game.fresh(Setup(game_id, scenario)))
    assert not isinstance(match, Refusal)
    dice = SeededDice(2)
    state = begin(match, dice).state
    while not state.facts.get("round"):
        seat = state.waiting_for()[0]
        decision = state.decision_of(seat)
        assert decision is not None
        answer = make_player("random", game, seat).decide(match, view(state, seat))
        led = give(state, decision, answer, dice)
        assert not isinstance(led, Refusal)
        state = led.state
    return state


@pytest.mark.parametrize("game_id", FORETELLING)
def test_every_scenario_has_weights_for_all_its_features(game_id: str) -> None:
    game = find_game(game_id)
    assert game is not None
    judge, weights, used = game.judge, fitted_weights(game), set[tuple[str, str]]()
    for card in game.scenarios():
        state = first_round(game_id, card.id)
        sides = set(state.match.sides)
        chances = []
        for seat in range(state.match.seats):
            foretold = judge.foretold(state, seat)
            assert set(foretold.features) <= set(weights[foretold.sort]), (card.id, foretold.sort)
            used |= {(foretold.sort, name) for name in foretold.features}
            chances.append(judge.standing(state, seat).odds)
        if len(sides) == 2 and all(chance != 0.5 for chance in chances):
            assert chances[0] + chances[-1] == pytest.approx(1.0), card.id
    # no weight is written down that nothing uses
    assert {(sort, name) for sort, table in weights.items() for name in table} == used


@pytest.mark.parametrize(
    ("game_id", "scenario"),
    [
        ("brick_mech", "three_against_three"),
        ("battle_of_the_sea", "last_drop_of_blood"),
        ("micro_brick_battle", "steppe"),
    ],
)
def test_who_loses_a_unit_is_less_likely_to_win(game_id: str, scenario: str) -> None:
    state = first_round(game_id, scenario)
    lost = next(unit for unit in state.units.values() if unit.seat == 0 and unit.alive)
    fewer = state.clone()
    fewer.units[lost.id] = replace(lost, status=GONE, pose=None)
    fewer.unit_cache = {}
    before, after = (state.match.game.judge.standing(each, 0).chance for each in (state, fewer))
    assert after < before - 0.02
    assert state.match.game.judge.standing(fewer, 1).chance > 1.0 - before + 0.02


def test_before_the_first_round_nobody_knows() -> None:
    game = find_game("brick_mech")
    assert game is not None
    match = game.new_match(Setup("brick_mech", "free_for_all"))
    assert not isinstance(match, Refusal)
    state = begin(match, SeededDice(1)).state
    assert game.judge.standing(state, 0).chance == pytest.approx(1.0 / len(set(match.sides)))


# --- arithmetic ------------------------------------------------------------------------------------------------------


def test_leads_are_logarithms_and_opposites() -> None:
    assert lead_of(30.0, 10.0) == pytest.approx(log(3.0))
    assert lead_of(10.0, 30.0) == pytest.approx(-log(3.0))
    # nobody counts for less than a fiftieth of both
    assert lead_of(0.0, 100.0) == pytest.approx(log(2.0 / 100.0))
    assert lead_of(0.0, 0.0) == 0.0


def test_who_is_to_act_fires_first_and_what_is_left_answers() -> None:
    # 100 against 100, each destroys 40: the other fires back with 60 of 100, so 24
    assert lead_after(100.0, 100.0, 40.0, 40.0, first=True) == pytest.approx(log(76.0 / 60.0))
    assert lead_after(100.0, 100.0, 40.0, 40.0, first=False) == pytest.approx(-log(76.0 / 60.0))


def test_a_chance_is_the_logistic_of_weighed_features() -> None:
    weights = {"plain": {"strength": 2.0, "goal": -1.0}}
    assert chance_of(Foretold("plain", {"strength": 0.5, "goal": 0.25, "unknown": 9.0}), weights) == pytest.approx(
        1.0 / (1.0 + exp(-0.75))
    )
    assert chance_of(Foretold("other", {"strength": 0.5}), weights) == 0.5


def test_the_fit_finds_the_weights_that_made_the_results() -> None:
    rng, true = random.Random(5), (1.5, -0.8)
    rows = [(rng.uniform(-2, 2), rng.uniform(-2, 2)) for _ in range(3000)]
    came = [float(rng.random() < 1 / (1 + exp(-sum(w * x for w, x in zip(true, row, strict=True))))) for row in rows]
    found = likeliest(rows, came)
    assert found[0] == pytest.approx(1.5, abs=0.15)
    assert found[1] == pytest.approx(-0.8, abs=0.15)
    told = [
        Witness("s", number, Foretold("plain", {"one": row[0], "two": row[1]}), result)
        for number, (row, result) in enumerate(zip(rows, came, strict=True))
    ]
    (fit,) = fitted(told, {})
    assert fit.weights["one"] == pytest.approx(1.5, abs=0.2)
    # the weights in use say one half to everything
    assert fit.brier < fit.in_use == pytest.approx(0.25)
