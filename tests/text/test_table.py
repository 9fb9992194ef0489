"""The table as people and scripts meet it: whole battles through a pipe, the end of input, colours, wrong words."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.match import Match
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Replayed, read_replay
from brickfield.core.views import View, imagine
from brickfield.games import find_game
from brickfield.text import table
from brickfield.text.voice import Streams, Voice
from tests.text.seats import Passer

ROOT = Path(__file__).resolve().parents[2]
ESCAPE = "\x1b"


def play(lines: str, folder: Path, **words: Any) -> tuple[int, str]:
    """Sit down with a script of lines; the exit code and all that was said."""
    output = io.StringIO()
    code = table.main(streams=Streams(io.StringIO(lines), output), folder=folder, **({"seed": 7} | words))
    return code, output.getvalue()


class Waverer:
    """Answers at random, but the same in every run."""

    def decide(self, match: Match, view: View) -> Any:
        import random

        assert view.decision is not None
        return view.decision.sample(imagine(view, match), random.Random(view.version))


class Driver(io.StringIO):
    """A newcomer who reads what was said last and answers with numbers and the plainest words."""

    def __init__(self, output: io.StringIO, most: int = 2000) -> None:
        super().__init__()
        self._output, self._read, self._left = output, 0, most
        self.lines: list[str] = []

    def readline(self, _size: int | None = -1, /) -> str:
        said = self._output.getvalue()[self._read :]
        self._read = len(self._output.getvalue())
        self._left -= 1
        line = self._answer(said) if self._left > 0 else ""
        self.lines.append(line)
        return f"{line}\n" if line else ""

    def _answer(self, said: str) -> str:
        assert not re.search("Not (possible|understood)", said), said[-2000:]
        if "What now?" in said:
            return "1"
        if "Replay written" in said:
            return "quit"
        if "lock (or" in said or "Type lock to go on" in said:
            return "lock"
        options = re.findall(r"^  (\d+)\. (.+)$", said, re.M)
        assert options, said[-2000:]
        return str(options[0][0])


@pytest.mark.parametrize(("scenario", "seat"), [("six_v_six", 0), ("crossroads", 1)])
def test_a_newcomer_plays_a_whole_battle_with_numbers_only(tmp_path: Path, scenario: str, seat: int) -> None:
    output = io.StringIO()
    driver = Driver(output)
    streams = Streams(driver, output)
    code = table.main(scenario=scenario, seat=seat, level="recruit", seed=11, folder=tmp_path, streams=streams)
    said = output.getvalue()
    assert code == 0
    assert driver.lines[-1] == "quit"
    assert "What now?" in said
    assert re.search(r"(You have won|Blue won|Orange won|The battle is a draw)", said)
    assert not re.search(r"Traceback|None|\{|<", said)
    replays = list(tmp_path.glob("*.replay"))
    assert len(replays) == 1
    replayed = read_replay(replays[0].read_text("utf-8"), find_game)
    assert isinstance(replayed, Replayed)
    assert replayed.states[-1].over


def test_a_whole_battle_is_fought_with_typed_commands(tmp_path: Path) -> None:
    places = "".join(f"place A{n} at {n * 7} 3 facing north\n" for n in range(1, 7))
    turn = "".join(f"move A{n} towards B{m} max\n" for n in range(1, 7) for m in (n,)) + "end\n"
    shots = "".join(f"fire all at B{n}\n" for n in range(1, 7)) + "lock\nyes\n"
    code, said = play(places + "skip shooting\n" + (turn + shots) * 60 + "quit\n", tmp_path, player=Passer())
    assert code == 0
    assert "You have won the battle!" in said
    assert "Only one side has units left. [How to win]" in said


class Saboteur:
    """Breaks down when it is asked, or is interrupted by the person."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def decide(self, match: Match, view: View) -> Any:
        raise self._error


def test_a_fault_is_raised_and_the_battle_kept(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="broken"):
        play("place A1 at 24 3\n", tmp_path, player=Saboteur(RuntimeError("broken")), seed=1)
    assert list(tmp_path.glob("*.save"))


