"""Infantry on the move: after the vehicles, any way, over what stops tanks, at a walk or at a run."""

from __future__ import annotations

import pytest

from brickfield.testing import clause, march, piece, unit
from tests.rules.micro_brick_battle.squads import of, refused, squad, table, walk, where


@clause("inf.move.last", "inf.turn.same")
def test_infantry_moves_after_all_vehicles() -> None:
    t = table(squad(), unit("A2", "M4 Sherman", 20, 10))
    early = t.answer("move", unit="A1", steps=[{"step": "forward", "inches": 1.0}]).refusal
    assert early is not None
    assert (early.code, early.clause) == ("infantry_last", "inf.move.last")
    assert t.end_movement().accepted
    late = walk(t, "A2", march(90, 1)).refusal
    assert late is not None
    assert (late.code, late.clause) == ("vehicles_first", "inf.move.last")
    assert walk(t, "A1", march(90, 1)).accepted


@clause("inf.move.omni")
def test_an_inch_is_a_point_any_way_and_turning_is_free() -> None:
    t = table(squad(heading=90))
    assert walk(t, "A1", march(270, 1), march(180, 2), march(33, 1), pace="walk").accepted
    assert t.state.units["A1"].marks["spent"] == 4 * 90_000_000


@clause("inf.move.sprint", "inf.move.sprint.noattack")
@pytest.mark.parametrize(
    ("inches", "pace", "ran"), [(4, "", False), (4.01, "", True), (8, "", True), (1, "sprint", True)]
)
def test_who_goes_further_than_its_points_has_sprinted(inches: float, pace: str, ran: bool) -> None:
    t = table(squad())
    told = t.question.offer.movers[0].beyond  # type: ignore[union-attr]
    assert (told.points, told.clause) == (4, "inf.move.sprint.noattack")
    assert walk(t, "A1", march(0, inches), pace=pace).accepted
    t.answer("end_infantry")
    assert ("sprinted" in t.state.units["A1"].marks) is ran


@clause("inf.move.sprint", "inf.move.omni")
@pytest.mark.parametrize(("inches", "pace", "cited"), [(8.01, "", "inf.move.sprint"), (4.01, "walk", "inf.move.omni")])
def test_nobody_goes_further_than_that(inches: float, pace: str, cited: str) -> None:
    t = table(squad())
    refusal = walk(t, "A1", march(0, inches), pace=pace).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("not_enough_mp", cited)


@clause("inf.move.water")
@pytest.mark.parametrize("water", ["Large Water", "Shallow Water"])
def test_no_water_is_crossed_but_by_a_bridge(water: str) -> None:
    wet = piece(water, 16, 10, length=4.0, width=10.0)
    t = table(squad(), terrain=[wet])
    assert walk(t, "A1", march(0, 8)).accepted
    assert where(t, "A1") == (14 - 0.63, 10)
    dry = table(squad(), terrain=[wet, piece("Bridges", 16, 10)])
    assert walk(dry, "A1", march(0, 8)).accepted
    assert where(dry, "A1") == (18, 10)


@clause("inf.move.water")
def test_a_fountain_is_in_the_way() -> None:
    t = table(squad(), terrain=[piece("Fountain", 14, 10)])
    assert walk(t, "A1", march(0, 8)).accepted
    assert where(t, "A1") == (12.74, 10)


@clause("inf.move.forest")
@pytest.mark.parametrize("wood", ["Forest", "Light Tree Cover"])
def test_woods_do_not_slow(wood: str) -> None:
    t = table(squad(), terrain=[piece(wood, 13, 10)])
    assert walk(t, "A1", march(0, 4), pace="walk").accepted


