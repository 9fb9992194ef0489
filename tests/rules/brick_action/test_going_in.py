"""Going into a house by its door without drawing the ways."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from brickfield.testing import Position, clause, piece
from tests.rules.brick_action.fire_table import action
from tests.rules.brick_action.squads import ONE, RIFLES, squad, table

COTTAGE = piece("cottage", 50, 60)


def before_the_door(away: float, **changes: int) -> Position:
    """A squad so far from the middle of a cottage, on the side of its door."""
    return table(squad("A1", RIFLES, 50 + away, 60, **changes), squad("B1", RIFLES, 10, 10), terrain=(COTTAGE,))


@clause("ba.build.enter", "ba.geometry.path")
def test_a_squad_near_a_door_is_offered_to_go_in_and_does() -> None:
    t = before_the_door(14)
    move = action(t, "move")
    assert move is not None
    (choice,) = move.offer.also  # type: ignore[union-attr]
    assert choice.title == "Go in: cottage T1"
    assert choice.about == ("T1",)
    assert t.send(to_builtins(choice.answer)).refusal is None
    assert {each.inside for each in t.unit("A1").standing} == {"T1"}
    again = action(t, "move")
    assert again is not None
    titles = [each.title for each in again.offer.also]  # type: ignore[union-attr]
    assert not any(each.startswith("Go in") for each in titles), "who is in goes in no more"


@clause("ba.build.enter", "ba.move.rate")
def test_who_is_too_far_away_is_not_offered_it() -> None:
    far = action(before_the_door(40), "move")
    assert far is not None
    assert far.offer.also == ()  # type: ignore[union-attr]


def offered(t: Position, title: str) -> Any:
    """What a table offers beside a way that is drawn, by its title."""
    move = action(t, "move")
    assert move is not None
    return next((each for each in move.offer.also if each.title == title), None)  # type: ignore[union-attr]


@clause("ba.build.enter")
def test_where_no_door_is_near_a_window_is_offered_at_half_pace() -> None:
    # the windows of the right side are at 0.3 and 0.7 of its 16 studs
    t = table(squad("A1", ONE, 36.8, 21), squad("B1", RIFLES, 10, 90), terrain=(piece("cottage", 40, 30),))
    choice = offered(t, "Go in: cottage T1")
    assert choice.text.startswith("by a window, at half pace")
    assert t.send(to_builtins(choice.answer)).accepted
    assert {each.inside for each in t.unit("A1").standing} == {"T1"}


@clause("ba.build.enter", "ba.build.contact")
def test_inside_a_squad_goes_upstairs_and_to_the_windows_and_fires_from_there() -> None:
    t = table(squad("A1", RIFLES, 40, 30), squad("B1", RIFLES, 60, 30), terrain=(piece("town_house", 40, 30),))
    up = offered(t, "Go up: first floor")
    assert up.text == "by the stairs, 8 studs"
    assert t.send(to_builtins(up.answer)).accepted
    assert {each.level for each in t.unit("A1").standing} == {1}
    assert not aims(t, "B1"), "who touches no wall with windows sees nobody outside"
    windows = offered(t, "To the east windows")
    assert windows.text.endswith("towards Squad B1")
    assert t.send(to_builtins(windows.answer)).accepted
    assert {each.level for each in t.unit("A1").standing} == {1}
    assert offered(t, "To the east windows") is None, "they are there"
    assert aims(t, "B1")


def aims(t: Position, target: str) -> bool:
    """Whether the squad may fire at somebody."""
    attack = action(t, "attack")
    assert attack is not None
    shooters = attack.offer.shooters  # type: ignore[union-attr]
    return any(aim.target == target and aim.refusal is None for each in shooters for aim in each.aims)
