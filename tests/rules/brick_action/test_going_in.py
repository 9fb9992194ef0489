"""Going into a house by its door without drawing the ways."""

from __future__ import annotations

from msgspec import to_builtins

from brickfield.testing import Position, clause, piece
from tests.rules.brick_action.fire_table import action
from tests.rules.brick_action.squads import RIFLES, squad, table

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
    assert again.offer.also == (), "who is in goes in no more"  # type: ignore[union-attr]


@clause("ba.build.enter", "ba.move.rate")
def test_who_is_too_far_away_is_not_offered_it() -> None:
    far = action(before_the_door(40), "move")
    assert far is not None
    assert far.offer.also == ()  # type: ignore[union-attr]
