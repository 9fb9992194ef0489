"""`brickfield balance`: every scenario that is asked for, wins of decided games, how games end, and honest words."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.games import GAME_IDS, find_game
from brickfield.players.lab import balance as lab
from brickfield.players.lab.conduct import Conduct
from brickfield.players.lab.matches import Result, Tournament

Run = Callable[..., tuple[int, str, str]]
GAME = "micro_brick_battle"
RANDOM = ("--level", "random", "--games", "2", "--seed", "3")


def test_every_scenario_of_a_game_is_reported(run: Run) -> None:
    code, out, err = run("balance", GAME, *RANDOM, "--json")
    assert (code, err) == (0, "")
    told: dict[str, Any] = json.loads(out)
    game = find_game(GAME)
    assert game is not None
    assert [each["scenario"] for each in told["scenarios"]] == [card.id for card in game.scenarios()]
    for each in told["scenarios"]:
        won = each["wins"][0]["of"]
        assert won + each["draws"]["count"] == each["games"] == 2
        # both seats of a team have won when it wins
        winners = 2 if each["scenario"] == "two_against_two" else 1
        assert sum(share["count"] for share in each["wins"]) == won * winners
        assert sum(each["endings"].values()) == 2
        assert all(share["of"] == won for share in (*each["wins"], each["first"]))
        low, high = each["wins"][0]["interval95"]
        assert low <= each["wins"][0]["share"] <= high


def test_one_scenario_on_any_number_of_processes_is_the_same(run: Run) -> None:
    words = ("balance", GAME, "--scenario", "crossroads", *RANDOM)
    alone, together = (json.loads(run(*words, "--json", "--jobs", jobs)[1]) for jobs in ("1", "2"))
    assert alone == together
    assert "how games end" in run(*words)[1]


def test_every_scenario_of_every_game_unless_one_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    def nothing(setup: Setup, seats: int, *_more: object) -> lab.Balance:
        asked.append((setup.game, setup.scenario))
        tournament = Tournament(setup, ("random",) * seats, 1, "1")
        return lab.weigh(tournament, [Result((), 1, 1, "a", 0.0, reason="stalemate")])

    monkeypatch.setattr("brickfield.cli.balances.play_balance", nothing)
    assert run("balance")[0] == 0
    assert len({game for game, _scenario in asked}) == len(GAME_IDS)
    assert (GAME, "crossroads") in asked


def test_a_draw_is_no_decided_game_and_the_first_turn_is_counted_by_who_had_it() -> None:
    conduct = Conduct((10, 10), (1, 3), (2, 0), ("1,1", "2,2"))
    other = Conduct((10, 10), (0, 0), (0, 0), ("1,2", "2,2"))
    results = [
        Result((1,), 5, 4, "a", 0.0, 0, reason="elimination", first=1, conduct=conduct),
        Result((1,), 5, 6, "b", 0.0, 1, reason="objective", first=0, conduct=other),
        Result((), 5, 8, "c", 0.0, 2, reason="elimination", first=0, conduct=other),
    ]
    weighed = lab.weigh(Tournament(Setup(GAME, "crossroads"), ("random", "random"), 3, "1"), results)
    assert [(each.count, each.of) for each in weighed.wins] == [(0, 2), (2, 2)]
    assert (weighed.draws.count, weighed.draws.of) == (1, 3)
    assert (weighed.first.count, weighed.first.of) == (1, 2)
    assert (weighed.endings, weighed.rounds) == ({"elimination": 2, "objective": 1}, 6.0)
    assert (weighed.idle, weighed.returns, weighed.deployments) == (4 / 60, 2 / 60, (2, 1))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--scenario", "crossroads"), "of which game"),
        ((GAME, "--scenario", "crossroad"), "'crossroads'"),
        ((GAME, "--level", "general"), "general"),
        (("micro_brick",), "There are"),
    ],
)
def test_wrong_words_are_named_in_one_line(run: Run, words: tuple[str, ...], told: str) -> None:
    code, out, err = run("balance", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err
