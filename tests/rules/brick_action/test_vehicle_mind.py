"""What opponents think of vehicles and objectives: prices of fire at armour, drives, goals, and what they propose."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from brickfield.games.brick_action.chapters.anti_armour.anti_armour import AttackArmour, Swarm
from brickfield.games.brick_action.chapters.capture.activating import Activate
from brickfield.games.brick_action.chapters.vehicles.driving import Ahead, Reverse, end_of
from brickfield.games.brick_action.chapters.vehicles.mind_drives import elbow_room
from brickfield.games.brick_action.chapters.vehicles.vehicle_fire import FireGuns
from brickfield.games.brick_action.chapters.vehicles.vehicle_moves import Drive
from brickfield.games.brick_action.mind.goals import goal_distance, goal_spot
from brickfield.games.brick_action.mind.prices import order_terms
from brickfield.geometry import Pose
from brickfield.testing import Position
from tests.rules.brick_action.armoured import squad, table, tank


def worth(t: Position, order: Any) -> float:
    return sum(order_terms(t.state, order).values())


def proposed(t: Position) -> list[Any]:
    assert t.decision is not None
    return [each.answer for each in t.decision.suggest(t.state, 40)]


def test_the_gun_that_hurts_armour_is_worth_more_than_the_machine_gun() -> None:
    t = table(tank("A1", 20, 20), tank("B1", 60, 20, 180), squad("B2", (60, 40), (60, 43)))
    assert worth(t, FireGuns("A1", "B1", "map")) > worth(t, FireGuns("A1", "B1", "mg")) > 0
    assert FireGuns("A1", "B1", "map") in proposed(t)


def test_rockets_from_behind_are_worth_more_than_at_the_front() -> None:
    team = squad("A1", (30, 20), (30, 23), card="2 regular smg rocket")
    both = [answer for answer in proposed(table(team, tank("B1", 50, 20, 0))) if isinstance(answer, AttackArmour)]
    all_of_it = max(both, key=lambda answer: len(answer.items))
    rear, front = table(team, tank("B1", 50, 20, 0)), table(team, tank("B1", 50, 20, 180))
    assert worth(rear, all_of_it) > worth(front, all_of_it)


def test_soldiers_who_touch_a_tank_think_of_swarming_it() -> None:
    t = table(squad("A1", (20, 26), (22.5, 26), (25, 26)), tank("B1", 22, 20, 0))
    assert Swarm("A1", "B1") in proposed(t)
    assert worth(t, Swarm("A1", "B1")) > 0


def test_a_vehicle_without_a_target_would_rather_go_where_it_has_one() -> None:
    t = table(tank("A1", 8, 20, card="L1 mg mg"), squad("B1", (88, 20), (88, 23), attacked=1))
    assert worth(t, Drive("A1", (Ahead(20.0),))) > 0 > worth(t, Drive("A1", (Reverse(0.5),)))


def test_goals_are_the_marker_the_flag_the_own_zone_and_the_hunted_unit() -> None:
    units = squad("A1", (48, 40), (51, 40)), squad("B1", (10, 90), (13, 90))
    capture = table(*units, objective={"kind": "capture", "marker": [48, 48]})
    assert goal_spot(capture.state, capture.unit("A1")) == (48.0, 48.0)
    assert goal_distance(capture.state, capture.unit("A1")) == 7.0
    flags = table(*units, objective={"kind": "flag"})
    assert goal_spot(flags.state, flags.unit("A1")) == (48.0, 88.0)
    carrier = squad("A1", (48, 40), figures={"f1": {"flag": 2}})
    home = table(carrier, units[1], objective={"kind": "flag"})
    assert goal_spot(home.state, home.unit("A1")) == (48.0, 8.0)
    hunt = table(*units, objective={"kind": "target_unit", "attacker": 0})
    assert goal_spot(hunt.state, hunt.unit("A1")) == (10.0, 90.0)
    assert goal_spot(hunt.state, hunt.unit("B1")) is None
    plain = table(*units)
    assert goal_spot(plain.state, plain.unit("A1")) is None


def test_a_marker_in_reach_is_activated_before_anything_else() -> None:
    t = table(squad("A1", (50, 48), (53, 48)), squad("B1", (70, 48)), objective={"kind": "capture", "attacker": 0})
    best = max(proposed(t), key=lambda answer: worth(t, answer))
    assert best == Activate("A1")


BARN = {"feature": "barn", "x": 48.0, "y": 24.0, "length": 24.0, "width": 14.0, "heading": 0.0}


def test_a_car_before_a_house_thinks_of_ways_around_it() -> None:
    # straight on there are 4 studs; nearer to the enemy behind the barn it gets round its corners only
    foe = squad("B1", (48, 60), (51, 60), attacked=1)
    t = table(tank("A1", 48, 8, 90, card="C1 hmg"), foe, terrain=[BARN])
    ways = [answer for answer in proposed(t) if isinstance(answer, Drive)]
    assert len({tuple(type(leg) for leg in answer.steps) for answer in ways}) > 1
    ends = [end_of(Pose.at(48, 8, 90), answer.steps).place for answer in ways]
    assert any(x < 36 for x, _ in ends)
    assert any(x > 60 for x, _ in ends)
    # and the best of them is worth more than to stay
    assert max(order_terms(t.state, answer).get("closing", 0.0) for answer in ways) > 0.0


def test_a_vehicle_that_is_wedged_in_has_no_elbow_room() -> None:
    t = table(tank("A1", 48, 8, 90, card="C1 hmg"), squad("B1", (48, 60)), terrain=[{**BARN, "y": 20.5}])
    free = table(tank("A1", 48, 8, 90, card="C1 hmg"), squad("B1", (48, 60)))
    middle = (48.0, 48.0)
    assert elbow_room(free.state, free.unit("A1"), middle) == pytest.approx(1.0, abs=0.01)
    assert elbow_room(t.state, t.unit("A1"), middle) < 1.0
    # who is put down by a bot has room to drive
    waiting = {**tank("A1", 0, 0, 90, card="C1 hmg"), "status": "waiting"}
    camp = table(waiting, squad("B1", (48, 60)), terrain=[{**BARN, "y": 20.5}], phase="deployment")
    assert camp.decision is not None
    best = camp.decision.suggest(camp.state, 5)[0].answer
    assert camp.send(to_builtins(best)).accepted
    assert elbow_room(camp.state, camp.unit("A1"), middle) > 0.9
