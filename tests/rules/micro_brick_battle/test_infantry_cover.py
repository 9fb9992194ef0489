"""Hidden units on foot: buildings, woods, sandbags and walls, what hinders infantry's own shots, and losses."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.testing import Position, clause, lay_table, piece, unit

HOUSE = piece("House", 24, 20)
FOREST = piece("Forest", 24, 20, length=5.04, width=3.78)


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, phase="target_declaration", **more)


def squad(name: str, x: float = 24, y: float = 10, card: str = "Infantry", **more: Any) -> Any:
    return unit(name, card, x, y, **more)


def tank(
    name: str = "A1", x: float = 24, y: float = 6, heading: float = 90, card: str = "M4 Sherman", **more: Any
) -> Any:
    return unit(name, card, x, y, heading, **more)


def points(t: Position, shooter: str = "A1", target: str = "B1") -> tuple[int, int]:
    found = t.tally(shooter, target)
    return found.attack_points.total, found.defense_points.total


def reasons(t: Position, shooter: str = "A1", target: str = "B1") -> list[str]:
    found = t.tally(shooter, target)
    return [each.clause for tally in (found.attack_points, found.defense_points) for each in tally.in_force()]


# --- in a building ---------------------------------------------------------------------------------------------------


@clause("inf.hidden.building", "inf.move.omni")
@pytest.mark.parametrize("feature", ["House", "Building", "Base", "Artillery Bunker", "Spotting Bunker"])
def test_in_a_building_infantry_has_three_defense_points_more_on_all_sides(feature: str) -> None:
    for y, heading in ((6, 90), (34, 270)):
        t = table(tank(y=y, heading=heading), squad("B1", inside="T1", heading=90), terrain=[piece(feature, 24, 20)])
        assert points(t) == (4, 6)
        assert reasons(t) == ["inf.hidden.building"]


@clause("inf.hidden.building", "inf.geometry.inside")
def test_the_walls_stand_for_all_other_cover() -> None:
    # a hedge, a wreck, a low wall and half a house in the line change nothing
    terrain = [HOUSE, piece("Hedgerow", 24, 16, length=4), piece("Low Wall", 24, 15), piece("House", 26, 12)]
    wreck = unit("A2", "M4 Sherman", 23, 10, 90, status="wreck")
    assert points(table(tank(), wreck, squad("B1", inside="T1"), terrain=terrain)) == (4, 6)


@clause("inf.hidden.building")
def test_the_walls_count_against_indirect_fire_and_airplanes() -> None:
    gun = tank(card="Wespe")
    t = table(gun, squad("B1", inside="T1"), terrain=[HOUSE], options={"special_units": True})
    assert t.tally("A1", "B1").defense_points.total == 6


# --- woods -----------------------------------------------------------------------------------------------------------


@clause("inf.hidden.forest")
def test_in_a_forest_infantry_has_two_defense_points_more_and_is_not_hidden_by_it() -> None:
    t = table(tank(), squad("B1", y=20), terrain=[FOREST])
    assert points(t) == (4, 5)
    assert reasons(t) == ["inf.hidden.forest"]
    over = table(tank(card="Wespe"), squad("B1", y=20), terrain=[FOREST], options={"special_units": True})
    assert over.tally("A1", "B1").defense_points.total == 5


@clause("inf.hidden.forest")
def test_a_cell_that_is_shot_away_takes_its_cover_along_and_hurts_nobody() -> None:
    cell = piece("Forest", 24, 20, length=1.26, width=1.26)
    t = table(tank(), tank("A2", x=30), squad("B1", y=20), terrain=[cell])
    assert points(t) == (4, 5)
    assert t.fire({"A2": "T1"}).accepted
    assert t.unit("B1").marks["markers"] == 4
    assert points(t) == (4, 3)


# --- sandbags, low walls, low bridges --------------------------------------------------------------------------------


@clause("inf.hidden.emplacement")
@pytest.mark.parametrize("heading", [0, 90, 180])
def test_sandbags_protect_infantry_from_every_side_they_shadow(heading: float) -> None:
    bags = piece("Emplacement", 24, 17, heading, length=3, width=0.6)
    t = table(tank(), squad("B1", y=20), terrain=[bags])
    assert points(t) == (4, 5)
    # from the other side nothing lies in the line
    assert points(table(tank(y=32, heading=270), squad("B1", y=20), terrain=[bags])) == (4, 3)


@clause("inf.hidden.emplacement")
def test_who_stands_in_sandbags_has_their_cover_from_everywhere() -> None:
    bags = piece("Emplacement", 24, 20, length=1.89, width=0.63)
    for y, heading in ((6, 90), (34, 270)):
        assert points(table(tank(y=y, heading=heading), squad("B1", y=20), terrain=[bags])) == (4, 5)
    beside = table(tank(x=10, y=21, heading=0), squad("B1", y=21), terrain=[bags])
    assert points(beside) == (4, 3)


@clause("inf.hidden.emplacement")
def test_a_low_wall_protects_as_it_protects_vehicles_and_takes_the_place_of_hiding() -> None:
    wall = piece("Low Wall", 24, 17, length=1.89)
    t = table(tank(), squad("B1", y=20), terrain=[wall])
    assert points(t) == (4, 5)
    half_hidden = table(tank(), squad("B1", y=20), terrain=[wall, piece("House", 25.4, 14)])
    assert half_hidden.hidden_share("A1", "B1") > 0
    assert points(half_hidden) == (4, 5)
    # indirect fire ignores it
    over = table(tank(card="Wespe"), squad("B1", y=20), terrain=[wall], options={"special_units": True})
    assert over.tally("A1", "B1").defense_points.total == 3


@clause("inf.hidden.emplacement", "mbb.obst.lowwall.own")
def test_infantry_ignores_its_own_low_wall() -> None:
    wall = piece("Low Wall", 24, 11.3, length=4)
    assert points(table(squad("A1", y=10), squad("B1", y=20), terrain=[wall])) == (2, 3)
    assert points(table(squad("B1", y=10), squad("A1", y=20), terrain=[wall])) == (2, 5)


@clause("inf.hidden.emplacement")
def test_a_low_bridge_protects_who_is_behind_it_and_on_it() -> None:
    bridge = piece("Bridges", 24, 18)
    assert points(table(tank(), squad("B1", y=23), terrain=[bridge])) == (4, 5)
    assert points(table(tank(x=10, y=18, heading=0), squad("B1", y=18), terrain=[bridge])) == (4, 5)


@clause("inf.hidden.emplacement")
def test_only_the_best_cover_counts() -> None:
    wall = piece("Low Wall", 24, 16, length=4)
    assert points(table(tank(), squad("B1", y=20), terrain=[FOREST, wall])) == (4, 5)
    assert points(table(tank(), squad("B1", inside="T1"), terrain=[HOUSE, wall])) == (4, 6)


# --- hidden as vehicles are ------------------------------------------------------------------------------------------


@clause("inf.hidden.same", "inf.hidden.rest")
def test_in_the_open_infantry_hides_as_vehicles_do() -> None:
    half = piece("Wall", 27, 13, length=6, width=0.2)
    assert points(table(tank(), squad("B1", y=20), terrain=[half])) == (2, 3)
    less = piece("Wall", 27.2, 13, length=6, width=0.2)
    assert points(table(tank(), squad("B1", y=20), terrain=[less])) == (3, 3)
    trees = piece("Light Tree Cover", 24, 20)
    assert points(table(tank(), squad("B1", y=20), terrain=[trees])) == (3, 3)
    wreck = unit("A2", "M4 Sherman", 24, 13, 90, status="wreck")
    assert points(table(tank(), wreck, squad("B1", y=20))) == (2, 3)


# --- infantry fires past things --------------------------------------------------------------------------------------


@clause("inf.los.obstacle")
@pytest.mark.parametrize(
    ("feature", "bricks", "attack"),
    [
        ("Hedgerow", None, 1),
        ("Light Tree Cover", None, 1),
        ("Low Wall", None, 2),
        ("Low Wall", 2, 2),
        ("Bridges", None, 2),
        ("Emplacement", 3, 2),
        ("Tank Trap", 2, 2),
        ("Wire Obstacle", 3, 2),
        ("Fountain", 2, 2),
        ("Mud", None, 2),
        ("Sand Dunes", 2, 2),
    ],
)
def test_what_is_over_a_brick_high_takes_a_point_from_infantry(feature: str, bricks: int | None, attack: int) -> None:
    height = {} if bricks is None else {"height_bricks": bricks}
    size = {"length": 4.0} if feature in ("Hedgerow", "Low Wall", "Light Tree Cover") else {}
    t = table(squad("A1", y=8), squad("B1", y=20), terrain=[piece(feature, 24, 14, **size, **height)])
    assert points(t)[0] == attack


@clause("inf.los.obstacle")
def test_a_bunker_in_the_line_counts_once_by_the_worst() -> None:
    # 3 bricks: it hides, and it is an obstacle; half hidden is the worse
    t = table(squad("A1", y=8), squad("B1", y=20), terrain=[piece("Spotting Bunker", 25.2, 14)])
    assert t.hidden_share("A1", "B1") >= 0.5
    assert points(t)[0] == 0
    # less than half hidden and an obstacle: one point, and in words one modifier
    t = table(squad("A1", y=8), squad("B1", y=20), terrain=[piece("Spotting Bunker", 25.4, 14)])
    assert 0 < t.hidden_share("A1", "B1") < 0.5
    assert points(t)[0] == 1
    # by the house rule the others add up, this one still does not
    both = [piece("Spotting Bunker", 25.4, 14), piece("Hedgerow", 24, 16, length=4)]
    t = table(squad("A1", y=8), squad("B1", y=20), terrain=both, options={"cover_stacking": "sum"})
    assert points(t)[0] == 0


@clause("inf.los.obstacle")
def test_it_hinders_infantry_only() -> None:
    solid = piece("Sand Dunes", 24, 14, height_bricks=3)
    assert points(table(tank(), squad("B1", y=20), terrain=[solid])) == (4, 3)


@clause("inf.los.tall")
def test_out_of_a_tall_building_infantry_attacks_infantry_better() -> None:
    house = piece("House", 24, 6)
    t = table(squad("A1", inside="T1"), squad("B1", y=20), tank("B2", x=30, y=20), terrain=[house])
    assert points(t) == (3, 3)
    assert points(t, "A1", "B2")[0] == 2
    bunker = piece("Spotting Bunker", 24, 6)
    assert points(table(squad("A1", inside="T1"), squad("B1", y=18), terrain=[bunker])) == (2, 3)


@clause("inf.strag.bonus")
@pytest.mark.parametrize(("markers", "attack"), [(6, 3), (5, 3), (4, 2), (1, 2)])
def test_strong_stragglers_attack_better(markers: int, attack: int) -> None:
    own = squad("A1", marks={"markers": markers, "strength": 0, "straggler": 1})
    assert points(table(own, squad("B1", y=20)))[0] == attack


# --- snipers ---------------------------------------------------------------------------------------------------------


@clause("inf.sniper.hidden")
def test_a_sniper_minds_neither_hiding_nor_obstacles_but_soft_cover_and_wrecks() -> None:
    def against(*terrain: Any, **more: Any) -> int:
        extra = more.pop("units", [])
        return points(table(squad("A1", y=8, card="Snipers"), *extra, squad("B1", y=20), terrain=terrain))[0]

    assert against(piece("Wall", 27, 13, length=6, width=0.2)) == 2
    assert against(piece("Spotting Bunker", 25.2, 14)) == 2
    assert against(piece("Sand Dunes", 24, 14, height_bricks=2)) == 2
    assert against(piece("Hedgerow", 24, 14, length=4)) == 1
    assert against(piece("Light Tree Cover", 24, 20)) == 1
    assert against(units=[unit("A2", "M4 Sherman", 24, 14, 0, status="wreck")]) == 0
    # through hard cover it sees nothing, and without its plate it is as blind as the others
    hidden = table(squad("A1", y=8, card="Snipers"), squad("B1", y=20), terrain=[piece("Wall", 24, 14)])
    assert not hidden.line_of_sight("A1", "B1")
    plain = table(squad("A1", y=8, card="Snipers", marks={"sniper": 0, "markers": 3}), squad("B1", y=20),
                  terrain=[piece("Wall", 27, 13, length=6, width=0.2)])  # fmt: skip
    assert points(plain)[0] == 0


@clause("inf.sniper.hidden")
@pytest.mark.parametrize(("agreed", "defense"), [(False, 6), (True, 3)])
def test_by_the_house_rule_a_sniper_ignores_the_defense_of_cover(agreed: bool, defense: int) -> None:
    t = table(squad("A1", y=8, card="Snipers"), squad("B1", inside="T1"), terrain=[HOUSE],
              options={"inf_sniper_ignores_cover_dp": agreed})  # fmt: skip
    assert points(t) == (2, defense)
    other = table(tank(), squad("B1", inside="T1"), terrain=[HOUSE], options={"inf_sniper_ignores_cover_dp": agreed})
    assert points(other)[1] == 6


# --- losses and weather ----------------------------------------------------------------------------------------------


@clause("inf.dmg.dp")
@pytest.mark.parametrize(
    ("card", "markers", "defense"),
    [("Infantry", 4, 3), ("Infantry", 3, 3), ("Infantry", 2, 2), ("Infantry", 1, 2), ("Half Infantry", 1, 2)],
)
def test_every_two_lost_markers_take_a_defense_point(card: str, markers: int, defense: int) -> None:
    assert points(table(tank(), squad("B1", y=20, card=card, marks={"markers": markers})))[1] == defense


@clause("inf.dmg.dp", "inf.strag.stats")
def test_stragglers_count_no_losses() -> None:
    for markers, defense in ((6, 3), (3, 3), (2, 2), (1, 2)):
        for strength in (0, 4):
            own = squad("B1", y=20, marks={"markers": markers, "strength": strength, "straggler": 1})
            assert points(table(tank(), own))[1] == defense


@clause("inf.weather.rest", "inf.geometry.modifier_order")
def test_a_blizzard_adds_to_defense_and_takes_nothing_from_infantrys_attack() -> None:
    snow = {"weather": "constant", "weather_kind": "blizzard"}
    t = table(squad("A1", y=16), squad("B1", inside="T1", marks={"markers": 2}), terrain=[HOUSE], options=snow)
    found = t.tally("A1", "B1")
    assert (found.attack_points.total, found.defense_points.total) == (2, 3 - 1 + 3 + 2)
    assert [each.clause for each in found.defense_points.modifiers] == [
        "inf.dmg.dp",
        "inf.hidden.building",
        "mbb.weather.blizzard.dp",
    ]


@clause("inf.geometry.modifier_order", "inf.los.tall", "inf.flank.bonus", "inf.raid.markers", "inf.strag.bonus")
def test_attack_modifiers_stand_in_their_order() -> None:
    own = squad("A1", y=16.5, marks={"markers": 6, "strength": 0, "straggler": 1, "grenadier": 1})
    t = table(own, squad("B1", inside="T1"), terrain=[HOUSE, piece("Hedgerow", 24, 17.5, length=4)])
    found = t.tally("A1", "B1").attack_points
    assert [each.clause for each in found.modifiers] == ["inf.strag.bonus", "inf.flank.bonus"]
    near = table(squad("A1", y=17.5, marks={"markers": 6, "strength": 0, "straggler": 1}), squad("B1", inside="T1"),
                 terrain=[HOUSE])  # fmt: skip
    assert [each.clause for each in near.tally("A1", "B1").attack_points.modifiers] == [
        "inf.strag.bonus",
        "inf.raid.markers",
    ]
