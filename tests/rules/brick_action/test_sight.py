"""Sight and cover between units on the table: who fires, who may be hit, unit cover, trees, height, houses, prone."""

from __future__ import annotations

from struct import unpack
from typing import Any

import pytest

from brickfield.games.brick_action.base.firing.shots import PLAIN_FIRE, Manner, Shot, shot_of
from brickfield.games.brick_action.base.sight.lookout import steps_of
from brickfield.games.brick_action.base.sight.sight import Seen, Sight, sight, unit_range
from brickfield.testing import Position, clause, dice, lay_table
from tests.rules.brick_action.fire_table import GAME, attack, duel, mark, pool, refused, squad, standing


def seen(t: Position, unit: str = "A1", target: str = "B1") -> Sight:
    return sight(t.state, t.unit(unit), t.unit(target))


def shot(t: Position, manner: Manner = PLAIN_FIRE) -> Shot:
    found = shot_of(t.state, t.unit("A1"), t.unit("B1"), manner)
    assert isinstance(found, Shot)
    return found


def bags(x: float, y: float, length: float) -> dict[str, Any]:
    return {"feature": "sandbags", "x": x, "y": y, "length": length, "width": 1.0, "heading": 90.0}


@clause("ba.geometry.eligible", "ba.attack.dice.base")
def test_only_minis_that_see_somebody_fire() -> None:
    # a wall before f2 and f3
    wall = {"feature": "wall", "x": 23.0, "y": 48.0, "length": 10.0, "width": 0.5, "heading": 90.0}
    t = duel("3 regular smg", "1 regular smg", terrain=[wall], a={"spots": [(20, 40), (20, 46), (20, 50)]}, gap=30)
    assert seen(t).eligible == ("f1",)
    assert attack(t, dice(1)).accepted


@clause("ba.geometry.eligible", "ba.geometry.range", "ba.unit.spotter.nobase")
def test_who_can_add_no_die_neither_shortens_the_distance_nor_strips_cover() -> None:
    t = duel("regular sniper_rifle, spotter none", "1 regular smg", a={"spots": [(20, 40), (24, 41)]}, gap=30)
    assert seen(t).eligible == ("f1",)
    assert seen(t).distance == pytest.approx(30.0)


@clause("ba.geometry.range", "ba.geometry.exposed")
def test_the_distance_is_that_of_the_closest_pair_that_counts() -> None:
    t = duel("2 regular smg", "2 regular smg", a={"spots": [(20, 40), (17, 40)]}, b={"spots": [(50, 40), (53, 40)]})
    assert seen(t).distance == pytest.approx(28.0)


@clause("ba.geometry.unit_cover", "ba.geometry.mini_cover", "ba.cover.hard.save")
@pytest.mark.parametrize(("covered", "hard"), [(1, False), (2, True), (3, True)])
def test_half_of_the_minis_in_cover_cover_the_unit(covered: int, hard: bool) -> None:
    theirs = [(50.0, 40.0 + 4 * n) for n in range(4)]
    # sandbags before the first minis only
    wall = bags(48.0, 40.0 + 2 * (covered - 1), 4.0 * covered - 1.0)
    t = duel("1 regular smg", "4 regular smg", terrain=[wall], a={"spots": [(20, 46)]}, b={"spots": theirs})
    found = seen(t)
    assert sum(each.hard for each in found.seen) == covered
    assert found.hard is hard
    assert shot(t).bonus.total == int(hard)


@clause("ba.geometry.mini_cover")
def test_a_mini_is_covered_only_if_he_is_from_every_shooter_that_sees_him() -> None:
    wall = bags(48.0, 40.0, 4.0)
    one = duel("1 regular smg", "1 regular smg", terrain=[wall], b={"spots": [(50, 40)]})
    assert seen(one).hard
    aside = {"spots": [(20, 40), (50, 20)]}
    both = lay_table(
        GAME,
        [squad("A1", "2 regular smg", aside["spots"]), squad("B1", "regular smg", [(50.0, 40.0)])],
        [wall],
        anyhow=True,
    )
    assert not seen(both).hard


@clause("ba.cover.soft.effect", "ba.cover.soft.def", "ba.geometry.los.soft")
def test_soft_cover_cancels_the_veteran_and_adds_no_save() -> None:
    grass = {"feature": "tall_grass", "x": 50.0, "y": 42.0, "length": 10.0, "width": 10.0}
    t = duel("veteran smg, regular smg", "2 regular smg", terrain=[grass], b={"spots": [(50, 40), (50, 43)]})
    assert (seen(t).soft, seen(t).hard) == (True, False)
    assert (shot(t).plus.total, shot(t).bonus.total) == (0, 0)
    assert pool(t).remark == "in soft cover"


