"""Airplane shooting: cones and ranges, what blocks and what is shot through, missiles, bombs, hills, wrecks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brickfield.core.asking.offers import Act, Aims
from brickfield.core.shown.showing import AimFace
from brickfield.games.micro_brick_battle.base.aims import aim
from brickfield.games.micro_brick_battle.base.battlefield import footprint
from brickfield.games.micro_brick_battle.chapters.airplanes.airplane_shooting import (
    far_slope,
    shot_through,
    strike_sight,
)
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, pivot, unit

GAME = "micro_brick_battle"
TYPHOON, STUKA = "Hawker Typhoon", "Ju 87 Stuka"
# Half the length of a Panzer III or M4 Sherman.
NOSE = 0.945


def table(*units: dict[str, Any], plane: str = TYPHOON, terrain: Any = (), **position: Any) -> Position:
    """A plane at (24, 4) flying north, with a Sherman far away, against what is given."""
    ours = [unit("A1", plane, 24, 4, 90), unit("A2", "M4 Sherman", 2, 2, 90)]
    return lay_table(GAME, [*ours, *units], terrain, **({"phase": "turn"} | position))


def strike(t: Position, weapon: str, target: str, *faces: int) -> Result:
    return t.answer("air_strike", unit="A1", weapon=weapon, target=target, dice=dice(*faces))


def fly(t: Position, *steps: dict[str, Any]) -> Result:
    return t.answer("air_move", unit="A1", steps=list(steps))


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


def aim_at(t: Position, weapon: str, target: str) -> AimFace:
    """What is offered for a weapon against a target."""
    offer = t.state.decision.ask(t.state).offer
    assert isinstance(offer, Act)
    (action,) = [each for each in offer.actors[0].actions if each.id == weapon]
    assert isinstance(action.offer, Aims), action
    return next(aim for aim in action.offer.shooters[0].aims if aim.target == target)


def sums(t: Position, weapon: str, target: str) -> tuple[int, int]:
    """Attack and Defense Points of what is offered."""
    attack, defense = aim_at(t, weapon, target).sums
    return attack.total, defense.total


# --- cones and ranges ------------------------------------------------------------------------------------------------


@clause("mbb.air.mg_los", "mbb.air.targets")
@pytest.mark.parametrize(("x", "seen"), [(24, True), (27.6, True), (27.9, False), (18.1, False)])
def test_front_guns_reach_a_cone_of_45_degrees_about_the_nose(x: float, seen: bool) -> None:
    t = table(unit("B1", "Panzer III", x, 11, 270))
    if seen:
        assert strike(t, "machine_guns", "B1", 1, 1).accepted
    else:
        refused(t, lambda: strike(t, "machine_guns", "B1"), "out_of_arc", "mbb.air.mg_los")


@clause("mbb.air.mg_los")
def test_one_point_of_the_footprint_in_the_cone_is_enough() -> None:
    # tan 22.5 degrees is 0.414: at the far end of the tank, 6.945 ahead, the cone is 2.877 wide; the tank begins at 2.8
    t = table(unit("B1", "Panzer III", 24 + 2.8 + 0.4725, 10, 270))
    assert strike(t, "machine_guns", "B1", 1, 1).accepted
    t = table(unit("B1", "Panzer III", 24 + 2.9 + 0.4725, 10, 270))
    refused(t, lambda: strike(t, "machine_guns", "B1"), "out_of_arc", "mbb.air.mg_los")


@clause("mbb.air.stuka", "mbb.air.targets")
def test_the_stuka_fires_ahead_and_behind_the_typhoon_only_ahead() -> None:
    behind, ahead = unit("B1", "Panzer III", 24, 4, 270), unit("B2", "Panzer III", 24, 18, 270)
    for plane, answer in ((STUKA, ""), (TYPHOON, "out_of_arc")):
        ours = [unit("A1", plane, 24, 11, 90), unit("A2", "M4 Sherman", 2, 2, 90)]
        t = lay_table(GAME, [*ours, behind, ahead], phase="turn")
        assert strike(t, "machine_guns", "B2", 1, 1).accepted
        result = t.answer(
            "air_strike", unit="A1", weapon="machine_guns", target="B1", dice=None if answer else dice(1, 1)
        )
        assert (result.refusal.code if result.refusal else "") == answer


@clause("mbb.air.mg.range", "mbb.geometry.range")
@pytest.mark.parametrize(("plane", "reach"), [(STUKA, 9), (TYPHOON, 10)])
def test_machine_guns_reach_half_the_movement_points(plane: str, reach: float) -> None:
    t = table(unit("B1", "Panzer III", 24, 4 + reach + NOSE, 270), plane=plane)
    assert strike(t, "machine_guns", "B1", 1, 1).accepted
    t = table(unit("B1", "Panzer III", 24, 4.01 + reach + NOSE, 270), plane=plane)
    refused(t, lambda: strike(t, "machine_guns", "B1"), "out_of_range", "mbb.air.mg.range")


@clause("mbb.air.missile.range", "mbb.air.ex_front")
def test_a_unit_ahead_may_be_attacked_with_guns_or_missiles_and_missiles_reach_everywhere() -> None:
    t = table(unit("B1", "Panzer III", 24, 13, 270), unit("B2", "Panzer III", 26, 34, 270))
    assert aim_at(t, "machine_guns", "B1").refusal is None
    assert aim_at(t, "missile", "B1").refusal is None
    assert strike(t, "missile", "B2", 1, 1).accepted


@clause("mbb.air.ex_over", "mbb.air.targets", "mbb.air.bomb.over")
def test_what_was_flown_over_is_for_rear_guns_missiles_and_bombs() -> None:
    below = unit("B1", "Panzer III", 24.4, 12, 270)
    t = table(below)
    refused(t, lambda: strike(t, "bomb", "B1"), "not_flown_over", "mbb.air.bomb.over")
    fly(t, forward(14))
    # behind the Typhoon now: its front guns do not bear, its missiles and bombs do
    refused(t, lambda: strike(t, "machine_guns", "B1"), "out_of_arc", "mbb.air.mg_los")
    assert aim_at(t, "missile", "B1").refusal is None
    assert strike(t, "bomb", "B1", 1, 1).accepted
    stuka = table(below, plane=STUKA)
    fly(stuka, forward(5), pivot(45), forward(8))
    # neither ahead nor in the cone behind, but flown over
    assert strike(stuka, "machine_guns", "B1", 1, 1).accepted


@clause("mbb.air.bomb.over", "mbb.geometry.plane_reference")
@pytest.mark.parametrize(("x", "over"), [(24.4725, True), (24.474, False)])
def test_flown_over_means_the_reference_points_path_touches_the_footprint(x: float, over: bool) -> None:
    t = table(unit("B1", "Panzer III", x, 12, 270))
    fly(t, forward(14))
    if over:
        assert strike(t, "bomb", "B1", 1, 1).accepted
    else:
        refused(t, lambda: strike(t, "bomb", "B1"), "not_flown_over", "mbb.air.bomb.over")


@clause("mbb.air.bomb.over")
def test_what_was_flown_over_stays_open_for_later_actions_of_the_same_turn_only() -> None:
    t = table(unit("B1", "Panzer III", 24, 10, 270))
    fly(t, forward(10))
    fly(t, forward(10))
    assert strike(t, "bomb", "B1", 1, 1).accepted
    later = table(unit("B1", "Panzer III", 24, 5, 270), unit("A3", TYPHOON, 40, 4, 90))
    later.answer("air_move", unit="A3", steps=[forward(10)])
    later.answer("end_flight", unit="A3")
    refused(later, lambda: strike(later, "bomb", "B1"), "not_flown_over", "mbb.air.bomb.over")


# --- what blocks and what is shot through ----------------------------------------------------------------------------


@clause("mbb.air.block4", "mbb.cover.three_bricks")
@pytest.mark.parametrize(
    ("feature", "code"), [("House", "no_line_of_sight"), ("Wall", "no_line_of_sight"), ("Spotting Bunker", "")]
)
def test_four_bricks_stop_guns_and_missiles_three_do_not(feature: str, code: str) -> None:
    t = table(unit("B1", "Panzer III", 24, 13, 270), terrain=[piece(feature, 24, 10)])
    for weapon in ("machine_guns", "missile"):
        result = t.answer("air_strike", unit="A1", weapon=weapon, target="B1", dice=None if code else dice(1, 1))
        assert (result.refusal.code if result.refusal else "") == code
        if result.refusal:
            assert result.refusal.clause == "mbb.air.block4"


@clause("mbb.air.block4", "mbb.air.through")
def test_a_house_before_part_of_the_side_is_shot_through() -> None:
    t = table(unit("B1", "Panzer III", 24, 13, 270), terrain=[piece("House", 25.4, 10)])
    assert sums(t, "missile", "B1") == (7, 4)


@clause("mbb.air.through")
@pytest.mark.parametrize(
    ("terrain", "attack"),
    [
        ([], 8),
        ([piece("Hedgerow", 24, 10)], 7),
        ([piece("Hedgerow", 24, 8), piece("Light Tree Cover", 24, 11)], 7),
        ([piece("Low Wall", 24, 11)], 8),
        ([piece("Emplacement", 24, 11)], 8),
    ],
)
def test_one_less_for_whatever_is_shot_through_but_not_for_low_things(terrain: Any, attack: int) -> None:
    t = table(unit("B1", "Panzer III", 24, 14, 270), terrain=terrain)
    assert sums(t, "missile", "B1") == (attack, 4)


@clause("mbb.air.through")
def test_units_and_wrecks_between_count_as_shot_through_and_trees_around_the_target() -> None:
    for status in ("alive", "wreck"):
        t = table(unit("B1", "Panzer III", 24, 13, 270), unit("B2", "Panzer III", 24, 10, 270, status=status))
        assert sums(t, "missile", "B1") == (7, 4)
    among = table(unit("B1", "Panzer III", 24, 13, 270), terrain=[piece("Light Tree Cover", 24, 14.4)])
    assert sums(among, "missile", "B1") == (7, 4)


@clause("mbb.air.through", "mbb.quick.no_mods")
def test_quick_play_knows_no_modifiers_from_the_air_either() -> None:
    t = table(
        unit("B1", "Panzer III", 24, 14, 90),
        terrain=[piece("Hedgerow", 24, 10)],
        options={"rules_level": ["quick", "quick"]},
    )
    assert sums(t, "missile", "B1") == (8, 4)


@clause("mbb.air.no_block")
def test_a_flying_plane_blocks_no_line_and_hides_nothing() -> None:
    units = [unit("A1", "M4 Sherman", 24, 4, 90), unit("B1", "Panzer III", 24, 20, 270)]
    without = lay_table(GAME, units, phase="target_declaration")
    with_plane = lay_table(GAME, [*units, unit("B2", STUKA, 24, 12, 0)], phase="target_declaration")
    shots = [aim(t.state, t.unit("A1"), "B1") for t in (without, with_plane)]
    assert [shot.needed for shot in shots] == [8, 8]
    assert [shot.sight.share for shot in shots if shot.sight is not None] == [0.0, 0.0]


# --- numbers ---------------------------------------------------------------------------------------------------------


@clause("mbb.air.mg.ap")
def test_machine_guns_attack_with_the_ap_of_the_card() -> None:
    t = table(unit("B1", "Panzer III", 24, 13, 270))
    assert sums(t, "machine_guns", "B1") == (3, 4)
    needed = aim_at(t, "machine_guns", "B1").needed
    assert needed == 9
    miss = strike(t, "machine_guns", "B1", 4, 4).of("shot_resolved")
    assert [(each.needed, each.rolled, each.hit) for each in miss] == [(9, 8, False)]
    assert strike(t, "machine_guns", "B1", 4, 5).of("unit_destroyed")


@clause("mbb.air.mg.mods")
def test_a_shot_from_behind_counts_and_so_does_water() -> None:
    t = table(unit("B1", "Panzer III", 24, 13, 90))
    assert sums(t, "machine_guns", "B1") == (3, 2)
    assert sums(t, "missile", "B1") == (8, 2)
    swimmer = table(unit("B1", "Panzer III", 24, 13, 270, rules="amphibious"), terrain=[piece("Large Water", 24, 13)])
    assert sums(swimmer, "missile", "B1") == (5, 4)


@clause("mbb.air.mg.mods", "mbb.obst.bunker.arty")
def test_a_bunker_protects_the_gun_inside_from_the_air() -> None:
    t = table(unit("B1", "Flak 36", 24, 13, 90), terrain=[piece("Artillery Bunker", 24, 13)])
    assert sums(t, "missile", "B1") == (8, 8)


@clause("mbb.air.missile.as_shot", "mbb.air.missile.ap8", "mbb.air.store_spent")
def test_a_missile_is_a_shot_with_ap_8_and_is_used_up() -> None:
    t = table(unit("B1", "Panzer III", 24, 20, 270))
    result = strike(t, "missile", "B1", 1, 2)
    (shot,) = result.of("shot_resolved")
    assert (shot.needed, shot.rolled, shot.hit, [tally.total for tally in shot.tallies]) == (4, 3, False, [8, 4])
    assert [(each.mark, each.value, each.clause) for each in result.of("unit_marked")] == [
        ("missiles", 1, "mbb.air.store_spent")
    ]
    assert strike(t, "missile", "B1", 2, 2).of("unit_destroyed")
    assert "missiles" not in t.unit("A1").marks


@clause("mbb.air.weapons")
def test_what_is_used_up_or_was_never_carried_is_refused() -> None:
    t = table(unit("B1", "Panzer III", 24, 20, 270), plane=STUKA)
    refused(t, lambda: strike(t, "missile", "B1"), "none_left", "mbb.air.weapons")
    one = lay_table(
        GAME,
        [unit("A1", TYPHOON, 24, 4, 90, missiles=1), unit("A2", "M4 Sherman", 2, 2), unit("B1", "Panzer III", 24, 20)],
        phase="turn",
    )
    strike(one, "missile", "B1", 1, 1)
    refused(one, lambda: strike(one, "missile", "B1"), "none_left", "mbb.air.weapons")


@clause("mbb.air.bomb.5", "mbb.air.store_spent")
@pytest.mark.parametrize(("faces", "hit"), [((2, 2), False), ((2, 3), True)])
def test_a_bomb_needs_five_whatever_the_target(faces: tuple[int, int], hit: bool) -> None:
    t = table(unit("B1", "Tiger I", 24, 12, 90), terrain=[piece("Low Wall", 24, 10)])
    fly(t, forward(14))
    result = strike(t, "bomb", "B1", *faces)
    (shot,) = result.of("shot_resolved")
    assert (shot.needed, shot.hit, shot.tallies, shot.clause) == (5, hit, (), "mbb.air.bomb.5")
    assert bool(result.of("unit_destroyed")) == hit
    assert t.unit("A1").marks["bombs"] == 1


# --- hills -----------------------------------------------------------------------------------------------------------


@clause("mbb.air.hill.facing", "mbb.air.missile.hill", "mbb.air.hill.example")
def test_guns_and_missiles_reach_the_near_slope_and_not_the_far_one() -> None:
    hill = piece("Hill", 24, 14, 0, length=8, width=8)
    t = table(unit("B1", "Panzer III", 23, 12, 270), unit("B2", "Panzer III", 25, 16, 270), terrain=[hill])
    for weapon in ("machine_guns", "missile"):
        assert aim_at(t, weapon, "B1").refusal is None
    refused(t, lambda: strike(t, "missile", "B2"), "far_slope", "mbb.air.hill.facing")
    assert strike(t, "machine_guns", "B1", 1, 1).accepted


@clause("mbb.air.hill.facing")
def test_the_line_between_the_halves_is_far_and_above_the_hill_all_of_it_is_near() -> None:
    hill = piece("Hill", 24, 14, 0, length=8, width=8)
    on_line = table(unit("B1", "Panzer III", 24, 14, 270), terrain=[hill])
    assert far_slope(on_line.state, on_line.unit("A1"), "B1") == "T1"
    above = lay_table(
        GAME,
        [unit("A1", TYPHOON, 24, 10, 90), unit("A2", "M4 Sherman", 2, 2), unit("B1", "Panzer III", 24, 17, 270)],
        [hill],
        phase="turn",
    )
    assert strike(above, "missile", "B1", 1, 1).accepted
    # the hill under both neither blocks nor is it shot through
    assert sums(above, "missile", "B1") == (8, 4)


@clause("mbb.air.hill.facing", "mbb.air.block4")
def test_another_hill_blocks_as_everything_tall_does() -> None:
    hill = piece("Hill", 24, 10, 0, length=8, width=4)
    t = table(unit("B1", "Panzer III", 24, 16, 270), terrain=[hill])
    refused(t, lambda: strike(t, "missile", "B1"), "no_line_of_sight", "mbb.air.block4")


@clause("mbb.air.bomb.hill", "mbb.terrain.hill.bomb")
def test_bombs_fall_on_every_part_of_a_hill() -> None:
    hill = piece("Hill", 24, 14, 0, length=8, width=8)
    t = table(unit("B1", "Panzer III", 24, 17, 270), terrain=[hill])
    fly(t, forward(20))
    assert strike(t, "bomb", "B1", 1, 1).accepted


# --- planes against planes -------------------------------------------------------------------------------------------


@clause("mbb.air.vs_air", "mbb.air.vs_air.dp4")
def test_planes_attack_planes_with_guns_and_missiles_but_not_with_bombs() -> None:
    t = table(unit("B1", STUKA, 24, 13, 90), unit("B2", "Panzer III", 44, 30))
    assert sums(t, "machine_guns", "B1") == (3, 4)
    # no rear shot against planes
    assert sums(t, "missile", "B1") == (8, 4)
    fly(t, forward(20))
    refused(t, lambda: strike(t, "bomb", "B1"), "not_on_ground", "mbb.air.vs_air")


@clause("mbb.air.vs_air", "mbb.air.mg.range")
def test_a_plane_is_a_point_for_cone_and_range() -> None:
    near = table(unit("B1", STUKA, 24, 14, 90), unit("B2", "Panzer III", 44, 30))
    assert strike(near, "machine_guns", "B1", 1, 1).accepted
    far = table(unit("B1", STUKA, 24, 14.01, 90), unit("B2", "Panzer III", 44, 30))
    refused(far, lambda: strike(far, "machine_guns", "B1"), "out_of_range", "mbb.air.mg.range")
    beside = table(unit("B1", STUKA, 28.2, 14, 90), unit("B2", "Panzer III", 44, 30))
    refused(beside, lambda: strike(beside, "missile", "B1"), "out_of_arc", "mbb.air.mg_los")


@clause("mbb.air.vs_air.los")
def test_nothing_blocks_between_planes() -> None:
    t = table(unit("B1", STUKA, 24, 13, 90), unit("B2", "Panzer III", 44, 30), terrain=[piece("House", 24, 9)])
    assert strike(t, "missile", "B1", 6, 6).of("unit_destroyed")


# --- wrecks ----------------------------------------------------------------------------------------------------------


@clause("mbb.air.destroyed")
def test_a_plane_comes_down_as_a_wreck_of_ten_by_two_studs() -> None:
    t = table(unit("B1", STUKA, 24, 13, 0), unit("B2", "Panzer III", 44, 30))
    assert strike(t, "missile", "B1", 6, 6).of("unit_destroyed")
    wreck = t.unit("B1")
    assert (wreck.status, t.pose("B1")) == ("wreck", (24, 13, 0))
    assert footprint(t.state, wreck).box == pytest.approx((24 - 1.575, 13 - 0.315, 24 + 1.575, 13 + 0.315))


@clause("mbb.air.destroyed")
@pytest.mark.parametrize(
    ("where", "more", "terrain"),
    [
        ((24, 13, 0), [unit("B3", "Panzer III", 25, 13)], []),
        ((24, 13, 0), [unit("B3", "Panzer III", 25, 13, status="wreck")], []),
        ((24, 13, 0), [], [piece("House", 26, 13)]),
        ((24, 13, 0), [], [piece("Large Water", 24, 15)]),
        ((24, 13, 0), [], [piece("Shallow Water", 24, 13)]),
    ],
)
def test_where_there_is_no_room_the_plane_is_removed(where: Any, more: Any, terrain: Any) -> None:
    t = table(unit("B1", STUKA, *where), unit("B2", "Panzer III", 44, 30), *more, terrain=terrain)
    (lost,) = strike(t, "missile", "B1", 6, 6).of("unit_destroyed")
    assert (lost.leaves_wreck, lost.clause) == (False, "mbb.air.destroyed")
    assert (t.unit("B1").status, t.unit("B1").pose) == ("gone", None)


@clause("mbb.air.destroyed")
def test_over_the_edge_of_the_table_no_wreck_remains() -> None:
    t = lay_table(
        GAME,
        [
            unit("A1", TYPHOON, 12, 18, 180),
            unit("A2", "M4 Sherman", 2, 2),
            unit("B1", STUKA, 1, 18, 0),
            unit("B2", "Panzer III", 44, 30),
        ],
        phase="turn",
    )
    (lost,) = strike(t, "missile", "B1", 6, 6).of("unit_destroyed")
    assert not lost.leaves_wreck


# --- terrain and bad input -------------------------------------------------------------------------------------------


@clause("mbb.hm.plane")
@pytest.mark.parametrize(("weapon", "left"), [("machine_guns", 4), ("missile", 2), ("bomb", None)])
def test_an_attack_on_terrain_takes_markers_without_a_roll(weapon: str, left: int | None) -> None:
    t = table(unit("B1", "Panzer III", 44, 30), terrain=[piece("Building", 24, 20)])
    fly(t, forward(10 if weapon != "bomb" else 20))
    result = strike(t, weapon, "T1")
    assert [each.clause for each in result.of("shot_resolved")] == ["mbb.hm.plane"]
    assert (t.state.tokens["T1"].marks["hm"] if "T1" in t.state.tokens else None) == left


@clause("mbb.declare.legal_targets", "mbb.wreck.not_target")
@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("A2", "own_unit"),
        ("B2", "wreck"),
        ("B3", "not_on_table"),
        ("nothing", "unknown_target"),
        ("T1", "no_hit_markers"),
    ],
)
def test_what_is_no_target_is_refused(target: str, code: str) -> None:
    t = table(
        unit("B1", "Panzer III", 24, 13, 270),
        unit("B2", "Panzer III", 24, 9, 270, status="wreck"),
        unit("B3", "Panzer III", status="reserve"),
        terrain=[piece("Tank Trap", 22, 9)],
    )
    result = strike(t, "missile", target)
    assert result.refusal is not None
    assert result.refusal.code == code


@clause("mbb.air.through", "mbb.geometry.point_blank")
def test_right_above_its_target_nothing_hides_it_and_there_is_no_rear_shot() -> None:
    t = lay_table(
        GAME,
        [unit("A1", TYPHOON, 24, 12, 90), unit("A2", "M4 Sherman", 2, 2), unit("B1", "Panzer III", 24, 12, 90)],
        phase="turn",
    )
    sight = strike_sight(t.state, t.unit("A1"), t.unit("B1"))
    assert sight.point_blank
    assert not sight.rear_shot
    assert shot_through(t.state, t.unit("A1"), t.unit("B1"), sight) == ()
    assert sums(t, "missile", "B1") == (8, 4)
