"""Reactive Fire: where along a path it is offered, to whom, and what one die does."""

from __future__ import annotations

import pytest

from brickfield.testing import Position, clause, dice, piece
from tests.rules.brick_action.squads import LONE_SNIPER, ONE, RIFLES, TWO, let_pass, spot, squad, table, walk

WATCHER = squad("B1", ONE, 40, 50)


def moved(t: Position, name: str = "A1") -> float:
    """How far a unit has come along x = 40."""
    return spot(t, name)[1] - 20.0


@clause("ba.reactive.trigger_open", "ba.reactive.timing")
@pytest.mark.parametrize(("studs", "asked"), [(4.0, False), (4.2, True), (10.0, True)])
def test_more_than_four_studs_in_the_open_draw_fire(studs: float, asked: bool) -> None:
    t = table(squad("A1", ONE, 40, 20), WATCHER)
    walk(t, "A1", 90, studs)
    assert (t.asked == "react_to_move") is asked
    if asked:
        assert moved(t) == pytest.approx(min(studs, 4.5))


@clause("ba.reactive.trigger_open")
def test_the_way_counts_over_the_whole_turn() -> None:
    t = table(squad("A1", ONE, 40, 20), WATCHER)
    walk(t, "A1", 90, 3)
    walk(t, "A1", 90, 3)
    assert (t.asked, moved(t)) == ("react_to_move", 4.5)


@clause("ba.reactive.trigger_open")
def test_another_unit_that_moves_in_between_changes_no_count() -> None:
    t = table(squad("A1", ONE, 40, 20), squad("A2", ONE, 60, 20), WATCHER)
    walk(t, "A1", 90, 3)
    walk(t, "A2", 90, 2)
    walk(t, "A1", 90, 3)
    assert (t.asked, moved(t)) == ("react_to_move", 4.5)


@clause("ba.reactive.trigger_cover")
def test_more_than_eight_studs_behind_cover_draw_fire() -> None:
    # A1 walks along a low wall that stands between them, half a stud in front of him
    wall = piece("low_wall", 40, 22.5, 0, length=60.0, width=1.0)
    t = table(squad("A1", ONE, 30, 20), squad("B1", ONE, 36, 50), terrain=(wall,))
    walk(t, "A1", 0, 8)
    assert t.asked == "take_action"
    t = table(squad("A1", ONE, 30, 20), squad("B1", ONE, 36, 50), terrain=(wall,))
    walk(t, "A1", 0, 12)
    assert (t.asked, spot(t, "A1")) == ("react_to_move", (38.5, 20.0))


@clause("ba.reactive.trigger_cover")
def test_a_way_that_is_not_seen_counts_nothing() -> None:
    wall = piece("wall", 40, 24, 0, length=40.0, width=1.0)
    t = table(squad("A1", ONE, 30, 20), squad("B1", ONE, 40, 50), terrain=(wall,))
    walk(t, "A1", 0, 16)
    assert t.asked == "take_action"


@clause("ba.reactive.trigger_cover")
def test_any_one_mini_suffices_and_shorter_paths_go_at_the_same_share() -> None:
    t = table(squad("A1", TWO, 40, 20, (43, 20)), WATCHER)
    ways = [{"figure": "f1", "points": [(40, 28)]}, {"figure": "f2", "points": [(43, 24)]}]
    t.answer("walk", unit="A1", ways=ways)
    assert (spot(t, "A1", "f1"), spot(t, "A1", "f2")) == ((40.0, 24.5), (43.0, 22.25))


@clause("ba.reactive.dice", "ba.reactive.hit", "ba.reactive.nat6")
@pytest.mark.parametrize(("script", "left"), [((3,), 2), ((4, 4), 2), ((5, 3), 1), ((6,), 1)])
def test_one_die_hits_on_four_and_a_six_kills(script: tuple[int, ...], left: int) -> None:
    t = table(squad("A1", TWO, 40, 20, (43, 20)), squad("B1", "5 veteran carbine", 40, 50))
    walk(t, "A1", 90, 10)
    result = t.answer("fire_back", unit="B1", dice=dice(*script))
    assert result.of("attack_resolved")[0].dice == 1
    if t.asked == "choose_losses":
        t.answer("give_up", figures=["f2"])
    assert len(t.unit("A1").standing) == left
    assert spot(t, "A1")[1] == 30.0


@clause("ba.reactive.per_move", "ba.reactive.per_turn")
def test_a_unit_fires_once_at_a_unit_and_at_one_unit_in_a_turn() -> None:
    t = table(squad("A1", ONE, 40, 20), squad("A2", ONE, 60, 20), WATCHER)
    walk(t, "A1", 90, 8)
    t.answer("fire_back", unit="B1", dice=dice(1))
    walk(t, "A1", 90, 8)
    assert t.asked == "take_action"
    walk(t, "A2", 90, 8)
    assert t.decision is not None
    assert t.decision.seat == 1  # the turn is over: nobody was asked to react
    assert t.asked == "take_action"


