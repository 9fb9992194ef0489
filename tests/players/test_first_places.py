"""First places: setting a battle up may be played out like any other question, and a table on which thoughts take long
gets fewer of them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import ValidationError
from msgspec.structs import replace

from brickfield.core.dice import SeededDice
from brickfield.core.events import snake
from brickfield.core.match import Match
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.sealed import Sealed
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.games import all_games, find_game
from brickfield.players.lab.ceiling import knowing, tenfold
from brickfield.players.levels import bot_of, levels, make_player, policies, search_of
from brickfield.players.playouts import Playouts, Policies, Reach
from brickfield.players.seat import finer
from brickfield.players.worlds import CommonDice
from tests.players.battles import match_of, under_way
from tests.players.test_search import WHOLE, tiny

GAME = "micro_brick_battle"
FEW: dict[str, Any] = {"deploy_unit": {"rivals": 3, "evaluations": 60, "tables": 2}}


def nearly_deployed(match: Match, waiting: int) -> State:
    """A battle being set up, with so many units still to be placed."""
    dice = SeededDice(4)
    state = begin(match, dice).state
    bots = [make_player("recruit", match.game, seat) for seat in range(match.seats)]
    while sum(unit.status == "waiting" for unit in state.units.values()) > waiting:
        decision = state.decision
        assert decision is not None
        led = give(state, decision, bots[decision.seat].decide(match, view(state, decision.seat)), dice)
        assert not isinstance(led, Refusal)
        state = led.state
    return state


def test_a_place_is_played_out_where_a_level_says_so() -> None:
    match = match_of(GAME, "six_v_six")
    state = nearly_deployed(match, 2)
    decision = state.decision
    assert decision is not None
    bot = tiny(by_kind=FEW)
    answer = bot.decide(match, view(state, decision.seat))
    assert bot.verdict is not None
    assert len(bot.verdict.lines) == 4
    assert decision.validate(state, answer) is None
    assert bot.illegal_answers == 0


def test_with_too_many_units_still_to_come_places_are_left_to_the_judgement() -> None:
    match = match_of(GAME, "six_v_six")
    seen = view(nearly_deployed(match, 2), 0)
    if seen.decision is None:
        seen = view(nearly_deployed(match, 2), 1)
    kinds = {"deploy_unit": {**FEW["deploy_unit"], "waiting": 1}}
    bot = tiny(by_kind=kinds)
    bot.decide(match, seen)
    assert bot.verdict is None


def test_no_turn_is_over_while_a_battle_is_set_up() -> None:
    match = match_of(GAME, "six_v_six")
    state = nearly_deployed(match, 4)
    decision = state.decision
    assert decision is not None
    steady = policies()["steady"]
    playouts = Playouts(match, decision.seat, Policies(steady, steady), Reach(2), "1")
    world = imagine(view(state, decision.seat), match)
    values = [
        playouts.value(world, (decision.suggest(state, 1)[0].answer,), CommonDice("1", table)) for table in range(4)
    ]
    # before the first round everybody has one half: these have come to the fire and its dice
    assert len({0.5, *values}) > 2


def test_who_places_sees_no_more_than_anybody() -> None:
    match = match_of(GAME, "six_v_six", mines="secret")
    state = nearly_deployed(match, 1)
    decision = state.decision
    assert decision is not None
    answers = []
    for square in ("D3", "A3"):
        table, other = state.clone(), 1 - decision.seat
        name = next(each for each, sealed in table.sealed.items() if sealed.seat == other)
        table.sealed = {**table.sealed, name: Sealed(other, square)}
        answers.append(tiny(by_kind=FEW).decide(match, view(table, decision.seat)))
    assert answers[0] == answers[1]


def test_kinds_that_are_searched_otherwise_are_kinds_of_questions() -> None:
    for level in levels().values():
        for game in all_games() if level.search is not None else ():
            search = search_of(level, game.id)
            assert search is not None
            assert set(search.by_kind) <= {snake(kind.__name__) for kind in game.decisions}
            for kind in search.by_kind:
                assert search.at(kind).by_kind == {}


def test_a_word_about_a_kind_that_is_unknown_is_a_fault() -> None:
    assert replace(WHOLE, by_kind={"move": {"turns": 6}}).at("move").turns == 6
    assert replace(WHOLE, by_kind={"move": {"turns": 6}}).at("shoot").turns == WHOLE.turns
    with pytest.raises(ValidationError):
        replace(WHOLE, by_kind={"move": {"turn": 6}}).at("move")


def test_ceilings_reach_the_first_places_too() -> None:
    game = find_game(GAME)
    assert game is not None
    usual = search_of(levels()["veteran"], GAME)
    assert usual is not None
    placing = usual.at("deploy_unit")
    long = tenfold("veteran", game, "1")._search.at("deploy_unit")
    assert (long.rivals, long.evaluations) == (3 * placing.rivals, 10 * placing.evaluations)
    assert knowing("veteran", game, "1", lambda: SeededDice(9, 40))._search.at("deploy_unit").fair == 0


# --- tables on which thoughts take long ------------------------------------------------------------------------------


def test_where_thoughts_take_long_there_are_fewer_of_them() -> None:
    usual = replace(WHOLE, rivals=8, evaluations=4000, tempers=({"exposure": 2.0},) * 8)
    assert usual.eased(1.0) is usual
    eased = usual.eased(2.0)
    assert (eased.rivals, eased.evaluations, len(eased.tempers)) == (4, 2000, 4)
    # one idea more than the own choice would not be worth the trouble
    assert usual.eased(100.0).rivals == 2


@pytest.mark.parametrize(("scenario", "effort"), [("six_v_six", 1.0), ("hill", 2.0), ("bridge", 2.0), ("village", 8.0)])
def test_hills_goals_and_infantry_make_thoughts_longer(scenario: str, effort: float) -> None:
    state = under_way(match_of(GAME, scenario))
    assert state.match.game.effort(state) == effort
    level = bot_of("veteran", GAME)
    units = sum(unit.seat == 0 for unit in state.units.values())
    assert finer(level, state, 0) == round(min(6000, level.closely[GAME] * units) / effort)
