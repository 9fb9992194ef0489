"""Attacks through the table: dice, sixes, saves and their caps, veterans, medics, the last of a squad, items."""

from __future__ import annotations

import pytest

from brickfield.speech.tables import sums_of
from brickfield.testing import clause, dice
from tests.rules.brick_action.fire_table import attack, duel, figure, mark, pool, refused, row, squad, standing, used


@clause("ba.attack.dice.base", "ba.attack.nat6", "ba.attack.hit4", "ba.attack.save", "ba.cas.choice")
def test_sixes_remove_and_other_hits_are_saved() -> None:
    t = duel("3 regular smg", "5 regular repeater")
    # three shooters and a die for three SMGs: a six, two hits, a miss
    shot = attack(t, dice(6, 5, 4, 3))
    assert t.asked == "choose_losses"
    assert shot.of("attack_resolved")[0].hits == 3
    lost = t.answer("give_up", figures=["f2"], dice=dice(4, 3))
    assert [each.figure for each in lost.of("figure_lost")] == ["f2"]
    # the saves are thrown only now: one of two fails
    t.answer("give_up", figures=["f5"])
    assert standing(t) == ["f1", "f3", "f4"]
    assert t.asked == "take_action"


@clause("ba.cas.choice", "ba.geometry.exposed")
def test_the_owner_gives_up_exactly_so_many_of_those_that_may_be_hit() -> None:
    # hides f3 and nobody else
    wall = [{"feature": "wall", "x": 40, "y": 44.7, "length": 2.6, "width": 0.5, "heading": 90}]
    hidden = duel("1 regular smg", "3 regular smg", terrain=wall)
    attack(hidden, dice(6))
    assert hidden.asked == "choose_losses"
    assert refused(hidden.answer("give_up", figures=["f3"])) == ("not_exposed", "ba.cas.choice")
    assert refused(hidden.answer("give_up", figures=["f1", "f2"])) == ("wrong_number", "ba.cas.choice")
    assert refused(hidden.answer("give_up", figures=[])) == ("wrong_number", "ba.cas.choice")
    assert hidden.answer("give_up", figures=["f1"]).accepted


@clause("ba.cas.choice")
def test_the_cheapest_mini_is_proposed_and_of_equals_the_last() -> None:
    t = duel("1 regular smg", "veteran smg, regular carbine, regular smg, regular smg")
    attack(t, dice(6))
    assert t.decision is not None
    take = t.decision.ask(t.state).offer
    assert [take.items[place].value for place in take.usual] == ["f4"]


@clause("ba.attack.save_cap")
def test_no_more_saves_than_minis_are_left() -> None:
    t = duel("5 regular smg", "2 regular repeater")
    # five dice hit two minis: one six and four hits, but only one mini is left to save
    attack(t, dice(6, 5, 5, 5, 5))
    t.answer("give_up", figures=["f1"], dice=dice(4))
    assert standing(t) == ["f2"]


@clause("ba.attack.save_cap")
def test_surplus_sixes_are_lost() -> None:
    t = duel("3 regular smg", "1 regular smg, 1 regular repeater")
    attack(t, dice(6, 6, 6, 5))
    assert standing(t) == []
    assert t.unit("B1").status == "gone"


@clause("ba.unit.veteran.attack", "ba.unit.veteran.eligible")
def test_a_veteran_turns_a_three_into_a_hit() -> None:
    t = duel("veteran smg, regular smg", "5 regular smg")
    shot = attack(t, dice(3, 3, 4))
    assert shot.of("attack_resolved")[0].hits == 1
    assert len(standing(t)) == 5
    plain = duel("2 regular smg", "5 regular smg")
    assert attack(plain, dice(3, 3)).of("attack_resolved")[0].hits == 0


@clause("ba.last.rule")
@pytest.mark.parametrize(
    ("faces", "save", "alive"),
    [((4, 1, 1, 1), 4, True), ((4, 4, 1, 1), 4, False), ((4, 4, 1, 1), 5, True), ((4, 4, 4, 1), 5, False),
     ((4, 4, 4, 5), 6, True)],
)  # fmt: skip
def test_the_last_mini_saves_once_the_harder_the_more_dice_hit(faces: tuple[int, ...], save: int, alive: bool) -> None:
    t = duel("3 regular smg", "1 regular smg", more=[squad("B2", "regular smg", row(90, 90, 1))])
    attack(t, dice(*faces, save))
    assert t.unit("B1").alive is alive


