"""Planning shots, their odds, and locking them."""

from __future__ import annotations

import pytest

from brickfield.speech.interpreter import Interpreter
from brickfield.testing import clause, piece, unit
from brickfield.text.verbs import hear
from tests.text.seats import Sit

A2 = unit("A2", "M4 Sherman", 30, 6)
B2 = unit("B2", "Panzer III", 30, 28, 270)


@pytest.mark.parametrize(
    ("line", "plan"),
    [
        ("fire A1 at B1", {"A1": "B1"}),
        ("fire 1 at 2", {"A1": "B2"}),
        ("fire a1 b1, a2 b2", {"A1": "B1", "A2": "B2"}),
        ("shoot A1 and A2 at B2", {"A1": "B2", "A2": "B2"}),
        ("fire all at B1", {"A1": "B1", "A2": "B1"}),
        ("fire A1 B1, A1 B2", {"A1": "B2"}),
        ("fire A1 at nothing", {}),
    ],
)
def test_shots_go_into_the_plan(firing: Sit, line: str, plan: dict[str, str]) -> None:
    interpreter = firing(A2, B2)
    reply = hear(interpreter, line)
    assert reply.refusal is None, reply.refusal
    assert interpreter.plan == plan
    assert not reply.acted


@clause("mbb.shoot.example")
def test_a_sherman_at_a_panzer_in_the_open_needs_8(firing: Sit) -> None:
    interpreter = firing()
    shots = [choice for choice in interpreter.choices if choice.shot == ("A1", "B1")]
    assert shots[0].text.endswith("needs 8 or more, 42 %")
    assert shots[0].odds == pytest.approx(15 / 36, abs=1e-4)


@clause("mbb.declare.void_destroyed")
def test_the_plan_tells_exact_odds_with_void_shots(firing: Sit) -> None:
    interpreter = firing(A2)
    lines = hear(interpreter, "fire all at B1").lines
    hit = 15 / 36
    assert f"At least one kill: {round((1 - (1 - hit) ** 2) * 100)} %. Kills to expect: 0.66." in lines
    assert "  2. A2 at Panzer III B1: needs 8 or more, 42 %; 42 % that it is not needed any more." in lines


@pytest.mark.parametrize(
    ("line", "code", "clause_id"),
    [
        ("fire A1 at A2", "own_unit", "mbb.declare.legal_targets"),
        ("fire A1 at T1", "no_hit_markers", "mbb.declare.legal_targets"),
        ("fire A1 at B3", "wreck", "mbb.wreck.not_target"),
        ("fire A1 at Z9", "not_understood", ""),
        ("fire A9 at B1", "not_understood", ""),
        ("fire A1", "not_understood", ""),
        ("fire all at B3", "nobody_can", ""),
        ("move A1 forward 3", "wrong_time", ""),
    ],
)
def test_a_shot_that_is_not_allowed_is_refused_and_the_plan_stays(
    sit: Sit, line: str, code: str, clause_id: str
) -> None:
    units = [unit("A1", "M4 Sherman", 24, 6), A2, unit("B1", "Panzer III", 24, 28, 270)]
    wreck = unit("B3", "Panzer III", 10, 28, 270, status="wreck")
    interpreter = sit([*units, wreck], [piece("House", 40, 18, hit_markers=0)], phase="target_declaration")
    hear(interpreter, "fire A2 at B1")
    reply = hear(interpreter, line)
    assert reply.refusal is not None
    assert (reply.refusal.code, reply.refusal.clause) == (code, clause_id)
    assert interpreter.plan == {"A2": "B1"}


def test_hold_takes_shots_out(firing: Sit) -> None:
    interpreter = firing(A2, B2)
    hear(interpreter, "fire all at B1")
    hear(interpreter, "hold A1")
    assert interpreter.plan == {"A2": "B1"}
    assert hear(interpreter, "hold A9").refusal is not None
    assert hear(interpreter, "hold all").lines == ["The plan is empty."]
    assert interpreter.plan == {}


