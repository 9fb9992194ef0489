"""The commando: long moves, split actions, and three uses in a game."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.testing import Position, clause, dice
from tests.rules.brick_action.squads import ONE, RIFLES, go, let_pass, spot, squad, table, walk

CARD = "commando smg, 4 regular smg"
FAR = squad("B1", RIFLES, 90, 90, attacked=1)


def ready(*enemies: dict[str, Any], **changes: Any) -> Position:
    return table(squad("A1", CARD, 40, 20, **changes), *(enemies or (FAR,)))


def uses(t: Position) -> int:
    return t.unit("A1").squad[0].marks.get("uses", 0)


@clause("ba.unit.commando.move24", "ba.unit.commando.uses")
def test_a_commandos_unit_moves_up_to_twenty_four_studs_three_times_in_a_game() -> None:
    t = ready()
    refused = t.answer("dash", unit="A1", steps=[go(90, 24.1)]).refusal
    assert refused is not None
    assert refused.data["most"] == 24.0
    assert t.answer("dash", unit="A1", steps=[go(90, 24)]).accepted
    assert (spot(t, "A1", "f3"), uses(t)) == ((40.0, 44.0), 2)
    t = ready(figures={"f1": {"uses": 0}})
    refused = t.answer("dash", unit="A1", steps=[go(90, 20)]).refusal
    assert refused is not None
    assert (refused.code, refused.clause) == ("no_use_left", "ba.unit.commando.uses")
    assert walk(t, "A1", 90, 16).accepted


@clause("ba.unit.commando.cap32")
def test_the_thirty_two_studs_of_a_turn_still_hold() -> None:
    t = ready()
    t.answer("dash", unit="A1", steps=[go(90, 24)])
    refused = t.answer("dash", unit="A1", steps=[go(270, 10)]).refusal
    assert refused is not None
    assert (refused.clause, refused.data["most"]) == ("ba.move.turn_cap", 8.0)


@clause("ba.unit.commando.split")
def test_half_a_move_and_an_attack_of_at_most_four_dice() -> None:
    t = ready(squad("B1", RIFLES, 40, 50, attacked=1))
    assert t.answer("move_and_fire", unit="A1", steps=[go(90, 8.1)]).accepted is False
    assert t.answer("move_and_fire", unit="A1", steps=[go(90, 8)]).accepted
    assert (t.asked, uses(t), t.state.facts["actions"]) == ("fire_on", 2, 2)
    # five SMGs would roll 3 + 2 dice
    result = t.answer("attack", unit="A1", target="B1", dice=dice(1, 1, 1, 1))
    assert result.of("attack_resolved")[0].dice == 4
    assert (t.asked, t.unit("A1").marks["attacked"]) == ("take_action", 1)


@clause("ba.unit.commando.split")
def test_the_other_order_attack_then_half_a_move() -> None:
    t = ready(squad("B1", RIFLES, 40, 50, attacked=1))
    result = t.answer("fire_and_move", unit="A1", target="B1", dice=dice(1, 1, 1, 1))
    assert result.of("attack_resolved")[0].dice == 4
    assert t.asked == "move_on"
    refused = walk(t, "A1", 0, 9).refusal
    assert refused is not None
    assert refused.data["most"] == 8.0
    assert walk(t, "A1", 0, 8).accepted
    assert (spot(t, "A1", "f3"), t.state.facts["actions"]) == ((48.0, 20.0), 2)
    t = ready(squad("B1", RIFLES, 40, 50, attacked=1))
    t.answer("fire_and_move", unit="A1", target="B1", dice=dice(1, 1, 1, 1))
    let_pass(t)
    assert t.asked == "take_action"


@clause("ba.unit.commando.split_one_type")
def test_a_move_in_two_halves_the_second_at_any_later_moment() -> None:
    t = table(squad("A1", CARD, 40, 20), squad("A2", ONE, 70, 20), FAR)
    assert t.answer("half_move", unit="A1", steps=[go(90, 8)]).accepted
    assert (t.state.facts["actions"], uses(t)) == (2, 2)
    walk(t, "A2", 90, 2)
    walk(t, "A2", 90, 2)
    assert (t.asked, t.state.facts["actions"]) == ("take_action", 0)
    assert t.answer("half_move", unit="A1", steps=[go(0, 8)]).accepted
    assert (spot(t, "A1", "f3"), uses(t)) == ((48.0, 28.0), 2)


@clause("ba.unit.commando.split_one_type")
@pytest.mark.parametrize(("first", "second", "accepted"), [(2, 2, True), (3, 1, True), (3, 2, False)])
def test_one_pool_divided_between_two_targets(first: int, second: int, accepted: bool) -> None:
    t = ready(squad("B1", RIFLES, 30, 50, attacked=1), squad("B2", RIFLES, 55, 50, attacked=1))
    order = {"answer": "split_fire", "unit": "A1", "target": "B1", "dice": first, "second": "B2"}
    script = dice(*[1] * (first + second)) if accepted else None
    result = t.send(order | {"second_dice": second}, dice=script)
    assert result.accepted is accepted
    if accepted:
        assert [(event.target, event.dice) for event in result.of("attack_resolved")] == [("B1", first), ("B2", second)]
        assert t.state.facts["actions"] == 2
    else:
        assert result.refusal is not None
        assert (result.refusal.code, result.refusal.data["most"]) == ("too_many_dice", 4)


@clause("ba.unit.commando.uses")
def test_with_free_splits_only_the_long_move_is_counted() -> None:
    t = table(squad("A1", CARD, 40, 20), FAR, options={"commando_splits_free": True})
    t.answer("half_move", unit="A1", steps=[go(90, 4)])
    assert uses(t) == 3
    t.answer("dash", unit="A1", steps=[go(90, 4)])
    assert uses(t) == 2


@clause("ba.unit.commando.uses")
def test_without_a_commando_nothing_is_split() -> None:
    t = table(squad("A1", RIFLES, 40, 20), FAR)
    for answer in ("dash", "half_move", "move_and_fire"):
        refused = t.answer(answer, unit="A1", steps=[go(90, 4)]).refusal
        assert refused is not None
        assert refused.clause == "ba.unit.commando.uses"
