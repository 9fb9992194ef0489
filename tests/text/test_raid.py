"""A game that brings no words of its own is played in words all the same."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest

from brickfield.core.match import Match
from brickfield.players.levels import make_player
from brickfield.speech.desk import Desk
from brickfield.speech.sitting import Agreement, Player, Sitting
from brickfield.text.json_seat import run
from brickfield.text.question import opening_lines, question_lines
from brickfield.text.verbs import hear
from tests.core.raid.contents import match_of


def players(match: Match, agreed: Agreement) -> dict[int, Player]:
    return {
        seat: make_player("random", match.game, f"{agreed.seed}/{seat}") for seat in range(4) if seat != agreed.seat
    }


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    match, agreed = match_of(), Agreement(0, "random", 3)
    desk = Desk(Sitting(match, agreed, players(match, agreed)), players, tmp_path)
    desk.sitting.others_play()
    return desk


def test_a_battle_by_numbers(desk: Desk) -> None:
    asked = [text for _sort, text in opening_lines(desk)]
    told: list[str] = []
    first = True
    while not desk.sitting.state.over:
        asked += [text for _sort, text in question_lines(desk, first)]
        reply = hear(desk, str(len(desk.choices)))
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


def test_a_battle_by_json(desk: Desk) -> None:
    output = io.StringIO()
    assert run(desk, io.StringIO("1\n" * 400), output) == 0
    lines = [msgspec.json.decode(line) for line in output.getvalue().splitlines()]
    assert lines[0]["type"] == "decision"
    assert lines[0]["candidates"][0]["answer"] == {"answer": "place", "unit": "s0", "x": 18, "y": 18, "heading": 45}
    assert lines[0]["offer"]["offer"]["offer"] == "place"
    assert lines[1]["candidates"][0]["answer"] == {"answer": "wait"}
    assert lines[-1]["type"] == "end"
