"""Movement Phase: what steps cost, how they add up, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan, sqrt
from typing import Any

import pytest

from brickfield.testing import Position, Result, clause, dice, forward, lay_table, pivot, reverse, slide, unit

GAME = "micro_brick_battle"
# Above the tolerance of a millionth of a point, but no more than a few grains of the table.
TOO_MUCH = 3e-6


def table(*units: dict[str, Any], **position: Any) -> Position:
    """The units named, and an enemy out of everybody's way."""
    return lay_table(GAME, [*units, unit("B1", "Panzer III", 2, 34, 270)], **position)


def sherman(**position: Any) -> Position:
    """A Sherman (8 MP) in the open, facing up the table."""
    return table(unit("A1", "M4 Sherman", 24, 12, 90), **position)


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


# --- prices ----------------------------------------------------------------------------------------------------------


@clause("mbb.move.forward", "mbb.move.inches")
@pytest.mark.parametrize(
    ("heading", "x", "y"),
    [(0, 27, 12), (90, 24, 15), (180, 21, 12), (270, 24, 9), (45, 24 + sqrt(4.5), 12 + sqrt(4.5))],
)
def test_driving_forward_costs_one_point_an_inch(heading: float, x: float, y: float) -> None:
    t = table(unit("A1", "M4 Sherman", 24, 12, heading))
    assert t.cost("A1", forward(3)) == 3
    assert t.move("A1", forward(3)).accepted
    assert t.pose("A1") == pytest.approx((x, y, heading), abs=1e-6)
    assert t.points_left("A1") == 5


@clause("mbb.move.reverse")
def test_reversing_costs_two_points_an_inch() -> None:
    t = sherman()
    assert t.cost("A1", reverse(2)) == 4
    t.move("A1", reverse(2))
    assert t.pose("A1") == (24, 10, 90)
    assert t.points_left("A1") == 4


@clause("mbb.move.turn")
@pytest.mark.parametrize(("degrees", "points"), [(90, 1), (45, 0.5), (30, 1 / 3), (180, 2), (135, 1.5), (360, 4)])
def test_a_turn_costs_its_share_of_ninety_degrees(degrees: float, points: float) -> None:
    t = sherman()
    assert t.cost("A1", pivot(degrees)) == pytest.approx(points, abs=1e-12)
    assert t.cost("A1", pivot(-degrees)) == t.cost("A1", pivot(degrees))


@clause("mbb.move.turn.pivot")
@pytest.mark.parametrize(("degrees", "heading"), [(90, 180), (-90, 0), (30, 120), (-100, 350)])
def test_a_turn_is_a_pivot_about_the_centre(degrees: float, heading: float) -> None:
    t = sherman()
    t.move("A1", pivot(degrees))
    assert t.pose("A1") == (24, 12, heading)


@clause("mbb.move.turn")
@pytest.mark.parametrize(("steps", "points"), [([1], 1), ([90], 1), ([91], 2), ([180], 2), ([45, 45], 2), ([-60], 1)])
def test_by_the_house_rule_every_ninety_degrees_begun_cost_a_point(steps: list[float], points: float) -> None:
    t = sherman(options={"turn_cost": "per_started_90"})
    assert t.cost("A1", *[pivot(degrees) for degrees in steps]) == points


@clause("mbb.move.ex1")
def test_example_five_inches_a_quarter_turn_and_two_inches_are_eight_points() -> None:
    t = sherman()
    steps = forward(5), pivot(90), forward(2)
    assert t.cost("A1", *steps) == 8
    assert t.move("A1", *steps).accepted
    assert t.pose("A1") == (22, 17, 180)
    assert t.points_left("A1") == 0


@clause("mbb.move.ex2")
def test_example_an_about_turn_and_two_inches_in_reverse_are_six_points() -> None:
    t = sherman()
    steps = pivot(180), reverse(2)
    assert t.cost("A1", *steps) == 6
    t.move("A1", *steps)
    assert t.pose("A1") == (24, 14, 270)


# --- how much may be spent -------------------------------------------------------------------------------------------


