"""Following a tank: from behind it, in its place, as far as the squad's own points last."""

from __future__ import annotations

from math import pi
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brickfield.games.micro_brick_battle.mind.suggestions import other_orders
from brickfield.testing import Position, Result, clause, dice, forward, march, piece, pivot, reverse, slide, unit
from tests.rules.micro_brick_battle.squads import of, refused, squad, table, walk, where

# Half a Sherman's length, and a plate's radius.
TAIL, RIM = 0.945, 0.63
MP_GRAIN = 90_000_000


def convoy(*more: dict[str, Any], y: float = 20 - TAIL - 1.0, terrain: Any = (), **position: Any) -> Position:
    """A Sherman that looks north at 10, 20 with a squad behind it."""
    tank = unit("A2", "M4 Sherman", 10, 20, 90)
    return table(squad(10, y), tank, *more, terrain=terrain, **position)


def follow(t: Position, pace: str = "walk", name: str = "A1", tank: str = "A2") -> Result:
    return t.answer("follow", unit=name, tank=tank, pace=pace)


def points(t: Position, name: str = "A1") -> float:
    return of(t, name).marks.get("spent", 0) / MP_GRAIN


@clause("inf.follow.choice", "inf.follow.startstop")
def test_a_squad_behind_a_tank_goes_along_in_its_place() -> None:
    t = convoy()
    before = where(t, "A1")
    assert follow(t).accepted
    assert t.move("A2", forward(3)).accepted
    assert where(t, "A1") == (before[0], before[1] + 3)
    assert points(t) == 3


@clause("inf.follow.choice", "inf.follow.startstop")
def test_following_begins_and_ends_between_the_orders_of_the_tank() -> None:
    t = convoy()
    assert t.move("A2", forward(0.5)).accepted
    assert follow(t).accepted
    assert t.move("A2", forward(2)).accepted
    assert t.answer("stop_following", unit="A1").accepted
    assert t.move("A2", forward(2)).accepted
    assert (where(t, "A1")[1], where(t, "A2")[1]) == (20.055, 24.5)
    refused(t, lambda: t.answer("stop_following", unit="A1"), "not_following", "inf.follow.startstop")


@clause("inf.follow.position", "inf.geometry.behind_tank")
@pytest.mark.parametrize(
    ("x", "y", "may"),
    [
        (10.0, 20 - TAIL - 2.0, True),
        (10.0, 20 - TAIL - 2.001, False),
        (11.2, 20 - TAIL - 1.6, True),
        (11.3, 20 - TAIL, False),
        (10.0, 23.0, False),
    ],
)
def test_behind_is_within_two_inches_of_the_middle_of_the_rear_and_beyond_its_line(
    x: float, y: float, may: bool
) -> None:
    t = table(squad(x, y), unit("A2", "M4 Sherman", 10, 20, 90))
    if may:
        assert follow(t).accepted
    else:
        refused(t, lambda: follow(t), "not_behind", "inf.follow.position", most=2.0)


@clause("inf.follow.friendly")
@pytest.mark.parametrize(
    ("name", "card", "status"),
    [("B2", "M4 Sherman", "alive"), ("A2", "M4 Sherman", "wreck"), ("A2", "Flak 36", "alive")],
)
def test_only_living_vehicles_of_the_player_that_move_are_followed(name: str, card: str, status: str) -> None:
    t = table(squad(10, 18), unit(name, card, 10, 20, 90, status=status), unit("A3", "M4 Sherman", 30, 10))
    refused(t, lambda: follow(t, tank=name), "cannot_be_followed", "inf.follow.friendly")


@clause("inf.follow.startstop", "inf.follow.bonus")
def test_who_has_used_up_its_points_stops_following_after_five_inches() -> None:
    t = convoy()
    assert follow(t).accepted
    assert t.move("A2", forward(8)).accepted
    assert points(t) == 5
    assert where(t, "A1")[1] == 20 - TAIL - 1.0 + 5
    assert not [mark for mark in of(t, "A1").marks if mark.startswith("follows")]


@clause("inf.move.sprint.tank", "inf.follow.bonus", "inf.move.sprint.noattack")
def test_at_a_run_it_keeps_up_for_ten_inches_and_does_not_attack_then() -> None:
    t = convoy()
    assert follow(t, "sprint").accepted
    assert t.move("A2", forward(8)).accepted
    assert points(t) == 8
    t.end_movement()
    assert walk(t, "A1", march(90, 2.01)).refusal is not None
    assert walk(t, "A1", march(180, 2)).accepted
    t.answer("end_infantry")
    assert "sprinted" in of(t, "A1").marks