@clause("ba.cover.tree", "ba.geometry.los.height")
def test_a_tree_covers_one_mini_and_hides_nobody() -> None:
    tree = {"feature": "tree", "x": 47.5, "y": 40.0, "length": 2.0, "round": True}
    t = duel("1 regular smg", "2 regular smg", terrain=[tree], b={"spots": [(50, 40), (50, 42.5)]})
    assert [each.hard for each in seen(t).seen] == [True, False]
    # one of two is half of the unit
    assert seen(t).hard
    behind = duel("1 regular smg", "1 regular smg", terrain=[tree], b={"spots": [(60, 40)]})
    assert [each.hard for each in seen(behind).seen] == [False]


@clause("ba.cover.tree.branches")
def test_low_branches_are_soft_cover() -> None:
    def soft(low: bool) -> bool:
        tree = {"feature": "tree", "x": 47.5, "y": 40.0, "length": 2.0, "round": True, "low_branches": low}
        return seen(duel("1 regular smg", "1 regular smg", terrain=[tree], b={"spots": [(50, 40)]})).soft

    assert (soft(True), soft(False)) == (True, False)


def hill(height: int, x: float = 20.0) -> dict[str, Any]:
    return {"feature": "raised_ground", "x": x, "y": 40.0, "length": 10.0, "width": 30.0, "height": height}


@clause("ba.elev.def", "ba.elev.hit", "ba.elev.save")
def test_five_blocks_above_give_a_plus_and_take_hard_cover_away() -> None:
    cover = bags(40.0, 42.0, 20.0)
    flat = duel("2 regular smg", "2 regular smg", terrain=[cover])
    assert (shot(flat).plus.total, shot(flat).bonus.total) == (0, 1)
    low = duel("2 regular smg", "2 regular smg", terrain=[cover, hill(4)])
    assert (shot(low).plus.total, shot(low).bonus.total) == (0, 1)
    high = duel("2 regular smg", "2 regular smg", terrain=[cover, hill(5)])
    assert (shot(high).plus.total, shot(high).bonus.total) == (1, 0)
    veterans = duel("2 veteran smg", "2 regular smg", terrain=[hill(5)])
    assert shot(veterans).plus.total == 2


@clause("ba.elev.save", "ba.cover.hard_and_prone", "ba.cover.tree", "ba.move.prone.save")
@pytest.mark.parametrize("high", [0, 5])
def test_no_cover_makes_a_save_of_who_lies_worse_than_none(high: int) -> None:
    tree = {"feature": "tree", "x": 37.2, "y": 40.0, "length": 2.0, "width": 2.0, "round": True}
    above = [hill(high)] if high else []
    for trees in ([], [tree]):
        t = duel("1 regular smg", "1 regular smg", gap=18.0, terrain=[*trees, *above], b={"prone": 1})
        assert seen(t).hard is bool(trees)
        assert shot(t).bonus.total == 1
    standing_there = duel("1 regular smg", "1 regular smg", gap=18.0, terrain=[tree, *above])
    assert shot(standing_there).bonus.total == (0 if high else 1)


@clause("ba.elev.def")
def test_shooting_up_has_no_penalty_and_the_high_unit_keeps_its_cover() -> None:
    cover = {**bags(39.0, 42.0, 20.0), "ground": 5}
    t = duel("2 regular smg", "2 regular smg", terrain=[cover, hill(5, 42.0)], gap=20.0)
    assert (shot(t).plus.total, shot(t).bonus.total) == (0, 1)


@clause("ba.elev.def")
def test_the_majority_counts_and_of_equals_the_lower() -> None:
    def above(*spots: tuple[float, float]) -> int:
        t = duel(f"{len(spots)} regular smg", "1 regular smg", terrain=[hill(5)], a={"spots": list(spots)})
        return shot(t).plus.total

    assert above((20, 40), (20, 43), (27, 43)) == 1
    assert above((20, 40), (27, 40)) == 0


