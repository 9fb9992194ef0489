"""Giving up where more than two sides fight: the side leaves, whatever is under way, and the others play on."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core import events as happened
from brickfield.core.commands import Command
from brickfield.core.dice import SeededDice
from brickfield.core.out_of_turn import Concede, OfferDraw, RollOff
from brickfield.core.play import Progress, answer
from brickfield.core.refusal import Refusal
from brickfield.core.saves import load, save
from brickfield.core.state import State
from brickfield.games import find_game
from brickfield.testing import Position, clause, dice, lay_table
from tests.rules.brick_mech.table import GAME, attack, forward, mech

ALL = {"return_fire": True, "hold_fire": True}


def four(**position: Any) -> Position:
    """Four Mechs of four players; A1 and B1 face each other, C1 holds fire beside them."""
    units = [
        mech("A1", 10, 15, 0),
        mech("B1", 22, 15, 180),
        mech("C1", 16, 27, 270, holding=["short", "primary"]),
        mech("D1", 30, 5, 90),
    ]
    return lay_table(GAME, units, **{"options": ALL, **position})


def gives_up(state: State, seat: int, **parts: Any) -> Progress:
    went = answer(state, Command(seat, state.version, Concede()), parts.get("dice") or SeededDice(1))
    assert isinstance(went, Progress), went
    # wherever it leads, the state is plain data
    game = find_game(GAME)
    assert game is not None
    assert load(save(went.state), lambda _: game).digest() == went.state.digest()
    return went


def alive(state: State) -> str:
    return "".join(unit.id[0] for unit in state.units.values() if unit.alive)


@clause("bm.team.sides")
def test_a_side_that_gives_up_leaves_and_the_others_play_on() -> None:
    t = four()
    went = gives_up(t.state, 3)
    assert went.state.outcome is None
    assert alive(went.state) == "ABC"
    assert [type(event).__name__ for event in went.events] == ["Chosen", "UnitDestroyed"]
    assert not went.state.tokens
    # A1 was asked and still is
    assert went.state.asked() == (0,)
    last = gives_up(gives_up(went.state, 2).state, 1).state
    assert last.outcome is not None
    assert (last.outcome.winners, last.outcome.reason) == ((0,), "conceded")


@clause("bm.team.sides")
def test_the_turn_of_whoever_gives_up_is_over() -> None:
    t = four()
    went = gives_up(t.state, 0)
    assert alive(went.state) == "BCD"
    assert went.state.asked() != (0,)
    assert went.state.waiting_for()


@clause("bm.team.sides")
@pytest.mark.parametrize("seat", [0, 1])
def test_an_attack_by_or_on_a_side_that_gives_up_falls_away(seat: int) -> None:
    t = four()
    t.answer("move", unit="A1", steps=[forward(1)])
    while t.asked == "held_shot":
        t.answer("react", yes=False)
    attack(t)
    assert t.asked == "return_fire"
    went = gives_up(t.state, seat)
    assert not [event for event in went.events if isinstance(event, (happened.DiceRolled, happened.ShotResolved))]
    asked = went.state.decision
    assert asked is not None
    assert asked.kind == "take_action"
    if seat == 1:
        # the attacker goes on with its turn; the action is spent
        assert asked.seat == 0
        assert went.state.units["A1"].marks["attacks"] == 1


@clause("bm.team.sides", "bm.option.hold.secret")
@pytest.mark.parametrize("seat", [0, 2])
def test_a_window_closes_when_its_holder_or_its_mover_gives_up(seat: int) -> None:
    t = four()
    t.answer("move", unit="A1", steps=[forward(6)])
    assert t.asked == "held_shot"
    went = gives_up(t.state, seat)
    asked = went.state.decision
    assert asked is not None
    assert asked.kind == "take_action"
    assert not [event for event in went.events if isinstance(event, happened.Revealed)]
    assert (asked.seat == 0) == (seat == 2)
    if seat == 2:
        assert not went.state.sealed
        assert went.state.units["A1"].pose is not None
        assert went.state.units["A1"].pose.place == (16.0, 15.0)


@clause("bm.team.sides", "bm.judgement.majority")
def test_a_vote_goes_on_without_those_who_are_out() -> None:
    t = four(options={"table_vote": True}, anyhow=True)
    attack(t)
    assert t.state.asked() == (0, 1, 2, 3)
    went = gives_up(t.state, 3)
    assert went.state.asked() == (0, 1, 2)


@clause("bm.team.sides")
def test_allies_leave_together() -> None:
    t = four(sides=("Blue", "Red", "Green", "Blue"))
    went = gives_up(t.state, 3)
    assert alive(went.state) == "BC"


@clause("bm.team.sides")
def test_who_is_out_gives_up_nothing_more_and_is_not_asked_about_a_draw() -> None:
    t = four()
    state = gives_up(t.state, 3).state
    for aside in (Concede(), OfferDraw()):
        refusal = answer(state, Command(3, state.version, aside), SeededDice(1))
        assert isinstance(refusal, Refusal)
        assert refusal.code == "out_of_the_game"
    for seat in (0, 1, 2):
        offered = answer(state, Command(seat, state.version, OfferDraw()), SeededDice(1))
        assert isinstance(offered, Progress)
        state = offered.state
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.reason) == ((), "agreed_draw")


def test_the_last_who_did_not_want_a_draw_gives_up_and_the_others_have_it() -> None:
    state = four().state
    for seat in (0, 1, 2):
        offered = answer(state, Command(seat, state.version, OfferDraw()), SeededDice(1))
        assert isinstance(offered, Progress)
        state = offered.state
    outcome = gives_up(state, 3).state.outcome
    assert outcome is not None
    assert outcome.reason == "agreed_draw"


def test_many_roll_off_and_the_best_again() -> None:
    state = gives_up(four().state, 3).state
    aside = RollOff("who moves the lamp?")
    went = answer(state, Command(0, state.version, aside), dice(5, 5, 2, 3, 6))
    assert isinstance(went, Progress)
    rolled = [(event.seat, event.faces) for event in went.events if isinstance(event, happened.DiceRolled)]
    assert rolled == [(0, (5,)), (1, (5,)), (2, (2,)), (0, (3,)), (1, (6,))]
    held = went.events[-1]
    assert isinstance(held, happened.RollOffHeld)
    assert held.winner == 1
    assert went.state.digest() == state.digest()
    refused = answer(state, Command(0, state.version, RollOff("?", "low")), dice())
    assert isinstance(refused, Refusal)
    assert refused.code == "unknown_method"