@clause("mbb.move.max", "mbb.move.fraction")
@pytest.mark.parametrize(
    ("exact", "over", "cited"),
    [
        (forward(8), forward(8 + TOO_MUCH), "mbb.move.max"),
        (forward(8.000001), forward(8.000002), "mbb.move.max"),
        (reverse(4), reverse(4 + TOO_MUCH), "mbb.move.reverse"),
        (pivot(720), pivot(720.0002), "mbb.move.turn"),
        (pivot(-720), pivot(-720.0002), "mbb.move.turn"),
    ],
)
def test_all_points_may_be_spent_and_not_a_hair_more(exact: Any, over: Any, cited: str) -> None:
    t = sherman()
    refused(t, lambda: t.move("A1", over), "not_enough_mp", cited)
    assert t.move("A1", exact).accepted
    assert t.points_left("A1") == pytest.approx(0, abs=1e-6)


@clause("mbb.move.fraction")
def test_parts_of_points_add_up_without_rounding() -> None:
    t = sherman()
    for _ in range(3):
        t.move("A1", pivot(30))
    assert t.points_left("A1") == 7
    for _ in range(70):
        assert t.move("A1", forward(0.1)).accepted
    assert t.pose("A1") == (17, 12, 180)
    assert t.points_left("A1") == 0


@clause("mbb.move.max")
def test_points_are_counted_over_all_orders_of_a_phase() -> None:
    t = table(unit("A1", "M4 Sherman", 24, 12, 90), unit("A2", "M4 Sherman", 30, 12, 90))
    t.move("A1", forward(3))
    t.move("A2", forward(8))
    refused(t, lambda: t.move("A1", forward(5 + TOO_MUCH)), "not_enough_mp", "mbb.move.max")
    assert t.move("A1", forward(5)).accepted


@clause("mbb.move.max")
def test_the_refusal_never_says_that_what_is_too_much_would_do() -> None:
    refusal = sherman().move("A1", forward(8.0001)).refusal
    assert refusal is not None
    assert "8.0001 inches" in refusal.sentence
    assert "(8.0001 MP) and it has 8 MP left" in refusal.sentence


@clause("mbb.move.max")
def test_unspent_points_are_lost() -> None:
    t = sherman()
    t.move("A1", forward(3))
    t.fire({})
    t.fire({})
    assert (t.asked, t.decision.seat if t.decision else None) == ("move_units", 0)
    assert t.points_left("A1") == 8


@clause("mbb.move.zero", "mbb.unit.mp")
@pytest.mark.parametrize("step", [forward(1), reverse(0.5), pivot(10), forward(0.00001)])
def test_without_movement_points_a_unit_neither_moves_nor_turns(step: Any) -> None:
    t = table(unit("A1", "Flak 36", 24, 12, 90), unit("A2", "M4 Sherman", 30, 12, 90))
    refused(t, lambda: t.move("A1", step), "no_movement_points", "mbb.move.zero")


@clause("mbb.move.zero")
def test_a_side_that_cannot_move_is_not_asked_to() -> None:
    t = table(unit("A1", "Flak 36", 24, 12, 90), unit("A2", "M4 Sherman", 30, 12, 90, mp=0))
    assert t.asked == "declare_targets"


# --- orders of several steps -----------------------------------------------------------------------------------------


@clause("mbb.move.turn.pivot")
def test_steps_may_come_in_any_sequence_and_number() -> None:
    t = sherman()
    t.move("A1", pivot(-90), forward(1), reverse(1), pivot(45), forward(sqrt(2)), pivot(45))
    assert t.pose("A1") == pytest.approx((25, 13, 90), abs=2e-6)
    assert t.points_left("A1") == pytest.approx(8 - 5 - sqrt(2), abs=2e-6)


@clause("mbb.move.fraction")
def test_a_step_too_dear_is_refused_whole_while_those_before_it_stand() -> None:
    t = sherman()
    result = t.move("A1", forward(5), reverse(2), pivot(90))
    assert result.accepted
    assert [(moved.step, moved.amount) for moved in result.of("unit_moved")] == [("forward", 5)]
    (stopped,) = result.of("step_refused")
    assert (stopped.unit, stopped.step, stopped.refusal.code) == ("A1", 2, "not_enough_mp")
    assert stopped.clause == stopped.refusal.clause == "mbb.move.reverse"
    assert t.pose("A1") == (24, 17, 90)
    assert t.points_left("A1") == 3