def test_an_interrupt_saves_and_leaves(tmp_path: Path) -> None:
    code, said = play("place A1 at 24 3\n", tmp_path, player=Saboteur(KeyboardInterrupt()), seed=1)
    assert code == 0
    assert "The battle is saved as" in said


def test_the_end_of_input_saves_the_battle_and_is_no_failure(tmp_path: Path) -> None:
    code, said = play("auto\n", tmp_path)
    assert code == 0
    saved = tmp_path / "battle-six_v_six-7.save"
    assert said.rstrip().endswith(
        f"The input has ended. The battle is saved as {saved}. Type load to go on with it next time. Good bye."
    )
    code, again = play("load\n", tmp_path, seed=8)
    assert code == 0
    assert f"A battle is saved as {saved}" in again
    assert "Loaded" in again
    assert "Your units:" in again


def test_an_empty_input_is_fine_too(tmp_path: Path) -> None:
    assert play("", tmp_path)[0] == 0


def test_a_saved_battle_can_be_named_when_sitting_down(tmp_path: Path) -> None:
    play("auto\n", tmp_path)
    code, said = play("", tmp_path, load="battle-six_v_six-7.save")
    assert code == 0
    assert "M4 Sherman A1 was placed" in said
    assert play("", tmp_path, load="no-such.save")[0] == 1


def test_the_same_seed_and_lines_give_the_same_battle(tmp_path: Path) -> None:
    lines = "auto\n" * 12
    assert play(lines, tmp_path / "a")[1].replace("/a/", "") == play(lines, tmp_path / "b")[1].replace("/b/", "")


def test_lines_from_a_pipe_are_echoed_and_empty_ones_and_remarks_skipped(tmp_path: Path) -> None:
    said = play("\n# a remark\nhelp\n", tmp_path)[1]
    assert "> help" in said
    assert "Not understood" not in said


def test_a_refused_answer_tells_sentence_and_clause_and_the_table_goes_on(tmp_path: Path) -> None:
    said = play("place A1 at 24 18\nplace A1 at 24 3\n", tmp_path)[1]
    assert "Not possible: M4 Sherman A1 must stand wholly within 6 inches" in said
    assert "of its starting edge. [The deployment zone]" in said
    assert "M4 Sherman A1 was placed at 24.0, 3.0, facing north (90). [Units are placed by turns]" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"scenario": "nowhere"}, "There is no scenario 'nowhere'; there are six_v_six, crossroads"),
        ({"seat": 2}, "There is no seat 2; seats go from 0 to 1."),
        ({"seat": -1}, "There is no seat -1"),
        ({"level": "general"}, "There is no opponent 'general'. There is no such level; there are "),
        ({"level": "regular:shy"}, "There is no such style; there are even, bold, careful, hunter."),
        ({"game": "chess"}, "No game 'chess' can be played here"),
        ({"game": "brick_castle"}, "No game 'brick_castle' can be played here"),
        ({"rules": "hard"}, "No rules are called 'hard'"),
        ({"rules": "turn_cost=free"}, "Price of a turn"),
    ],
)
def test_wrong_words_get_one_line_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: dict[str, Any], said: str
) -> None:
    assert play("", tmp_path, **words) == (2, "")
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_rules_are_named_by_value_or_by_switch(tmp_path: Path) -> None:
    game = find_game("micro_brick_battle")
    assert game is not None
    assert game.read_words("quick") == {"rules_level": "quick"}
    assert game.read_words("rules_level=young,base round_limit=5") == {"rules_level": "young,base", "round_limit": "5"}
    assert game.read_words("") == {}
    assert "move A1 north 3" in play("auto\n2\n", tmp_path, rules="quick", player=Waverer())[1]