@clause("inf.follow.bonus")
@pytest.mark.parametrize(("inches", "most"), [(0.49, 4.0), (0.5, 5.0)])
def test_half_an_inch_behind_a_tank_is_worth_a_point(inches: float, most: float) -> None:
    t = convoy()
    assert follow(t).accepted
    assert t.move("A2", forward(inches)).accepted
    t.end_movement()
    assert walk(t, "A1", march(180, round(most - inches + 0.01, 2)), pace="walk").refusal is not None
    assert walk(t, "A1", march(180, round(most - inches, 2)), pace="walk").accepted


@clause("inf.follow.startstop")
def test_a_turn_of_the_tank_swings_the_squad_round_and_charges_the_way() -> None:
    t = convoy()
    assert follow(t).accepted
    assert t.move("A2", pivot(-90)).accepted
    assert where(t, "A1") == (10 - TAIL - 1.0, 20)
    assert points(t) == pytest.approx((TAIL + 1.0) * pi / 2, rel=1e-3)


@clause("inf.follow.startstop")
def test_a_tank_backs_up_with_the_squad_that_keeps_up_and_is_stopped_by_one_that_cannot() -> None:
    t = convoy()
    assert follow(t).accepted
    assert t.move("A2", reverse(2)).accepted
    assert (where(t, "A1")[1], where(t, "A2")[1]) == (20 - TAIL - 1.0 - 2, 18)
    far = convoy(terrain=[piece("House", 10, 15)])
    assert follow(far).accepted
    assert far.move("A2", reverse(3)).accepted
    assert where(far, "A2")[1] == pytest.approx(20 - 1.0 + RIM, abs=1e-3)


@clause("inf.follow.startstop")
@pytest.mark.parametrize(
    ("steps", "gone", "spent"), [((3, -1), 2.0, 4.0), ((1, -1, 1), 1.0, 3.0), ((3.5, -1.5), 2.0, 5.0)]
)
def test_an_order_that_comes_back_over_its_own_way_moves_and_charges_every_step(
    steps: tuple[float, ...], gone: float, spent: float
) -> None:
    t = convoy()
    before = where(t, "A1")[1]
    assert follow(t).accepted
    assert t.move("A2", *[forward(each) if each > 0 else reverse(-each) for each in steps]).accepted
    assert (where(t, "A1")[1] - before, points(t)) == (pytest.approx(gone), spent)


def _as_it_stands(t: Position) -> dict[str, Any]:
    return {name: (each.pose, dict(each.marks), each.status) for name, each in t.state.units.items()}


steps_of_a_tank = st.one_of(
    st.builds(forward, st.sampled_from((0.3, 1.0, 2.5))),
    st.builds(reverse, st.sampled_from((0.3, 1.0))),
    st.builds(pivot, st.sampled_from((-90.0, 20.0, 45.0, 180.0))),
)


@clause("inf.follow.startstop", "inf.follow.bonus", "mbb.move.any_number")
@given(st.lists(steps_of_a_tank, min_size=2, max_size=5), st.booleans(), st.sampled_from((19.0, 22.2)))
def test_one_order_does_what_its_steps_do_as_orders(steps: list[dict[str, Any]], runs: bool, wall: float) -> None:
    def laid() -> Position:
        t = convoy(squad(8.7, 18.055, "A3"), terrain=[piece("House", 12.5, wall), piece("Mud", 8.0, 17.0)])
        assert follow(t, "sprint" if runs else "walk").accepted
        assert follow(t, name="A3").accepted
        return t

    once, one_by_one = laid(), laid()
    whole = once.move("A2", *steps)
    accepted = [one_by_one.move("A2", step).accepted for step in steps if t_can_go(one_by_one)]
    assert whole.accepted is accepted[0]
    if all(accepted):
        assert _as_it_stands(once) == _as_it_stands(one_by_one)
        assert not whole.of("step_refused")


def t_can_go(t: Position) -> bool:
    return t.asked == "move_units"


@clause("inf.follow.startstop", "mbb.move.fraction")
def test_a_later_step_that_is_refused_leaves_the_squad_where_the_tank_was_left() -> None:
    t = convoy()
    assert follow(t).accepted
    told = t.move("A2", forward(3), reverse(1), forward(9))
    (refused_step,) = told.of("step_refused")
    assert (refused_step.step, refused_step.refusal.code) == (3, "not_enough_mp")
    assert (where(t, "A2")[1], where(t, "A1")[1]) == (22, 20 - TAIL - 1.0 + 2)


