"""`brickfield battle`: same seed, same games on any number of processes; wins counted with honest intervals."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.match import Match, Setup
from brickfield.core.replay import Replayed, read_replay
from brickfield.core.views import View, imagine
from brickfield.games import find_game
from brickfield.players.lab import crews, matches
from brickfield.players.lab.counting import points, wilson
from brickfield.players.lab.matches import BattleFault, MatchJob, MatchResult, Pace, Tournament, play_job, standings
from brickfield.players.lab.running import Lab

Run = Callable[..., tuple[int, str, str]]
SETUP = Setup("micro_brick_battle", "six_v_six")


def battle(run: Run, *more: str, seats: str = "random", games: int = 4, seed: int = 7) -> dict[str, Any]:
    """A battle between bots as JSON."""
    words = ["--scenario", "six_v_six", "--seats", seats, "--games", str(games), "--seed", str(seed), "--json"]
    code, out, err = run("battle", "micro_brick_battle", *words, *more)
    assert (code, err) == (0, "")
    shown: dict[str, Any] = json.loads(out)
    return shown


def test_the_score_as_json(run: Run) -> None:
    score = battle(run)
    names = ["game", "scenario", "games", "wins", "draws", "interval95", "decisions", "seconds", "digest"]
    assert list(score) == [*names, "milliseconds"]
    for pace in score["milliseconds"]:
        assert 0 <= pace["p50"] <= pace["p95"] <= pace["max"]
    assert (score["game"], score["scenario"], score["games"]) == ("micro_brick_battle", "six_v_six", 4)
    assert sum(score["wins"]) + score["draws"] == 4
    assert score["decisions"] > 4 * 12
    for wins, (low, high) in zip(score["wins"], score["interval95"], strict=True):
        assert 0 <= low <= wins / 4 <= high <= 1


def test_the_digest_is_that_of_the_seed_whatever_the_number_of_processes(run: Run) -> None:
    alone, together = battle(run), battle(run, "--jobs", "2")
    for name in ("digest", "wins", "draws", "decisions"):
        assert alone[name] == together[name]
    assert battle(run, seed=8)["digest"] != alone["digest"]


def test_optional_rules_are_switched_on_by_words(run: Run) -> None:
    plain, limited = battle(run, seats="recruit"), battle(run, "--rules", "round_limit=1", seats="recruit")
    assert limited["decisions"] < plain["decisions"]
    words = ("--scenario", "six_v_six", "--seats", "random", "--games", "2", "--seed", "1", "--rules", "round_limt=1")
    code, out, err = run("battle", "micro_brick_battle", *words)
    assert (code, out) == (2, "")
    assert "round_limit" in err


def test_the_last_level_repeats(run: Run) -> None:
    assert battle(run, seats="random")["digest"] == battle(run, seats="random,random")["digest"]


def test_the_score_for_people(run: Run) -> None:
    words = ("--scenario", "six_v_six", "--seats", "random", "--games", "2", "--seed", "1")
    code, out, err = run("battle", "micro_brick_battle", *words)
    assert (code, err) == (0, "")
    assert "95 % interval" in out
    assert "digest" in out


def test_swapped_games_count_by_level(run: Run) -> None:
    score = battle(run, "--swap", "--fair")
    assert score["swap"] is True
    # two pairs, each worth 0, 1/2, 1, 3/2 or 2 points to the first level
    assert len(score["group_points"]) == 5
    assert sum(score["group_points"]) == 2
    halves = sum(half * count for half, count in enumerate(score["group_points"]))
    assert halves == 2 * score["wins"][0] + score["draws"]
    low, high = score["points"]["interval95"]
    assert low <= score["points"]["share"] == halves / 8 <= high
    low, high = score["fair"]["interval95"]
    assert low < score["fair"]["share"] < high
    assert score["fair"]["share"] != score["points"]["share"]


def test_without_changing_seats_there_are_no_pairs_to_count(run: Run) -> None:
    assert "points" not in battle(run)


def test_a_style_is_named_beside_its_level(run: Run) -> None:
    words = ("--scenario", "duel", "--seats", "regular:bold,random", "--games", "1", "--seed", "1")
    code, told, _ = run("battle", "brick_mech", *words)
    assert code == 0
    assert "regular:bold" in told


def test_levels_change_seats_within_a_pair_and_keep_their_dice() -> None:
    jobs = Tournament(SETUP, ("random", "recruit"), 4, "1", swap=True).jobs()
    assert [job.levels for job in jobs] == [("random", "recruit"), ("recruit", "random")] * 2
    assert [job.group for job in jobs] == [0, 0, 1, 1]
    assert [job.setup.names for job in jobs[:2]] == [("Random 1", "Recruit 2"), ("Recruit 1", "Random 2")]


def test_wins_follow_the_level_to_its_seat() -> None:
    swapped = Tournament(SETUP, ("regular", "recruit"), 4, "1", swap=True)
    results = [MatchResult((0,), 1, 1, "a", 0.0, 0), MatchResult((1,), 1, 1, "b", 0.0, 1),
               MatchResult((), 1, 1, "c", 0.0, 2), MatchResult((0,), 1, 1, "d", 0.0, 3)]  # fmt: skip
    score = standings(swapped, results)
    assert (score.wins, score.draws) == ((2, 1), 1)
    # the first pair is worth 2 points to the first level, the second one half
    assert score.group_points == (0, 1, 0, 0, 1)


def test_how_long_a_level_thinks_follows_it_to_its_seat() -> None:
    swapped = Tournament(SETUP, ("regular", "recruit"), 2, "1", swap=True)
    slow, quick = tuple(range(1, 41)), (3, 1, 2)
    results = [
        MatchResult((0,), 1, 1, "a", 0.0, 0, thought=(slow, quick)),
        MatchResult((1,), 1, 1, "b", 0.0, 1, thought=((5,), (60,))),
    ]
    regular, recruit = standings(swapped, results).pace
    assert regular == Pace(21, 39, 60)
    assert recruit == Pace(2, 5, 5)
    # games from before answers were timed say nothing
    assert standings(swapped, [results[0], MatchResult((1,), 1, 1, "b", 0.0, 1)]).pace != ()
    assert standings(swapped, [MatchResult((1,), 1, 1, "b", 0.0, 1)]).pace == ()


def test_the_digest_covers_every_game_in_order() -> None:
    tournament = Tournament(SETUP, ("random", "random"), 2, "1")
    one, two = MatchResult((0,), 1, 1, "a", 0.0, 0), MatchResult((1,), 1, 1, "b", 0.0, 1)
    other = MatchResult((1,), 1, 1, "c", 0.0, 1)
    assert standings(tournament, [one, two]).digest != standings(tournament, [one, other]).digest
    assert standings(tournament, [one, two]).group_points == ()


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (50, 100, 0.4038, 0.5962),
        (85, 100, 0.7672, 0.9069),
    ],
)
def test_the_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-4)


def test_a_draw_is_worth_half() -> None:
    assert (points((), 0), points((0,), 0), points((1,), 0)) == (0.5, 1.0, 0.0)


def test_a_game_alone_is_the_game_of_a_tournament() -> None:
    alone = play_job(MatchJob(SETUP, ("random", "random"), "7"))
    first = Lab().play(Tournament(SETUP, ("random", "random"), 1, "7"))[0]
    assert (alone.digest, alone.decisions, alone.rounds) == (first.digest, first.decisions, first.rounds)
    assert alone.rounds > 0


def test_seeds_of_different_purposes_differ() -> None:
    seeds = {matches.derive("7", "dice", 0), matches.derive("7", "bot", 0, 0), matches.derive("7", "bot", 0, 1)}
    assert len(seeds | {matches.derive("7", "dice", 1), matches.derive("70", "dice", 0)}) == 5
    assert matches.derive("7", "dice", 0) == 7798854353565851881


class Watching:
    """A player that writes down what it was given."""

    level = "watching"
    given: list[tuple[object, ...]] = []

    def decide(self, *given: object) -> object:
        """Any legal answer."""
        import random

        self.given.append(given)
        match, view = given
        assert isinstance(match, Match)
        assert isinstance(view, View)
        assert view.decision is not None
        return view.decision.sample(imagine(view, match), random.Random(view.version))

    def gives_up(self, match: Match, seen: View, seat: int) -> bool:
        """It fights on."""
        return False


class Clumsy(Watching):
    """A player that had to take three answers back."""

    illegal_answers = 3


def test_a_bot_is_given_the_match_and_its_own_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watching, "given", [])
    monkeypatch.setattr(matches, "make_player", lambda level, game, seed: Watching())
    result = play_job(MatchJob(SETUP, ("random", "random"), "1"))
    assert len(Watching.given) == result.decisions
    for match, view in Watching.given:
        assert isinstance(match, Match)
        assert isinstance(view, View)
        assert view.decision is not None
        assert view.decision.seat == view.seat


def test_a_bot_that_breaks_the_rules_fails_in_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat:
        def decide(self, match: Match, view: View) -> object:
            return {"answer": "place", "unit": "A1", "x": 1.0, "y": 1.0, "heading": 999_999.0}

        def gives_up(self, match: Match, seen: View, seat: int) -> bool:
            return False

    monkeypatch.setattr(matches, "make_player", lambda level, game, seed: Cheat())
    words = ("--scenario", "six_v_six", "--seats", "random", "--games", "1", "--seed", "1")
    code, out, err = run("battle", "micro_brick_battle", *words)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "was refused" in err


def test_answers_a_bot_had_to_take_back_are_counted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "make_player", lambda level, game, seed: Clumsy())
    words = ("--scenario", "six_v_six", "--seats", "random", "--games", "1", "--seed", "1")
    assert "refused: 6 " in run("battle", "micro_brick_battle", *words)[1]


def test_only_the_named_level_has_ten_times_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    given = []

    def make(made: str) -> Callable[..., Watching]:
        return lambda level, game, seed: given.append((made, level)) or Watching()

    monkeypatch.setattr(matches, "tenfold", make("tenfold"))
    monkeypatch.setattr(matches, "make_player", make("usual"))
    for job in Tournament(SETUP, ("veteran", "regular"), 2, "1", swap=True, tenfold="veteran").jobs():
        play_job(job)
    assert given == [("tenfold", "veteran"), ("usual", "regular"), ("usual", "regular"), ("tenfold", "veteran")]


def test_a_game_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "_MOST_DECISIONS", 20)
    with pytest.raises(BattleFault, match="has not ended"):
        play_job(MatchJob(SETUP, ("random", "random"), "1"))


def test_a_set_up_the_rules_refuse_is_a_fault() -> None:
    with pytest.raises(BattleFault, match="scenario"):
        matches.play_job(MatchJob(Setup("micro_brick_battle", "moon"), ("random", "random"), "1"))
    with pytest.raises(BattleFault, match="game"):
        matches.play_job(MatchJob(Setup("chess", "moon"), ("random", "random"), "1"))


def test_a_fault_in_a_worker_reaches_the_one_who_asked() -> None:
    moon = Setup("micro_brick_battle", "moon")
    with pytest.raises(BattleFault, match="moon"):
        Lab(crews.Processes(2)).play(Tournament(moon, ("random", "random"), 4, "1"))


def test_a_worker_that_was_stopped_plays_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    monkeypatch.setattr(crews, "_stop", stop)
    jobs = list(enumerate(Tournament(SETUP, ("random", "random"), 2, "1").jobs()))
    assert [place for place, _result in crews._play_chunk(jobs)] == [0, 1]
    stop.set()
    assert crews._play_chunk(jobs) == []


def test_replays_are_saved_and_check_out(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "replays"
    score = battle(run, "--save-replays", str(folder), "--jobs", "2", games=2)
    names = sorted(path.name for path in folder.iterdir())
    assert names == [f"micro_brick_battle-six_v_six-seed7-000{n}.replay" for n in (1, 2)]
    texts = [(folder / name).read_bytes().decode() for name in names]
    replays = [read_replay(text, find_game) for text in texts]
    assert all(isinstance(replayed, Replayed) for replayed in replays)
    assert battle(run, games=2)["digest"] == score["digest"]


def test_progress_is_told_game_by_game() -> None:
    told: list[int] = []
    Lab(tell=told.append).play(Tournament(SETUP, ("random", "random"), 3, "1"))
    assert told == [1, 1, 1]


def test_a_run_that_was_stopped_goes_on_from_its_record(run: Run, tmp_path: Path) -> None:
    words = ("battle", SETUP.game, "--scenario", "six_v_six", "--seats", "random", "--seed", "3", "--json")
    record = tmp_path / "games.jsonl"
    whole = json.loads(run(*words, "--games", "4")[1])
    assert run(*words, "--games", "2", "--record", str(record))[0] == 0
    assert len(record.read_text("utf-8").splitlines()) == 2
    again = json.loads(run(*words, "--games", "4", "--record", str(record))[1])
    assert again["digest"] == whole["digest"]
    assert len(record.read_text("utf-8").splitlines()) == 4
    # swapped games are other games, but the first of a pair of equals is the same; a file that is no record is named
    assert run(*words, "--games", "2", "--swap", "--record", str(record))[0] == 0
    assert len(record.read_text("utf-8").splitlines()) == 5
    (tmp_path / "no.jsonl").write_text("{}\n", "utf-8")
    code, _out, err = run(*words, "--games", "2", "--record", str(tmp_path / "no.jsonl"))
    assert code == 2
    assert "line 1 is no game" in err
