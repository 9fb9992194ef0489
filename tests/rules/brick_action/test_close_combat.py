"""Close combat through the table: who may start it, both sides' dice, losses that fall together, repeats."""

from __future__ import annotations

from typing import Any

from brickfield.testing import Position, Result, clause, dice
from tests.rules.brick_action.fire_table import action, duel, mark, refused, row, squad, standing


def near(ours: str = "3 regular repeater", theirs: str = "3 regular repeater", **more: Any) -> Position:
    """Two squads with a gap of four studs; B2 far away keeps the battle going."""
    others = [squad("B2", "regular repeater", row(90, 90, 1)), squad("A2", "regular repeater", row(2, 90, 1))]
    return duel(ours, theirs, more.pop("gap", 4.0), more=[*others, *more.pop("others", [])], **more)


def fight(t: Position, faces: Any = None, target: str = "B1") -> Result:
    return t.answer("close_combat", unit="A1", target=target, dice=faces)


@clause("ba.cc.range", "ba.geometry.range")
def test_it_is_fought_within_six_studs() -> None:
    assert refused(fight(near(gap=6.1))) == ("too_far", "ba.cc.range")
    assert fight(near(gap=6.0), dice(2, 2, 2, 2, 2, 2)).accepted
    # shooting stays allowed
    assert near().answer("attack", unit="A1", target="B1", dice=dice(1, 1, 1, 1)).accepted


@clause("ba.cc.range")
def test_a_wall_between_them_prevents_it_and_hard_cover_does_not() -> None:
    def with_wall(feature: str) -> Position:
        return near(terrain=[{"feature": feature, "x": 23.0, "y": 42, "length": 20, "width": 1, "heading": 90}])

    assert refused(fight(with_wall("wall"))) == ("separated", "ba.cc.range")
    assert fight(with_wall("sandbags"), dice(2, 2, 2, 2, 2, 2)).accepted


@clause("ba.cc.range", "ba.move.prone.attack", "ba.sup.effect")
def test_a_prone_or_suppressed_unit_cannot_start_it_but_is_no_safe_target() -> None:
    assert refused(fight(near(a={"prone": 1}))) == ("prone", "ba.move.prone.attack")
    assert refused(fight(near(a={"suppressed": 1}))) == ("suppressed", "ba.sup.effect")
    assert fight(near(b={"prone": 1, "suppressed": 1}), dice(2, 2, 2, 2, 2, 2)).accepted


@clause("ba.cc.vehicle")
def test_vehicles_do_not_fight_so() -> None:
    t = near(others=[{"id": "B3", "card": "C1", "seat": 1, "x": 25, "y": 60, "heading": 90.0}])
    assert refused(fight(t, target="B3")) == ("vehicle", "ba.cc.vehicle")


@clause("ba.cc.total", "ba.cc.dice", "ba.geometry.random")
def test_the_higher_total_kills_one_enemy_without_a_save() -> None:
    t = near()
    # the attacker's dice come first: 9 against 6
    result = fight(t, dice(3, 3, 3, 2, 2, 2))
    (told,) = result.of("shot_resolved")
    assert (told.rolled, told.needed, told.hit) == (9, 7, True)
    assert t.asked == "choose_losses"
    assert t.decision is not None
    assert t.decision.seat == 1
    t.answer("give_up", figures=["f1"])
    assert standing(t) == ["f2", "f3"]
    assert t.asked == "may_fight_on"


@clause("ba.cc.nat6", "ba.cc.nat1", "ba.cc.simultaneous")
def test_sixes_kill_on_both_sides_and_ones_make_the_own_side_save() -> None:
    t = near("3 regular repeater", "3 regular repeater")
    # attacker: a six, a one; defender: a six. The attacker saves for his one and fails; totals are 11 and 10
    fight(t, dice(6, 1, 4, 6, 2, 2, 3))
    # the attacker loses one to the six and one to the failed save, then the defender one and one to the total
    assert t.decision is not None
    assert t.decision.seat == 0
    t.answer("give_up", figures=["f1", "f2"])
    t.answer("give_up", figures=["f1", "f2"])
    assert standing(t, "A1") == ["f3"]
    assert standing(t) == ["f3"]
    # two lost in one action suppress, and a suppressed winner does not fight on
    assert mark(t, "A1", "suppressed") == 1
    assert t.asked == "take_action"


@clause("ba.cc.nat1")
def test_saves_for_ones_have_no_bonus() -> None:
    cover = [{"feature": "sandbags", "x": 24, "y": 42, "length": 20, "width": 1, "heading": 90}]
    t = near("1 veteran repeater", "medic repeater", b={"prone": 1}, terrain=cover)
    # equal totals; a 3 would be saved by cover, by lying down or by a medic
    fight(t, dice(1, 1, 4, 3))
    assert standing(t) == []
    assert standing(t, "A1") == ["f1"]


