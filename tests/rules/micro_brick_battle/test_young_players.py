"""Young players guide: the colour die, the measuring stick, the simple hidden rule, and mixed tables."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin
from typing import Any

import pytest

from brickfield.games.micro_brick_battle.base.movement import movable_units
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, pivot, reverse, slide, unit

GAME = "micro_brick_battle"
# Twelve studs.
STICK = 3.78
YOUNG = {"rules_level": ["young", "base"]}


def table(*units: dict[str, Any], terrain: Any = (), **position: Any) -> Position:
    """A Sherman and a Panzer III that see each other; the first player is very young unless something else is said."""
    pair = [unit("A1", "M4 Sherman", 24, 10, 90), unit("B1", "Panzer III", 24, 26, 270)]
    return lay_table(GAME, [*pair, *units], terrain, **({"options": YOUNG} | position))


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


# --- the measuring stick ---------------------------------------------------------------------------------------------


@clause("mbb.young.stick")
@pytest.mark.parametrize("card", ["Churchill", "M4 Sherman", "M18 Hellcat"])
def test_a_move_is_one_stick_whatever_the_card_says(card: str) -> None:
    """A brick of twelve studs, for units of 3, 8 and 16 MP."""
    t = table(unit("A2", card, 10, 10, 90))
    refused(t, lambda: t.move("A2", slide(30, STICK + 3e-6)), "not_enough_mp", "mbb.young.stick")
    assert t.move("A2", slide(30, STICK)).accepted
    ends = 10 + STICK * cos(radians(30)), 10 + STICK * sin(radians(30)), 90
    assert t.pose("A2") == pytest.approx(ends, abs=1e-6)


@clause("mbb.young.stick")
@pytest.mark.parametrize("step", [forward(STICK), reverse(STICK), slide(0, STICK), slide(217, STICK)])
def test_the_stick_points_anywhere(step: dict[str, Any]) -> None:
    assert table().move("A1", step).accepted


@clause("mbb.young.stick", "mbb.young.mix")
@pytest.mark.parametrize(("level", "accepted"), [("young", True), ("quick", False), ("young_hidden", False)])
def test_the_stick_is_laid_anywhere_even_where_quick_play_drives_by_the_base_rules(level: str, accepted: bool) -> None:
    t = table(options={"rules_level": [level, "base"], "quick_radius": False})
    assert t.move("A1", slide(30, 1)).accepted is accepted


@clause("mbb.young.stick")
def test_who_has_laid_the_stick_has_nowhere_left_to_go() -> None:
    t = table()
    assert [unit.id for unit in movable_units(t.state, 0)] == ["A1"]
    t.move("A1", slide(0, 1))
    assert movable_units(t.state, 0) == []


@clause("mbb.young.stick")
def test_facing_is_free_before_and_after() -> None:
    t = table()
    result = t.move("A1", pivot(720), pivot(33), slide(180, STICK), pivot(-200))
    assert not result.of("step_refused")
    assert t.pose("A1") == pytest.approx((24 - STICK, 10, 283), abs=1e-6)
    assert {moved.clause for moved in result.of("unit_moved")} == {"mbb.young.stick"}
    assert t.move("A1", pivot(90)).accepted, "a unit that has gone its way may still turn"
    assert t.pose("A1")[2] == 13


@clause("mbb.young.stick")
def test_the_stick_is_laid_once_and_straight() -> None:
    t = table()
    result = t.move("A1", slide(0, 1), slide(90, 1))
    (stopped,) = result.of("step_refused")
    assert (stopped.refusal.code, stopped.clause) == ("one_stick", "mbb.young.stick")
    assert t.pose("A1") == (25, 10, 90)
    refused(t, lambda: t.move("A1", forward(1)), "one_stick", "mbb.young.stick")


@clause("mbb.young.stick")
def test_every_turn_has_a_stick_for_every_unit() -> None:
    t = table(unit("A2", "M4 Sherman", 10, 10, 90))
    assert t.move("A1", slide(0, 1)).accepted
    assert t.move("A2", slide(0, 1)).accepted
    t.fire({})
    t.fire({})
    assert t.move("A1", slide(0, 1)).accepted


@clause("mbb.young.stick", "mbb.move.zero")
def test_guns_stay_where_they_are() -> None:
    t = table(unit("A2", "Flak 36", 10, 10, 90))
    refused(t, lambda: t.move("A2", slide(0, 1)), "no_movement_points", "mbb.move.zero")
    refused(t, lambda: t.move("A2", pivot(10)), "no_movement_points", "mbb.move.zero")


@clause("mbb.young.stick", "mbb.geometry.collision")
def test_things_stand_in_the_way_of_the_stick() -> None:
    t = table(terrain=[piece("House", 24, 13.26, 0)])
    t.move("A1", forward(STICK))
    assert t.pose("A1") == pytest.approx((24, 13.26 - 1.26 - 0.945, 90), abs=1e-6)
    refused(t, lambda: t.move("A1", pivot(90)), "turn_blocked", "mbb.geometry.collision")


@clause("mbb.young.stick", "mbb.move.fraction")
def test_a_stick_stopped_before_it_began_is_not_laid() -> None:
    t = table(terrain=[piece("House", 24, 10 + 0.945 + 1.26, 0)])
    result = t.move("A1", forward(2), slide(0, 2))
    assert not result.of("step_refused")
    assert t.pose("A1") == (26, 10, 90)


# --- the colour die --------------------------------------------------------------------------------------------------


@clause("mbb.young.color_die")
@pytest.mark.parametrize(("face", "hit"), [(1, False), (2, False), (3, False), (4, True), (5, True), (6, True)])
@pytest.mark.parametrize("numbers", [{"ap": 1, "dp": 1}, {"ap": 1, "dp": 10}, {"ap": 10, "dp": 0}])
def test_one_die_decides_and_half_its_faces_hit(numbers: dict[str, int], face: int, hit: bool) -> None:
    """Whatever Attack and Defense Points say, even where the Victory Table has a dash."""
    units = [unit("A1", "M4 Sherman", 24, 10, ap=numbers["ap"]), unit("B1", "Panzer III", 24, 26, dp=numbers["dp"])]
    t = lay_table(GAME, units, options=YOUNG)
    (shot,) = t.fire({"A1": "B1"}, dice=dice(face)).of("shot_resolved")
    assert (shot.rolled, shot.hit, shot.clause) == (face, hit, "mbb.young.color_die")
    assert t.unit("B1").status == ("wreck" if hit else "alive")


@clause("mbb.young.color_die")
def test_modifiers_do_not_matter_to_the_colour_die() -> None:
    t = table(unit("B2", "Panzer III", 24, 18, 0, status="wreck"))
    (shot,) = t.fire({"A1": "B1"}, dice=dice(4)).of("shot_resolved")
    assert (shot.hit, shot.tallies) == (True, ())


@clause("mbb.young.color_die")
def test_the_line_of_sight_is_needed_all_the_same() -> None:
    t = table(terrain=[piece("House", 24, 18)])
    t.end_movement()
    refused(t, lambda: t.fire({"A1": "B1"}), "no_line_of_sight", "mbb.los.required")


# --- the simple hidden rule ------------------------------------------------------------------------------------------


def half_hidden(level: str, edge: float) -> Position:
    """A house whose left wall is at this x hides the right part of the Panzer III from the Sherman."""
    return table(terrain=[piece("House", edge + 1.26, 18)], options={"rules_level": [level, "base"]})


@clause("mbb.young.hidden")
@pytest.mark.parametrize(
    ("edge", "low", "high", "modifier"), [(25, 0, 0, 0), (24.14, 0.01, 0.49, -1), (23.9, 0.51, 0.99, -1)]
)
def test_a_partly_hidden_target_costs_one_attack_point_however_much_is_hidden(
    edge: float, low: float, high: float, modifier: int
) -> None:
    t = half_hidden("young_hidden", edge)
    assert low <= t.hidden_share("A1", "B1") <= high
    assert t.tally("A1", "B1").attack_points.total == 4 + modifier
    cited = [line.clause for line in t.why("A1", "B1") if line.value == -1]
    assert cited == ["mbb.young.hidden"] * -modifier


@clause("mbb.young.hidden", "mbb.quick.no_mods")
@pytest.mark.parametrize(("level", "attack_points"), [("base", 2), ("young_hidden", 3), ("quick", 4)])
def test_each_level_has_its_own_hidden_rule(level: str, attack_points: int) -> None:
    assert half_hidden(level, 23.9).tally("A1", "B1").attack_points.total == attack_points


@clause("mbb.young.hidden")
def test_the_next_step_after_quick_play_knows_no_other_modifier() -> None:
    """A wreck in the line and a shot from behind change nothing."""
    units = [unit("A1", "M4 Sherman", 24, 10), unit("B1", "Panzer III", 24, 26, 90)]
    wreck = unit("B2", "Panzer III", 24, 18, 0, status="wreck")
    t = lay_table(GAME, [*units, wreck], options={"rules_level": ["young_hidden", "base"]})
    numbers = t.tally("A1", "B1")
    assert (numbers.attack_points.total, numbers.defense_points.total) == (4, 4)


@clause("mbb.young.hidden", "mbb.quick.move")
def test_a_child_with_the_hidden_rule_still_moves_as_in_quick_play() -> None:
    t = table(options={"rules_level": ["young_hidden", "base"]})
    assert t.move("A1", slide(0, 5), slide(90, 3)).accepted
    assert t.pose("A1") == (29, 13, 90)


# --- mixed tables ----------------------------------------------------------------------------------------------------


@clause("mbb.young.mix")
def test_a_move_goes_by_the_movers_level() -> None:
    t = table()
    assert t.move("A1", slide(0, STICK)).accepted
    t.fire({})
    refused(t, lambda: t.move("B1", slide(0, 1)), "sideways", "mbb.move.sideways")
    assert t.cost("B1", pivot(90)) == 1
    assert t.move("B1", forward(8)).accepted


@clause("mbb.young.mix")
def test_a_shot_goes_by_the_shooters_level() -> None:
    wreck = unit("B2", "Panzer III", 24, 18, 0, status="wreck")
    t = table(wreck, unit("B3", "Panzer III", 40, 30, 270))
    assert t.fire({"A1": "B1"}, dice=dice(3)).of("shot_resolved")[0].needed == 4
    (shot,) = t.fire({"B1": "A1"}, dice=dice(4, 5)).of("shot_resolved")
    assert (shot.needed, shot.hit) == (10, False), "4 AP less 2 for the wreck against 4 DP"
    assert t.tally("A1", "B1").attack_points.total == 4
    assert t.tally("B1", "A1").attack_points.total == 2
