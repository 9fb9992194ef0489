"""Save, load, replay, draw, concede, roll-off, again: the match itself."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from brickfield.core.refusal import Refusal
from brickfield.core.replay import NEWEST_FORM, Replayed, read_replay, write_replay
from brickfield.games import find_game
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.local_game import read_save, write_save
from brickfield.testing import unit
from brickfield.text.verbs import hear
from tests.text.seats import Sit


@pytest.fixture
def battle(sit: Sit) -> Interpreter:
    """A duel some answers and one throw of dice into it."""
    units = [
        unit("A1", "M4 Sherman", 24, 6),
        unit("B1", "Panzer III", 24, 28, 270),
        unit("B2", "Panzer III", 4, 28, 270),
    ]
    interpreter = sit(units, faces=(1, 1))
    for line in ("move A1 forward 2", "end", "fire A1 at B1", "lock", "move A1 back 1"):
        assert hear(interpreter, line).refusal is None
    return interpreter


def test_a_saved_battle_goes_on_with_log_undo_and_dice(battle: Interpreter, tmp_path: Path) -> None:
    reply = hear(battle, "save mine.save")
    assert str(tmp_path / "mine.save") in reply.lines[0]
    digest, rolled = battle.local_game.state.digest(), battle.local_game.dice.rolled
    entries = len(battle.local_game.entries)
    hear(battle, "end")
    loaded = hear(battle, "load mine.save")
    assert loaded.acted
    assert battle.local_game.state.digest() == digest
    assert len(battle.local_game.entries) == entries
    assert battle.local_game.dice.rolled == rolled == 1
    assert hear(battle, "undo").refusal is None
    assert battle.decision is not None


def test_without_a_name_the_battle_saved_last_is_loaded(battle: Interpreter) -> None:
    assert hear(battle, "load").refusal is not None
    digest = battle.local_game.state.digest()
    hear(battle, "save")
    hear(battle, "end")
    assert hear(battle, "load").refusal is None
    assert battle.local_game.state.digest() == digest


@pytest.mark.parametrize("form", [1, NEWEST_FORM])
def test_a_save_is_read_in_another_place_with_the_same_seats(battle: Interpreter, form: int) -> None:
    """Also one that was written before events carried their dice."""
    written = msgspec.json.decode(write_save(battle.local_game))
    written["replay"] = write_replay(battle.local_game.match, battle.local_game.entries, form=form)
    found = read_save(msgspec.json.encode(written), find_game)
    assert not isinstance(found, Refusal)
    save, replayed = found
    assert save.agreed == battle.local_game.agreed
    assert replayed.states[-1].digest() == battle.local_game.state.digest()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b"brickfield replay 2", b"brickfield replay 9", "line 1"),
        (b"rules 3", b"rules 99", "rules version 99"),
        (b"dice 1 1", b"dice 6 6", "damaged at line"),
        (b'"format": 1', b'"format": 8', "format 8"),
        (b'"seat": 0', b'"seat": 7', "out of bounds"),
        (b'"rolled"', b'"rollled"', "damaged or no save"),
        (b"forward", b"backward", "damaged at line"),
    ],
)
def test_a_damaged_save_is_refused_with_the_place(battle: Interpreter, old: bytes, new: bytes, said: str) -> None:
    data = write_save(battle.local_game)
    assert old in data
    found = read_save(data.replace(old, new), find_game)
    assert isinstance(found, Refusal)
    assert said in found.sentence


@pytest.mark.parametrize(
    ("content", "code"),
    [(None, "cannot_read"), (b"", "damaged_save"), (b"\xff\xfe", "damaged_save"), (b"{}", "damaged_save")],
)
def test_a_file_that_is_no_save_is_refused_and_the_battle_stays(
    battle: Interpreter, tmp_path: Path, content: bytes | None, code: str
) -> None:
    if content is not None:
        (tmp_path / "x.save").write_bytes(content)
    digest = battle.local_game.state.digest()
    refusal = hear(battle, "load x.save").refusal
    assert refusal is not None
    assert refusal.code == code
    assert battle.local_game.state.digest() == digest


def test_files_of_others_are_never_written_over(battle: Interpreter, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", "utf-8")
    for line in ("save notes.txt", "replay notes.txt"):
        refusal = hear(battle, line).refusal
        assert refusal is not None
        assert refusal.code == "not_ours"
    assert (tmp_path / "notes.txt").read_text("utf-8") == "mine"
    assert hear(battle, "save a.save").refusal is None
    assert hear(battle, "save a.save").refusal is None


def test_what_cannot_be_written_is_refused(battle: Interpreter, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    for name in ("file/x.save", "a\0b"):
        refusal = hear(battle, f"save {name}").refusal
        assert refusal is not None
        assert refusal.code == "cannot_write"


def test_a_replay_is_written_and_checks_out(battle: Interpreter, tmp_path: Path) -> None:
    assert "brickfield replay" in hear(battle, "replay out.replay").lines[0]
    replayed = read_replay((tmp_path / "out.replay").read_text("utf-8"), find_game)
    assert isinstance(replayed, Replayed)
    assert replayed.states[-1].digest() == battle.local_game.state.digest()


def test_a_replay_can_be_played_on_from(battle: Interpreter) -> None:
    hear(battle, "replay out.replay")
    digest = battle.local_game.state.digest()
    hear(battle, "end")
    assert hear(battle, "load out.replay").refusal is None
    assert battle.local_game.state.digest() == digest
    assert hear(battle, "end").refusal is None


def test_conceding_is_asked_about_and_ends_the_battle(duel: Interpreter) -> None:
    assert not hear(duel, "concede").acted
    assert not duel.local_game.state.over
    hear(duel, "no")
    hear(duel, "concede")
    assert hear(duel, "yes").acted
    assert duel.local_game.state.outcome is not None
    assert duel.local_game.state.outcome.winners == (1,)


def test_after_the_end_only_looking_back_and_leaving_is_left(duel: Interpreter) -> None:
    hear(duel, "concede yes")
    assert duel.local_game.state.over
    refusal = hear(duel, "move A1 forward 3").refusal
    assert refusal is not None
    assert refusal.code == "match_over"
    assert [choice.say for choice in duel.choices] == ["replay", "again", "quit"]
    assert hear(duel, "log").refusal is None
    assert hear(duel, "units").refusal is None
    assert hear(duel, "1").lines[0].startswith("Replay written as ")
    assert hear(duel, "3").quit


def test_another_battle_has_other_dice(duel: Interpreter) -> None:
    hear(duel, "concede yes")
    seed = duel.local_game.agreed.seed
    assert hear(duel, "again").acted
    assert not duel.local_game.state.over
    assert duel.local_game.agreed.seed == seed + 1


def test_a_draw_is_offered_and_the_plan_stays(firing: Sit) -> None:
    interpreter = firing()
    hear(interpreter, "fire A1 at B1")
    reply = hear(interpreter, "draw")
    assert reply.story == ["You offered a draw. [mbb.win.stalemate]"]
    assert interpreter.plan == {"A1": "B1"}
    assert not interpreter.local_game.state.over


def test_a_roll_off_is_told_and_changes_nothing(sit: Sit) -> None:
    interpreter = sit([unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 24, 28, 270)], faces=(3, 3, 5, 2))
    digest = interpreter.local_game.state.digest()
    story = hear(interpreter, 'rolloff "Is it seen?"').story
    thrown = "Roll-off: you 3, Orange 3; then you 5, Orange 2."
    assert story == [f"{thrown} The dice decided 'Is it seen?': 5, You won. [mbb.conflict.die]"]
    assert interpreter.local_game.state.digest() == digest
    assert hear(interpreter, "rolloff").refusal is not None
    refusal = hear(interpreter, 'rolloff "Is it seen?" chess').refusal
    assert refusal is not None
    assert refusal.code == "unknown_method"


def test_a_save_names_no_secret_dice(battle: Interpreter) -> None:
    save = msgspec.json.decode(write_save(battle.local_game))
    assert set(save) == {"file", "format", "agreed", "rolled", "replay"}
