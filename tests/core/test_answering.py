"""Answers from a question alone: what is drawn keeps to what the offer says, and the safe answer comes first."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from brickfield.core.asking.answering import DraftAnswer, drawn, listed, shut
from brickfield.core.asking.composing import composed
from brickfield.core.asking.movers import Mover, StepOffer
from brickfield.core.asking.offers import (
    Act,
    Action,
    Actor,
    Aims,
    Allocate,
    Choice,
    Choose,
    Compose,
    Heap,
    Item,
    Part,
    Path,
    Place,
    Shooter,
    Split,
    Spot,
    Take,
    Thing,
    Word,
)
from brickfield.core.refusal import illegal
from brickfield.core.shown.showing import AimFace
from brickfield.geometry.grain import GRAIN, Pose
from tests.core.toy.orders import Rest
from tests.core.toy.playing import fresh

REST = Choice(Rest(), "Rest")
NO = illegal("no", "toy.turn.order", "No.")
NEAR = AimFace("a1", "b1", "Scout b1", "in the open", odds=0.5, range="near")
FAR = AimFace("a1", "b2", "Scout b2", "far", odds=0.25, range="far", locations=("head",))
SHUT = AimFace("a1", "b3", "Scout b3", "hidden", refusal=NO)
GO = StepOffer("go", "Go", "straight", "spots", 2.0, "toy.march.path", whole=True)
TURN = StepOffer("turn", "Turn", "turn", "degrees", 0.1, "toy.march.path", per=45.0, whole=True)


def all_drawn(offer: Any) -> Iterator[DraftAnswer]:
    """Many draws of many streams."""
    for seed in range(5):
        yield from drawn(fresh().state, offer, random.Random(seed))


def first(offer: Any) -> DraftAnswer:
    return next(listed(fresh().state, offer))


def test_only_open_choices_are_drawn_and_the_closed_are_told() -> None:
    offer = Choose((REST, Choice({"answer": "fire", "unit": "a1"}, "Fire", refusal=NO)))
    assert {draft.answer for draft in all_drawn(offer)} == {Rest()}
    assert list(shut(offer)) == [{"answer": "fire", "unit": "a1"}]


def test_things_are_put_down_inside_the_zone_or_against_the_edge() -> None:
    zone = (2 * GRAIN, GRAIN, 6 * GRAIN, GRAIN, 6 * GRAIN, 3 * GRAIN, 2 * GRAIN, 3 * GRAIN)
    thing = Thing("a1", "Scout a1", 90.0, {"answer": "place", "unit": "a1"}, length=2 * GRAIN, width=GRAIN)
    assert first(Place((thing,), zone)).answer == {"answer": "place", "unit": "a1", "x": 4, "y": 2, "heading": 90}
    for draft in all_drawn(Place((thing,), zone)):
        assert 2 <= draft.answer["x"] <= 6
        assert 1 <= draft.answer["y"] <= 3
    west = [draft.answer for draft in listed(fresh().state, Place((thing,), zone, edge="west"))]
    assert {answer["x"] for answer in west} == {2.5}, "half its width off the side, because it looks along it"


def test_every_inch_of_a_zone_is_among_the_places_in_the_end() -> None:
    zone = tuple(each * GRAIN for each in (3, 2, 9, 2, 9, 6, 3, 6))
    offer = Place((Thing("a1", "Scout", 90.0, {"answer": "put", "unit": "a1"}),), zone, "toy.march.path")
    places = {(draft.answer["x"], draft.answer["y"]) for draft in listed(fresh().state, offer)}
    assert places >= {(float(x), float(y)) for x in range(3, 10) for y in range(2, 7)}


def test_a_way_costs_no_more_than_what_is_left_and_ending_is_the_safe_answer() -> None:
    offer = Path((Mover("a1", 8.0, 5.0, {"answer": "march", "unit": "a1"}),), (GO, TURN), "MP", finish=REST)
    assert first(offer).answer == Rest()
    assert {"go", "turn"} == {draft.kind for draft in listed(fresh().state, offer)} - {"rest"}
    for draft in all_drawn(offer):
        steps = [] if draft.answer == Rest() else draft.answer["steps"]
        assert sum(2.0 * each.get("spots", 0) + 0.1 * abs(each.get("degrees", 0)) for each in steps) <= 5.0
        assert all(each.get("spots", 1) == int(each.get("spots", 1)) for each in steps), "begun spots cost whole ones"


def test_a_heading_is_that_of_the_unit_and_the_turn() -> None:
    state = fresh().state
    state.units["a1"] = replace(state.units["a1"], pose=Pose.at(3, 0, 30))
    slide = StepOffer("slide", "Slide", "free", "spots", 1.0, "toy.march.path")
    offer = Path((Mover("a1", 2.0, 2.0, {"answer": "march"}),), (slide,), "MP")
    headings = {draft.answer["steps"][0]["heading"] for draft in listed(state, offer)}
    assert headings == {30.0, 75.0, 345.0}


def test_a_single_shot_and_a_plan_name_open_targets_only() -> None:
    shooters = (Shooter("a1", (SHUT, FAR, NEAR)), Shooter("a2", (SHUT,)))
    single = Aims(shooters, {"answer": "fire", "unit": "a1"})
    assert {draft.answer["target"] for draft in all_drawn(single)} == {"b1", "b2"}
    assert {draft.answer.get("location") for draft in all_drawn(single)} == {None, "head"}
    assert [answer["target"] for answer in shut(single)] == ["b3", "b3"]
    plan = Aims(shooters, {"answer": "declare"}, plan=True, into="shots", none=REST)
    assert first(plan).answer == Rest()
    for draft in all_drawn(plan):
        shots = [] if draft.answer == Rest() else draft.answer["shots"]
        assert all(shot["unit"] == "a1" and shot["target"] in ("b1", "b2") for shot in shots)


def test_dice_are_divided_within_the_limit_of_each_range() -> None:
    offer = Split("a1", 6, (NEAR, FAR, SHUT), {}, {"answer": "fire"}, limits={"far": 2})
    seen = set()
    for draft in all_drawn(offer):
        dice = {shot["target"]: shot["dice"] for shot in draft.answer["shots"]}
        assert set(dice) <= {"b1", "b2"}
        assert dice.get("b2", 0) <= 2
        assert sum(dice.values()) <= 6
        seen |= set(dice)
    assert seen == {"b1", "b2"}
    assert first(offer).answer == {"answer": "fire", "shots": [{"target": "b1", "dice": 6}]}


def test_markers_that_go_are_as_many_as_asked_for() -> None:
    offer = Allocate("a1", 3, (Heap("hull", "Hull", 4, 1), Heap("guns", "Guns", 2, 2)), {"answer": "lose"})
    assert first(offer).answer == {"answer": "lose", "hull": 1, "guns": 2}
    for draft in all_drawn(offer):
        assert draft.answer["hull"] + draft.answer["guns"] == 3
        assert draft.answer["guns"] <= 2
    more = Allocate("a1", 9, offer.heaps, offer.answer)
    assert first(more).answer == {"answer": "lose", "hull": 4, "guns": 2}


def test_what_is_taken_weighs_no_less_and_no_more_than_it_may() -> None:
    items = (Item("a", "A"), Item("b", "B", 2), Item("c", "C", 3))
    offer = Take(items, {"answer": "load"}, "things", least=2, most=3, usual=(1,), none=REST)
    weights = {"a": 1, "b": 2, "c": 3}
    assert [draft.answer for draft in listed(fresh().state, offer)][:2] == [Rest(), {"answer": "load", "things": ["b"]}]
    for draft in all_drawn(offer):
        if draft.answer != Rest():
            assert sum(weights[each] for each in draft.answer["things"]) <= 3


def test_an_order_says_only_what_goes_together() -> None:
    whom = Part("whom", "Whom?", (Word("b1", "Scout b1", "b1"), Word("b2", "Scout b2", "b2"), Word("b9", "Nobody")))
    does = Part("does", "What?", (Word("fire", "Fire", "fire"), Word("hide", "Hide", "hide")))
    spots = (Spot({"whom": "b1", "does": "hide"}, ()), Spot({"whom": "b2", "does": "hide"}, ()))
    draft = Compose("a1", "at {whom}: {does}", (whom, does), {"answer": "wait"}, "Wait", "toy", spots=spots)
    offer = composed(draft, lambda order: order["whom"] != "b9" and (order["whom"], order["does"]) != ("b2", "hide"))
    assert offer is not None
    assert [[word.value for word in part.words] for part in offer.parts] == [["b1", "b2"], ["fire", "hide"]]
    assert offer.barred == ({"does": "hide", "whom": "b2"},)
    assert offer.spots == spots[:1]
    told = {"at b1: fire", "at b1: hide", "at b2: fire"}
    assert {draft.reason for draft in listed(fresh().state, offer)} == told
    assert {draft.reason for draft in all_drawn(offer)} == told
    assert first(offer).answer == {"answer": "wait", "whom": "b1", "does": "fire"}
    assert composed(draft, lambda order: False) is None


def test_whoever_acts_does_what_is_open() -> None:
    fire = Action("fire", "Fire", Aims((Shooter("a1", (NEAR,)),), {"answer": "fire", "unit": "a1"}))
    rally = Action("rally", "Rally", Choose((Choice({"answer": "rally"}, "Rally"),)), closed=NO)
    offer = Act((Actor("a1", "fresh", (fire, rally), REST), Actor("a2", "", ())))
    assert first(offer).answer == Rest()
    assert {draft.kind for draft in all_drawn(offer)} == {"fire", "rest"}
    assert [draft.reason for draft in listed(fresh().state, offer)][1] == "Fire: Scout b1, in the open"


def test_an_end_that_is_closed_is_told_and_never_drawn() -> None:
    """A plane that has not moved yet may not be done; a unit in the way of another may not stop there."""
    closed = replace(REST, refusal=NO)
    path = Path((Mover("a1", 8.0, 5.0, {"answer": "march", "unit": "a1"}),), (GO, TURN), "MP", finish=closed)
    act = Act((Actor("a1", "", (Action("go", "Go", path),), closed),))
    for offer in (path, act):
        assert Rest() in list(shut(offer))
        assert Rest() not in [draft.answer for draft in listed(fresh().state, offer)]
        assert Rest() not in [draft.answer for draft in all_drawn(offer)]
    assert first(replace(path, finish=REST)).answer == Rest()
