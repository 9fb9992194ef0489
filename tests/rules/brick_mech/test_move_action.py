"""Move Action: what legs cost, how they merge and round, and what stands in the way."""

from __future__ import annotations

import random
from math import ceil, cos, floor, radians, sin, sqrt
from typing import Any

import pytest

from brickfield.core.asking.offers import Path
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.geometry import GRAIN
from brickfield.testing import Position, clause, dice, lay_table, piece, start
from tests.rules.brick_mech.table import GAME, action, backward, duel, forward, left, marks, mech, refused, right, turn


def alone(terrain: tuple[dict[str, Any], ...] = (), options: dict[str, Any] | None = None, **changes: Any) -> Position:
    """A1 in the middle of an open table, B1 far off; A1 has 6 Movement Points."""
    units = [mech("A1", 20, 15, 0, **changes), mech("B1", 38, 28, 180)]
    return lay_table(GAME, units, terrain, options=options)


def cost(t: Position, *steps: dict[str, Any]) -> int:
    found = t.cost("A1", *steps)
    assert not isinstance(found, Refusal), found
    return int(found)


@clause("bm.move.forward", "bm.unit.brick")
@pytest.mark.parametrize(("bricks", "points"), [(0.1, 1), (1.0, 1), (1.01, 2), (2.5, 3), (6.0, 6)])
def test_a_brick_or_part_of_one_forward_costs_one_point(bricks: float, points: int) -> None:
    assert cost(alone(), forward(bricks)) == points


@clause("bm.move.backward")
@pytest.mark.parametrize(("bricks", "points"), [(0.1, 2), (1.0, 2), (1.5, 4), (3.0, 6)])
def test_a_brick_or_part_of_one_backward_costs_two_points(bricks: float, points: int) -> None:
    assert cost(alone(), backward(bricks)) == points


@clause("bm.move.sideways")
@pytest.mark.parametrize(("bricks", "points"), [(0.1, 2), (1.0, 2), (2.1, 6)])
def test_a_brick_or_part_of_one_sideways_costs_two_points(bricks: float, points: int) -> None:
    assert (cost(alone(), left(bricks)), cost(alone(), right(bricks))) == (points, points)


@clause("bm.move.turn")
@pytest.mark.parametrize(("degrees", "points"), [(1, 1), (90, 1), (-90, 1), (91, 2), (180, 2), (-180, 2), (270, 1)])
def test_ninety_degrees_or_part_of_them_cost_one_point(degrees: float, points: int) -> None:
    assert cost(alone(), turn(degrees)) == points


@clause("bm.move.turn", "bm.move.empty")
def test_a_full_turn_is_nothing() -> None:
    assert refused(alone().move("A1", turn(360))) == ("no_movement", "bm.move.empty")


@clause("bm.move.rounding")
def test_legs_are_rounded_one_by_one_after_merging_neighbours() -> None:
    t = alone()
    assert cost(t, forward(0.5), forward(0.5)) == 1
    assert cost(t, forward(0.5), turn(10), forward(0.5)) == 3
    assert cost(t, forward(0.5), turn(10), turn(-10), forward(0.5)) == 1
    assert cost(t, turn(60), turn(60)) == 2
    # the net angle is the shortest way round
    assert cost(t, turn(100), turn(100), turn(100)) == 1
    assert cost(t, turn(170), turn(170)) == 1
    assert cost(t, turn(60), forward(1), turn(60)) == 3
    # left and right are different kinds and do not merge
    assert cost(t, left(0.5), right(0.5)) == 4


@clause("bm.move.rounding")
def test_by_the_switch_all_lengths_of_a_kind_are_rounded_together() -> None:
    t = alone(options={"move_rounding": "per_action"})
    assert cost(t, forward(0.5), turn(10), forward(0.5)) == 2
    assert cost(t, left(0.5), right(0.5)) == 2
    assert cost(t, turn(60), forward(1), turn(-60)) == 3
    assert cost(t, turn(30), forward(1), turn(30)) == 2


