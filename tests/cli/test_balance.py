"""`brickfield balance`: every scenario that is asked for, wins of decided games, how games end, and honest words."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from brickfield.cli.balance_page import verdict
from brickfield.core.match import Setup
from brickfield.games import GAME_IDS, find_game
from brickfield.players.lab import balance as lab
from brickfield.players.lab.conduct import Conduct
from brickfield.players.lab.matches import MatchJob, MatchResult, Tournament, play_job

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
        # all seats of a team have won when it wins
        sides = game.scenario_table()[each["scenario"]].sides
        by_side = {side: share["count"] for side, share in zip(sides, each["wins"], strict=True)}
        assert all(share["count"] == by_side[side] for side, share in zip(sides, each["wins"], strict=True))
        assert sum(by_side.values()) == won
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

    def nothing(job: MatchJob) -> MatchResult:
        asked.append((job.setup.game, job.setup.scenario))
        return MatchResult((), 1, 1, "a", 0.0, job.index, reason="stalemate")

    monkeypatch.setattr("brickfield.players.lab.matches.play_job", nothing)
    assert run("balance", "--games", "1")[0] == 0
    assert len({game for game, _scenario in asked}) == len(GAME_IDS)
    assert (GAME, "crossroads") in asked


def test_a_draw_is_no_decided_game_and_the_first_turn_is_counted_by_who_had_it() -> None:
    conduct = Conduct((10, 10), (1, 3), (2, 0), ("1,1", "2,2"))
    other = Conduct((10, 10), (0, 0), (0, 0), ("1,2", "2,2"))
    results = [
        MatchResult((1,), 5, 4, "a", 0.0, 0, reason="elimination", first=1, conduct=conduct),
        MatchResult((1,), 5, 6, "b", 0.0, 1, reason="objective", first=0, conduct=other),
        MatchResult((), 5, 8, "c", 0.0, 2, reason="elimination", first=0, conduct=other),
    ]
    weighed = lab.weigh(Tournament(Setup(GAME, "crossroads"), ("random", "random"), 3, "1"), results)
    assert [(each.count, each.of) for each in weighed.wins] == [(0, 2), (2, 2)]
    assert (weighed.draws.count, weighed.draws.of) == (1, 3)
    assert (weighed.first.count, weighed.first.of) == (1, 2)
    assert (weighed.endings, weighed.rounds) == ({"elimination": 2, "objective": 1}, 6.0)
    assert (weighed.idle, weighed.returns, weighed.deployments) == (4 / 60, 2 / 60, (2, 1))


def test_what_was_foretold_is_held_against_what_came() -> None:
    sure, wrong = (Conduct((1, 1), (0, 0), (0, 0), ("", ""), foretold=each) for each in (((0.9, 0.1),), ((0.3, 0.7),)))
    results = [
        MatchResult((0,), 5, 4, "a", 0.0, 0, conduct=sure),
        MatchResult((0,), 5, 4, "b", 0.0, 1, conduct=wrong),
        MatchResult((), 5, 4, "c", 0.0, 2, conduct=sure),
    ]
    weighed = lab.weigh(Tournament(Setup(GAME, "crossroads"), ("random", "random"), 3, "1"), results)
    assert weighed.brier == pytest.approx((2 * 0.01 + 2 * 0.49 + 2 * 0.16) / 6)
    assert weighed.calibration[0] == (pytest.approx(0.1), 0.25, 2)
    assert weighed.calibration[-1] == (pytest.approx(0.9), 0.75, 2)


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


def test_a_stopped_run_goes_on_from_its_record(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "games.jsonl"
    words = ("balance", GAME, "--scenario", "six_v_six", "--level", "random", "--seed", "3", "--json")
    whole = json.loads(run(*words, "--games", "3")[1])
    run(*words, "--games", "2", "--record", str(kept))
    assert len(kept.read_text().splitlines()) == 2
    played: list[int] = []

    def counting(job: MatchJob) -> MatchResult:
        played.append(job.index)
        return play_job(job)

    monkeypatch.setattr("brickfield.players.lab.matches.play_job", counting)
    assert json.loads(run(*words, "--games", "3", "--record", str(kept))[1]) == whole
    assert played == [2]
    # another seed is another run in the same book
    run(*words[:-3], "--seed", "4", "--json", "--games", "1", "--record", str(kept))
    assert played == [2, 0]
    kept.write_text("no game\n")
    code, _out, err = run(*words, "--games", "1", "--record", str(kept))
    assert (code, "line 1 is no game" in err) == (2, True)


def test_shares_are_evened_by_the_first_turn() -> None:
    tournament = Tournament(Setup(GAME, "six_v_six"), ("random",) * 2, 5, "1")
    games = [((0,), 0), ((0,), 0), ((0,), 0), ((1,), 0), ((1,), 1)]
    results = [
        MatchResult(won, 1, 4 + number, "a", 0.0, number, first=first) for number, (won, first) in enumerate(games)
    ]
    weighed = lab.weigh(tournament, results)
    assert weighed.wins[0].share == pytest.approx(0.6)
    assert weighed.evened == (pytest.approx((0.75 + 0.0) / 2), pytest.approx((0.25 + 1.0) / 2))
    assert weighed.longest == 8
    assert lab.weigh(tournament, results[:4]).evened == ()


def test_the_page_has_every_scenario_and_every_army(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first army wins two games of three wherever it sits; scenarios are won by the first seat."""

    def thrown(job: MatchJob) -> MatchResult:
        swapped = job.seed.count("/") > 0 and job.index % 2
        won = 0 if job.index % 3 else 1
        seat = 1 - won if swapped else won
        return MatchResult((seat,), 1, 5, "a", 0.0, job.index, reason="last_round", first=job.index % 2)

    monkeypatch.setattr("brickfield.players.lab.matches.play_job", thrown)
    file = tmp_path / "balance.md"
    assert run("balance", "--games", "60", "--docs", str(file))[0] == 0
    text = file.read_text("utf-8")
    for name in GAME_IDS:
        game = find_game(name)
        assert game is not None
        assert f"## {game.title}\n" in text
        rows = [line for line in text.splitlines() if line.startswith("|")]
        assert all(any(line.startswith(f"| {card.title} | ") for line in rows) for card in game.scenarios())
    assert "| Crossroads | United States 67% (54%-77%)<br>Germany 33% (23%-46%) |" in text
    assert "last round 60 | leans to United States |" in text
    assert "| 6 vs 6 | 6 M4 Sherman | 6 Panzer III | 67% (54%-77%) |" in text
    # a unit against every other, and its mean
    assert "| unit | Raider | Trooper | Longbow | Bastion | Rampart | mean |" in text
    assert "| Raider |  | 67% | 67% | 67% | 67% | 67% |" in text
    assert "| Bastion | 33% | 33% | 33% |  | 67% | 42% |" in text
    # armies that cannot change sides do not meet
    assert not any("Staff Car Run" in line and "%)" in line and line.count("|") == 5 for line in text.splitlines())
    # nothing of it changes from one run to the next
    again = tmp_path / "again.md"
    run("balance", "--games", "60", "--docs", str(again))
    assert again.read_text("utf-8") == text