def test_a_switch_named_alone_is_put_on(tmp_path: Path) -> None:
    game = find_game("brick_mech")
    assert game is not None
    on = {"return_fire": True, "charge": True}
    assert game.read_words("return_fire charge") == game.read_words("return_fire,charge") == on
    code = game.write_code(on)
    assert isinstance(code, str)
    from_code = game.read_words(f"{code.lower()} hold_fire=on")
    assert isinstance(from_code, dict)
    assert game.write_code(from_code) == game.write_code(on | {"hold_fire": True})


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        ("retun_fire", "unknown_rules", "Did you mean return_fire?"),
        ("victory", "switch_needs_value", "hold_marker"),
        ("BM-1ZZZZ", "code_checksum", "slip"),
    ],
)
def test_words_that_are_no_rules_are_refused(typed: str, code: str, said: str) -> None:
    game = find_game("brick_mech")
    assert game is not None
    refusal = game.read_words(typed)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code
    assert said in refusal.sentence


def test_a_battle_that_cannot_be_saved_is_a_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    code, said = play("", tmp_path / "file")
    assert code == 1
    assert "could not be saved" in said


# --- colours ---------------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """An output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def shown(monkeypatch: pytest.MonkeyPatch, output: io.StringIO, **environment: str) -> str:
    for name in ("NO_COLOR", "TERM", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    game = find_game("micro_brick_battle")
    assert game is not None
    Voice(output, game).say_all([("head", "Round 1"), ("ask", "Move [mbb.move.max]"), ("refusal", "No")])
    return output.getvalue()


def test_colours_are_only_an_aid(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = shown(monkeypatch, io.StringIO(), TERM="xterm-256color")
    assert plain == "\nRound 1\nMove [How far a unit moves]\nNo\n"
    coloured = shown(monkeypatch, Terminal(), TERM="xterm-256color")
    assert ESCAPE in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1", "TERM": "xterm-256color"}, {"TERM": "dumb"}])
def test_who_wants_no_colours_gets_none(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> None:
    assert shown(monkeypatch, Terminal(), **environment) == "\nRound 1\nMove [How far a unit moves]\nNo\n"


def test_lines_break_between_words_where_the_terminal_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("TERM", "dumb")
    said = "  12. M4 Sherman A1 at Panzer III B1: needs 8 or more, 42 %"
    game, output, pipe = find_game("micro_brick_battle"), Terminal(), io.StringIO()
    assert game is not None
    Voice(output, game).say("option", said)
    assert output.getvalue().splitlines() == [
        "  12. M4 Sherman A1 at Panzer",
        "      III B1: needs 8 or more,",
        "      42 %",
    ]
    Voice(pipe, game).say("option", said)
    assert pipe.getvalue() == f"{said}\n"


def test_the_map_is_as_narrow_as_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    monkeypatch.setenv("TERM", "dumb")
    output = Terminal()
    assert table.main(seed=7, folder=tmp_path, streams=Streams(io.StringIO("map\n"), output)) == 0
    rows = [line for line in output.getvalue().splitlines() if re.match(r" *\d* +[.a-zA-Z0-9#^]{20,}$", line)]
    assert len(rows) > 10
    assert max(len(line) for line in output.getvalue().splitlines() if " " in line) <= 50


def run_process(lines: bytes, folder: Path, extra: str = "") -> subprocess.CompletedProcess[bytes]:
    code = f"import sys; from brickfield.text.table import main; sys.exit(main(seed=7, folder={str(folder)!r}{extra}))"
    environment = os.environ | {"TERM": "xterm-256color", "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, input=lines, capture_output=True, cwd=ROOT, env=environment, check=False)


def test_a_pipe_gets_no_escape_codes_and_survives_any_bytes(tmp_path: Path) -> None:
    done = run_process(b"auto\n\xff\xfe\x00 nonsense\nhelp\xe2\x80\x9d\n" + b"x" * 200_000 + b"\nunits\n", tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    assert b"Your units:" in done.stdout


def test_a_reader_who_goes_away_is_no_failure(tmp_path: Path) -> None:
    code = f"import sys; from brickfield.text.table import main; sys.exit(main(seed=7, folder={str(tmp_path)!r}))"
    with subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        process.stdin.write(b"help\n" * 500)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0
    assert list(tmp_path.glob("*.save"))
