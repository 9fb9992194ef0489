"""Self-propelled guns and spotters: moving or shooting, firing over everything, by whose sight."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin
from typing import Any

import pytest

from brickfield.core.board import Unit
from brickfield.games.micro_brick_battle.base.line_of_sight import eye_point, muzzle
from brickfield.games.micro_brick_battle.base.shooting import why_void
from brickfield.games.micro_brick_battle.base.target_declaration import Shot
from brickfield.games.micro_brick_battle.chapters.airplanes.airplane_shooting import spots_from_above
from brickfield.games.micro_brick_battle.chapters.special_units.special_units import against_airplanes
from brickfield.games.micro_brick_battle.chapters.special_units.spotters import (
    in_front_of,
    spotted,
    spotter_of,
    spotter_of_piece,
    spotters,
)
from brickfield.games.micro_brick_battle.chapters.terrain.bunkers import eye_of, in_front
from brickfield.geometry import rectangle
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, pivot, unit

GAME = "micro_brick_battle"
SPECIAL = {"special_units": True}
NOSE = 0.945


def table(*units: dict[str, Any], terrain: Any = (), options: Any = None, **position: Any) -> Position:
    """Any units, with the rules of special units."""
    return lay_table(GAME, units, terrain, options=SPECIAL | (options or {}), **position)


def behind_a_house(*units: dict[str, Any], **position: Any) -> Position:
    """A Priest that looks at a house, and a Panzer III behind it."""
    ours = unit("A1", "M7 Priest", 24, 8, 90)
    return table(ours, unit("B1", "Panzer III", 24, 26, 270), *units, terrain=[piece("House", 24, 16)], **position)


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


# --- move or shoot ---------------------------------------------------------------------------------------------------


@clause("mbb.spg.move_or_shoot")
@pytest.mark.parametrize("steps", [(forward(1),), (pivot(1),), (forward(0.001), pivot(-1))])
def test_a_gun_that_has_moved_does_not_shoot(steps: tuple[Any, ...]) -> None:
    t = table(unit("A1", "M7 Priest", 24, 8, 90), unit("B1", "Panzer III", 24, 26, 270))
    assert t.move("A1", *steps).of("unit_marked")[0].clause == "mbb.spg.move_or_shoot"
    t.end_movement()
    # its side has nothing else to fire, so the turn goes on to the enemy
    assert t.state.waiting_for() == (1,)


@clause("mbb.spg.move_or_shoot")
def test_beside_others_the_moved_gun_is_refused_and_says_why() -> None:
    t = table(
        unit("A1", "M7 Priest", 24, 8, 90), unit("A2", "M4 Sherman", 30, 8, 90), unit("B1", "Panzer III", 24, 26, 270)
    )
    t.move("A1", forward(1))
    t.end_movement()
    refused(t, lambda: t.fire({"A1": "B1"}), "moved_gun", "mbb.spg.move_or_shoot")
    assert t.fire({"A2": "B1"}, dice=dice(1, 1)).accepted


@clause("mbb.spg.move_or_shoot")
def test_one_that_stands_still_shoots_and_may_move_again_next_turn() -> None:
    t = table(unit("A1", "M7 Priest", 24, 8, 90), unit("B1", "Panzer III", 24, 26, 270))
    assert t.fire({"A1": "B1"}, dice=dice(1, 1)).of("shot_resolved")
    t.fire({})
    t.move("A1", forward(1))
    assert dict(t.unit("A1").marks)["gun_moved"] == 1
    t.end_movement()
    t.end_movement()
    assert "gun_moved" not in t.unit("A1").marks


@clause("mbb.spg.move_or_shoot")
def test_a_drive_that_was_stopped_before_it_began_is_no_move() -> None:
    t = table(
        unit("A1", "M7 Priest", 24, 8, 90),
        unit("A2", "M4 Sherman", 24, 8 + 2 * NOSE, 90),
        unit("B1", "Panzer III", 30, 26, 270),
    )
    t.move("A1", forward(1))
    assert "gun_moved" not in t.unit("A1").marks


@clause("mbb.spg.move_or_shoot", "mbb.reinf.enter")
def test_coming_on_from_reserve_is_moving() -> None:
    t = table(
        unit("A1", "M7 Priest", status="reserve"),
        unit("A2", "M4 Sherman", 6, 8, 90),
        unit("B1", "Panzer III", 24, 26, 270),
        round=4,
    )
    t.answer("enter", unit="A1", x=24, y=NOSE, heading=90)
    t.end_movement()
    refused(t, lambda: t.fire({"A1": "B1"}), "moved_gun", "mbb.spg.move_or_shoot")


@clause("mbb.spg.move_or_shoot", "mbb.house.agree")
def test_without_special_units_a_priest_is_a_plain_unit() -> None:
    units = [unit("A1", "M7 Priest", 24, 8, 90), unit("B1", "Panzer III", 24, 26, 270)]
    t = lay_table(GAME, units, [piece("House", 10, 16)])
    t.move("A1", forward(1))
    assert not t.unit("A1").marks.get("gun_moved")
    assert t.fire({"A1": "B1"}, dice=dice(1, 1)).of("shot_resolved")


def gun_and_target(t: Position) -> tuple[Unit, Unit]:
    return t.unit("A1"), t.unit("B1")


# --- by whose sight --------------------------------------------------------------------------------------------------


@clause("mbb.spot.los", "mbb.spg.spotter", "mbb.spg.over")
def test_a_gun_fires_over_a_house_at_what_somebody_else_sees() -> None:
    t = behind_a_house()
    refused(t, lambda: t.fire({"A1": "B1"}), "no_line_of_sight", "mbb.los.required")
    t = behind_a_house(unit("A2", "Staff Car", 10, 20, 90))
    assert spotter_of(t.state, t.unit("A1"), t.unit("B1")) == "A2"
    assert t.fire({"A1": "B1"}, dice=dice(6, 6)).of("unit_destroyed")


@clause("mbb.spot.los")
def test_an_ordinary_tank_needs_its_own_sight() -> None:
    t = table(
        unit("A1", "M4 Sherman", 24, 8, 90),
        unit("A2", "Staff Car", 10, 20, 90),
        unit("B1", "Panzer III", 24, 26, 270),
        terrain=[piece("House", 24, 16)],
    )
    refused(t, lambda: t.fire({"A1": "B1"}), "no_line_of_sight", "mbb.los.required")


@clause("mbb.spot.still_shoots", "mbb.spot.who")
def test_one_spotter_serves_all_guns_may_have_moved_and_shoots_itself() -> None:
    t = behind_a_house(unit("A2", "M4 Sherman", 10, 19, 90), unit("A3", "M7 Priest", 22.5, 8, 90))
    t.move("A2", forward(1))
    shots = t.fire({"A1": "B1", "A2": "B1", "A3": "B1"}, dice=dice(1, 1, 1, 1, 1, 1)).of("shot_resolved")
    assert [shot.unit for shot in shots] == ["A2", "A3", "A1"]


@clause("mbb.spot.who")
@pytest.mark.parametrize("status", ["wreck", "reserve"])
def test_only_the_living_on_the_table_spot(status: str) -> None:
    t = behind_a_house(unit("A2", "Staff Car", 10, 20, 90, status=status))
    assert spotters(t.state, t.unit("A1")) == []
    refused(t, lambda: t.fire({"A1": "B1"}), "no_line_of_sight", "mbb.los.required")


@clause("mbb.spot.who")
def test_an_enemy_does_not_spot() -> None:
    t = behind_a_house(unit("B2", "Staff Car", 10, 20, 90))
    assert spotter_of(t.state, t.unit("A1"), t.unit("B1")) == ""


@clause("mbb.spot.who")
def test_a_gun_that_sees_nothing_itself_hands_nothing_on() -> None:
    """A3 sees the target by A2's eye only; A1 is spotted for by A2, never by A3."""
    t = behind_a_house(unit("A3", "M7 Priest", 24, 5, 90), unit("A2", "Staff Car", 10, 20, 90))
    assert spotter_of(t.state, t.unit("A1"), t.unit("B1")) == "A2"
    assert not spotted(t.state, t.unit("A3"), t.unit("B1")).seen


