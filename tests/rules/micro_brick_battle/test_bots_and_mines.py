"""What bots and hints know of mines: where they pay, and that nobody drives into one that is known."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.asking.previews import PathFace
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.play import Progress
from brickfield.core.replay import Session
from brickfield.core.views import imagine, view
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.movement import Forward, Move, Pivot
from brickfield.games.micro_brick_battle.chapters.mines.laying_mines import PlaceMine, WriteMinefield
from brickfield.games.micro_brick_battle.chapters.mines.mind import calls, mine_places, squares_to_mine
from brickfield.games.micro_brick_battle.chapters.mines.mine_tests import CallEvenOrOdd
from brickfield.games.micro_brick_battle.shown.previews import path
from brickfield.players.levels import make_player
from brickfield.testing import Position, clause, dice, forward, lay_table, start, unit

UNITS = (unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Panzer III", 24, 26, 270))


def table(sort: str, **more: Any) -> Position:
    return lay_table("micro_brick_battle", UNITS, options={"mines": sort}, **more)


def orders(t: Position) -> list[Move]:
    """What is suggested to the first seat, by what it sees."""
    state = imagine(view(t.state, 0), t.match)
    decision = state.decision
    assert decision is not None
    return [each.answer for each in decision.suggest(state, 200) if isinstance(each.answer, Move)]


def meets_a_mine(t: Position, order: Move) -> bool:
    """Whether the order, given on the true table, comes to a mine."""
    fresh = Position.__new__(Position)
    fresh.match, fresh.state, fresh.events = t.match, t.state, []
    told = fresh.send(order, dice=SeededDice(1))
    assert told.accepted
    return bool(told.of("hazard_tested")) or fresh.asked == "call_even_or_odd"


@clause("mbb.mine.zone.trigger", "mbb.mine.visual.trigger")
@pytest.mark.parametrize(
    "t",
    [
        table("zone", minefield=[{"x": 24, "y": 16, "length": 12, "width": 8}]),
        table("visual", mines=[{"seat": 1, "x": 24, "y": 13, "heading": 0}]),
        table("secret", notes=["D3"]),
    ],
    ids=["zone", "marker", "own note"],
)
def test_nobody_is_sent_into_a_mine_that_is_known(t: Position) -> None:
    suggested = orders(t)
    assert suggested
    assert not [order for order in suggested if meets_a_mine(t, order)]
    assert meets_a_mine(t, Move("A1", (Forward(3), Forward(3))))


@clause("mbb.geometry.hidden_info")
def test_the_secret_of_another_seat_changes_no_suggestion() -> None:
    assert orders(table("secret", notes=["", "D3"])) == orders(table("secret", notes=["", "G4"]))
    t = table("secret", notes=["", "D3"])
    assert any(meets_a_mine(t, order) for order in orders(t))


@clause("mbb.geometry.hidden_info", "mbb.mine.secret.trigger")
def test_a_way_that_is_only_thought_of_names_the_mines_that_the_seat_knows() -> None:
    for notes, named in ((["D3"], ["the minefield in square D3", ""]), (["", "D3"], ["", ""])):
        t = table("secret", notes=notes)
        seen = imagine(view(t.state, 0), t.match)
        face = path(seen, 0, Move("A1", (Forward(3), Pivot(30))))
        assert isinstance(face, PathFace)
        assert [leg.ground for leg in face.legs] == named


@clause("mbb.mine.secret.write", "mbb.mine.visual.place")
def test_mines_are_suggested_where_enemies_will_drive() -> None:
    t = start(Setup("micro_brick_battle", "six_v_six", {"mines": "secret"}), dice(5, 2))
    own, other = (squares_to_mine(t.state, WriteMinefield(seat), 40) for seat in (0, 1))
    assert {each.answer for each in own} == {choice.answer for choice in t.question.offer.choices}  # type: ignore[union-attr]
    # beyond the middle, on the enemy's side of it
    assert (own[0].answer.square[1], other[0].answer.square[1]) == ("4", "3")
    t = start(Setup("micro_brick_battle", "crossroads", {"mines": "visual"}), dice(5, 2))
    first = mine_places(t.state, PlaceMine(0), 3)[0].answer
    # the goal of the battle draws them
    assert abs(first.x - 24) < 6
    assert abs(first.y - 18) < 6
    assert t.send(first).accepted


@clause("mbb.mine.secret.roll")
def test_both_calls_are_suggested() -> None:
    t = table("secret", notes=["", "D3"])
    t.move("A1", forward(4))
    assert [each.answer.parity for each in calls(t.state, CallEvenOrOdd(0), 2)] == ["even", "odd"]


@clause("mbb.mine.three", "mbb.weather.rolled")
@pytest.mark.parametrize(
    "options",
    [
        {"mines": "secret", "weather": "constant", "weather_kind": "heavy_fog"},
        {"mines": "zone", "mine_test": "cards", "weather": "rolled", "weather_kind": "sand_storm"},
        {"mines": "visual", "mine_test": "cards", "weather": "rolled", "weather_kind": "blizzard"},
    ],
)
def test_bots_play_such_battles_to_an_end(options: dict[str, str]) -> None:
    game = find_game("micro_brick_battle")
    assert game is not None
    armies = ((("M4 Sherman", 2),), (("Panzer III", 2),))
    setup = Setup("micro_brick_battle", "crossroads", {**options, "point_limit": 30}, armies)
    match = game.new_match(game.fresh(setup))
    session = Session(match, SeededDice(3))  # type: ignore[arg-type]
    bots = [make_player("regular", game, 1), make_player("recruit", game, 2)]
    while not session.state.over:
        seat = session.state.waiting_for()[0]
        answer = bots[seat].decide(session.state.match, view(session.state, seat))
        assert isinstance(session.answer(seat, answer), Progress)
    assert int(session.state.facts["round"]) <= 10


@clause("mbb.mine.secret.write")
def test_bots_do_not_always_write_the_same_square() -> None:
    t = start(Setup("micro_brick_battle", "six_v_six", {"mines": "secret"}), dice(5, 2))
    squares = {
        make_player(level, t.match.game, seed).decide(t.match, view(t.state, 0)).square
        for level in ("recruit", "regular")
        for seed in range(8)
    }
    assert len(squares) > 3
