"""Effort: a table on which every thought takes long gets fewer of them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from brickfield.core.dice import SeededDice
from brickfield.core.play import begin
from brickfield.core.views import imagine, view
from brickfield.players.levels import bot_of, levels, policies
from brickfield.players.playouts import Playouts, Policies, Reach
from brickfield.players.seat import BotSeat, refined
from brickfield.players.thoughts import thought_of
from brickfield.players.worlds import CommonDice
from tests.players.battles import match_of, under_way
from tests.players.test_search import BATTLES, WHOLE, tiny

GAME = "micro_brick_battle"


def test_where_thoughts_take_long_there_are_fewer_of_them() -> None:
    usual = replace(WHOLE, rivals=8, evaluations=4000, weight_profiles=({"exposure": 2.0},) * 8)
    assert usual.scaled_down(1.0) is usual
    eased = usual.scaled_down(2.0)
    assert (eased.rivals, eased.evaluations, len(eased.weight_profiles)) == (4, 2000, 4)
    # with fewer than three it does not look ahead at all
    assert [usual.scaled_down(cost).rivals for cost in (2.6, 3.4)] == [3, 0]
    assert usual.scaled_down(3.4).weight_profiles == ()


@pytest.mark.parametrize(("scenario", "cost"), [("six_v_six", 1.0), ("hill", 2.0), ("bridge", 2.0), ("village", 5.0)])
def test_hills_goals_and_infantry_make_thoughts_longer(scenario: str, cost: float) -> None:
    state = under_way(match_of(GAME, scenario))
    assert state.match.game.relative_cost(state) == cost
    level = bot_of("veteran", GAME)
    units = sum(unit.seat == 0 for unit in state.units.values())
    assert refined(level, state, 0) == round(min(6000, level.extra_candidates[GAME] * units) / cost)


def test_a_bot_compares_fewer_ideas_on_such_a_table() -> None:
    state = under_way(match_of(GAME, "hill"), "move_units")
    bot = tiny(rivals=6)
    bot.decide(state.match, view(state, state.waiting_for()[0]))
    assert bot.verdict is not None
    assert len(bot.verdict.lines) == 1 + 6 // 2


def test_who_has_no_time_to_look_ahead_keeps_to_its_judgement() -> None:
    state = under_way(match_of(GAME, "village"), "move_units")
    bot = tiny(rivals=6)
    seen = view(state, state.waiting_for()[0])
    answer = bot.decide(state.match, seen)
    assert answer == BotSeat(levels()["veteran"], "1").decide(state.match, seen)
    # what it weighed it can still tell, by what its judgement promises
    assert bot.verdict is not None
    assert not any(line.values for line in bot.verdict.lines)
    told = thought_of(bot.verdict)
    assert told.sentence.startswith(f"Weighed {len(bot.verdict.lines) - 1} other ideas by its judgement")
    assert told.chosen.answer == answer
    assert told.rejected
    assert {each.tables for each in told.rejected} == {0}
    # each of the three is rounded by itself
    gaps = [told.chosen.chance - each.chance for each in told.rejected]
    assert gaps == pytest.approx([each.behind for each in told.rejected], abs=0.002)


def test_games_that_say_nothing_have_plain_tables() -> None:
    for game, scenario in BATTLES:
        if game != GAME:
            match = match_of(game, scenario)
            assert match.game.relative_cost(begin(match, SeededDice(1)).state) == 1.0


def test_no_turn_is_over_while_a_battle_is_set_up() -> None:
    match = match_of(GAME, "river_guns")
    state = begin(match, SeededDice(2)).state
    decision = state.decision
    assert decision is not None
    # reserves are named before anybody is placed, and places go round
    assert decision.kind == "name_reserves"
    steady = policies()["steady"]
    playouts = Playouts(match, decision.seat, Policies(steady, steady), Reach(2), "1")
    world = imagine(view(state, decision.seat), match)
    answer = decision.suggest(state, 1)[0].answer
    # before the first round everybody has one half: this one has come to the fire
    assert playouts.value(world, (answer,), CommonDice("1", 0)) != 0.5