def test_a_number_plans_the_shot_of_that_number(firing: Sit) -> None:
    interpreter = firing(A2, B2)
    number = [choice.shot for choice in interpreter.choices].index(("A2", "B2")) + 1
    assert hear(interpreter, str(number)).refusal is None
    assert interpreter.plan == {"A2": "B2"}


def test_the_suggested_plan_is_shown_first_and_rolled_when_picked_again(firing: Sit) -> None:
    interpreter = firing(B2, faces=(1, 1))
    assert interpreter.choices[0].plan == {"A1": "B1"} or interpreter.choices[0].plan == {"A1": "B2"}
    first = hear(interpreter, "1")
    assert not first.acted
    assert first.lines[-1] == "Type lock (or 1 again) to roll the dice, fire or hold to change the plan."
    assert hear(interpreter, "1").acted


def test_lock_rolls_and_tells_needed_rolled_and_result(firing: Sit) -> None:
    interpreter = firing(A2, B2, faces=(5, 4))
    hear(interpreter, "fire A1 B1, A2 B1")
    story = hear(interpreter, "lock").story
    assert "M4 Sherman A1 fired at Panzer III B1: needed 8 or more, rolled 5 + 4 = 9: hit! [mbb.shoot.hit]" in story
    assert any("A2 did not fire at Panzer III B1: the target is already destroyed." in line for line in story)
    assert interpreter.plan == {}
    assert interpreter.local_game.state.units["B1"].status == "wreck"


def test_end_locks_in_the_declaration(firing: Sit) -> None:
    interpreter = firing(B2, faces=(1, 2))
    hear(interpreter, "fire A1 B1")
    assert any("rolled 1 + 2 = 3: miss." in line for line in hear(interpreter, "end").story)


@pytest.mark.parametrize(("line", "acted"), [("yes", True), ("no", False)])
def test_an_empty_plan_is_asked_about_once(firing: Sit, line: str, acted: bool) -> None:
    interpreter = firing()
    first = hear(interpreter, "lock")
    assert not first.acted
    assert "Type yes" in first.lines[0]
    assert hear(interpreter, line).acted is acted


def test_any_other_word_forgets_the_question(firing: Sit) -> None:
    interpreter = firing()
    hear(interpreter, "lock")
    hear(interpreter, "units")
    refusal = hear(interpreter, "yes").refusal
    assert refusal is not None
    assert refusal.code == "wrong_time"


def test_without_an_enemy_in_sight_lock_goes_on_at_once(sit: Sit) -> None:
    units = [unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 24, 28, 270)]
    interpreter = sit(units, [piece("House", 24, 17, length=20.0)], phase="target_declaration")
    assert all(choice.shot is None for choice in interpreter.choices)
    assert hear(interpreter, "lock").acted


def test_terrain_with_hit_markers_can_be_shot_away(sit: Sit) -> None:
    units = [unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 4, 28, 270)]
    interpreter = sit(units, [piece("House", 24, 17, hit_markers=1)], phase="target_declaration")
    assert "takes a hit marker, no roll" in hear(interpreter, "fire A1 at house").lines[1]
    story = hear(interpreter, "lock").story
    assert any("House T1 is gone from the table." in line for line in story)


def test_a_young_players_shot_shows_only_its_chance(sit: Sit) -> None:
    units = [unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 24, 28, 270)]
    interpreter: Interpreter = sit(units, phase="target_declaration", options={"rules_level": "young"}, faces=(6,))
    shot = next(choice for choice in interpreter.choices if choice.shot is not None)
    assert shot.text.endswith(": 50 %")
    assert "The chance to destroy it: 50 %." in "\n".join(hear(interpreter, "why A1 B1").lines)
    hear(interpreter, "fire A1 B1")
    told = "\n".join(hear(interpreter, "lock").story)
    assert "Panzer III B1: the colour die shows a hit." in told
    assert "6" not in told, "no number was thrown"