@clause("bm.move.allowance")
def test_every_move_has_the_full_points_and_nothing_carries_over() -> None:
    t = alone()
    assert t.move("A1", forward(1)).accepted
    assert t.move("A1", forward(6)).accepted
    assert t.pose("A1") == (27.0, 15.0, 0.0)
    t = alone()
    over = t.move("A1", forward(6.5))
    assert refused(over) == ("not_enough_points", "bm.move.allowance")
    assert over.refusal is not None
    assert over.refusal.data == {"cost": 7, "movement": 6}
    assert marks(t, "A1", "moves") == (0,)


@clause("bm.move.empty")
def test_a_move_must_contain_some_movement() -> None:
    t = alone()
    for steps in ((), (forward(0),), (turn(0),), (forward(1e-7),), (turn(30), turn(-30))):
        assert refused(t.move("A1", *steps)) == ("no_movement", "bm.move.empty")
    assert refused(t.move("A1", forward(-1))) == ("negative_length", "bm.move.empty")
    assert marks(t, "A1", "moves") == (0,)


@clause("bm.move.empty")
def test_without_movement_points_nothing_moves_but_other_actions_are_possible() -> None:
    t = alone(movement=0)
    assert refused(t.move("A1", turn(10))) == ("no_movement_points", "bm.move.empty")
    assert t.answer("detach", unit="A1", slot="left_arm").accepted


@clause("bm.move.direction", "bm.geometry.frame")
@pytest.mark.parametrize(
    ("step", "end"),
    [(forward(2), (20, 17)), (backward(2), (20, 13)), (left(2), (18, 15)), (right(2), (22, 15))],
)
def test_there_are_four_directions_relative_to_the_facing(step: dict[str, Any], end: tuple[float, float]) -> None:
    units = [mech("A1", 20, 15, 90), mech("B1", 38, 28, 180)]
    t = lay_table(GAME, units)
    t.move("A1", step)
    assert t.pose("A1") == (*end, 90.0)
    assert t.send({"answer": "move", "unit": "A1", "steps": [{"step": "slide", "bricks": 1}]}).refusal is not None


@clause("bm.move.turn_in_place")
def test_a_unit_turns_about_the_centre_of_its_base() -> None:
    t = alone()
    t.move("A1", turn(37.5))
    assert t.pose("A1") == (20.0, 15.0, 37.5)


@clause("bm.move.no_split")
def test_a_move_is_finished_before_anything_else_begins() -> None:
    t = alone()
    moved = t.move("A1", forward(2), turn(90), forward(1))
    assert [event.step for event in moved.of("unit_moved")] == ["forward", "turn", "forward"]
    assert t.pose("A1") == (22.0, 16.0, 90.0)
    assert marks(t, "A1", "moves") == (1,)
    # a second stretch is a second Move action
    t.move("A1", forward(1))
    assert marks(t, "A1", "moves") == (2,)


@clause("bm.move.terrain")
def test_rough_ground_costs_a_point_more_for_each_brick_in_it() -> None:
    rough = piece("Rough", 24, 15, length=4.0, width=10.0)
    t = alone((rough,))
    # the area is from 22 to 26; the centre starts at 20
    assert cost(t, forward(2)) == 2
    assert cost(t, forward(2.5)) == 4
    assert cost(t, forward(3)) == 4
    assert cost(t, forward(4)) == 6
    assert refused(t.move("A1", forward(5))) == ("not_enough_points", "bm.move.allowance")


@clause("bm.move.terrain")
def test_terrain_is_not_multiplied_and_turns_are_free_of_it() -> None:
    water = piece("Water", 20, 15, length=8.0, width=8.0)
    t = alone((water,))
    assert cost(t, forward(1)) == 3
    assert cost(t, backward(1)) == 4
    assert cost(t, left(1)) == 4
    assert cost(t, turn(90)) == 1
    both = alone((water, piece("Rough", 20, 15, length=8.0, width=8.0)))
    assert cost(both, forward(1)) == 4


@clause("bm.move.terrain")
def test_nobody_is_stuck_for_good() -> None:
    t = alone((piece("Water", 20, 15, length=12.0, width=12.0),), movement=1)
    assert cost(t, forward(1)) == 1
    assert refused(t.move("A1", forward(1.5)))[0] == "not_enough_points"
    assert refused(t.move("A1", backward(1)))[0] == "not_enough_points"


