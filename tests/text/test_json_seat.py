"""The table for programs: one JSON object a question, one line an answer."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import msgspec
import pytest

from brickfield.speech.interpreter import Interpreter
from brickfield.testing import unit
from brickfield.text import json_seat, table
from brickfield.text.voice import Streams
from tests.text.seats import Sit


def talk(interpreter: Interpreter, *lines: str) -> list[dict[str, Any]]:
    """Send lines to the seat; every object it writes."""
    output = io.StringIO()
    assert json_seat.run(interpreter, io.StringIO("".join(f"{line}\n" for line in lines)), output) == 0
    return [msgspec.json.decode(line) for line in output.getvalue().splitlines()]


def test_a_question_brings_situation_candidates_and_notation(duel: Interpreter) -> None:
    asked = talk(duel)[0]
    assert (asked["type"], asked["decision"], asked["seat"]) == ("decision", "move_units", 0)
    assert asked["clause"] == "mbb.move.any_number"
    assert asked["version"] == duel.state.version
    assert [row["id"] for row in asked["situation"]["own"]] == ["A1"]
    assert asked["situation"]["own"][0]["targets"][0]["needed"] == 8
    assert [row["number"] for row in asked["candidates"]] == list(range(1, len(asked["candidates"]) + 1))
    assert {"number", "say", "reason", "clause"} <= set(asked["candidates"][0])
    assert "move A1 forward 3 right 45 forward 2" in asked["notation"]
    assert asked["offer"]["offer"]["movers"][0]["left"] == 8.0


def test_a_number_gives_the_answer_of_that_candidate(duel: Interpreter) -> None:
    asked = talk(duel, "1")
    given = msgspec.json.encode(duel.local_game.entries[-1].answer)
    assert msgspec.json.decode(given) == asked[0]["candidates"][0]["answer"]
    assert [each["type"] for each in asked] == ["decision", "decision", "left"]


def test_the_suggested_plan_is_one_answer(firing: Sit) -> None:
    interpreter = firing(unit("B2", "Panzer III", 4, 28, 270), faces=(1, 1))
    said = talk(interpreter, "1")
    assert said[0]["candidates"][0]["answer"]["answer"] == "declare"
    assert said[1]["type"] == "decision"
    assert any("rolled 1 + 1 = 2: miss." in event for event in said[1]["events"])


def test_words_and_json_are_answers(sit: Sit) -> None:
    units = [unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 24, 28, 270)]
    interpreter = sit(units, faces=(6, 6))
    move = '{"answer": "move", "unit": "A1", "steps": [{"step": "forward", "inches": 2.0}]}'
    said = talk(interpreter, "move A1 forward 1", move, '{"answer": "end_movement"}', "fire A1 at B1", "lock")
    kinds = [each["type"] for each in said]
    assert kinds[0] == "decision"
    assert kinds[-1] == "end"
    assert "drove forward 1 in" in said[1]["events"][0]
    assert "drove forward 2 in" in said[2]["events"][0]
    assert said[-2]["type"] == "told"
    assert said[-2]["plan"] == {"A1": "B1"}
    assert said[-1]["winners"] == [0]
    assert (said[-1]["reason"], said[-1]["refusals"], said[-1]["safe_answers"]) == ("elimination", 0, 0)
    assert said[-1]["sides"][0] == {"name": "Blue", "units": 1, "left": ["A1"], "shots": 1, "hits": 1}


def test_questions_to_the_table_are_told_and_cost_nothing(duel: Interpreter) -> None:
    said = talk(duel, "why A1 B1", "look A1", "help", "units", "map")
    assert [each["type"] for each in said] == ["decision", *["told"] * 5, "left"]
    assert "M4 Sherman attacks [mbb.unit.ap]" in "\n".join(said[1]["lines"])
    assert said[-1]["refusals"] == 0


def test_a_refusal_comes_back_with_code_clause_and_sentence(duel: Interpreter) -> None:
    theirs = '{"answer": "move", "unit": "B1", "steps": [{"step": "pivot", "degrees": 1.0}]}'
    said = talk(duel, "move A1 forward 12", theirs)
    first, second = said[1], said[2]
    assert (first["type"], first["code"], first["clause"]) == ("refusal", "not_enough_mp", "mbb.move.max")
    assert "12" in first["sentence"]
    assert (first["in_a_row"], first["left"]) == (1, 2)
    assert (second["code"], second["clause"]) == ("not_your_unit", "mbb.turn.active")


@pytest.mark.parametrize("line", ["{", "[]", '{"answer": "fly"}', '{"answer": "move", "unit": "A1"}', "[" * 5000, "42"])
def test_what_cannot_be_read_is_refused(duel: Interpreter, line: str) -> None:
    assert talk(duel, line)[1]["type"] == "refusal"


def test_three_refusals_in_a_row_give_the_safe_answer_and_are_counted(duel: Interpreter) -> None:
    said = talk(duel, "nonsense", "move A1 forward 99", "999")
    assert [each["type"] for each in said] == ["decision", "refusal", "refusal", "refusal", "decision", "left"]
    assert said[4]["events"][0] == "3 refusals in a row: the safe answer was given for you."
    assert said[4]["decision"] == "declare_targets"
    assert (said[-1]["refusals"], said[-1]["safe_answers"]) == (3, 1)


def test_a_good_answer_ends_the_row_of_refusals(duel: Interpreter) -> None:
    said = talk(duel, "nonsense", "nonsense", "move A1 forward 1", "nonsense", "nonsense")
    assert said[-1]["refusals"] == 4
    assert said[-1]["safe_answers"] == 0


def test_at_the_end_of_input_the_match_is_saved(duel: Interpreter) -> None:
    left = talk(duel, "move A1 forward 1")[-1]
    assert left["type"] == "left"
    assert Path(left["saved"]).exists()


def test_quit_leaves(duel: Interpreter) -> None:
    assert talk(duel, "quit", "move A1 forward 1")[-1]["type"] == "left"


def test_a_program_plays_a_whole_battle_by_taking_the_first_candidate(tmp_path: Path) -> None:
    output = io.StringIO()

    class Program(io.StringIO):
        """Reads the last object and answers with its best candidate; in the declaration it locks its plan."""

        def readline(self, _size: int | None = -1, /) -> str:
            asked = msgspec.json.decode(output.getvalue().splitlines()[-1])
            assert asked["type"] in ("decision", "told")
            return "lock\n" if asked["type"] == "told" or not asked["candidates"] else "1\n"

    code = table.main(seed=5, folder=tmp_path, json=True, streams=Streams(Program(), output))
    last = msgspec.json.decode(output.getvalue().splitlines()[-1])
    assert code == 0
    assert last["type"] == "end"
    assert last["refusals"] == 0
