"""No bot gets more than its view: tables that differ only in a secret of another seat give equal answers, at every
level."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.piles import Pile
from brickfield.core.state import State
from brickfield.core.views import view
from brickfield.players.levels import LEVELS, make_player
from brickfield.players.worlds import hides_something, worlds
from brickfield.testing import lay_table, unit
from tests.players.test_search import tiny

AHEAD = ("veteran", "commander")


def held_fire() -> list[State]:
    """A Mech of seat 1 lies in wait: for the front at short range, or for its left at long range."""
    notes = ("short", "primary"), ("long", "left")
    tables = [
        lay_table(
            "brick_mech",
            [unit("A1", "trooper", 10, 10, 90), unit("B1", "trooper", 14, 26, 270, holding=note)],
            options={"hold_fire": True},
        )
        for note in notes
    ]
    return [each.state for each in tables]


def mined() -> list[State]:
    """Seat 1 has mined a square in the way of seat 0, or one that nobody comes near."""
    tables = [
        lay_table(
            "micro_brick_battle",
            [unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Panzer III", 24, 30, 270)],
            options={"mines": "secret"},
            notes=["", square],
        )
        for square in ("D3", "A3")
    ]
    return [each.state for each in tables]


def dealt() -> list[State]:
    """Seat 1 holds other cards."""
    table = lay_table(
        "micro_brick_battle",
        [unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Panzer III", 24, 24, 270)],
        options={"effect_cards": "hail_mary"},
        phase="target_declaration",
    )
    found = []
    for cards in (("luck", "dig_in"), ("full_throttle", "smoke")):
        state = table.state.clone()
        state.piles = {**state.piles, "hand0": Pile(0, ("luck",)), "hand1": Pile(1, cards)}
        found.append(state)
    return found


@pytest.mark.parametrize("pair", [held_fire, mined, dealt])
@pytest.mark.parametrize("level", LEVELS)
def test_tables_that_differ_only_in_a_secret_give_equal_answers(pair: Any, level: str) -> None:
    states = pair()
    seats = [state.waiting_for()[0] for state in states]
    seen = [view(state, seat) for state, seat in zip(states, seats, strict=True)]
    assert states[0].digest() != states[1].digest()
    assert seen[0].encode() == seen[1].encode()
    assert hides_something(seen[0])
    match = states[0].match
    bots = [tiny(level) if level in AHEAD else make_player(level, match.game, "1") for _ in states]
    one, other = (bot.decide(match, each) for bot, each in zip(bots, seen, strict=True))
    assert one == other


def test_worlds_are_guessed_otherwise_and_never_show_more_than_the_view() -> None:
    for states, told in ((held_fire(), _notes), (mined(), _notes), (dealt(), _hands)):
        seen = view(states[0], states[0].waiting_for()[0])
        found = worlds(seen, states[0].match, 12, "seed")
        assert len(found) == 12
        assert all(view(each, seen.seat).encode() == seen.encode() for each in found)
        assert len({told(each, seen.seat) for each in found}) > 2
        again = worlds(seen, states[0].match, 12, "seed")
        assert [told(each, seen.seat) for each in found] == [told(each, seen.seat) for each in again]


def _notes(state: State, seat: int) -> str:
    return repr([note.open() for note in state.sealed.values() if note.seat != seat])


def _hands(state: State, seat: int) -> str:
    return repr([pile.cards for pile in state.piles.values() if pile.seat not in (seat, -1)])


def test_where_nothing_is_hidden_there_is_one_world() -> None:
    table = lay_table("brick_mech", [unit("A1", "trooper", 10, 10, 90), unit("B1", "trooper", 14, 26, 270)])
    seen = view(table.state, table.state.waiting_for()[0])
    assert not hides_something(seen)
    assert len(worlds(seen, table.match, 8, "seed")) == 1