@clause("ba.geometry.los.height", "ba.veh.infantry_targets")
def test_vehicles_block_by_their_height_and_minis_do_not() -> None:
    def visible(card: str) -> bool:
        tank = {"id": "A9", "card": card, "seat": 0, "x": 30, "y": 41, "heading": 90.0}
        return bool(seen(duel("1 regular smg", "1 regular smg", more=[tank])).seen)

    assert (visible("C1"), visible("M1")) == (True, False)


COTTAGE = {"feature": "cottage", "x": 50.0, "y": 50.0}
# 16 x 12 with walls of 1 stud: its room reaches from 43 to 57 and from 45 to 55; the rear side with one window is at 42
AT_REAR = [(44.2, 47.0), (44.2, 49.5), (44.2, 52.0)]


def house(inside: list[tuple[float, float]], outside: list[tuple[float, float]], **more: Any) -> Position:
    """B1 in the cottage, A1 outside."""
    card = more.pop("card", "regular smg")
    return duel(
        f"{len(outside)} regular smg",
        f"{len(inside)} {card}",
        terrain=[COTTAGE],
        a={"spots": outside},
        b={"spots": inside, **more.pop("b", {})},
        **more,
    )


@clause("ba.build.los", "ba.build.contact", "ba.build.all_hit")
def test_minis_at_a_window_see_and_are_seen_in_hard_cover() -> None:
    t = house(AT_REAR, [(20, 50)])
    found = seen(t)
    assert len(found.seen) == 3
    assert found.hard
    # two models for the one window of that side
    assert found.exposed == 2
    back = seen(t, "B1", "A1")
    assert (len(back.eligible), back.openings) == (3, 1)


@clause("ba.build.los")
def test_in_the_middle_of_a_house_nobody_is_seen() -> None:
    t = house([(50.0, 50.0)], [(20, 50)])
    assert seen(t).seen == ()
    assert seen(t, "B1", "A1").seen == ()


@clause("ba.build.los")
def test_who_stands_beyond_another_side_sees_nothing() -> None:
    t = house([(44.2, 50.0)], [(50, 20)])
    assert seen(t).seen == ()
    corner = house([(44.2, 46.2)], [(50, 20)])
    assert len(seen(corner).seen) == 1


@clause("ba.build.mods", "ba.build.all_hit")
def test_fire_out_of_a_house_is_limited_by_its_openings_and_shows_who_fired() -> None:
    t = house(AT_REAR, [(20, 50), (20, 53)], seat=1, card="regular carbine")
    face = pool(t, "B1", "A1")
    # three base dice; two carbine dice fit through one window
    assert face.dice == 5
    t.answer("attack", unit="B1", target="A1", dice=dice(1, 1, 1, 1, 1))
    assert mark(t, "B1", "fired_out") == 3
    assert seen(t).exposed == 3
    fewer = house(AT_REAR, [(20, 50), (20, 53)], b={"fired_out": 1})
    assert seen(fewer).exposed == 1


@clause("ba.build.mods")
def test_the_limit_counts_weapons_and_items_together() -> None:
    t = house(AT_REAR, [(20, 50)], seat=1, card="regular carbine grenade")
    items = [{"figure": each, "item": "grenade"} for each in ("f1", "f2", "f3")]
    fired = t.answer("attack", unit="B1", target="A1", items=items, dice=dice(1, 1, 1, 1, 1))
    assert fired.of("attack_resolved")[0].dice == 5


@clause("ba.build.all_hit", "ba.cas.choice", "ba.attack.save_cap")
def test_no_more_minis_fall_than_may_be_hit_and_the_owner_picks_among_all_seen() -> None:
    t = house(AT_REAR, [(20, 50), (20, 53), (20, 56)])
    attack(t, dice(6, 6, 6, 1))
    assert t.asked == "choose_losses"
    assert t.decision is not None
    assert (t.decision.count, t.decision.among) == (2, ("f1", "f2", "f3"))  # type: ignore[attr-defined]


@clause("ba.elev.def")
def test_the_floor_counts_in_a_house() -> None:
    town = {"feature": "town_house", "x": 50.0, "y": 50.0, "heading": 180.0}
    up = {"spots": [(44.2, 50.0)], "level": 1}
    t = duel("1 regular smg", "1 regular smg", terrain=[town], a={"spots": [(20, 50)]}, b=up, seat=1)
    found = shot_of(t.state, t.unit("B1"), t.unit("A1"))
    assert isinstance(found, Shot)
    assert found.plus.total == 1


