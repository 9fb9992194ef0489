"""The mind of BrickAction: orders worth giving, what they are worth, and what a bot does with them."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.decisions import React, Suggestion
from brickfield.core.match import Match, Setup
from brickfield.core.play import give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games import find_game
from brickfield.games.brick_action.base.battlefield import units_of
from brickfield.games.brick_action.base.deployment import Deploy
from brickfield.games.brick_action.base.firing.attack import Attack
from brickfield.games.brick_action.base.moving.arrival import UseCorner
from brickfield.games.brick_action.base.moving.paths import Move, Stride, Walk
from brickfield.games.brick_action.base.reactions.interrupts import placed_at
from brickfield.games.brick_action.base.reactions.responses import FireBack, ReactToMove
from brickfield.games.brick_action.chapters.holds.holds import PlaceHold
from brickfield.games.brick_action.mind.camps import deploy_terms
from brickfield.games.brick_action.mind.exchange import charge, onslaught, sides
from brickfield.games.brick_action.mind.ideas import foremost
from brickfield.games.brick_action.mind.prices import declared_terms, order_terms
from brickfield.games.brick_action.mind.prospects import apart, at_least, combat_points, shot_points
from brickfield.games.brick_action.mind.ways import reach_of, way_left
from brickfield.geometry import Pose
from brickfield.players.levels import levels
from brickfield.players.seat import BotSeat
from brickfield.testing import Position, clause
from tests.players.battles import play
from tests.rules.brick_action.fire_table import duel, row, squad


def chosen(t: Position, level: str = "regular") -> Any:
    """What a bot of a level answers."""
    assert t.decision is not None
    return BotSeat(levels()[level], 1).decide(t.match, t.view(t.decision.seat))


@clause("ba.geometry.ties")
def test_of_equally_near_units_the_lowest_id_comes_first() -> None:
    t = duel("1 regular smg", "1 regular smg", more=[squad("A0", "regular smg", [(64.0, 40.0)])], gap=20.0)
    units = [t.unit("A1"), t.unit("A0")]
    assert [each.id for each in foremost(t.state, units)] == ["A0", "A1"]


def test_suggestions_are_legal_and_hold_something_of_everything() -> None:
    t = duel("veteran smg grenade, 4 regular smg", "5 regular smg")
    assert t.decision is not None
    found = t.decision.suggest(t.state, 40)
    assert found[0].kind == "end_turn"
    assert {"attack", "item", "move", "hold", "prone"} <= {each.kind for each in found}
    assert all(t.decision.validate(t.state, each.answer) is None for each in found)


def test_a_bot_fires_at_what_it_can_hurt_most() -> None:
    other = squad("B2", "5 regular smg", row(42, 55, 5), prone=1)
    t = duel("5 regular smg", "5 regular smg", more=[other])
    assert chosen(t) == Attack("A1", "B1")


@pytest.mark.parametrize("name", ["A1", "B1"])
def test_a_squad_that_has_changed_is_not_mistaken_for_what_it_was(name: str) -> None:
    t = duel("5 regular smg", "5 regular smg", gap=20.0)

    def pair(state: State) -> tuple[float, float]:
        one, other = state.units["A1"], state.units["B1"]
        return shot_points(state, one, other), charge(state, one, other)

    before = pair(t.state)
    there = t.state.clone()
    unit = there.units[name]
    fallen = replace(unit.squad[0], status="removed")
    there.units[name] = replace(unit, figures=(fallen, *unit.squad[1:]))
    there.unit_cache = {}
    after = pair(there)
    assert after != before
    again = t.state.clone()
    again.unit_cache = {}
    assert pair(again) == before


def test_cover_is_worth_a_step() -> None:
    bags = {"feature": "sandbags", "x": 24.0, "y": 42.0, "length": 14.0, "width": 1.0, "heading": 90.0}
    t = duel(
        "3 regular smg", "2 regular carbine", terrain=[bags], a={"spots": [(20, 56), (20, 58.5), (20, 61)]}, gap=30.0
    )
    back = Move("A1", (Stride(270.0, 14.0),))
    terms = order_terms(t.state, back)
    assert terms["exposure"] > 0.0
    assert charge(t.state, t.unit("B1"), t.unit("A1")) > 0.0


def test_a_suppressed_unit_rallies_when_it_may() -> None:
    t = duel("5 regular smg", "1 regular smg", gap=60.0, a={"suppressed": 1, "rallied": 1})
    assert type(chosen(t)).__name__ == "RallyAgain"


def test_close_combat_is_sought_by_the_stronger() -> None:
    t = duel("5 veteran smg", "2 regular repeater", gap=3.0)
    assert combat_points(t.state, t.unit("A1"), t.unit("B1")) > 0 > combat_points(t.state, t.unit("B1"), t.unit("A1"))


def test_expected_points_follow_cover_and_dice() -> None:
    t = duel("5 regular smg", "5 regular smg")
    fewer = duel("2 regular smg", "5 regular smg")
    many, few = (shot_points(each.state, each.unit("A1"), each.unit("B1")) for each in (t, fewer))
    assert many > few > 0.0
    assert at_least(2, 0.5, 1) == pytest.approx(0.75)


# --- what a turn can do ----------------------------------------------------------------------------------------------


def test_distances_of_thoughts_are_those_of_the_rules() -> None:
    t = duel("3 regular smg", "2 regular carbine", gap=17.0)
    assert apart(t.state, t.unit("A1"), t.unit("B1")) == pytest.approx(17.0)
    assert apart(t.state, t.unit("B1"), t.unit("A1")) == pytest.approx(17.0)


def test_one_unit_may_fire_three_times_and_walk_before_it_fires() -> None:
    near, far, off = (duel("5 regular smg", "5 regular smg", gap=gap, size=(120, 96)) for gap in (40.0, 60.0, 90.0))
    here, walked, never = (charge(each.state, each.unit("B1"), each.unit("A1")) for each in (near, far, off))
    assert here == pytest.approx(min(3 * shot_points(near.state, near.unit("B1"), near.unit("A1")), 58.0))
    assert here > walked > never == 0.0


def test_who_is_shot_at_is_feared_less() -> None:
    t = duel("5 regular smg", "5 regular smg", gap=40.0)
    own, foes = sides(t.state, 0)
    assert onslaught(t.state, foes, own, {"B1": 0.5}) == pytest.approx(onslaught(t.state, foes, own) / 2)
    assert order_terms(t.state, Attack("A1", "B1"))["exposure"] > 0.0


def test_a_bot_stays_out_of_reach_of_three_volleys() -> None:
    # with one action left, five steps nearer would only be in the way of their fire
    t = duel("5 regular smg", "5 regular smg", gap=70.0, actions=1)
    ahead = order_terms(t.state, Move("A1", (Stride(0.0, 16.0),)))
    assert ahead["exposure"] < 0.0
    assert sum(ahead.values()) < 0.0
    assert not isinstance(chosen(t), Move | Walk) or way_gained(t, chosen(t)) <= 4.0


def way_gained(t: Position, order: Any) -> float:
    """How many studs nearer to B1 an order brings A1."""
    before = apart(t.state, t.unit("A1"), t.unit("B1"))
    assert t.decision is not None
    led = give(t.state, t.decision, order)
    assert not isinstance(led, Refusal)
    return before - apart(led.state, led.state.units["A1"], led.state.units["B1"])


def test_a_hold_that_nobody_can_walk_into_is_worth_nothing() -> None:
    t = duel("5 regular smg", "5 regular smg", gap=72.0)
    near = duel("5 regular smg", "5 regular smg", gap=60.0)
    hold = PlaceHold("A1", "attack", "B1", "move")
    assert order_terms(t.state, hold)["wait"] < 0.0
    assert order_terms(near.state, hold)["wait"] > order_terms(t.state, hold)["wait"]


# --- ways ------------------------------------------------------------------------------------------------------------


def test_a_squad_walks_around_a_wall() -> None:
    wall = {"feature": "wall", "x": 27.0, "y": 45.0, "length": 20.0, "width": 1.0, "heading": 90.0}
    t = duel("5 regular smg", "5 regular smg", terrain=[wall], gap=60.0)
    unit, spot = t.unit("A1"), (84.0, 45.0)
    assert way_left(t.state, unit, spot) > 64.0 + 5.0
    reach = reach_of(t.state, unit)
    cell = reach.nearest(spot)
    assert cell is not None
    walk = reach.walk(cell, 0.0)
    assert walk is not None
    assert t.decision is not None
    assert t.decision.validate(t.state, walk) is None
    led = give(t.state, t.decision, walk)
    assert not isinstance(led, Refusal)
    assert way_left(led.state, led.state.units["A1"], spot) < way_left(t.state, unit, spot) - 8.0


# --- deployment ------------------------------------------------------------------------------------------------------


@clause("ba.setup.deploy.order")
@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_bots_spread_along_their_zone(level: str) -> None:
    game = find_game("brick_action")
    assert game is not None
    match = game.new_match(game.fresh(Setup("brick_action", "village", {})))
    assert isinstance(match, Match)
    state, answers = play(match, (level,), 3, until=1)
    placed = [each for each in answers if isinstance(each, Deploy)]
    assert len(placed) == 8
    for seat in (0, 1):
        middles = [each.pose.place for each in units_of(state, seat) if each.pose is not None]
        gaps = [hypot(a[0] - b[0], a[1] - b[1]) for a, b in combinations(middles, 2)]
        assert min(gaps) > 5.0, middles
        assert max(gaps) > 30.0, middles


def test_the_first_suggestion_of_a_place_is_behind_cover() -> None:
    bags = [{"feature": "sandbags", "x": x, "y": 12.0, "length": 16.0, "width": 1.0, "heading": 0.0} for x in (20, 70)]
    t = duel("5 regular smg", "5 regular smg", terrain=bags, gap=60.0)
    state = t.state.clone()
    state.units["A1"] = replace(
        t.unit("A1"), status="waiting", figures=tuple(replace(each, pose=None) for each in t.unit("A1").squad)
    )
    state.units["B1"] = placed_at(t.state, t.unit("B1"), {
        each.id: Pose.at(20.0 + 2.5 * place, 70.0, 270.0) for place, each in enumerate(t.unit("B1").squad)
    }).units["B1"]  # fmt: skip
    state.unit_cache = {}
    terms = [deploy_terms(state, Deploy("A1", 20.0, y, 90.0)) for y in (9.8, 14.5)]
    assert terms[0]["exposure"] > terms[1]["exposure"], "behind the bags less can be done than before them"


# --- corners, reactions ----------------------------------------------------------------------------------------------


@clause("ba.cover.corner.declare")
def test_a_corner_is_looked_past_for_a_good_shot_only() -> None:
    wall = {"feature": "wall", "x": 23.0, "y": 36.0, "length": 10.0, "width": 1.0, "heading": 90.0, "height": 6}
    spots = [(21.4, 39.6), (19.0, 39.6)]
    t = duel("2 regular carbine", "3 regular smg", terrain=[wall], a={"spots": spots}, gap=24.0)
    use = UseCorner("A1", ("f1",))
    shot, idle = (declared_terms(t.state, t.unit("A1"), use, left) for left in (2, 0))
    assert shot["prospect"] > idle["prospect"]


def test_reactive_fire_is_taken_and_cover_makes_it_worth_less() -> None:
    open_, lying = (duel("5 regular smg", "5 regular smg", a={"prone": prone}, gap=30.0) for prone in (0, 1))
    worths = []
    for t in (open_, lying):
        asked = ReactToMove(1, ("B1",), "A1")
        found = [Suggestion(React(yes=False), "react", "", ""), Suggestion(FireBack("B1"), "fire_back", "", "")]
        outlook = t.match.game.judge.outlook(t.state, asked, found, {})
        worths.append(outlook.value((1,)) - outlook.value((0,)))
    assert worths[0] > worths[1] > 0.0
