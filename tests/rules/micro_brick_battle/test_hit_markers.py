"""Hit markers: terrain that can be shot to pieces, section by section, and what opens up behind it."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.games.micro_brick_battle.base.features import features
from brickfield.testing import Position, clause, dice, forward, lay_table, piece, start, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}
SECTION = 1.89


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **more)


def tank(name: str, x: float, y: float, heading: float = 90, **more: Any) -> Any:
    return unit(name, "M4 Sherman", x, y, heading, **SQUARE | more)


ENEMY = tank("B1", 24, 34, 270)


def markers(t: Position) -> dict[str, int]:
    return {token.id: token.marks.get("hm", 0) for token in t.state.tokens.values()}


# --- placing markers -------------------------------------------------------------------------------------------------


@clause("mbb.hm.place")
def test_every_piece_gets_the_markers_of_its_table_entry() -> None:
    for name, feature in features().items():
        t = table(tank("A1", 24, 4), ENEMY, terrain=[piece(name, 10, 18)], anyhow=True)
        assert set(markers(t).values()) == {feature.hit_markers if feature.targetable else 0}, name


@clause("mbb.hm.place", "mbb.declare.legal_targets")
def test_a_piece_without_markers_can_never_be_targeted() -> None:
    for options, pieces in (
        ({"destructible": False}, [piece("House", 24, 14)]),
        ({}, [piece("House", 24, 14, hit_markers=0)]),
    ):
        t = table(tank("A1", 24, 4), ENEMY, terrain=pieces, options=options, phase="target_declaration")
        before = t.state.digest()
        refusal = t.fire({"A1": "T1"}).refusal
        assert refusal is not None
        assert (refusal.code, refusal.clause) == ("no_hit_markers", "mbb.declare.legal_targets")
        assert t.state.digest() == before


@clause("mbb.hm.place", "mbb.hm.shot")
def test_a_scenario_may_state_its_own_number_of_markers() -> None:
    t = table(tank("A1", 24, 4), ENEMY, terrain=[piece("House", 24, 14, hit_markers=7)])
    assert markers(t) == {"T1": 7}


@clause("mbb.hm.place")
@pytest.mark.parametrize(("agreed", "expected"), [({}, {0}), ({"destructible": True}, {3})])
def test_the_houses_of_six_against_six_stand_for_ever_unless_agreed_otherwise(
    agreed: dict[str, Any], expected: set[int]
) -> None:
    t = start(Setup("micro_brick_battle", "six_v_six", agreed), dice(6, 1))
    houses = [token for token in t.state.tokens.values() if token.kind == "House"]
    assert houses
    assert {token.marks.get("hm", 0) for token in houses} == expected


@clause("mbb.hm.untargetable")
@pytest.mark.parametrize("name", ["Emplacement", "Tank Trap", "Wire Obstacle"])
def test_emplacements_tank_traps_and_wire_cannot_be_targeted(name: str) -> None:
    t = table(
        tank("A1", 24, 4), ENEMY, terrain=[piece(name, 24, 14, hit_markers=3)], phase="target_declaration", anyhow=True
    )
    refusal = t.fire({"A1": "T1"}).refusal
    assert refusal is not None
    assert refusal.code == "no_hit_markers"


# --- shooting at terrain ---------------------------------------------------------------------------------------------


@clause("mbb.hm.shot", "mbb.geometry.dice")
def test_a_shot_at_terrain_needs_no_roll_and_takes_exactly_one_marker() -> None:
    t = table(tank("A1", 24, 4), ENEMY, terrain=[piece("House", 24, 14)])
    result = t.fire({"A1": "T1"})
    assert result.of("dice_rolled") == []
    (shot,) = result.of("shot_resolved")
    assert (shot.needed, shot.rolled, shot.hit, shot.clause) == (None, 0, True, "mbb.hm.shot")
    assert markers(t) == {"T1": 2}


@clause("mbb.hm.shot", "mbb.mod.stack")
def test_modifiers_do_not_matter_against_terrain() -> None:
    """The weakest gun, through trees, a wreck and over a hedge, at a base of which little can be seen."""
    terrain = [
        piece("Base", 24, 24),
        piece("Light Tree Cover", 24, 8, length=6, width=1),
        piece("Hedgerow", 24, 10, length=6, width=0.3),
        piece("House", 30, 14, length=12, width=1),
    ]
    units = (tank("A1", 24, 4, ap=1), tank("B2", 24, 12, 0, status="wreck"), ENEMY)
    t = table(*units, terrain=terrain)
    t.fire({"A1": "T1"})
    assert markers(t)["T1"] == 7


@clause("mbb.hm.shot", "mbb.vt.clamp.ap")
def test_a_unit_without_a_main_weapon_cannot_shoot_at_terrain() -> None:
    units = (unit("A1", "Staff Car", 24, 4, 90), tank("A2", 30, 4), ENEMY)
    t = table(*units, terrain=[piece("House", 24, 14)], phase="target_declaration")
    refusal = t.fire({"A1": "T1"}).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("no_main_weapon", "mbb.vt.clamp.ap")


@clause("mbb.hm.house_example", "mbb.hm.destroyed")
def test_a_house_must_be_shot_three_times() -> None:
    shooters = [tank(f"A{number}", 14 + 4 * number, 4) for number in (1, 2, 3)]
    t = table(*shooters, ENEMY, terrain=[piece("House", 24, 14)])
    result = t.fire({"A1": "T1", "A2": "T1", "A3": "T1"})
    assert [event.value for event in result.of("token_marked")] == [2, 1]
    assert [event.clause for event in result.of("token_removed")] == ["mbb.hm.destroyed"]
    assert t.state.tokens == {}


@clause("mbb.hm.destroyed", "mbb.declare.void_destroyed")
def test_a_shot_at_a_piece_that_is_gone_is_void() -> None:
    shooters = [tank("A1", 20, 4), tank("A2", 28, 4)]
    t = table(*shooters, ENEMY, terrain=[piece("Wall", 24, 14, length=SECTION)])
    result = t.fire({"A1": "T1", "A2": "T1"})
    assert len(result.of("shot_resolved")) == 1
    voided = result.of("shot_voided")[0]
    assert (voided.unit, voided.reason, voided.clause) == ("A2", "target_destroyed", "mbb.declare.void_destroyed")


@clause("mbb.declare.legal_targets")
def test_anybody_may_shoot_at_any_piece_with_markers() -> None:
    t = table(tank("A1", 24, 4), ENEMY, terrain=[piece("House", 24, 14)])
    assert "T1" in t.legal_targets("A1")
    assert "T1" in t.legal_targets("B1")


# --- sections --------------------------------------------------------------------------------------------------------


@clause("mbb.geometry.sections", "mbb.hm.section", "mbb.geometry.feature_facing")
@pytest.mark.parametrize("name", ["Wall", "Low Wall", "Hedgerow"])
def test_a_strip_is_cut_every_six_studs_from_its_first_end(name: str) -> None:
    """Four inches from x = 22 to 26: two whole sections and a rest of 0.22."""
    t = table(tank("A1", 24, 4), ENEMY, terrain=[piece(name, 24, 14, length=4.0, width=0.315)])
    tokens = list(t.state.tokens.values())
    assert [token.length for token in tokens] == [1_890_000, 1_890_000, 220_000]
    assert [token.pose.x for token in tokens] == [22_945_000, 24_835_000, 25_890_000]
    assert markers(t) == {"T1.1": 1, "T1.2": 1, "T1.3": 1}
    turned = table(tank("A1", 24, 4), ENEMY, terrain=[piece(name, 24, 14, 180, length=4.0, width=0.315)])
    assert turned.state.tokens["T1.3"].pose.x == 22_110_000, "the first end lies against the heading"


@clause("mbb.geometry.sections", "mbb.hm.section")
def test_a_remainder_below_the_tolerance_is_no_section() -> None:
    for length, count in ((2 * SECTION, 2), (2 * SECTION + 0.0000005, 2), (2 * SECTION + 0.001, 3)):
        t = table(tank("A1", 24, 4), ENEMY, terrain=[piece("Wall", 24, 14, length=length)])
        assert len(t.state.tokens) == count, length


@clause("mbb.geometry.sections", "mbb.hm.section", "mbb.geometry.feature_facing")
@pytest.mark.parametrize(("name", "step"), [("Forest", 1.26), ("Light Tree Cover", 1.89)])
def test_an_area_is_cut_into_cells_from_its_first_corner(name: str, step: float) -> None:
    t = table(tank("A1", 24, 4), ENEMY, terrain=[piece(name, 24, 14, length=2 * step + 0.5, width=step + 0.3)])
    sizes = [(token.length / 1e6, token.width / 1e6) for token in t.state.tokens.values()]
    rows = [(step, step), (step, step), (0.5, step), (step, 0.3), (step, 0.3), (0.5, 0.3)]
    assert sizes == [pytest.approx(row) for row in rows]
    first = t.state.tokens["T1.1"].pose
    assert first.place == pytest.approx((24 - step - 0.25 + step / 2, 14 - step / 2 - 0.15 + step / 2))
    assert set(markers(t).values()) == {1}


@clause("mbb.geometry.sections", "mbb.geometry.obstacle_los")
def test_sections_of_the_same_wall_hide_each_other() -> None:
    """The wall is seen end on: only its nearest section can be shot at."""
    t = table(tank("A1", 24, 4), ENEMY, terrain=[piece("Wall", 24, 14, 90, length=3 * SECTION)])
    assert [target for target in t.legal_targets("A1") if target.startswith("T1")] == ["T1.1"]
    assert not t.line_of_sight("A1", "T1.2")
    t.end_movement()
    refusal = t.fire({"A1": "T1.2"}).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("no_line_of_sight", "mbb.los.required")


@clause("mbb.geometry.obstacle_los", "mbb.geometry.muzzle")
@pytest.mark.parametrize(
    ("right_edge", "seen"), [(25.0, True), (25.4, True), (25.499999, True), (25.5, False), (27.0, False)]
)
def test_a_sight_of_any_part_of_a_piece_is_enough(right_edge: float, seen: bool) -> None:
    """The barrel is at (24, 5), the near side of the house at y = 23 reaches to x = 27, the wall stands half way."""
    house = piece("House", 24, 24, length=6, width=2)
    blocker = piece("Building", right_edge - 10, 14.5, length=20, width=1)
    t = table(tank("A1", 24, 4), ENEMY, terrain=[house, blocker])
    assert t.line_of_sight("A1", "T1") is seen
    assert ("T1" in t.legal_targets("A1")) is seen


@clause("mbb.geometry.obstacle_los", "mbb.geometry.blockers")
@pytest.mark.parametrize(
    ("order", "transparent"), [((1, 0, 2), False), ((0, 1, 2), False), ((0, 1, 2), True), ((0, 2, 1), True)]
)
def test_a_tank_in_between_hides_a_hedgerow(order: tuple[int, ...], transparent: bool) -> None:
    """Wherever it stands in the list of what hides; the hedge itself is not in that list."""
    units = tank("A1", 24, 4), tank("B2", 24, 8, width_inches=6), tank("B1", 40, 34)
    hedge = [piece("Hedgerow", 24, 14, length=SECTION)]
    t = table(*(units[place] for place in order), terrain=hedge, options={"friends_transparent": transparent})
    assert not t.line_of_sight("A1", "T1")


@clause("mbb.geometry.obstacle_los", "mbb.geometry.blockers")
def test_a_tank_in_between_hides_the_second_house_as_well() -> None:
    houses = [piece("House", 40, 14), piece("House", 24, 14, length=2, width=2)]
    t = table(tank("A1", 24, 4), tank("B1", 24, 8, width_inches=6), terrain=houses)
    assert [t.line_of_sight("A1", name) for name in ("T1", "T2")] == [True, False]


@clause("mbb.geometry.obstacle_los", "mbb.geometry.muzzle")
def test_the_barrel_points_at_the_middle_of_the_section() -> None:
    """Aimed at the section on the right the barrel is on the right of the hull and clear of the house before it."""
    sections = piece("Wall", 24, 14, length=9 * SECTION)
    block = piece("House", 24, 5.6, length=0.3, width=0.6)
    t = table(tank("A1", 24, 4), ENEMY, terrain=[sections, block])
    assert t.line_of_sight("A1", "T1.9")
    assert t.line_of_sight("A1", "T1.1")
    assert not t.line_of_sight("A1", "B1")


@clause("mbb.geometry.obstacle_los", "mbb.geometry.point_blank")
def test_a_piece_the_barrel_touches_is_seen() -> None:
    t = table(tank("A1", 24, 4), ENEMY, terrain=[piece("House", 24, 6, length=2, width=2)])
    assert t.line_of_sight("A1", "T1")
    t.fire({"A1": "T1"})
    assert markers(t) == {"T1": 2}


@clause("mbb.geometry.arc.fixed", "mbb.geometry.sections")
def test_a_fixed_gun_bears_on_the_section_and_not_on_the_wall_as_a_whole() -> None:
    gun = unit("A1", "StuG III", 24, 4, 90, **SQUARE)
    t = table(gun, ENEMY, terrain=[piece("Wall", 24, 14, length=9 * SECTION)], phase="target_declaration")
    inside = [target for target in t.legal_targets("A1") if target.startswith("T1")]
    # 22.5 degrees at 9 inches reach 3.73 inches to each side: the middle section (to 0.945), the next (to 2.835), the
    # next but one (to 4.725), which begins inside.
    assert inside == ["T1.3", "T1.4", "T1.5", "T1.6", "T1.7"]
    refusal = t.fire({"A1": "T1.2"}).refusal
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("out_of_arc", "mbb.geometry.arc.fixed")


# --- what opens up ---------------------------------------------------------------------------------------------------


@clause("mbb.hm.open", "mbb.geometry.sections", "mbb.hm.section")
def test_a_gap_of_six_studs_can_be_seen_and_driven_through() -> None:
    narrow = {"length_inches": 2.0, "width_inches": 1.0}
    units = (unit("A1", "M4 Sherman", 24, 4, 90, **narrow), unit("B1", "Panzer III", 24, 24, 270, **narrow))
    t = table(*units, terrain=[piece("Wall", 24, 9, length=9 * SECTION)])
    assert not t.line_of_sight("A1", "B1")
    assert t.end("A1", forward(8))[1] == pytest.approx(9 - 0.1575 - 1)
    t.fire({"A1": "T1.5"})
    assert "T1.5" not in t.state.tokens
    assert len(t.state.tokens) == 8
    assert t.line_of_sight("A1", "B1")
    assert t.tally("A1", "B1").attack_points.total == 4
    t.end_movement()
    t.answer("declare")
    t.move("A1", forward(8))
    assert t.pose("A1") == pytest.approx((24, 12, 90))


@clause("mbb.hm.open", "mbb.obst.lowwall.dp", "mbb.terrain.hedge", "mbb.terrain.trees")
@pytest.mark.parametrize(
    ("name", "before", "after"), [("Low Wall", 10, 8), ("Hedgerow", 9, 8), ("Light Tree Cover", 9, 8), ("Wall", 10, 8)]
)
def test_a_later_shot_of_the_same_phase_finds_the_gap(name: str, before: int, after: int) -> None:
    """The first tank from the left opens the section in front of the second one's target."""
    gap_wide = {"length_inches": 1.0, "width_inches": 1.0}
    size = {"length": SECTION / 2, "width": 0.315}
    units = (
        tank("A1", 14, 4),
        unit("A2", "M4 Sherman", 24, 4, 90, **gap_wide),
        unit("B1", "Panzer III", 24, 24, 270, **gap_wide),
    )
    terrain = [piece(name, 24 + (SECTION / 4 if name == "Wall" else 0), 14, **size)]
    assert table(*units, terrain=terrain).tally("A2", "B1").needed == before
    t = table(*units, terrain=terrain)
    shots = t.fire({"A1": "T1", "A2": "B1"}, dice(1, 1)).of("shot_resolved")
    assert [shot.needed for shot in shots] == [None, after]


@clause("mbb.hm.open", "mbb.obst.lowwall.move")
def test_a_gap_in_a_low_wall_can_be_driven_through() -> None:
    narrow = {"length_inches": 2.0, "width_inches": 1.0}
    t = table(
        unit("A1", "M4 Sherman", 24, 4, 90, **narrow), ENEMY, terrain=[piece("Low Wall", 24, 7, length=3 * SECTION)]
    )
    t.fire({"A1": "T1.2"})
    t.end_movement()
    t.answer("declare")
    t.move("A1", forward(8))
    assert t.pose("A1") == pytest.approx((24, 12, 90))


@clause("mbb.hm.destroyed", "mbb.hm.open")
def test_a_piece_with_a_marker_left_hides_as_before() -> None:
    t = table(tank("A1", 24, 4), ENEMY, terrain=[piece("House", 24, 14)])
    t.fire({"A1": "T1"})
    assert not t.line_of_sight("A1", "B1")
