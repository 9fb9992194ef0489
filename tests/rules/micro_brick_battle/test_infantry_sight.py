"""How far infantry sees, from where, and what hides it or not."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.games.micro_brick_battle.base.battlefield import footprint
from brickfield.games.micro_brick_battle.base.line_of_sight import sight_of
from brickfield.games.micro_brick_battle.chapters.infantry.infantry_sight import sight_inches
from brickfield.games.micro_brick_battle.chapters.special_units.spotters import spotted, spotter_of
from brickfield.games.micro_brick_battle.setup.card_names import unit_card
from brickfield.testing import Position, clause, lay_table, piece, unit

PLATE = 0.63
HOUSE = piece("House", 24, 6)


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, phase="target_declaration", **more)


def squad(name: str, x: float = 24, y: float = 6, card: str = "Infantry", **more: Any) -> Any:
    return unit(name, card, x, y, **more)


def refusal(t: Position, shooter: str = "A1", target: str = "B1") -> tuple[str, str]:
    found = t.why_not(shooter, target)
    assert found is not None
    return found.code, found.clause


@clause("inf.los.range", "inf.geometry.range")
def test_infantry_sees_twelve_inches_from_rim_to_the_nearest_point() -> None:
    edge = 6 + 2 * PLATE + 12
    assert table(squad("A1"), squad("B1", y=edge)).why_not("A1", "B1") is None
    t = table(squad("A1"), squad("B1", y=edge + 0.01))
    found = t.why_not("A1", "B1")
    assert found is not None
    assert (found.code, found.clause, found.data["limit"]) == ("out_of_sight", "inf.los.range", 12.0)
    assert found.data["inches"] == pytest.approx(12.01)
    assert not t.line_of_sight("A1", "B1")


@clause("inf.los.range")
def test_the_limit_is_of_who_looks_and_not_of_who_is_seen() -> None:
    t = table(unit("A1", "M4 Sherman", 24, 4), squad("B1", y=32))
    assert t.line_of_sight("A1", "B1")
    assert not t.line_of_sight("B1", "A1")


@clause("inf.los.tall", "inf.los.building_edge")
@pytest.mark.parametrize(
    ("feature", "half", "bricks", "reach"),
    [("House", 1.26, None, 18), ("Spotting Bunker", 0.63, None, 12), ("House", 1.26, 4, 12), ("Base", 1.89, None, 18)],
)
def test_out_of_a_building_over_four_bricks_infantry_sees_eighteen_inches(
    feature: str, half: float, bricks: int | None, reach: float
) -> None:
    height = {"height_bricks": bricks} if bricks else {}
    terrain = [piece(feature, 24, 6, **height)]
    for extra, seen in ((0.0, True), (0.01, False)):
        foe = squad("B1", y=6 + half + reach + PLATE + extra)
        assert table(squad("A1", inside="T1"), foe, terrain=terrain).line_of_sight("A1", "B1") is seen


@clause("inf.los.building_edge", "inf.geometry.los", "inf.geometry.inside")
def test_out_of_a_building_the_line_begins_at_the_outline_nearest_to_the_target() -> None:
    for x, y, window in ((24, 20, (24, 7.26)), (30, 20, (25.26, 7.26)), (34, 6, (25.26, 6))):
        t = table(squad("A1", inside="T1"), squad("B1", x=x, y=y), terrain=[HOUSE])
        assert t.state.units["A1"].pose is not None
        muzzle = sight_of(t.state, t.state.units["A1"], t.state.units["B1"]).muzzle
        assert muzzle == pytest.approx(window)
        assert t.line_of_sight("A1", "B1")


@clause("inf.los.building_edge")
def test_infantry_in_a_bunker_sees_all_round() -> None:
    bunker = piece("Spotting Bunker", 24, 18)
    for y in (24, 12):
        assert table(squad("A1", inside="T1"), squad("B1", y=y), terrain=[bunker]).why_not("A1", "B1") is None


@clause("inf.geometry.los")
def test_the_line_of_a_plate_begins_at_its_rim_and_measures_the_diameter_across_it() -> None:
    # a wall whose end is level with the middle of the plate hides half of it
    wall = piece("Wall", 27, 12, length=6, width=0.2)
    t = table(squad("A1", y=6), squad("B1", y=18), terrain=[wall])
    assert sight_of(t.state, t.state.units["A1"], t.state.units["B1"]).muzzle == pytest.approx((24, 6.63))
    assert t.hidden_share("A1", "B1") == pytest.approx(0.5)
    # from a tank too
    tank = table(unit("A1", "M4 Sherman", 24, 6), squad("B1", y=18), terrain=[wall])
    assert tank.hidden_share("A1", "B1") == pytest.approx(0.5)


@clause("inf.geometry.plate")
def test_plates_hide_nobody_and_give_no_cover() -> None:
    t = table(unit("A1", "M4 Sherman", 24, 4), squad("A2", y=10), unit("B1", "Panzer III", 24, 20, 270))
    assert t.hidden_share("A1", "B1") == 0.0
    assert t.tally("A1", "B1").attack_points.total == 4


@clause("inf.hidden.rest", "inf.hidden.same")
def test_hard_cover_hides_infantry_and_from_infantry() -> None:
    wall = piece("Wall", 24, 12, length=6, width=0.2)
    t = table(squad("A1"), squad("B1", y=16), terrain=[wall])
    assert not t.line_of_sight("A1", "B1")
    assert refusal(t) == ("no_line_of_sight", "mbb.los.required")


@clause("inf.geometry.inside")
def test_its_own_building_never_hides_a_unit_but_another_one_does() -> None:
    foe = squad("B1", inside="T1")
    assert table(unit("A1", "M4 Sherman", 24, 26, 270), foe, terrain=[HOUSE]).why_not("A1", "B1") is None
    # a house that hides a part of the outline hides nothing; one that hides all of it blocks
    beside = table(unit("A1", "M4 Sherman", 24, 26, 270), foe, terrain=[HOUSE, piece("House", 26, 16)])
    assert beside.hidden_share("A1", "B1") == 0.0
    before = table(unit("A1", "M4 Sherman", 24, 26, 270), foe, terrain=[HOUSE, piece("Base", 24, 16)])
    assert not before.line_of_sight("A1", "B1")


@clause("inf.geometry.inside", "inf.geometry.range")
def test_a_unit_inside_is_as_large_as_its_building() -> None:
    t = table(squad("A1", y=20.5), squad("B1", inside="T1"), terrain=[HOUSE])
    assert footprint(t.state, t.state.units["B1"]).box == pytest.approx((22.74, 4.74, 25.26, 7.26))
    assert t.distance("A1", "B1") == pytest.approx(20.5 - PLATE - 7.26)


@clause("inf.hidden.forest")
def test_the_forest_a_unit_stands_in_hides_neither_it_nor_others_from_it() -> None:
    forest = piece("Forest", 24, 12, length=5.04, width=3.78)
    t = table(squad("A1", y=12), squad("B1", y=20), terrain=[forest])
    assert t.line_of_sight("A1", "B1")
    assert t.line_of_sight("B1", "A1")
    assert t.hidden_share("B1", "A1") == 0.0
    # another forest does, and this one as soon as the unit is outside
    far = piece("Forest", 24, 17, length=5.04, width=1.26)
    assert not table(squad("A1", y=12), squad("B1", y=20), terrain=[forest, far]).line_of_sight("A1", "B1")
    assert not table(squad("A1", y=9), squad("B1", y=20), terrain=[forest]).line_of_sight("A1", "B1")


@clause("inf.hidden.forest")
def test_the_centre_decides_who_is_in_a_forest() -> None:
    forest = piece("Forest", 24, 12, length=5.04, width=2.52)
    inside = table(squad("A1", y=10.75), squad("B1", y=20), terrain=[forest])
    outside = table(squad("A1", y=10.73), squad("B1", y=20), terrain=[forest])
    assert (inside.line_of_sight("A1", "B1"), outside.line_of_sight("A1", "B1")) == (True, False)


# --- weather ---------------------------------------------------------------------------------------------------------


@clause("inf.weather.rain.los", "inf.weather.fog.los", "inf.weather.rest", "inf.weather.order", "inf.sniper.los")
@pytest.mark.parametrize(
    ("weather", "card", "inside", "inches"),
    [
        ("", "Infantry", False, 12),
        ("", "Snipers", False, 17),
        ("", "Snipers", True, 23),
        ("rain", "Infantry", False, 6),
        ("rain", "Infantry", True, 6),
        ("rain", "Snipers", True, 11),
        ("heavy_fog", "Infantry", False, 6),
        ("heavy_fog", "Snipers", False, 11),
        ("blizzard", "Infantry", True, 6),
        ("sand_storm", "Infantry", False, 5),
        ("sand_storm", "Snipers", False, 10),
    ],
)
def test_weather_shortens_the_sight_of_infantry_before_a_sniper_adds_to_it(
    weather: str, card: str, inside: bool, inches: float
) -> None:
    options = {"weather": "constant", "weather_kind": weather} if weather else {}
    own = squad("A1", card=card, inside="T1") if inside else squad("A1", x=30, card=card)
    t = table(own, squad("B1", y=30), terrain=[HOUSE], options=options)
    assert sight_inches(t.state, t.state.units["A1"])[0] == inches


@clause("inf.weather.fog.los")
def test_who_is_lost_in_the_fog_is_refused_by_that_clause() -> None:
    fog = {"weather": "constant", "weather_kind": "heavy_fog"}
    t = table(squad("A1"), squad("B1", y=6 + 2 * PLATE + 6.01), options=fog)
    assert refusal(t) == ("out_of_sight", "inf.weather.fog.los")
    # a tank sees further in it
    assert table(unit("A1", "M4 Sherman", 24, 6), squad("B1", y=18), options=fog).why_not("A1", "B1") is None


# --- spotters --------------------------------------------------------------------------------------------------------


@clause("inf.spotter", "inf.move.sprint.noattack")
def test_infantry_spots_as_far_as_it_sees_even_after_a_sprint() -> None:
    wall = piece("Wall", 24, 20, length=40, width=0.2)
    for y, by in ((33, "A2"), (35, "")):
        eye = squad("A2", y=20.95, marks={"sprinted": 1})
        t = table(unit("A1", "Flak 36", 24, 6), eye, unit("B1", "Panzer III", 24, y, 0), terrain=[wall],
                  options={"special_units": True})  # fmt: skip
        assert spotter_of(t.state, t.state.units["A1"], t.state.units["B1"]) == by


@clause("inf.los.building_edge", "mbb.obst.bunker.spot")
@pytest.mark.parametrize(("inside", "spots"), [("", True), ("A2", True), ("B2", False)])
def test_a_spotting_bunker_with_enemies_inside_spots_for_nobody(inside: str, spots: bool) -> None:
    terrain = [piece("Wall", 24, 20, length=40, width=0.2), piece("Spotting Bunker", 24, 22, owner=0)]
    units = [unit("A1", "Flak 36", 24, 6), unit("B1", "Panzer III", 24, 30, 0)]
    units += [squad(inside, inside="T2")] if inside else []
    t = table(*units, terrain=terrain, options={"special_units": True})
    sees = "T2" if not inside else inside if inside == "A2" else ""
    found = spotter_of(t.state, t.state.units["A1"], t.state.units["B1"])
    assert (found == sees, bool(found)) == (True, spots)


@clause("inf.arty.attack", "inf.arty.bunker")
def test_infantry_at_a_gun_in_a_bunker_looks_out_of_it() -> None:
    bunker, gun = piece("Artillery Bunker", 24, 10), unit("A1", "Flak 36", 24, 10, 90)
    t = table(gun, squad("A2", y=10, inside="A1"), squad("B1", y=20), terrain=[bunker],
              options={"special_units": True}, anyhow=True)  # fmt: skip
    assert t.line_of_sight("A2", "B1")
    assert t.why_not("A2", "B1") is None
    found = t.why_not("B1", "A2")
    assert found is not None
    assert (found.code, found.clause) == ("joined_to_gun", "inf.arty.notarget")


@clause("inf.los.obstacle", "mbb.obst.bunker.opaque")
def test_the_bunker_a_gun_is_in_is_no_obstacle_to_a_shot_at_the_gun() -> None:
    bunker, gun = piece("Artillery Bunker", 24, 20, 180), unit("B1", "Flak 36", 24, 20, 270)
    t = table(squad("A1", y=10, card="Grenadiers"), gun, terrain=[bunker], options={"special_units": True})
    # AP 2, and one more for two full units
    assert t.tally("A1", "B1").attack_points.total == 3


# --- airplanes -------------------------------------------------------------------------------------------------------


@clause("inf.target.noplane")
def test_one_unit_cannot_fire_at_an_airplane_even_with_small_arms() -> None:
    t = table(squad("A1"), unit("B1", "Ju 87 Stuka", 24, 10), squad("B2", y=30), options={"airplanes": True})
    assert refusal(t) == ("too_few_to_flank", "inf.target.noplane")


# --- beside a gun ----------------------------------------------------------------------------------------------------

# Infantry right behind a gun that looks north, and a squad of the enemy beyond it.
FLAK = unit("A2", "Flak 36", 24, 8, 90)
BEHIND = 8 - unit_card("Flak 36").length_inches / 2 - PLATE


def behind_a_gun(*units: Any, **more: Any) -> Position:
    joined = squad("A1", y=BEHIND, **({"inside": "A2"} | more))
    return table(joined, FLAK, *(units or (squad("B1", y=13),)), options={"special_units": True})


def hidden(t: Position, looker: str, seen: str) -> float:
    return sight_of(t.state, t.unit(looker), t.unit(seen)).hidden


@clause("inf.arty.attack", "inf.geometry.los", "mbb.mod.hidden.what", "mbb.geometry.blockers")
def test_the_gun_it_has_joined_never_hides_anything_from_infantry_nor_infantry_from_anybody() -> None:
    t = behind_a_gun()
    assert t.why_not("A1", "B1") is None
    assert (hidden(t, "A1", "B1"), hidden(t, "B1", "A1")) == (0.0, 0.0)
    assert len(t.tally("A1", "B1").attack_points.lines()) == 1
    apart = behind_a_gun(inside="")
    assert refusal(apart) == ("no_line_of_sight", "mbb.los.required")
    other = behind_a_gun(unit("A3", "Flak 36", 24, 11, 90), squad("B1", y=15))
    assert refusal(other) == ("no_line_of_sight", "mbb.los.required")


@clause("inf.arty.attack", "inf.spotter", "mbb.spot.who")
def test_infantry_at_a_gun_spots_past_it_for_another_gun() -> None:
    wall = piece("Wall", 34, 10)
    units = unit("A3", "Flak 36", 34, 6), unit("B1", "Panzer III", 24, 16, 0)
    t = table(squad("A1", y=BEHIND, inside="A2"), FLAK, *units, terrain=[wall], options={"special_units": True})
    assert spotted(t.state, t.unit("A1"), t.unit("B1")).seen
    left = table(squad("A1", y=BEHIND), FLAK, *units, terrain=[wall], options={"special_units": True})
    assert spotted(left.state, left.unit("A1"), left.unit("B1")).hidden > 0


@clause("inf.arty.attack", "inf.hidden.forest")
def test_infantry_at_a_gun_looks_out_of_the_forest_it_stands_in() -> None:
    forest = piece("Forest", 24, BEHIND, length=1.26, width=1.26)
    t = table(
        squad("A1", y=BEHIND, inside="A2"), FLAK, squad("B1", y=13), terrain=[forest], options={"special_units": True}
    )
    assert t.why_not("A1", "B1") is None
