"""Commands that move, place and choose, on small tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.saying import say
from brickfield.testing import piece, unit
from brickfield.text.verbs import hear
from tests.text.seats import GAME, Sit, sit_down


def pose(interpreter: Interpreter, name: str) -> tuple[float, float, float]:
    found = interpreter.local_game.state.units[name].pose
    assert found is not None
    x, y = found.place
    return round(x, 2), round(y, 2), round(found.degrees, 2)


@pytest.mark.parametrize(
    ("line", "end"),
    [
        ("move A1 forward 3", (24, 9, 90)),
        ("move 1 fwd 3 right 90 f2", (26, 9, 0)),
        ("m sherman back 2", (24, 4, 90)),
        ("move forward 3 left 90", (24, 9, 180)),
        ("forward 1", (24, 7, 90)),
        ("move A1 forward max", (24, 14, 90)),
        ("move A1 left 90 forward max", (17, 6, 180)),
        ("move A1 to 30 6", (30, 6, 0)),
        ("move to 30 6", (30, 6, 0)),
        ("move A1 towards B1 4", (24, 10, 90)),
        ("move A1 towards 1", (24, 14, 90)),
        ("move A1 left 90 face B1", (24, 6, 90)),
        ("move A1 face east", (24, 6, 0)),
        ("move A1 turn around", (24, 6, 270)),
        ("move A1 forward 2 to 24 6.5", (24, 6.5, 270)),
    ],
)
def test_a_unit_goes_where_it_is_told(duel: Interpreter, line: str, end: tuple[float, float, float]) -> None:
    reply = hear(duel, line)
    assert reply.refusal is None, reply.refusal
    assert reply.acted
    assert pose(duel, "A1") == pytest.approx(end, abs=0.02)
    assert duel.unit == "A1"


def test_after_a_move_the_player_hears_what_the_unit_sees(duel: Interpreter) -> None:
    reply = hear(duel, "move A1 forward 3")
    assert reply.story[0].startswith("M4 Sherman A1 drove forward 3 in. Now at 24.0, 9.0, facing north (90).")
    assert reply.lines[0] == "A1 has 5 MP left."
    assert "It can fire at B1 (its front towards you, needs 8 or more, 42 %)." in reply.lines
    assert any("Panzer III B1 at its front" in line for line in reply.lines)


def test_an_order_that_is_too_long_does_nothing_and_offers_the_most_there_is(duel: Interpreter) -> None:
    before = duel.local_game.state.digest()
    reply = hear(duel, "move A1 left 90 forward 12")
    assert reply.refusal is not None
    assert (reply.refusal.code, reply.refusal.clause) == ("not_enough_mp", "mbb.move.max")
    assert "Nothing was moved." in reply.lines
    assert "The most it can do that way: move A1 left 90 forward 7" in reply.lines
    assert duel.local_game.state.digest() == before
    assert not reply.acted


def test_max_stops_where_something_is_in_the_way(sit: Sit) -> None:
    interpreter = sit([unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 24, 12, 0)])
    assert hear(interpreter, "move A1 forward max").refusal is None
    assert pose(interpreter, "A1")[1] == pytest.approx(12 - 0.4725 - 0.945, abs=0.02)


def test_a_unit_that_cannot_go_on_says_so(sit: Sit) -> None:
    interpreter = sit([unit("A1", "M4 Sherman", 24, 35.055), unit("B1", "Panzer III", 4, 12, 0)])
    reply = hear(interpreter, "move A1 forward max")
    assert reply.refusal is not None
    assert "cannot go any further" in reply.refusal.sentence


def test_trying_a_move_tells_cost_and_sights_and_changes_nothing(duel: Interpreter) -> None:
    before = duel.local_game.state.digest()
    reply = hear(duel, "try move A1 forward 3 right 45")
    assert reply.refusal is None
    assert not reply.acted
    assert "It would cost 3.5 MP and leave 4.5." in reply.lines
    assert any(line.startswith("From there it would fire at B1") for line in reply.lines)
    assert reply.lines[-1] == "To do it: move A1 forward 3 right 45"
    assert hear(duel, "try A1 forward 30").refusal is not None
    assert duel.local_game.state.digest() == before


@pytest.mark.parametrize("level", ["quick", "young"])
def test_by_free_path_rules_units_slide(sit: Sit, level: str) -> None:
    units = [unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 24, 28, 270)]
    interpreter = sit(units, options={"rules_level": level})
    assert hear(interpreter, "move A1 to 26 6").refusal is None
    assert pose(interpreter, "A1") == (26, 6, 90)
    if level == "quick":
        assert hear(interpreter, "move A1 west 1").refusal is None
        assert pose(interpreter, "A1") == (25, 6, 90)


def test_sliding_is_refused_by_the_base_rules(duel: Interpreter) -> None:
    reply = hear(duel, "move A1 east 1")
    assert reply.refusal is not None
    assert (reply.refusal.code, reply.refusal.clause) == ("sideways", "mbb.move.sideways")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("move", "not_understood"),
        ("move A9 forward 3", "not_understood"),
        ("move B1 forward 3", "not_understood"),
        ("move A2 forward 3", "not_alive"),
        ("move A1 towards Z9", "not_understood"),
        ("move A1 to 99999 99999", "malformed"),
        ("fire A1 at B1", "wrong_time"),
        ("lock", "wrong_time"),
        ("plan", "wrong_time"),
        ("hold A1", "wrong_time"),
        ("skip movement", "wrong_time"),
        ("yes", "wrong_time"),
        ("99", "no_such_option"),
        ("0", "no_such_option"),
        ("enter A1 at 3 3", "not_in_reserve"),
        ("undo", "no_undo"),
        ("again", "wrong_time"),
        ("nonsense", "not_understood"),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(sit: Sit, line: str, code: str) -> None:
    interpreter = sit([
        unit("A1", "M4 Sherman", 24, 6), unit("A2", "M4 Sherman", 30, 6, status="wreck"),
        unit("B1", "Panzer III", 24, 28, 270),
    ])  # fmt: skip
    before = interpreter.local_game.state.digest()
    reply = hear(interpreter, line)
    assert reply.refusal is not None
    assert reply.refusal.code == code
    assert not reply.acted
    assert interpreter.local_game.state.digest() == before


def test_reserves_enter_by_name_and_place(sit: Sit) -> None:
    units = [unit("A1", "M4 Sherman", 24, 6), unit("A2", "M4 Sherman", status="reserve")]
    interpreter = sit([*units, unit("B1", "Panzer III", 24, 28, 270)], round=4)
    assert hear(interpreter, "enter A2 at 12 0.945").refusal is None
    assert pose(interpreter, "A2") == pytest.approx((12, 0.945, 90), abs=0.01)


@pytest.fixture
def deploying(sit: Sit) -> Interpreter:
    """Two units of each side to be placed, the first seat first."""
    units = [unit(name, "M4 Sherman", status="waiting") for name in ("A1", "A2")]
    units += [unit(name, "Panzer III", status="waiting") for name in ("B1", "B2")]
    return sit(units, [piece("House", 24, 3)], phase="deployment")


def test_units_are_placed_by_name_place_and_facing(deploying: Interpreter) -> None:
    assert hear(deploying, "place A2 at 12 3 facing east").refusal is None
    assert pose(deploying, "A2") == (12, 3, 0)
    assert deploying.decision is not None
    assert deploying.decision.kind == "deploy_unit"


def test_without_a_facing_a_unit_looks_at_the_table(deploying: Interpreter) -> None:
    assert hear(deploying, "place 1 12 3").refusal is None
    assert pose(deploying, "A1") == (12, 3, 90)


@pytest.mark.parametrize(
    ("line", "code", "clause"),
    [
        ("place A1 at 12 20", "outside_zone", "mbb.setup.zone"),
        ("place A1 at 24 3", "overlap", "mbb.setup.facing"),
        ("place B1 at 12 3", "not_understood", ""),
        ("place A1", "not_understood", ""),
        ("try place A1 at 24 3", "overlap", "mbb.setup.facing"),
    ],
)
def test_a_place_that_is_not_allowed_is_refused(deploying: Interpreter, line: str, code: str, clause: str) -> None:
    reply = hear(deploying, line)
    assert reply.refusal is not None
    assert (reply.refusal.code, reply.refusal.clause) == (code, clause)


def test_trying_a_place_puts_nothing_down(deploying: Interpreter) -> None:
    reply = hear(deploying, "try place A1 at 12 3 facing 90")
    assert reply.lines == ["That would be allowed. To do it: place A1 at 12 3 facing 90"]
    assert deploying.local_game.state.units["A1"].pose is None


def test_auto_places_all_that_is_left(deploying: Interpreter) -> None:
    reply = hear(deploying, "auto")
    assert reply.refusal is None
    assert all(each.alive for each in deploying.local_game.state.units.values())


def test_pieces_of_terrain_are_laid_by_number(tmp_path: Path) -> None:
    setup = Setup(GAME, "six_v_six", {"battlefield": "one"}, names=("Blue", "Orange"))
    interpreter = sit_down(setup, tmp_path)
    assert interpreter.decision is not None
    assert interpreter.decision.kind == "place_terrain"
    assert hear(interpreter, "lay 4 at 24 18 facing 0").refusal is None
    assert "T5.1" in interpreter.local_game.state.tokens
    assert hear(interpreter, "lay wall at 24 18").refusal is not None
    refused = hear(interpreter, "lay 0 at 24 18")
    assert refused.refusal is not None
    assert refused.refusal.code == "overlap"


def test_the_first_turn_gives_up_a_phase(sit: Sit) -> None:
    units = [unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 24, 28, 270)]
    interpreter = sit(units, phase="first_turn", round=1)
    assert [choice.say for choice in interpreter.choices] == ["skip shooting", "skip movement"]
    assert hear(interpreter, "skip lunch").refusal is not None
    assert hear(interpreter, "skip movement").refusal is None
    assert interpreter.decision is not None
    assert interpreter.decision.kind == "declare_targets"


def test_a_number_is_an_answer_everywhere(sit: Sit) -> None:
    units = [unit("A1", "M4 Sherman", 24, 6), unit("B1", "Panzer III", 24, 28, 270)]
    interpreter = sit(units, phase="first_turn", round=1)
    assert hear(interpreter, "1").refusal is None
    number = [choice.say for choice in interpreter.choices].index("end") + 1
    assert hear(interpreter, str(number)).refusal is None
    assert interpreter.local_game.state.facts["round"] == 2


def test_every_option_can_be_picked(duel: Interpreter) -> None:
    count = len(duel.choices)
    assert count >= 2
    for number in range(1, count + 1):
        assert hear(duel, str(number)).refusal is None, duel.choices[number - 1]
        duel.local_game.undo()


# --- undo ------------------------------------------------------------------------------------------------------------


def test_undo_goes_back_move_by_move(duel: Interpreter) -> None:
    digests = [duel.local_game.state.digest()]
    for line in ("move A1 forward 1", "move A1 left 45", "end"):
        hear(duel, line)
        digests.append(duel.local_game.state.digest())
    for digest in reversed(digests[:-1]):
        reply = hear(duel, "undo")
        assert reply.story[0].startswith("Taken back: ")
        assert duel.local_game.state.digest() == digest
    assert hear(duel, "undo").refusal is not None


def test_undo_first_empties_the_plan(duel: Interpreter) -> None:
    hear(duel, "end")
    hear(duel, "fire A1 at B1")
    assert hear(duel, "undo").lines == ["The shot of A1 at B1 is out of the plan."]
    assert duel.plan == {}
    assert duel.decision is not None
    assert duel.decision.kind == "declare_targets"


def test_dice_and_the_other_sides_answer_close_the_undo(firing: Sit) -> None:
    interpreter = firing(faces=(1, 1))
    hear(interpreter, "fire A1 at B1")
    assert hear(interpreter, "lock").acted
    refusal = hear(interpreter, "undo").refusal
    assert refusal is not None
    assert "Orange has answered since" in refusal.sentence
    rolled = firing(unit("B2", "Panzer III", 4, 28, 270), faces=(3, 4))
    hear(rolled, "rolloff who is right")
    refusal = hear(rolled, "undo").refusal
    assert refusal is not None
    assert "dice" in refusal.sentence


# --- saying ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"answer": "move", "unit": "A1", "steps": [{"step": "forward", "inches": 3.456789}]}, "move A1 forward 3.45"),
        ({"answer": "move", "unit": "A1", "steps": [{"step": "reverse", "inches": 2.0}]}, "move A1 back 2"),
        ({"answer": "move", "unit": "A1", "steps": [{"step": "pivot", "degrees": -45.0}]}, "move A1 right 45"),
        ({"answer": "move", "unit": "A1", "steps": [{"step": "slide", "heading": 45.0, "inches": 1.0}]},
         "move A1 slide 45 1"),
        ({"answer": "end_movement"}, "end"),
        ({"answer": "declare", "shots": []}, "hold all"),
        ({"answer": "declare", "shots": [{"unit": "A1", "target": "B1"}]}, "fire A1 at B1"),
        ({"answer": "place", "unit": "A1", "x": 1.0, "y": 2.0, "heading": 90.0}, "place A1 at 1 2 facing 90"),
        ({"answer": "enter", "unit": "A1", "x": 1.0, "y": 2.0, "heading": 90.0}, "enter A1 at 1 2 facing 90"),
        ({"answer": "lay_piece", "piece": 3, "x": 1.0, "y": 2.0, "heading": 0.0}, "lay 3 at 1 2 facing 0"),
        ({"answer": "skip_phase", "phase": "movement"}, "skip movement"),
        ({"answer": "react", "yes": True}, "yes"),
        ({"answer": "concede"}, "concede"),
        ({"answer": "offer_draw"}, "draw"),
        ({"answer": "roll_off", "question": "Seen?", "method": "high"}, 'rolloff "Seen?" high'),
        ({"answer": "unheard_of"}, '{"answer":"unheard_of"}'),
    ],
)  # fmt: skip
def test_answers_are_said_as_the_command_that_gives_them(answer: dict[str, Any], said: str, duel: Interpreter) -> None:
    assert say(duel.state.match, answer) == said
