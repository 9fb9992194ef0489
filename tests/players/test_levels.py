"""Levels that are offered, the first opponent, and the players of the lab that follow a script."""

from __future__ import annotations

import pytest

from brickfield.cli.labs import known_bots, known_players
from brickfield.cli.words import WrongWords
from brickfield.core.match import Setup
from brickfield.games import all_games
from brickfield.players.lab.matches import MatchJob, play_job
from brickfield.players.lab.scripted import SCRIPTS
from brickfield.players.levels import LEVELS, STRONGER, bot_of, levels, make_player, offered
from brickfield.server.web.catalogue import game_card
from tests.players.battles import match_of, play, under_way

GAMES = {game.id: game for game in all_games()}


@pytest.mark.parametrize("game", GAMES)
def test_a_level_is_offered_where_it_was_measured_stronger_than_the_one_below_it(game: str) -> None:
    ids = [level.id for level in offered(game)]
    assert [card.id for card in game_card(GAMES[game]).levels] == ids
    for level in levels().values():
        measured = level.measured.get(game)
        stronger = measured is not None and measured.rate >= STRONGER and measured.games >= 40
        # the first opponent is there to be beaten, and the yardstick is nobody's opponent
        assert (level.id in ids) == (stronger or level.id in ("random", "cadet")), level.id
    assert ids == [each for each in LEVELS if (game, each) != ("micro_brick_battle", "commander")], "one half there"


def test_a_battle_with_a_level_that_is_not_offered_any_more_goes_on() -> None:
    state = under_way(match_of("micro_brick_battle", "six_v_six"))
    assert "commander" not in [level.id for level in offered("micro_brick_battle")]
    assert make_player("commander", state.match.game, 1).level == "commander"


def test_a_cadet_overlooks_what_a_recruit_does_and_breaks_no_rule() -> None:
    cadet, recruit = levels()["cadet"], levels()["recruit"]
    assert set(cadet.overlooks) == set(GAMES)
    assert not recruit.overlooks
    for game, scenario in (("brick_mech", "duel"), ("battle_of_the_sea", "last_drop_of_blood")):
        state, answers = play(match_of(game, scenario), ("cadet", "cadet"), seed=2, most=150)
        assert state.over or len(answers) == 150
    assert bot_of("recruit", "brick_mech").weights["heat"] != bot_of("recruit", "battle_of_the_sea").weights["heat"]


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("micro_brick_battle", "six_v_six"), ("brick_mech", "duel"), ("brick_action", "meeting")],
)
def test_a_newcomer_drives_shoots_and_ends_a_battle_of_any_game(game: str, scenario: str) -> None:
    result = play_job(MatchJob(Setup(game, scenario, {}), ("newcomer", "cadet"), "3"))
    assert result.decisions
    assert result.rounds


def test_scripts_sit_at_tables_of_the_lab_only() -> None:
    assert set(SCRIPTS) == {"hinted", "newcomer"}
    assert not set(SCRIPTS) & set(LEVELS)
    known_players("hinted", "newcomer", "cadet", "regular:bold")
    for name in SCRIPTS:
        with pytest.raises(WrongWords, match=name):
            known_bots(name)
        assert name not in [level.id for game in GAMES for level in offered(game)]
    with pytest.raises(WrongWords, match="nobody"):
        known_players("nobody")
