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
from brickfield.games.brick_action.base.firing.attack import Attack
from brickfield.games.brick_action.base.moving.paths import Move, Stride
from brickfield.games.brick_action.base.prone import MayDrop
from brickfield.games.brick_action.chapters.flags.flags import carries_flag
from brickfield.games.brick_action.mind.odds import win_chance
from brickfield.games.brick_action.mind.prices import order_terms
from brickfield.games.brick_action.mind.ways import way_left
from brickfield.players.advice import advice
from brickfield.players.levels import make_player
from brickfield.speech.hinting import HintAbout, hints
from brickfield.testing import Position, clause, piece
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
    found = hints(state, seat, HintAbout(1), advice)
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
    """What it is worth to A1, in chances, to lie down when B1 fires at it."""
    asked = MayDrop(0, "A1", "B1")
    found = [Suggestion(React(yes=yes), "drop", "", "") for yes in (False, True)]
    outlook = t.match.game.judge.outlook(t.state, asked, found, {})
    return float(outlook.value((1,)) - outlook.value((0,)))


@clause("ba.move.prone.reaction")
def test_nobody_lies_down_where_it_only_hurts() -> None:
    def under_fire(gap: float, card: str = "3 veteran smg", objective: Any = None, **more: Any) -> Position:
        shooters = squad("B1", *row(48, 28 + gap), card="5 regular smg")
        return table(squad("A1", *row(48, 28, 3), card=card, **more), shooters, objective=objective or {}, seat=1)

    assert drop_worth(under_fire(64)) < 0.0 < drop_worth(under_fire(12))
    assert drop_worth(under_fire(12, "officer smg, 2 regular smg")) > 0.0


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


# --- the way there ---------------------------------------------------------------------------------------------------


@clause("ba.obj.flag")
def test_whoever_reaches_their_flag_takes_it() -> None:
    t = table(squad("A1", *row(44, 74), card=SMGS), squad("B1", *row(80, 90), card=SMGS, suppressed=1), objective=FLAGS)
    ended = played_out(t, regular)
    assert carries_flag(ended.units["A1"])
    assert ended.units["A1"].pose is not None
    assert ended.units["A1"].pose.place[1] < 88.0, "and goes home with it"


@clause("ba.obj.flag", "ba.obj.capture")
def test_whoever_carries_the_flag_or_is_near_the_marker_is_fired_at() -> None:
    near, far = row(30, 60), row(64, 60)
    t = table(
        squad("A1", *row(47, 30), card=SMGS),
        squad("B1", *near, card=SMGS),
        squad("B2", *far, card=SMGS, figures={"f1": {"flag": 1}}),
        objective=FLAGS,
    )
    assert regular(t.state, 0) == Attack("A1", "B2")
    t = table(
        squad("A1", *row(47, 10), card=SMGS),
        squad("B1", *row(64, 50), card=SMGS),
        squad("B2", *row(30, 52), card=SMGS),
        objective={"kind": "capture", "attacker": 1, "marker": [64, 72]},
    )
    assert regular(t.state, 0) == Attack("A1", "B1")


@clause("ba.obj.capture", "ba.obj.turnlimit")
def test_the_way_to_the_goal_is_worth_more_when_turns_run_out() -> None:
    worths = []
    for number in (1, 4):
        t = table(
            squad("A1", *row(46, 4), card=SMGS), prey(4, 90), objective={**MARKER, "marker": [48, 84]}, round=number
        )
        worths.append(order_terms(t.state, Move("A1", (Stride(90.0, 16.0),)))["goal"])
    assert worths[1] > 1.5 * worths[0] > 0.0


@clause("ba.obj.target_unit")
def test_hunters_go_after_the_hunted_unit() -> None:
    wall = piece("wall", 48, 48, length=60, width=1)
    t = table(
        squad("A1", *row(43, 20), card=SMGS),
        squad("B1", *row(43, 76), card=SMGS),
        terrain=[wall],
        objective={"kind": "target_unit", "attacker": 0, "target": 1},
    )
    there = played_out(t, regular)
    assert way_left(there, there.units["A1"], (48.0, 76.0)) < way_left(t.state, t.unit("A1"), (48.0, 76.0)) - 16.0


# --- points at the end -----------------------------------------------------------------------------------------------


def behind(round_: int, *, ahead: bool) -> Position:
    """A1 and B1 out of each other's sight; one side has lost a squad."""
    fallen = squad("B2" if ahead else "A2", *row(4, 48, 3), status="gone")
    wall = piece("wall", 48, 48, length=60, width=1)
    units = squad("A1", *row(43, 20), card=SMGS), squad("B1", *row(43, 76), card=SMGS), fallen
    return table(*units, terrain=[wall], round=round_)


@clause("ba.obj.turnlimit")
def test_who_is_behind_comes_out_and_who_leads_by_enough_need_not() -> None:
    ways = {}
    for ahead in (False, True):
        t = behind(7, ahead=ahead)
        there = played_out(t, regular)
        ways[ahead] = way_left(t.state, t.unit("A1"), (48.0, 76.0)) - way_left(there, there.units["A1"], (48.0, 76.0))
    assert ways[False] > 16.0
    assert ways[False] > ways[True]


@clause("ba.obj.turnlimit")
def test_who_leads_still_takes_what_is_cheap() -> None:
    fallen = squad("B2", *row(4, 48, 3), status="gone")
    t = table(
        squad("A1", *row(43, 20), card=SMGS), squad("B1", (48, 50), card="regular smg", suppressed=1), fallen, round=9
    )
    assert regular(t.state, 0) == Attack("A1", "B1")


@clause("ba.obj.turnlimit")
def test_a_lead_in_points_is_worth_more_in_the_last_round_than_before() -> None:
    early, late = (win_chance(behind(number, ahead=True).state, 0) for number in (2, 12))
    assert late > early > 0.5