@clause("ba.reactive.per_move")
def test_several_units_may_each_fire_at_the_same_move_in_their_order() -> None:
    t = table(squad("A1", RIFLES, 40, 20), WATCHER, squad("B2", ONE, 50, 50))
    walk(t, "A1", 90, 10)
    t.answer("fire_back", unit="B2", dice=dice(1))
    assert t.asked == "react_to_move"
    t.answer("fire_back", unit="B1", dice=dice(1))
    assert t.asked == "take_action"


@clause("ba.unit.spotter.reactive", "ba.reactive.per_turn")
@pytest.mark.parametrize(("card", "twice"), [("regular sniper_rifle, spotter", True), (LONE_SNIPER, False)])
def test_a_spotter_lets_his_snipers_react_to_two_units(card: str, twice: bool) -> None:
    t = table(squad("A1", ONE, 40, 20), squad("A2", ONE, 60, 20), squad("B1", card, 40, 50))
    walk(t, "A1", 90, 8)
    t.answer("fire_back", unit="B1", dice=dice(1))
    walk(t, "A2", 90, 8)
    assert (t.asked == "react_to_move") is twice
    if twice:
        t.answer("fire_back", unit="B1", dice=dice(1))
        walk(t, "A1", 90, 8)
        assert t.asked == "take_action"


@clause("ba.reactive.after_attack", "ba.reactive.suppressed")
@pytest.mark.parametrize("mark", ["attacked", "suppressed"])
def test_who_attacked_in_its_last_turn_or_is_suppressed_does_not_react(mark: str) -> None:
    t = table(squad("A1", ONE, 40, 20), squad("B1", ONE, 40, 50, **{mark: 1}))
    walk(t, "A1", 90, 10)
    assert t.asked == "take_action"


@clause("ba.reactive.after_attack")
def test_an_attack_of_the_last_turn_is_remembered_through_the_enemys() -> None:
    t = table(squad("A1", ONE, 40, 20), squad("B1", RIFLES, 40, 50))
    t.answer("attack", unit="A1", target="B1", dice=dice(1))
    t.answer("end_turn")
    walk(t, "B1", 90, 10)
    assert t.asked == "take_action"


@clause("ba.reactive.optional")
def test_it_is_offered_at_the_trigger_at_the_end_and_in_later_moves() -> None:
    t = table(squad("A1", ONE, 40, 20), WATCHER)
    walk(t, "A1", 90, 10)
    assert (t.asked, moved(t)) == ("react_to_move", 4.5)
    let_pass(t)
    assert (t.asked, moved(t)) == ("react_to_move", 10.0)
    let_pass(t)
    assert t.asked == "take_action"
    walk(t, "A1", 90, 2)
    assert (t.asked, moved(t)) == ("react_to_move", 10.5)


@clause("ba.reactive.range")
def test_there_is_no_long_shot() -> None:
    # a repeater reaches 64 studs; at the end of its way A1 is 64 away, edge to edge
    t = table(squad("A1", ONE, 40, 10), squad("B1", ONE, 40, 90))
    walk(t, "A1", 90, 13.9)
    assert t.asked == "take_action"
    t = table(squad("A1", ONE, 40, 10), squad("B1", ONE, 40, 90))
    walk(t, "A1", 90, 14)
    assert (t.asked, spot(t, "A1")) == ("react_to_move", (40.0, 24.0))


@clause("ba.reactive.timing", "ba.sup.effect")
def test_a_suppressed_mover_ends_where_it_is() -> None:
    t = table(squad("A1", RIFLES, 40, 20), WATCHER, squad("B2", ONE, 50, 50))
    walk(t, "A1", 90, 16)
    t.answer("fire_back", unit="B1", dice=dice(6))
    t.answer("give_up", figures=["f5"])
    t.answer("fire_back", unit="B2", dice=dice(6))
    t.answer("give_up", figures=["f4"])
    assert t.unit("A1").marks["suppressed"] == 1
    assert (t.asked, spot(t, "A1", "f3")) == ("take_action", (40.0, 24.5))
    assert t.unit("A1").marks["moved"] == 4_500_000


@clause("ba.reactive.timing")
def test_a_mover_that_is_gone_moves_no_more_and_others_keep_their_shot() -> None:
    t = table(squad("A1", ONE, 40, 20), squad("A2", ONE, 60, 20), WATCHER, squad("B2", ONE, 50, 50))
    walk(t, "A1", 90, 16)
    t.answer("fire_back", unit="B1", dice=dice(6))
    assert not t.unit("A1").alive
    assert t.asked == "take_action"
    assert not [mark for mark in t.unit("B2").marks if mark.startswith("reacted")]


