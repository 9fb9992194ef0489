"""Infantry in words: squads walk, go in and out, follow, join, heal and repair by what is typed."""

from __future__ import annotations

import pytest

from brickfield.speech.interpreter import Interpreter
from brickfield.testing import piece, unit
from brickfield.text.verbs import hear
from tests.text.seats import Sit

FOE = unit("B1", "Panzer III", 44, 34, 270)


def place(interpreter: Interpreter, name: str) -> tuple[float, float]:
    pose = interpreter.local_game.state.units[name].pose
    assert pose is not None
    return round(pose.x / 1e6, 2), round(pose.y / 1e6, 2)


def said(interpreter: Interpreter, line: str) -> str:
    reply = hear(interpreter, line)
    assert reply.refusal is None, reply.refusal
    return "\n".join(map(str, reply.lines))


@pytest.mark.parametrize(
    ("line", "end"), [("move A1 north 3", (10, 13)), ("move A1 to 12 10", (12, 10)), ("move A1 slide 180 2", (8, 10))]
)
def test_a_squad_goes_any_way(sit: Sit, line: str, end: tuple[float, float]) -> None:
    interpreter = sit([unit("A1", "Infantry", 10, 10), FOE])
    said(interpreter, line)
    assert place(interpreter, "A1") == end


def test_too_far_is_refused_with_the_most_it_can_do(sit: Sit) -> None:
    interpreter = sit([unit("A1", "Infantry", 10, 10), FOE])
    reply = hear(interpreter, "move A1 north 9")
    assert reply.refusal is not None
    assert reply.refusal.clause == "inf.move.sprint"
    assert any("8" in str(line) for line in reply.lines)


def test_in_and_out_of_a_house(sit: Sit) -> None:
    interpreter = sit([unit("A1", "Infantry", 12.11, 10), FOE], [piece("House", 14, 10)])
    said(interpreter, "inside A1 T1")
    assert interpreter.local_game.state.units["A1"].container == "T1"
    interpreter = sit([unit("A1", "Infantry", 14, 10, inside="T1"), FOE], [piece("House", 14, 10)])
    said(interpreter, "out A1 15.9 10")
    assert place(interpreter, "A1") == (15.89, 10)


def test_following_joining_healing_and_repairing(sit: Sit) -> None:
    tank = unit("A2", "M4 Sherman", 10, 20)
    interpreter = sit([unit("A1", "Infantry", 10, 18), tank, FOE])
    said(interpreter, "follow A1 A2 run")
    assert interpreter.local_game.state.units["A1"].marks["follows A2"] == 2
    said(interpreter, "leave A1")
    assert "follows A2" not in interpreter.local_game.state.units["A1"].marks
    halves = [unit("A1", "Half Infantry", 10, 10), unit("A2", "Half Infantry", 11.4, 10), FOE]
    interpreter = sit(halves)
    said(interpreter, "join A1 A2")
    assert interpreter.local_game.state.units["A2"].marks["markers"] == 4
    interpreter = sit([unit("A1", "Medics", 10, 10), unit("A2", "Infantry", 11.4, 10, marks={"markers": 1}), FOE])
    said(interpreter, "heal A1 A2")
    assert interpreter.local_game.state.units["A2"].marks["markers"] == 4
    interpreter = sit([unit("A1", "Engineers", 10, 10), unit("A2", "M4 Sherman", 11.2, 10, status="wreck"), FOE])
    said(interpreter, "repair A1 A2")
    assert interpreter.local_game.state.units["A2"].marks["repaired"] == 1
    reduced = [unit(f"A{n}", "Infantry", 9 + 1.3 * n, 10, marks={"markers": 2}) for n in (1, 2)]
    interpreter = sit([*reduced, FOE])
    said(interpreter, "gather A1 A2")
    assert interpreter.local_game.state.units["A1"].marks["straggler"] == 1


def test_what_is_missing_in_a_command_is_asked_for(sit: Sit) -> None:
    interpreter = sit([unit("A1", "Medics", 10, 10), FOE])
    reply = hear(interpreter, "heal A1")
    assert reply.refusal is not None
    assert "heal A1 A2" in reply.refusal.sentence


def test_squads_attack_together_by_what_is_typed(sit: Sit) -> None:
    own = [unit("A1", "Infantry", 22, 10), unit("A2", "Infantry", 26, 10)]
    interpreter = sit([*own, unit("B1", "Infantry", 24, 18)], faces=(1, 1), phase="target_declaration")
    assert "A2 at Infantry B1: together with A1" in said(interpreter, "fire A1 at B1, A2 at B1 with A1")
    assert interpreter.plan == {"A1": "B1", "A2": "B1 with A1"}
    # one throw for both: the script has two dice, and misses
    said(interpreter, "lock")
    assert interpreter.local_game.state.units["B1"].marks["markers"] == 4
    tank = sit([*own, unit("B1", "Panzer III", 24, 18, 270)], phase="target_declaration")
    alone = hear(tank, "fire A1 at B1")
    assert any("worth 2 full units" in str(line) for line in alone.lines)
    assert "together with A1" not in said(tank, "fire A2 at B1")
