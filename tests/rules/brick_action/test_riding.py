"""Getting into and out of vehicles: room, distance, crews, passengers of a wreck."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins

from brickfield.core.asking.previews import PathFace
from brickfield.games.brick_action.base.moving.paths import Move, Stride
from brickfield.games.brick_action.shown.previews import path
from brickfield.testing import Position, clause, dice
from tests.rules.brick_action.armoured import action, ahead, drive, mark, refusal, squad, table, tank

NORTH = [{"step": "stride", "heading": 90, "studs": 4}]


def truck(name: str = "A2", x: float = 40, y: float = 30, **changes: int) -> dict[str, object]:
    return tank(name, x, y, 0, card="C2 mg", **changes)


def boarded() -> Position:
    """A squad that has got into a truck."""
    t = table(squad("A1", (38, 20), (41, 20), (44, 20)), truck(), squad("B1", (80, 90)))
    t.answer("move", unit="A1", steps=NORTH)
    t.answer("mount_up", vehicle="A2")
    return t


@clause("ba.veh.mount", "ba.veh.capacity")
def test_a_move_that_ends_within_two_studs_may_include_boarding() -> None:
    t = table(squad("A1", (38, 20), (41, 20), prone=0), truck(), squad("B1", (80, 90)))
    t.answer("move", unit="A1", steps=[{"step": "stride", "heading": 90, "studs": 2.9}])
    assert t.asked == "take_action", "2.1 studs are too far"
    t.answer("move", unit="A1", steps=[{"step": "stride", "heading": 90, "studs": 0.5}])
    assert t.asked == "may_board"
    t.answer("mount_up", vehicle="A2")
    assert t.unit("A1").container == "A2"
    assert all(each.pose is None for each in t.unit("A1").squad)


@clause("ba.veh.capacity")
def test_a_scout_car_takes_three_and_a_tank_nobody() -> None:
    four = ((36, 20), (39, 20), (42, 20), (45, 20))
    t = table(squad("A1", *four[:3]), tank("A2", 40, 30, card="C1"), squad("B1", (80, 90)))
    t.answer("move", unit="A1", steps=[{"step": "stride", "heading": 90, "studs": 5}])
    assert t.asked == "may_board"
    t = table(squad("A1", *four), tank("A2", 40, 30, card="C1"), squad("B1", (80, 90)))
    t.answer("move", unit="A1", steps=[{"step": "stride", "heading": 90, "studs": 5}])
    assert t.asked == "take_action"
    t = table(squad("A1", *four), tank("A2", 40, 30, card="M1"), squad("B1", (80, 90)))
    t.answer("move", unit="A1", steps=[{"step": "stride", "heading": 90, "studs": 3}])
    assert t.asked == "take_action"


@clause("ba.veh.mount")
def test_nobody_gets_in_and_out_in_one_turn() -> None:
    t = boarded()
    spots = [(36, 22), (39, 22), (42, 22)]
    assert refusal(t.answer("dismount", unit="A1", spots=spots)).clause == "ba.veh.mount"
    assert action(t, "dismount").closed.code == "just_mounted", "and the table says so before"
    assert drive(t, "A2", ahead(10)).accepted, "the vehicle may move on"


def getting_in(t: Position, name: str = "A1") -> list[Any]:
    """What a table offers a squad that would ride."""
    move = action(t, "move", name)
    return [each for each in move.offer.also if each.title.startswith("Get in")]


@clause("ba.veh.mount", "ba.geometry.path")
def test_a_squad_is_led_up_to_a_truck_and_asked_whether_it_gets_in() -> None:
    t = table(squad("A1", (38, 16), (41, 16), (44, 16)), truck(), squad("B1", (80, 90)))
    (offered,) = getting_in(t)
    assert (offered.title, offered.about) == ("Get in: Truck A2", ("A2",))
    assert t.send(to_builtins(offered.answer)).refusal is None
    assert t.asked == "may_board"
    t.answer("mount_up", vehicle="A2")
    assert action(t, "move") is None, "who rides gets in no more"


@clause("ba.veh.mount", "ba.veh.capacity", "ba.move.rate")
def test_nobody_is_led_to_a_vehicle_that_is_too_far_or_too_small() -> None:
    four = ((36, 20), (39, 20), (42, 20), (45, 20))
    for vehicle in (truck(y=60), tank("A2", 40, 30, card="C1"), tank("A2", 40, 30, card="M1")):
        assert getting_in(table(squad("A1", *four), vehicle, squad("B1", (80, 90)))) == []


@clause("ba.veh.mount")
def test_a_way_says_that_it_ends_beside_a_vehicle_to_get_into() -> None:
    t = table(squad("A1", (38, 20), (41, 20), (44, 20)), truck(), squad("B1", (80, 90)))
    near, far = (path(t.state, 0, Move("A1", (Stride(90.0, studs),))) for studs in (4.0, 1.0))
    assert isinstance(near, PathFace)
    assert isinstance(far, PathFace)
    assert [each.text for each in near.prices] == ["At the end of this way it may get into Truck A2."]
    assert far.prices == ()


@clause("ba.veh.dismount")
def test_dismounting_costs_an_action_and_twelve_studs() -> None:
    t = boarded()
    t.answer("end_turn")
    t.answer("end_turn")
    far = refusal(t.answer("dismount", unit="A1", spots=[(36, 14.9), (39, 15), (42, 15)]))
    assert (far.code, far.clause) == ("too_far", "ba.veh.dismount")
    apart = refusal(t.answer("dismount", unit="A1", spots=[(30, 22), (39, 22), (48, 22)]))
    assert apart.clause == "ba.geometry.coherency"
    for each in action(t, "dismount").offer.choices:
        xs, ys = each.area[0::2], each.area[1::2]
        drawn = min(xs) / 1e6, max(xs) / 1e6, min(ys) / 1e6, max(ys) / 1e6
        spots = each.answer.spots
        stood = [min(x for x, _ in spots) - 1, max(x for x, _ in spots) + 1]
        stood += [min(y for _, y in spots) - 1, max(y for _, y in spots) + 1]
        assert drawn == pytest.approx(stood), f"{each.title}: the ground is drawn where they would stand"
    assert t.answer("dismount", unit="A1", spots=[(36, 15), (39, 15), (42, 15)]).accepted
    assert t.unit("A1").container == ""
    assert [each.pose.place for each in t.unit("A1").squad] == [(36, 15), (39, 15), (42, 15)]
    assert mark(t, "A1", "moved") == 12_000_000
    assert t.state.facts["actions"] == 2


@clause("ba.veh.passengers")
def test_passengers_cannot_be_attacked_and_do_not_attack() -> None:
    t = boarded()
    assert t.answer("attack", unit="A1", target="B1").accepted is False
    t.answer("end_turn")
    assert t.answer("attack", unit="B1", target="A1").accepted is False


@clause("ba.veh.dismount")
def test_a_vehicle_without_its_crew_does_nothing_until_the_crew_is_back() -> None:
    t = table(tank("A1", 40, 30), squad("B1", (80, 90)))
    assert t.answer("dismount", unit="A1", spots=[(38, 22), (41, 22)]).accepted
    assert t.unit("A1crew").alive
    assert [each.card for each in t.unit("A1crew").squad] == ["regular.smg"] * 2
    assert refusal(drive(t, "A1", ahead(1))).code == "no_crew"
    assert refusal(t.answer("fire_guns", unit="A1", target="B1", weapon="map")).code == "no_crew"
    t.answer("end_turn")
    t.answer("end_turn")
    t.answer("move", unit="A1crew", steps=[{"step": "stride", "heading": 90, "studs": 1}])
    t.answer("mount_up", vehicle="A1")
    assert drive(t, "A1", ahead(1)).accepted


@clause("ba.veh.dismount")
def test_a_vehicle_whose_crew_is_wiped_out_is_a_wreck() -> None:
    t = table(tank("A1", 40, 30), squad("A2", (10, 10)), squad("B1", (40, 10), (43, 10), (37, 10)))
    t.answer("dismount", unit="A1", spots=[(38, 22), (41, 22)])
    if t.asked == "react_to_move":
        t.answer("react", yes=False)
    t.answer("end_turn")
    t.answer("attack", unit="B1", target="A1crew", dice=dice(6, 6, 1, 1))
    while t.asked in ("choose_losses", "pursue"):
        t.answer("give_up", figures=["f1", "f2"]) if t.asked == "choose_losses" else t.answer("react", yes=False)
    assert t.unit("A1").status == "wreck"


@clause("ba.veh.destroyed")
def test_passengers_of_a_wreck_save_each_for_himself_and_survivors_are_suppressed() -> None:
    enemies = [tank("B2", 70, 30, 180), squad("B1", (80, 90))]
    t = table(squad("A1", (38, 20), (41, 20), (44, 20)), truck(damage=1), *enemies)
    t.answer("move", unit="A1", steps=NORTH, dice=dice())
    while t.asked == "react_to_move":
        t.answer("react", yes=False)
    t.answer("mount_up", vehicle="A2")
    t.answer("end_turn")
    t.answer("fire_guns", unit="B2", target="A2", weapon="map", dice=dice(6, 1, 1, 1, 4, 4, 4, 3))
    assert t.asked == "place_survivors", t.asked
    far = refusal(t.answer("out_of_wreck", unit="A1", spots=[(38, 20), (41, 20)]))
    assert far.clause == "ba.veh.destroyed"
    assert t.answer("out_of_wreck", unit="A1", spots=[(38, 23), (41, 23)]).accepted
    assert len(t.unit("A1").standing) == 2
    assert mark(t, "A1", "suppressed") == 1
    assert t.unit("A2").status == "wreck"


@clause("ba.veh.destroyed")
@pytest.mark.parametrize("side", ["ahead", "behind"])
def test_offered_places_are_legal(side: str) -> None:
    t = table(tank("A1", 40, 30), squad("B1", (80, 90)))
    choices = {each.title: each.answer for each in action(t, "dismount").offer.choices}
    answer = choices[f"Dismount the crew {side}"]
    assert t.answer("dismount", unit="A1", spots=answer.spots).accepted


@clause("ba.veh.passengers")
@pytest.mark.parametrize(
    "order",
    [
        {"answer": "move", "unit": "A1", "steps": NORTH},
        {"answer": "place_hold", "unit": "A1", "response": "attack", "named": "B1", "trigger": "move"},
        {"answer": "go_prone", "unit": "A1"},
    ],
)
def test_who_rides_does_nothing_but_get_out(order: dict[str, object]) -> None:
    t = boarded()
    assert refusal(t.send(order)).clause == "ba.veh.passengers"
    (actor,) = (each for each in t.question.offer.actors if each.unit == "A1")
    assert [each.id for each in actor.actions] == ["dismount"]


@clause("ba.setup.deploy.order", "ba.veh.capacity")
def test_a_squad_put_down_on_a_truck_begins_mounted() -> None:
    waiting = {"status": "waiting"}
    t = table(
        truck("A2", 40, 8), squad("A1", (0, 0), (0, 0), **waiting), squad("B1", (0, 0), **waiting), phase="deployment"
    )
    result = t.answer("deploy", unit="A1", x=40, y=8)
    assert result.accepted, result.refusal
    assert t.unit("A1").container == "A2"
    assert all(each.pose is None for each in t.unit("A1").squad)


@clause("ba.veh.dismount")
def test_nobody_gets_out_who_is_not_in() -> None:
    t = table(squad("A1", (38, 20)), truck(), squad("B1", (80, 90)))
    found = refusal(t.answer("dismount", unit="A1", spots=[(38, 24)]))
    assert (found.code, found.clause) == ("not_mounted", "ba.veh.dismount")
