"""Wrong words give one clear line and 2, failures one line and 1, and neither ever a traceback or a page of usage."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from brickfield import cli
from brickfield.cli import listing, main
from brickfield.cli.words import one_line

Run = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).resolve().parents[2]
BATTLE = ("battle", "micro_brick_battle", "--scenario", "six_v_six", "--seats", "random", "--games", "1", "--seed", "1")


def with_word(option: str, value: str) -> tuple[str, ...]:
    """A right battle with one word changed."""
    words = list(BATTLE)
    words[words.index(option) + 1] = value
    return tuple(words)


def without(option: str) -> tuple[str, ...]:
    """A right battle with one option left out."""
    at = BATTLE.index(option)
    return BATTLE[:at] + BATTLE[at + 2 :]


WRONG = {
    "no command": ((), "which command"),
    "unknown command": (("gmaes",), "'games'"),
    "a command of another release": (("league",), "no command is called 'league'"),
    "unknown option": (("games", "--jsno"), "--jsno"),
    "unknown option of the program": (("--fast",), "--fast"),
    "a word too many": (("games", "chess"), "chess"),
    "unknown game of clauses": (("clauses", "--game", "chess"), "micro_brick_battle"),
    "a game without a name": (("clauses", "--game"), "--game"),
    "no game": (("battle",), "GAME"),
    "unknown game": (("battle", "chess", *BATTLE[2:]), "no game is called 'chess'"),
    "unknown scenario": (with_word("--scenario", "six_vs_six"), "Did you mean 'six_v_six'"),
    "empty scenario": (with_word("--scenario", ""), "no scenario"),
    "unknown level": (with_word("--seats", "random,genius"), "no level is called 'genius'"),
    "unknown style": (with_word("--seats", "random,regular:bolt"), "no style is called 'bolt'. Did you mean 'bold'?"),
    "no style": (with_word("--seats", "random,recruit:bold"), "recruit:bold: A recruit plays in no style of its own"),
    "empty level": (with_word("--seats", "random,"), "no level is called ''"),
    "too many levels": (with_word("--seats", "random,random,random"), "2 seats"),
    "no games": (with_word("--games", "0"), "--games"),
    "fewer than no games": (with_word("--games", "-3"), "--games"),
    "games as a word": (with_word("--games", "many"), "many"),
    "half a game": (with_word("--games", "1.5"), "1.5"),
    "too many games": (with_word("--games", "99999999999"), "--games"),
    "a number no machine reads": (with_word("--games", "9" * 5000), "--games"),
    "seed as a word": (with_word("--seed", "lucky"), "lucky"),
    "no jobs": ((*BATTLE, "--jobs", "0"), "--jobs"),
    "an odd number of swapped games": ((*BATTLE, "--swap"), "multiple"),
    "dice told to who does not look ahead": ((*BATTLE, "--open-dice", "random"), "looks ahead"),
    "ten times the budget of who has none": ((*BATTLE, "--tenfold", "random"), "looks ahead"),
    "a fair share of one seat": ((*BATTLE, "--fair"), "--swap"),
    "scenario left out": (without("--scenario"), "--scenario"),
    "seats left out": (without("--seats"), "--seats"),
    "games left out": (without("--games"), "--games"),
    "seed left out": (without("--seed"), "--seed"),
    "replays into a file": ((*BATTLE, "--save-replays", __file__), "--save-replays"),
    "no replay": (("replay",), "FILE"),
    "a replay that is not there": (("replay", "no/such.replay"), "no/such.replay"),
    "a folder as a replay": (("replay", str(ROOT)), "folder"),
    "control characters": (("replay", "a\x1b[31m\nb"), "\\x1b"),
    "play at an unknown scenario": (("play", "--scenario", "moon"), "moon"),
    "play against an unknown level": (("play", "--level", "genius"), "genius"),
    "play at a seat that is not there": (("play", "--seat", "3"), "--seat 3"),
    "play at a negative seat": (("play", "--seat", "-1"), "--seat"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_words_are_one_line_and_two(run: Run, case: str) -> None:
    words, hint = WRONG[case]
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.startswith("brickfield: ")
    assert err.count("\n") == 1
    assert hint in err
    assert "Usage" not in err
    assert "Traceback" not in err


def test_a_failure_is_one_line_and_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(as_json: bool) -> None:
        raise OSError(28, "No space\nleft on device")

    monkeypatch.delenv(cli.TRACEBACK, raising=False)
    monkeypatch.setattr(listing, "list_games", broken)
    code, out, err = run("games")
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert "No space left on device" in err


def test_the_place_of_a_failure_is_shown_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(as_json: bool) -> None:
        raise LookupError("here")

    monkeypatch.setenv(cli.TRACEBACK, "1")
    monkeypatch.setattr(listing, "list_games", broken)
    with pytest.raises(LookupError):
        main(["games"])


def test_stopping_a_command_is_no_crash(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(as_json: bool) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(listing, "list_games", stopped)
    code, out, err = run("games")
    # the line before it ends the ^C that the terminal shows
    assert (code, out, err) == (130, "", "\nbrickfield: stopped.\n")


def test_help_names_every_command(run: Run) -> None:
    code, out, err = run("--help")
    assert (code, err) == (0, "")
    for name in ("games", "clauses", "battle", "replay", "bench", "play"):
        assert f"\n  {name}" in out


def test_a_line_is_printable_and_bounded() -> None:
    assert one_line("a\n b\tc\x00\u202e") == "a b c\\x00\\u202e"
    assert len(one_line("x" * 10_000)) < 500


def test_a_reader_that_leaves_early_causes_no_noise() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as gone:
        done = subprocess.run(
            [sys.executable, "-m", "brickfield.cli", "games", "--json"], cwd=ROOT, stdout=gone, stderr=subprocess.PIPE
        )
    assert (done.returncode, done.stderr) == (1, b"")
