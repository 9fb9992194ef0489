"""The commando: long moves, split actions, and three uses in a game."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.testing import Position, clause, dice
from tests.rules.brick_action.fire_table import action
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


KINDS = ("dash", "half_move", "move_and_fire", "fire_and_move")


def offered(t: Position, kind: str) -> Any:
    found = action(t, kind)
    assert found is not None
    return found


def most(t: Position, kind: str) -> float:
    """How far an offered way leads."""
    (mover,) = offered(t, kind).offer.movers
    return float(mover.points)


@clause("ba.unit.commando.move24", "ba.unit.commando.split", "ba.unit.commando.cap32", "ba.move.crawl")
@pytest.mark.parametrize(
    ("changes", "dash", "half"),
    [
        ({}, 24.0, 8.0),
        ({"moved": 16_000_000}, 16.0, 8.0),
        ({"moved": 26_000_000}, 6.0, 6.0),
        ({"prone": 1}, 12.0, 4.0),
    ],
)
def test_the_ways_offered_to_a_commando_are_as_long_as_he_may_go(changes: Any, dash: float, half: float) -> None:
    t = ready(**changes)
    assert [most(t, kind) for kind in KINDS[:3]] == [dash, half, half]
    offers = [offered(t, kind).offer for kind in KINDS[:3]]
    assert [(each.steps[0].price, each.shortest) for each in offers] == [(1.0, 0.5)] * 3
    assert [offered(t, kind).closed for kind in KINDS[:3]] == [None, None, None]


@clause("ba.unit.commando.uses")
def test_who_is_no_commando_is_offered_none_of_it() -> None:
    t = table(squad("A1", RIFLES, 40, 20), FAR)
    assert [action(t, kind) for kind in KINDS] == [None] * 4


@clause("ba.unit.commando.uses", "ba.sup.effect", "ba.hold.not_after_attack")
@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({}, (None, None, None, None)),
        ({"figures": {"f1": {"uses": 0}}}, ("no_use_left",) * 4),
        # the second half of a split move is free
        ({"figures": {"f1": {"uses": 0}}, "split": 1}, ("no_use_left", None, "no_use_left", "no_use_left")),
        ({"moved": 32_000_000}, ("moved_enough", "moved_enough", "moved_enough", None)),
        ({"hold": "attack B1 move 1"}, (None, None, "holds_to_attack", "holds_to_attack")),
    ],
)
def test_why_an_offer_to_a_commando_is_closed(changes: Any, codes: tuple[str | None, ...]) -> None:
    t = ready(squad("B1", RIFLES, 40, 50, attacked=1), **changes)
    closed = [offered(t, kind).closed for kind in KINDS]
    assert tuple(each and each.code for each in closed) == codes
    again = "Second half of the move" if "split" in changes else "Split a move"
    assert offered(t, "half_move").title == again
    assert offered(t, "move_and_fire").title == "Move and fire"
    gives = [offered(t, kind).offer.give for kind in ("dash", "half_move", "move_and_fire")]
    assert gives == ["Dash here", "Half a move here", "Move here, then fire"]


@clause("ba.unit.commando.uses")
def test_with_free_splits_only_the_dash_is_closed_to_who_has_no_use_left() -> None:
    mine = squad("A1", CARD, 40, 20, figures={"f1": {"uses": 0}})
    t = table(mine, squad("B1", RIFLES, 40, 50, attacked=1), options={"commando_splits_free": True})
    closed = [offered(t, kind).closed for kind in KINDS]
    assert [each and each.code for each in closed] == ["no_use_left", None, None, None]


@clause("ba.unit.commando.split", "ba.unit.commando.split_one_type")
def test_a_split_attack_is_offered_at_each_target_and_each_pair_in_range() -> None:
    near, other = squad("B1", RIFLES, 30, 50, attacked=1), squad("B2", RIFLES, 55, 50, attacked=1)
    tank = {"id": "B4", "seat": 1, "card": "M1 lap", "x": 80, "y": 50}
    t = ready(near, other, squad("B3", RIFLES, 40, 90, attacked=1), tank)
    orders = [each.answer for each in offered(t, "fire_and_move").offer.choices]
    fired = [each.target for each in orders if not hasattr(each, "second")]
    split = [(each.target, each.dice, each.second, each.second_dice) for each in orders if hasattr(each, "second")]
    assert fired == ["B1", "B2"]
    assert split == [("B1", 1, "B2", 1), ("B2", 1, "B1", 1)]
    # one target can only be fired at, and nobody in range at nobody
    alone = ready(near)
    assert [each.answer.target for each in offered(alone, "fire_and_move").offer.choices] == ["B1"]
    closed = offered(ready(), "fire_and_move").closed
    assert closed is not None
    assert closed.code == "no_target"


@clause("ba.unit.commando.split")
def test_after_half_a_move_infantry_in_range_is_offered_and_after_an_attack_eight_studs() -> None:
    tank = {"id": "B4", "seat": 1, "card": "M1 lap", "x": 80, "y": 50}
    t = ready(squad("B1", RIFLES, 40, 50, attacked=1), tank)
    t.answer("move_and_fire", unit="A1", steps=[go(90, 8)])
    (shooter,) = t.question.offer.shooters  # type: ignore[union-attr]
    assert [(each.target, each.dice) for each in shooter.aims] == [("B1", 4)]
    t = ready(squad("B1", RIFLES, 40, 50, attacked=1), moved=27_000_000)
    t.answer("fire_and_move", unit="A1", target="B1", dice=dice(1, 1, 1, 1))
    (mover,) = t.question.offer.movers  # type: ignore[union-attr]
    assert mover.points == 5.0


# --- at vehicles ------------------------------------------------------------------------------------------------------

ROCKETEERS = "commando smg rocket, 2 regular smg rocket, 2 regular smg"
TANK = {"id": "B1", "seat": 1, "card": "M1 lap", "x": 40, "y": 50, "heading": 90}
ROCKET = [{"figure": "f1", "item": "rocket"}]
THREE = [{"figure": f"f{n}", "item": "rocket"} for n in (1, 2, 3)]


def before_a_tank(*more: dict[str, Any], **tank: Any) -> Position:
    return table(squad("A1", ROCKETEERS, 40, 26), {**TANK, **tank}, *more)


@clause("ba.unit.commando.split", "ba.iva.weapons", "ba.geometry.dice_order")
def test_half_an_action_may_be_a_rocket_at_a_vehicle_with_four_dice_at_most() -> None:
    # from behind a rocket has no cap of its own: three who fire and two dice for each rocket would be nine
    t = before_a_tank()
    result = t.answer("fire_and_move", unit="A1", target="B1", items=THREE, dice=dice(4, 1, 1, 1, 4))
    assert result.of("attack_resolved")[0].dice == 4
    assert (t.asked, uses(t), t.unit("B1").marks["damage"]) == ("move_on", 2, 1)
    assert "rocket" not in {name for name, left in t.unit("A1").squad[0].marks.items() if left}
    # at its front the cap of rockets is lower
    front = before_a_tank(heading=270)
    result = front.answer("fire_and_move", unit="A1", target="B1", items=THREE, dice=dice(1, 1, 1))
    assert result.of("attack_resolved")[0].dice == 3
    bare = t.answer("fire_and_move", unit="A1", target="B1").refusal
    assert bare is not None


@clause("ba.unit.commando.split", "ba.iva.weapons")
def test_without_an_item_nobody_splits_an_attack_on_a_vehicle() -> None:
    refused = before_a_tank().answer("fire_and_move", unit="A1", target="B1").refusal
    assert refused is not None
    assert (refused.code, refused.clause) == ("no_anti_armour", "ba.iva.weapons")


@clause("ba.unit.commando.split", "ba.iva.weapons")
def test_after_half_a_move_rockets_at_vehicles_are_offered_beside_squads() -> None:
    t = before_a_tank(squad("B2", RIFLES, 20, 40, attacked=1))
    t.answer("move_and_fire", unit="A1", steps=[go(90, 4)])
    assert t.asked == "fire_on"
    offer = t.question.offer
    orders = [each.answer for each in offer.choices]  # type: ignore[union-attr]
    assert {getattr(each, "target", "") for each in orders} == {"", "B1", "B2"}
    assert {each.aim.target for each in offer.exhibits} == {"B1", "B2"}  # type: ignore[union-attr]
    refused = t.answer("attack_armour", unit="A1", target="B1", items=ROCKET, whole=1).refusal
    assert refused is not None, "no such field"
    result = t.answer("attack_armour", unit="A1", target="B1", items=ROCKET, dice=dice(1, 1, 1))
    assert result.of("attack_resolved")[0].dice == 3


@clause("ba.unit.commando.split_one_type", "ba.iva.weapons")
def test_a_pool_is_divided_between_a_vehicle_with_the_rockets_and_a_squad() -> None:
    t = before_a_tank(squad("B2", RIFLES, 20, 40, attacked=1))
    split = {"answer": "split_fire", "unit": "A1", "target": "B1", "second": "B2", "items": ROCKET}
    most = t.send({**split, "dice": 3, "second_dice": 2}).refusal
    assert most is not None
    assert (most.code, most.data["most"]) == ("too_many_dice", 4)
    turned = t.send({**split, "target": "B2", "second": "B1", "dice": 1, "second_dice": 1}).refusal
    assert turned is not None
    assert turned.clause == "ba.iva.weapons", "the items go to the first of them"
    offered_orders = [each.answer for each in offered(t, "fire_and_move").offer.choices]
    assert any(getattr(each, "second", "") == "B2" and each.target == "B1" for each in offered_orders)
    result = t.send({**split, "dice": 2, "second_dice": 2}, dice=dice(1, 1, 1, 1))
    assert [(each.target, each.dice) for each in result.of("attack_resolved")] == [("B1", 2), ("B2", 2)]


@clause("ba.unit.commando.split_one_type")
def test_who_fires_alone_divides_his_own_die_and_those_of_his_rocket() -> None:
    lone = table(squad("A1", "commando smg rocket", 40, 36), TANK, squad("B2", RIFLES, 20, 40, attacked=1))
    split = {"answer": "split_fire", "unit": "A1", "target": "B1", "second": "B2", "items": ROCKET}
    refused = lone.send({**split, "dice": 3, "second_dice": 1}).refusal
    assert refused is not None
    assert refused.data["most"] == 3
    assert lone.send({**split, "dice": 2, "second_dice": 1}, dice=dice(1, 1, 1)).accepted
