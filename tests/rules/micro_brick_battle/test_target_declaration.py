"""Target Declaration Phase: who may name whom, in which order, and when it is too late."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, unit

SQUARE = {"length_inches": 2.0, "width_inches": 2.0}


def table(*units: Any, terrain: Any = (), **more: Any) -> Position:
    return lay_table("micro_brick_battle", units, terrain, **more)


def tank(name: str, x: float, y: float, heading: float = 90, **more: Any) -> Any:
    return unit(name, "M4 Sherman", x, y, heading, **SQUARE | more)


def two_against_two(**more: Any) -> Position:
    units = (tank("A1", 10, 4), tank("A2", 20, 4), tank("B1", 12, 30, 270), tank("B2", 22, 30, 270))
    return table(*units, **{"phase": "target_declaration", **more})


def declare(t: Position, *shots: tuple[str, str], **more: Any) -> Result:
    return t.answer("declare", shots=[{"unit": shooter, "target": target} for shooter, target in shots], **more)


def refused(t: Position, *shots: tuple[str, str]) -> tuple[str, str]:
    """Code and clause of the refusal; nothing may have changed."""
    before = t.state.digest()
    refusal = declare(t, *shots).refusal
    assert refusal is not None
    assert t.state.digest() == before
    return refusal.code, refusal.clause


# --- when ------------------------------------------------------------------------------------------------------------


@clause("mbb.declare.after_move")
def test_targets_are_declared_when_all_movement_is_done() -> None:
    t = two_against_two(phase="movement")
    before = t.state.digest()
    assert not declare(t, ("A1", "B1")).accepted
    assert t.state.digest() == before
    t.end_movement()
    assert t.asked == "declare_targets"
    before = t.state.digest()
    assert not t.move("A1", forward(1)).accepted
    assert t.state.digest() == before
    assert declare(t, ("A1", "B1"), dice=dice(1, 1)).accepted


@clause("mbb.declare.locked", "mbb.declare.void_missed")
def test_after_the_lock_no_target_can_be_added_or_changed() -> None:
    t = two_against_two()
    result = declare(t, ("A1", "B1"), dice=dice(1, 1))
    names = [type(event).__name__ for event in result.events]
    assert names.index("TargetDeclared") < names.index("DeclarationsLocked") < names.index("DiceRolled")
    before = t.state.digest()
    for shot in (("A2", "B2"), ("A1", "B2")):
        late = t.send({"answer": "declare", "shots": [{"unit": shot[0], "target": shot[1]}]}, seat=0)
        assert not late.accepted
    assert t.state.digest() == before
    assert t.decision is not None
    assert t.decision.seat == 1, "A2 has named nobody and has lost its shot"


@clause("mbb.declare.one", "mbb.declare.void_missed")
def test_nobody_has_to_declare() -> None:
    t = two_against_two()
    result = declare(t)
    assert result.accepted
    assert result.of("target_declared") == result.of("shot_resolved") == result.of("dice_rolled") == []
    assert len(result.of("declarations_locked")) == 1
    assert t.decision is not None
    assert t.decision.seat == 1


# --- one target, the same target -------------------------------------------------------------------------------------


@clause("mbb.declare.one")
def test_a_unit_names_one_target_at_most() -> None:
    assert refused(two_against_two(), ("A1", "B1"), ("A1", "B2")) == ("one_target", "mbb.declare.one")
    assert refused(two_against_two(), ("A1", "B1"), ("A1", "B1")) == ("one_target", "mbb.declare.one")


@clause("mbb.declare.same", "mbb.declare.one_at_a_time")
def test_several_units_may_name_the_same_target_and_fire_one_after_another() -> None:
    t = two_against_two()
    result = declare(t, ("A1", "B1"), ("A2", "B1"), dice=dice(1, 1, 6, 6))
    assert [(event.unit, event.target) for event in result.of("target_declared")] == [("A1", "B1"), ("A2", "B1")]
    assert [event.faces for event in result.of("dice_rolled")] == [(1, 1), (6, 6)]
    assert [event.hit for event in result.of("shot_resolved")] == [False, True]
    assert result.of("unit_destroyed")[0].by == "A2"


# --- who may be named ------------------------------------------------------------------------------------------------


@clause("mbb.declare.legal_targets")
def test_own_units_are_never_targets() -> None:
    assert refused(two_against_two(), ("A1", "A2")) == ("own_unit", "mbb.declare.legal_targets")
    assert refused(two_against_two(), ("A1", "A1")) == ("own_unit", "mbb.declare.legal_targets")


@clause("mbb.declare.legal_targets", "mbb.wreck.not_target")
def test_wrecks_of_both_sides_and_units_off_the_table_are_no_targets() -> None:
    units = (tank("A1", 10, 4), tank("A2", 20, 4, status="wreck"), tank("B1", 12, 30, 270))
    more = (tank("B2", 22, 30, 270, status="wreck"), tank("B3", 0, 0, status="reserve"))
    t = table(*units, *more, phase="target_declaration")
    assert refused(t, ("A1", "B2")) == ("wreck", "mbb.wreck.not_target")
    assert refused(t, ("A1", "A2")) == ("own_unit", "mbb.declare.legal_targets")
    assert refused(t, ("A1", "B3")) == ("not_on_table", "mbb.declare.legal_targets")
    assert t.legal_targets("A1") == ["B1"]


@clause("mbb.declare.legal_targets")
def test_enemies_and_terrain_with_markers_are_targets_and_other_terrain_is_not() -> None:
    terrain = [piece("House", 30, 20), piece("Tank Trap", 34, 20), piece("House", 38, 20, hit_markers=0)]
    t = two_against_two(terrain=terrain)
    assert t.legal_targets("A2") == ["B1", "B2", "T1"]
    for trap in ("T2", "T3"):
        assert refused(t, ("A1", trap)) == ("no_hit_markers", "mbb.declare.legal_targets")


@clause("mbb.declare.legal_targets")
def test_a_name_that_is_not_on_the_table_is_refused() -> None:
    assert refused(two_against_two(), ("A1", "B7")) == ("unknown_target", "")
    assert refused(two_against_two(), ("A7", "B1")) == ("unknown_unit", "")


@clause("mbb.declare.one", "mbb.turn.active")
def test_only_living_units_of_the_active_player_declare() -> None:
    units = (tank("A1", 10, 4), tank("A2", 20, 4, status="wreck"), tank("B1", 12, 30, 270))
    t = table(*units, phase="target_declaration")
    assert refused(t, ("B1", "A1")) == ("not_your_unit", "mbb.turn.active")
    assert refused(t, ("A2", "B1")) == ("not_alive", "mbb.declare.recheck")


@clause("mbb.los.required", "mbb.geometry.arc.fixed")
def test_a_fixed_gun_must_bear_and_see() -> None:
    gun, house = unit("A1", "StuG III", 24, 4, 90), [piece("House", 24, 14, length=10, width=1)]
    t = table(gun, tank("B1", 24, 30, 270), tank("B2", 44, 4, 180), terrain=house, phase="target_declaration")
    assert t.legal_targets("A1") == ["T1"]
    assert refused(t, ("A1", "B1")) == ("no_line_of_sight", "mbb.los.required")
    assert refused(t, ("A1", "B2")) == ("out_of_arc", "mbb.geometry.arc.fixed")


@clause("mbb.los.required", "mbb.declare.one")
def test_one_bad_declaration_refuses_the_whole_list() -> None:
    t = two_against_two(terrain=[piece("House", 22, 20, length=8, width=1)])
    assert refused(t, ("A1", "B1"), ("A2", "B2")) == ("no_line_of_sight", "mbb.los.required")


@clause("mbb.vt.clamp.ap")
def test_a_staff_car_has_nothing_to_fire() -> None:
    units = (unit("A1", "Staff Car", 10, 4), tank("A2", 20, 4), tank("B1", 12, 30, 270))
    t = table(*units, phase="target_declaration")
    assert refused(t, ("A1", "B1")) == ("no_main_weapon", "mbb.vt.clamp.ap")
    assert t.legal_targets("A1") == []


@clause("mbb.vt.clamp.ap")
def test_a_player_without_any_gun_is_not_asked_for_targets() -> None:
    t = table(unit("A1", "Staff Car", 10, 4), tank("B1", 12, 30, 270))
    t.end_movement()
    assert t.decision is not None
    assert (t.asked, t.decision.seat) == ("move_units", 1)


# --- left to right ---------------------------------------------------------------------------------------------------

EDGES = {
    "y=0": ["W", "S", "N", "E"],
    "y=36": ["E", "N", "S", "W"],
    "x=0": ["N", "W", "E", "S"],
    "x=48": ["S", "E", "W", "N"],
}


@clause("mbb.geometry.leftmost", "mbb.declare.leftmost")
@pytest.mark.parametrize("edge", EDGES)
def test_left_is_what_the_owner_sees_on_the_left(edge: str) -> None:
    """Four tanks in the wind directions; of two on one line the one nearer to the own edge comes first."""
    places = {"N": (24, 28), "E": (34, 18), "S": (24, 8), "W": (14, 18)}
    units = [tank(name, x, y, seat=0) for name, (x, y) in places.items()]
    t = table(*units, tank("B1", 44, 33), edges=(edge, "y=36" if edge == "y=0" else "y=0"))
    assert t.leftmost(0) == EDGES[edge]


@clause("mbb.geometry.leftmost")
@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_units_in_the_same_place_the_one_bought_earlier_comes_first(seat: int) -> None:
    units = [tank(name, 24, 18, seat=seat) for name in ("Z", "M", "C")]
    t = table(*units, tank("E", 10, 10, seat=1 - seat), anyhow=True)
    assert t.leftmost(seat) == ["Z", "M", "C"]


@clause("mbb.geometry.leftmost")
def test_only_living_units_are_counted_and_a_grain_is_enough() -> None:
    units = [tank("A1", 24.000001, 10), tank("A2", 24, 4), tank("A3", 2, 2, status="wreck"), tank("A4", 30, 4)]
    t = table(*units, tank("B1", 24, 30, 270))
    assert t.leftmost(0) == ["A2", "A1", "A4"]


@clause("mbb.declare.leftmost", "mbb.geometry.leftmost")
@pytest.mark.parametrize(("seat", "order"), [(0, ["A2", "A3", "A1"]), (1, ["A1", "A3", "A2"])])
def test_declarations_are_recorded_from_the_left_in_whatever_order_they_are_given(seat: int, order: list[str]) -> None:
    units = [tank(name, x, 15, seat=seat) for name, x in (("A1", 40), ("A2", 8), ("A3", 20))]
    t = table(*units, tank("E", 24, 30, 270, seat=1 - seat), seat=seat, phase="target_declaration")
    result = declare(t, ("A3", "E"), ("A1", "E"), ("A2", "E"), dice=dice(1, 1, 1, 1, 1, 1))
    assert [event.unit for event in result.of("target_declared")] == order
    assert [event.unit for event in result.of("shot_resolved")] == order
