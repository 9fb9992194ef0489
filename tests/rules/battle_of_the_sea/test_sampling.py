"""Random answers at sea are drawn into what the rules allow, and stay manifold."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.games import find_game
from brickfield.games.battle_of_the_sea.base.moving_the_vessels import Ahead, Sail
from brickfield.games.battle_of_the_sea.mind import sampling, sampling_courses
from brickfield.geometry.bearings import wrapped
from brickfield.testing import Position, clause, dice
from tests.rules.battle_of_the_sea.table import CUTTER, GAME, area, sea, ship

# from the middle of a cutter to its bow, in inches
CUTTER_AHEAD = 4 / 3
SWITCHES: tuple[dict[str, Any], ...] = (
    {},
    {"turning": "limited"},
    {"turning": "by_length", "stout_hulls": True},
    {"turning": "limited", "seaweed_slow": True, "wind": True, "currents": True},
)


def refusals(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> Counter[str]:
    """What a test of the rules refuses from now on, by code; an empty code counts what it allows."""
    found: Counter[str] = Counter()
    test = getattr(module, name)

    def counted(*args: Any) -> Any:
        answer = test(*args)
        found[answer.code if isinstance(answer, Refusal) else ""] += 1
        return answer

    monkeypatch.setattr(module, name, counted)
    return found


@pytest.mark.parametrize("options", SWITCHES, ids=("free", "limited", "by length", "weather"))
@clause("sea.move.no_obstacle", "sea.geometry.edge", "sea.geometry.path_length", "sea.move.free_path")
def test_courses_and_places_are_drawn_legal(monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]) -> None:
    courses = refusals(monkeypatch, sampling_courses, "course_of")
    places = refusals(monkeypatch, sampling, "may_place")
    game = find_game(GAME)
    assert game is not None
    match = game.new_match(game.fresh(Setup(GAME, "last_drop_of_blood", options)))
    assert not isinstance(match, Refusal)
    session, rng = Session(match, SeededDice(3)), random.Random(3)
    drawn: Counter[str] = Counter()
    for _ in range(250):
        if session.state.over:
            break
        decision = session.state.decision
        assert decision is not None
        answer = decision.sample(session.state, rng)
        if isinstance(answer, Sail):
            drawn["ram" if answer.ram else "+".join(type(leg).__name__ for leg in answer.legs)] += 1
        assert not isinstance(session.answer(decision.seat, answer), Refusal)
    assert sum(courses.values()) > 100
    assert courses[""] >= 0.99 * sum(courses.values()), courses
    # other ships may lie where one is put down, yet none is drawn outside its waters
    assert set(places) <= {"", "in_the_way"}
    assert {"Ahead", "Ahead+Ahead", "Astern"} <= set(drawn)
    assert drawn[""] < 0.2 * sum(drawn.values()), drawn


def drawn_often(table: Position, times: int) -> list[Any]:
    """So many random answers to the same question."""
    rng = random.Random(4)
    assert table.decision is not None
    return [table.decision.sample(table.state, rng) for _ in range(times)]


@clause("sea.move.no_obstacle", "sea.geometry.astern")
def test_a_ship_with_land_ahead_and_beside_backs_off() -> None:
    """The bow lies a quarter of an inch off a cliff, with cliffs to both sides: no leg ahead is long enough."""
    walls = (area("island", 9, 12.6, 13, 14), area("island", 9, 8, 10.4, 12.6), area("island", 11.6, 8, 13, 12.6))
    table = sea(ship("A1", CUTTER, 11, 11.0), ship("B1", CUTTER, 30, 30), terrain=walls)
    orders = drawn_often(table, 60)
    seen = Counter("+".join(type(leg).__name__ for leg in order.legs) for order in orders)
    assert set(seen) == {"Astern", ""}
    assert seen["Astern"] > seen[""]


@clause("sea.move.no_obstacle")
def test_a_way_that_is_shut_ends_anywhere_before_what_shuts_it() -> None:
    """A reef lies an inch and a half ahead, all across the table."""
    reef = area("rock", 0, 18.5 + CUTTER_AHEAD, 35, 19 + CUTTER_AHEAD)
    table = sea(ship("A1", CUTTER, 17, 17), ship("B1", CUTTER, 17, 30), terrain=[reef])
    ways = [order.legs[0] for order in drawn_often(table, 100) if len(order.legs) == 1]
    straight = {round(leg.inches, 2) for leg in ways if isinstance(leg, Ahead) and abs(leg.heading - 90.0) < 10.0}
    assert max(straight) < 1.55
    assert len(straight) > 10


@clause("sea.ram.target", "sea.geometry.contact", "sea.move.free_path")
def test_a_ram_is_only_drawn_at_what_the_bow_meets_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of four enemies near by one lies ahead, one behind it, one behind a rock and one beyond the bend agreed."""
    monkeypatch.setattr(sampling_courses, "_RAM", 1.0)
    courses = refusals(monkeypatch, sampling_courses, "course_of")
    foes = [ship("B1", CUTTER, 15, 13, 0), ship("B2", CUTTER, 15, 14.5, 0), ship("B3", CUTTER, 18.5, 13)]
    table = sea(
        ship("A1", CUTTER, 15, 9), *foes, ship("B4", CUTTER, 12.5, 10.0),
        terrain=[area("rock", 16.2, 11.2, 16.7, 11.7)], options={"turning": "limited"},
    )  # fmt: skip
    orders = drawn_often(table, 60)
    assert {order.ram.target for order in orders if order.ram} == {"B1"}
    assert set(courses) == {""}


@clause("sea.move.free_path", "sea.speed.meaning")
def test_courses_in_open_water_go_everywhere() -> None:
    """All around the bow as far as the bends agreed, and all ways up to the ship's speed."""
    table = sea(ship("A1", CUTTER, 17, 17), ship("B1", CUTTER, 17, 30), options={"turning": "limited"})
    single = [order.legs[0] for order in drawn_often(table, 400) if len(order.legs) == 1]
    bends = [wrapped(leg.heading - 90.0) for leg in single if isinstance(leg, Ahead)]
    speed = table.unit("A1").marks["speed"]
    assert min(bends) < -30.0
    assert max(bends) > 30.0
    assert min(leg.inches for leg in single) < 0.3 * speed
    assert max(leg.inches for leg in single) > 0.95 * speed


@clause("sea.fort.card")
def test_a_fort_is_drawn_onto_any_island() -> None:
    islands = [area("island", 15, 15, 19, 19), area("island", 25, 25, 29, 28)]
    units = (ship("A1", "Sea Fort", 0, 0, status="waiting"), ship("B1", CUTTER, 0, 0, status="waiting"))
    table = sea(*units, terrain=islands, options={"forts": True}, phase="deployment", dice=dice(1))
    places = drawn_often(table, 30)
    assert len({(place.x, place.y) for place in places}) == 30
    assert {place.x < 22 for place in places} == {True, False}


@clause("sea.game.start_sides")
def test_a_ship_longer_than_its_waters_are_deep_is_drawn_along_the_edge() -> None:
    """Thirty studs are ten inches, the waters six deep."""
    units = (ship("A1", "Ship of the Line", 0, 0, status="waiting"), ship("B1", CUTTER, 0, 0, status="waiting"))
    places = drawn_often(sea(*units, phase="deployment", dice=dice(1)), 30)
    assert len({(place.x, place.y, place.heading) for place in places}) == 30
    assert all(abs(abs(wrapped(place.heading)) - 90.0) > 45.0 for place in places)
