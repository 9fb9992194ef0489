"""Bots of BrickAction are not stuck: squads in rough ground, ways through cover, tanks before a house."""

from __future__ import annotations

from typing import Any

from brickfield.core.decisions import Suggestion
from brickfield.core.play import give
from brickfield.core.refusal import Refusal
from brickfield.games.brick_action.base.moving.paths import Walk
from brickfield.games.brick_action.chapters.vehicles.driving import Reverse
from brickfield.games.brick_action.chapters.vehicles.vehicle_moves import Drive
from brickfield.testing import Position, clause, piece
from tests.rules.brick_action.armoured import squad, table, tank

FAR = squad("B1", (48, 90), (50.5, 90))


def ideas(t: Position) -> list[Suggestion]:
    assert t.decision is not None
    return t.decision.suggest(t.state, 40)


def ahead(t: Position, order: Any) -> float:
    """How much nearer to the far edge an order brings the nearest mini."""
    assert t.decision is not None
    led = give(t.state, t.decision, order)
    assert not isinstance(led, Refusal)
    before, after = (
        max(each.pose.place[1] for each in state.units["A1"].standing if each.pose is not None)
        for state in (t.state, led.state)
    )
    return after - before


@clause("ba.move.soft_half")
def test_a_squad_in_tall_grass_knows_ways_out_of_it() -> None:
    grass = piece("tall_grass", 48, 20, length=20, width=12)
    t = table(squad("A1", *[(43 + 2.5 * n, 22.0) for n in range(5)]), FAR, terrain=[grass])
    ways = [each.answer for each in ideas(t) if isinstance(each.answer, Walk)]
    assert max(ahead(t, each) for each in ways) > 4.0


@clause("ba.move.hard_half")
def test_who_has_to_cross_a_low_wall_goes_as_far_as_that_allows() -> None:
    wall = piece("low_wall", 48, 14, length=92, width=1)
    t = table(squad("A1", *[(43 + 2.5 * n, 10.0) for n in range(5)]), FAR, terrain=[wall])
    nearer = [each.answer for each in ideas(t) if each.reason == "comes nearer to the enemy"]
    assert max(ahead(t, each) for each in nearer) > 5.0


@clause("ba.veh.speed", "ba.geometry.vehicle_path")
def test_a_tank_before_a_house_backs_off_and_turns() -> None:
    house = piece("town_house", 48, 40)
    t = table(tank("A1", 48, 22.8, 90.0, card="M2 map mg"), FAR, terrain=[house])
    ways = [each.answer for each in ideas(t) if isinstance(each.answer, Drive)]
    turned = [each for each in ways if isinstance(each.steps[0], Reverse) and len(each.steps) > 2]
    assert turned


@clause("ba.geometry.vehicle_path")
def test_a_tank_behind_a_low_wall_drives_as_far_over_it_as_it_may() -> None:
    wall = piece("low_wall", 48, 24, length=92, width=1)
    t = table(tank("A1", 48, 9.5, 90.0, card="M2 map mg"), FAR, terrain=[wall])
    assert [each for each in ideas(t) if each.reason == "drives on"]