@clause("bm.move.terrain")
def test_walking_along_the_border_of_an_area_is_walking_in_it() -> None:
    t = alone((piece("Rough", 22, 17, length=8.0, width=4.0),))
    assert cost(t, forward(2)) == 4
    aside = alone((piece("Rough", 22, 17.01, length=8.0, width=4.0),))
    assert cost(aside, forward(2)) == 2


@clause("bm.move.blocking")
def test_a_base_may_touch_but_not_overlap_a_unit_an_obstacle_or_the_edge() -> None:
    t = duel(gap=3)
    assert t.cost("A1", forward(3)) == 3
    # a hundredth of a Brick is still a touch
    assert t.cost("A1", forward(3.0095)) == 4
    blocked = t.move("A1", forward(3.0105))
    assert refused(blocked) == ("blocked", "bm.move.blocking")
    assert blocked.refusal is not None
    assert blocked.refusal.data["obstacle"] == "B1"
    wall = alone((piece("Wall", 24, 15, 90),))
    assert wall.cost("A1", forward(2.75)) == 3
    assert refused(wall.move("A1", forward(3)))[0] == "blocked"
    edge = lay_table(GAME, [mech("A1", 3, 15, 180), mech("B1", 38, 28, 180)])
    assert edge.cost("A1", forward(2)) == 2
    assert refused(edge.move("A1", forward(2.1)))[0] == "blocked"
    assert marks(edge, "A1", "moves") == (0,)


@clause("bm.move.blocking")
@pytest.mark.parametrize(("deep", "allowed"), [(0.0, True), (0.0095, True), (0.0105, False), (0.0125, False)])
def test_a_corner_touches_no_deeper_than_a_side(deep: float, allowed: bool) -> None:
    reach = sqrt(2) - deep
    beside = lay_table(GAME, [mech("A1", 20, 15, 0), mech("B1", 21 + reach, 15, 180)])
    tower = lay_table(GAME, [mech("A1", 20, 15, 0), mech("B1", 35, 5, 180)], [piece("Wall", 20, 15 + reach + 0.25)])
    edge = lay_table(GAME, [mech("A1", reach, 15, 0), mech("B1", 35, 5, 180)])
    for t in (beside, tower, edge):
        result = t.move("A1", turn(45))
        assert result.accepted is allowed
        if not allowed:
            assert refused(result) == ("blocked", "bm.move.blocking")


@clause("bm.move.blocking", "bm.geometry.setup")
@pytest.mark.parametrize(("deep", "allowed"), [(0.0, True), (0.0095, True), (0.0105, False), (0.0125, False)])
def test_a_base_is_put_down_as_deep_as_it_may_stand_after_a_move(deep: float, allowed: bool) -> None:
    t = start(Setup(GAME, "three_against_three"), dice(1, 1, 6, 6))
    assert t.answer("place", unit="A1", x=2, y=10, heading=0).accepted
    assert t.answer("place", unit="A2", x=2, y=11 + sqrt(2) - deep, heading=45).accepted is allowed


@clause("bm.move.blocking")
def test_the_whole_strip_is_tested_but_of_a_turn_only_its_end() -> None:
    through = alone((piece("Tree", 23, 15),))
    assert refused(through.move("A1", forward(6)))[0] == "blocked"
    for step, (x, y) in ((backward, (17, 15)), (left, (20, 18)), (right, (20, 12))):
        way = alone((piece("Tree", x, y),))
        assert refused(way.move("A1", step(3)))[0] == "blocked"
        # what is ahead or on the other side does not matter
        free = alone((piece("Tree", 40 - x, 30 - y), piece("Tree", 23, 15)))
        assert free.cost("A1", step(3)) == 6
    beside = alone((piece("Tower", 20, 17.05),))
    assert beside.cost("A1", turn(90)) == 1
    assert refused(beside.move("A1", turn(45)))[0] == "blocked"


@clause("bm.move.blocking", "bm.team.sides")
def test_friends_block_like_enemies() -> None:
    t = lay_table(GAME, [mech("A1", 10, 15, 0), mech("A2", 14, 15, 0), mech("B1", 30, 15, 180)])
    assert refused(t.move("A1", forward(3)))[0] == "blocked"


