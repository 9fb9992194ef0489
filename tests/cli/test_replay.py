"""`brickfield replay`: a sound file is told, a damaged one refused with its line, the viewer written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from brickfield.core.events import UnitDestroyed
from brickfield.core.replay import Session

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def file(tmp_path: Path, crossroads: Session) -> Path:
    """A sound replay file."""
    path = tmp_path / "battle.replay"
    path.write_text(crossroads.text(), "utf-8", newline="\n")
    return path


def test_a_sound_replay_is_told(run: Run, file: Path, crossroads: Session) -> None:
    code, out, err = run("replay", str(file))
    assert (code, err) == (0, "")
    assert "Micro Brick Battle" in out
    assert "crossroads" in out
    assert "won" in out or "draw" in out
    lost = [event for entry in crossroads.entries for event in entry.events if isinstance(event, UnitDestroyed)]
    assert lost
    told = out.split("\n")
    for event in lost:
        assert any(f" {event.unit} was destroyed" in line for line in told)
    rounds = crossroads.state.facts["round"]
    assert [line for line in told if line.startswith("Round ")] == [
        f"Round {number} begins. [mbb.turn.round]" for number in range(1, rounds + 1)
    ]
    assert "verified" not in out


def test_verify_says_what_was_checked(run: Run, file: Path, crossroads: Session) -> None:
    code, out, err = run("replay", str(file), "--verify")
    dice = sum(len(entry.dice) for entry in crossroads.entries)
    assert (code, err) == (0, "")
    assert f"verified: {len(crossroads.entries)} entries, {dice} dice" in out
    assert crossroads.state.digest() in out


def test_a_battle_in_the_middle_is_told_too(run: Run, file: Path) -> None:
    blocks = file.read_text("utf-8").split("\n\n")
    # head and first three entries, with the closing line that fits them
    file.write_text("\n\n".join([*blocks[:4], "end 3\n"]), "utf-8", newline="\n")
    code, out, err = run("replay", str(file))
    assert (code, err) == (0, "")
    assert "has not ended" in out


def damage(text: str, needle: str) -> tuple[str, int]:
    """The text with one letter changed in the first line that has the needle, and the number of that line."""
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines) if needle in line)
    middle = len(lines[at]) // 2
    letter = "1" if lines[at][middle] != "1" else "2"
    lines[at] = lines[at][:middle] + letter + lines[at][middle + 1 :]
    return "\n".join(lines), at + 1


@pytest.mark.parametrize("needle", ["setup {", "dice ", "- unit_placed", "- unit_moved", "= ", "> {"])
@pytest.mark.parametrize("verify", [True, False])
def test_damage_is_named_by_its_line(run: Run, file: Path, needle: str, verify: bool) -> None:
    text, line = damage(file.read_text("utf-8"), needle)
    file.write_text(text, "utf-8", newline="\n")
    code, out, err = run("replay", str(file), *(["--verify"] if verify else []))
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert f"line {line}" in err


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        (b"", "line 1"),
        (b"once upon a time", "line 1"),
        (b"brickfield replay 1\n\xff\xfe", "line 2"),
        (b"brickfield replay 1\ngame chess rules 1\nsetup {}\n", "chess"),
        (b"brickfield replay 1\ngame micro_brick_battle rules 99\nsetup {}\n", "rules version 99"),
    ],
)
def test_what_is_no_replay_is_refused(run: Run, tmp_path: Path, content: bytes, hint: str) -> None:
    path = tmp_path / "no.replay"
    path.write_bytes(content)
    code, out, err = run("replay", str(path))
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert hint in err


def test_a_file_cut_short_is_refused(run: Run, file: Path) -> None:
    text = file.read_text("utf-8")
    file.write_text(text[: len(text) // 2], "utf-8", newline="\n")
    code, out, err = run("replay", str(file))
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "line" in err


def test_no_viewer_is_written_from_a_damaged_file(run: Run, file: Path, tmp_path: Path) -> None:
    text, _line = damage(file.read_text("utf-8"), "- unit_moved")
    file.write_text(text, "utf-8", newline="\n")
    assert run("replay", str(file), "--html", str(tmp_path / "out.html"))[0] == 1
    assert not (tmp_path / "out.html").exists()


def test_the_viewer_is_written(run: Run, file: Path, tmp_path: Path) -> None:
    out = tmp_path / "battle.html"
    code, printed, err = run("replay", str(file), "--html", str(out))
    assert (code, err) == (0, "")
    assert str(out) in printed
    assert out.read_text("utf-8").startswith("<!doctype html>")


def test_a_wrong_place_for_the_viewer_is_a_wrong_word(run: Run, file: Path, tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "no" / "out.html", file):
        code, out, err = run("replay", str(file), "--html", str(place))
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "--html" in err
    assert file.read_text("utf-8").startswith("brickfield replay")
