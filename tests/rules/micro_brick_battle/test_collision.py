"""Collision: what stops a unit, where it stops, what it pays for, and where it cannot turn."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any

import pytest

from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, pivot, reverse, slide, unit

GAME = "micro_brick_battle"
# Half the length and half the width of a Sherman, and the thickness of half a wall.
NOSE, SIDE, WALL = 0.945, 0.4725, 0.1575
# From the centre of a Sherman to its corners.
CORNER = sqrt(NOSE**2 + SIDE**2)


def table(*units: dict[str, Any], terrain: Any = (), **position: Any) -> Position:
    """A Sherman (8 MP) at (24, 12) that faces up the table, what is in its way, and an enemy far off."""
    here = unit("A1", "M4 Sherman", 24, 12, 90)
    return lay_table(GAME, [here, *units, unit("B9", "Panzer III", 2, 34, 270)], terrain, **position)


def wall_ahead(distance: float) -> dict[str, Any]:
    """A wall across the way of the Sherman, with so many inches between its nose and the stones."""
    return piece("Wall", 24, 12 + NOSE + distance + WALL, 0)


def wall_beside(gap: float) -> dict[str, Any]:
    """A wall along the right side of the Sherman, so many inches away from it."""
    return piece("Wall", 24 + SIDE + gap + WALL, 12, 90, length=8)


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


# --- what stops a unit -----------------------------------------------------------------------------------------------


@clause("mbb.geometry.collision", "mbb.terrain.hedge", "mbb.obst.lowwall.move", "mbb.obst.trap.move")
@pytest.mark.parametrize(
    ("feature", "depth"),
    [
        ("House", 2.52),
        ("Building", 2.52),
        ("Base", 3.78),
        ("Artillery Bunker", 1.26),
        ("Spotting Bunker", 1.26),
        ("Forest", 3.78),
        ("Wall", 0.315),
        ("Low Wall", 0.315),
        ("Hedgerow", 0.315),
        ("Tank Trap", 0.63),
    ],
)
def test_closed_terrain_cuts_a_move_at_contact(feature: str, depth: float) -> None:
    t = table(terrain=[piece(feature, 24, 20, 0)], anyhow=True)
    way = 20 - depth / 2 - NOSE - 12
    (moved,) = t.move("A1", forward(8)).of("unit_moved")
    assert moved.stopped_by.split(".")[0] == "T1"
    assert moved.amount == pytest.approx(way, abs=1e-6)
    assert t.points_left("A1") == pytest.approx(8 - way, abs=1e-6)
    assert t.pose("A1") == pytest.approx((24, 12 + way, 90), abs=1e-6)


@clause("mbb.geometry.collision", "mbb.geometry.friends", "mbb.wreck.immovable")
@pytest.mark.parametrize(
    ("name", "status"), [("A2", "alive"), ("B2", "alive"), ("A2", "wreck"), ("B2", "wreck")], ids=str
)
def test_friends_enemies_and_wrecks_stand_in_the_way_alike(name: str, status: str) -> None:
    t = table(unit(name, "M4 Sherman", 24, 17, 0, status=status))
    before = t.unit(name)
    (moved,) = t.move("A1", forward(8)).of("unit_moved")
    assert moved.stopped_by == name
    assert moved.amount == pytest.approx(5 - NOSE - SIDE, abs=1e-6)
    assert t.distance("A1", name) == pytest.approx(0, abs=1e-6)
    assert t.unit(name) == before, "nothing is pushed or rammed"


@clause("mbb.geometry.friends")
def test_the_unit_placed_first_stands_in_the_way_of_the_others() -> None:
    t = table(unit("A2", "M4 Sherman", 24, 6, 90))
    (moved,) = t.move("A2", forward(8)).of("unit_moved")
    assert (moved.stopped_by, moved.amount) == ("A1", pytest.approx(6 - 2 * NOSE, abs=1e-6))


@clause("mbb.terrain.trees", "mbb.geometry.collision")
def test_light_trees_are_free_ground() -> None:
    t = table(terrain=[piece("Light Tree Cover", 24, 16, 0)])
    (moved,) = t.move("A1", forward(4), pivot(90)).of("unit_moved")[:1]
    assert (moved.amount, moved.stopped_by) == (4, "")
    assert t.points_left("A1") == 3


@clause("mbb.terrain.hedge")
@pytest.mark.parametrize(("passable", "y"), [(False, 14.0), (True, 20.0)])
def test_hedgerows_open_to_vehicles_only_by_the_house_rule(passable: bool, y: float) -> None:
    hedge = piece("Hedgerow", 24, 14 + NOSE + WALL, 0)
    t = table(terrain=[hedge], options={"hedgerow_passable": passable})
    t.move("A1", forward(8))
    assert t.pose("A1") == pytest.approx((24, y, 90), abs=1e-6)


@clause("mbb.terrain.hedge", "mbb.obst.lowwall.move")
@pytest.mark.parametrize("feature", ["Low Wall", "House", "Tank Trap"])
def test_the_house_rule_for_hedgerows_opens_nothing_else(feature: str) -> None:
    t = table(terrain=[piece(feature, 24, 16, 0)], options={"hedgerow_passable": True})
    assert t.move("A1", forward(8)).of("unit_moved")[0].stopped_by.startswith("T1")


@clause("mbb.terrain.hedge", "mbb.geometry.sections")
def test_a_hedgerow_lets_units_through_where_a_gap_was_shot() -> None:
    t = table(terrain=[piece("Hedgerow", 24, 15, 0)])
    t.fire({"A1": "T1.2"})
    t.fire({})
    t.move("A1", forward(8))
    assert t.pose("A1") == (24, 20, 90)


@clause("mbb.geometry.sections")
def test_a_house_leaves_free_ground_when_its_last_hit_marker_is_gone() -> None:
    t = table(terrain=[piece("House", 24, 16, 0, hit_markers=1)])
    t.fire({"A1": "T1"})
    t.fire({})
    t.move("A1", forward(8))
    assert t.pose("A1") == (24, 20, 90)


# --- what a cut move costs -------------------------------------------------------------------------------------------


@clause("mbb.geometry.collision", "mbb.move.fraction")
@pytest.mark.parametrize("ordered", [3.5, 8, 20, 1000])
def test_an_order_beyond_a_wall_is_legal_and_only_the_way_covered_is_paid(ordered: float) -> None:
    t = table(terrain=[wall_ahead(3)])
    assert t.cost("A1", forward(ordered)) == pytest.approx(3, abs=1e-6)
    assert t.move("A1", forward(ordered)).accepted
    assert t.points_left("A1") == pytest.approx(5, abs=1e-6)


@clause("mbb.move.fraction")
@pytest.mark.parametrize(("distance", "accepted"), [(8, True), (8.00001, False)])
def test_a_cut_move_must_still_be_paid_for(distance: float, accepted: bool) -> None:
    t = table(terrain=[wall_ahead(distance)])
    before = t.state.digest()
    result = t.move("A1", forward(20))
    assert result.accepted is accepted
    assert (t.state.digest() == before) is not accepted


@clause("mbb.geometry.collision")
def test_a_cut_step_does_not_end_the_order() -> None:
    t = table(terrain=[wall_ahead(2)])
    result = t.move("A1", forward(5), reverse(1), pivot(90), forward(1))
    assert [moved.stopped_by != "" for moved in result.of("unit_moved")] == [True, False, False, False]
    assert t.pose("A1") == pytest.approx((23, 13, 180), abs=1e-6)
    assert t.points_left("A1") == pytest.approx(2, abs=1e-6)


@clause("mbb.geometry.collision", "mbb.move.fraction")
def test_driving_on_against_a_wall_covers_and_costs_nothing() -> None:
    t = table(terrain=[wall_ahead(0)])
    (moved,) = t.move("A1", forward(50)).of("unit_moved")
    assert (moved.amount, t.pose("A1"), t.points_left("A1")) == (0, (24, 12, 90), 8)


@clause("mbb.geometry.collision")
def test_reversing_is_cut_as_well_and_costs_two_points_an_inch_covered() -> None:
    t = table(terrain=[piece("Wall", 24, 12 - NOSE - 1.5 - WALL, 0)])
    t.move("A1", reverse(4))
    assert t.pose("A1") == pytest.approx((24, 10.5, 90), abs=1e-6)
    assert t.points_left("A1") == pytest.approx(5, abs=1e-6)


# --- touching is not overlapping -------------------------------------------------------------------------------------


@clause("mbb.geometry.collision")
def test_a_move_that_ends_at_contact_is_not_cut() -> None:
    t = table(terrain=[wall_ahead(3)])
    (moved,) = t.move("A1", forward(3)).of("unit_moved")
    assert (moved.amount, moved.stopped_by) == (3, "")


@clause("mbb.geometry.collision", "mbb.geometry.units")
def test_a_unit_at_a_slant_stops_when_its_corner_touches() -> None:
    slanted = unit("A2", "M4 Sherman", 30, 12, 45)
    t = table(slanted, terrain=[piece("Wall", 36, 17 + WALL, 0, length=20)])
    way = (5 - (NOSE + SIDE) * sqrt(0.5)) / sqrt(0.5)
    assert t.cost("A2", forward(8)) == pytest.approx(way, abs=2e-6)


@clause("mbb.geometry.collision")
def test_a_unit_that_touches_a_wall_drives_along_it() -> None:
    t = table(terrain=[wall_beside(0)])
    t.move("A1", forward(8))
    assert t.pose("A1") == (24, 20, 90)


@clause("mbb.geometry.collision")
def test_after_contact_a_unit_backs_off_turns_and_drives_along_the_wall() -> None:
    t = table(terrain=[piece("Wall", 24, 14 + NOSE + WALL, 0, length=30)])
    t.move("A1", forward(8))
    refused(t, lambda: t.move("A1", pivot(90)), "turn_blocked", "mbb.geometry.collision")
    result = t.move("A1", reverse(0.5), pivot(-90), forward(3))
    assert not result.of("step_refused")
    assert t.pose("A1") == pytest.approx((27, 13.5, 0), abs=1e-6)


@clause("mbb.geometry.collision", "mbb.geometry.units")
@pytest.mark.parametrize(("narrower", "passes"), [(0.0, True), (4e-6, False)])
def test_a_way_as_wide_as_the_unit_is_wide_enough(narrower: float, passes: bool) -> None:
    """Both walls touch the sides of the unit that drives between them."""
    out = SIDE + WALL - narrower / 2
    t = table(terrain=[piece("Wall", 24 + side * out, 17, 90, length=3) for side in (-1, 1)])
    t.move("A1", forward(8))
    assert t.pose("A1") == pytest.approx((24, 20 if passes else 15.5 - NOSE, 90), abs=1e-6)


@clause("mbb.geometry.units", "mbb.geometry.collision")
@pytest.mark.parametrize(("wider", "y"), [(0.0, 20.0), (1e-6, 20.0), (4e-6, 14 - NOSE)])
def test_a_move_slides_past_what_it_would_enter_by_less_than_a_millionth_of_an_inch(wider: float, y: float) -> None:
    """A wall thicker by so much reaches half of it into the way of the unit."""
    t = table(terrain=[piece("Wall", 24 + SIDE + WALL, 17, 90, length=6, width=2 * WALL + wider)])
    t.move("A1", forward(8))
    assert t.pose("A1") == pytest.approx((24, y, 90), abs=1e-6)


@clause("mbb.geometry.collision")
def test_a_jump_over_something_thin_is_no_way_past_it() -> None:
    t = table(terrain=[piece("Wall", 24, 15, 0, width=0.01)])
    t.move("A1", forward(8))
    assert t.pose("A1") == pytest.approx((24, 15 - 0.005 - NOSE, 90), abs=1e-6)


# --- turning ---------------------------------------------------------------------------------------------------------


@clause("mbb.geometry.collision")
@pytest.mark.parametrize(("from_centre", "turns"), [(CORNER + 1e-4, True), (CORNER - 1e-2, False), (0.6, False)])
def test_a_turn_needs_room_at_every_angle(from_centre: float, turns: bool) -> None:
    """The hull is free before and after half a turn, but its corners sweep further out than its side."""
    t = table(terrain=[wall_beside(from_centre - SIDE)])
    if turns:
        assert t.move("A1", pivot(180)).accepted
        assert t.pose("A1") == (24, 12, 270)
    else:
        refused(t, lambda: t.move("A1", pivot(180)), "turn_blocked", "mbb.geometry.collision")
        refused(t, lambda: t.move("A1", pivot(-180)), "turn_blocked", "mbb.geometry.collision")
        assert t.points_left("A1") == 8


@clause("mbb.geometry.collision")
@pytest.mark.parametrize(("degrees", "turns"), [(1.6, True), (-1.6, True), (1.8, False), (-1.8, False)])
def test_beside_a_wall_a_unit_turns_as_far_as_it_touches(degrees: float, turns: bool) -> None:
    """Half an inch from its centre to the stones lets the corner come round by 1.67 degrees."""
    t = table(terrain=[wall_beside(0.5 - SIDE)])
    assert t.move("A1", pivot(degrees)).accepted is turns


@clause("mbb.geometry.collision", "mbb.geometry.friends")
@pytest.mark.parametrize("name", ["A2", "B2"])
@pytest.mark.parametrize("status", ["alive", "wreck"])
def test_units_and_wrecks_stop_a_turn(name: str, status: str) -> None:
    t = table(unit(name, "M4 Sherman", 24 + 2 * SIDE, 12, 90, status=status))
    refused(t, lambda: t.move("A1", pivot(45)), "turn_blocked", "mbb.geometry.collision")


@clause("mbb.geometry.collision", "mbb.move.fraction")
def test_a_blocked_turn_costs_nothing_and_the_steps_before_it_stand() -> None:
    t = table(terrain=[wall_ahead(3)])
    result = t.move("A1", forward(8), pivot(90), reverse(1))
    (stopped,) = result.of("step_refused")
    assert (stopped.step, stopped.refusal.code, stopped.clause) == (2, "turn_blocked", "mbb.geometry.collision")
    assert t.pose("A1") == pytest.approx((24, 15, 90), abs=1e-6)
    assert t.points_left("A1") == pytest.approx(5, abs=1e-6)


# --- the edge of the table -------------------------------------------------------------------------------------------


@clause("mbb.geometry.edge", "mbb.geometry.table")
@pytest.mark.parametrize(
    ("x", "y", "heading", "end"),
    [(24, 34, 90, (24, 36 - NOSE)), (24, 3, 270, (24, NOSE)), (46, 12, 0, (48 - NOSE, 12)), (3, 12, 180, (NOSE, 12))],
)
def test_the_edge_of_the_table_stops_a_unit(x: float, y: float, heading: float, end: tuple[float, float]) -> None:
    t = table(unit("A2", "M4 Sherman", x, y, heading))
    (moved,) = t.move("A2", forward(8)).of("unit_moved")
    assert moved.stopped_by == "edge"
    assert t.pose("A2") == pytest.approx((*end, heading), abs=1e-6)
    assert t.points_left("A2") == pytest.approx(8 - moved.amount, abs=1e-6)


@clause("mbb.geometry.edge")
def test_a_unit_may_touch_the_edge_but_not_turn_over_it() -> None:
    t = table(unit("A2", "M4 Sherman", SIDE, 12, 90), unit("A3", "M4 Sherman", CORNER + 1e-4, 20, 90))
    assert t.move("A2", forward(2)).accepted
    refused(t, lambda: t.move("A2", pivot(10)), "turn_blocked", "mbb.geometry.collision")
    assert t.move("A3", pivot(90)).accepted


@clause("mbb.geometry.edge", "mbb.geometry.units", "mbb.geometry.collision")
@pytest.mark.parametrize(("dip", "turns"), [(0.0, True), (1e-6, True), (5e-4, True), (8e-4, True), (2e-3, False)])
def test_a_turn_is_judged_alike_at_a_house_and_at_the_edge(dip: float, turns: bool) -> None:
    """A corner that comes so far over: it covers 1.25 times the square of that, and below 1e-6 is contact."""
    gap = CORNER - dip
    edge = table(unit("A2", "M4 Sherman", gap, 12, 90), unit("A3", "M4 Sherman", 30, 36 - gap, 0))
    house = table(unit("A2", "M4 Sherman", 10 + gap, 12, 90), terrain=[piece("House", 10 - 1.26, 12, 0)])
    for t, name in ((edge, "A2"), (edge, "A3"), (house, "A2")):
        result = t.move(name, pivot(90))
        assert result.accepted is turns
        if turns:
            # it may go on along what it touches, and turn back
            assert t.move(name, pivot(-90), forward(1)).accepted
        else:
            assert result.refusal is not None
            assert (result.refusal.code, result.refusal.clause) == ("turn_blocked", "mbb.geometry.collision")


@clause("mbb.geometry.edge")
def test_a_small_table_ends_where_it_ends() -> None:
    t = lay_table(GAME, [unit("A1", "M4 Sherman", 5, 5, 90), unit("B1", "Panzer III", 2, 10, 270)], size=(12, 12))
    t.move("A1", forward(8))
    assert t.pose("A1") == pytest.approx((5, 12 - NOSE, 90), abs=1e-6)


# --- several things in the way ---------------------------------------------------------------------------------------


@clause("mbb.geometry.simultaneous")
def test_the_first_thing_on_the_way_stops_a_unit() -> None:
    far, near = piece("House", 24, 19, 0), piece("Wall", 24, 16, 0)
    for order, stopper in (([far, near], "T2"), ([near, far], "T1")):
        (moved,) = table(terrain=order).move("A1", forward(8)).of("unit_moved")
        assert moved.stopped_by.split(".")[0] == stopper
        assert moved.amount == pytest.approx(4 - WALL - NOSE, abs=1e-6)


@clause("mbb.geometry.simultaneous")
def test_of_two_things_at_the_same_distance_the_one_placed_first_stops_it() -> None:
    left, right = piece("House", 24 - 1.26, 16, 0), piece("Tank Trap", 24 + 0.63, 16 - 1.26 + 0.315, 0)
    for order, kind in (([left, right], "House"), ([right, left], "Tank Trap")):
        t = table(terrain=order)
        (moved,) = t.move("A1", forward(8)).of("unit_moved")
        assert (moved.stopped_by, t.state.tokens[moved.stopped_by].kind) == ("T1", kind)


# --- wrecks ----------------------------------------------------------------------------------------------------------


@clause("mbb.geometry.destroyed_pose", "mbb.wreck.side", "mbb.wreck.immovable")
def test_a_wreck_lies_where_the_unit_stood_and_stays_there() -> None:
    t = table(unit("A2", "M4 Sherman", 6, 6, 90), unit("B2", "Panzer III", 24, 30, 270))
    t.fire({})
    t.move("B2", forward(2), pivot(30))
    at = t.pose("B2")
    t.fire({})
    (lost,) = t.fire({"A1": "B2"}, dice=dice(6, 6)).of("unit_destroyed")
    assert (lost.unit, lost.by) == ("B2", "A1")
    assert (t.unit("B2").status, t.pose("B2")) == ("wreck", at)
    refused(t, lambda: t.move("B2", forward(1)), "not_alive", "mbb.wreck.immovable")
    t.fire({})
    assert t.pose("B2") == at


@clause("mbb.wreck.immovable")
def test_a_wreck_keeps_its_footprint() -> None:
    """Turned across the way it is as deep as its width, along the way as deep as its length."""
    for heading, depth in ((0, SIDE), (90, NOSE)):
        t = table(unit("B2", "M4 Sherman", 24, 18, heading, status="wreck"))
        assert t.cost("A1", forward(8)) == pytest.approx(6 - depth - NOSE, abs=1e-6)


@clause("mbb.geometry.collision", "mbb.quick.move")
def test_a_free_path_is_cut_at_contact_too() -> None:
    t = table(terrain=[wall_beside(2)], options={"rules_level": "quick"})
    (moved,) = t.move("A1", slide(0, 8)).of("unit_moved")
    assert moved.stopped_by.startswith("T1")
    assert t.points_left("A1") == pytest.approx(6, abs=1e-6)
    assert t.pose("A1") == pytest.approx((26, 12, 90), abs=1e-6)