@clause("mbb.spot.who", "mbb.geometry.blockers")
def test_what_stands_before_a_spotter_hides_from_it() -> None:
    t = behind_a_house(unit("A2", "Staff Car", 10, 26, 0), unit("A3", "Tiger I", 12.5, 26, 90, seat=0))
    assert not spotted(t.state, t.unit("A2"), t.unit("B1")).seen
    assert spotter_of(t.state, t.unit("A1"), t.unit("B1")) == "A3"


@clause("mbb.spot.who", "mbb.air.block4")
def test_a_plane_spots_all_round_past_all_that_does_not_stop_its_guns() -> None:
    """Behind it, over a hedge; not behind a house."""
    plane = unit("A2", "Hawker Typhoon", 24, 20, 90)
    assert spotter_of(behind_a_house(plane).state, *gun_and_target(behind_a_house(plane))) == "A2"
    away = unit("A2", "Hawker Typhoon", 24, 20, 270)
    t = behind_a_house(away)
    assert spotter_of(t.state, *gun_and_target(t)) == "A2"
    assert t.fire({"A1": "B1"}, dice=dice(6, 6)).of("unit_destroyed")
    low = behind_a_house(unit("A2", "Hawker Typhoon", 24, 10, 90))
    assert spotter_of(low.state, *gun_and_target(low)) == ""


