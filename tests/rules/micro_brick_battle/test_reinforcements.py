"""Reinforcements: when they may come, where they come on, and when they must."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.games.micro_brick_battle.chapters.reinforcements.reinforcements import may_come
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, start, unit

GAME = "micro_brick_battle"
# Half the length and half the width of a Sherman or a Panzer III.
NOSE, SIDE = 0.945, 0.4725


def table(*units: dict[str, Any], terrain: Any = (), **position: Any) -> Position:
    """Round 4: a Sherman on the table and one in reserve, against a Panzer III far away."""
    ours = [unit("A1", "M4 Sherman", 6, 10, 90), unit("A2", "M4 Sherman", status="reserve")]
    return lay_table(GAME, [*ours, unit("B1", "Panzer III", 42, 30, 270), *units], terrain, **({"round": 4} | position))


def enter(t: Position, name: str, x: float, y: float, heading: float = 90) -> Result:
    return t.answer("enter", unit=name, x=x, y=y, heading=heading)


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


# --- when ------------------------------------------------------------------------------------------------------------


@clause("mbb.reinf.wait3")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_reserves_wait_three_rounds(number: int) -> None:
    t = table(round=number, first=1)
    refused(t, lambda: enter(t, "A2", 24, NOSE), "too_early", "mbb.reinf.wait3")


@clause("mbb.reinf.wait3", "mbb.reinf.enter")
@pytest.mark.parametrize("number", [4, 5, 40])
def test_from_the_fourth_round_on_they_may_enter(number: int) -> None:
    t = table(round=number)
    result = enter(t, "A2", 24, NOSE)
    assert [(placed.unit, placed.clause) for placed in result.of("unit_placed")] == [("A2", "mbb.reinf.enter")]
    assert [marked.clause for marked in result.of("unit_marked")] == ["mbb.reinf.enter"]
    assert (t.unit("A2").status, t.pose("A2"), dict(t.unit("A2").marks)) == ("alive", (24, NOSE, 90), {})


@clause("mbb.reinf.wait3", "mbb.move.zero")
@pytest.mark.parametrize(("status", "asked"), [("reserve", "move_units"), ("wreck", "declare_targets")])
def test_a_side_that_cannot_move_is_asked_only_while_something_can_come(status: str, asked: str) -> None:
    units = [unit("A1", "Flak 36", 6, 10), unit("A2", "M4 Sherman", 40, 4, status=status)]
    assert lay_table(GAME, [*units, unit("B1", "Panzer III", 42, 30, 270)], round=4).asked == asked


@clause("mbb.reinf.wait3")
def test_they_may_be_kept_back_longer() -> None:
    t = table()
    assert t.end_movement().accepted
    t.fire({})
    t.fire({})
    assert (t.state.facts["round"], t.unit("A2").status) == (5, "waiting")
    assert enter(t, "A2", 24, NOSE).accepted


@clause("mbb.reinf.enter")
def test_they_come_on_in_the_owners_movement_phase_only() -> None:
    t = table()
    t.end_movement()
    refused(t, lambda: enter(t, "A2", 24, NOSE), "other_question", "mbb.declare.one")
    t.fire({})
    refused(t, lambda: enter(t, "A2", 24, NOSE), "not_in_reserve", "mbb.reinf.enter")


@clause("mbb.reinf.enter")
def test_only_what_waits_can_come_on() -> None:
    t = table()
    refused(t, lambda: enter(t, "A1", 24, NOSE), "not_in_reserve", "mbb.reinf.enter")
    refused(t, lambda: enter(t, "A7", 24, NOSE), "unknown_unit", "")
    enter(t, "A2", 24, NOSE)
    refused(t, lambda: enter(t, "A2", 30, NOSE), "not_in_reserve", "mbb.reinf.enter")


# --- where -----------------------------------------------------------------------------------------------------------


@clause("mbb.reinf.enter")
@pytest.mark.parametrize(
    ("heading", "reach"), [(90, NOSE), (270, NOSE), (0, SIDE), (180, SIDE), (45, (NOSE + SIDE) * sqrt(0.5))]
)
def test_they_face_anywhere_with_a_corner_on_their_edge(heading: float, reach: float) -> None:
    t = table()
    refused(t, lambda: enter(t, "A2", 24, reach + 1e-5, heading), "not_on_edge", "mbb.reinf.enter")
    refused(t, lambda: enter(t, "A2", 24, reach - 1e-5, heading), "overlap", "mbb.setup.facing")
    assert enter(t, "A2", 24, reach, heading).accepted


@clause("mbb.reinf.enter", "mbb.geometry.table")
def test_each_side_has_its_own_edge() -> None:
    t = table(unit("B2", "Panzer III", status="reserve"), seat=1)
    refused(t, lambda: enter(t, "B2", 24, NOSE, 270), "not_on_edge", "mbb.reinf.enter")
    assert enter(t, "B2", 24, 36 - NOSE, 270).accepted


@clause("mbb.reinf.enter", "mbb.geometry.table")
@pytest.mark.parametrize(("edge", "x", "heading"), [("x=0", NOSE, 0), ("x=48", 48 - NOSE, 180)])
def test_a_short_edge_of_the_table_may_be_the_own_one(edge: str, x: float, heading: float) -> None:
    t = table(edges=(edge, "y=36"))
    refused(t, lambda: enter(t, "A2", 24, NOSE), "not_on_edge", "mbb.reinf.enter")
    refused(t, lambda: enter(t, "A2", 48 - x, 20, heading), "not_on_edge", "mbb.reinf.enter")
    assert enter(t, "A2", x, 20, heading).accepted


@clause("mbb.reinf.enter", "mbb.setup.facing")
def test_they_overlap_nothing_when_they_come_on() -> None:
    t = table(
        unit("A3", "M4 Sherman", 12, NOSE, 90),
        unit("B3", "Panzer III", 18, NOSE, 90, status="wreck"),
        terrain=[piece("House", 30, 1.26), piece("Wire Obstacle", 36, 1), piece("Light Tree Cover", 42, 2)],
        anyhow=True,
    )
    for x in (12, 18 + 2 * SIDE - 1e-4, 30, 36):
        refused(t, lambda x=x: enter(t, "A2", x, NOSE), "overlap", "mbb.setup.facing")
    assert enter(t, "A2", 42, NOSE).accepted


# --- what they do then -----------------------------------------------------------------------------------------------


@clause("mbb.reinf.enter")
def test_they_have_all_their_points_and_may_shoot_in_the_same_turn() -> None:
    t = table()
    t.move("A1", forward(8))
    assert t.asked == "move_units"
    enter(t, "A2", 42, NOSE)
    assert t.points_left("A2") == 8
    assert t.move("A2", forward(8)).accepted
    assert t.fire({"A2": "B1"}, dice=dice(1, 1)).of("shot_resolved")


@clause("mbb.reinf.enter")
def test_a_gun_comes_on_and_stays_where_it_is_put() -> None:
    t = table(unit("A3", "Flak 36", status="reserve"))
    assert enter(t, "A3", 42, 0.63).accepted
    refused(t, lambda: t.move("A3", forward(1)), "no_movement_points", "mbb.move.zero")
    assert t.fire({"A3": "B1"}, dice=dice(1, 1)).of("shot_resolved")


@clause("mbb.reinf.safe")
def test_they_cannot_be_targeted_before_they_are_on_the_table() -> None:
    t = table(unit("B2", "Panzer III", status="reserve"))
    t.end_movement()
    refused(t, lambda: t.fire({"A1": "B2"}), "not_on_table", "mbb.declare.legal_targets")


# --- when they must come ---------------------------------------------------------------------------------------------


def last_hope(*units: dict[str, Any], **position: Any) -> Position:
    """A side with nothing on the table but a Sherman in reserve."""
    ours = unit("A2", "M4 Sherman", status="reserve")
    return lay_table(GAME, [ours, unit("B1", "Panzer III", 6, 30, 270), *units], **({"round": 4} | position))


@clause("mbb.reinf.forced")
def test_with_nothing_alive_on_the_table_something_must_come_on() -> None:
    t = last_hope()
    assert t.asked == "move_units"
    refused(t, t.end_movement, "must_enter", "mbb.reinf.forced")
    enter(t, "A2", 24, NOSE)
    assert t.end_movement().accepted


@clause("mbb.reinf.forced")
def test_one_of_several_is_enough() -> None:
    t = last_hope(unit("A3", "M4 Sherman", status="reserve"))
    enter(t, "A3", 24, NOSE)
    assert t.end_movement().accepted
    assert t.unit("A2").status == "waiting"


@clause("mbb.reinf.forced", "mbb.reinf.wait3")
def test_before_the_fourth_round_the_side_passes() -> None:
    t = last_hope(round=3)
    assert t.state.waiting_for() == (1,)
    t.fire({})
    assert (t.state.facts["round"], t.asked, t.state.waiting_for()) == (4, "move_units", (0,))


@clause("mbb.reinf.forced")
def test_a_plane_above_the_table_is_alive_on_it() -> None:
    t = last_hope(unit("A3", "Hawker Typhoon", 24, 10, 90))
    assert t.end_movement().accepted
    assert t.unit("A2").status == "waiting"


def crowd(gap_at: float, width: float) -> list[dict[str, Any]]:
    """Wrecks along the edge of a table twelve inches wide, but for a gap that begins at some x."""
    lengths = ((0.0, gap_at), (gap_at + width, 12.0))
    return [
        unit(f"B{n}", "Tiger I", (x0 + x1) / 2, 1, 0, status="wreck", length_inches=x1 - x0, width_inches=2.0)
        for n, (x0, x1) in enumerate(lengths, start=2)
    ]


@clause("mbb.reinf.forced", "mbb.reinf.enter")
@pytest.mark.parametrize(("width", "comes"), [(2 * SIDE, True), (2 * SIDE - 1e-3, False)])
@pytest.mark.parametrize("gap_at", [0.2, 3.3, 7.777])
def test_a_gap_just_wide_enough_is_a_legal_place(gap_at: float, width: float, comes: bool) -> None:
    """Where there is none the side waits and its turn passes."""
    t = last_hope(*crowd(gap_at, width), size=(12.0, 36.0), edges=("y=0", "y=36"))
    assert t.state.waiting_for() == ((0,) if comes else (1,))
    if comes:
        refused(t, t.end_movement, "must_enter", "mbb.reinf.forced")
        assert enter(t, "A2", gap_at + SIDE, NOSE).accepted


# --- naming them -----------------------------------------------------------------------------------------------------


def naming() -> Position:
    """Before the deployment roll of a battle with reinforcements."""
    return start(Setup(GAME, "six_v_six", {"reinforcements": True, "point_limit": 45}, ARMIES))


ARMIES = ((("M4 Sherman", 3),), (("Panzer III", 2),))


@clause("mbb.reinf.reserve")
def test_before_the_roll_players_name_the_units_they_hold_back() -> None:
    t = naming()
    assert (t.asked, t.state.waiting_for()) == ("name_reserves", (0,))
    held = t.answer("hold_back", units=["A1", "A3"]).of("unit_held_back")
    assert [(each.unit, each.clause) for each in held] == [("A1", "mbb.reinf.reserve"), ("A3", "mbb.reinf.reserve")]
    assert (t.asked, t.state.waiting_for(), "first" in t.state.facts) == ("name_reserves", (1,), False)
    t.answer("hold_back", units=[], dice=dice(6, 1))
    assert (t.asked, t.state.facts["first"]) == ("deploy_unit", 0)
    refused(t, lambda: t.answer("place", unit="A1", x=24, y=3, heading=90), "in_reserve", "mbb.reinf.wait3")
    t.answer("place", unit="A2", x=24, y=3, heading=90)
    t.answer("place", unit="B1", x=24, y=33, heading=270)
    # A2 was the only one of its side to deploy
    assert t.state.waiting_for() == (1,)


@clause("mbb.reinf.reserve", "mbb.army.minimum")
def test_one_unit_at_least_is_deployed() -> None:
    t = naming()
    refused(t, lambda: t.answer("hold_back", units=["A1", "A2", "A3"]), "nobody_deployed", "mbb.army.minimum")
    refused(t, lambda: t.answer("hold_back", units=["B1"]), "not_to_deploy", "mbb.reinf.reserve")
    refused(t, lambda: t.answer("hold_back", units=["A1", "A1"]), "named_twice", "")
    assert t.answer("hold_back", units=["A1", "A2"]).accepted


@clause("mbb.reinf.reserve", "mbb.house.agree")
@pytest.mark.parametrize("scenario", ["six_v_six", "river_guns"])
def test_the_scenario_or_the_players_say_whether_units_are_held_back(scenario: str) -> None:
    asked = start(Setup(GAME, scenario), None if scenario == "river_guns" else dice(6, 1)).asked
    assert (asked == "name_reserves") == (scenario == "river_guns")
    assert start(Setup(GAME, scenario, {"reinforcements": True})).asked == "name_reserves"
    without = start(Setup(GAME, scenario, {"reinforcements": False}), dice(6, 1))
    assert without.asked in ("deploy_unit", "place_work")


@clause("mbb.reinf.wait3", "mbb.reinf.enter")
@pytest.mark.parametrize(("number", "there"), [(3, False), (4, True)])
def test_nobody_is_offered_to_come_on_before_round_four(number: int, there: bool) -> None:
    t = table(round=number)
    assert may_come(t.state, 0) is there
    assert (t.question.offer.enter is not None) is there


@clause("mbb.reinf.reserve", "mbb.army.minimum")
def test_the_question_offers_to_hold_back_all_but_one() -> None:
    t = start(Setup(GAME, "six_v_six", {"reinforcements": True}), SeededDice(1))
    while t.asked != "name_reserves":
        assert t.send(t.decision.suggest(t.state, 1)[0].answer, dice=SeededDice(1)).accepted
    assert (len(t.question.offer.items), t.question.offer.least, t.question.offer.most) == (6, 1, 5)