@clause("ba.last.rule", "ba.attack.nat6")
def test_a_six_removes_the_last_mini_outright() -> None:
    t = duel("3 regular smg", "1 regular smg", more=[squad("B2", "regular smg", row(90, 90, 1))])
    attack(t, dice(6, 4, 4, 4))
    assert not t.unit("B1").alive


@clause("ba.unit.medic.nat6", "ba.attack.save_cap")
def test_a_medic_may_save_against_one_six_in_a_game() -> None:
    t = duel("3 regular smg", "medic smg, 4 regular smg")
    attack(t, dice(6, 6, 1, 1))
    assert t.asked == "may_save_six"
    take, save = t.decision.choices(t.state)  # type: ignore[union-attr]
    assert (take.answer.yes, save.answer.yes) == (False, True)
    assert save.odds == pytest.approx(4 / 6), "a 3 is enough, and the table says how likely that is"
    saved = t.answer("react", yes=True, dice=dice(3))
    # 3 with the medic's own +1 is a save: one six is left
    assert [each.hits for each in saved.of("attack_resolved")] == [0]
    assert t.asked == "choose_losses"
    t.answer("give_up", figures=["f5"])
    assert len(standing(t)) == 4
    assert figure(t, "B1", "f1").marks.get("nat6", 0) == 0
    attack(t, dice(6, 1, 1, 1))
    assert t.asked == "choose_losses"


@clause("ba.unit.medic.nat6")
def test_a_medic_who_fails_loses_the_mini_all_the_same() -> None:
    t = duel("3 regular smg", "medic smg, 4 regular smg")
    attack(t, dice(6, 1, 1, 1))
    t.answer("react", yes=True, dice=dice(2))
    assert t.asked == "choose_losses"


@clause("ba.unit.medic.nat6", "ba.last.rule")
def test_a_six_that_a_medic_takes_over_does_not_count_as_a_hit_on_the_last_mini() -> None:
    t = duel("3 regular smg", "medic smg", more=[squad("B2", "regular smg", row(90, 90, 1))])
    attack(t, dice(6, 1, 1, 1))
    t.answer("react", yes=True, dice=dice(3))
    assert t.unit("B1").alive
    assert t.asked == "take_action"


@clause("ba.unit.medic.save")
def test_a_medic_helps_one_save_of_an_attack() -> None:
    t = duel("3 regular smg", "medic smg, 4 regular smg")
    attack(t, dice(4, 4, 1, 1, 3, 3))
    assert t.asked == "choose_losses"
    assert t.decision is not None
    assert t.decision.count == 1  # type: ignore[attr-defined]


@clause("ba.unit.medic.save")
def test_a_medic_who_falls_to_a_six_helps_no_save() -> None:
    t = duel("3 regular smg", "medic smg, 4 regular smg", b={"figures": {"f1": {"nat6": 0}}})
    attack(t, dice(6, 4, 1, 1))
    t.answer("give_up", figures=["f1"], dice=dice(3))
    assert t.asked == "choose_losses"


@clause("ba.single.joint", "ba.cas.drop")
def test_an_item_joins_the_attack_and_is_spent_even_if_all_dice_miss() -> None:
    t = duel("regular smg grenade, regular smg", "5 regular smg")
    attack(t, dice(1, 1, 1), items=used(("f1", "grenade")))
    assert figure(t, "A1", "f1").marks.get("grenade", 0) == 0
    assert refused(attack(t, items=used(("f1", "grenade")))) == ("no_such_item", "ba.single.joint")
    assert refused(attack(t, items=used(("f2", "grenade")))) == ("no_such_item", "ba.single.joint")


@clause("ba.single.joint")
def test_an_item_cannot_be_used_twice_in_one_attack() -> None:
    t = duel("regular smg grenade, regular smg", "5 regular smg")
    assert refused(attack(t, items=used(("f1", "grenade"), ("f1", "grenade")))) == ("no_such_item", "ba.single.joint")


@clause("ba.single.independent", "ba.single.separate")
def test_an_item_on_its_own_takes_an_action_and_the_dice_of_its_carrier() -> None:
    t = duel("regular smg rocket, regular smg", "5 regular smg", gap=10.0)
    fired = t.answer("fire_item", unit="A1", figure="f1", item="rocket", target="B1", dice=dice(1, 1, 1))
    assert fired.of("attack_resolved")[0].dice == 3
    assert t.state.facts["actions"] == 2
    assert mark(t, "A1", "attacked") == 1


