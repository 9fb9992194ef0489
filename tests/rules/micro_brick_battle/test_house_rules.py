"""House rules: agreed before the battle, locked when it begins, and easy ways to decide by dice."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.core.play import begin
from brickfield.core.refusal import Refusal
from brickfield.core.saves import load, save
from brickfield.games import find_game
from brickfield.testing import Position, clause, dice, lay_table, pivot, start, unit

GAME = "micro_brick_battle"


def table(**position: Any) -> Position:
    units = [unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Panzer III", 24, 26, 270)]
    return lay_table(GAME, units, **position)


def roll(method: str, *faces: int) -> Any:
    """What a roll-off of this kind comes to."""
    (held,) = table().answer("roll_off", question="?", method=method, dice=dice(*faces)).of("roll_off_held")
    return held


# --- agreement -------------------------------------------------------------------------------------------------------


@clause("mbb.house.agree")
def test_what_is_agreed_is_played_and_what_is_not_is_at_its_default() -> None:
    agreed = table(options={"turn_cost": "per_started_90"})
    assert (agreed.cost("A1", pivot(10)), table().cost("A1", pivot(90))) == (1, 1)
    assert table().cost("A1", pivot(9)) == pytest.approx(0.1)
    assert [change.title for change in agreed.match.options.changes()] == ["Price of a turn"]


@clause("mbb.house.agree")
def test_nothing_can_be_agreed_that_the_game_does_not_know() -> None:
    for options in ({"ramming": True}, {"turn_cost": "free"}, {"round_limit": 1000}, {"mines": "buried"}):
        with pytest.raises(ValueError, match=r"\w"):
            table(options=options)


@clause("mbb.house.agree")
def test_from_the_first_deployment_on_no_answer_changes_the_rules() -> None:
    t = start(Setup(GAME, "six_v_six", {"turn_cost": "per_started_90"}), dice(5, 2))
    agreed = t.match.options
    with pytest.raises(AttributeError):
        agreed.turn_cost = "prorata"
    before = t.state.digest()
    for raw in (
        {"answer": "set_options", "options": {"turn_cost": "prorata"}},
        {"answer": "place", "unit": "A1", "x": 24, "y": 3, "heading": 90, "options": {"turn_cost": "prorata"}},
    ):
        refusal = t.send(raw).refusal
        assert refusal is not None
        assert refusal.code == "malformed"
    assert t.state.digest() == before
    t.answer("place", unit="A1", x=24, y=3, heading=90)
    assert t.state.match.options is agreed


@clause("mbb.house.agree")
def test_the_agreement_is_kept_with_the_record_of_the_battle() -> None:
    t = table(options={"hedgerow_passable": True, "round_limit": 7})
    loaded = load(save(t.state), find_game)
    assert not isinstance(loaded, Refusal)
    assert loaded.match.options == t.match.options
    assert (loaded.match.options.hedgerow_passable, loaded.match.options.round_limit) == (True, 7)
    again = begin(loaded.match).state
    assert again.digest() == t.state.digest()


# --- deciding by dice ------------------------------------------------------------------------------------------------


@clause("mbb.house.dice.evenodd")
@pytest.mark.parametrize(("face", "winner", "result"), [(1, 1, "odd"), (2, 0, "even"), (5, 1, "odd"), (6, 0, "even")])
def test_even_is_for_the_first_player_and_odd_for_the_second(face: int, winner: int, result: str) -> None:
    held = roll("even_odd", face, 4)
    assert (held.winner, held.result, held.clause) == (winner, result, "mbb.house.dice.evenodd")


@clause("mbb.house.dice.high")
@pytest.mark.parametrize(("faces", "winner"), [((6, 1), 0), ((1, 6), 1), ((2, 2, 3, 4), 1), ((5, 5, 5, 5, 2, 1), 0)])
def test_the_high_roller_wins(faces: tuple[int, ...], winner: int) -> None:
    held = roll("high", *faces)
    assert (held.winner, held.clause) == (winner, "mbb.conflict.die")


@clause("mbb.house.dice.target")
@pytest.mark.parametrize(("face", "winner"), [(1, 1), (3, 1), (4, 0), (6, 0)])
def test_a_given_number_or_more_wins(face: int, winner: int) -> None:
    held = roll("target", face, 6)
    assert (held.winner, held.result, held.clause) == (winner, f"{face} against 4+", "mbb.house.dice.target")


@clause("mbb.house.dice.match")
@pytest.mark.parametrize(("faces", "winner"), [((3, 3), 1), ((3, 4), 0), ((6, 1), 0), ((1, 1), 1)])
def test_the_second_player_wins_by_matching_the_first_die(faces: tuple[int, int], winner: int) -> None:
    held = roll("match", *faces)
    assert (held.winner, held.clause) == (winner, "mbb.house.dice.match")
    assert held.result == f"{faces[0]} and {faces[1]}"


@clause("mbb.house.dice.first")
@pytest.mark.parametrize(
    ("faces", "winner"), [((6, 1), 0), ((1, 6), 1), ((6, 6), 0), ((5, 5, 1, 2, 3, 6), 1), ((1, 1, 6, 6), 0)]
)
def test_the_first_to_roll_the_agreed_number_wins(faces: tuple[int, ...], winner: int) -> None:
    held = roll("first", *faces)
    assert (held.winner, held.clause) == (winner, "mbb.house.dice.first")
