"""Amphibious vehicles: water they may swim in, their numbers there, turning, landing and sinking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from brickfield.games.micro_brick_battle.base.features import features
from brickfield.games.micro_brick_battle.setup.card_names import unit_card
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, pivot, reverse, unit

GAME = "micro_brick_battle"
# A lake from x 12 to 36 and y 12 to 24.
LAKE = piece("Large Water", 24, 18, 0, length=24.0, width=12.0)
NOSE = 0.945


def table(*units: dict[str, Any], terrain: Any = (LAKE,), **position: Any) -> Position:
    """A DD Sherman in the lake and a Panzer III beyond it, at the start of a turn."""
    ours = units or (unit("A1", "DD Sherman", 24, 18, 90),)
    foe = unit("B1", "Panzer III", 24, 30, 270)
    stand = {"phase": "turn"} | position
    return lay_table(GAME, [*ours, foe], terrain, options={"special_units": True}, **stand)


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> Any:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before
    return result.refusal


# --- where they go ---------------------------------------------------------------------------------------------------


@clause("mbb.amph.water")
@pytest.mark.parametrize(("card", "reaches"), [("DD Sherman", 6 + 8), ("M4 Sherman", 12 - NOSE)])
def test_water_is_open_to_them_and_to_nobody_else(card: str, reaches: float) -> None:
    t = table(unit("A1", card, 24, 6, 90))
    t.move("A1", forward(8))
    assert t.pose("A1")[1] == pytest.approx(reaches, abs=1e-5)


@clause("mbb.amph.water")
def test_shallow_water_is_water_too() -> None:
    t = table(unit("A1", "DD Sherman", 24, 18, 90), terrain=[piece("Shallow Water", 24, 18)])
    assert t.points_left("A1") == 6


@clause("mbb.amph.fountain")
def test_a_fountain_is_an_obstacle_and_hides_nothing() -> None:
    t = table(unit("A1", "DD Sherman", 24, 6, 90), terrain=[piece("Fountain", 24, 10)])
    t.move("A1", forward(8))
    assert t.pose("A1")[1] == pytest.approx(10 - 0.63 - NOSE, abs=1e-5)
    assert t.tally("A1", "B1").sight.hidden == 0
    assert t.tally("A1", "B1").attack_points.total == 4
    fountain = features()["Fountain"]
    assert (fountain.hit_markers, fountain.targetable) == (0, False)


# --- their numbers ---------------------------------------------------------------------------------------------------


@clause("mbb.amph.stats_vary", "mbb.amph.dd")
def test_the_card_prints_both_sets() -> None:
    card = unit_card("DD Sherman")
    assert (card.ap, card.dp, card.mp) == (4, 5, 8)
    assert card.afloat is not None
    assert (card.afloat.ap, card.afloat.dp, card.afloat.mp, card.afloat.least_mp) == (0, 5, 6, 1)


@clause("mbb.amph.stats_start", "mbb.amph.dd")
def test_where_the_turn_began_decides_about_the_whole_turn() -> None:
    t = table(unit("A1", "DD Sherman", 24, 22, 90))
    assert t.points_left("A1") == 6
    t.move("A1", forward(4))
    assert t.points_left("A1") == 2
    t = table(unit("A1", "DD Sherman", 24, 10, 90))
    assert t.points_left("A1") == 8
    t.move("A1", forward(5))
    assert t.points_left("A1") == 3
    # it began on land, so it fights as on land although it swims by now
    assert t.fire({"A1": "B1"}, dice=dice(1, 1)).of("shot_resolved")[0].tallies[0].base == 4


@clause("mbb.amph.stats_start", "mbb.amph.dd")
def test_the_centre_on_the_shore_is_in_the_water_and_on_a_bridge_is_not() -> None:
    assert table(unit("A1", "DD Sherman", 24, 12, 90)).points_left("A1") == 6
    assert table(unit("A1", "DD Sherman", 24, 11.99, 90)).points_left("A1") == 8
    bridge = piece("Bridges", 24, 18, 90, length=12.0)
    assert table(unit("A1", "DD Sherman", 24, 18, 90), terrain=[LAKE, bridge], anyhow=True).points_left("A1") == 8


@clause("mbb.amph.stats_start")
@pytest.mark.parametrize(("y", "dp"), [(18, 2), (8, 5)])
def test_for_enemy_shots_its_present_place_decides(y: float, dp: int) -> None:
    afloat = {"ap": 1, "dp": 2, "mp": 6}
    t = table(unit("A1", "DD Sherman", 24, y, 90, afloat=afloat), seat=1, first=1)
    assert t.tally("B1", "A1").defense_points.base == dp


@clause("mbb.amph.dd", "mbb.amph.stats_vary")
def test_a_dd_sherman_cannot_attack_while_it_swims() -> None:
    t = table(unit("A1", "DD Sherman", 24, 18, 90), unit("A2", "M4 Sherman", 6, 6, 90))
    t.move("A1", forward(1))
    t.end_movement()
    refused(t, lambda: t.fire({"A1": "B1"}), "afloat", "mbb.amph.dd")


@clause("mbb.amph.dd", "mbb.spot.who")
def test_it_may_spot_from_the_water() -> None:
    t = table(
        unit("A1", "DD Sherman", 24, 20, 90),
        unit("A2", "M7 Priest", 24, 6, 90),
        terrain=[LAKE, piece("House", 24, 10)],
        phase="movement",
    )
    t.move("A1", forward(1))
    assert t.fire({"A2": "B1"}, dice=dice(1, 1)).of("shot_resolved")


@clause("mbb.amph.stats_start", "mbb.amph.dd")
@pytest.mark.parametrize(("y", "points"), [(18, 6), (6, 8)])
def test_a_table_laid_in_the_middle_of_a_turn_has_begun_it_where_its_vehicles_are(y: float, points: int) -> None:
    t = table(unit("A1", "DD Sherman", 24, y, 90), phase="movement")
    assert t.points_left("A1") == points


@clause("mbb.amph.stats_vary", "mbb.house.agree")
def test_without_special_units_it_is_a_plain_unit() -> None:
    units = [unit("A1", "DD Sherman", 24, 18, 90), unit("B1", "Panzer III", 24, 30, 270)]
    t = lay_table(GAME, units, [LAKE], phase="turn", anyhow=True)
    assert t.points_left("A1") == 8
    assert t.fire({"A1": "B1"}, dice=dice(1, 1)).of("shot_resolved")


# --- landing ---------------------------------------------------------------------------------------------------------


@clause("mbb.amph.no_shoot_landing")
def test_in_the_turn_of_landing_it_does_not_shoot() -> None:
    armed = {"ap": 3, "dp": 5, "mp": 6}
    t = table(unit("A1", "DD Sherman", 24, 22, 90, afloat=armed), unit("A2", "M4 Sherman", 6, 6, 90))
    t.move("A1", forward(3))
    t.end_movement()
    refused(t, lambda: t.fire({"A1": "B1"}), "has_landed", "mbb.amph.no_shoot_landing")
    t.fire({})
    t.fire({})
    # in its next turn it began on land
    assert t.points_left("A1") == 8
    assert t.fire({"A1": "B1"}, dice=dice(1, 1)).of("shot_resolved")


@clause("mbb.amph.no_shoot_landing")
def test_one_that_can_attack_afloat_does_so_while_it_stays_afloat() -> None:
    t = table(unit("A1", "DD Sherman", 24, 18, 90, afloat={"ap": 3, "dp": 5, "mp": 6}))
    t.move("A1", forward(2))
    assert t.fire({"A1": "B1"}, dice=dice(1, 1)).of("shot_resolved")[0].tallies[0].base == 3


# --- turning ---------------------------------------------------------------------------------------------------------


@clause("mbb.amph.turn45")
def test_in_water_all_turns_together_are_45_degrees_at_most() -> None:
    t = table()
    assert t.move("A1", pivot(30), forward(1), pivot(-15), forward(1)).accepted
    left = refused(t, lambda: t.move("A1", pivot(0.001)), "turns_in_water", "mbb.amph.turn45").data["left"]
    assert left == 0
    assert t.points_left("A1") == pytest.approx(6 - 2 - 0.5)


@clause("mbb.amph.turn45")
def test_one_order_cannot_turn_further_either() -> None:
    t = table()
    refused(t, lambda: t.move("A1", pivot(46)), "turns_in_water", "mbb.amph.turn45")
    result = t.move("A1", pivot(45), forward(1), pivot(-1))
    assert result.of("step_refused")[0].refusal.code == "turns_in_water"
    assert t.pose("A1")[2] == pytest.approx(135)


@clause("mbb.amph.turn45")
def test_turns_on_land_before_the_water_do_not_count() -> None:
    t = table(unit("A1", "DD Sherman", 24, 10, 0))
    assert t.move("A1", pivot(90), forward(3), pivot(45)).of("step_refused") == []


@clause("mbb.amph.turn45", "mbb.cmd.msm")
def test_both_moves_of_a_commander_count_together() -> None:
    t = table(unit("A1", "DD Sherman with Tank Commander", 24, 18, 90))
    t.answer("use_ability", ability="move_shoot_move")
    t.move("A1", pivot(30), forward(1))
    t.end_movement()
    assert t.state.facts["phase"] == "extra_movement"
    refused(t, lambda: t.move("A1", pivot(16)), "turns_in_water", "mbb.amph.turn45")
    assert t.move("A1", pivot(15)).accepted


@clause("mbb.amph.dd", "mbb.amph.turn45")
def test_a_dd_sherman_that_began_afloat_is_bound_ashore_too() -> None:
    t = table(unit("A1", "DD Sherman", 24, 22, 90))
    t.move("A1", forward(3))
    refused(t, lambda: t.move("A1", pivot(46)), "turns_in_water", "mbb.amph.turn45")


# --- swimming on -----------------------------------------------------------------------------------------------------


@clause("mbb.amph.dd")
def test_a_dd_sherman_in_water_must_drive_for_a_point() -> None:
    t = table()
    refused(t, t.end_movement, "must_swim", "mbb.amph.dd")
    t.move("A1", pivot(45), forward(0.6))
    assert refused(t, t.end_movement, "must_swim", "mbb.amph.dd").data["points"] == pytest.approx(0.4)
    t.move("A1", reverse(0.2))
    assert t.end_movement().accepted


@clause("mbb.amph.dd")
def test_on_land_it_may_stand_still() -> None:
    t = table(unit("A1", "DD Sherman", 24, 8, 90))
    assert t.end_movement().accepted


@clause("mbb.amph.dd")
def test_one_that_is_shut_in_need_not_move() -> None:
    """Wrecks before and behind it and on both sides."""
    wall = [
        unit("B2", "Tiger I", 24, 18 + 2.4, 0, status="wreck", length_inches=6.0, width_inches=2.5),
        unit("B3", "Tiger I", 24, 18 - 2.4, 0, status="wreck", length_inches=6.0, width_inches=2.5),
        unit("B4", "Tiger I", 22.5, 18, 90, status="wreck", length_inches=2.0, width_inches=1.5),
        unit("B5", "Tiger I", 25.5, 18, 90, status="wreck", length_inches=2.0, width_inches=1.5),
    ]
    t = table(unit("A1", "DD Sherman", 24, 18, 90), *wall, anyhow=True)
    assert t.end_movement().accepted


@clause("mbb.amph.dd")
def test_with_less_than_a_point_it_need_not_move() -> None:
    t = table(unit("A1", "DD Sherman", 24, 18, 90, afloat={"ap": 0, "dp": 5, "mp": 0, "least_mp": 1}),
              unit("A2", "M4 Sherman", 6, 6, 90))  # fmt: skip
    assert t.end_movement().accepted


@clause("mbb.amph.dd", "mbb.first_turn.planes")
def test_with_the_movement_phase_the_compulsory_move_lapses() -> None:
    t = table(round=1)
    t.answer("skip_phase", phase="movement")
    assert t.state.waiting_for() == (1,)


# --- sinking ---------------------------------------------------------------------------------------------------------


@clause("mbb.amph.sink")
@pytest.mark.parametrize(("y", "status", "cited"), [(18, "gone", "mbb.amph.sink"), (8, "wreck", "mbb.wreck.side")])
def test_destroyed_in_water_it_sinks_on_land_it_is_a_wreck(y: float, status: str, cited: str) -> None:
    t = table(unit("A1", "DD Sherman", 24, y, 90, dp=0), seat=1, first=1, phase="target_declaration")
    destroyed = t.fire({"B1": "A1"}, dice=dice(6, 6)).of("unit_destroyed")
    assert [(each.leaves_wreck, each.clause) for each in destroyed] == [(status == "wreck", cited)]
    assert t.unit("A1").status == status
