"""Action 'Holds': what is named, when it responds, in which order, and what it costs."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from brickfield.core.asking.composing import orders_of
from brickfield.core.views import imagine
from brickfield.games.brick_action.chapters.holds.holds import RESPONSES, TRIGGERS, PlaceHold, hold_offer
from brickfield.games.brick_action.shown.faces import situation
from brickfield.speech.acts import acts_of
from brickfield.testing import Position, clause, dice, piece
from tests.rules.brick_action.squads import ONE, RIFLES, TWO, go, let_pass, spot, squad, table, walk

HELD = "attack A1 move 1"


def facing(hold: str = HELD, gap: float = 30.0, card: str = RIFLES, **more: Any) -> Position:
    """A1 stands before B1, which holds; B1 attacked last turn, so that it does not react besides."""
    return table(squad("A1", RIFLES, 40, 20), squad("B1", card, 40, 20 + gap, hold=hold, attacked=1), **more)


@clause("ba.hold.cost", "ba.hold.open", "ba.hold.one_per_unit")
def test_a_hold_costs_an_action_and_all_see_it() -> None:
    t = table(squad("A1", RIFLES, 40, 20), squad("B1", RIFLES, 40, 60))
    assert t.answer("place_hold", unit="A1", response="attack", named="B1", trigger="move").accepted
    assert t.state.facts["actions"] == 2
    assert t.view(1).facts["hold A1"] == t.view(0).facts["hold A1"] == "attack B1 move 1"
    assert t.answer("place_hold", unit="A1", response="move", named="B1", trigger="either").accepted
    assert t.state.facts["hold A1"] == "move B1 either 2"


@clause("ba.hold.trigger", "ba.hold.vehicles", "ba.hold.suppression")
@pytest.mark.parametrize(
    ("unit", "fields", "code", "by"),
    [
        ("A1", {"named": "any"}, "one_unit", "ba.hold.trigger"),
        ("A1", {"named": "A2"}, "no_enemy", "ba.hold.trigger"),
        ("A1", {"named": "B9"}, "no_enemy", "ba.hold.trigger"),
        ("A2", {"response": "prone"}, "not_for_vehicles", "ba.hold.vehicles"),
        ("A3", {}, "suppressed", "ba.sup.effect"),
    ],
)
def test_what_a_hold_must_not_be(unit: str, fields: dict[str, str], code: str, by: str) -> None:
    tank = {"id": "A2", "seat": 0, "card": "M1 lap", "x": 20, "y": 20}
    t = table(squad("A1", ONE, 40, 20), tank, squad("A3", ONE, 60, 20, suppressed=1), squad("B1", ONE, 40, 60))
    order = {"response": "attack", "named": "B1", "trigger": "move"} | fields
    refused = t.answer("place_hold", unit=unit, **order).refusal
    assert refused is not None
    assert (refused.code, refused.clause) == (code, by)


THERE = (squad("A1", "regular smg smoke_grenade", 40, 20), squad("B1", ONE, 40, 60))
TANK = {"id": "B2", "seat": 1, "card": "M1 lap", "x": 60, "y": 60, "heading": 0}


@clause("ba.hold.response", "ba.hold.trigger", "ba.cc.vehicle", "ba.weapon.smoke", "ba.obj.capture")
@pytest.mark.parametrize(
    ("units", "position", "never"),
    [
        (THERE, {}, {"activate"}),
        ((squad("A1", ONE, 40, 20), squad("B1", ONE, 40, 60), TANK), {}, {"smoke", "activate", "close_combat B2"}),
        (THERE, {"options": {"hold_any_unit": True}}, {"activate"}),
        (THERE, {"objective": {"kind": "capture", "attacker": 0, "marker": [48, 48]}}, set()),
        (({**TANK, "id": "A1", "seat": 0}, squad("B1", ONE, 40, 60)), {},
         {"close_combat", "prone", "rise", "smoke", "activate"}),
    ],
)  # fmt: skip
def test_whatever_may_be_held_can_be_put_together_and_nothing_else(
    units: tuple[Any, ...], position: dict[str, Any], never: set[str]
) -> None:
    """Every order that is offered is taken, and every order that is taken is offered."""
    t = table(*units, **position)
    offer = hold_offer(t.state, t.unit("A1"))
    assert offer is not None
    offered = {(each["named"], each["trigger"], each["response"]) for each in orders_of(offer)}
    taken = set()
    for named, trigger, response in product((*t.state.units, "any"), TRIGGERS, RESPONSES):
        order = PlaceHold("A1", response, named, trigger)
        refused = t.decision.validate(t.state, order)
        taken |= set() if refused else {(named, trigger, response)}
        if response in never or f"{response} {named}" in never:
            assert refused is not None
    assert offered == taken != set()
    assert not {response for _named, _trigger, response in offered} & never


@clause("ba.hold.open")
def test_everybody_sees_a_hold_drawn_until_it_is_over() -> None:
    t = facing("attack A1 either 1")
    for seat in (0, 1, -1):
        waits = situation(imagine(t.view(seat), t.match)).waits
        assert [(each.unit, each.on, each.text) for each in waits] == [("B1", "A1", "When A1 moves or attacks, fire")]
    walk(t, "A1", 90, 10)
    before = t.state
    sprung = t.answer("attack", unit="B1", target="A1", dice=dice(4, 1, 1, 1, 1, 6))
    assert situation(t.state).waits == ()
    acts = acts_of(sprung.events, before)
    first = next(each for each in acts if each.title == "Hold sprung")
    assert (first.unit, first.target) == ("B1", "A1")
    assert "springs its hold: when A1 moves or attacks, fire." in first.words
    assert "fires its held attack at" in next(each.words for each in acts if each.kind == "shot")


@clause("ba.hold.trigger")
def test_any_unit_may_be_named_where_that_is_agreed() -> None:
    t = table(
        squad("A1", ONE, 40, 20),
        squad("B1", RIFLES, 40, 50, hold="attack any move 1", attacked=1),
        options={"hold_any_unit": True},
    )
    walk(t, "A1", 90, 4)
    assert t.asked == "respond"


@clause("ba.hold.immediate", "ba.hold.full", "ba.hold.no_attack_next")
def test_a_held_attack_comes_half_a_stud_into_the_move_with_all_dice() -> None:
    t = facing()
    assert walk(t, "A1", 90, 10).accepted
    assert (t.asked, spot(t, "A1", "f3")) == ("respond", (40.0, 20.5))
    # five repeaters within 32 studs: 3 base dice and 2 more
    result = t.answer("attack", unit="B1", target="A1", dice=dice(1, 1, 1, 1, 1))
    assert result.accepted
    assert result.of("attack_resolved")[0].dice == 5
    assert spot(t, "A1", "f3") == (40.0, 30.0)
    assert t.unit("B1").marks["banned_next"] == 1
    assert t.state.facts["hold B1"] == ""


@clause("ba.hold.immediate", "ba.hold.response")
@pytest.mark.parametrize(("walled", "asked"), [(True, False), (False, True)])
def test_a_held_attack_on_an_attacker_needs_to_see_him(walled: bool, asked: bool) -> None:
    wall = piece("wall", 40, 40, 0, length=30.0, width=1.0)
    held = squad("B1", ONE, 40, 50, hold="attack A1 attack 1")
    t = table(squad("A1", ONE, 40, 30), held, squad("B2", TWO, 60, 30, (63, 30)), terrain=(wall,) if walled else ())
    t.answer("attack", unit="A1", target="B2", dice=None if asked else dice(1))
    assert (t.asked == "respond") is asked


@clause("ba.hold.no_attack_next")
def test_who_has_used_a_held_attack_does_not_attack_in_its_next_turn() -> None:
    t = facing()
    walk(t, "A1", 90, 10)
    t.answer("attack", unit="B1", target="A1", dice=dice(1, 1, 1, 1, 1))
    t.answer("end_turn")
    refused = t.answer("attack", unit="B1", target="A1").refusal
    assert refused is not None
    assert refused.clause == "ba.hold.no_attack_next"
    refused = t.answer("place_hold", unit="B1", response="attack", named="A1", trigger="move").refusal
    assert refused is not None
    assert refused.clause == "ba.hold.no_attack_next"
    t.answer("end_turn")
    t.answer("end_turn")
    assert t.answer("attack", unit="B1", target="A1", dice=dice(1, 1, 1, 1, 1)).accepted


@clause("ba.hold.immediate")
def test_out_of_range_it_waits_for_the_first_step_within_range() -> None:
    # repeaters reach 64 studs: edges are 66 apart at first
    t = facing(gap=68.0)
    assert walk(t, "A1", 90, 10).accepted
    assert (t.asked, spot(t, "A1", "f3")) == ("respond", (40.0, 22.0))


@clause("ba.hold.immediate")
def test_who_declines_is_asked_once_more_at_the_end_and_keeps_the_hold() -> None:
    t = facing()
    walk(t, "A1", 90, 10)
    let_pass(t)
    assert (t.asked, spot(t, "A1", "f3")) == ("respond", (40.0, 30.0))
    let_pass(t)
    assert t.asked == "take_action"
    assert t.state.facts["hold B1"] == HELD


@clause("ba.hold.immediate", "ba.turn.unit_gone")
def test_an_attack_sets_a_hold_off_before_any_die() -> None:
    t = facing("attack A1 attack 1")
    assert t.answer("attack", unit="A1", target="B1").accepted
    assert t.asked == "respond"
    # four sixes and a failed save wipe the squad out: its own attack is lost with its action
    t.answer("attack", unit="B1", target="A1", dice=dice(6, 6, 6, 6, 6))
    if t.asked == "pursue":
        let_pass(t)
    assert not t.unit("A1").alive
    assert len(t.unit("B1").standing) == 5


@clause("ba.hold.immediate")
def test_an_attack_whose_unit_is_suppressed_by_a_hold_is_lost() -> None:
    t = facing("attack A1 attack 1")
    t.answer("attack", unit="A1", target="B1")
    result = t.answer("attack", unit="B1", target="A1", dice=dice(6, 6, 1, 1, 1))
    while t.asked == "choose_losses":
        result = t.answer("give_up", figures=["f1", "f2"])
    assert [event.reason for event in result.of("shot_voided")] == ["suppressed"]
    assert t.state.facts["actions"] == 2
    assert len(t.unit("B1").standing) == 5


@clause("ba.hold.response")
def test_the_response_is_fixed_and_aimed_at_the_named_unit() -> None:
    other = squad("A2", ONE, 50, 20)
    t = table(squad("A1", RIFLES, 40, 20), other, squad("B1", RIFLES, 40, 50, hold=HELD, attacked=1))
    walk(t, "A1", 90, 10)
    refused = t.answer("move", unit="B1", steps=[go(270, 4)]).refusal
    assert refused is not None
    assert refused.code == "other_response"
    refused = t.answer("attack", unit="B1", target="A2").refusal
    assert refused is not None
    assert refused.code == "other_target"


@clause("ba.hold.response", "ba.hold.no_chain", "ba.move.turn_cap")
def test_a_held_move_is_a_full_move_that_nobody_answers() -> None:
    t = table(
        squad("A1", RIFLES, 40, 20),
        squad("A2", RIFLES, 60, 20, hold="attack B1 move 1"),
        squad("B1", RIFLES, 40, 50, hold="move A1 move 2", attacked=1),
    )
    walk(t, "A1", 90, 10)
    assert t.answer("move", unit="B1", steps=[go(0, 16)]).accepted
    assert spot(t, "B1", "f3") == (56.0, 50.0)
    assert t.asked == "take_action"
    assert "moved" not in t.unit("B1").marks


@clause("ba.hold.response")
@pytest.mark.parametrize(("response", "answer", "prone"), [("prone", "go_prone", 1), ("rise", "rise", 0)])
def test_a_hold_to_go_prone_or_to_rise(response: str, answer: str, prone: int) -> None:
    t = table(
        squad("A1", RIFLES, 40, 20),
        squad("B1", RIFLES, 40, 50, hold=f"{response} A1 move 1", attacked=1, prone=1 - prone),
    )
    walk(t, "A1", 90, 4)
    assert t.answer(answer, unit="B1").accepted
    assert t.unit("B1").marks.get("prone", 0) == prone


@clause("ba.hold.not_after_attack")
def test_attacks_and_attack_holds_exclude_each_other_in_a_turn() -> None:
    t = table(squad("A1", ONE, 40, 20), squad("B1", RIFLES, 40, 40))
    t.answer("attack", unit="A1", target="B1", dice=dice(1))
    refused = t.answer("place_hold", unit="A1", response="attack", named="B1", trigger="move").refusal
    assert refused is not None
    assert (refused.code, refused.clause) == ("has_attacked", "ba.hold.not_after_attack")
    assert t.answer("place_hold", unit="A1", response="move", named="B1", trigger="move").accepted
    t = table(squad("A1", ONE, 40, 20, hold="attack B1 move 1"), squad("B1", RIFLES, 40, 40))
    refused = t.answer("attack", unit="A1", target="B1").refusal
    assert refused is not None
    assert refused.code == "holds_to_attack"
    assert t.answer("drop_hold", unit="A1").accepted
    assert t.state.facts["actions"] == 3
    assert t.answer("attack", unit="A1", target="B1", dice=dice(1)).accepted


@clause("ba.hold.duration")
def test_a_hold_lasts_until_its_owners_next_turn() -> None:
    t = table(squad("A1", ONE, 40, 20, hold="move B1 move 1"), squad("B1", ONE, 90, 90))
    t.answer("end_turn")
    assert t.state.facts["hold A1"] == "move B1 move 1"
    t.answer("end_turn")
    assert t.state.facts["hold A1"] == ""


@clause("ba.hold.suppression")
def test_suppression_cancels_a_hold_at_once() -> None:
    t = table(squad("A1", RIFLES, 40, 20), squad("B1", RIFLES, 40, 40, hold="prone A1 attack 1"))
    # the hold could answer the attack; it is let pass, and then two minis fall
    t.answer("attack", unit="A1", target="B1")
    let_pass(t, dice=dice(6, 6, 1, 1, 1))
    t.answer("give_up", figures=["f1", "f2"])
    assert t.unit("B1").marks["suppressed"] == 1
    assert t.state.facts["hold B1"] == ""


@clause("ba.hold.duration")
def test_a_hold_lapses_with_the_unit_it_names() -> None:
    t = table(
        squad("A1", RIFLES, 40, 20),
        squad("A2", ONE, 60, 20, hold="attack B1 move 1"),
        squad("B1", ONE, 40, 40),
        squad("B2", ONE, 90, 90),
    )
    t.answer("attack", unit="A1", target="B1", dice=dice(6, 1, 1, 1, 1))
    assert not t.unit("B1").alive
    assert t.state.facts["hold A2"] == ""


@clause("ba.hold.order", "ba.hold.one_per_unit")
def test_the_owner_picks_the_order_of_several_holds() -> None:
    t = table(
        squad("A1", RIFLES, 40, 20),
        squad("B1", TWO, 30, 50, hold="attack A1 move 1", attacked=1),
        squad("B2", TWO, 50, 50, hold="attack A1 move 2", attacked=1),
    )
    walk(t, "A1", 90, 4)
    assert t.question.offer.actors[0].unit == "B1"  # type: ignore[union-attr]
    t.answer("attack", unit="B2", target="A1", dice=dice(1, 1))
    assert [actor.unit for actor in t.question.offer.actors] == ["B1"]  # type: ignore[union-attr]
    t.answer("attack", unit="B1", target="A1", dice=dice(1, 1))
    assert t.asked == "take_action"


@clause("ba.hold.reactive_limit")
@pytest.mark.parametrize(("x", "reacts"), [(74.0, True), (74.1, False)])
def test_a_unit_that_holds_reacts_only_near_the_named_unit(x: float, reacts: bool) -> None:
    # A1 ends 16 studs from A2, edge to edge, after 4.5 studs of its way
    mover = squad("A1", ONE, x, 20)
    t = table(mover, squad("A2", ONE, 60.5, 20), squad("B1", ONE, 60, 50, hold="attack A2 move 1"))
    walk(t, "A1", 0, 4.5)
    assert (t.asked == "react_to_move") is reacts


@clause("ba.reactive.order")
def test_who_used_its_hold_on_a_move_does_not_also_react_to_it() -> None:
    t = table(squad("A1", RIFLES, 40, 20), squad("B1", RIFLES, 40, 50, hold="prone A1 move 1"))
    walk(t, "A1", 90, 10)
    assert t.asked == "respond"
    t.answer("go_prone", unit="B1")
    assert t.asked == "take_action"


@clause("ba.hold.blocked_path")
def test_a_response_in_the_way_ends_the_move_before_it() -> None:
    t = table(squad("A1", ONE, 40, 20), squad("B1", ONE, 44, 30, hold="move A1 move 1", attacked=1))
    walk(t, "A1", 90, 16)
    t.answer("move", unit="B1", steps=[go(180, 4)])
    assert spot(t, "A1") == (40.0, 28.0)
    assert t.unit("A1").marks["moved"] == 8_000_000
    assert t.state.facts["actions"] == 2


@clause("ba.hold.blocked_path")
@pytest.mark.parametrize("studs", [16.0, 8.5])
def test_who_is_stopped_by_one_mini_in_the_way_stops_as_a_whole(studs: float) -> None:
    # only the first mini meets B1; with 8.5 studs it would be at the very last step
    t = table(squad("A1", TWO, 40, 20, (43, 20)), squad("B1", ONE, 36, 30, hold="move A1 move 1", attacked=1))
    walk(t, "A1", 90, studs)
    t.answer("move", unit="B1", steps=[go(0, 4)])
    assert (spot(t, "A1", "f1"), spot(t, "A1", "f2")) == ((40.0, 28.0), (43.0, 28.0))


@clause("ba.hold.blocked_path", "ba.hold.immediate")
def test_who_is_stepped_before_goes_no_further() -> None:
    t = table(squad("A1", ONE, 40, 20), squad("B1", ONE, 36, 22.5, hold="move A1 move 1", attacked=1))
    walk(t, "A1", 90, 10)
    stopped = spot(t, "A1")
    # in contact, straight ahead
    x, y = stopped[0] - 36.0, stopped[1] + 2.0 - 22.5
    t.answer("walk", unit="B1", ways=[{"figure": "f1", "points": [(36.0 + x, 22.5 + y)]}])
    assert (spot(t, "B1"), spot(t, "A1")) == ((40.0, stopped[1] + 2.0), stopped)
    assert t.asked == "take_action"


@clause("ba.hold.immediate", "ba.cc.range")
@pytest.mark.parametrize(
    ("hold", "answer", "faces", "reason"),
    [
        ("move A1 attack 1", {"answer": "move", "unit": "B1", "steps": [go(90, 8)]}, (), "too_far"),
        ("attack A1 attack 1", {"answer": "attack", "unit": "B1", "target": "A1"}, (6, 6, 1, 1, 1), "suppressed"),
        ("attack A1 attack 1", {"answer": "attack", "unit": "B1", "target": "A1"}, (6, 6, 6, 1, 1), "unit_gone"),
    ],
)
def test_a_close_combat_that_a_response_has_made_impossible_is_told_and_lost(
    hold: str, answer: dict[str, Any], faces: tuple[int, ...], reason: str
) -> None:
    t = table(squad("A1", "3 regular repeater", 40, 20), squad("A2", ONE, 5, 5), squad("B1", RIFLES, 40, 26, hold=hold))
    t.answer("close_combat", unit="A1", target="B1")
    assert t.asked == "respond"
    result = t.send(answer, dice=dice(*faces))
    if t.asked == "choose_losses":
        result = t.answer("give_up", figures=["f1", "f2"])
    if t.asked == "pursue":
        result = t.answer("react", yes=False)
    (voided,) = result.of("shot_voided")
    assert (voided.unit, voided.target, voided.reason, voided.clause) == ("A1", "B1", reason, "ba.hold.immediate")
    assert "attacked" not in t.unit("A1").marks
    assert t.state.facts["actions"] == 2


@clause("ba.hold.blocked_path")
def test_who_steps_behind_a_mover_stops_nobody() -> None:
    t = table(squad("A1", ONE, 40, 20), squad("B1", ONE, 36, 18.5, hold="move A1 move 1", attacked=1))
    walk(t, "A1", 90, 10)
    x, y = spot(t, "A1")
    # in contact with its back: it overlaps where A1 was half a stud before
    assert t.answer("walk", unit="B1", ways=[{"figure": "f1", "points": [(x, y - 2.0)]}]).accepted
    assert spot(t, "A1") == (40.0, 30.0)
