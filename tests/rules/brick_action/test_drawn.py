"""What is drawn of turrets, arcs and shots is what the rules measure; where a vehicle can drive is told as it is."""

from __future__ import annotations

from math import cos, radians, sin

from brickfield.core.asking.offers import Aims, Choose, Path
from brickfield.core.dice import SeededDice
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.replay import Session
from brickfield.games import find_game
from brickfield.games.brick_action.base.battlefield import is_vehicle
from brickfield.games.brick_action.chapters.vehicles.driving import Ahead, Pivot
from brickfield.games.brick_action.chapters.vehicles.vehicle_moves import drive_fault, ground_for
from brickfield.games.brick_action.chapters.vehicles.vehicle_sight import bears, turret_heading
from brickfield.speech.acts import acts_of
from brickfield.testing import clause, dice
from tests.rules.brick_action.armoured import GAME, action, squad, table, tank
from tests.rules.brick_action.fire_table import attack, duel, row


def off(one: float, other: float) -> float:
    return abs((one - other + 180.0) % 360.0 - 180.0)


@clause("ba.veh.turret")
def test_the_arc_of_a_weapon_holds_what_it_can_be_brought_to_bear_on() -> None:
    for turned in (False, True):
        t = table(tank("A1", 40, 40, 30), squad("B1", (60, 60), (62, 60)))
        if turned:
            assert t.answer("turn_turret", unit="A1", heading=75).accepted
        for kind, weapon in (("fire_map", "map"), ("fire_mg", "mg")):
            offer = action(t, kind).offer
            assert isinstance(offer, Aims)
            (cone,) = offer.shooters[0].cones or ()
            for angle in range(0, 360, 7):
                spot = 40 + 20 * cos(radians(angle)), 40 + 20 * sin(radians(angle))
                drawn = off(angle, cone.heading) <= cone.half_degrees
                assert drawn == bears(t.state, t.unit("A1"), weapon, spot), (weapon, angle)


@clause("ba.veh.turret")
def test_a_turret_is_turned_to_any_heading_and_its_arc_goes_along() -> None:
    t = table(tank("A1", 40, 40, 30), squad("B1", (60, 60), (62, 60)))
    offer = action(t, "turn_turret").offer
    assert isinstance(offer, Choose)
    dial = offer.dial
    assert dial
    assert (dial.unit, dial.cone.heading, dial.into) == ("A1", 30.0, "heading")
    started = {key: value for key, value in dial.answer.items() if key != "answer"}
    assert t.answer(dial.answer["answer"], **started, **{dial.into: 217.0}).accepted
    assert round(turret_heading(t.unit("A1")) % 360.0, 3) == 217.0


@clause("ba.geometry.vehicle_path", "ba.veh.speed", "ba.roadkill")
def test_a_vehicle_is_told_what_stops_it_what_slows_it_and_how_far_it_turns() -> None:
    terrain = [
        {"feature": "low_wall", "x": 56, "y": 40, "length": 8, "width": 1, "heading": 90},
        {"feature": "wall", "x": 20, "y": 40, "length": 8, "width": 1, "heading": 90},
    ]
    t = table(tank("A1", 40, 40), squad("A2", (40, 70), (42, 70)), squad("B1", (70, 40), (72, 40)), terrain=terrain)
    offer = action(t, "drive").offer
    assert isinstance(offer, Path)
    (mover,) = offer.movers
    unit = t.unit("A1")
    assert set(mover.meets or ()) == set(ground_for(t.state, unit)[1])
    # enemy squads are run down, friends are not
    assert ("A2" in (mover.meets or ()), "B1" in (mover.meets or ())) == (True, False)
    assert mover.turning
    assert drive_fault(t.state, unit, (Pivot(mover.turning),)) is None
    fault = drive_fault(t.state, unit, (Pivot(mover.turning + 1),))
    assert fault is not None
    assert fault.code == "turns_too_far"
    # over the low wall only so far as the points are left that it takes
    (slow,) = mover.slows or ()
    most = mover.left - slow.points
    assert drive_fault(t.state, unit, (Ahead(most),)) is None
    fault = drive_fault(t.state, unit, (Ahead(most + 1),))
    assert fault is not None
    assert (fault.code, fault.data["most"]) == ("too_far", most)


@clause("ba.geometry.eligible", "ba.geometry.los.rays")
def test_a_shot_is_drawn_to_who_is_seen_and_fell_and_not_to_the_first_man_behind_a_wall() -> None:
    # a wall hides the first two minis of B1 from all of A1
    wall = {"feature": "wall", "x": 39, "y": 41, "length": 5, "width": 1, "heading": 90}
    t = duel("2 regular repeater", "3 regular repeater", terrain=[wall], a={"spots": row(30, 44, 2)},
             b={"spots": row(42, 39.5, 3, 4.0)})  # fmt: skip
    before = t.state
    result = attack(t, dice=dice(6, 6))
    assert result.accepted
    acts = acts_of(result.events, before)
    shot = next(act for act in acts if act.kind == "shot")
    fallen = {f"{event.unit}/{event.figure}" for event in result.of("figure_lost")}
    assert fallen
    assert shot.lines
    first = t.state.units["B1"].squad[0].id
    assert {target for _by, target in shot.lines} == fallen
    assert f"B1/{first}" not in fallen
    assert all(by.startswith("A1/") for by, _target in shot.lines)


@clause("ba.geometry.eligible")
def test_a_shot_that_misses_is_drawn_to_one_who_is_seen() -> None:
    wall = {"feature": "wall", "x": 39, "y": 41, "length": 5, "width": 1, "heading": 90}
    t = duel("2 regular repeater", "4 regular repeater", terrain=[wall], a={"spots": row(30, 44, 2)},
             b={"spots": row(42, 39.5, 4, 4.0)})  # fmt: skip
    before = t.state
    result = attack(t, dice=dice(1, 1))
    shot = next(act for act in acts_of(result.events, before) if act.kind == "shot")
    assert shot.lines
    assert len(shot.lines) == 1
    assert shot.lines[0][1] != "B1/" + t.state.units["B1"].squad[0].id


@clause("ba.setup.zone.depth", "ba.geometry.vehicle_path")
def test_a_vehicle_that_is_placed_for_somebody_can_turn_where_the_zone_has_room_for_that() -> None:
    game = find_game(GAME)
    match = game.new_match(Setup(GAME, "village"))
    assert not isinstance(match, Refusal)
    session = Session(match, SeededDice(3))
    while (decision := session.state.decision) is not None and type(decision) in game.setting_up:
        assert not isinstance(session.answer(decision.seat, decision.suggest(session.state, 1)[0].answer), Refusal)
    cars = [each for each in session.state.units.values() if is_vehicle(session.state, each) and each.pose is not None]
    assert cars
    for each in cars:
        assert drive_fault(session.state, each, (Pivot(45.0),)) is None, each.id
