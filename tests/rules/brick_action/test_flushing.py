"""Who lies behind cover is reached by AP guns and by grenades from near, where the players agreed on it."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.match import Setup
from brickfield.games.brick_action.base.firing.shots import Manner, Shot, shot_of
from brickfield.games.brick_action.base.sight.sight_lines import sight_lines
from brickfield.games.brick_action.setup.options import Options
from brickfield.testing import Position, clause, dice, piece
from brickfield.testing.positions import start
from tests.rules.brick_action.armoured import action, refusal, squad, table, tank

ON = {"flush_out": True}
BAGS = piece("sandbags", 37, 20, 90, length=14, width=1)
LYING = squad("B1", (40, 18), (40, 21), prone=1)
THROWER = {"card": "regular smg grenade rocket, regular smg"}


def hidden(*ours: dict[str, Any], foe: dict[str, Any] = LYING, terrain: Any = (BAGS,), **options: Any) -> Position:
    """B1 lies behind sandbags; A1 is before them."""
    return table(*ours, foe, terrain=list(terrain), options=ON | options)


def throw(t: Position, item: str = "grenade", **more: Any) -> Any:
    return t.answer("fire_item", unit="A1", figure="f1", item=item, target="B1", **more)


@clause("ba.cover.total.flush", "ba.single.independent")
def test_a_grenade_thrown_from_sixteen_studs_has_a_die_less_and_saves_are_better_by_one() -> None:
    near = squad("A1", (22, 18), (22, 30), **THROWER)
    t = hidden(near)
    shot = shot_of(t.state, t.unit("A1"), t.unit("B1"), Manner((("f1", "grenade"),), "f1"))
    assert isinstance(shot, Shot)
    assert [line.value for line in shot.pool.tally.lines()] == [1, 1, -1]
    assert ([line.value for line in shot.bonus.lines()], shot.sight.exposed) == ([0, 1], 2)
    result = throw(t, dice=dice(4, 3))
    assert result.of("attack_resolved")[1].hits == 0, "a save of 3 holds"
    assert t.unit("A1").squad[0].marks.get("grenade", 0) == 0
    far = squad("A1", (21.9, 18), (22, 30), **THROWER)
    refused = refusal(throw(hidden(far)))
    assert (refused.code, refused.clause) == ("too_far", "ba.cover.total.flush")


@clause("ba.cover.total.flush", "ba.cover.total.prone")
def test_without_the_switch_or_with_anything_else_nobody_reaches_them() -> None:
    near = squad("A1", (22, 18), (22, 30), **THROWER)
    assert refusal(throw(hidden(near, flush_out=False))).clause == "ba.attack.declare"
    t = hidden(near)
    told = refusal(t.answer("attack", unit="A1", target="B1"))
    assert (told.code, told.clause) == ("not_seen", "ba.cover.total.flush")
    assert refusal(throw(t, "rocket")).code == "not_seen"
    joined = t.answer("attack", unit="A1", target="B1", items=[{"figure": "f1", "item": "grenade"}])
    assert refusal(joined).code == "not_seen"
    rifle = squad("A1", (22, 18), card="regular repeater rifle_grenade")
    assert throw(hidden(rifle), "rifle_grenade", dice=dice(1)).accepted


@clause("ba.cover.total.flush", "ba.veh.ap_wall")
def test_ap_guns_reach_them_with_a_die_less_and_no_other_gun_does() -> None:
    t = hidden(tank("A1", 10, 20, card="M1 map mg"))
    face = t.ask("tally", "A1", "B1")
    assert (face.dice, face.remark) == (3, "lying behind cover")
    assert [line.value for each in face.sums for line in each.lines] == [4, -1, 0, 1]
    (mg,) = [each for each in action(t, "fire_mg").offer.shooters[0].aims if each.target == "B1"]
    assert mg.refusal is not None
    result = t.answer("fire_guns", unit="A1", target="B1", weapon="map", dice=dice(4, 1, 1, 3))
    assert (result.of("attack_resolved")[0].dice, result.of("attack_resolved")[1].hits) == (3, 0)
    off = hidden(tank("A1", 10, 20, card="M1 map mg"), flush_out=False)
    assert refusal(off.answer("fire_guns", unit="A1", target="B1", weapon="map")).code == "not_seen"


@clause("ba.cover.total.flush")
@pytest.mark.parametrize(
    "other",
    [
        piece("sandbags", 35.5, 20, 90, length=14, width=1),
        piece("wall", 30, 20, 90, length=14, width=1, height=8),
        piece("smoke", 30, 20, length=4, width=4),
    ],
)
def test_it_is_one_hard_feature_and_nothing_else_that_hides_them(other: Any) -> None:
    gun = tank("A1", 10, 20, card="M1 map mg")
    t = hidden(squad("A2", (24, 18), (24, 21)), gun, terrain=(BAGS, other))
    assert refusal(t.answer("fire_guns", unit="A1", target="B1", weapon="map")).code == "not_seen"


@clause("ba.cover.total.flush", "ba.geometry.los.prone")
def test_what_is_far_from_them_or_low_does_not_count() -> None:
    far, low = (
        piece("sandbags", 28, 20, 90, length=14, width=1),
        piece("raised_ground", 38.2, 20, 90, length=14, width=1),
    )
    gun = tank("A1", 10, 20, card="M1 map")
    t = hidden(gun, terrain=(BAGS, far, {**low, "height": 2}))
    assert t.ask("tally", "A1", "B1").dice == 3
    # no feature hides from farther than 4 studs
    for x, hides in ((34.6, True), (34.4, False)):
        bags = piece("sandbags", x, 20, 90, length=14, width=1)
        t = hidden(squad("A1", (22, 20), card="regular smg grenade"), foe=squad("B1", (40, 20), prone=1),
                   terrain=(bags,))  # fmt: skip
        assert (t.ask("tally", "A1", "B1").refusal is not None) is hides
        assert throw(t, dice=dice(*[1] * (1 if hides else 2))).accepted


@clause("ba.cover.total.flush", "ba.cover.total.prone")
def test_who_lies_behind_cover_himself_throws_nothing_over_it() -> None:
    # both lie at the same sandbags
    t = hidden(squad("A1", (34, 18), (34, 21), prone=1, **THROWER))
    assert refusal(throw(t)).code == "not_seen"
    assert throw(hidden(squad("A1", (34, 18), (34, 21), **THROWER)), dice=dice(1)).accepted


@clause("ba.cover.total.flush")
def test_where_somebody_is_seen_he_alone_is_fired_at() -> None:
    t = hidden(squad("A1", (22, 18), (22, 30), **THROWER), foe=squad("B1", (40, 18), (40, 30), prone=1))
    result = throw(t, dice=dice(1, 1))
    assert result.of("attack_resolved")[0].dice == 2
    (cover,) = [each for each in sight_lines(t.state, t.unit("A1"), t.unit("B1")).covers if each.cover == "none"]
    assert cover.figure == "B1/f2"


@clause("ba.cover.total.flush", "ba.reactive.hit")
def test_reactive_fire_does_not_and_a_hold_does() -> None:
    gun = tank("A1", 10, 20, card="M1 map")
    t = table(gun, LYING, terrain=[BAGS], options=ON, seat=1)
    t.answer("move", unit="B1", steps=[{"step": "stride", "heading": 90, "studs": 5}])
    assert t.asked == "take_action"
    holding = tank("A1", 10, 20, card="M1 map", hold="attack B1 move 1")
    held = table(holding, LYING, terrain=[BAGS], options=ON, seat=1)
    held.answer("move", unit="B1", steps=[{"step": "stride", "heading": 90, "studs": 1}])
    assert held.asked == "respond"
    thrower = squad("A1", (24, 20), hold="attack B1 move 1", card="regular smg grenade")
    held = table(thrower, LYING, terrain=[BAGS], options=ON, seat=1)
    held.answer("move", unit="B1", steps=[{"step": "stride", "heading": 90, "studs": 1}])
    assert held.asked == "respond"


@clause("ba.veh.ap_wall", "ba.hold.immediate")
def test_the_hold_of_an_ap_gun_is_set_off_by_who_moves_behind_one_wall() -> None:
    wall = piece("wall", 30, 20, 90, length=20, width=1, height=8)
    t = table(tank("A1", 10, 20, card="M1 map", hold="attack B1 move 1"), squad("B1", (40, 20)), terrain=[wall], seat=1)
    t.answer("move", unit="B1", steps=[{"step": "stride", "heading": 90, "studs": 1}])
    assert t.asked == "respond"


@clause("ba.cover.total.flush")
def test_the_table_says_who_can_be_reached_and_offers_it() -> None:
    t = hidden(squad("A1", (22, 18), (22, 30), **THROWER))
    covers = sight_lines(t.state, t.unit("A1"), t.unit("B1")).covers
    assert {each.clause for each in covers} == {"ba.cover.total.flush"}
    (choice,) = action(t, "items").offer.choices
    assert (choice.answer.item, choice.text, choice.clause) == (
        *("grenade", "1 die, 28 % that at least one falls; lying behind cover"),
        "ba.cover.total.flush",
    )


@clause("ba.veh.ap_wall", "ba.weapon.smoke.effect", "ba.geometry.los.prone")
def test_an_ap_gun_beats_one_wall_but_neither_smoke_nor_sandbags_behind_it() -> None:
    wall, gun = piece("wall", 30, 20, 90, length=14, width=1, height=8), tank("A1", 10, 20, card="M1 map")
    foes = [squad("B1", (40, 18), (40, 21)), tank("B2", 60, 20, card="C1")]
    t = table(gun, *foes, terrain=[wall])
    assert t.ask("tally", "A1", "B1").dice == 3
    smoke = piece("smoke", 20, 20, length=4, width=16)
    for target in ("B1", "B2"):
        assert table(gun, *foes, terrain=[wall, smoke]).ask("tally", "A1", target).refusal is not None
    for prone in (0, 1):
        t = table(gun, squad("B1", (40, 18), (40, 21), prone=prone), terrain=[wall, BAGS])
        assert (t.ask("tally", "A1", "B1").refusal is not None) is bool(prone)


@clause("ba.cover.total.flush")
def test_new_battles_open_with_it_and_what_says_nothing_is_without_it() -> None:
    assert Options().flush_out is False
    old = Options.from_code(Options().code())
    assert isinstance(old, Options)
    assert not old.flush_out
    t = start(Setup("brick_action", "meeting"), dice(6, 1))
    game = t.match.game
    assert game.fresh(Setup("brick_action", "meeting")).options == {"flush_out": True}
    agreed = game.fresh(Setup("brick_action", "meeting", {"flush_out": False}))
    assert agreed.options == {"flush_out": False}