@clause("inf.follow.startstop")
def test_a_tank_that_is_stopped_where_it_stands_does_not_lose_its_squad() -> None:
    t = convoy(terrain=[piece("House", 10, 20 + TAIL + 1.26)])
    assert follow(t).accepted
    assert t.move("A2", forward(1), reverse(1)).accepted
    assert (where(t, "A2")[1], where(t, "A1")[1]) == (19, 20 - TAIL - 1.0 - 1)


@clause("inf.follow.startstop", "mbb.quick.move")
def test_a_tank_that_slides_back_goes_together_with_its_squad() -> None:
    t = convoy(options={"rules_level": "quick"})
    assert follow(t).accepted
    assert t.move("A2", slide(270, 2)).accepted
    assert (where(t, "A2")[1], where(t, "A1")[1]) == (18, 20 - TAIL - 1.0 - 2)


@clause("inf.follow.startstop")
def test_mines_on_a_way_there_and_back_are_met_where_the_squad_goes() -> None:
    """The mine lies beside the far end of the way, where the net way never comes."""
    mine = {"seat": 1, "x": 11.55, "y": 22.3}
    t = convoy(mines=[mine], options={"mines": "visual"})
    assert follow(t).accepted
    assert t.move("A2", forward(5), reverse(1)).accepted
    assert t.asked == "call_even_or_odd"
    assert where(t, "A2")[1] == 25
    assert t.answer("call_parity", parity="even", dice=dice(1, 1)).accepted
    assert (where(t, "A2")[1], where(t, "A1")[1]) == (pytest.approx(18.055 + 5 + RIM + TAIL), 23.055)


@clause("inf.follow.startstop")
@pytest.mark.parametrize("feature", ["Large Water", "House"])
def test_following_ends_where_the_plate_is_stopped(feature: str) -> None:
    size = {"length": 1.0, "width": 1.0}
    t = table(
        squad(11.2, 20 - TAIL - 1.0), unit("A2", "M4 Sherman", 10, 20, 90), terrain=[piece(feature, 11.7, 22, **size)]
    )
    assert follow(t).accepted
    assert t.move("A2", forward(5)).accepted
    assert where(t, "A1")[1] == pytest.approx(21.5 - RIM, abs=0.02)
    assert where(t, "A2")[1] == 25


@clause("inf.follow.startstop")
def test_mines_test_the_tank_and_the_squad_each_for_itself() -> None:
    mine = {"seat": 1, "x": 12.2, "y": 19.5}
    squads = squad(11.4, 20 - TAIL - 1.0), unit("A2", "M4 Sherman", 10, 20, 90)
    t = table(*squads, mines=[mine], options={"mines": "visual"})
    assert follow(t).accepted
    assert t.move("A2", forward(3)).accepted
    assert where(t, "A2")[1] == 23
    assert t.decision is not None
    assert t.decision.kind == "call_even_or_odd"
    result = t.answer("call_parity", parity="even", dice=dice(1, 2))
    assert result.accepted
    assert (of(t, "A1").status, of(t, "A2").status, where(t, "A2")[1]) == ("gone", "alive", 23)


@clause("inf.follow.startstop")
def test_following_ends_where_the_tank_is_destroyed() -> None:
    mine = {"seat": 1, "x": 10, "y": 22.5}
    t = convoy(mines=[mine], options={"mines": "visual"})
    before = where(t, "A1")
    assert follow(t).accepted
    assert t.move("A2", forward(5)).accepted
    assert t.answer("call_parity", parity="even", dice=dice(1, 2)).accepted
    gone = where(t, "A2")[1] - 20
    assert of(t, "A2").status == "wreck"
    assert 0.5 < gone < 5
    assert where(t, "A1") == (before[0], pytest.approx(before[1] + gone, abs=1e-3))


@clause("inf.follow.choice")
def test_bots_do_not_change_from_tank_to_tank_and_back() -> None:
    t = table(squad(10, 18), *[unit(f"A{n}", "M4 Sherman", x, 20, 90) for n, x in ((2, 9.2), (3, 10.8))])
    assert {each.answer.tank for each in other_orders(t.state, 0)} == {"A2", "A3"}
    assert follow(t).accepted
    assert other_orders(t.state, 0) == []
