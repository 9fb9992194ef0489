"""What the table says of a goal in BrickAction: the marker, the flags, the hunted unit, and the value removed."""

from __future__ import annotations

from typing import get_args

import pytest

from brickfield.core.match import Setup
from brickfield.core.shown.goals import marks_for
from brickfield.games import find_game
from brickfield.games.brick_action.base.battlefield import ActionMatch
from brickfield.games.brick_action.base.objective_kinds import Kind
from brickfield.games.brick_action.shown.goals import WORDED, goals_now
from brickfield.speech.tables import face_of, situation_of
from brickfield.testing import Position, clause
from tests.rules.brick_action.armoured import squad, table
from tests.rules.brick_action.test_objectives import CAPTURE, FAR, FLAGS, HUNT


def labels(t: Position, seat: int) -> list[str]:
    return [mark.label for mark in marks_for((*face_of(t.match).marks, *situation_of(t.state).marks), seat)]


def test_every_kind_of_objective_has_its_words() -> None:
    assert set(WORDED) == set(get_args(Kind))


@clause("ba.obj.flag")
def test_a_flag_that_is_taken_is_marked_at_who_carries_it() -> None:
    t = table(squad("A1", (48, 86), (51, 86)), squad("B1", *FAR), objective=FLAGS)
    assert "Player 2's flag: take it" in labels(t, 0)
    assert "Your flag: guard it" in labels(t, 1)
    assert situation_of(t.state).goals[0].words == "nobody carries it"
    t.answer("take_flag", unit="A1", figure="f1", flag="flag1")
    assert "Player 2's flag: take it" not in labels(t, 0)
    [carrier] = [mark for mark in situation_of(t.state).marks if mark.kind == "carrier"]
    assert (carrier.unit, carrier.figure, carrier.label) == ("A1", "f1", "Carries Player 2's flag")
    assert [each.value for each in situation_of(t.state).goals] == [1, 0]


@clause("ba.obj.capture")
def test_the_marker_says_who_is_near_it_and_when_it_is_activated() -> None:
    t = table(squad("A1", (50, 48)), squad("B1", *FAR), objective=CAPTURE)
    assert [labels(t, seat) for seat in (0, 1)] == [["Activate this"], ["Keep them from activating this"]]
    assert situation_of(t.state).goal == "at the marker: Player 1"
    t.answer("activate", unit="A1")
    assert [each.value for each in situation_of(t.state).goals] == [1, 0]


@clause("ba.obj.target_unit")
@pytest.mark.parametrize(("status", "left", "done"), [("alive", "2 of 2", 0), ("gone", "0 of 2", 2)])
def test_the_hunted_unit_is_counted_and_marked_while_it_lives(status: str, left: str, done: int) -> None:
    hunted = squad("B2", (30, 90), (33, 90), status=status)
    t = table(squad("A1", (10, 10)), squad("B1", *FAR), hunted, objective=HUNT)
    first, second = situation_of(t.state).goals
    assert first.words == f"Squad B2: {left} minis left"
    assert (first.value, second.value) == (done, 2 - done)
    assert labels(t, 0) == (["Destroy it"] if status == "alive" else [])
    assert labels(t, 1) == (["Keep it alive"] if status == "alive" else [])


@clause("ba.obj.eliminate")
def test_points_that_are_removed_are_counted() -> None:
    t = table(squad("A1", (10, 10)), squad("B1", *FAR), squad("B2", (30, 90), (33, 90), status="gone"))
    first, second = situation_of(t.state).goals
    assert first.words == "50 % of the enemy's value removed, 1 of 2 enemy units left"
    assert (first.value, second.value) == (50, 0)


@clause("ba.obj.escape")
def test_a_squad_that_must_leave_and_is_not_on_the_board_yet_has_still_to_set_out() -> None:
    """Edges are taken before anybody is put down: then a squad has minis, and none of them a place."""
    game = find_game("brick_action")
    assert game is not None
    armies = ((("regular carbine, veteran support", 1),), (("1 regular shotgun", 1),))
    match = game.new_match(Setup("brick_action", "the_convoy", {"points": 2000}, armies))
    assert isinstance(match, ActionMatch), match
    state = game.first_state(match)
    state.facts = {**state.facts, "zone0": 0, "zone1": 1}
    assert {each.words.partition(": ")[0].endswith("has still to set out") for each in goals_now(state)} == {True}