@clause("mbb.spot.who", "mbb.geometry.obstacle_los")
def test_a_plane_spots_terrain() -> None:
    units = [unit("A1", "M7 Priest", 24, 8, 90), unit("B1", "Panzer III", 40, 26, 270)]
    t = table(*units, unit("A2", "Hawker Typhoon", 20, 20, 0), terrain=[piece("House", 24, 16), piece("House", 24, 26)])
    assert t.fire({"A1": "T2"}).of("token_marked")[0].token == "T2"


@clause("mbb.spot.who", "mbb.terrain.hill.spg", "mbb.air.hill.facing")
def test_a_plane_is_never_on_a_hill_and_sees_the_near_slope_only() -> None:
    hill = [piece("Hill", 24, 26, 0, length=8, width=6), piece("House", 24, 16)]
    units = unit("A1", "M7 Priest", 24, 8, 90), unit("B1", "Panzer III", 24, 25, 270)
    above = table(*units, unit("A2", "Hawker Typhoon", 24, 26, 90), terrain=hill)
    assert spotter_of(above.state, *gun_and_target(above)) == ""
    # a gun on a hill of its own asks for no spotter on the other
    hills = [*hill, piece("Hill", 24, 8, 0, length=6, width=4)]
    for y, by in ((18, "A2"), (34, "")):
        t = table(*units, unit("A2", "Hawker Typhoon", 24, y, 90), terrain=hills)
        assert spots_from_above(t.state, t.unit("A2"), "B1") == bool(by)
    assert spotter_of(t.state, *gun_and_target(t)) == ""


@clause("mbb.terrain.hill.spg", "mbb.terrain.hill.at")
@pytest.mark.parametrize(("x", "y", "by"), [(26, 27, "A2"), (36, 26, ""), (24, 20, "")])
def test_who_spots_onto_a_hill_must_be_on_that_hill_not_on_another(x: float, y: float, by: str) -> None:
    hills = [piece("Hill", 24, 26, 0, length=8, width=6), piece("Hill", 36, 26, 0, length=6, width=6)]
    units = unit("A1", "M7 Priest", 24, 6, 90), unit("A2", "M5 Stuart", x, y, 90), unit("B1", "Panzer III", 24, 25, 270)
    t = table(*units, terrain=hills)
    # from the other hill it sees the target well, and is no spotter all the same
    assert spotted(t.state, t.unit("A2"), t.unit("B1")).seen == (y != 20)
    assert spotter_of(t.state, *gun_and_target(t)) == by