@clause("ba.move.prone.save", "ba.cover.hard_and_prone", "ba.geometry.los.prone")
def test_prone_helps_in_the_open_and_in_soft_cover() -> None:
    open_ground = duel("1 regular smg", "2 regular smg", b={"prone": 1})
    assert shot(open_ground).bonus.total == 1
    hidden = duel("1 regular smg", "2 regular smg", b={"prone": 1}, terrain=[bags(39.0, 42.0, 20.0)])
    assert seen(hidden).seen == ()
    assert refused(attack(hidden)) == ("not_seen", "ba.attack.declare")


@clause("ba.move.prone.reaction", "ba.move.prone.three_vets", "ba.geometry.attack_order")
def test_going_prone_under_fire_behind_cover_gives_two() -> None:
    t = duel("2 regular smg", "3 veteran smg", terrain=[bags(39.0, 43.0, 20.0)])
    attack(t)
    assert t.asked == "may_drop"
    t.answer("react", yes=True, dice=dice(5, 5, 2, 1))
    # saves with +2: 2 is enough, 1 is not
    assert t.decision is not None
    assert (t.asked, t.decision.count) == ("choose_losses", 1)  # type: ignore[attr-defined]
    t.answer("give_up", figures=["f1"])
    assert len(standing(t)) == 2
    # from now on it is hidden
    assert refused(attack(t)) == ("not_seen", "ba.attack.declare")


@clause("ba.move.prone.reaction", "ba.move.prone.save")
def test_going_prone_in_the_open_gives_one() -> None:
    t = duel("2 regular smg", "3 veteran smg")
    attack(t)
    t.answer("react", yes=True, dice=dice(5, 5, 3, 3))
    assert len(standing(t)) == 3


@clause("ba.move.prone.reaction")
def test_by_the_switch_it_cancels_the_attack() -> None:
    t = duel(
        "2 regular smg",
        "3 veteran smg",
        terrain=[bags(39.0, 43.0, 20.0)],
        options={"prone_reaction_cancels": True},
        a={"figures": {"f1": {"grenade": 1}}},
    )
    attack(t, items=[{"figure": "f1", "item": "grenade"}])
    lost = t.answer("react", yes=True)
    assert [each.reason for each in lost.of("shot_voided")] == ["not_seen"]
    assert t.state.facts["actions"] == 2
    # the item is kept
    assert t.unit("A1").squad[0].marks == {"grenade": 1}


@clause("ba.reactive.dice", "ba.reactive.hit", "ba.reactive.nat6", "ba.single.no_reactive")
def test_a_reactive_shot_has_one_die_and_no_modifier() -> None:
    t = duel("5 veteran smg", "2 regular smg", terrain=[hill(5)])
    plain = shot(t, Manner(reactive=True))
    assert (plain.pool.dice, plain.plus.total, plain.last) == (1, 0, False)
    far = duel("5 veteran smg", "2 regular smg", gap=48.1)
    refusal = shot_of(far.state, far.unit("A1"), far.unit("B1"), Manner(reactive=True))
    assert not isinstance(refusal, Shot)
    assert refusal.clause == "ba.reactive.range"


@clause("ba.weapon.support.bands", "ba.weapon.hyphen")
def test_the_switches_of_ranges_are_played() -> None:
    t = duel("1 regular support", "2 regular smg", gap=50.0, options={"support_bands": "literal"})
    assert pool(t).dice == 3
    loaded = duel("2 regular repeater, regular support", "2 regular smg", gap=50.0, options={"support_bands": "loader"})
    assert pool(loaded).dice == 4
    still = duel("5 regular repeater", "2 regular smg", gap=50.0, options={"hyphen_range": "moved_still"})
    assert pool(still).dice == 5
    moved = duel(
        "5 regular repeater", "2 regular smg", gap=30.0, options={"hyphen_range": "moved_still"}, a={"moved": 1}
    )
    assert pool(moved).dice == 5
    past = duel(
        "5 regular repeater", "2 regular smg", gap=33.0, options={"hyphen_range": "moved_still"}, a={"moved": 1}
    )
    assert pool(past).dice == 4
    wide = duel("5 regular repeater", "2 regular smg", gap=50.0, options={"hyphen_range": "max_only"})
    assert pool(wide).dice == 5
    assert pool(duel("5 regular repeater", "2 regular smg", gap=50.0)).dice == 3


