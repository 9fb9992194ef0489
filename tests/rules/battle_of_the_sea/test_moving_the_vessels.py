"""Moving the vessels: free paths at the bow, the hull following, and everything that may not be sailed through."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.refusal import Refusal
from brickfield.geometry.grain import unit as cosine_and_sine
from brickfield.testing import Position, clause
from tests.rules.battle_of_the_sea.table import CUTTER, GALLEON, VIKING, ahead, area, astern, sail, sea, ship

FAR = ship("B1", CUTTER, 33, 33)


def alone(x: float = 17.0, y: float = 10.0, heading: float = 90.0, **more: Any) -> Position:
    """A longship with open water around it."""
    return sea(ship("A1", VIKING, x, y, heading), ship("A2", CUTTER, 2, 2), FAR, **more)


@clause("sea.move.distance", "sea.move.example", "sea.speed.meaning", "sea.geometry.path_length")
def test_speed_six_goes_six_inches_and_no_more() -> None:
    table = alone()
    refusal = sail(table, "A1", ahead(90, 6.001)).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("too_far", "sea.geometry.path_length")
    assert (refusal.data["inches"], refusal.data["speed"]) == (6.001, 6)
    assert table.cost("A1", ahead(90, 6.0000005)) == pytest.approx(6)
    assert sail(table, "A1", ahead(90, 6)).accepted
    assert table.pose("A1") == (17, 16, 90)


@clause("sea.move.free_path", "sea.geometry.follow", "sea.move.measure")
def test_the_bow_follows_the_bent_ruler_and_the_hull_lies_behind_it() -> None:
    table = alone()
    # the bow is at (17, 12); two inches east, then three north
    end = table.end("A1", ahead(0, 2), ahead(90, 3))
    assert end == pytest.approx((19, 13, 90))
    # on the first leg the hull has swung about the bow: its centre is two inches west of it
    assert table.end("A1", ahead(0, 2)) == pytest.approx((17, 12, 0))
    assert table.cost("A1", ahead(0, 2), ahead(90, 3)) == 5


@clause("sea.move.free_path")
def test_legs_have_a_shortest_length_and_parallel_ones_are_one() -> None:
    table = alone()
    short = table.cost("A1", ahead(90, 0.33))
    assert isinstance(short, Refusal)
    assert (short.code, short.clause) == ("leg_too_short", "sea.move.free_path")
    assert table.cost("A1", ahead(90, 1 / 3)) == pytest.approx(1 / 3)
    assert table.cost("A1", ahead(90, 0.2), ahead(90, 0.2)) == pytest.approx(0.4)
    assert len(table.path("A1", ahead(90, 1), ahead(90 + 1e-7, 1)).legs) == 1
    assert len(table.path("A1", ahead(90, 1), ahead(90.001, 1)).legs) == 2
    assert isinstance(table.cost("A1", astern(0.3)), Refusal)


@clause("sea.move.free_path")
def test_limited_turning_bends_by_at_most_45_degrees() -> None:
    table = alone(options={"turning": "limited"})
    assert table.cost("A1", ahead(135, 1), ahead(180, 1), ahead(135, 0.4)) == pytest.approx(2.4)
    for legs in ((ahead(136, 1),), (ahead(90, 1), ahead(44, 1)), (astern(1), ahead(150, 1))):
        refusal = table.cost("A1", *legs)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "turn_too_sharp"
        assert "at most 45 degrees at a time" in refusal.sentence
    brief = table.cost("A1", ahead(90, 0.9), ahead(100, 1))
    assert isinstance(brief, Refusal)
    assert (brief.code, brief.data["least"]) == ("leg_too_short", 1)
    assert alone().cost("A1", ahead(180, 1)) == 1


@clause("sea.geometry.astern")
def test_only_the_first_leg_may_go_astern() -> None:
    table = alone()
    assert table.end("A1", astern(3)) == (17, 7, 90)
    assert table.cost("A1", astern(3), ahead(0, 2)) == 5
    late = table.cost("A1", ahead(90, 2), astern(1))
    assert isinstance(late, Refusal)
    assert (late.code, late.clause) == ("astern_late", "sea.geometry.astern")


@clause("sea.move.no_turn_in_place", "sea.move.optional")
def test_a_ship_may_stay_but_not_turn_on_the_spot() -> None:
    table = alone()
    assert table.end("A1") == (17, 10, 90)
    assert sail(table, "A1").accepted
    assert table.pose("A1") == (17, 10, 90)
    assert not table.unit("A1").marks.get("spent")
    assert table.send({"answer": "sail", "unit": "A1", "legs": [{"step": "pivot", "degrees": 90}]}).refusal is not None


@clause("sea.move.no_obstacle", "sea.geometry.collision", "sea.geometry.islands")
@pytest.mark.parametrize("kind", ["island", "rock", "reef"])
def test_no_ship_sails_through_land_or_reef(kind: str) -> None:
    table = alone(terrain=[area(kind, 16.5, 14, 17.5, 15)])
    refusal = table.cost("A1", ahead(90, 6))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause, refusal.data["leg"]) == ("in_the_way", "sea.move.no_obstacle", 1)
    assert table.cost("A1", ahead(90, 2)) == 2
    assert table.cost("A1", ahead(90, 2.009)) == pytest.approx(2.009)
    assert isinstance(table.cost("A1", ahead(90, 2.02)), Refusal)


@clause("sea.move.no_obstacle", "sea.geometry.collision")
@pytest.mark.parametrize("seat", [0, 1])
def test_no_ship_sails_through_another_hull(seat: int) -> None:
    other = ship("A3" if seat == 0 else "B2", GALLEON, 17, 15, 0)
    table = sea(ship("A1", VIKING, 17, 10), other, FAR)
    refusal = table.cost("A1", ahead(90, 6))
    assert isinstance(refusal, Refusal)
    assert refusal.data["thing"] == other["id"]
    # the longship's bow is at 12, the galleon's side at 15 - 2/3
    assert table.cost("A1", ahead(90, 2.33)) == pytest.approx(2.33)


@clause("sea.geometry.collision")
def test_the_sweep_is_continuous() -> None:
    table = alone(terrain=[area("reef", 16.99, 15.0, 17.01, 15.02)])
    assert isinstance(table.cost("A1", ahead(90, 6)), Refusal)
    assert alone().cost("A1", ahead(90, 6)) == 6


@clause("sea.geometry.follow")
def test_the_pose_after_a_swing_must_be_free_but_not_the_swing_itself() -> None:
    # about the bow at (17, 12) the hull swings west: a rock there forbids it
    blocked = alone(terrain=[area("rock", 14.5, 11.8, 15.5, 12.2)])
    assert isinstance(blocked.cost("A1", ahead(0, 2)), Refusal)
    # a rock the swing passes over, but neither of its poses touches, is no hindrance
    passed = alone(terrain=[area("rock", 15.2, 10.4, 15.4, 10.6)])
    assert passed.cost("A1", ahead(0, 2)) == 2
    # and so to every side: where the stern will lie before the leg begins must be free
    for course in (0, 90, 180, 270):
        c, s = cosine_and_sine(course)
        bow = (17 - 2 * s, 17 + 2 * c)
        x, y = bow[0] - 3.5 * c, bow[1] - 3.5 * s
        stern = alone(17, 17, course + 90, terrain=[area("rock", x - 0.3, y - 0.3, x + 0.3, y + 0.3)])
        assert isinstance(stern.cost("A1", ahead(course, 2)), Refusal)
        assert stern.cost("A1", ahead(course + 90, 2)) == 2


@clause("sea.geometry.edge", "sea.geometry.collision")
def test_no_hull_leaves_the_table() -> None:
    table = alone(x=17, y=32, heading=90)
    refusal = table.cost("A1", ahead(90, 2))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == ("off_table", "sea.geometry.edge")
    assert "would leave the table" in refusal.sentence
    assert table.cost("A1", ahead(90, 1)) == 1


@clause("sea.geometry.follow", "sea.geometry.edge", "sea.move.no_obstacle")
def test_a_stern_that_swings_out_is_called_by_its_name() -> None:
    edge = alone(x=17, y=32, heading=90).cost("A1", ahead(270, 2))
    assert isinstance(edge, Refusal)
    assert (edge.code, edge.clause) == ("off_table", "sea.geometry.edge")
    assert "swing its stern off the table. Sail ahead first" in edge.sentence
    rock = alone(17, 17, 90, terrain=[area("rock", 13, 18.5, 14, 19.5)]).cost("A1", ahead(0, 2))
    assert isinstance(rock, Refusal)
    assert (rock.code, rock.clause) == ("in_the_way", "sea.move.no_obstacle")
    assert "swing its stern into" in rock.sentence


@clause("sea.geometry.collision")
def test_the_order_of_the_tests_is_shape_length_collision() -> None:
    table = alone(terrain=[area("island", 10, 14, 24, 20)])
    assert table.cost("A1", ahead(90, 30), ahead(90.1, 0.1)).code == "leg_too_short"
    assert table.cost("A1", ahead(90, 30)).code == "too_far"
    assert table.cost("A1", ahead(90, 5)).code == "in_the_way"


@clause("sea.geometry.collision", "sea.move.no_obstacle")
def test_an_illegal_path_is_refused_as_a_whole() -> None:
    table = alone(terrain=[area("island", 10, 14, 24, 20)])
    before = table.state.digest()
    assert not sail(table, "A1", ahead(90, 1), ahead(80, 3)).accepted
    assert table.state.digest() == before


@clause("sea.geometry.islands")
def test_seaweed_costs_nothing_unless_agreed() -> None:
    weed = [area("seaweed", 16, 13, 18, 15), area("seaweed", 16, 14, 18, 16)]
    assert alone(terrain=weed).cost("A1", ahead(90, 6)) == 6
    slow = alone(terrain=weed, options={"seaweed_slow": True})
    # the bow runs from 12 to 14.5: one inch and a half of it in the weed, charged again
    assert slow.cost("A1", ahead(90, 2.5)) == pytest.approx(4)
    refusal = slow.cost("A1", ahead(90, 4))
    assert isinstance(refusal, Refusal)
    assert refusal.data["inches"] == pytest.approx(7)


@clause("sea.damage.speed0")
def test_a_ship_without_speed_stays_put_but_may_fire() -> None:
    table = sea(ship("A1", VIKING, 10, 10, marks={"speed": 0}), ship("B1", VIKING, 16, 10))
    refusal = table.cost("A1", ahead(90, 1))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == ("no_speed", "sea.damage.speed0")
    assert table.legal_targets("A1") == ["B1"]
    assert sail(table, "A1").accepted
    assert table.asked == "attack"


@clause("sea.game.unit_turn", "sea.game.turn", "sea.game.mark_done")
def test_each_unit_moves_once_in_a_turn() -> None:
    table = alone()
    assert sail(table, "A1", ahead(90, 1)).of("unit_marked")[-1].mark == "acted"
    refusal = sail(table, "A1", ahead(90, 1)).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("already_acted", "sea.game.unit_turn")
    foreign = sail(table, "B1", ahead(90, 1)).refusal
    assert foreign is not None
    assert foreign.code == "not_your_unit"
    below = sea(ship("A1", VIKING, 17, 10), ship("A2", VIKING, 5, 5, status="waiting"), FAR)
    absent = sail(below, "A2", ahead(90, 1)).refusal
    assert absent is not None
    assert absent.code == "not_afloat"
    unknown = sail(table, "Z9", ahead(90, 1)).refusal
    assert unknown is not None
    assert unknown.code == "unknown_unit"


@clause("sea.geometry.precision")
def test_the_end_of_a_move_is_stored_rounded() -> None:
    table = alone()
    assert sail(table, "A1", ahead(33.33333, 3.33333)).accepted
    pose = table.unit("A1").pose
    assert pose is not None
    assert (pose.x % 100, pose.y % 100, pose.heading % 1000) == (0, 0, 0)


@clause("sea.geometry.islands")
def test_islands_may_be_bent_inwards() -> None:
    bay = {"kind": "island", "points": [[10, 14], [24, 14], [24, 22], [20, 22], [20, 17], [14, 17], [14, 22], [10, 22]]}
    table = sea(ship("A1", VIKING, 17, 27, 270), FAR, terrain=[bay])
    assert table.cost("A1", ahead(270, 6)) == 6
    west = sea(ship("A1", VIKING, 12, 27, 270), FAR, terrain=[bay])
    assert isinstance(west.cost("A1", ahead(270, 6)), Refusal)


@clause("sea.geometry.collision", "sea.geometry.edge")
@pytest.mark.parametrize(("deep", "allowed"), [(0.0, True), (0.0095, True), (0.0105, False), (0.0135, False)])
def test_a_bow_touches_no_deeper_than_a_side(deep: float, allowed: bool) -> None:
    """The tip of the bow against the side of a hull, against an island and over the edge of the table."""
    half, beam = 12 / 3 / 2, 4 / 3 / 2
    way = 2.0 + deep
    moored = sea(ship("A1", VIKING, 17, 10, 90), ship("B1", VIKING, 17, 10 + half + 2.0 + beam, 0))
    island = sea(
        ship("A1", VIKING, 17, 10, 90), ship("B1", VIKING, 5, 30), terrain=[area("island", 10, 12 + half, 25, 20)]
    )
    edge = sea(ship("A1", VIKING, 17, 35 - half - 2.0, 90), ship("B1", VIKING, 5, 5))
    for table in (moored, island, edge):
        assert isinstance(table.cost("A1", ahead(90, way)), Refusal) is not allowed
