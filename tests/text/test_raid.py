"""A game that brings no words of its own is played in words all the same."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest

from brickfield.core.match import Match
from brickfield.players.levels import make_player
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.local_game import Agreement, LocalGame, LocalPlayer
from brickfield.text.json_seat import run
from brickfield.text.question import opening_lines, question_lines
from brickfield.text.verbs import hear
from tests.core.raid.contents import match_of


def players(match: Match, agreed: Agreement) -> dict[int, LocalPlayer]:
    return {
        seat: make_player("random", match.game, f"{agreed.seed}/{seat}") for seat in range(4) if seat != agreed.seat
    }


@pytest.fixture
def interpreter(tmp_path: Path) -> Interpreter:
    match, agreed = match_of(), Agreement(0, "random", 3)
    interpreter = Interpreter(LocalGame(match, agreed, players(match, agreed)), players, tmp_path)
    interpreter.local_game.others_play()
    return interpreter


def test_a_battle_by_numbers(interpreter: Interpreter) -> None:
    asked = [text for _sort, text in opening_lines(interpreter)]
    told: list[str] = []
    first = True
    while not interpreter.local_game.state.over:
        asked += [text for _sort, text in question_lines(interpreter, first)]
        reply = hear(interpreter, str(len(interpreter.choices)))
        assert reply.refusal is None
        told += reply.story
        first = False
    assert "Set out. Put your squad down in your corner. [raid.march.start]" in asked
    assert "Inside x 13 to 23, y 13 to 23. [raid.march.start]" in asked
    assert "s0 has 12 of 12 st left." in asked
    assert "Go: 1 st for 1 stud. [raid.march.path]" in asked
    assert any(line.startswith("Not now: Fire. The squad sees no enemy.") for line in asked)
    assert any("March: s0: Go 12" in line for line in asked)
    assert any("went" in line and "[raid.march.path]" in line for line in told)
    assert any(line.startswith(("You won", "Player", "The battle is a draw")) for line in told)


def test_a_battle_by_json(interpreter: Interpreter) -> None:
    output = io.StringIO()
    assert run(interpreter, io.StringIO("1\n" * 400), output) == 0
    lines = [msgspec.json.decode(line) for line in output.getvalue().splitlines()]
    assert lines[0]["type"] == "decision"
    assert lines[0]["candidates"][0]["answer"] == {"answer": "place", "unit": "s0", "x": 18, "y": 18, "heading": 45}
    assert lines[0]["offer"]["offer"]["offer"] == "place"
    assert lines[1]["candidates"][0]["answer"] == {"answer": "wait"}
    assert lines[-1]["type"] == "end"
