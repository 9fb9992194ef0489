"""Holds in words: as people say them, as the table says them, and what is told when one is sprung."""

from __future__ import annotations

from pathlib import Path

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.games import find_game
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.local_game import Agreement, LocalGame
from brickfield.speech.saying import say
from brickfield.testing import clause, unit
from brickfield.text.verbs import hear


def ambush(folder: Path) -> Interpreter:
    """A1 with a smoke grenade, two enemies in range."""
    units = [unit("A1", "3 regular smg smoke_grenade", 40, 20), unit("B1", "2 regular smg", 30, 50)]
    laid = {"units": [*units, unit("B2", "2 regular smg", 50, 50)], "seat": 0}
    game = find_game("brick_action")
    assert game is not None
    match = game.new_match(Setup(game.id, "", {}, names=("Blue", "Orange"), position=laid))
    assert isinstance(match, Match), match
    interpreter = Interpreter(LocalGame(match, Agreement(0, "recruit", 5), {}), lambda match, agreed: {}, folder)
    interpreter.local_game.dice = SeededDice(1)
    return interpreter


@clause("ba.hold.trigger", "ba.hold.response")
@pytest.mark.parametrize(
    ("typed", "held"),
    [
        ("hold A1 on B1 moves fire", "attack B1 move 1"),
        ("hold A1 when B2 attacks, go prone", "prone B2 attack 1"),
        ("hold on B1 moves or attacks throw smoke", "smoke B1 either 1"),
        ("hold A1 on B2 attacks attack", "attack B2 attack 1"),
        ("hold A1 move when B1 moves", "move B1 move 1"),
        ("hold A1 fire on B1", "attack B1 move 1"),
        # as it was said before
        ("hold A1 attack B1 move", "attack B1 move 1"),
        ("hold A1 close combat B2 either", "close_combat B2 either 1"),
    ],
)
def test_a_hold_is_said_in_one_sentence(tmp_path: Path, typed: str, held: str) -> None:
    interpreter = ambush(tmp_path)
    reply = hear(interpreter, typed)
    assert reply.refusal is None, reply.refusal
    assert interpreter.state.facts["hold A1"] == held


@clause("ba.hold.trigger")
@pytest.mark.parametrize("typed", ["hold", "hold A1", "hold A1 fire", "hold A1 on B1", "hold A1 on B1 sings fire"])
def test_what_is_missing_of_a_hold_is_asked_for(tmp_path: Path, typed: str) -> None:
    refusal = hear(ambush(tmp_path), typed).refusal
    assert refusal is not None
    assert refusal.code == "not_understood"


@clause("ba.hold.trigger")
def test_the_words_the_table_has_for_a_hold_can_be_typed_again(tmp_path: Path) -> None:
    interpreter = ambush(tmp_path)
    order = {"answer": "place_hold", "unit": "A1", "named": "B2", "trigger": "either", "response": "smoke"}
    typed = say(interpreter.state.match, order)
    assert typed == "hold A1 on B2 either smoke"
    assert hear(interpreter, typed).refusal is None
    assert interpreter.state.facts["hold A1"] == "smoke B2 either 1"
