"""Conflict resolution: a roll-off settles a disagreement between people and leaves the table alone."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.commands import Command
from brickfield.core.dice import DiceRanOut
from brickfield.core.play import Progress, answer
from brickfield.testing import Position, clause, dice, forward, lay_table, unit

GAME = "micro_brick_battle"


def table() -> Position:
    return lay_table(GAME, [unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Panzer III", 24, 26, 270)])


@clause("mbb.conflict.die", "mbb.conflict.last_resort")
@pytest.mark.parametrize(("faces", "winner"), [((5, 2), 0), ((2, 5), 1), ((6, 5), 0), ((1, 2), 1)])
def test_the_higher_die_wins_the_point(faces: tuple[int, int], winner: int) -> None:
    t = table()
    result = t.answer("roll_off", question="Does the barrel see it?", dice=dice(*faces))
    (held,) = result.of("roll_off_held")
    assert (held.question, held.method, held.winner) == ("Does the barrel see it?", "high", winner)
    assert [(rolled.seat, rolled.faces) for rolled in result.of("dice_rolled")] == [(0, faces[:1]), (1, faces[1:])]


@clause("mbb.conflict.die")
def test_ties_are_rolled_again() -> None:
    result = table().answer("roll_off", question="Whose turn?", dice=dice(4, 4, 1, 1, 3, 6))
    assert result.of("roll_off_held")[0].winner == 1
    thrown = [(rolled.seat, rolled.faces) for rolled in result.of("dice_rolled")]
    assert len(thrown) == 6
    assert [(throw.seat, throw.faces) for throw in result.of("roll_off_held")[0].throws] == thrown


@clause("mbb.conflict.die")
def test_dice_that_tie_for_ever_decide_nothing() -> None:
    t = table()
    before = t.state.digest()
    refusal = t.answer("roll_off", question="?", dice=dice(*[3] * 2000)).refusal
    assert refusal is not None
    assert (refusal.code, t.state.digest()) == ("no_decision", before)


@clause("mbb.conflict.die", "mbb.geometry.dice")
def test_every_throw_of_a_roll_off_is_recorded_for_the_replay() -> None:
    t = table()
    rolled = answer(t.state, Command(1, t.state.version, {"answer": "roll_off", "question": "?"}), dice(4, 4, 2, 5))
    assert isinstance(rolled, Progress)
    assert rolled.thrown == ((4,), (4,), (2,), (5,))


@clause("mbb.conflict.die")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("method", ["high", "even_odd", "target", "match", "first"])
def test_a_roll_off_changes_nothing_on_the_table(method: str, seat: int) -> None:
    """Either player may ask for one, whoever is active, and then play goes on with the same question."""
    t = table()
    t.move("A1", forward(2))
    before = t.state.digest()
    assert t.answer("roll_off", question="Who is right?", method=method, seat=seat, dice=dice(6, 5)).accepted
    assert t.state.digest() == before
    assert (t.asked, t.state.waiting_for()) == ("move_units", (0,))
    assert t.move("A1", forward(6)).accepted


@clause("mbb.conflict.die")
@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"question": "?", "method": "arm_wrestling"}, "unknown_method"),
        ({"question": ""}, "malformed"),
        ({}, "malformed"),
        ({"question": "x" * 201}, "malformed"),
        ({"question": "?", "winner": 0}, "malformed"),
    ],
)
def test_a_roll_off_needs_a_question_and_a_known_way(asked: dict[str, Any], code: str) -> None:
    t = table()
    before = t.state.digest()
    result = t.send({"answer": "roll_off", **asked}, dice=dice())
    assert result.refusal is not None
    assert result.refusal.code == code
    assert t.state.digest() == before


@clause("mbb.conflict.die")
def test_only_players_roll() -> None:
    result = table().answer("roll_off", question="?", seat=2, dice=dice())
    assert result.refusal is not None
    assert result.refusal.code == "not_a_seat"


@clause("mbb.conflict.die", "mbb.geometry.dice")
def test_the_roll_is_thrown_with_the_dice_of_the_battle() -> None:
    t = table()
    with pytest.raises(DiceRanOut):
        t.answer("roll_off", question="?", dice=dice(3))
    with pytest.raises(DiceRanOut):
        t.answer("roll_off", question="?", dice=dice(3, 3))
