"""Questions about a table: every question of the game, asked by name, changes nothing and answers as the rules do."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.refusal import Refusal
from brickfield.testing import Position, clause, forward, lay_table, piece, pivot, reverse, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **more)


@pytest.fixture
def t() -> Position:
    units = (
        unit("A1", "M4 Sherman", 24, 4, 90, **SQUARE),
        unit("A2", "StuG III", 10, 4, 90, **SQUARE),
        unit("B1", "Panzer III", 24, 24, 270, **SQUARE),
        unit("B2", "Panzer III", 40, 24, 270, status="wreck", **SQUARE),
    )
    return table(*units, terrain=[piece("House", 34, 14), piece("Hedgerow", 24, 14, length=1.89, width=0.3)])


@clause("mbb.unit.mp")
def test_a_unit_may_move_as_many_inches_as_it_has_movement_points(t: Position) -> None:
    assert t.points_left("A1") == 8
    assert t.cost("A1", forward(8)) == 8
    refused = t.cost("A1", forward(8.00001))
    assert isinstance(refused, Refusal)
    t.move("A1", forward(3))
    assert t.points_left("A1") == 5


@clause("mbb.geometry.preview")
def test_an_order_is_worked_out_without_being_given(t: Position) -> None:
    before = t.state.digest()
    steps = (forward(2), pivot(90), reverse(1))
    assert t.cost("A1", *steps) == pytest.approx(2 + 1 + 2)
    assert t.end("A1", *steps) == pytest.approx((25, 6, 180))
    worked = t.path("A1", *steps)
    assert [taken.step for taken in worked.taken] == ["forward", "pivot", "reverse"]
    assert t.state.digest() == before


def test_the_end_of_an_order_that_is_refused_is_a_refusal(t: Position) -> None:
    assert isinstance(t.end("A1", forward(20)), Refusal)
    assert isinstance(t.cost("A1", forward(2), forward(20)), Refusal), "the second step is too long"


@clause("mbb.geometry.preview")
def test_questions_change_nothing(t: Position) -> None:
    before = t.state.digest()
    t.line_of_sight("A1", "B1")
    t.hidden_share("A1", "B1")
    t.facing_side("A1", "B1")
    t.in_arc("A2", "B1")
    t.tally("A1", "B1")
    t.why("A1", "B1")
    t.odds("A1", "B1")
    t.plan_odds({"A1": "B1", "A2": "T2"})
    t.legal_targets("A1")
    t.leftmost(0)
    t.distance("A1", "T1")
    t.why_not("A1", "B2")
    t.aim("A1", "B1")
    assert t.state.digest() == before


def test_a_question_the_game_does_not_know_is_an_error(t: Position) -> None:
    with pytest.raises(AttributeError, match="line_of_sight"):
        t.weather("A1")


# --- sight -----------------------------------------------------------------------------------------------------------


@clause("mbb.geometry.obstacle_los", "mbb.geometry.los")
def test_sight_can_be_asked_for_enemies_friends_wrecks_and_terrain(t: Position) -> None:
    for target in ("B1", "A2", "B2", "T1", "T2"):
        assert t.line_of_sight("A1", target), target
    behind = table(
        unit("A1", "M4 Sherman", 24, 4, 90),
        unit("A2", "M4 Sherman", 24, 24, 90),
        unit("B1", "Panzer III", 24, 24, 90, status="wreck"),
        unit("B2", "Panzer III", 40, 30),
        terrain=[piece("House", 24, 14, length=10, width=1)],
        options={"friends_transparent": True},
        anyhow=True,
    )
    assert not behind.line_of_sight("A1", "A2")
    assert not behind.line_of_sight("A1", "B1")


@clause("mbb.geometry.arc.fixed")
def test_the_arc_can_be_asked_for_units_and_terrain(t: Position) -> None:
    assert t.in_arc("A1", "T1"), "a turret bears on everything"
    assert not t.in_arc("A2", "B1")
    assert not t.in_arc("A2", "T1")
    ahead = table(unit("A1", "StuG III", 24, 4, 90), unit("B1", "Panzer III", 2, 30), terrain=[piece("House", 24, 14)])
    assert ahead.in_arc("A1", "T1")


@clause("mbb.geometry.facing_side", "mbb.geometry.hidden_fraction")
def test_side_and_hidden_share_are_those_of_the_shot(t: Position) -> None:
    numbers = t.tally("A1", "B1")
    assert t.facing_side("A1", "B1") == "front"
    assert t.hidden_share("A1", "B1") == numbers.sight.hidden == 0.0


# --- numbers ---------------------------------------------------------------------------------------------------------


@clause("mbb.geometry.preview")
def test_why_writes_both_sums_out_with_their_clauses(t: Position) -> None:
    lines = t.why("A1", "B1")
    assert [(line.value, line.clause, line.source) for line in lines] == [
        (4, "mbb.unit.ap", ""),
        (-1, "mbb.terrain.hedge", "T2"),
        (4, "mbb.unit.dp", ""),
    ]
    numbers = t.tally("A1", "B1")
    assert (numbers.attack_points.total, numbers.defense_points.total, numbers.needed) == (3, 4, 9)
    assert t.odds("A1", "B1") == pytest.approx(10 / 36)


@clause("mbb.declare.legal_targets", "mbb.los.required")
def test_legal_targets_and_reasons_agree(t: Position) -> None:
    everything = ("A1", "A2", "B1", "B2", "T1", "T2")
    for shooter in ("A1", "A2"):
        allowed = [target for target in everything if t.why_not(shooter, target) is None]
        assert sorted(t.legal_targets(shooter)) == sorted(allowed)
    assert t.legal_targets("A1") == ["B1", "T1", "T2"]
    assert t.why_not("A1", "B2").code == "wreck"


@clause("mbb.geometry.footprint")
def test_distance_is_from_outline_to_outline(t: Position) -> None:
    assert t.distance("A1", "B1") == pytest.approx(18)
    assert t.distance("A1", "A2") == pytest.approx(12)
    assert t.distance("B1", "T2") == pytest.approx(23 - 14.15)
    touching = table(unit("A1", "M4 Sherman", 24, 4, 90, **SQUARE), unit("B1", "Panzer III", 26, 4, 90, **SQUARE))
    assert touching.distance("A1", "B1") == pytest.approx(0.0, abs=1e-9)


@clause("mbb.geometry.leftmost")
def test_leftmost_names_the_living_units_of_a_seat(t: Position) -> None:
    assert t.leftmost(0) == ["A2", "A1"]
    assert t.leftmost(1) == ["B1"]
