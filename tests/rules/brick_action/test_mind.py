"""The mind of BrickAction: orders worth giving, what they are worth, and what a bot does with them."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.games.brick_action.mind.ideas import foremost
from brickfield.games.brick_action.mind.prices import order_terms
from brickfield.games.brick_action.mind.prospects import at_least, combat_points, danger, shot_points
from brickfield.games.brick_action.rules.attack import Attack
from brickfield.games.brick_action.rules.paths import Move, Stride
from brickfield.players.levels import levels
from brickfield.players.seat import BotSeat
from brickfield.testing import Position, clause
from tests.rules.brick_action.fire_table import duel, row, squad


def chosen(t: Position, level: str = "regular") -> Any:
    """What a bot of a level answers."""
    assert t.decision is not None
    return BotSeat(levels()[level], 1).decide(t.match, t.view(t.decision.seat))


@clause("ba.geometry.ties")
def test_of_equally_near_units_the_lowest_id_comes_first() -> None:
    t = duel("1 regular smg", "1 regular smg", more=[squad("A0", "regular smg", [(64.0, 40.0)])], gap=20.0)
    units = [t.unit("A1"), t.unit("A0")]
    assert [each.id for each in foremost(t.state, units)] == ["A0", "A1"]


def test_suggestions_are_legal_and_hold_something_of_everything() -> None:
    t = duel("veteran smg grenade, 4 regular smg", "5 regular smg")
    assert t.decision is not None
    found = t.decision.suggest(t.state, 40)
    assert found[0].kind == "end_turn"
    assert {"attack", "item", "move", "hold", "prone"} <= {each.kind for each in found}
    assert all(t.decision.validate(t.state, each.answer) is None for each in found)


def test_a_bot_fires_at_what_it_can_hurt_most() -> None:
    other = squad("B2", "5 regular smg", row(42, 55, 5), prone=1)
    t = duel("5 regular smg", "5 regular smg", more=[other])
    assert chosen(t) == Attack("A1", "B1")


def test_cover_is_worth_a_step() -> None:
    bags = {"feature": "sandbags", "x": 24.0, "y": 42.0, "length": 14.0, "width": 1.0, "heading": 90.0}
    t = duel(
        "3 regular smg", "2 regular carbine", terrain=[bags], a={"spots": [(20, 56), (20, 58.5), (20, 61)]}, gap=30.0
    )
    back = Move("A1", (Stride(270.0, 14.0),))
    terms = order_terms(t.state, back)
    assert terms["exposure"] > 0.0
    assert danger(t.state, t.unit("A1")) > 0.0


def test_a_suppressed_unit_rallies_when_it_may() -> None:
    t = duel("5 regular smg", "1 regular smg", gap=60.0, a={"suppressed": 1, "rallied": 1})
    assert type(chosen(t)).__name__ == "RallyAgain"


def test_close_combat_is_sought_by_the_stronger() -> None:
    t = duel("5 veteran smg", "2 regular repeater", gap=3.0)
    assert combat_points(t.state, t.unit("A1"), t.unit("B1")) > 0 > combat_points(t.state, t.unit("B1"), t.unit("A1"))


def test_expected_points_follow_cover_and_dice() -> None:
    t = duel("5 regular smg", "5 regular smg")
    fewer = duel("2 regular smg", "5 regular smg")
    many, few = (shot_points(each.state, each.unit("A1"), each.unit("B1")) for each in (t, fewer))
    assert many > few > 0.0
    assert at_least(2, 0.5, 1) == pytest.approx(0.75)