@clause("mbb.geometry.muzzle.spotter", "mbb.spot.who")
def test_the_eye_of_a_spotter_looks_all_round_whatever_its_gun() -> None:
    t = table(unit("A1", "StuG III", 24, 10, 270), unit("B1", "Panzer III", 24, 26, 270))
    assert eye_point(t.state, t.unit("A1"), (24, 26)) == pytest.approx((24, 10 + NOSE))
    assert muzzle(t.state, t.unit("A1"), (24, 26)) == pytest.approx((24, 10 - NOSE))
    assert spotted(t.state, t.unit("A1"), t.unit("B1")).seen


@clause("mbb.spot.los", "mbb.geometry.obstacle_los")
def test_a_spotted_gun_takes_markers_from_terrain_it_does_not_see() -> None:
    pieces = [piece("House", 24, 16), piece("House", 24, 26)]
    units = [unit("A1", "M7 Priest", 24, 8, 90), unit("B1", "Panzer III", 40, 26, 270)]
    t = table(*units, terrain=pieces)
    refused(t, lambda: t.fire({"A1": "T2"}), "no_line_of_sight", "mbb.los.required")
    t = table(*units, unit("A2", "Staff Car", 10, 20, 90), terrain=pieces)
    assert t.fire({"A1": "T2"}).of("token_marked")[0].token == "T2"


@clause("mbb.spg.arc", "mbb.geometry.arc.fixed")
def test_a_fixed_gun_must_face_its_target_spotted_or_not() -> None:
    t = behind_a_house(unit("A2", "Staff Car", 10, 20, 90), unit("B2", "Panzer III", 4, 14, 270))
    refused(t, lambda: t.fire({"A1": "B2"}), "out_of_arc", "mbb.geometry.arc.fixed")


# --- what the shell does ---------------------------------------------------------------------------------------------


@clause("mbb.spg.over")
def test_nothing_on_its_way_makes_the_shot_harder() -> None:
    """A tank loses AP for the wreck and the hedge and the target gains by the low wall; a Priest does not care."""
    between = [piece("Low Wall", 24, 25, 0), piece("Hedgerow", 24, 20, 0)]
    wreck = unit("B9", "Panzer II", 24, 15, 0, status="wreck")
    for card, ap, dp in (("M7 Priest", 5, 4), ("M4A3E8 Sherman", 3, 6)):
        t = table(unit("A1", card, 24, 8, 90), unit("B1", "Panzer III", 24, 26.5, 270), wreck, terrain=between)
        numbers = t.tally("A1", "B1")
        assert (numbers.attack_points.total, numbers.defense_points.total) == (ap, dp)


@clause("mbb.spg.over", "mbb.declare.recheck")
@pytest.mark.parametrize(("card", "void"), [("M7 Priest", None), ("M4 Sherman", "no_line_of_sight")])
def test_its_sight_is_not_looked_at_again_when_the_shell_falls(card: str, void: str | None) -> None:
    """As if the spotter had been lost after the declaration."""
    units = [unit("A1", card, 24, 8, 90), unit("B1", "Panzer III", 24, 26, 270)]
    t = table(*units, terrain=[piece("House", 24, 16)])
    why = why_void(t.state, Shot("A1", "B1"), ())
    assert (why[0] if why is not None else None) == void


@clause("mbb.spg.rear", "mbb.mod.rear")
def test_a_gun_shot_from_behind_is_as_hard_as_from_the_front() -> None:
    for card, dp in (("Wespe", 3), ("Panzer III", 2)):
        t = table(unit("A1", "M4 Sherman", 24, 8, 90), unit("B1", card, 24, 20, 90))
        assert t.tally("A1", "B1").defense_points.total == dp


@clause("mbb.spg.rear")
@pytest.mark.parametrize(("switch", "dp"), [("normal", 2), ("ignored", 4)])
def test_its_own_shots_from_behind_count_unless_the_players_agree(switch: str, dp: int) -> None:
    t = table(
        unit("A1", "M7 Priest", 24, 8, 90),
        unit("B1", "Panzer III", 24, 20, 90),
        options={"spg_rear_as_shooter": switch},
    )
    assert t.tally("A1", "B1").defense_points.total == dp


