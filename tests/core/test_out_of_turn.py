"""Asides: giving up, offering a draw and rolling off, by whoever is still in the game and whenever they like."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from brickfield.core import events as happened
from brickfield.core.apply import apply
from brickfield.core.dice import ForcedDice
from brickfield.core.out_of_turn import Concede, OfferDraw, RollOff, in_the_game, roll_off, take_aside
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.table import Table
from tests.core.toy.playing import SETUPS, fresh

ASK = RollOff(question="Who is right?")


def melee(*out: int) -> State:
    """A match of three at its first question; the seats named have lost everything."""
    state = fresh(SETUPS[3]).state.clone()
    for unit in [each for each in state.units.values() if each.seat in out]:
        apply(state, happened.UnitDestroyed(unit=unit.id))
    return state


def taken(state: State, seat: int, aside: Any) -> Table:
    """The table after an aside that must be accepted."""
    table = take_aside(state, seat, aside, None)
    assert isinstance(table, Table), table
    return table


def refused(state: State, seat: int, aside: Any) -> str:
    refusal = take_aside(state, seat, aside, None)
    assert isinstance(refusal, Refusal)
    return refusal.code


def test_who_has_lost_everything_is_out_of_the_game() -> None:
    assert [in_the_game(melee(*out)) for out in ((), (1,), (0, 2), (0, 1, 2))] == [(0, 1, 2), (0, 2), (1,), (0, 1, 2)]
    assert refused(melee(1), 1, Concede()) == refused(melee(1), 1, OfferDraw()) == "out_of_the_game"
    assert [refused(melee(), seat, Concede()) for seat in (-1, 3)] == ["not_a_seat"] * 2


@pytest.mark.parametrize(
    ("out", "offers", "agreed"), [((), (0, 2), False), ((), (0, 2, 1), True), ((1,), (0, 2), True)]
)
def test_a_draw_needs_everybody_who_is_still_in_the_game(out: Any, offers: tuple[int, ...], agreed: bool) -> None:
    state = melee(*out)
    for seat in offers:
        assert state.outcome is None
        state = taken(state, seat, OfferDraw()).freeze()
    assert state.version == melee().version, "an offer makes nobody's answer late"
    assert [state.facts.get(f"draw{seat}") for seat in offers] == [1] * len(offers)
    assert (state.outcome is not None) is agreed
    if agreed:
        assert (state.outcome.winners, state.outcome.reason, state.frames, state.pending) == (
            (),
            "agreed_draw",
            [],
            None,
        )


def test_who_gives_up_loses_to_all_the_others() -> None:
    table = taken(melee(), 1, Concede())
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.reason, table.outcome.clause) == ((0, 2), "conceded", "toy.win.last")
    assert table.version == melee().version + 1


def test_where_the_game_says_how_it_goes_on_without_the_one_who_gave_up() -> None:
    state = taken(melee(), 1, OfferDraw()).freeze()
    left: list[int] = []
    state.match.game = replace(state.match.game, concede=lambda table, seat: left.append(seat))
    table = taken(state, 1, Concede())
    assert (left, table.outcome) == ([1], None)
    assert table.frames
    assert table.facts["draw1"] == 0, "the offer falls with its player"
    (gone,) = [event for event in table.events if isinstance(event, happened.Chosen)]
    assert (gone.seat, gone.what, gone.clause) == (1, "concede", "toy.win.last")


def test_giving_up_last_is_a_defeat_even_when_the_winner_had_offered_a_draw() -> None:
    def give_up(table: Table, seat: int) -> None:
        for unit in [each for each in table.units.values() if each.seat == seat]:
            table.emit(happened.UnitDestroyed(unit=unit.id))
        table.emit(happened.GameEnded(winners=(0,), reason="conceded"))

    state = taken(melee(1), 0, OfferDraw()).freeze()
    state.match.game = replace(state.match.game, concede=give_up)
    table = taken(state, 2, Concede())
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.reason) == ((0,), "conceded")


def test_a_roll_off_needs_dice() -> None:
    assert refused(melee(), 0, ASK) == "no_roll_off"


def test_the_plain_roll_off_is_thrown_again_by_those_who_tied() -> None:
    table = Table(melee(), ForcedDice((2, 5, 5, 6, 3)))
    assert roll_off(table, ASK) is None
    thrown = [(event.seat, event.faces) for event in table.events if isinstance(event, happened.DiceRolled)]
    assert thrown == [(0, (2,)), (1, (5,)), (2, (5,)), (1, (6,)), (2, (3,))]
    assert table.thrown == [faces for _seat, faces in thrown]
    assert [(throw.seat, throw.faces) for throw in happened.throws_of(table.events[-1])] == thrown
    held = table.events[-1]
    assert isinstance(held, happened.RollOffHeld)
    assert (held.winner, held.question) == (1, "Who is right?")


def test_the_plain_roll_off_is_among_those_still_in_the_game_and_by_the_high_roller() -> None:
    table = Table(melee(1), ForcedDice((2, 4)))
    assert roll_off(table, ASK) is None
    held = table.events[-1]
    assert isinstance(held, happened.RollOffHeld)
    assert held.winner == 2
    other = roll_off(Table(melee(), ForcedDice(())), RollOff(question="?", method="even_odd"))
    assert isinstance(other, Refusal)
    assert other.code == "unknown_method"
    endless = roll_off(Table(melee(), ForcedDice((3,) * 3000)), ASK)
    assert isinstance(endless, Refusal)
    assert endless.code == "no_decision"
