"""`brickfield prove` and `brickfield ladder`: what was decided, in words and as JSON, and one record for all."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from brickfield.games import all_games
from brickfield.players.lab import records, versions
from brickfield.players.lab.matches import MatchJob, MatchResult
from brickfield.players.lab.versions import code_version

Run = Callable[..., tuple[int, str, str]]
STRENGTH = {"random": 1.0, "recruit": 3.0, "regular": 9.0}
LEVELS = ("--levels", "random,recruit,regular")
LADDER = ("ladder", "brick_mech", "--scenario", "duel", *LEVELS)
PROVE = ("--game", "brick_mech", "--scenario", "duel", "--seed", "4")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[MatchJob]:
    """Games are thrown for by the strengths of the levels instead of being played; which ones is written down."""
    jobs: list[MatchJob] = []

    def throw(job: MatchJob) -> MatchResult:
        jobs.append(job)
        one, other = (STRENGTH[level] for level in job.levels)
        rng = random.Random(f"{job.seed}/{job.index}")
        return MatchResult((int(rng.random() >= one / (one + other)),), 1, 1, f"{job.seed}/{job.index}", 0.0, job.index)

    monkeypatch.setattr("brickfield.players.lab.matches.play_job", throw)
    return jobs


def as_json(run: Run, *words: str) -> dict[str, Any]:
    """What a command prints for programs."""
    code, out, err = run(*words, "--json")
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def test_the_stronger_level_is_accepted_and_the_weaker_rejected(run: Run, played: list[MatchJob]) -> None:
    code, out, err = run("prove", "recruit", "random", *PROVE)
    assert (code, err) == (0, "")
    assert "Accepted: recruit is stronger than random." in out
    assert "5 times in a hundred" in out
    assert {job.levels for job in played} == {("recruit", "random"), ("random", "recruit")}
    assert "Rejected: random is not stronger" in run("prove", "random", "recruit", *PROVE)[1]


def test_the_verdict_as_json(run: Run, played: list[MatchJob]) -> None:
    told = as_json(run, "prove", "recruit", "random", *PROVE, "--elo0", "0", "--elo1", "70", "--alpha", "0.01")
    assert told["decided"] == "accepted"
    assert told["shares"] == [0.5, pytest.approx(0.5993, abs=1e-4)]
    assert told["log_ratio"] >= told["bounds"][1] > 4.0
    assert sum(told["pair_points"]) == told["pairs"] == told["games"] // 2
    low, high = told["interval95"]
    assert low < told["share"] < high
    # all games that were played are those of the verdict
    assert len(played) == told["games"]


def test_too_few_pairs_decide_nothing(run: Run, played: list[MatchJob]) -> None:
    assert as_json(run, "prove", "recruit", "random", *PROVE, "--most", "10")["decided"] == "undecided"
    assert len(played) == 20
    assert "Undecided" in run("prove", "recruit", "random", *PROVE, "--most", "10")[1]


def test_a_proof_goes_on_from_its_record(run: Run, played: list[MatchJob], tmp_path: Path) -> None:
    words = ("prove", "recruit", "random", *PROVE)
    whole = as_json(run, *words)
    kept = str(tmp_path / "games.jsonl")
    as_json(run, *words, "--most", "8", "--record", kept)
    played.clear()
    again = as_json(run, *words, "--record", kept)
    assert again | {"seconds": 0} == whole | {"seconds": 0}
    assert [job.index for job in played] == list(range(16, whole["games"]))
    # a ladder over the same levels has other seeds, so it plays its own
    played.clear()
    as_json(run, *LADDER, "--games", "4", "--record", kept)
    assert len(played) == 3 * 4
    as_json(run, *LADDER, "--games", "4", "--record", kept)
    assert len(played) == 3 * 4


def test_the_ladder(run: Run, played: list[MatchJob]) -> None:
    words = (*LADDER, "--games", "200", "--seed", "2")
    told = as_json(run, *words)
    assert [rung["level"] for rung in told["ladder"]] == ["regular", "recruit", "random"]
    for rung, elo in zip(told["ladder"], (382, 191, 0), strict=True):
        low, high = rung["interval95"]
        assert low <= elo <= high
        assert rung["games"] == 400
    assert told["meetings"][0]["levels"] == ["random", "recruit"]
    code, out, _err = run(*words)
    assert code == 0
    assert "Elo above the lowest" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("prove", "recruit", "general", *PROVE), "general"),
        (("prove", "recruit", "random", *PROVE, "--share0", "0.6", "--share1", "0.5"), "rise"),
        (("prove", "recruit", "random", *PROVE, "--share0", "0.4", "--elo1", "5"), "not both"),
        (("prove", "recruit", "random", *PROVE, "--alpha", "0.5", "--beta", "0.5"), "below 1"),
        (("prove", "recruit", "random", "--game", "brick_mech", "--scenario", "free_for_all"), "two seats"),
        (("ladder", "brick_mech", "--scenario", "duel", "--games", "4", "--levels", "random"), "two different levels"),
        (("ladder", "brick_mech", "--scenario", "duel", "--games", "5"), "even number"),
    ],
)
def test_wrong_words_are_named_in_one_line(run: Run, words: tuple[str, ...], told: str) -> None:
    code, out, err = run(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err


BATTLE = ("battle", "brick_mech", "--scenario", "duel", "--seats", "random", "--seed", "1", "--games", "3")


def test_a_battle_of_other_armies_rules_or_bots_is_another_one(
    run: Run, played: list[MatchJob], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = ("--record", str(tmp_path / "games.jsonl"))
    as_json(run, *BATTLE, *kept)
    as_json(run, *BATTLE, *kept)
    assert len(played) == 3
    as_json(run, *BATTLE, *kept, "--rules", "charge")
    as_json(run, *BATTLE, *kept, "--armies", "raider,trooper")
    assert len(played) == 9
    monkeypatch.setattr(records, "code_version", lambda _game: "another")
    as_json(run, *BATTLE, *kept)
    assert len(played) == 12


def test_a_change_to_one_game_leaves_the_records_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    games = ("", "brick_mech", "battle_of_the_sea")
    before = [code_version(game) for game in games]
    found = versions._files()
    changed = {**found, "games/brick_mech/base/new.py": found["games/brick_mech/contents.py"]}
    monkeypatch.setattr(versions, "_files", lambda: changed)
    after = [code_version.__wrapped__(game) for game in games]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, False, True]
    # what all games are played with belongs to each of them
    changed["core/new.py"] = found["core/state.py"]
    assert code_version.__wrapped__("battle_of_the_sea") != before[2]


def test_what_levels_do_in_another_game_or_are_said_to_do_makes_no_other_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found, table = versions._files(), tmp_path / "levels.toml"
    before = {game.id: code_version(game.id) for game in all_games()}
    whole = found["players/levels.toml"].read_text("utf-8")
    monkeypatch.setattr(versions, "_files", lambda: {**found, "players/levels.toml": table})

    def others_after(old: str, new: str) -> set[str]:
        assert old in whole
        table.write_text(whole.replace(old, new), "utf-8")
        return {game for game, version in before.items() if code_version.__wrapped__(game) != version}

    assert others_after("brick_action = { exposure = 1.8, r", "brick_action = { exposure = 1.7, r") == {"brick_action"}
    assert others_after("rate = 0.78,", "rate = 0.79,") == set()
    assert others_after("# Levels of the bots.", "# The levels.") == set()
    assert others_after("margin = 0.7", "margin = 0.8") == set(before)


def test_a_line_that_was_cut_off_is_played_again(run: Run, played: list[MatchJob], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    whole = as_json(run, *BATTLE, "--record", str(file))
    text = file.read_bytes()
    file.write_bytes(text[:-20])
    assert as_json(run, *BATTLE, "--record", str(file))["digest"] == whole["digest"]
    assert [job.index for job in played] == [0, 1, 2, 2]
    assert file.read_bytes() == text


@pytest.mark.parametrize("text", ["no game", '{"game": "chess"}', '{"battles": ', '{"game":"chess"}\n'])
def test_a_file_that_is_no_record_stays_as_it_is(run: Run, played: list[MatchJob], tmp_path: Path, text: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(text, "utf-8")
    code, out, err = run(*BATTLE, "--record", str(file))
    assert (code, out) == (2, "")
    assert "line 1 is no game" in err
    assert file.read_text("utf-8") == text
    assert played == []