@clause("inf.move.impassable")
@pytest.mark.parametrize("feature", ["Wall", "Hedgerow", "Tank Trap", "Mountain"])
def test_impassable_ground_takes_two_points_once(feature: str) -> None:
    small = {"length": 0.5, "width": 3.0} if feature != "Tank Trap" else {}
    t = table(squad(), terrain=[piece(feature, 12, 10, **small), piece(feature, 14, 10, **small)])
    far = walk(t, "A1", march(0, 6)).refusal
    assert far is not None
    assert far.data["left"] == 4.0
    assert walk(t, "A1", march(0, 4.2)).refusal is not None


@clause("inf.move.impassable")
@pytest.mark.parametrize("feature", ["Wall", "Hedgerow", "Tank Trap"])
def test_no_move_ends_on_a_wall(feature: str) -> None:
    t = table(squad(), terrain=[piece(feature, 12, 10, 90)])
    refusal = walk(t, "A1", march(0, 2)).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("overlap", "inf.move.impassable")
    assert walk(t, "A1", march(0, 3.5)).accepted


@clause("inf.move.obstacles")
@pytest.mark.parametrize(
    ("feature", "most"), [("Mud", 6), ("Sand Dunes", 6), ("Emplacement", 6), ("Wire Obstacle", 2), ("Low Wall", 8)]
)
def test_each_kind_of_ground_slows_before_doubling(feature: str, most: float) -> None:
    t = table(squad(), terrain=[piece(feature, 11, 10, 90)])
    refusal = walk(t, "A1", march(0, most + 0.1)).refusal
    assert refusal is not None
    assert refusal.code == "not_enough_mp"
    assert walk(t, "A1", march(0, most)).accepted


@clause("inf.move.obstacles")
def test_who_has_gone_too_far_stops_at_the_border_of_what_would_slow_it() -> None:
    t = table(squad(), terrain=[piece("Wire Obstacle", 16, 10, 90)])
    result = walk(t, "A1", march(0, 7))
    assert result.accepted
    assert where(t, "A1") == (16 - 0.315 - 0.63, 10)
    assert result.of("unit_moved")[-1].stopped_by == "T1"
    assert "T1" in t.state.tokens


@clause("inf.move.obstacles")
def test_wire_is_gone_when_soldiers_have_gone_over_it() -> None:
    t = table(squad(), terrain=[piece("Wire Obstacle", 11, 10, 90)])
    assert walk(t, "A1", march(0, 2)).accepted
    assert "T1" not in t.state.tokens


@clause("inf.geometry.path")
def test_friends_are_passed_over_and_not_stood_on() -> None:
    t = table(squad(), unit("A2", "Flak 36", 13, 10))
    refusal = walk(t, "A1", march(0, 3)).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("overlap", "inf.geometry.path")
    assert walk(t, "A1", march(0, 6)).accepted


@clause("inf.geometry.path")
@pytest.mark.parametrize(("name", "status"), [("B2", "alive"), ("A2", "wreck")])
def test_enemies_and_wrecks_are_in_the_way(name: str, status: str) -> None:
    t = table(squad(), unit(name, "Panzer III", 14, 10, 90, status=status))
    assert walk(t, "A1", march(0, 8)).accepted
    assert where(t, "A1") == (12.8975, 10)


# --- buildings -------------------------------------------------------------------------------------------------------


@clause("inf.move.enter", "inf.geometry.inside")
def test_a_squad_that_has_come_to_the_wall_goes_in_and_its_move_is_over() -> None:
    t = table(squad(), terrain=[piece("House", 14, 10)])
    refused(t, lambda: t.answer("go_inside", unit="A1", building="T1"), "not_at_the_wall", "inf.move.enter")
    assert walk(t, "A1", march(0, 4), pace="walk").accepted
    assert where(t, "A1") == (12.11, 10)
    assert t.answer("go_inside", unit="A1", building="T1").accepted
    assert (of(t, "A1").container, where(t, "A1")) == ("T1", (14, 10))
    assert "halted" in of(t, "A1").marks