@clause("mbb.move.reverse", "mbb.move.turn")
@pytest.mark.parametrize(
    ("before", "step", "numbers", "said"),
    [
        ([], reverse(5), {"cost": 10, "left": 8, "step": "reverse"}, ("reverse 5 inches", "2 MP per inch")),
        ([forward(7)], pivot(-180), {"cost": 2, "left": 1, "step": "pivot"}, ("turn 180 degrees", "every 90 degrees")),
        ([forward(8 + 5e-7)], forward(1), {"cost": 1, "left": 0, "step": "forward"}, ("drive 1 inches", "has 0 MP")),
    ],
)
def test_a_refusal_says_what_the_step_costs_and_what_is_left(
    before: Any, step: Any, numbers: dict[str, Any], said: tuple[str, str]
) -> None:
    t = table(unit("A1", "M4 Sherman", 24, 12, 90), unit("A2", "M4 Sherman", 40, 12, 90))
    if before:
        t.move("A1", *before)
    refusal = t.move("A1", step).refusal
    assert refusal is not None
    assert refusal.data == numbers
    assert all(words in refusal.sentence for words in said), refusal.sentence


@clause("mbb.move.fraction")
def test_an_order_whose_first_step_is_refused_changes_nothing() -> None:
    t = sherman()
    refused(t, lambda: t.move("A1", forward(9), pivot(90)), "not_enough_mp", "mbb.move.max")


@clause("mbb.move.fraction")
@pytest.mark.parametrize("step", [pivot(0), pivot(1e-7), forward(1e-7), reverse(4e-7)])
def test_a_step_over_nothing_is_no_movement(step: Any) -> None:
    t = sherman()
    refused(t, lambda: t.move("A1", step), "no_movement", "mbb.move.fraction")
    t.move("A1", forward(1), step, forward(1))
    assert t.pose("A1") == (24, 13, 90)


@clause("mbb.move.sideways")
@pytest.mark.parametrize("heading", [0, 90, 180, 33])
def test_vehicles_never_slide(heading: float) -> None:
    t = sherman()
    refused(t, lambda: t.move("A1", slide(heading, 1)), "sideways", "mbb.move.sideways")


# --- which units -----------------------------------------------------------------------------------------------------


@clause("mbb.move.any_number", "mbb.move.optional")
def test_units_move_one_at_a_time_in_any_order_and_none_has_to() -> None:
    t = table(*[unit(f"A{number}", "M4 Sherman", 10 + 4 * number, 12, 90) for number in (1, 2, 3)])
    t.move("A3", forward(1))
    t.move("A1", forward(2))
    t.move("A3", forward(2))
    assert t.asked == "move_units"
    assert t.end_movement().accepted
    assert [t.pose(name)[1] for name in ("A1", "A2", "A3")] == [14, 12, 15]
    assert t.asked == "declare_targets"


@clause("mbb.move.max", "mbb.move.any_number")
def test_when_every_point_is_spent_nothing_more_is_asked() -> None:
    t = table(unit("A1", "M4 Sherman", 24, 12, 90), unit("A2", "M4 Sherman", 40, 12, 90))
    for name, inches in (("A1", 4), ("A2", 8), ("A1", 4 - 2e-6)):
        t.move(name, forward(inches))
        assert t.asked == "move_units", "somebody has a part of a point left"
    t.move("A1", forward(2e-6))
    assert t.asked == "declare_targets"


@clause("mbb.move.optional")
def test_a_side_may_stand_still() -> None:
    t = sherman()
    assert t.end_movement().accepted
    assert t.pose("A1") == (24, 12, 90)


@clause("mbb.move.any_number", "mbb.turn.active", "mbb.wreck.immovable")
def test_only_living_units_of_the_active_player_move() -> None:
    t = table(unit("A1", "M4 Sherman", 24, 12, 90), unit("A2", "M4 Sherman", 30, 12, 90, status="wreck"))
    refused(t, lambda: t.move("B1", forward(1)), "not_your_unit", "mbb.turn.active")
    refused(t, lambda: t.move("A2", forward(1)), "not_alive", "mbb.wreck.immovable")
    refused(t, lambda: t.move("A9", forward(1)), "unknown_unit", "")


# --- turrets and fixed guns ------------------------------------------------------------------------------------------


