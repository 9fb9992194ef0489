"""Reactive movement: who earns it, where it may go, and what it counts to."""

from __future__ import annotations

import pytest

from brickfield.testing import Position, clause, dice
from tests.rules.brick_action.squads import ONE, RIFLES, TWO, go, let_pass, spot, squad, table, walk

FAR = squad("B2", ONE, 90, 90, attacked=1)


def wiped_out(fallen: str = TWO, **more: int) -> Position:
    """A1 has wiped out B1, which stood 20 studs to the north."""
    spots = ((41.5, 40),) if fallen == TWO else ()
    changes = {"began": len(spots) + 1, **more}
    t = table(squad("A1", RIFLES, 40, 20), squad("B1", fallen, 38.5, 40, *spots, **changes), FAR)
    t.answer("attack", unit="A1", target="B1", dice=dice(6, 6, 1, 1, 1))
    assert not t.unit("B1").alive
    return t


@clause("ba.reactmove.rule", "ba.reactmove.cap")
def test_who_wipes_a_unit_out_may_move_up_for_free() -> None:
    t = wiped_out()
    assert t.asked == "pursue"
    assert walk(t, "A1", 90, 16).accepted
    assert spot(t, "A1", "f3") == (40.0, 36.0)
    assert "moved" not in t.unit("A1").marks
    assert t.state.facts["actions"] == 2


@clause("ba.reactmove.rule", "ba.reactmove.direction")
def test_moving_up_is_proposed_as_the_rules_allow_it() -> None:
    t = wiped_out()
    assert t.decision is not None
    found = t.decision.suggest(t.state, 6)
    assert [each.kind for each in found[:2]] == ["stay", "move"]
    assert found[1].answer.steps[0].studs == 16.0
    assert len(found) >= 4
    assert all(t.decision.validate(t.state, each.answer) is None for each in found)


@clause("ba.reactmove.rule")
def test_it_is_optional_and_at_most_sixteen_studs() -> None:
    t = wiped_out()
    refused = walk(t, "A1", 90, 16.1).refusal
    assert refused is not None
    assert refused.data["most"] == 16.0
    let_pass(t)
    assert t.asked == "take_action"


@clause("ba.reactmove.rule")
def test_a_unit_of_one_model_when_the_turn_began_earns_nothing() -> None:
    assert wiped_out(ONE).asked == "take_action"
    assert wiped_out(TWO, began=1).asked == "take_action"


@clause("ba.reactmove.rule")
def test_a_position_in_the_middle_of_a_turn_knows_with_how_many_models_it_began() -> None:
    for fallen, spots, asked in ((TWO, ((41.5, 40),), "pursue"), (ONE, (), "take_action")):
        t = table(squad("A1", RIFLES, 40, 20), squad("B1", fallen, 38.5, 40, *spots), FAR)
        t.answer("attack", unit="A1", target="B1", dice=dice(6, 6, 1, 1, 1))
        assert t.asked == asked


@clause("ba.reactmove.direction")
@pytest.mark.parametrize(("heading", "accepted"), [(90, True), (130, True), (30, False), (270, False)])
def test_it_goes_in_the_general_direction_of_the_fallen(heading: float, accepted: bool) -> None:
    # one mini alone, so that his end alone decides
    t = table(squad("A1", "regular shotgun", 40, 20), squad("B1", TWO, 38.5, 40, (41.5, 40), began=2), FAR)
    t.answer("attack", unit="A1", target="B1", dice=dice(6, 6))
    result = walk(t, "A1", heading, 10)
    assert result.accepted is accepted
    if result.refusal is not None:
        assert result.refusal.clause == "ba.reactmove.direction"


@clause("ba.reactmove.cap")
@pytest.mark.parametrize("mark", ["prone", "suppressed"])
def test_a_prone_or_suppressed_unit_does_not_move_up(mark: str) -> None:
    t = table(
        squad("A1", RIFLES, 40, 20, **{mark: 1}),
        squad("A2", RIFLES, 60, 20),
        squad("B1", TWO, 38.5, 40, (41.5, 40), began=2),
        FAR,
    )
    if mark == "suppressed":
        assert not t.answer("attack", unit="A1", target="B1").accepted
        return
    t.answer("attack", unit="A1", target="B1", dice=dice(6, 6, 1, 1, 1))
    assert t.asked == "take_action"


@clause("ba.reactmove.cap", "ba.hold.no_chain")
def test_in_the_own_turn_it_draws_reactive_fire() -> None:
    t = table(
        squad("A1", RIFLES, 40, 20),
        squad("B1", TWO, 38.5, 40, (41.5, 40), began=2),
        squad("B2", ONE, 40, 60),
    )
    t.answer("attack", unit="A1", target="B1", dice=dice(6, 6, 1, 1, 1))
    walk(t, "A1", 90, 10)
    assert t.asked == "react_to_move"


@clause("ba.hold.no_chain", "ba.reactmove.rule")
def test_earned_by_a_held_attack_nothing_responds_to_it() -> None:
    t = table(
        squad("A1", TWO, 38.5, 20, (41.5, 20), began=2),
        squad("A2", RIFLES, 70, 20),
        squad("B1", RIFLES, 40, 40, hold="attack A1 move 1", attacked=1),
    )
    walk(t, "A1", 0, 6)
    t.answer("attack", unit="B1", target="A1", dice=dice(6, 6, 1, 1, 1))
    assert t.asked == "pursue"
    assert t.answer("move", unit="B1", steps=[go(270, 12)]).accepted
    assert t.asked == "take_action"


@clause("ba.reactmove.vehicle")
def test_a_destroyed_vehicle_earns_nothing() -> None:
    car = {"id": "B1", "seat": 1, "card": "C1", "x": 40, "y": 34, "changes": {"began": 1}}
    t = table(squad("A1", "regular smg rocket, regular smg rocket", 40, 24), car, FAR)
    rocket = [{"figure": "f1", "item": "rocket"}]
    assert t.answer("attack_armour", unit="A1", target="B1", items=rocket, dice=dice(6, 6, 6)).accepted
    assert t.unit("B1").status == "wreck"
    assert t.asked == "take_action"