def test_a_page_of_one_scenario_and_a_folder_that_is_not_there(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "brickfield.players.lab.matches.play_job", lambda job: MatchResult((0,), 1, 1, "a", 0.0, job.index, first=0)
    )
    words = ("balance", GAME, "--scenario", "crossroads", "--games", "4", "--docs")
    file = tmp_path / "balance.md"
    assert run(*words, str(file))[0] == 0
    text = file.read_text("utf-8")
    assert "leans to United States" in text
    assert "### Armies" not in text
    code, out, err = run(*words, str(tmp_path / "none" / "balance.md"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "no folder" in err


def test_verdicts_on_scenarios() -> None:
    def weighed(winners: list[tuple[int, ...]], seats: int) -> lab.Balance:
        tournament = Tournament(Setup(GAME, "crossroads"), ("random",) * seats, len(winners), "1")
        results = [MatchResult(won, 1, 1, "a", 0.0, number) for number, won in enumerate(winners)]
        return lab.weigh(tournament, results)

    names = ("north", "east", "south", "west")
    assert verdict(weighed([(0,), (1,)] * 60, 2), names[:2]) == "even"
    assert verdict(weighed([(0,), (1,)] * 6, 2), names[:2]) == "too few games"
    assert verdict(weighed([(0,)] * 70 + [(1,)] * 30, 2), names[:2]) == "leans to north"
    # of four seats in two sides both of a side win: half of the games are even
    assert verdict(weighed([(0, 2), (1, 3)] * 60, 4), names) == "even"
    assert verdict(weighed([(0,), (1,), (2,), (3,)] * 50, 4), names) == "even"
    assert verdict(weighed([(0,)] * 80 + [(1,), (2,), (3,)] * 40, 4), names) == "leans to north"
    assert verdict(weighed([(0,)] * 30 + [(1,), (2,)] * 60, 3), names[:3]) == "leans against north"
    assert verdict(weighed([(0, 2)] * 70 + [(1, 3)] * 30, 4), ("red", "blue") * 2) == "leans to red"
    assert verdict(weighed([(0,), (1,), ()] * 60, 2), names[:2]) == "often drawn"
