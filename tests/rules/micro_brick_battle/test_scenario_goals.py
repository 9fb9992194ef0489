"""Goals of scenarios: lines to get beyond, areas to be alone in, buildings to raze, a unit to get away or destroy."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace

from brickfield.core.asking.previews import PathFace
from brickfield.core.data_files import DataFault
from brickfield.core.dice import SeededDice
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.core.setup.scenarios import checked
from brickfield.core.state import Outcome
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.battlefield import outline
from brickfield.games.micro_brick_battle.base.movement import Forward
from brickfield.games.micro_brick_battle.setup import scenarios
from brickfield.games.micro_brick_battle.setup.card_names import unit_card
from brickfield.games.micro_brick_battle.shown.faces import situation, table_face
from brickfield.games.micro_brick_battle.shown.previews import WayAbout, path
from brickfield.geometry import Pose, rectangle_at
from brickfield.speech.sentences import reason_sentence
from brickfield.speech.story import story
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, pivot, start, unit

GAME = "micro_brick_battle"
GRAIN = 1e-6
NOSE = 0.945
NORTH = {"goal": "get_beyond", "seat": 0, "axis": "y", "line": 20, "side": "above", "units": 2}
SOUTH = {"goal": "get_beyond", "seat": 1, "axis": "y", "line": 16, "side": "below", "units": 2}
TOWN = {"goal": "be_alone_in", "seat": 0, "area": {"x": 24, "y": 26, "length": 24, "width": 12}}
RAZE = {"goal": "raze_all", "seat": 0, "features": ["House", "Building"]}
RUN = [
    {"goal": "leave_by_edge", "seat": 0, "card": "Staff Car", "edge": "x=48"},
    {"goal": "slay_unit", "seat": 1, "card": "Staff Car"},
]


def far(*units: dict[str, Any], terrain: Any = (), **position: Any) -> Position:
    """A Sherman and a Panzer III in opposite corners behind a wall, and whatever is added."""
    pair = [unit("A1", "M4 Sherman", 2, 2, 90), unit("B1", "Panzer III", 46, 34, 270)]
    return lay_table(GAME, [*pair, *units], terrain, **position)


def tanks(seat: str, *places: tuple[float, float]) -> list[dict[str, Any]]:
    card = {"A": "M4 Sherman", "B": "Panzer III"}[seat]
    return [unit(f"{seat}{number}", card, x, y, 90) for number, (x, y) in enumerate(places, start=2)]


def outcome(t: Position) -> Outcome | None:
    return t.state.outcome


def pass_round(t: Position) -> None:
    for _ in range(2):
        if t.state.outcome is None:
            t.fire({})


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> Refusal:
    before = t.state.digest()
    refusal = act().refusal
    assert refusal is not None, t
    assert (refusal.code, refusal.clause) == (code, cited)
    assert t.state.digest() == before
    return refusal


def new_match(setup: Setup) -> Match | Refusal:
    game = find_game(GAME)
    assert game is not None
    return game.new_match(setup)


# --- beyond a line ---------------------------------------------------------------------------------------------------


@clause("mbb.win.scenario")
@pytest.mark.parametrize(("y", "winners"), [(20 + GRAIN, (0,)), (20.0, None), (20 - GRAIN, None)])
def test_two_units_beyond_the_line_win_when_the_round_ends(y: float, winners: tuple[int, ...] | None) -> None:
    t = far(*tanks("A", (10, 21), (14, y)), goals=[NORTH, SOUTH])
    t.fire({})
    assert t.winners is None, "a round ends after the last turn"
    t.fire({})
    assert t.winners == winners
    if winners:
        assert outcome(t) == Outcome((0,), "objective", "mbb.win.scenario", (0, 0))


@clause("mbb.win.scenario")
def test_wrecks_reserves_and_airplanes_are_beyond_no_line() -> None:
    beyond = [
        *tanks("A", (10, 21)),
        unit("A5", "M4 Sherman", 14, 22, status="wreck"),
        unit("A6", "M4 Sherman", status="reserve"),
        unit("A7", "Hawker Typhoon", 20, 30, 0),
    ]
    t = far(*beyond, goals=[NORTH], round=1)
    assert t.state.units["A7"].status == "flying"
    pass_round(t)
    assert t.winners is None


@clause("mbb.win.scenario")
@pytest.mark.parametrize(
    ("ours", "theirs", "winners"),
    [(2, 2, None), (3, 2, (0,)), (2, 3, (1,)), (1, 2, (1,))],
)
def test_of_both_across_the_one_with_more_wins_and_equal_play_on(
    ours: int, theirs: int, winners: tuple[int, ...] | None
) -> None:
    near = [(4.0 * number, 12.0) for number in range(1, theirs + 1)]
    away = [(44.0 - 4 * number, 24.0) for number in range(1, ours + 1)]
    walls = [piece("Wall", 24, 18, length=48)]
    t = far(*tanks("A", *away), *tanks("B", *near), terrain=walls, goals=[NORTH, SOUTH])
    pass_round(t)
    assert t.winners == winners


# --- alone in an area ------------------------------------------------------------------------------------------------


@clause("mbb.win.scenario")
@pytest.mark.parametrize(
    ("ours", "theirs", "winners"),
    [
        ([(24, 20.0)], [], (0,)),
        ([(24, 20 - GRAIN)], [], None),
        ([(24, 26), (26, 26)], [(12, 32)], None),
        ([(24, 26)], [(12 - GRAIN, 32)], (0,)),
        ([], [], None),
    ],
)
def test_the_town_falls_to_who_is_alone_in_it(
    ours: list[tuple[float, float]], theirs: list[tuple[float, float]], winners: tuple[int, ...] | None
) -> None:
    t = far(*tanks("A", *ours), *tanks("B", *theirs), goals=[TOWN])
    pass_round(t)
    assert t.winners == winners


@clause("mbb.win.scenario")
def test_the_defender_alone_in_the_town_wins_nothing_before_the_last_round() -> None:
    t = far(*tanks("B", (24, 26)), goals=[TOWN], holder=1, round=8, round_limit=9)
    pass_round(t)
    assert t.winners is None
    pass_round(t)
    assert outcome(t) == Outcome((1,), "last_round", "mbb.win.scenario", (0, 0))


@clause("mbb.win.scenario", "mbb.win.stalemate")
def test_the_scenarios_own_words_go_before_the_cost_of_what_was_destroyed() -> None:
    lost = unit("B9", "Panzer III", 40, 30, status="wreck")
    t = far(lost, goals=[TOWN], holder=1, round=9, round_limit=9)
    pass_round(t)
    assert outcome(t) == Outcome((1,), "last_round", "mbb.win.scenario", (13, 0))


@clause("mbb.win.deadlock", "mbb.win.scenario")
def test_a_deadlock_is_decided_like_the_last_round() -> None:
    t = far(goals=[TOWN], holder=1, quiet_rounds=9)
    pass_round(t)
    assert outcome(t) == Outcome((1,), "deadlock", "mbb.win.scenario", (0, 0))


@clause("mbb.win.scenario")
def test_who_held_the_field_did_not_win_by_scores() -> None:
    held, counted = far(goals=[TOWN], holder=1, round=9, round_limit=9), far(round=9, round_limit=9)
    told = [reason_sentence(reason, t.match) for t in (held, counted) for reason in ("last_round", "objective")]
    assert told == [
        "The last round is over, and the goal was not reached.",
        "The goal of the battle is reached.",
        "The last round is over and the scores decide.",
        "The goal of the battle is reached.",
    ]


# --- buildings to raze -----------------------------------------------------------------------------------------------


@clause("mbb.win.scenario")
@pytest.mark.parametrize(("markers", "winners"), [(1, (0,)), (2, None)])
def test_the_depot_is_razed_when_its_last_building_has_lost_its_last_marker(
    markers: int, winners: tuple[int, ...] | None
) -> None:
    t = far(terrain=[piece("House", 2, 10, hit_markers=markers), piece("Hedgerow", 30, 10)], goals=[RAZE])
    t.fire({"A1": "T1"})
    assert t.winners is None, "it is looked at when the round ends"
    t.fire({})
    assert t.winners == winners


@clause("mbb.win.scenario", "mbb.obst.pool")
def test_what_a_player_has_bought_is_not_part_of_the_depot() -> None:
    t = far(terrain=[piece("House", 24, 18, owner=1)], goals=[RAZE])
    pass_round(t)
    assert t.winners == (0,)


# --- a unit that leaves, or is destroyed -----------------------------------------------------------------------------


def chase(x: float, **more: Any) -> Position:
    return far(unit("A2", "Staff Car", x, 10, 0), goals=RUN, holder=1, **more)


@clause("mbb.win.scenario", "mbb.geometry.edge")
def test_the_staff_car_has_left_as_soon_as_it_touches_the_edge() -> None:
    t = chase(40)
    half = t.state.match.cards["A2"].length_inches / 2
    t.move("A2", forward(8 - half - 0.01))
    assert t.winners is None
    result = t.move("A2", forward(0.01))
    assert [(left.unit, left.edge) for left in result.of("unit_left")] == [("A2", "east")]
    assert outcome(t) == Outcome((0,), "objective", "mbb.win.scenario", (0, 0))


@clause("mbb.win.scenario", "mbb.geometry.edge")
def test_a_way_that_leads_out_says_so_and_who_is_out_is_not_awaited() -> None:
    t = chase(46)
    told = {inches: path(t.state, 0, WayAbout("A2", (Forward(inches),))) for inches in (0.5, 2.0)}
    titles = [[each.title for each in face.prices or ()] for face in told.values() if isinstance(face, PathFace)]
    assert titles == [[], ["gets out"]]
    assert t.move("A2", forward(2)).accepted
    assert situation(t.state).goal == "Staff Car is off the table"


@clause("mbb.win.scenario")
@pytest.mark.parametrize(("houses", "told"), [(1, "1 building left"), (2, "2 buildings left")])
def test_one_building_is_one(houses: int, told: str) -> None:
    t = far(terrain=[piece("House", 2 + 10 * n, 10) for n in range(houses)], goals=[RAZE])
    assert situation(t.state).goal == told


@clause("mbb.win.scenario", "mbb.geometry.edge")
def test_an_order_that_would_go_on_after_the_edge_ends_there() -> None:
    t = chase(46)
    half = t.state.match.cards["A2"].length_inches / 2
    result = t.move("A2", forward(2 - half), pivot(90), forward(3))
    assert [moved.step for moved in result.of("unit_moved")] == ["forward"]
    assert t.winners == (0,)


@clause("mbb.win.scenario", "mbb.geometry.edge")
@pytest.mark.parametrize(("room", "leaves"), [(-1e-4, True), (1e-5, False)])
def test_a_corner_that_touches_the_edge_in_a_turn_has_left(room: float, leaves: bool) -> None:
    card = unit_card("Staff Car")
    t = chase(48 - hypot(card.length_inches, card.width_inches) / 2 - room)
    t.move("A2", pivot(90))
    assert (t.winners == (0,)) is leaves


@clause("mbb.geometry.edge")
def test_nobody_else_leaves_and_nobody_over_another_edge() -> None:
    t = far(unit("A2", "Staff Car", 20, 34, 90), unit("A3", "M4 Sherman", 45, 20, 0), goals=RUN)
    t.move("A2", forward(2 - t.state.match.cards["A2"].length_inches / 2))
    t.move("A3", forward(3 - NOSE))
    assert t.pose("A3")[0] == pytest.approx(48 - NOSE)
    assert t.winners is None


@clause("mbb.win.scenario", "mbb.turn.sequence")
def test_destroying_the_staff_car_wins_at_once() -> None:
    t = lay_table(
        GAME,
        [unit("A1", "M4 Sherman", 2, 2), unit("A2", "Staff Car", 24, 12, 90), unit("B1", "Tiger I", 24, 20, 270)],
        goals=RUN,
        seat=1,
    )
    result = t.fire({"B1": "A2"}, dice=dice(6, 6))
    assert outcome(t) == Outcome((1,), "objective", "mbb.win.scenario", (0, 3))
    assert [event.reason for event in result.of("game_ended")] == ["objective"]


@clause("mbb.win.scenario")
def test_another_unit_destroyed_decides_nothing_and_the_last_round_is_lost_for_the_car() -> None:
    t = chase(10, round=12, round_limit=12)
    pass_round(t)
    assert outcome(t) == Outcome((1,), "last_round", "mbb.win.scenario", (0, 0))


@clause("mbb.win.scenario", "mbb.army.points")
@pytest.mark.parametrize("cars", [0, 2])
def test_an_army_for_the_staff_car_run_has_one_staff_car(cars: int) -> None:
    lines = (("Carro Armato P40", 2), *([("Staff Car", cars)] if cars else []))
    match = new_match(Setup(GAME, "convoy", {"point_limit": 60}, (lines, (("Valentine", 2),))))
    assert isinstance(match, Refusal)
    assert (match.code, match.clause, match.data["count"]) == ("goal_unit_missing", "mbb.win.scenario", cars)
    right = (("Carro Armato P40", 2), ("Staff Car", 1))
    assert isinstance(new_match(Setup(GAME, "convoy", {"point_limit": 60}, (right, (("Valentine", 2),)))), Match)


# --- zones, reserves and budgets of their own ------------------------------------------------------------------------


@clause("mbb.setup.zone", "mbb.win.scenario")
def test_the_british_of_the_staff_car_run_stay_away_from_the_west_edge() -> None:
    t = start(Setup(GAME, "convoy"), dice(1, 6))
    place = {"unit": "B1", "y": 33, "heading": 270}
    refusal = refused(t, lambda: t.answer("place", seat=1, x=12.4, **place), "outside_zone", "mbb.setup.zone")
    assert "x 12 to 48, y 30 to 36" in refusal.sentence
    assert t.answer("place", seat=1, x=13, **place).accepted
    assert t.answer("place", seat=0, unit="A1", x=3, y=18, heading=0).accepted


@clause("mbb.reinf.reserve", "mbb.reinf.enter", "mbb.win.scenario")
def test_the_second_wave_waits_and_lands_on_the_shore_line() -> None:
    t = start(Setup(GAME, "beach"), dice(6, 1))
    waiting = [unit.id for unit in t.state.units.values() if "reserve" in unit.marks]
    assert waiting == ["A5", "A6", "A7"]
    held = [event for event in t.events if type(event).__name__ == "UnitHeldBack"]
    assert "M7 Priest A7 waits in reserve. [mbb.reinf.reserve]" in [str(line) for line in story(held, t.state)]
    assert t.state.facts.get("phase") == "battlefield"


@clause("mbb.reinf.enter")
def test_the_landing_line_takes_the_place_of_the_edge() -> None:
    t = start(Setup(GAME, "beach"), SeededDice(1))
    for number in range(200):
        if t.asked == "move_units" and t.state.facts["round"] == 4 and t.state.waiting_for() == (0,):
            break
        decision = t.decision
        assert decision is not None
        t.send(decision.suggest(t.state, 1)[-1].answer, dice=SeededDice(number))
    enter = {"unit": "A5", "x": 2, "heading": 90}
    for y in (NOSE, 6 + NOSE - 0.01, 6 + NOSE + 0.01):
        refused(t, lambda y=y: t.answer("enter", seat=0, y=y, **enter), "not_on_edge", "mbb.reinf.enter")
    assert t.answer("enter", seat=0, y=6 + NOSE, **enter).accepted


@clause("mbb.win.scenario", "mbb.army.points", "mbb.obst.pool")
def test_the_town_siege_has_budgets_of_its_own() -> None:
    attacker = (("M4 Sherman", 10),)
    guns = (("Flak 36", 5), ("Panzer IV", 2))
    assert isinstance(new_match(Setup(GAME, "town_siege_2", {}, (attacker, (*guns, ("House", 4))))), Match)
    for lines, code, told in (
        ((*guns, ("Panzer IV", 2)), "army_too_dear", {"cost": 116, "points": 110}),
        ((*guns, ("Panzer IV", 1)), "reserve_too_dear", {"cost": 42, "points": 40}),
        ((*guns, ("Panzer II", 2)), "army_too_dear", {"cost": 78, "points": 70}),
        ((*guns, ("House", 4), ("Wire Obstacle", 1)), "terrain_too_dear", {"cost": 21, "points": 20}),
        ((("Flak 36", 4), ("Panzer IV", 2)), "share_too_small", {"spent": 48, "least": 55, "most": None}),
    ):
        match = new_match(Setup(GAME, "town_siege_2", {}, (attacker, lines)))
        assert isinstance(match, Refusal), code
        assert (match.code, match.data) == (code, told)
    match = new_match(Setup(GAME, "town_siege_2", {}, ((("M4 Sherman", 11),), guns)))
    assert isinstance(match, Refusal)
    assert (match.code, match.data) == ("army_too_dear", {"cost": 154, "points": 140})
    # where infantry is played the attacker brings some of it, and not too much
    for infantry, code in ((2, "share_too_small"), (3, ""), (4, ""), (5, "share_too_large")):
        army = (("M4 Sherman", 5), ("Infantry", infantry))
        match = new_match(Setup(GAME, "town_siege_2", {"infantry": True}, (army, guns)))
        assert (match.code if isinstance(match, Refusal) else "") == code
        if isinstance(match, Refusal):
            assert match.data == {"spent": 10 * infantry, "least": 25, "most": 40}


@clause("mbb.cover.place.divide", "mbb.win.scenario")
def test_the_defender_lays_the_town_and_the_attacker_the_fields() -> None:
    t = start(Setup(GAME, "town_siege_2", {"battlefield": "divide"}), dice(6, 1))
    wire = next(n for n, each in enumerate(t.state.match.pieces) if each.feature == "Wire Obstacle")
    hedge = next(n for n, each in enumerate(t.state.match.pieces) if each.feature == "Hedgerow")
    lay = {"x": 24, "heading": 0}
    refused(
        t, lambda: t.answer("lay_piece", seat=0, piece=wire, y=12, **lay), "not_your_piece", "mbb.cover.place.divide"
    )
    refused(t, lambda: t.answer("lay_piece", seat=0, piece=hedge, y=26, **lay), "outside_area", "mbb.geometry.table")
    assert t.answer("lay_piece", seat=0, piece=hedge, y=12, **lay).accepted
    refused(t, lambda: t.answer("lay_piece", seat=1, piece=wire, y=16, **lay), "outside_area", "mbb.geometry.table")
    assert t.answer("lay_piece", seat=1, piece=wire, y=26, **lay).accepted


@clause("mbb.cover.place.divide", "mbb.win.scenario")
def test_roads_of_six_studs_stay_free_between_the_rows_of_the_town() -> None:
    t = start(Setup(GAME, "town_siege_2", {"battlefield": "divide"}), dice(1, 6))
    roads = t.match.scenario.roads
    assert [min(road.length, road.width) for road in roads] == [pytest.approx(6 * 0.315)] * 2
    wire = next(n for n, each in enumerate(t.match.pieces) if each.feature == "Wire Obstacle")
    deep = t.match.pieces[wire].width / 2
    lower, upper = roads[0].box[1], roads[0].box[3]
    lay = {"seat": 1, "piece": wire, "x": 24, "heading": 0}
    if t.state.waiting_for() == (0,):
        hedge = next(n for n, each in enumerate(t.match.pieces) if each.feature == "Hedgerow")
        assert t.answer("lay_piece", seat=0, piece=hedge, x=24, y=12, heading=0).accepted
    for y in (lower - deep + 0.01, roads[0].y, upper + deep - 0.01):
        refusal = refused(t, lambda y=y: t.answer("lay_piece", y=y, **lay), "on_a_road", "mbb.cover.place.divide")
        assert refusal.data == {"inches": 1.89}
        assert "6 studs (1.89 inches)" in refusal.sentence
    # along the road, right up to it
    assert t.answer("lay_piece", y=lower - deep, **lay).accepted


@clause("mbb.win.scenario")
def test_the_town_as_it_is_laid_out_leaves_its_roads_free() -> None:
    siege = scenarios.scenario("town_siege_2")
    for each in siege.terrain:
        _x0, y0, _x1, y1 = rectangle_at(Pose.at(each.x, each.y, each.heading), each.length, each.width).box
        for road in siege.roads:
            _, low, _, high = road.box
            assert y1 <= low + GRAIN or y0 >= high - GRAIN, each


@clause("mbb.win.scenario", "mbb.arty.with", "mbb.geometry.feature_facing")
@pytest.mark.parametrize("edition", ["first", "evened"])
def test_the_bunkers_of_the_beach_look_at_the_sea(edition: str) -> None:
    t = start(Setup(GAME, "beach", {"scenario_edition": edition, "special_units": True}), dice(1, 6))
    assert t.asked == "place_work"
    things = t.question.offer.things
    assert {thing.heading for thing in things} == {180.0}
    lay = {"seat": 1, "piece": int(things[0].id), "x": 24, "y": 28}
    for heading, looks in ((0, 90.0), (179.9, 269.9), (90, 180.0)):
        refusal = refused(
            t, lambda heading=heading: t.answer("lay_piece", heading=heading, **lay), "wrong_facing", "mbb.win.scenario"
        )
        assert refusal.data == {"facing": pytest.approx(looks), "needed": 270.0}
    assert t.answer("lay_piece", heading=180, **lay).accepted


@clause("mbb.win.scenario")
@pytest.mark.parametrize(
    ("scenario", "grounds", "now"),
    [
        ("bridge", {"goal0": (0, 20, 48, 36), "goal1": (0, 0, 48, 16)}, "beyond the lines 0 – 0 of 2"),
        ("town_siege_2", {"goal0": (12, 20, 36, 32)}, "in the area: Player 1 0, Player 2 0"),
        ("convoy", {"goal0": "east"}, "Staff Car is not on the table yet"),
        ("air_raid", {}, "3 buildings left"),
        ("six_v_six", {}, "units 6 – 6"),
    ],
)
def test_the_table_shows_what_the_battle_is_about(scenario: str, grounds: dict[str, Any], now: str) -> None:
    t = start(Setup(GAME, scenario), SeededDice(1))
    face = table_face(t.match)
    found = {mark.id: mark.edge or mark.outline for mark in face.marks if mark.id.startswith("goal")}
    assert found == {name: area if isinstance(area, str) else outline(area) for name, area in grounds.items()}
    t.state.facts = {**t.state.facts, "round": 1}
    assert situation(t.state).goal == now
    told = t.goal()
    assert [each["seat"] for each in told.get("goals", [])] == [each.seat for each in t.match.scenario.goals]
    assert all(each["text"] for each in told.get("goals", []))


# --- data ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "changed", "told"),
    [
        ("convoy", {"goals": (scenarios.Leave(seat=0, card="Tiger I", edge="x=48"),)}, "no Tiger I can leave"),
        ("convoy", {"goals": (scenarios.Leave(seat=0, card="Staff Car", edge="x=40"),)}, "over x=40"),
        ("convoy", {"goals": (scenarios.Slay(seat=0, card="Staff Car"),)}, "no enemy of seat 0"),
        ("convoy", {"goals": (scenarios.Slay(seat=2, card="Staff Car"),)}, "no seat 2"),
        ("air_raid", {"goals": (scenarios.Raze(seat=0, features=("Wall",)),)}, "Wall cannot be razed"),
    ],
)
def test_a_goal_that_cannot_be_reached_is_a_fault(name: str, changed: dict[str, Any], told: str) -> None:
    with pytest.raises(DataFault, match=told):
        checked("x.toml", replace(scenarios.scenario(name), **changed), scenarios.wrongs)


@clause("mbb.cover.place.divide", "mbb.geometry.deploy_full")
def test_roads_give_way_to_a_piece_that_fits_nowhere_else() -> None:
    """What finds no place beside the roads may lie on one, so that nobody is asked for what cannot be done."""
    t = start(Setup(GAME, "town_siege_2", {"battlefield": "divide"}), dice(6, 1))
    hedge = next(n for n, each in enumerate(t.match.pieces) if each.feature == "Hedgerow")
    lay = {"seat": 0, "piece": hedge, "x": 24, "heading": 0}
    fields = t.match.scenario.laying[0]
    t.match.scenario = replace(t.match.scenario, roads=(replace(fields, width=fields.width - 4),))
    t.state.token_cache = {}
    refused(t, lambda: t.answer("lay_piece", y=fields.y, **lay), "on_a_road", "mbb.cover.place.divide")
    t.match.scenario = replace(t.match.scenario, roads=(fields,))
    t.state.token_cache = {}
    assert t.answer("lay_piece", y=fields.y, **lay).accepted