@clause("ba.geometry.open")
def test_in_the_open_is_without_any_cover_and_prone_changes_nothing() -> None:
    assert pool(duel()).remark == "in the open"
    found = seen(duel(b={"prone": 1}))
    assert not any(each.covered for each in found.seen)
    assert seen(duel("1 regular smg", "2 regular smg", terrain=[bags(39.0, 42.0, 20.0)])).seen[0].covered


@clause("ba.build.los", "ba.reactive.trigger_cover")
def test_a_way_into_one_of_two_houses_is_watched_as_a_way_indoors() -> None:
    houses = [{"feature": "cottage", "x": x, "y": 60, "heading": 0} for x in (30, 70)]
    units = [squad("A1", "regular repeater", [(50, 20)]), squad("B1", "regular repeater", [(50, 90)])]
    t = lay_table(GAME, units, houses)
    state, mover = t.state, t.unit("A1")
    (outside, inside) = steps_of(state, mover, {"f1": [(50_000_000, 40_000_000), (30_000_000, 60_000_000)]}, 2)
    assert [unpack("9d", step.minis[:72])[5] for step in (outside, inside)] == [-1.0, 0.0]
    (alone,) = steps_of(state, mover, {"f1": [(50_000_000, 40_000_000)]}, 1)
    assert alone == outside


@clause("ba.geometry.unit_cover")
@pytest.mark.parametrize(("covered", "minis", "counts"), [(1, 3, False), (2, 4, True), (2, 3, True), (1, 1, True)])
def test_hard_and_soft_cover_of_a_unit_need_half_of_those_seen(covered: int, minis: int, counts: bool) -> None:
    both = Sight(tuple(Seen(f"f{n}", ("f1",), n < covered, n < covered) for n in range(minis)), ("f1",), 10.0)
    assert (both.hard, both.soft) == (counts, counts)


@clause("ba.weapon.max_unit_range")
def test_the_longest_weapon_among_those_who_fire_is_the_range_of_the_unit() -> None:
    t = duel("regular smg, regular repeater, regular shotgun", "regular smg")
    ranges = [unit_range(t.unit("A1"), who) for who in (("f1", "f2", "f3"), ("f1", "f3"), ("f3",), ())]
    assert ranges == [64, 48, 32, 0]


@clause("ba.cover.corner", "ba.cover.total.wall")
@pytest.mark.parametrize(
    ("corner", "y", "seen_by_west", "seen_by_east"), [(1, 45.0, True, True), (0, 45.0, False, True)]
)
def test_a_mini_at_a_corner_is_seen_past_his_wall_and_one_who_leans_on_it_is_not(
    corner: int, y: float, seen_by_west: bool, seen_by_east: bool
) -> None:
    wall = {"feature": "wall", "x": 40.0, "y": 40.0, "length": 10.0, "width": 1.0, "heading": 90.0}
    mine = {"spots": [(42.0, 44.0)], "figures": {"f1": {"corner": corner}} if corner else {}}
    west = squad("B2", "regular smg", [(20.0, y)])
    t = duel("regular smg", "regular smg", terrain=[wall], a=mine, b={"spots": [(60.0, y)]}, more=[west])
    assert bool(seen(t, "B2", "A1").seen) is seen_by_west
    assert bool(seen(t, "B1", "A1").seen) is seen_by_east
    assert [each.hard for each in seen(t, "B2", "A1").seen] == [True] * seen_by_west


@clause("ba.cover.total.wall", "ba.cover.corner")
@pytest.mark.parametrize("corner", [0, 1])
def test_who_leans_on_a_wall_is_hidden_from_beyond_its_line_also_at_the_corner_of_another(corner: int) -> None:
    # beyond the end of the wall he leans on, a stud past the line of its face
    leant = {"feature": "wall", "x": 42.0, "y": 46.0, "length": 6.0, "width": 1.0, "heading": 0.0}
    wall = {"feature": "wall", "x": 40.0, "y": 39.0, "length": 10.0, "width": 1.0, "heading": 90.0}
    mine = {"spots": [(42.0, 44.0)], "figures": {"f1": {"corner": 1}} if corner else {}}
    t = duel("regular smg", "regular smg", terrain=[wall, leant], a=mine, b={"spots": [(80.0, 46.6)]})
    assert seen(t, "B1", "A1").seen == ()
    before = duel("regular smg", "regular smg", terrain=[wall, leant], a=mine, b={"spots": [(80.0, 44.0)]})
    assert before.state.units["B1"].alive
    assert seen(before, "B1", "A1").seen != ()