@clause("mbb.spg.rear", "mbb.geometry.rear_from_muzzle")
def test_a_spotted_shot_from_behind_is_judged_from_the_gun() -> None:
    """The spotter looks at the front, the gun stands behind."""
    t = table(
        unit("A1", "M7 Priest", 24, 8, 90),
        unit("A2", "Staff Car", 24, 34, 270),
        unit("B1", "Panzer III", 24, 26, 90),
        terrain=[piece("House", 24, 16)],
    )
    assert t.tally("A1", "B1").defense_points.total == 2


@clause("mbb.spg.air", "mbb.arty.air")
def test_guns_may_fire_at_airplanes_with_two_points_less() -> None:
    t = table(unit("A1", "M7 Priest", 24, 8), unit("A2", "Flak 36", 30, 8), unit("A3", "M4 Sherman", 36, 8),
              unit("B1", "Panzer III", 24, 26, 270))  # fmt: skip
    told = [against_airplanes(t.state, name) for name in ("A1", "A2", "A3")]
    assert [(each[0].value, each[0].clause) if each else None for each in told] == [
        (-2, "mbb.spg.air"),
        (-2, "mbb.arty.air"),
        None,
    ]


# --- what a table shows ----------------------------------------------------------------------------------------------


@clause("mbb.spot.los", "mbb.geometry.preview")
def test_the_aim_names_the_spotter_and_draws_its_line() -> None:
    t = behind_a_house(unit("A2", "Staff Car", 10, 20, 90))
    t.end_movement()
    aim = t.aim("A1", "B1")
    assert aim["refusal"] is None
    assert aim["remark"].startswith("spotted by Staff Car A2")
    assert (aim["clause"], aim["needed"]) == ("mbb.spot.los", t.tally("A1", "B1").needed)
    assert aim["odds"] == t.odds("A1", "B1") > 0
    assert aim["sight"]["eye"] == pytest.approx(eye_point(t.state, t.unit("A2"), (24, 26)))


@clause("mbb.spot.who", "mbb.air.block4", "mbb.geometry.obstacle_los")
def test_three_bricks_hide_terrain_from_a_unit_and_not_from_a_plane() -> None:
    pieces = [piece("House", 24, 16), piece("House", 24, 26), piece("Artillery Bunker", 24, 23, 0, length=6, owner=1)]
    units = unit("A1", "M7 Priest", 24, 8, 90), unit("B1", "Panzer III", 44, 8, 270)
    ground = table(*units, unit("A2", "Staff Car", 24, 20, 90), terrain=pieces)
    assert spotter_of_piece(ground.state, ground.unit("A1"), "T2") == ""
    above = table(*units, unit("A2", "Hawker Typhoon", 24, 20, 90), terrain=pieces)
    assert spotter_of_piece(above.state, above.unit("A1"), "T2") == "A2"


@clause("mbb.obst.bunker.spot_arc")
@pytest.mark.parametrize("heading", [0.0, 30.0, 90.0, 200.0])
def test_of_what_straddles_the_front_line_a_bunker_sees_the_part_before_it(heading: float) -> None:
    bunker = piece("Spotting Bunker", 24, 18, heading, length=4, width=2, owner=0)
    t = table(unit("A1", "M7 Priest", 4, 4, 90), unit("B1", "Panzer III", 44, 34, 270), terrain=[bunker])
    token = t.state.tokens["T1"]
    x, y = eye_of(token)
    c, s = cos(radians(heading)), sin(radians(heading))
    # a square of two inches beside the bunker, a quarter of it before the line of its front
    square = rectangle(x + 6 * c + 0.5 * s, y + 6 * s - 0.5 * c, heading, 2.0, 2.0)
    (part,) = in_front_of(token, square)
    inches = sorted(in_front(token, point) for point in part.points)
    assert (inches[0], inches[-1]) == pytest.approx((0.0, 0.5), abs=1e-5)
    behind = rectangle(x + 6 * c + 3 * s, y + 6 * s - 3 * c, heading, 2.0, 2.0)
    assert in_front_of(token, behind) == []