@clause("bm.move.loose_parts")
def test_loose_parts_do_not_hinder() -> None:
    t = duel(gap=8, parts=[{"side": "left", "arm": "A3", "x": 13.0, "y": 15.0}])
    assert t.move("A1", forward(5)).accepted
    assert t.hidden_share("A1", "B1") == 0.0


@clause("bm.geometry.precision")
def test_a_pose_is_rounded_once_after_the_action() -> None:
    t = alone()
    t.move("A1", turn(33.33333), forward(1.234567))
    x, y, heading = t.pose("A1")
    assert (x, y, heading) == (round(x, 4), round(y, 4), 33.333)
    t.move("A1", turn(-100))
    assert t.pose("A1")[2] == 293.333


def priced(path: Path, at: tuple[float, float, float], steps: list[dict[str, Any]]) -> float:
    """The price of legs that go along the table, by nothing but what the question says."""
    kinds, sums, ground = {each.step: each for each in path.steps}, dict[str, float](), 0.0
    for place, step in enumerate(steps):
        kind = kinds[step["step"]]
        amount = step[kind.amount]
        group = kind.together or str(place)
        sums[group] = sums.get(group, 0.0) + abs(amount)
        if kind.motion == "turn":
            at = (*at[:2], at[2] + amount)
            continue
        way = radians(at[2] + kind.bearing)
        end = at[0] + amount * cos(way), at[1] + amount * sin(way), at[2]
        ground += sum(rough.price * begun_bricks(rough.outline, at, end) for rough in path.rough)
        at = end
    of_group = {kinds[step["step"]].together or str(place): kinds[step["step"]] for place, step in enumerate(steps)}
    begun = {group: ceil(amount / of_group[group].per - 1e-6) for group, amount in sums.items()}
    cost = ground + sum(count * of_group[group].per * of_group[group].price for group, count in begun.items())
    lone = len(steps) == 1 and steps[0]["step"] == path.steps[0].step and steps[0]["bricks"] <= path.sure
    return min(cost, max(path.movers[0].left, 1)) if lone else cost


def begun_bricks(outline: tuple[int, ...], at: tuple[float, float, float], end: tuple[float, float, float]) -> int:
    """The Bricks of a way along the table, counted from its start, that touch an upright rectangle."""
    low, high = 0.0, max(abs(end[0] - at[0]), abs(end[1] - at[1]))
    for axis in (0, 1):
        first, last = min(outline[axis::2]) / GRAIN, max(outline[axis::2]) / GRAIN
        rate = (end[axis] - at[axis]) / high
        if abs(rate) < 1e-6:
            if not first <= at[axis] <= last:
                return 0
            continue
        near, far = sorted(((first - at[axis]) / rate, (last - at[axis]) / rate))
        low, high = max(low, near), min(high, far)
    return max(0, ceil(high - 1e-6) - floor(low + 1e-6)) if high - low > 1e-6 else 0


@clause("bm.move.rounding", "bm.move.terrain", "bm.move.allowance")
@pytest.mark.parametrize("rounding", ["per_leg", "per_action"])
def test_the_question_says_all_that_is_needed_to_price_a_move(rounding: str) -> None:
    t = alone((piece("Water", 22.3, 15.4, length=3, width=2),), {"move_rounding": rounding}, movement=2)
    path, rng, prices = action(t, "move").offer, random.Random(4), set()
    for _ in range(200):
        kinds = rng.sample([forward, backward, left, right], rng.randrange(1, 4))
        steps = [kind(rng.choice((0.3, 1.0, 1.6, 2.5))) for kind in kinds]
        if rng.random() < 0.5:
            steps.insert(rng.randrange(len(steps) + 1), turn(rng.choice((90.0, -90.0, 180.0))))
        found = t.cost("A1", *steps)
        cost = found.data.get("cost") if isinstance(found, Refusal) else found
        assert cost is None or priced(path, (20, 15, 0), steps) == pytest.approx(cost), steps
        prices.add(cost)
    assert {1, 2, 3, 4, 5, 6} <= prices
    turned = action(t, "move").offer.steps[-1]
    assert (turned.motion, turned.per, turned.price * turned.per) == ("turn", 90.0, 1.0)
