"""The end of a move: weapons picked up, corners declared; and the change of a corner's use for an action."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.asking.offers import Choose
from brickfield.games.brick_action.base.moving.arrival import _passes
from brickfield.games.brick_action.base.sight.sight import sight
from brickfield.geometry import Pose
from brickfield.testing import Position, clause, dice
from tests.rules.brick_action.fire_table import action, attack, duel, figure, mark, refused, row, squad, standing

WALL = {"feature": "wall", "x": 40.0, "y": 40.0, "length": 10.0, "width": 1.0, "heading": 90.0}


def go(t: Position, heading: float, studs: float, name: str = "A1") -> Any:
    return t.answer("move", unit=name, steps=[{"step": "stride", "heading": heading, "studs": studs}])


def fallen(card: str = "regular carbine grenade", ours: str = "2 regular repeater", **more: Any) -> Position:
    """B1 has lost a mini 10 studs before A1; nobody else of B is near."""
    far = [squad("B2", "regular smg", row(90, 90, 1))]
    t = duel(ours, card, gap=10.0, more=far, **more)
    attack(t, dice(6, *[1] * (len(t.unit("A1").standing) - 1)))
    return t


@clause("ba.cas.drop")
def test_the_weapons_of_a_removed_mini_lie_at_his_spot() -> None:
    t = fallen()
    (token,) = (each for each in t.state.tokens.values() if each.kind == "dropped")
    assert token.marks == {"carbine": 1, "grenade": 1}
    assert token.pose.place == (32.0, 40.0)


@clause("ba.cas.drop", "ba.geometry.interrupt_order")
def test_who_comes_within_two_studs_may_take_them_and_leaves_his_own() -> None:
    t = fallen()
    # a gap of 2.1 studs is too far, 2.0 is near enough
    go(t, 0.0, 8.9)
    assert t.asked == "take_action"
    go(t, 0.0, 0.1)
    assert t.asked == "take_weapons"
    assert refused(t.answer("pick_up", figure="f1", token="dropped_B1_f1", item="rocket"))[1] == "ba.cas.drop"
    assert t.answer("pick_up", figure="f1", token="dropped_B1_f1", item="carbine").accepted
    assert figure(t, "A1", "f1").card == "regular.carbine"
    assert t.state.tokens["dropped_B1_f1"].marks == {"grenade": 1, "repeater": 1}
    # two moves and the attack: picking up cost nothing
    assert t.state.facts["actions"] in (0, 3)


@clause("ba.cas.drop")
def test_items_are_taken_up_to_two() -> None:
    t = fallen("regular smg grenade rocket", a={"figures": {"f1": {"grenade": 1}, "f2": {"grenade": 2}}})
    go(t, 0.0, 10.0)
    taken = [each.answer for each in t.question.offer.choices]  # type: ignore[union-attr]
    names = {(each.figure, each.item) for each in taken if hasattr(each, "item")}
    assert {("f1", "grenade"), ("f1", "rocket")} <= names
    assert ("f2", "grenade") not in names


@clause("ba.cas.drop")
def test_a_mini_takes_all_that_he_may_carry_from_one_heap_but_one_primary_weapon() -> None:
    t = fallen("regular carbine grenade rocket", "regular repeater, regular smg", a={"spots": [(20, 40), (20, 38)]})
    go(t, 0.0, 10.0)
    heap = "dropped_B1_f1"
    for item in ("grenade", "carbine", "rocket"):
        assert t.answer("pick_up", figure="f1", token=heap, item=item).accepted
    held = figure(t, "A1", "f1")
    assert (held.card, held.marks["grenade"], held.marks["rocket"]) == ("regular.carbine", 1, 1)
    # his own repeater is for others: he has had his primary weapon of this heap
    assert t.state.tokens[heap].marks == {"repeater": 1}
    offered = {(each.answer.figure, each.answer.item) for each in t.question.offer.choices[1:]}  # type: ignore[union-attr]
    assert offered == {("f2", "repeater")}
    assert t.answer("pick_up", figure="f2", token=heap, item="repeater").accepted
    assert t.asked == "take_action", "nobody swaps back"


@clause("ba.cas.drop", "ba.weapon.one_primary")
def test_of_two_grenades_in_a_heap_he_takes_both_and_never_a_third_item() -> None:
    t = fallen(
        "regular smg grenade grenade", a={"spots": [(20, 40), (20, 38)], "figures": {"f1": {"smoke_grenade": 1}}}
    )
    go(t, 0.0, 10.0)
    assert t.answer("pick_up", figure="f1", token="dropped_B1_f1", item="grenade").accepted
    assert refused(t.answer("pick_up", figure="f1", token="dropped_B1_f1", item="grenade"))[1] == "ba.cas.drop"
    assert t.answer("pick_up", figure="f2", token="dropped_B1_f1", item="grenade").accepted


@clause("ba.cas.drop", "ba.weapon.sniper.company")
def test_a_sniper_rifle_is_not_taken_up_beside_other_weapons() -> None:
    t = fallen("regular sniper_rifle")
    go(t, 0.0, 10.0)
    assert t.asked == "take_action"
    alone = fallen("regular sniper_rifle", "regular smg")
    go(alone, 0.0, 10.0)
    assert alone.asked == "take_weapons"


@clause("ba.cas.drop")
def test_a_path_that_only_passes_is_enough() -> None:
    t = fallen(ours="regular smg")
    steps = [{"step": "stride", "heading": 0.0, "studs": 10.0}, {"step": "stride", "heading": 180.0, "studs": 6.0}]
    t.answer("move", unit="A1", steps=steps)
    assert t.asked == "take_weapons"


def at_corner(**more: Any) -> Position:
    """A1 behind the wall, its first mini near the upper end; B1 beyond it."""
    ours = [(42.0, 44.0), (42.0, 41.5), (42.0, 39.0)]
    theirs = [(20.0, 40.0), (20.0, 43.0)]
    units: dict[str, Any] = {"a": {"spots": ours, **more}, "b": {"spots": theirs}}
    return duel("3 regular repeater", "2 regular repeater", terrain=[WALL], **units)


@clause("ba.cover.corner", "ba.cover.corner.declare")
def test_the_use_of_a_corner_is_declared_at_the_end_of_the_move_that_leads_there() -> None:
    t = at_corner()
    assert refused(attack(t)) == ("not_seen", "ba.attack.declare")
    go(t, 90.0, 0.5)
    assert t.asked == "declare_corner"
    assert isinstance(t.question.offer, Choose)
    assert t.question.offer.unit == "A1"
    assert t.question.offer.choices[1].text == "mini 1 sees and is seen past the wall, in hard cover"
    full, hard = (each.answer for each in t.question.offer.choices)
    assert full.figures == ()
    assert hard.figures == ("f1",)
    assert refused(t.answer("use_corner", unit="A1", figures=["f3"])) == ("not_at_corner", "ba.cover.corner")
    t.answer("use_corner", unit="A1", figures=["f1"])
    assert figure(t, "A1", "f1").marks["corner"] == 1
    # now he fires past it, alone
    assert attack(t, dice(1)).of("attack_resolved")[0].dice == 1


@clause("ba.cover.corner.declare")
def test_minis_at_a_corner_are_seen_in_hard_cover_and_the_others_are_hidden() -> None:
    t = at_corner(figures={"f1": {"corner": 1}})
    seen = sight(t.state, t.unit("B1"), t.unit("A1"))
    assert [(each.figure, each.hard) for each in seen.seen] == [("f1", True)]
    hidden = at_corner()
    assert sight(hidden.state, hidden.unit("B1"), hidden.unit("A1")).seen == ()


@clause("ba.cover.corner.change")
def test_changing_the_use_costs_an_action_and_no_studs() -> None:
    t = at_corner()
    offered = action(t, "corner")
    assert offered is not None
    assert t.answer("use_corner", unit="A1", figures=["f1"]).accepted
    assert t.state.facts["actions"] == 2
    assert mark(t, "A1", "moved") == 0
    assert refused(t.answer("use_corner", unit="A1", figures=["f1"])) == ("no_change", "ba.cover.corner.change")
    assert t.answer("use_corner", unit="A1", figures=[]).accepted
    assert figure(t, "A1", "f1").marks.get("corner", 0) == 0


@clause("ba.cover.corner")
def test_a_corner_serves_two_models() -> None:
    ours = [(42.0, 45.0), (40.5, 47.0), (38.0, 45.5)]
    t = duel("3 regular smg", "2 regular smg", terrain=[WALL], a={"spots": ours}, b={"spots": [(20, 40), (20, 43)]})
    assert refused(t.answer("use_corner", unit="A1", figures=["f1", "f2", "f3"]))[1] == "ba.cover.corner"
    other = squad("A2", "regular smg", [(38.0, 45.5)], figures={"f1": {"corner": 1}})
    t = duel("2 regular smg", "2 regular smg", terrain=[WALL], a={"spots": ours[:2]}, more=[other])
    assert refused(t.answer("use_corner", unit="A1", figures=["f1", "f2"]))[0] == "too_many_at_corner"
    assert t.answer("use_corner", unit="A1", figures=["f1"]).accepted


@clause("ba.cover.corner.declare")
def test_what_was_declared_ends_with_the_next_move() -> None:
    t = at_corner(figures={"f1": {"corner": 1}})
    go(t, 0.0, 6.0)
    assert t.asked == "take_action"
    assert figure(t, "A1", "f1").marks.get("corner", 0) == 0
    assert standing(t, "A1") == ["f1", "f2", "f3"]


@clause("ba.cas.drop")
@pytest.mark.parametrize(
    ("away", "steps", "offered"),
    [
        # beside the middle of a way, beyond its end, behind its beginning, and beside a bend
        ((8.0, 3.0), [(0.0, 16.0)], True),
        ((8.0, 3.01), [(0.0, 16.0)], False),
        ((13.0, 0.0), [(0.0, 10.0)], True),
        ((13.1, 0.0), [(0.0, 10.0)], False),
        ((-3.1, 0.0), [(0.0, 10.0)], False),
        ((6.0, 7.0), [(90.0, 8.0), (0.0, 8.0)], True),
        ((5.0, 4.0), [(90.0, 8.0), (0.0, 8.0)], False),
        ((12.0, 6.0), [(90.0, 6.0), (0.0, 10.0)], True),
    ],
)
def test_a_way_passes_as_near_as_its_nearest_point(
    away: tuple[float, float], steps: list[tuple[float, float]], offered: bool
) -> None:
    # B1 falls so far from where A1 begins
    far = [squad("B2", "regular smg", row(90, 90, 1))]
    t = duel("regular smg", "regular carbine", b={"spots": [(20.0 + away[0], 40.0 + away[1])]}, more=far)
    attack(t, dice(6))
    order = [{"step": "stride", "heading": heading, "studs": studs} for heading, studs in steps]
    assert t.answer("move", unit="A1", steps=order).accepted
    assert (t.asked == "take_weapons") is offered


@clause("ba.cas.drop")
@pytest.mark.parametrize(
    ("way", "away"),
    [
        # foot of the perpendicular, before the beginning, beyond the end, on a bend, and nobody moves
        ([(1, 2), (7, 10)], ((8, 3), 5.0)),
        ([(1, 2), (7, 10)], ((-2, -2), 5.0)),
        ([(1, 2), (7, 10)], ((10, 14), 5.0)),
        ([(7, 10), (1, 2), (9, -4)], ((8, 3), 5.0)),
        ([(9, -4), (1, 2), (7, 10)], ((5, -1), 0.0)),
        ([(1, 2)], ((4, 6), 5.0)),
        ([(1, 2), (1, 2)], ((4, 6), 5.0)),
    ],
)
def test_how_near_a_way_comes(way: list[tuple[float, float]], away: tuple[tuple[float, float], float]) -> None:
    spot, studs = away
    assert _passes([Pose.at(*place) for place in way], Pose.at(*spot)) == pytest.approx(studs)
