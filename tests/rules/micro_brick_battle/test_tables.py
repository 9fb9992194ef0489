"""Victory Table, measures, modifiers and features: what a reader of the book finds in the printed tables."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from brickfield.core.data_files import DataFault
from brickfield.games.micro_brick_battle.base import features, measures
from brickfield.games.micro_brick_battle.chapters.house_rules.conflict_resolution import conflict_dice
from brickfield.games.micro_brick_battle.chapters.reinforcements.reinforcements import reserve_rounds
from brickfield.games.micro_brick_battle.setup import scenarios
from brickfield.games.micro_brick_battle.setup.card_names import unit_card
from brickfield.testing import clause


@clause("mbb.vt.formula")
def test_every_row_follows_the_formula() -> None:
    table = measures.victory_table()
    for ap in range(1, 11):
        for dp in range(11):
            expected = max(3, 8 - ap + dp)
            assert table.needed(ap, dp) == (expected if expected <= 12 else None), (ap, dp)


@clause("mbb.vt.columns")
def test_rows_are_ap_1_to_10_and_columns_dp_0_to_10() -> None:
    table = measures.victory_table()
    assert [row.attack_points for row in table.row] == list(range(1, 11))
    assert table.defense_points == tuple(range(11))


@clause("mbb.vt.floor3")
def test_a_roll_of_two_never_hits() -> None:
    needed = [measures.victory_table().needed(ap, dp) for ap in range(-3, 15) for dp in range(-5, 15)]
    assert min(total for total in needed if total is not None) == 3


@clause("mbb.vt.dash")
def test_a_dash_is_no_number() -> None:
    assert measures.victory_table().needed(1, 5) == 12
    assert measures.victory_table().needed(1, 6) is None
    assert measures.victory_table().needed(5, 10) is None


@clause("mbb.vt.clamp.ap")
@pytest.mark.parametrize(("ap", "row"), [(0, 1), (-4, 1), (1, 1), (10, 10), (11, 10), (99, 10)])
def test_ap_off_the_table_reads_the_nearest_row(ap: int, row: int) -> None:
    assert measures.victory_table().needed(ap, 5) == measures.victory_table().needed(row, 5)


@clause("mbb.vt.clamp.dp")
@pytest.mark.parametrize(("dp", "column"), [(-6, 0), (-1, 0), (0, 0), (10, 10), (11, 10), (40, 10)])
def test_dp_off_the_table_reads_the_nearest_column(dp: int, column: int) -> None:
    assert measures.victory_table().needed(8, dp) == measures.victory_table().needed(8, column)


@clause("mbb.unit.ap", "mbb.unit.dp", "mbb.shoot.example")
def test_sherman_against_panzer_iii_needs_eight() -> None:
    sherman, panzer = unit_card("M4 Sherman"), unit_card("Panzer III")
    assert measures.victory_table().needed(sherman.ap, panzer.dp) == 8
    # AP is the row and DP the column, not the other way round.
    assert measures.victory_table().needed(9, 2) == 3
    assert measures.victory_table().needed(2, 9) is None


@clause("mbb.vt.columns")
def test_a_victory_table_with_a_hole_is_a_fault() -> None:
    table = measures.victory_table()
    with pytest.raises(DataFault, match="AP 3"):
        measures.check_shape(
            measures.VictoryTable(table.row[:1] + table.row[2:], table.defense_points, 0, table.clause)
        )
    with pytest.raises(DataFault, match="gap"):
        measures.check_shape(replace(table, defense_points=(*table.defense_points[1:], 12)))


@clause("mbb.geometry.units")
def test_studs_and_bricks_in_inches() -> None:
    assert (measures.measures().stud_inches, measures.measures().brick_inches) == (0.315, 0.378)
    assert [measures.studs(count) for count in (1, 2, 4, 6, 8, 12, 18)] == [0.315, 0.63, 1.26, 1.89, 2.52, 3.78, 5.67]
    figures = measures.measures()
    assert {figures.tolerance_inches, figures.tolerance_square_inches, figures.tolerance_degrees} == {1e-6}


@clause("mbb.setup.table")
def test_the_table_is_four_by_three_feet_with_six_inch_zones() -> None:
    figures = measures.measures()
    assert (figures.table_width_inches, figures.table_depth_inches) == (4 * 12, 3 * 12)
    assert figures.deployment_zone_inches == 6
    for scenario in scenarios.scenarios().values():
        assert (scenario.table_width, scenario.table_depth) == (48, 48 if scenario.free_for_all else 36)
        first = "x=0" if scenario.own_edges else "y=0"
        assert [force.edge for force in scenario.force][:2] == [first, f"y={scenario.table_depth:g}"]


def test_prices_of_movement() -> None:
    prices = measures.movement()
    assert (prices.forward_mp_per_inch, prices.reverse_mp_per_inch, prices.turn_degrees_per_mp) == (1, 2, 90)
    assert prices.turret_mp == 0


def test_the_worked_examples_of_movement_add_up() -> None:
    prices = measures.movement()
    about_turn_and_back = 180 / prices.turn_degrees_per_mp + 2 * prices.reverse_mp_per_inch
    there_and_round = 7 * prices.forward_mp_per_inch + 90 / prices.turn_degrees_per_mp
    assert (about_turn_and_back, there_and_round) == (6, 8)


def test_the_stick_is_twelve_studs_and_half_the_die_hits() -> None:
    figures = measures.measures()
    assert measures.movement().stick_inches == 3.78
    hits = [face for face in range(1, figures.die_faces + 1) if face >= figures.color_die_hit_from]
    assert hits == [4, 5, 6]


def test_arcs_heights_and_the_reach_of_ones_own_wall() -> None:
    figures = measures.measures()
    assert (figures.front_arc_degrees, figures.rear_arc_degrees) == (45, 135)
    assert (figures.hard_cover_bricks, figures.opaque_bricks, figures.own_cover_inches) == (4, 3, 1)


@clause("mbb.geometry.sections", "mbb.reinf.wait3", "mbb.army.rc_pattern", "mbb.mod.hidden.major", "mbb.move.fraction")
def test_sections_waiting_prices_and_tolerances() -> None:
    figures, prices = measures.measures(), measures.movement()
    assert (figures.section_studs, figures.forest_cell_studs, figures.light_tree_cell_studs) == (6, 4, 6)
    assert (reserve_rounds(), figures.suggested_cost_base, prices.quick_inches_per_mp) == (3, 5, 1)
    assert (figures.hidden_tolerance_share, prices.mp_tolerance) == (1e-6, 1e-6)


def test_how_many_dice_are_thrown() -> None:
    figures = measures.measures()
    assert (figures.shot_dice, figures.deployment_dice, conflict_dice()) == (2, 1, 1)


@pytest.mark.parametrize(
    ("name", "value", "to", "cited"),
    [
        ("rear_shot", -2, "defense_points", "mbb.mod.rear"),
        ("hidden_minor", -1, "attack_points", "mbb.mod.hidden.minor"),
        ("hidden_major", -2, "attack_points", "mbb.mod.hidden.major"),
        ("wreck", -2, "attack_points", "mbb.wreck.modifier"),
        ("hedgerow", -1, "attack_points", "mbb.terrain.hedge"),
        ("light_trees", -1, "attack_points", "mbb.terrain.trees"),
        ("low_wall", 2, "defense_points", "mbb.obst.lowwall.dp"),
        ("young_hidden", -1, "attack_points", "mbb.young.hidden"),
    ],
)
def test_modifiers_as_printed(name: str, value: int, to: str, cited: str) -> None:
    modifier: measures.PrintedModifier = getattr(measures.modifiers(), name)
    assert (modifier.value, modifier.to, modifier.clause) == (value, to, cited)
    assert modifier.reason


def test_half_of_the_side_and_the_order_of_cover() -> None:
    assert measures.modifiers().hidden_half_share == 0.5
    assert measures.modifiers().cover_order == ("wreck", "hidden", "hedgerow", "light_trees")
    assert measures.modifiers().structure_cap == 2


@clause("mbb.obst.house", "mbb.obst.wall")
def test_features_as_printed() -> None:
    printed = {each.name: (each.hit_markers, each.rc, each.cover) for each in features.features().values()}
    assert printed == {
        "Artillery Bunker": (4, 4, "opaque"),
        "Spotting Bunker": (4, 3, "opaque"),
        "House": (3, 5, "hard"),
        "Building": (5, 6, "hard"),
        "Base": (8, 8, "hard"),
        "Hedgerow": (1, 2, "soft"),
        "Forest": (1, 5, "hard"),
        "Light Tree Cover": (1, 2, "soft"),
        "Bridges": (2, 3, "by_height"),
        "Emplacement": (0, 2, "soft"),
        "Low Wall": (1, 2, "soft"),
        "Tank Trap": (0, 3, "see_through"),
        "Wall": (1, 3, "hard"),
        "Wire Obstacle": (0, 1, "see_through"),
        "Mountain": (0, 0, "hard"),
        "Hill": (0, 0, "hard"),
        **dict.fromkeys(("Large Water", "Shallow Water", "Mud", "Sand Dunes", "Fountain"), (0, 0, "see_through")),
    }
    assert all(each.targetable == (each.hit_markers > 0) for each in features.features().values())


@pytest.mark.parametrize(
    ("name", "cut", "step"),
    [
        ("Hedgerow", "length", 1.89),
        ("Low Wall", "length", 1.89),
        ("Wall", "length", 1.89),
        ("Forest", "cells", 1.26),
        ("Light Tree Cover", "cells", 1.89),
        ("House", "piece", 0.0),
    ],
)
def test_long_features_are_cut_and_woods_have_cells(name: str, cut: str, step: float) -> None:
    assert (features.feature(name).cut, features.feature(name).section_inches) == (cut, step)


@clause("mbb.geometry.height", "mbb.obst.bunker.size", "mbb.obst.wire.size", "mbb.obst.trap.size", "mbb.geometry.units")
def test_every_feature_has_its_size_height_and_charge() -> None:
    """Length and width in studs, height in bricks, and what driving over it takes."""
    stated = {
        "Artillery Bunker": (8, 4, 3, 0),
        "Spotting Bunker": (8, 4, 3, 0),
        "House": (8, 8, 5, 0),
        "Building": (12, 8, 6, 0),
        "Base": (16, 12, 6, 0),
        "Hedgerow": (18, 1, 2, 0),
        "Forest": (16, 12, 6, 0),
        "Light Tree Cover": (12, 12, 3, 0),
        "Bridges": (18, 6, 2, 0),
        "Emplacement": (6, 2, 1, 1),
        "Low Wall": (18, 1, 1, 0),
        "Tank Trap": (4, 2, 1, 0),
        "Wall": (18, 1, 4, 0),
        "Wire Obstacle": (6, 2, 1, 3),
        "Mountain": (16, 12, 9, 0),
        "Hill": (20, 16, 9, 0),
        "Large Water": (24, 12, 0, 0),
        "Shallow Water": (12, 8, 0, 1),
        "Mud": (12, 8, 0, 1),
        "Sand Dunes": (12, 8, 1, 1),
        "Fountain": (4, 4, 2, 0),
    }
    for name, (length, width, bricks, charge) in stated.items():
        each = features.feature(name)
        assert (each.length_inches, each.width_inches) == pytest.approx((length * 0.315, width * 0.315)), name
        assert (each.height_bricks, each.movement_charge) == (bricks, charge), name
    assert list(stated) == list(features.features())


@clause("mbb.obst.bunker.size", "mbb.obst.wire.size", "mbb.obst.trap.size", "mbb.obst.lowwall.height")
def test_sizes_of_bunkers_wire_traps_and_low_walls() -> None:
    def size(name: str) -> tuple[float, float]:
        return features.feature(name).length_inches, features.feature(name).width_inches

    assert size("Artillery Bunker") == size("Spotting Bunker") == (measures.studs(8), measures.studs(4))
    assert size("Wire Obstacle") == (measures.studs(6), measures.studs(2))
    assert size("Tank Trap") == (measures.studs(4), measures.studs(2))
    assert 1 <= features.feature("Low Wall").height_bricks <= measures.measures().low_wall_bricks == 2


def test_trees_are_open_ground_hedges_and_low_walls_are_not() -> None:
    assert features.feature("Light Tree Cover").ground == "free"
    assert features.feature("Hedgerow").ground == features.feature("Low Wall").ground == "blocked"


@clause("mbb.cover.hard", "mbb.cover.three_bricks", "mbb.cover.soft", "mbb.mod.hidden.what")
def test_what_hides_and_what_does_not() -> None:
    opaque = {name for name, feature in features.features().items() if feature.is_opaque}
    hard = {"House", "Building", "Base", "Forest", "Wall", "Hill", "Mountain"}
    assert opaque == hard | {"Artillery Bunker", "Spotting Bunker"}
    for name in hard:
        assert features.feature(name).height_bricks >= measures.measures().hard_cover_bricks
    assert features.feature("Artillery Bunker").height_bricks == measures.measures().opaque_bricks


@clause("mbb.geometry.height")
def test_height_decides_for_bridges_and_not_for_what_is_called_soft() -> None:
    for height, hides in ((1, False), (3, False), (4, True), (6, True)):
        assert replace(features.feature("Bridges"), height_bricks=height).is_opaque == hides
        assert not replace(features.feature("Hedgerow"), height_bricks=height).is_opaque
        assert not replace(features.feature("Tank Trap"), height_bricks=height).is_opaque
        assert replace(features.feature("House"), height_bricks=height).is_opaque


def test_what_ground_units_cannot_drive_into() -> None:
    open_ground = {name for name, feature in features.features().items() if not feature.blocks_ground}
    charged = {"Emplacement", "Wire Obstacle", "Shallow Water", "Mud", "Sand Dunes"}
    # large water is closed where no bridge lies over it, and never to those that swim
    assert open_ground == charged | {"Light Tree Cover", "Bridges", "Hill", "Large Water"}


def test_a_soft_feature_names_a_modifier_that_exists() -> None:
    named = {each.name: each.modifier for each in features.features().values() if each.modifier}
    assert named == {
        "Hedgerow": "hedgerow",
        "Light Tree Cover": "light_trees",
        "Low Wall": "low_wall",
        "Bridges": "low_bridge",
        "Emplacement": "emplacement",
    }
    assert all(hasattr(measures.modifiers(), modifier) for modifier in named.values())


def test_a_feature_that_does_not_exist_is_named() -> None:
    with pytest.raises(KeyError, match="Castle"):
        features.feature("Castle")
