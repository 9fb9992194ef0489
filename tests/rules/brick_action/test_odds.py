"""The chance to win of a table as it lies, and what is done about a battle that could be lost at once."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.games.brick_action.base.firing.attack import Attack
from brickfield.games.brick_action.base.moving.paths import Move, Stride
from brickfield.games.brick_action.mind.goals import goes, may_lose
from brickfield.games.brick_action.mind.odds import win_chance
from brickfield.games.brick_action.mind.prices import order_terms
from brickfield.testing import Position, clause
from tests.rules.brick_action.armoured import squad, table
from tests.rules.brick_action.fire_table import duel

KINDS: list[dict[str, Any]] = [
    {"kind": "eliminate_all"},
    {"kind": "eliminate_most"},
    {"kind": "capture", "attacker": 0, "marker": [48, 48]},
    {"kind": "target_unit", "attacker": 0},
    {"kind": "flag"},
    {"kind": "escape", "attacker": 0},
]


def even(**more: Any) -> Position:
    """Two squads of five that reach each other; the first is to act."""
    return duel("5 regular smg", "5 regular smg", gap=44.0, **more)


@pytest.mark.parametrize("objective", KINDS, ids=lambda each: each["kind"])
def test_what_one_side_wins_the_other_loses(objective: dict[str, Any]) -> None:
    t = even(objective=objective)
    assert win_chance(t.state, 0) + win_chance(t.state, 1) == pytest.approx(1.0)
    assert 0.0 < win_chance(t.state, 0) < 1.0
    assert t.match.game.judge.standing(t.state, 0).chance == win_chance(t.state, 0)


def test_whoever_fires_first_has_the_better_of_an_even_table() -> None:
    first, second = even(), even(seat=1)
    assert win_chance(first.state, 0) > 0.6 > 0.4 > win_chance(second.state, 0)
    afar = duel("5 regular smg", "5 regular smg", gap=92.0, size=(192.0, 96.0))
    assert win_chance(afar.state, 0) == pytest.approx(0.5)


def test_more_minis_are_a_better_chance() -> None:
    fewer = duel("5 regular smg", "3 regular smg", gap=44.0)
    assert win_chance(fewer.state, 0) > win_chance(even().state, 0)


@clause("ba.obj.turnlimit")
def test_a_lead_counts_for_less_when_the_clock_runs_out() -> None:
    early, late = (duel("5 regular smg", "2 regular smg", gap=44.0, round=each) for each in (2, 12))
    assert win_chance(early.state, 0) > win_chance(late.state, 0) > 0.5


@clause("ba.obj.turnlimit")
def test_whoever_is_out_of_reach_in_the_last_round_is_not_wiped_out_any_more() -> None:
    near, far = (duel("5 regular smg", "2 regular smg", gap=gap, size=(192.0, 96.0), round=12) for gap in (20.0, 150.0))
    assert win_chance(near.state, 0) > win_chance(far.state, 0) + 0.1
    assert win_chance(far.state, 0) == pytest.approx(0.5, abs=0.1)


@clause("ba.obj.capture")
def test_attackers_who_cannot_get_there_in_time_have_lost() -> None:
    marker = {"kind": "capture", "attacker": 0, "marker": [48, 48]}
    near, far = (
        table(squad("A1", *spots), squad("B1", (90, 90), (92.5, 90)), objective=marker, round=6)
        for spots in (((48, 40), (50.5, 40)), ((2, 2), (4.5, 2)))
    )
    assert win_chance(near.state, 0) > 2 * win_chance(far.state, 0)


@clause("ba.obj.target_unit")
def test_a_target_that_is_nearly_gone_is_good_for_its_hunters() -> None:
    hunt = {"kind": "target_unit", "attacker": 0}
    hunters = squad("A1", (20, 20), (22.5, 20))
    whole, hurt = (
        table(hunters, squad("B1", *[(20 + 2.5 * n, 80) for n in range(count)]), objective=hunt) for count in (5, 2)
    )
    assert win_chance(hurt.state, 0) > win_chance(whole.state, 0)


# --- what could be lost at once --------------------------------------------------------------------------------------


def guarded(*more: Any) -> Position:
    """B1 can be at the marker in its next turn; A defends."""
    marker = {"kind": "capture", "attacker": 1, "marker": [48, 48]}
    return table(
        squad("A1", (48, 36), (50.5, 36), card="2 regular carbine"),
        squad("A2", (8, 30), (10.5, 30), card="2 regular carbine"),
        squad("B1", (48, 70), (50.5, 70), (53, 70)),
        *more,
        objective=marker,
    )


@clause("ba.obj.capture")
def test_who_defends_a_marker_stands_in_the_way() -> None:
    t = guarded()
    assert may_lose(t.state, 0) > 0.5
    assert may_lose(t.state, 1) == 0.0
    onto = order_terms(t.state, Move("A1", (Stride(90.0, 10.0),)))
    away = order_terms(t.state, Move("A1", (Stride(270.0, 10.0),)))
    assert onto["goal"] > 40.0 > 0.0 > away["goal"]


@clause("ba.obj.capture")
def test_who_could_win_next_is_shot_at_first() -> None:
    t = guarded(squad("B2", (90, 40), (92.5, 40), (90, 42.5)))
    runner, other = (sum(order_terms(t.state, Attack("A1", target)).values()) for target in ("B1", "B2"))
    assert runner > other > 0.0


def test_few_go_for_the_goal_and_the_others_fight() -> None:
    marker = {"kind": "capture", "attacker": 0, "marker": [48, 48]}
    rows = [squad(f"A{n}", (8.0 + 12 * n, 10), (10.5 + 12 * n, 10)) for n in range(1, 5)]
    t = table(*rows, squad("B1", (48, 80), (50.5, 80)), objective=marker)
    assert [each for each in ("A1", "A2", "A3", "A4") if goes(t.state, t.unit(each))] == ["A3", "A4"]
