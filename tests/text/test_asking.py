"""Questions to the table: everything a player wants to know, with the clause behind each number."""

from __future__ import annotations

import pytest

from brickfield.speech.interpreter import Interpreter
from brickfield.speech.situation import situation
from brickfield.testing import piece, unit
from brickfield.text.question import opening_lines, question_lines
from brickfield.text.verbs import hear
from tests.text.seats import Sit


@pytest.fixture
def wall(sit: Sit) -> Interpreter:
    """Two Shermans, a Panzer III behind a low wall, one that shows its rear, one behind a house, and a wreck."""
    units = [
        unit("A1", "M4 Sherman", 24, 6),
        unit("A2", "M4 Sherman", 40, 6, status="wreck"),
        unit("B1", "Panzer III", 24, 28, 270),
        unit("B2", "Panzer III", 10, 20, 135),
        unit("B3", "Panzer III", 36, 24, 270),
    ]
    terrain = [piece("Low Wall", 24, 26.5), piece("House", 33, 18, 0)]
    return sit(units, terrain, phase="target_declaration")


def text(interpreter: Interpreter, line: str) -> str:
    reply = hear(interpreter, line)
    assert reply.refusal is None, reply.refusal
    assert not reply.acted
    return "\n".join(reply.lines)


def test_look_tells_numbers_place_enemies_and_dangers(wall: Interpreter) -> None:
    told = text(wall, "look A1")
    assert "M4 Sherman A1 at 24.0, 6.0, facing north (90), 8 MP." in told
    assert "Attack 4, Defense 4, 8 Movement Points, gun in a turret" in told
    assert "Panzer III B1: 20.1 in, ahead (12 o'clock, turn left 0 to face it), its front towards you" in told
    assert "its rear towards you" in told
    assert "Panzer III B3" in told
    assert "not in sight" in told
    assert "Could fire at it now:" in told
    assert wall.unit == "A1"


def test_look_at_a_wreck_and_at_a_piece(wall: Interpreter) -> None:
    assert text(wall, "look A2").startswith("M4 Sherman A2 (wreck) at 40.0, 6.0")
    told = text(wall, "look house")
    assert told.startswith("House T2 at 33, 18: hides what is behind it, vehicles cannot drive through")
    assert told.endswith("[mbb.obst.house].")


def test_who_sees_lists_every_shooter_with_odds(wall: Interpreter) -> None:
    told = text(wall, "who sees A1")
    assert "Panzer III B1 at its front, needs" in told
    assert "B3" not in told
    assert hear(wall, "who sees A2").refusal is not None


def test_why_adds_up_line_by_line_with_clauses(wall: Interpreter) -> None:
    told = text(wall, "why A1 B2")
    assert "    4  M4 Sherman attacks [mbb.unit.ap]" in told
    assert "   -2  shot from behind [mbb.mod.rear]" in told
    assert "  = 2 Defense Points" in told
    assert "The roll then has to be 6 or more: 72 %." in told
    ledger = wall.local_game.match.game.clauses
    assert f"  Shot from behind: {ledger['mbb.mod.rear'].text}" in told


def test_why_explains_an_option_by_its_number(wall: Interpreter) -> None:
    number = [choice.shot for choice in wall.choices].index(("A1", "B1")) + 1
    told = text(wall, f"why {number}")
    assert told == text(wall, "why A1 B1")
    assert "   +2  behind a low wall" in told
    assert text(wall, "why 1").startswith("Option 1: ")


def test_why_not_is_answered_too(wall: Interpreter) -> None:
    told = text(wall, "why A1 B3")
    assert "no line of sight" in told
    assert "No shot without sight: " in told


def test_why_not_is_answered_for_a_unit_too(wall: Interpreter) -> None:
    assert text(wall, "why not A2") == text(wall, "why can't A2 shoot")
    assert "wreck" in text(wall, "why not A2") or "living" in text(wall, "why not A2")
    assert text(wall, "why not A1").startswith("Nothing forbids it: M4 Sherman A1")