@clause("inf.move.enter")
def test_one_unit_fills_a_building_and_an_enemy_must_be_raided() -> None:
    friend = squad(14, 10, "A2", inside="T1")
    t = table(squad(12.11, 10), friend, terrain=[piece("House", 14, 10)])
    refused(t, lambda: t.answer("go_inside", unit="A1", building="T1"), "building_taken", "inf.move.enter", inside="A2")
    t = table(squad(12.11, 10), squad(14, 10, "B2", inside="T1"), terrain=[piece("House", 14, 10)])
    refused(t, lambda: t.answer("go_inside", unit="A1", building="T1"), "held_by_enemy", "inf.move.enter", inside="B2")


@clause("inf.move.enter")
def test_a_gun_of_the_enemy_keeps_a_bunker_and_an_own_gun_leaves_room() -> None:
    for name, taken in (("B2", True), ("A2", False)):
        gun = unit(name, "Flak 36", 14, 10, 90)
        t = table(squad(14, 10 - 0.63 - 0.63), gun, terrain=[piece("Artillery Bunker", 14, 10)])
        result = t.answer("go_inside", unit="A1", building="T1")
        assert (result.refusal is not None) is taken


@clause("inf.move.enter", "inf.join.half")
def test_a_half_unit_goes_in_to_join_a_half_unit() -> None:
    halves = squad(12.11, 10, card="Half Infantry"), squad(14, 10, "A2", "Half Infantry", inside="T1")
    t = table(*halves, terrain=[piece("House", 14, 10)])
    assert t.answer("go_inside", unit="A1", building="T1").accepted
    assert (of(t, "A2").marks["markers"], of(t, "A2").container, of(t, "A1").status) == (4, "T1", "gone")


@clause("inf.move.leave")
def test_coming_out_to_a_place_at_the_wall_is_the_whole_move() -> None:
    t = table(squad(14, 10, inside="T1"), terrain=[piece("House", 14, 10)])
    refused(t, lambda: walk(t, "A1", march(0, 1)), "is_inside", "inf.move.leave")
    refused(t, lambda: t.answer("come_out", unit="A1", x=18, y=10), "not_at_the_wall", "inf.move.leave")
    assert t.answer("come_out", unit="A1", x=15.9, y=10.3).accepted
    assert (of(t, "A1").container, where(t, "A1")) == ("", (15.89, 10.3))
    assert "halted" in of(t, "A1").marks


@clause("inf.move.leave")
def test_nobody_comes_out_onto_something() -> None:
    t = table(squad(14, 10, inside="T1"), squad(15.89, 10, "A2"), terrain=[piece("House", 14, 10)])
    refused(t, lambda: t.answer("come_out", unit="A1", x=15.89, y=10), "overlap", "inf.move.leave", obstacle="A2")
    assert t.answer("come_out", unit="A1", x=15.89, y=11.3).accepted
    offered = table(squad(14, 10, inside="T1"), squad(15.89, 10, "A2"), terrain=[piece("House", 14, 10)])
    assert offered.decision is not None
    also = offered.decision.ask(offered.state).offer.also
    sides = [choice.title.rsplit(" ", 1)[1] for choice in also if "come out" in choice.title]
    assert sides == ["north", "south", "west"]


@clause("inf.deploy.reinforce")
def test_infantry_in_reserve_comes_on_after_the_vehicles_from_round_four_and_moves_at_once() -> None:
    reserve = squad(name="A2", status="reserve")
    early = table(squad(), reserve, round=3)
    refused(early, lambda: early.answer("enter", unit="A2", x=24, y=0.63, heading=90), "too_early", "mbb.reinf.wait3")
    t = table(squad(), reserve, round=4)
    refused(t, lambda: t.answer("enter", unit="A2", x=24, y=0.7, heading=90), "not_on_edge", "mbb.reinf.enter")
    assert t.answer("enter", unit="A2", x=24, y=0.63, heading=90).accepted
    assert walk(t, "A2", march(90, 8)).accepted
