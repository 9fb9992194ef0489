"""Targeting airplanes: small arms of every ground unit, main guns of some, lines of sight into the air."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.asking.offers import Aims
from brickfield.core.shown.showing import AimFace
from brickfield.games.micro_brick_battle.chapters.airplanes.targeting_airplanes import (
    bunker_spots_plane,
    gun_numbers,
    sees_plane,
    spotter_of_plane,
    weapon_at_plane,
)
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, unit

GAME = "micro_brick_battle"
TYPHOON, STUKA = "Hawker Typhoon", "Ju 87 Stuka"
# Guns that can be raised against a plane have rules of their own.
SPECIAL = {"special_units": True}
# Half the length of a Sherman.
NOSE = 0.945


def table(*units: dict[str, Any], plane: str = STUKA, terrain: Any = (), **position: Any) -> Position:
    """A plane above (24, 18), a Panzer III far away, and the ground units given, about to declare."""
    theirs = [unit("B1", plane, 24, 18, 270), unit("B2", "Panzer III", 46, 34, 270)]
    return lay_table(GAME, [*units, *theirs], terrain, **({"phase": "target_declaration"} | position))


def fire(t: Position, *pairs: tuple[str, str], faces: tuple[int, ...] = ()) -> Result:
    return t.answer("declare", shots=[{"unit": one, "target": other} for one, other in pairs], dice=dice(*faces))


def aim_at(t: Position, shooter: str, target: str) -> AimFace:
    """What is offered for a shooter against a target."""
    offer = t.state.decision.ask(t.state).offer
    assert isinstance(offer, Aims)
    aims = next(each.aims for each in offer.shooters if each.unit == shooter)
    return next(aim for aim in aims if aim.target == target)


@clause("mbb.air.smallarms.all", "mbb.air.smallarms.9", "mbb.air.smallarms.instead")
@pytest.mark.parametrize("card", ["M4 Sherman", "Staff Car", "Tiger I"])
@pytest.mark.parametrize(("faces", "hit"), [((4, 4), False), ((4, 5), True)])
def test_every_ground_unit_has_small_arms_that_destroy_a_plane_on_nine(
    card: str, faces: tuple[int, int], hit: bool
) -> None:
    t = table(unit("A1", card, 24, 12, 270))
    result = fire(t, ("A1", "B1"), faces=faces)
    (shot,) = result.of("shot_resolved")
    assert (shot.needed, shot.hit, shot.tallies, shot.clause) == (9, hit, (), "mbb.air.smallarms.9")
    assert bool(result.of("unit_destroyed")) == hit


@clause("mbb.air.smallarms.instead", "mbb.declare.one")
def test_small_arms_take_the_place_of_the_shot() -> None:
    t = table(unit("A1", "M4 Sherman", 24, 12, 90), unit("B3", "Panzer III", 24, 26, 270))
    result = fire(t, ("A1", "B1"), ("A1", "B3"))
    assert result.refusal is not None
    assert result.refusal.code == "one_target"


@clause("mbb.air.smallarms.instead")
def test_small_arms_fire_all_round() -> None:
    t = table(unit("A1", "StuG III", 24, 12, 270))
    assert fire(t, ("A1", "B1"), faces=(1, 1)).accepted


@clause("mbb.air.smallarms.only_air")
def test_small_arms_are_for_planes_only() -> None:
    t = table(unit("A1", "Staff Car", 24, 12, 90), unit("B3", "Panzer III", 24, 15, 270))
    result = fire(t, ("A1", "B3"))
    assert result.refusal is not None
    assert result.refusal.code == "no_main_weapon"
    alone = lay_table(
        GAME,
        [unit("A1", "Staff Car", 24, 12, 90), unit("B3", "Panzer III", 24, 15, 270)],
        phase="target_declaration",
    )
    # without a plane to fire at it is not even asked
    assert alone.state.decision.seat == 1


@clause("mbb.air.smallarms.range")
@pytest.mark.parametrize(("plane", "reach"), [(STUKA, 9), (TYPHOON, 10)])
def test_the_range_is_half_the_movement_points_of_the_plane(plane: str, reach: float) -> None:
    t = table(unit("A1", "M4 Sherman", 24, 18 - reach - NOSE, 90), plane=plane)
    assert fire(t, ("A1", "B1"), faces=(1, 1)).accepted
    t = table(unit("A1", "M4 Sherman", 24, 17.99 - reach - NOSE, 90), plane=plane)
    result = fire(t, ("A1", "B1"))
    assert result.refusal is not None
    assert (result.refusal.code, result.refusal.clause) == ("out_of_range", "mbb.air.smallarms.range")


@clause("mbb.air.main_gun", "mbb.air.vs_air.dp4")
def test_artillery_and_self_propelled_guns_fire_at_two_ap_less_at_any_range() -> None:
    guns = unit("A1", "Flak 36", 4, 2, 0), unit("A2", "Sexton", 24, 2, 90)
    t = table(*guns, unit("A3", "M4 Sherman", 44, 2, 90), options=SPECIAL)
    flak, sexton = aim_at(t, "A1", "B1"), aim_at(t, "A2", "B1")
    assert [part.total for part in flak.sums] == [2, 4]
    assert [part.total for part in sexton.sums] == [3, 4]
    assert (flak.needed, sexton.needed) == (10, 9)
    assert flak.clause == "mbb.air.main_gun"
    refused = aim_at(t, "A3", "B1").refusal
    assert refused is not None
    assert refused.code == "out_of_range"
    (shot,) = fire(t, ("A2", "B1"), faces=(4, 5)).of("shot_resolved")
    assert (shot.needed, shot.hit) == (9, True)


@clause("mbb.air.main_gun", "mbb.geometry.arc.fixed")
def test_a_fixed_gun_must_point_at_the_plane() -> None:
    t = table(unit("A1", "Sexton", 24, 2, 0), options=SPECIAL)
    refused = aim_at(t, "A1", "B1").refusal
    assert refused is not None
    assert refused.code == "out_of_range"


@clause("mbb.air.main_gun", "mbb.air.smallarms.instead")
def test_of_two_weapons_the_one_that_needs_less_is_fired() -> None:
    strong = table(unit("A1", "Flak 36", 24, 12, 90, ap=6), options=SPECIAL)
    assert weapon_at_plane(strong.state, strong.unit("A1"), strong.unit("B1"))[0] == "main_gun"
    weak = table(unit("A1", "Flak 36", 24, 12, 90), options=SPECIAL)
    assert weapon_at_plane(weak.state, weak.unit("A1"), weak.unit("B1"))[0] == "small_arms"


@clause("mbb.air.main_gun", "mbb.spot.los")
def test_a_gun_that_does_not_see_the_plane_fires_by_a_spotter() -> None:
    gun, house = unit("A1", "Sexton", 24, 2, 90), [piece("House", 24, 8)]
    refused = aim_at(table(gun, terrain=house, options=SPECIAL), "A1", "B1").refusal
    assert refused is not None
    assert refused.code == "no_line_of_sight"
    t = table(gun, unit("A2", "M4 Sherman", 32, 4, 90), terrain=house, options=SPECIAL)
    result = fire(t, ("A1", "B1"), faces=(4, 5))
    assert [each.spotter for each in result.of("target_declared")] == ["A2"]
    assert [(shot.needed, shot.hit) for shot in result.of("shot_resolved")] == [(9, True)]
    # small arms are fired by one's own sight only
    assert aim_at(table(gun, unit("A2", "M4 Sherman", 32, 4, 90), terrain=house), "A1", "B1").refusal is not None


@clause("mbb.spot.who", "mbb.obst.bunker.spot", "mbb.obst.bunker.spot_arc", "mbb.air.main_gun")
@pytest.mark.parametrize(("y", "spotter"), [(17.3, "T2"), (17.37, ""), (20, "")])
def test_a_spotting_bunker_lends_its_sight_of_a_plane_that_is_in_front_of_it(y: float, spotter: str) -> None:
    """The front of a bunker lies 0.63 inches ahead of its centre; the plane is above y 18."""
    pieces = [piece("House", 24, 8), piece("Spotting Bunker", 34, y, 0, owner=0)]
    t = table(unit("A1", "Sexton", 24, 2, 90), terrain=pieces, options=SPECIAL)
    assert spotter_of_plane(t.state, t.unit("A1"), t.unit("B1")) == spotter
    assert (aim_at(t, "A1", "B1").refusal is None) == bool(spotter)
    theirs = [pieces[0], {**pieces[1], "owner": 1}]
    t = table(unit("A1", "Sexton", 24, 2, 90), terrain=theirs, options=SPECIAL)
    assert spotter_of_plane(t.state, t.unit("A1"), t.unit("B1")) == ""


@clause("mbb.air.vs_air.los", "mbb.obst.bunker.spot")
def test_what_is_tall_hides_a_plane_from_a_spotting_bunker() -> None:
    pieces = [piece("House", 24, 8), piece("Spotting Bunker", 34, 6, 0, owner=0)]
    t = table(unit("A1", "Sexton", 24, 2, 90), terrain=pieces, options=SPECIAL)
    assert bunker_spots_plane(t.state, t.state.tokens["T2"], t.unit("B1"))
    t = table(unit("A1", "Sexton", 24, 2, 90), terrain=[*pieces, piece("House", 29, 12.5)], options=SPECIAL)
    assert not bunker_spots_plane(t.state, t.state.tokens["T2"], t.unit("B1"))


@clause("mbb.spot.who", "mbb.air.main_gun")
def test_between_planes_is_only_air_so_a_plane_spots_a_plane() -> None:
    house = [piece("House", 24, 8), piece("House", 24, 14)]
    t = table(unit("A1", "Sexton", 24, 2, 90), unit("A2", STUKA, 24, 10, 0), terrain=house, options=SPECIAL)
    assert spotter_of_plane(t.state, t.unit("A1"), t.unit("B1")) == "A2"


@clause("mbb.weather.part_visible", "mbb.weather.spotters", "mbb.weather.planes_leave")
def test_a_plane_that_the_weather_has_surprised_is_seen_within_its_limit_only() -> None:
    """Rain: 10 inches from the nearest point of a footprint, for gunners and spotters alike."""
    rain = {"weather": "rolled", "weather_kind": "rain", **SPECIAL}
    for y, seen in ((8 - NOSE, True), (7.98 - NOSE, False)):
        t = table(unit("A1", "M4 Sherman", 24, y, 90), options=rain, weather=True)
        assert sees_plane(t.state, t.unit("A1"), t.unit("B1")) == seen
    t = table(unit("A1", "Sexton", 4, 2, 45), unit("A2", STUKA, 24, 8, 0), options=rain, weather=True)
    assert spotter_of_plane(t.state, t.unit("A1"), t.unit("B1")) == "A2"
    t = table(unit("A1", "Sexton", 4, 2, 45), unit("A2", STUKA, 24, 7.9, 0), options=rain, weather=True)
    assert spotter_of_plane(t.state, t.unit("A1"), t.unit("B1")) == ""


@clause("mbb.obst.bunker.arty_arc", "mbb.air.main_gun")
@pytest.mark.parametrize(("heading", "weapon"), [(0, "main_gun"), (180, "small_arms")])
def test_a_gun_in_a_bunker_is_raised_only_at_what_is_in_front_of_it(heading: float, weapon: str) -> None:
    t = table(
        unit("A1", "Flak 36", 24, 12, 90, ap=8),
        terrain=[piece("Artillery Bunker", 24, 12, heading, owner=0)],
        options=SPECIAL,
    )
    assert weapon_at_plane(t.state, t.unit("A1"), t.unit("B1"))[0] == weapon


@clause("mbb.card.scenario", "mbb.weather.blizzard.special", "mbb.weather.blizzard.dp")
def test_cards_and_weather_count_for_a_gun_that_fires_at_a_plane() -> None:
    t = table(unit("A1", "Sexton", 24, 2, 90), options={"effect_cards": "hail_mary", **SPECIAL})
    gun = replace(t.unit("A1"), marks={"ap_round": 2})
    assert [part.total for part in gun_numbers(t.state, gun, t.unit("B1")).tallies] == [5, 4]
    snow = {"weather": "rolled", "weather_kind": "blizzard", **SPECIAL}
    t = table(unit("A1", "Sexton", 24, 12, 90), options=snow, weather=True)
    assert [part.total for part in gun_numbers(t.state, t.unit("A1"), t.unit("B1")).tallies] == [1, 6]


@clause("mbb.spg.move_or_shoot", "mbb.air.smallarms.all")
def test_a_gun_that_has_moved_fires_no_small_arms_either() -> None:
    t = table(unit("A1", "Sexton", 24, 10, 90), unit("A2", "M4 Sherman", 30, 12, 90), options=SPECIAL, phase="movement")
    t.move("A1", forward(1))
    t.end_movement()
    refused = aim_at(t, "A1", "B1").refusal
    assert refused is not None
    assert refused.clause == "mbb.spg.move_or_shoot"
    assert fire(t, ("A2", "B1"), faces=(1, 1)).accepted


@clause("mbb.air.vs_air.los")
@pytest.mark.parametrize(
    ("feature", "code"),
    [("House", "no_line_of_sight"), ("Hedgerow", ""), ("Low Wall", ""), ("Hill", "no_line_of_sight")],
)
def test_only_tall_things_and_hills_are_in_the_way_and_cover_does_not_count(feature: str, code: str) -> None:
    size = {"Hill": {"length": 4.0, "width": 2.0}}.get(feature, {})
    t = table(unit("A1", "M4 Sherman", 24, 11, 90), terrain=[piece(feature, 24, 14.5, **size)])
    seen = aim_at(t, "A1", "B1")
    assert (seen.refusal.code if seen.refusal else "") == code
    assert seen.needed == (None if code else 9)


@clause("mbb.air.vs_air.los", "mbb.terrain.hill.from")
def test_from_its_own_hill_a_unit_sees_planes() -> None:
    t = table(unit("A1", "M4 Sherman", 24, 11, 90), terrain=[piece("Hill", 24, 13, 0, length=6, width=6)])
    assert aim_at(t, "A1", "B1").refusal is None


@clause("mbb.air.vs_air.los", "mbb.declare.void_destroyed")
def test_a_plane_that_is_shot_down_first_voids_later_shots() -> None:
    t = table(unit("A1", "M4 Sherman", 22, 12, 90), unit("A2", "M4 Sherman", 26, 12, 90))
    result = fire(t, ("A1", "B1"), ("A2", "B1"), faces=(6, 6))
    assert [(each.unit, each.reason) for each in result.of("shot_voided")] == [("A2", "target_destroyed")]


@clause("mbb.declare.legal_targets")
def test_own_planes_are_no_targets() -> None:
    t = table(unit("A1", "M4 Sherman", 22, 12, 90), unit("A2", STUKA, 24, 14, 90))
    result = fire(t, ("A1", "A2"))
    assert result.refusal is not None
    assert result.refusal.code == "own_unit"


@clause("mbb.turn.active", "mbb.declare.recheck")
def test_planes_neither_declare_nor_drive_with_the_ground_units() -> None:
    t = table(unit("A1", "M4 Sherman", 22, 12, 90), unit("A2", STUKA, 24, 14, 90))
    result = fire(t, ("A2", "B2"))
    assert result.refusal is not None
    assert result.refusal.code == "not_alive"
    driving = table(unit("A1", "M4 Sherman", 22, 12, 90), unit("A2", STUKA, 24, 14, 90), phase="movement")
    moved = driving.answer("move", unit="A2", steps=[{"step": "forward", "inches": 2}])
    assert moved.refusal is not None
    assert moved.refusal.code == "not_alive"


@clause("mbb.geometry.preview")
def test_the_odds_of_a_plan_count_planes() -> None:
    t = table(unit("A1", "M4 Sherman", 22, 12, 90), unit("A2", "M4 Sherman", 26, 12, 90))
    odds = t.plan_odds({"A1": "B1", "A2": "B1"})
    assert odds.targets["B1"] == pytest.approx(1 - (26 / 36) ** 2)
