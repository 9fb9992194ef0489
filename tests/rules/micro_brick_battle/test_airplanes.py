"""Airplanes: when they arrive, how they come and go, what a Move is, and the order of their actions."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from brickfield.core.asking.offers import Act, Path, Place
from brickfield.core.match import Setup
from brickfield.games.micro_brick_battle.base.battlefield import obstacles
from brickfield.games.micro_brick_battle.chapters.airplanes import airplane_phase
from brickfield.games.micro_brick_battle.chapters.airplanes.airplanes import arrival_roll, edge_ahead, touches
from brickfield.geometry import point_distance, rectangle
from brickfield.testing import Position, Result, clause, dice, forward, lay_table, piece, pivot, start, unit

GAME = "micro_brick_battle"


def table(*units: dict[str, Any], terrain: Any = (), **position: Any) -> Position:
    """A Typhoon in the middle of the south edge flying north, with a Sherman, against a Panzer III far away."""
    ours = [unit("A1", "Hawker Typhoon", 24, 4, 90), unit("A2", "M4 Sherman", 4, 2, 90)]
    foe = unit("B1", "Panzer III", 44, 34, 270)
    return lay_table(GAME, [*ours, foe, *units], terrain, **({"phase": "turn"} | position))


def waiting(faces: Any = (), **position: Any) -> Position:
    """The same with the Typhoon off the table; a die is thrown for it at once."""
    units = [unit("A1", "Hawker Typhoon", status="waiting"), unit("A2", "M4 Sherman", 4, 2, 90)]
    foe = unit("B1", "Panzer III", 44, 34, 270)
    return lay_table(GAME, [*units, foe], dice=dice(*faces), **({"phase": "turn"} | position))


def fly(t: Position, *steps: dict[str, Any], name: str = "A1") -> Result:
    return t.answer("air_move", unit=name, steps=list(steps))


def refused(t: Position, act: Callable[[], Result], code: str, cited: str) -> None:
    """The answer is refused by this clause, and nothing has changed."""
    before = t.state.digest()
    result = act()
    assert result.refusal is not None, t
    assert (result.refusal.code, result.refusal.clause) == (code, cited)
    assert t.state.digest() == before


def pass_turn(t: Position, *faces: int) -> Result:
    """No movement and no shots of the seat that is asked; the dice are those of the next arrivals."""
    if t.state.decision.kind == "move_units":
        t.answer("end_movement")
    return t.answer("declare", shots=[], dice=dice(*faces))


# --- arriving --------------------------------------------------------------------------------------------------------


@clause("mbb.air.off_start")
def test_airplanes_never_begin_on_the_table() -> None:
    t = start(Setup(GAME, "air_support"), dice(6, 1))
    while t.state.decision.kind == "deploy_unit":
        offer = t.state.decision.ask(t.state).offer
        assert isinstance(offer, Place)
        assert all(thing.title not in ("Hawker Typhoon", "Ju 87 Stuka") for thing in offer.things)
        assert t.answer("place", unit="A1", x=24, y=3, heading=90).refusal is not None
        taken = t.state.decision.suggest(t.state, 1)[0].answer
        assert t.send(taken).accepted
    assert t.state.decision.kind == "first_turn_choice"
    assert t.unit("A1").status == t.unit("B1").status == "waiting"
    assert dict(t.unit("A1").marks) == {"bombs": 2, "missiles": 2}


@clause("mbb.air.off_start")
def test_placing_an_airplane_is_refused_by_its_clause() -> None:
    t = start(Setup(GAME, "air_support"), dice(6, 1))
    refused(t, lambda: t.answer("place", unit="A1", x=24, y=3, heading=90), "airplane", "mbb.air.off_start")


@clause("mbb.air.table")
def test_the_roll_eases_with_every_turn_off_the_table() -> None:
    assert [arrival_roll(turns) for turns in range(1, 9)] == [6, 5, 4, 3, 2, 1, 1, 1]


@clause("mbb.air.roll", "mbb.air.enter6", "mbb.air.table")
def test_from_the_first_turn_on_a_die_falls_for_every_plane_off_the_table() -> None:
    t = waiting((5,), round=1, first=1)
    read = [event for event in t.events if type(event).__name__ == "TableRead"]
    assert [(each.unit, each.roll, each.entry) for each in read] == [("A1", 5, "needs 5+ next turn")]
    assert t.state.decision.kind == "move_units"
    assert t.unit("A1").marks["turns_off"] == 1
    pass_turn(t)
    result = pass_turn(t, 5)
    assert [(each.roll, each.entry) for each in result.of("table_read")] == [(5, "arrives")]
    assert t.state.decision.kind == "fly_airplanes"


@clause("mbb.air.enter6")
def test_a_six_brings_it_on_over_the_own_edge_alone() -> None:
    t = waiting((6,))
    refused(t, lambda: t.answer("approach", unit="A1", edge="west"), "wrong_edge", "mbb.air.enter6")
    assert t.answer("approach", unit="A1", edge="south").accepted
    assert t.state.decision.kind == "enter_airplane"


@clause("mbb.air.enter.place")
def test_it_is_put_on_the_edge_and_flies_onto_the_table() -> None:
    t = waiting((6,))
    t.answer("approach", unit="A1", edge="south")
    refused(t, lambda: _enter(t, 24, 2, 90), "not_on_edge", "mbb.air.enter.place")
    refused(t, lambda: _enter(t, 24, 0, 0), "flies_outwards", "mbb.air.enter.place")
    refused(t, lambda: _enter(t, 24, 0, 180), "flies_outwards", "mbb.air.enter.place")
    placed = _enter(t, 24, 1, 1).of("unit_placed")
    assert [(each.aloft, each.pose.place) for each in placed] == [(True, (24, 0))]
    assert (t.unit("A1").status, t.pose("A1")) == ("flying", (24, 0, 1))


def _enter(t: Position, x: float, y: float, heading: float) -> Result:
    return t.answer("enter_from", unit="A1", x=x, y=y, heading=heading)


@clause("mbb.air.enter.place")
def test_after_coming_on_the_first_action_is_a_move() -> None:
    t = waiting((6,))
    t.answer("approach", unit="A1", edge="south")
    _enter(t, 44, 0, 90)
    strike = {"unit": "A1", "weapon": "missile", "target": "B1"}
    refused(t, lambda: t.answer("air_strike", **strike), "must_move", "mbb.air.enter.place")
    assert fly(t, forward(20)).accepted
    assert t.answer("air_strike", **strike, dice=dice(1, 1)).accepted


# --- actions ---------------------------------------------------------------------------------------------------------


@clause("mbb.air.actions3", "mbb.air.action_kinds")
def test_three_actions_and_no_more() -> None:
    t = table()
    for _ in range(3):
        assert t.state.decision.kind == "fly_airplanes"
        assert fly(t, forward(10)).accepted
    assert t.state.decision.kind == "move_units"


@clause("mbb.air.actions3", "mbb.air.action_kinds")
def test_what_is_offered_is_a_move_and_three_weapons() -> None:
    t = table()
    offer = t.state.decision.ask(t.state).offer
    assert isinstance(offer, Act)
    (actor,) = offer.actors
    assert [action.id for action in actor.actions] == ["move", "machine_guns", "missile", "bomb"]
    path = actor.actions[0].offer
    assert isinstance(path, Path)
    assert path.turns is not None
    assert (path.least, path.movers[0].left, path.turns.most, path.turns.degrees) == (10, 20, 1, 45)
    cone = path.movers[0].cone
    assert cone is not None
    assert (cone.x, cone.y, cone.heading, cone.half_degrees) == (24_000_000, 4_000_000, 90, 45)
    assert [circle.distance for circle in path.movers[0].circles] == [10]


@clause("mbb.air.order_free")
def test_at_most_two_of_the_actions_are_shots() -> None:
    t = table(unit("B2", "Panzer III", 24, 20, 270), unit("B3", "Panzer III", 24, 24, 270))
    for target in ("B2", "B2"):
        assert t.answer("air_strike", unit="A1", weapon="missile", target=target, dice=dice(1, 1)).accepted
    refused(
        t,
        lambda: t.answer("air_strike", unit="A1", weapon="machine_guns", target="B2"),
        "must_move",
        "mbb.air.order_free",
    )
    assert fly(t, forward(10)).accepted
    assert t.state.decision.kind == "move_units"


@clause("mbb.air.order_free")
def test_move_shoot_move_is_an_order_too() -> None:
    t = table(unit("B2", "Panzer III", 24, 20, 270))
    assert fly(t, forward(10)).accepted
    assert t.answer("air_strike", unit="A1", weapon="machine_guns", target="B2", dice=dice(1, 1)).accepted
    assert fly(t, forward(10)).accepted
    assert t.state.decision.kind == "move_units"


@clause("mbb.air.all_actions_used")
def test_actions_may_be_left_but_not_the_move() -> None:
    t = table()
    refused(t, lambda: t.answer("end_flight", unit="A1"), "must_move", "mbb.air.all_actions_used")
    fly(t, forward(10))
    assert t.answer("end_flight", unit="A1").accepted
    assert t.state.decision.kind == "move_units"


@clause("mbb.air.before_others", "mbb.turn.sequence")
def test_planes_act_first_one_after_the_other() -> None:
    t = table(unit("A3", "Ju 87 Stuka", 10, 10, 0))
    assert t.state.decision.kind == "fly_airplanes"
    assert fly(t, forward(9), name="A3").accepted
    refused(t, lambda: fly(t, forward(10)), "one_plane_at_a_time", "mbb.turn.sequence")
    t.answer("end_flight", unit="A3")
    assert t.state.decision.kind == "fly_airplanes"
    refused(t, lambda: fly(t, forward(9), name="A3"), "not_in_turn", "mbb.air.actions3")
    fly(t, forward(10))
    result = t.answer("end_flight", unit="A1")
    assert [each.phase for each in result.of("phase_started")] == ["movement"]


@clause("mbb.first_turn.planes")
@pytest.mark.parametrize(("phase", "code"), [("shooting", "shooting_given_up"), ("movement", "")])
def test_who_gives_up_shooting_only_moves_its_planes(phase: str, code: str) -> None:
    t = table(unit("B2", "Panzer III", 24, 20, 270), round=1, phase="first_turn")
    t.answer("skip_phase", phase=phase)
    assert t.state.decision.kind == "fly_airplanes"
    result = t.answer("air_strike", unit="A1", weapon="missile", target="B2", dice=dice(1, 1) if not code else None)
    assert (result.refusal.code if result.refusal else "") == code
    if result.refusal:
        assert result.refusal.clause == "mbb.first_turn.planes"
    assert fly(t, forward(10)).accepted


# --- moving ----------------------------------------------------------------------------------------------------------


@clause("mbb.air.turn45")
@pytest.mark.parametrize(
    ("steps", "end"),
    [
        ((pivot(45), forward(10)), (24 - 7.071068, 11.071068, 135)),
        ((forward(4), pivot(-45), forward(6)), (24 + 4.242641, 12.242641, 45)),
        ((forward(12), pivot(45)), (24, 16, 135)),
    ],
)
def test_one_turn_at_the_start_on_the_way_or_at_the_end(steps: Any, end: tuple[float, float, float]) -> None:
    t = table()
    assert fly(t, *steps).accepted
    assert t.pose("A1") == pytest.approx(end)


@clause("mbb.air.turn45")
def test_a_plane_that_turns_twice_or_too_far_is_refused() -> None:
    t = table()
    twice = (pivot(20), forward(10), pivot(20))
    refused(t, lambda: fly(t, *twice), "turns_twice", "mbb.air.turn45")
    refused(t, lambda: fly(t, pivot(45.1), forward(10)), "turns_too_far", "mbb.air.turn45")
    refused(t, lambda: fly(t, pivot(-46), forward(10)), "turns_too_far", "mbb.air.turn45")


@clause("mbb.air.min_half")
@pytest.mark.parametrize(("inches", "code"), [(9.99, "too_short"), (10, ""), (20, ""), (20.01, "not_enough_mp")])
def test_a_move_covers_half_to_all_of_the_movement_points(inches: float, code: str) -> None:
    t = table()
    result = fly(t, forward(inches))
    assert (result.refusal.code if result.refusal else "") == code
    if result.refusal:
        assert result.refusal.clause == "mbb.air.min_half"


@clause("mbb.air.min_half")
def test_the_turn_costs_nothing_and_legs_count_together() -> None:
    t = table()
    assert fly(t, forward(5), pivot(45), forward(5)).accepted


@clause("mbb.air.over_all", "mbb.geometry.plane_reference")
def test_nothing_is_in_the_way_of_a_plane_and_a_plane_is_in_nobodys_way() -> None:
    t = table(unit("B2", "Panzer III", 24, 14, 270), terrain=[piece("House", 24, 10)])
    assert fly(t, forward(10)).accepted
    assert t.pose("A1") == (24, 14, 90)
    assert "A1" not in obstacles(t.state).ids
    t.answer("end_flight", unit="A1")
    assert t.answer("move", unit="A2", steps=[forward(2)]).accepted


@clause("mbb.air.over_all")
def test_a_tank_drives_under_a_plane() -> None:
    t = table(unit("A3", "M4 Sherman", 24, 18, 90))
    fly(t, forward(17))
    t.answer("end_flight", unit="A1")
    moved = t.answer("move", unit="A3", steps=[forward(6)]).of("unit_moved")
    assert [(each.amount, each.stopped_by) for each in moved] == [(6, "")]


# --- leaving and coming back -----------------------------------------------------------------------------------------


@clause("mbb.air.exit_early")
def test_a_move_over_an_edge_leaves_the_table_at_once() -> None:
    t = table(unit("B2", "Panzer III", 24, 30, 270))
    fly(t, forward(20))
    result = fly(t, forward(20))
    assert [(each.unit, each.edge, each.clause) for each in result.of("unit_left")] == [
        ("A1", "north", "mbb.air.exit_early")
    ]
    assert [each.pose.place for each in result.of("unit_moved")] == [(24, 36)]
    assert (t.unit("A1").status, t.unit("A1").pose) == ("waiting", None)
    assert t.state.decision.kind == "move_units"


@clause("mbb.air.exit_early")
def test_leaving_meets_the_least_length_and_the_edge_itself_is_not_out() -> None:
    t = table(unit("A3", "Hawker Typhoon", 24, 33, 90), unit("A4", "Hawker Typhoon", 24, 16, 90))
    assert fly(t, forward(20), name="A4").accepted
    assert (t.unit("A4").status, t.pose("A4")) == ("flying", (24, 36, 90))
    t.answer("end_flight", unit="A4")
    # three inches to the edge are enough
    assert fly(t, forward(10), name="A3").of("unit_left")


@clause("mbb.air.exit_second")
def test_it_leaves_at_the_end_of_its_second_turn() -> None:
    t = waiting((6,))
    t.answer("approach", unit="A1", edge="south")
    _enter(t, 24, 0, 90)
    fly(t, forward(10))
    t.answer("end_flight", unit="A1")
    assert not pass_turn(t).of("unit_left")
    pass_turn(t)
    fly(t, pivot(45), forward(10))
    t.answer("end_flight", unit="A1")
    result = pass_turn(t)
    # 17 inches from the west edge and 19 from the north one, flying north-west
    assert [(each.unit, each.edge, each.clause) for each in result.of("unit_left")] == [
        ("A1", "west", "mbb.air.exit_second")
    ]


@clause("mbb.air.exit_second")
@pytest.mark.parametrize(
    ("x", "y", "heading", "edge"),
    [
        (10, 10, 225, "west"),
        (10, 26, 135, "north"),
        (38, 26, 45, "east"),
        (38, 10, 315, "south"),
        (38, 12, 315, "east"),
        (24, 18, 270, "south"),
    ],
)
def test_a_corner_counts_as_one_edge(x: float, y: float, heading: float, edge: str) -> None:
    t = table(unit("B2", "Ju 87 Stuka", x, y, heading))
    pose = t.unit("B2").pose
    assert pose is not None
    assert edge_ahead(t.state, pose) == edge


@clause("mbb.air.reenter", "mbb.air.table")
def test_it_comes_back_over_an_edge_next_to_the_one_it_left_by_and_by_the_roll() -> None:
    t = table()
    fly(t, forward(20))
    fly(t, forward(20))
    pass_turn(t)
    result = pass_turn(t, 5)
    assert [each.entry for each in result.of("table_read")] == ["needs 5+ next turn"]
    pass_turn(t)
    pass_turn(t, 5)
    for edge in ("south", "north"):
        refused(t, lambda edge=edge: t.answer("approach", unit="A1", edge=edge), "wrong_edge", "mbb.air.reenter")
    assert t.answer("approach", unit="A1", edge="west").accepted
    assert _enter(t, 0, 12, 0).accepted
    assert t.pose("A1") == (0, 12, 0)


@clause("mbb.air.roll", "mbb.air.exit_second")
def test_what_keeps_planes_away_makes_them_leave_and_stops_the_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(airplane_phase, "grounded", lambda state: "mbb.air.exit_second")
    t = table(unit("A3", "Ju 87 Stuka", status="waiting"))
    left = [event for event in t.events if type(event).__name__ == "UnitLeft"]
    assert [(each.unit, each.edge) for each in left] == [("A1", "north")]
    assert t.state.decision.kind == "move_units"
    # nor does the count of turns off the table advance
    assert "turns_off" not in t.unit("A3").marks


@clause("mbb.air.weapons")
def test_stores_are_not_replenished() -> None:
    t = table(unit("B2", "Panzer III", 24, 20, 270))
    t.answer("air_strike", unit="A1", weapon="missile", target="B2", dice=dice(1, 1))
    assert t.unit("A1").marks["missiles"] == 1
    fly(t, forward(20))
    fly(t, forward(20))
    assert t.unit("A1").status == "waiting"
    assert t.unit("A1").marks["missiles"] == 1


@clause("mbb.win.elimination", "mbb.win.scenario")
def test_a_side_with_a_plane_off_the_table_is_still_in_the_battle() -> None:
    t = lay_table(
        GAME,
        [
            unit("A1", "M4 Sherman", 24, 10, 90),
            unit("B1", "Panzer III", 24, 20, 270),
            unit("B2", "Ju 87 Stuka", status="waiting"),
        ],
        phase="target_declaration",
    )
    result = t.answer("declare", shots=[{"unit": "A1", "target": "B1"}], dice=dice(6, 6, 1))
    assert result.of("unit_destroyed")
    assert t.winners is None


@clause("mbb.air.exit_early")
@pytest.mark.parametrize(("x", "y", "heading"), [(38, 18, 0), (24, 26, 90), (10, 18, 180), (24, 10, 270)])
def test_a_move_that_ends_on_the_edge_line_is_no_exit_and_a_hair_more_is_one(x: float, y: float, heading: int) -> None:
    for inches, leaves in ((10, False), (10.001, True)):
        units = [unit("A1", "Hawker Typhoon", x, y, heading), unit("A2", "M4 Sherman", 4, 2, 90)]
        t = lay_table(GAME, [*units, unit("B1", "Panzer III", 44, 34, 270)], phase="turn")
        assert bool(fly(t, forward(inches)).of("unit_left")) is leaves


@clause("mbb.air.bomb.over", "mbb.air.targets")
def test_a_way_touches_what_it_crosses_and_nothing_else() -> None:
    """Against points taken close together along it."""
    rng = random.Random(5)
    met = 0
    for _ in range(300):
        shape = rectangle(rng.uniform(8, 12), rng.uniform(8, 12), rng.uniform(0, 360), 3.0, 2.0)
        ax, ay, bx, by = (rng.uniform(5, 15) for _end in range(4))
        steps = [step / 400 for step in range(401)]
        near = min(point_distance(shape, ax + (bx - ax) * step, ay + (by - ay) * step) for step in steps)
        if near == 0.0:
            met += 1
            assert touches(shape, ax, ay, bx, by)
        elif near > 0.05:
            assert not touches(shape, ax, ay, bx, by)
    assert 50 < met < 250
