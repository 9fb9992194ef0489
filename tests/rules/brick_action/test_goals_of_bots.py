"""Bots and hints of BrickAction play for what the battle is about: whoever can win does, and goes for it in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brickfield.core.decisions import React, Suggestion
from brickfield.core.dice import SeededDice
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.core.state import State
from brickfield.core.views import view
from brickfield.games import find_game
from brickfield.games.brick_action.rules.prone import MayDrop
from brickfield.players.levels import make_player
from brickfield.speech.hinting import HintAbout, hints
from brickfield.testing import Position, clause
from tests.rules.brick_action.armoured import squad, table, tank

GAME = find_game("brick_action")
MARKER = {"kind": "capture", "attacker": 0, "marker": [48, 48]}
FLAGS = {"kind": "flag"}
SMGS = "5 regular smg"
Answers = Callable[[State, int], Any]


def row(x: float, y: float, count: int = 5) -> list[tuple[float, float]]:
    return [(x + 2.5 * place, y) for place in range(count)]


def regular(state: State, seat: int) -> Any:
    assert GAME is not None
    return make_player("regular", GAME, 1).decide(state.match, view(state, seat))


def first_hint(state: State, seat: int) -> Any:
    decision = state.decision_of(seat)
    found = hints(state, seat, HintAbout(1))
    assert decision is not None
    assert not isinstance(found, Refusal)
    return decision.read(found[0].answer)


BOTH = pytest.mark.parametrize("answers", [regular, first_hint], ids=["regular", "first hint"])


def played_out(t: Position, answers: Answers) -> State:
    """The table at the end of this turn, or of the battle."""
    session = Session(t.match, SeededDice(1), log=False)
    round_, active = t.state.facts["round"], t.state.facts["active"]
    while not session.state.over and (session.state.facts["round"], session.state.facts["active"]) == (round_, active):
        seat = session.state.waiting_for()[0]
        assert not isinstance(session.answer(seat, answers(session.state, seat)), Refusal)
    return session.state


def prey(x: float = 70.0, y: float = 60.0, **more: Any) -> dict[str, Any]:
    """A squad in the open, good to fire at; it has attacked and does not react."""
    return squad("B1", *row(x, y), card=SMGS, attacked=1, **more)


def drop_worth(t: Position) -> float:
    """What it is worth to A1 to lie down when B1 fires at it."""
    asked = MayDrop(0, "A1", "B1")
    found = [Suggestion(React(yes=yes), "drop", "", "") for yes in (False, True)]
    outlook = t.match.game.judge.outlook(t.state, asked, found, {})
    return float(outlook.score((1,)).total - outlook.score((0,)).total)


@clause("ba.move.prone.reaction")
def test_nobody_lies_down_where_it_only_hurts() -> None:
    def under_fire(gap: float, card: str = "3 veteran smg", objective: Any = None, **more: Any) -> Position:
        shooters = squad("B1", *row(48, 28 + gap), card="5 regular smg")
        return table(squad("A1", *row(48, 28, 3), card=card, **more), shooters, objective=objective or {}, seat=1)

    assert drop_worth(under_fire(50)) < 0.0 < drop_worth(under_fire(12))
    assert drop_worth(under_fire(12, "officer smg, 2 regular smg")) > 0.0
    runner = under_fire(12, objective=FLAGS, figures={"f1": {"flag": 2}})
    assert drop_worth(runner) < 0.0


WON: dict[str, Callable[[], Position]] = {
    "at the marker": lambda: table(squad("A1", *row(50, 50), card=SMGS), prey(), objective=MARKER),
    "a walk from the marker": lambda: table(squad("A1", *row(48, 30), card=SMGS), prey(), objective=MARKER),
    "two walks from the marker": lambda: table(squad("A1", *row(48, 16), card=SMGS), prey(), objective=MARKER),
    "a drive from the far edge": lambda: table(
        tank("A1", 30, 72, 90, card="C2 mg"), prey(50, 50), objective={"kind": "escape", "target": 1}
    ),
    "two drives from the far edge, and off the way": lambda: table(
        tank("A1", 30, 40, 120, card="C2 mg"), prey(50, 50), objective={"kind": "escape", "target": 1}
    ),
    "a walk from home with the flag": lambda: table(
        squad("A1", *row(48, 28), card=SMGS, figures={"f3": {"flag": 2}}), prey(60, 50), objective=FLAGS
    ),
    "two walks from home with the flag": lambda: table(
        squad("A1", *row(48, 44), card=SMGS, figures={"f5": {"flag": 2}}), prey(60, 66), objective=FLAGS
    ),
}


@BOTH
@clause("ba.obj.capture", "ba.obj.flag", "ba.obj.escape")
@pytest.mark.parametrize("laid", WON.values(), ids=WON)
def test_whoever_can_win_in_this_turn_does(laid: Callable[[], Position], answers: Answers) -> None:
    ended = played_out(laid(), answers)
    assert ended.outcome is not None
    assert ended.outcome.winners == (0,)