@clause("ba.cc.tie")
def test_equal_totals_kill_nobody_and_end_it() -> None:
    t = near()
    fight(t, dice(2, 2, 2, 2, 2, 2))
    assert len(standing(t)) == len(standing(t, "A1")) == 3
    assert t.asked == "take_action"


@clause("ba.cc.repeat")
def test_the_winner_fights_on_at_no_cost_until_he_declines() -> None:
    t = near("3 regular repeater", "5 regular repeater")
    fight(t, dice(3, 3, 3, 2, 2, 2, 2))
    t.answer("give_up", figures=["f1"])
    t.answer("react", yes=True, dice=dice(4, 4, 4, 2, 2, 2, 2))
    # the second loss in the same action suppresses the beaten side; the winner may go on
    t.answer("give_up", figures=["f2"])
    assert mark(t, "B1", "suppressed") == 1
    assert t.asked == "may_fight_on"
    t.answer("react", yes=False)
    assert t.asked == "take_action"
    assert t.state.facts["actions"] == 2
    assert mark(t, "A1", "attacked") == 1


@clause("ba.cc.repeat")
def test_the_defender_may_win_and_repeat() -> None:
    t = near()
    fight(t, dice(2, 2, 2, 3, 3, 3))
    assert t.decision is not None
    assert t.decision.seat == 0
    t.answer("give_up", figures=["f1"])
    assert (t.asked, t.decision.seat) == ("may_fight_on", 1)
    t.answer("react", yes=True, dice=dice(2, 2, 2, 2, 2))
    # attacker 4, defender 6
    t.answer("give_up", figures=["f2"])
    assert mark(t, "A1", "suppressed") == 1
    assert mark(t, "B1", "attacked") == 0


@clause("ba.cc.repeat")
def test_when_the_nearest_are_no_longer_within_reach_it_ends() -> None:
    t = near("1 regular repeater", "2 regular repeater", b={"spots": [(26.0, 40.0), (31.0, 40.0)]})
    fight(t, dice(5, 2, 2))
    t.answer("give_up", figures=["f1"])
    assert t.asked == "take_action"


@clause("ba.cc.simultaneous", "ba.reactmove.rule")
def test_both_may_vanish_and_then_nobody_wins() -> None:
    t = near("1 regular repeater", "1 regular repeater")
    fight(t, dice(6, 6))
    assert not t.unit("A1").alive
    assert not t.unit("B1").alive
    assert t.asked == "take_action"


@clause("ba.cc.simultaneous")
def test_the_total_kill_is_made_even_by_a_side_without_minis() -> None:
    t = near("1 veteran repeater", "1 regular repeater", a={"figures": {"f1": {"bayonet": 1}}})
    # the attacker falls to the six, but his total is 5 + 1 + 1 against 6
    fight(t, dice(5, 6))
    assert not t.unit("A1").alive
    assert not t.unit("B1").alive


@clause("ba.cc.last", "ba.cc.no_mods", "ba.unit.medic.no_cc")
def test_neither_the_last_of_a_squad_nor_medics_nor_cover_matter() -> None:
    t = near("3 regular repeater", "medic repeater")
    # one six: no medic is asked
    fight(t, dice(6, 2, 2, 2))
    assert not t.unit("B1").alive


@clause("ba.cc.vets_total", "ba.cc.vets_dice", "ba.cc.bayonet", "ba.cc.no_mods")
def test_veterans_and_blades_count_in_the_total() -> None:
    t = near("3 veteran repeater", "4 regular repeater", a={"figures": {"f1": {"bayonet": 1}}})
    result = fight(t, dice(2, 2, 2, 2, 3, 3, 2, 3))
    (told,) = result.of("shot_resolved")
    # four dice and 3 + 1; the others have 11
    assert (told.rolled, told.needed) == (12, 12)


@clause("ba.cc.single_use")
def test_items_are_kept() -> None:
    t = near("1 regular repeater", "1 regular repeater", a={"figures": {"f1": {"grenade": 1}}})
    fight(t, dice(3, 3))
    assert t.unit("A1").squad[0].marks == {"grenade": 1}


@clause("ba.cc.range")
def test_what_is_offered() -> None:
    offered = action(near(), "close_combat")
    assert offered is not None
    assert [each.answer.target for each in offered.offer.choices] == ["B1"]  # type: ignore[union-attr]
    far = action(near(gap=30.0), "close_combat")
    assert far is not None
    assert far.closed is not None
