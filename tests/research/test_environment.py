"""Every game as a PettingZoo environment: its own tests, results, secrets, and the example agents."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from brickfield.core.views import SPECTATOR, view
from brickfield.games import GAME_IDS
from brickfield.research import BrickfieldEnv, env
from brickfield.research.agents import AnyCandidate, LinearLearner, WorthiestCandidate, play
from brickfield.research.features import observe, shown_units

# Short battles: a game, a scenario and what makes it short.
SHORT: dict[str, tuple[str, dict[str, Any]]] = {
    "micro_brick_battle": ("six_v_six", {"round_limit": 1}),
    "brick_mech": ("duel", {"stalemate_rounds": 1}),
    "battle_of_the_sea": ("last_drop_of_blood", {"max_rounds": 1}),
    "brick_action": ("meeting", {"last_round": 1}),
}


def short(game: str, **more: Any) -> BrickfieldEnv:
    """A battle that is soon over."""
    scenario, options = SHORT[game]
    return env(game, scenario, options=options, **({"candidates": 12} | more))


def test_every_game_is_tried() -> None:
    assert set(SHORT) == set(GAME_IDS)


# A mask is usual for games in which not everything is allowed, but the test knows such environments by their names.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.parametrize("game", GAME_IDS)
def test_the_tests_of_pettingzoo_pass(game: str) -> None:
    api_test(short(game), num_cycles=100)
    seed_test(lambda: short(game), num_cycles=10)


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_battle_ends_with_its_result(game: str) -> None:
    table = short(game)
    results = play(table, {name: AnyCandidate(1) for name in table.possible_agents}, seed=3)
    outcome = table._session.state.outcome
    assert outcome is not None
    for seat, name in enumerate(table.possible_agents):
        wanted = 0.0 if not outcome.winners else (1.0 if seat in outcome.winners else -1.0)
        assert results[name] == wanted
    assert table.agents == []


def test_somebody_wins_and_the_others_lose() -> None:
    table = env("brick_mech", "duel", candidates=12)
    results = play(table, {"player_0": WorthiestCandidate(table), "player_1": AnyCandidate(1)}, seed=1)
    assert sorted(results.values()) == [-1.0, 1.0]


def test_a_battle_that_does_not_end_is_cut_off() -> None:
    table = env("brick_mech", "duel", candidates=8, longest=6)
    table.reset(seed=1)
    steps = 0
    while not any(table.truncations.values()):
        table.step(0)
        steps += 1
    assert 1 <= steps <= 6
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert play(table, {name: AnyCandidate() for name in table.possible_agents}, seed=1) == {
        "player_0": 0.0,
        "player_1": 0.0,
    }


def test_an_action_that_is_masked_is_refused_and_changes_nothing() -> None:
    table = env("brick_mech", "duel", candidates=64)
    table.reset(seed=1)
    before = table.view(table.agent_selection)
    there = len(table.suggested())
    assert int(table.observe(table.agent_selection)["action_mask"].sum()) == there < 64
    for action in (there, 63, -1, None):
        with pytest.raises(ValueError, match="candidates"):
            table.step(action)
    assert table.view(table.agent_selection) == before


def test_what_is_suggested_is_told_in_words_beside_the_numbers() -> None:
    table = env("brick_mech", "duel", render_mode="ansi")
    table.reset(seed=1)
    _observation, _reward, _ended, _cut, info = table.last()
    assert info["decision"] == "deploy_unit"
    assert info["kinds"] == [each.kind for each in table.suggested()]
    assert len(info["reasons"]) == len(info["kinds"]) > 1
    assert "A1^ unit facing north" in (table.render() or "")
    assert table.infos["player_1" if table.agent_selection == "player_0" else "player_0"] == {}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chess", "duel"), "chess"),
        (("brick_mech", "moon"), "moon"),
    ],
)
def test_what_cannot_be_played_is_said(words: tuple[str, str], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        env(*words)
    with pytest.raises(ValueError, match="drawn"):
        env("brick_mech", "duel", render_mode="rgb_array")


# --- what is seen ----------------------------------------------------------------------------------------------------


def test_a_secret_changes_nothing_that_the_other_sees() -> None:
    """Two battles that differ only in where a minefield was written down."""
    seen: list[tuple[bytes, bytes]] = []
    for place in (0, 1):
        table = env("micro_brick_battle", "six_v_six", options={"mines": "secret"}, candidates=8)
        table.reset(seed=2)
        writer = ""
        while table.infos[table.agent_selection]["decision"] != "write_minefield":
            table.step(0)
        writer = table.agent_selection
        other = next(name for name in table.possible_agents if name != writer)
        table.step(place)
        assert table.view(writer).secrets
        assert not table.view(other).secrets
        seen.append((table.observe(other)["observation"].tobytes(), table.view(other).encode()))
    assert seen[0] == seen[1]


def test_numbers_are_made_from_the_view_alone() -> None:
    table = short("battle_of_the_sea")
    table.reset(seed=4)
    agent = table.agent_selection
    alone = observe(table.match, table.view(agent), table.suggested(), table.candidates)
    assert np.array_equal(table.observe(agent)["observation"], alone)
    other = next(name for name in table.possible_agents if name != agent)
    rows = _part(table, other, "candidates")
    assert not rows.any(), "who is not asked has no candidates"


def _part(table: BrickfieldEnv, agent: str, name: str) -> np.ndarray[Any, Any]:
    part = table.layout[name]
    found: np.ndarray[Any, Any] = table.observe(agent)["observation"][part.start : part.stop].reshape(part.shape)
    return found


def test_units_are_rows_with_the_own_first() -> None:
    table = env("brick_mech", "two_and_two", candidates=8)
    table.reset(seed=1)
    rng = random.Random(1)
    for _ in range(12):
        table.step(rng.randrange(len(table.suggested())))
    agent = table.agent_selection
    seen = table.view(agent)
    rows, order = _part(table, agent, "units"), shown_units(table.match, seen)
    assert order[0].seat == seen.seat
    assert rows[:, 0].sum() == len(seen.units) == len(order)
    for row, unit in zip(rows, order, strict=False):
        own, ally = unit.seat == seen.seat, table.match.allied(seen.seat, unit.seat)
        assert list(row[1:4]) == [own, ally and not own, not ally]
        if unit.pose is not None:
            x, y = unit.pose.place
            assert row[9:11] == pytest.approx([2 * x / table.match.width - 1, 2 * y / table.match.height - 1], abs=1e-5)
    assert not rows[len(order) :].any()


def test_a_spectator_has_numbers_too() -> None:
    table = short("brick_action")
    table.reset(seed=1)
    numbers = observe(table.match, view(table._session.state, SPECTATOR), (), table.candidates)
    assert np.isfinite(numbers).all()


# --- agents ----------------------------------------------------------------------------------------------------------


def test_a_learner_takes_rewarded_choices_more_often() -> None:
    table = env("brick_mech", "duel", candidates=8)
    table.reset(seed=1)
    observation = table.observe(table.agent_selection)
    for reward in (1.0, -1.0):
        learner = LinearLearner(table, seed=3, rate=1.0)
        before = learner.chances(observation)[1]
        assert before == pytest.approx(1 / len(before))
        chosen = learner.act(observation)
        learner.learn(reward)
        assert (learner.chances(observation)[1][chosen] - before[chosen]) * reward > 0


def test_agents_keep_to_the_mask_and_to_their_seeds() -> None:
    table = short("brick_mech")
    ran = [play(table, {"player_0": LinearLearner(table, 1), "player_1": AnyCandidate(2)}, seed=5) for _ in range(2)]
    assert ran[0] == ran[1]
