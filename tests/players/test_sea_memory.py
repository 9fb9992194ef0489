"""What captains remember of a battle never changes what they think: who has seen nothing before thinks the same."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.bounded_cache import BoundedCache
from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.play import begin, give
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.core.views import imagine, view
from brickfield.games import find_game
from brickfield.games.battle_of_the_sea.base.moving_the_vessels import Ahead, Sail
from brickfield.games.battle_of_the_sea.base.ramming import work_out_course
from brickfield.games.battle_of_the_sea.base.waters import sea_of
from brickfield.games.battle_of_the_sea.mind.charted import Boxes, Courses, chart_of
from brickfield.games.battle_of_the_sea.mind.judgement import PricedCourses, order_of
from brickfield.games.battle_of_the_sea.mind.judgement_evaluation import unweighted
from brickfield.games.battle_of_the_sea.mind.judgement_threats import threat_map
from brickfield.games.battle_of_the_sea.mind.suggestions_courses import courses
from brickfield.geometry import Pose
from brickfield.players.levels import make_player
from brickfield.testing import clause
from tests.rules.battle_of_the_sea.table import CUTTER, GALLEON, VIKING, sea, ship

GAME = find_game("battle_of_the_sea")
assert GAME is not None
# sorts of battle in which other things are thought about
BATTLES = ("last_drop_of_blood", "transport_of_gold", "defence_of_the_fort", "trade_winds", "free_for_all_3")
WEIGHED = 60


def new_match(scenario: str) -> Match:
    match = GAME.new_match(GAME.fresh(Setup(GAME.id, scenario)))
    assert not isinstance(match, Refusal), match
    return match


def battered(state: State, rng: random.Random) -> State:
    """The same places after other dice: markers are gone, some ships with them."""
    other = state.clone()
    for unit in state.units.values():
        marks = {mark: rng.randint(min(1, value), value) if value > 0 else value for mark, value in unit.marks.items()}
        if marks.get("speed") and rng.random() < 0.2:
            marks["speed"] = 0
        if state.match.options.loads and rng.random() < 0.4:
            marks["cargo1"] = 1
        other.units[unit.id] = replace(unit, marks=marks)
    other.clear_caches()
    return other


def thoughts(state: State) -> Any:
    """What a bot thinks of the question: its suggestions, and what each and some of them together are worth."""
    decision, judge = state.decision, GAME.judge
    assert decision is not None
    assert judge is not None
    ideas = decision.suggest(state, WEIGHED)
    outlook = judge.outlook(state, decision, ideas, {})
    worth = [outlook.value((number,)) for group in outlook.groups for number in group]
    firsts = tuple(group[0] for group in outlook.groups)
    return ideas, worth, outlook.value(firsts), judge.standing(state, decision.seat)


@pytest.mark.parametrize("scenario", BATTLES)
def test_who_remembers_thinks_what_a_newcomer_thinks(scenario: str) -> None:
    match, rng, asked = new_match(scenario), random.Random(7), 0
    dice = SeededDice(5)
    state = begin(match, dice).state
    seats = [make_player("regular", GAME, f"5/{seat}") for seat in range(match.seats)]
    while (decision := state.decision) is not None and asked < 60:
        if decision.kind != "deploy_ship":
            asked += 1
            for table in (state, battered(state, rng)) if asked % 6 == 0 else ():
                newcomer = imagine(view(table, decision.seat), new_match(scenario))
                assert thoughts(imagine(view(table, decision.seat), match)) == thoughts(newcomer)
        taken = give(state, decision, seats[decision.seat].decide(match, view(state, decision.seat)), dice)
        assert not isinstance(taken, Refusal), taken
        state = taken.state
    assert asked >= 6


@clause("sea.fire.dice", "sea.ram.accurate_dice", "sea.firepower.range")
def test_an_order_is_worth_the_same_whatever_else_was_weighed_before() -> None:
    ships = [ship("A1", GALLEON, 12, 10, 60), ship("A2", CUTTER, 20, 9), ship("A3", VIKING, 25, 10, 100)]
    foes = [ship("B1", CUTTER, 16, 16, 200), ship("B2", GALLEON, 20, 15, 260), ship("B3", VIKING, 26, 18, 290)]
    state = sea(*ships, *foes).state
    decision = state.decision
    assert decision is not None
    ideas = [each for each in decision.suggest(state, 400) if isinstance(each.answer, Sail)]
    outlook = PricedCourses(state, decision, ideas, {})
    assert {"ram", "fire", "stay", "back_off"} <= {idea.kind for idea in ideas}
    for number, idea in enumerate(ideas):
        alone = state.clone()
        alone.clear_caches()
        fresh = threat_map(alone, 0)
        order = order_of(fresh, idea.answer)
        assert order is not None
        points = unweighted(fresh).points([unweighted(fresh).move(order)])
        assert idea.value == round(sum(points.values()) - points["material"], 3), idea
        assert outlook.value((number,)) == unweighted(fresh).win_chance(points), idea
    pairs = [
        (one, other) for one in outlook.groups[0][::7] for other in (*outlook.groups[1][::5], *outlook.groups[2][::5])
    ]
    for pair in pairs:
        alone.clear_caches()
        assert outlook.value(pair) == PricedCourses(alone, decision, ideas, {}).value(pair)


@clause("sea.move.no_obstacle")
def test_what_a_ship_can_sail_is_known_by_the_hulls_it_can_come_near() -> None:
    table = sea(ship("A1", GALLEON, 10, 10), ship("A2", CUTTER, 30, 30), ship("B1", CUTTER, 14, 30))
    state, unit = table.state, table.unit("A1")
    match = sea_of(state)
    chart = chart_of(state)

    def known(name: str = "", pose: Pose | None = None, speed: float = 4.0) -> Courses:
        moved = state.clone()
        if name:
            moved.units[name] = replace(moved.units[name], pose=pose)
        return chart.courses_of(match, moved, moved.units["A1"], speed)

    here = known()
    assert known("A2", Pose.at(31, 31)) is here, "too far away to matter"
    assert known("A2", None) is here, "and so it is when it has sunk"
    near = known("A2", Pose.at(10, 16))
    assert near is not here
    assert known("A2", Pose.at(10, 17)) is not near, "it lies elsewhere"
    assert known("A1", Pose.at(10, 10.5)) is not here
    assert known(speed=3.0) is not here
    assert unit.pose is not None


@clause("sea.move.no_obstacle", "sea.geometry.follow")
@pytest.mark.parametrize("heading", [0.0, 77.0, 180.0])
def test_no_hull_that_is_left_out_stops_a_ship(heading: float) -> None:
    # no hull comes further than that of a ship that sails all its way ahead and then swings its stern forwards
    around, outcomes, start = (heading + 180.0) % 360.0, set(), Pose.at(18, 18, heading).ahead(-9.0)
    for gap in range(20, 72):
        table = sea(
            ship("A1", GALLEON, *start.place, heading), ship("B1", CUTTER, *start.ahead(gap / 4).place, heading)
        )
        state, unit, match = table.state, table.unit("A1"), sea_of(table.state)
        speed = float(unit.marks["speed"])
        chart_of(state).courses_of(match, state, unit, speed)
        *_rest, near = next(iter(chart_of(state).courses))
        order = Sail("A1", (Ahead(heading, speed - 0.4), Ahead(around, 0.4)))
        stopped = isinstance(work_out_course(state, unit, order), Refusal)
        assert near or not stopped, gap / 4
        outcomes.add((bool(near), stopped))
    assert outcomes == {(True, True), (True, False), (False, False)}


def test_memory_has_an_end() -> None:
    shelf: BoundedCache[int] = BoundedCache(4)
    for number in range(20):
        assert shelf.keep(number, number) == number
        assert len(shelf) <= 4
    assert 19 in shelf
    boxes: Boxes[list[int]] = Boxes(10)
    for number in range(20):
        boxes.keep(number, [0] * 4)
        assert sum(map(len, boxes.values())) <= 10 + 4


def test_another_table_size_is_another_battle() -> None:
    table = sea(ship("A1", GALLEON, 10, 10), ship("B1", CUTTER, 14, 30))
    match = sea_of(table.state)
    before = chart_of(table.state)
    assert courses(table.state, table.unit("A1"))
    assert before.courses
    match.with_size(20.0, 20.0)
    assert chart_of(table.state) is not before
    assert not chart_of(table.state).courses
    assert chart_of(sea(ship("A1", GALLEON, 10, 10), ship("B1", CUTTER, 14, 30)).state) is not before