def test_why_works_for_the_enemys_shots(wall: Interpreter) -> None:
    assert "Panzer III attacks [mbb.unit.ap]" in text(wall, "why B1 A1")


@pytest.mark.parametrize(
    "line", ["why", "why Z9", "why 99", "why A2 B1", "why A1 Z9", "look Z9", "clause", "clause zzz"]
)
def test_questions_that_make_no_sense_get_a_line(wall: Interpreter, line: str) -> None:
    refusal = hear(wall, line).refusal
    assert refusal is not None
    assert "\n" not in refusal.sentence


def test_clauses_are_found_by_id_by_part_of_it_and_by_their_words(wall: Interpreter) -> None:
    ledger = wall.local_game.match.game.clauses
    assert text(wall, "clause mbb.mod.rear").startswith(f"Shot from behind: {ledger['mbb.mod.rear'].text}")
    assert 'facing side ("The side that is faced") is its rear' in text(wall, "clause mbb.mod.rear"), "rules by title"
    assert text(wall, "clause [MBB.MOD.REAR]") == text(wall, "rule mbb.mod.rear")
    win = text(wall, "rule how do I win?").splitlines()
    assert win[0] == "Destroy every enemy unit, or reach the goal of the scenario if it has one."
    assert win[1].startswith("  How to win: ")
    assert "Shooting through hedgerows" in text(wall, "clause hedgerow")
    assert "See also: " in text(wall, "clause hedgerow")
    near = hear(wall, "clause mbb.mod.raer").refusal
    assert near is not None
    assert "mbb.mod.rear" in near.sentence


def test_units_lists_both_sides(wall: Interpreter) -> None:
    told = text(wall, "units")
    assert told.startswith("Your units:")
    assert "can fire at B2 (needs 6 or more, 72 %) and 1 other" in told
    assert "M4 Sherman A2 (wreck) at 40.0, 6.0." in told
    assert "Units of Orange:" in told
    assert "Panzer III B1 at 24.0, 28.0, facing south (270), 8 MP; could fire at A1." in told
    assert text(wall, "look") == told


def test_terrain_says_what_pieces_do(wall: Interpreter) -> None:
    told = text(wall, "terrain")
    assert "House T2, x 31.7 to 34.3, y 16.7 to 19.3" in told
    assert "a shot past it counts +2 Defense Points" in told


def test_an_open_table_is_said_to_be_open(duel: Interpreter) -> None:
    assert text(duel, "terrain") == "The table is open: no terrain."


def test_the_map_shows_units_wrecks_and_terrain(wall: Interpreter) -> None:
    told = text(wall, "map")
    assert all(sign in told for sign in ("A1^", "A2x", "B1v", "B2\\", "HH", "=="))
    assert max(map(len, told.splitlines())) < 120


def test_the_goal_tells_area_points_and_the_last_round(sit: Sit) -> None:
    area = {"x": 24.0, "y": 18.0, "length": 6.0, "width": 6.0, "from_round": 2, "points_to_win": 4}
    units = [unit("A1", "M4 Sherman", 24, 18), unit("B1", "Panzer III", 24, 28, 270)]
    interpreter = sit(units, objective=area | {"clause": "mbb.win.scenario"}, round_limit=10, scores=(2, 1))
    told = text(interpreter, "goal")
    assert (
        "Your task: Hold the marked area in the middle and be the first with 4 points by the end of round 10." in told
    )
    assert "  It stands: 2 of 4 points, 1 unit in the area.\nThe same for Orange; it stands: 1 of 4 points" in told
    assert "On the table:\n  Hold this with more units: x 21 to 27, y 15 to 21.\n" in told
    assert "The battle ends after round 10 at the latest." in told
    assert "Points: 2 to 1." in told