@clause("ba.unit.officer.prone", "ba.move.prone.reaction")
def test_going_prone_inside_the_own_move_ends_it() -> None:
    t = table(squad("A1", "officer repeater, regular repeater", 40, 20, (43, 20)), WATCHER)
    walk(t, "A1", 90, 16)
    t.answer("fire_back", unit="B1")
    assert t.asked == "may_drop"
    t.answer("react", yes=True, dice=dice(1))
    assert (t.asked, spot(t, "A1")) == ("take_action", (40.0, 24.5))


@clause("ba.geometry.displace", "ba.reactive.timing")
def test_who_is_stopped_on_a_friend_is_displaced() -> None:
    # two minis of A1 are lost, so that the last is suppressed on top of A2
    t = table(
        squad("A1", "3 regular repeater", 40, 20, (43, 20), (46, 20)),
        squad("A2", ONE, 40, 25),
        WATCHER,
        squad("B2", ONE, 50, 50),
    )
    walk(t, "A1", 90, 10)
    t.answer("fire_back", unit="B1", dice=dice(6))
    t.answer("give_up", figures=["f2"])
    t.answer("fire_back", unit="B2", dice=dice(6))
    t.answer("give_up", figures=["f3"])
    x, y = spot(t, "A1")
    gap = ((x - 40) ** 2 + (y - 25) ** 2) ** 0.5
    assert 2.0 - 1e-6 <= gap <= 2.1
    assert ((x - 40) ** 2 + (y - 24.5) ** 2) ** 0.5 <= 1.6


@clause("ba.hold.no_chain")
def test_nothing_responds_to_reactive_fire_itself() -> None:
    t = table(squad("A1", RIFLES, 40, 20), squad("A2", RIFLES, 60, 20, hold="attack B1 attack 1"), WATCHER)
    walk(t, "A1", 90, 10)
    t.answer("fire_back", unit="B1", dice=dice(1))
    assert t.asked == "take_action"
    assert t.state.facts["hold A2"] == "attack B1 attack 1"


@clause("ba.geometry.interrupt_order", "ba.reactive.order")
def test_holds_come_before_reactive_fire() -> None:
    t = table(squad("A1", RIFLES, 40, 20), WATCHER, squad("B2", ONE, 50, 50, hold="prone A1 move 1"))
    walk(t, "A1", 90, 10)
    assert t.asked == "respond"
    let_pass(t)
    assert t.asked == "react_to_move"


@clause("ba.weapon.smoke.effect")
def test_a_way_in_smoke_counts_nothing() -> None:
    thrower = squad("A2", "regular smg smoke_grenade", 50, 20)
    t = table(squad("A1", ONE, 40, 20), thrower, squad("B1", ONE, 40, 50))
    t.answer("throw_smoke", unit="A2", figure="f1", x=40, y=30)
    walk(t, "A1", 0, 6)
    assert t.asked == "take_action"
    walk(t, "A1", 180, 6)
    assert t.asked == "react_to_move"


@clause("ba.elev.def", "ba.reactive.trigger_open", "ba.geometry.los.prone")
@pytest.mark.parametrize(("height", "asked"), [(4, "take_action"), (5, "react_to_move")])
@pytest.mark.parametrize("watched_from_above", [True, False])
def test_from_five_blocks_above_one_looks_over_what_hides_the_prone(
    height: int, asked: str, watched_from_above: bool
) -> None:
    # who lies behind sandbags neither sees nor is seen by who is not five blocks above him
    who, bags, hill = ("A1", 22.5, (36, 50)) if watched_from_above else ("B1", 47.5, (40, 20))
    terrain = (piece("sandbags", 40, bags, 0, length=60.0, width=1.0), piece("raised_ground", *hill, 0, length=60.0,
               width=4.0, height=height))  # fmt: skip
    prone = {who: {"prone": 1}}
    t = table(
        squad("A1", ONE, 30, 20, **prone.get("A1", {})),
        squad("B1", ONE, 36, 50, **prone.get("B1", {})),
        terrain=terrain,
    )
    walk(t, "A1", 0, 8)
    assert t.asked == asked


@clause("ba.elev.def", "ba.reactive.trigger_open")
def test_who_lies_above_is_hidden_from_below() -> None:
    bags = piece("sandbags", 40, 22.5, 0, length=60.0, width=1.0)
    hill = piece("raised_ground", 40, 20, 0, length=60.0, width=4.0, height=5)
    t = table(squad("A1", ONE, 30, 20, prone=1), squad("B1", ONE, 36, 50), terrain=(bags, hill))
    walk(t, "A1", 0, 8)
    assert t.asked == "take_action"