@clause("ba.single.independent")
def test_distance_and_sight_of_a_lone_item_are_those_of_its_carrier() -> None:
    # f2 stands 5 studs farther away: a rocket of his own is past 16 studs
    spots = [(20.0, 40.0), (15.0, 41.0)]
    t = duel("2 regular smg", "5 regular smg", gap=14.0, a={"spots": spots, "figures": {"f2": {"rocket": 1}}})
    fired = t.answer("fire_item", unit="A1", figure="f2", item="rocket", target="B1", dice=dice(1, 1))
    assert fired.of("attack_resolved")[0].dice == 2


@clause("ba.single.no_longshot")
def test_a_long_shot_takes_no_items() -> None:
    t = duel("2 regular shotgun", "5 regular smg", gap=34.0, a={"figures": {"f1": {"grenade": 1}}})
    assert refused(attack(t, items=used(("f1", "grenade")))) == ("long_shot_with_item", "ba.single.no_longshot")
    assert t.answer("fire_item", unit="A1", figure="f1", item="grenade", target="B1", dice=dice(1, 1)).accepted


@clause("ba.attack.declare", "ba.cover.total.def")
def test_what_cannot_be_attacked() -> None:
    wall = [{"feature": "wall", "x": 32, "y": 45, "length": 40, "width": 1, "heading": 90}]
    assert refused(attack(duel(terrain=wall))) == ("not_seen", "ba.attack.declare")
    assert refused(attack(duel("1 regular smg", gap=52.1))) == ("no_dice", "ba.longshot")
    t = duel()
    assert refused(t.answer("attack", unit="A1", target="A1")) == ("no_target", "ba.attack.declare")
    assert t.answer("attack", unit="A1", target="X9").refusal is not None
    assert refused(t.answer("attack", unit="B1", target="A1")) == ("not_yours", "ba.turn.one_unit")


@clause("ba.attack.choose_less")
def test_fewer_dice_may_be_announced() -> None:
    t = duel()
    assert attack(t, dice(1, 1), announced=2).of("attack_resolved")[0].dice == 2
    assert refused(attack(t, announced=9)) == ("too_many_dice", "ba.attack.choose_less")


@clause("ba.turn.same_unit")
def test_a_unit_may_attack_again_unless_agreed_otherwise() -> None:
    t = duel()
    attack(t, dice(1, 1, 1, 1))
    assert attack(t, dice(1, 1, 1, 1)).accepted
    tame = duel(options={"max_attacks_per_unit_per_turn": 1})
    attack(tame, dice(1, 1, 1, 1))
    assert refused(attack(tame))[1] == "ba.turn.same_unit"


@clause("ba.attack.friendly_fire")
def test_minis_never_block() -> None:
    t = duel(more=[squad("A2", "5 regular smg", row(30, 38, 5))])
    assert pool(t).refusal is None
    assert pool(t).remark == "in the open"


@clause("ba.sup.trigger", "ba.sup.effect", "ba.sup.wiped")
def test_two_minis_lost_in_an_action_suppress() -> None:
    t = duel("5 regular smg", "3 regular smg")
    attack(t, dice(6, 6, 1, 1, 1))
    t.answer("give_up", figures=["f1", "f2"])
    assert mark(t, "B1", "suppressed") == 1
    t = duel("5 regular smg", "3 regular smg")
    attack(t, dice(6, 1, 1, 1, 1))
    t.answer("give_up", figures=["f1"])
    attack(t, dice(6, 1, 1, 1, 1))
    t.answer("give_up", figures=["f2"])
    assert mark(t, "B1", "suppressed") == 0


@clause("ba.geometry.dice_order")
def test_the_shot_is_laid_open_line_by_line() -> None:
    t = duel("veteran smg, 4 regular smg")
    face = pool(t)
    assert [(line.value, line.clause) for line in face.sums[0].lines] == [
        (3, "ba.attack.dice.base"),
        (2, "ba.weapon.ladder"),
    ]
    assert [line.clause for line in face.sums[1].lines if line.clause] == ["ba.unit.veteran.attack"]
    assert face.dice == 5
    assert face.distance == pytest.approx(20.0)


@clause("ba.geometry.dice_order")
def test_what_was_rolled_is_told_with_every_line_of_its_sums() -> None:
    t = duel("veteran smg, 4 regular smg")
    told = attack(t, dice(1, 1, 1, 1, 1)).of("attack_resolved")
    assert [[line.clause for line in each.lines] for each in sums_of(told)[0]] == [
        ["ba.attack.dice.base", "ba.weapon.ladder"],
        ["", "ba.unit.veteran.attack"],
    ]
    assert sums_of(told)[0][0].total == told[0].dice == 5