def test_a_hint_gives_ideas_with_numbers_and_reasons(wall: Interpreter) -> None:
    told = text(wall, "hint").splitlines()
    assert told[0] == "The best ideas, best first:"
    assert len(told) > 2


def test_the_log_tells_the_story_or_everything(duel: Interpreter) -> None:
    hear(duel, "move A1 forward 3")
    hear(duel, "end")
    short, full = text(duel, "log"), text(duel, "log all")
    assert "M4 Sherman A1 drove forward 3 in." in short
    assert len(full.splitlines()) > len(short.splitlines())
    assert "All units have their full Movement Points again. [mbb.move.max]" in full
    assert len(text(duel, "log 1").splitlines()) == 1


def test_help_is_there_at_any_time(duel: Interpreter) -> None:
    assert "move A1 forward 3 right 45 forward 2" in text(duel, "help")
    assert text(duel, "help fire").startswith("fire: ")


# --- the open question -----------------------------------------------------------------------------------------------


def asked(interpreter: Interpreter, first: bool = True) -> str:
    return "\n".join(line for _kind, line in question_lines(interpreter, first))


def test_the_movement_question_tells_the_situation_once(duel: Interpreter) -> None:
    told = asked(duel)
    assert "Round 2, movement. You have 1 of 1 unit and Orange has 1 of 1 unit." in told
    assert "Your units:" in told
    assert "Able to move: A1 (8 MP). [mbb.move.any_number]" in told
    assert "end: no more movement this turn" in told
    assert "Your units:" not in asked(duel, first=False)


def test_the_declaration_lists_shots_and_marks_the_planned(wall: Interpreter) -> None:
    hear(wall, "fire A1 at B2")
    told = asked(wall)
    assert "fire A1 at B2: Panzer III B2, " in told
    assert told.count("(planned)") == 1
    assert "Terrain with hit markers may be fired at too" in told


def test_units_without_a_target_are_named(sit: Sit) -> None:
    units = [unit("A1", "M4 Sherman", 24, 6), unit("A2", "StuG III", 30, 6, 270), unit("B1", "Panzer III", 24, 28, 270)]
    assert "Without a target: A2." in asked(sit(units, phase="target_declaration"))


def test_the_opening_tells_goal_sides_table_and_how_to_answer(duel: Interpreter) -> None:
    told = "\n".join(line for _kind, line in opening_lines(duel))
    assert "Goal: Destroy all enemy units. [mbb.win.elimination]" in told
    assert "You are Blue, with the units A1. Orange has B1 and is played by recruit." in told
    assert "48 by 36 inches" in told
    assert "help lists all commands" in told


def test_the_situation_is_plain_data_with_the_same_numbers(wall: Interpreter) -> None:
    told = situation(wall.state, 0)
    own = {row["id"]: row for row in told["own"]}
    aims = {row["target"]: row for row in own["A1"]["targets"]}
    assert (aims["B2"]["needed"], aims["B2"]["side"]) == (6, "rear")
    assert aims["B2"]["odds"] == pytest.approx(26 / 36, abs=1e-3)
    assert not aims["B3"]["seen"]
    assert "targets" not in own["A2"]
    assert {row["kind"] for row in told["terrain"]} == {"Low Wall", "House"}
    assert told["table"] == [48.0, 36.0]


@pytest.mark.parametrize("typed", ["what is DP", "what does dp mean?", "meaning defense points"])
def test_a_short_word_is_told_with_its_clause(wall: Interpreter, typed: str) -> None:
    assert text(wall, typed).startswith("DP: Defense Points.")
    assert "[mbb.unit.dp]" in text(wall, typed)


def test_all_short_words_are_told_and_what_is_none_is_looked_for_in_the_rules(wall: Interpreter) -> None:
    assert {"AP", "DP", "MP"} <= {line.split(":")[0] for line in text(wall, "meaning").splitlines()}
    assert text(wall, "what is a wreck") == text(wall, "clause a wreck")