@clause("mbb.move.turret.free", "mbb.move.turret.when")
@pytest.mark.parametrize(("x", "y"), [(24, 30), (40, 12), (24, 2), (8, 12), (10, 3)])
def test_a_turret_aims_all_round_and_costs_nothing(x: float, y: float) -> None:
    t = lay_table(GAME, [unit("A1", "M4 Sherman", 24, 12, 90), unit("B1", "Panzer III", x, y, 270)])
    t.move("A1", forward(8))
    assert t.fire({"A1": "B1"}, dice=dice(1, 1)).of("shot_resolved")
    assert t.pose("A1") == (24, 20, 90)


@clause("mbb.move.fixed_gun")
def test_a_fixed_gun_is_aimed_by_turning_the_hull_for_points() -> None:
    t = lay_table(GAME, [unit("A1", "StuG III", 24, 12, 270), unit("B1", "M4 Sherman", 24, 30, 270)])
    assert not t.in_arc("A1", "B1")
    assert t.cost("A1", pivot(180)) == 2
    t.move("A1", pivot(180))
    t.end_movement()
    assert t.legal_targets("A1") == ["B1"]


@clause("mbb.move.fixed_gun")
@pytest.mark.parametrize(
    ("arc", "left_side", "bears"),
    [
        # 22.5 degrees to each side, measured to the far corner 11.89 inches ahead of the muzzle: 4.925 inches
        (45, 28.92, True),
        (45, 28.93, False),
        (180, 28.93, True),
        (0, 24.01, False),
        (0, 23.99, True),
    ],
)
def test_the_arc_of_a_fixed_gun_is_agreed_before_the_battle(arc: int, left_side: float, bears: bool) -> None:
    enemy = unit("B1", "Panzer III", left_side + 0.4725, 21.89, 90)
    t = lay_table(GAME, [unit("A1", "StuG III", 24, 10, 90), enemy], options={"fixed_arc_deg": arc})
    assert t.in_arc("A1", "B1") is bears
    t.end_movement()
    assert t.legal_targets("A1") == (["B1"] if bears else [])


# --- what cannot be read ---------------------------------------------------------------------------------------------


@clause("mbb.move.turn.pivot", "mbb.move.fraction")
@pytest.mark.parametrize(
    "steps",
    [
        [],
        [forward(nan)],
        [forward(inf)],
        [forward(-1)],
        [forward(0)],
        [forward(1e9)],
        [pivot(nan)],
        [pivot(1e4)],
        [slide(nan, 1)],
        [{"step": "forward", "inches": "3"}],
        [{"step": "forward", "inches": True}],
        [{"step": "forward", "inches": None}],
        [{"step": "forward"}],
        [{"step": "forward", "inches": 1, "degrees": 90}],
        [{"step": "curve", "inches": 3}],
        [forward(0.01)] * 65,
        "forward",
        None,
    ],
)
def test_orders_that_cannot_be_read_change_nothing(steps: Any) -> None:
    t = sherman()
    refused(t, lambda: t.send({"answer": "move", "unit": "A1", "steps": steps}), "malformed", "")


def ends_of(t: Any) -> list[str]:
    """What the end of the movement asks back before anybody has moved, and after each move."""
    asked = [t.decision.ask(t.state).offer.finish.careful]
    for name in ("A1", "A2"):
        t.move(name, forward(1))
        asked.append(t.decision.ask(t.state).offer.finish.careful)
    return asked


PAIR = (unit("A1", "M4 Sherman", 24, 12, 90), unit("A2", "M4 Sherman", 30, 12, 90))


ASKED_BACK = [
    "M4 Sherman A1 and M4 Sherman A2 have not moved: end the movement?",
    "M4 Sherman A2 has not moved: end the movement?",
    "",
]


@clause("mbb.move.optional", "mbb.first_turn.skip_shoot", "mbb.card.timing")
def test_the_end_of_the_movement_asks_back_while_a_unit_has_not_moved_where_others_have_the_word_next() -> None:
    first = table(*PAIR, round=1, phase="first_turn")
    first.answer("skip_phase", phase="shooting")
    assert ends_of(first) == ASKED_BACK
    assert ends_of(table(*PAIR, options={"effect_cards": "deck"})) == ASKED_BACK


@clause("mbb.move.optional")
def test_the_end_of_the_movement_asks_nothing_back_where_targets_are_declared_next() -> None:
    t = table(*PAIR)
    assert ends_of(t) == ["", "", ""]
    t.answer("end_movement")
    assert t.asked == "declare_targets"
