"""The dice pool of infantry: weapons and their ladders, single-use items, long shots, limits and caps, line by line."""

from __future__ import annotations

import pytest

from brickfield.games.brick_action.base.firing.dice_pool import (
    Armed,
    Cap,
    DicePool,
    Terms,
    item_fault,
    lone_pool,
    pool_fault,
    unit_pool,
)
from brickfield.games.brick_action.base.firing.ranges import Habits, may_carry, sniper_company_fault
from brickfield.games.brick_action.base.weapons import weapons
from brickfield.games.brick_action.setup.forces import SquadCard, find_card
from brickfield.testing import clause


def squad(*primaries: str, veterans: int = 0) -> list[Armed]:
    """Shooters with these weapons; the first of them are veterans."""
    return [Armed(f"f{n}", name, n < veterans) for n, name in enumerate(primaries)]


def dice(shooters: list[Armed], distance: float, **terms: object) -> int:
    return unit_pool(shooters, distance, Terms(**terms)).dice  # type: ignore[arg-type]


def lines(pool: DicePool) -> list[tuple[int, str]]:
    return [(line.value, line.clause) for line in pool.tally.lines()]


@clause("ba.weapon.repeater", "ba.weapon.smg", "ba.weapon.carbine", "ba.weapon.shotgun", "ba.weapon.sniper")
@clause("ba.weapon.support", "ba.weapon.battle_rifle", "ba.weapon.smoke", "ba.weapon.grenade", "ba.weapon.rocket")
@clause("ba.weapon.rifle_grenade")
@pytest.mark.parametrize(
    ("weapon", "cost", "effective", "most"),
    [
        ("repeater", 0, 32, 64),
        ("smg", 0, 48, 48),
        ("battle_rifle", 10, 32, 64),
        ("shotgun", 10, 32, 32),
        ("carbine", 5, 60, 60),
        ("sniper_rifle", 15, 48, 80),
        ("support", 20, 64, 64),
        ("smoke_grenade", 5, 0, 40),
        ("grenade", 5, 40, 40),
        ("rifle_grenade", 10, 64, 64),
        ("rocket", 10, 0, 48),
    ],
)
def test_the_printed_table(weapon: str, cost: int, effective: float, most: float) -> None:
    row = weapons()[weapon]
    assert (row.cost, row.range_effective, row.range_max) == (cost, effective, most)
    assert row.single_use == (weapon in ("smoke_grenade", "grenade", "rifle_grenade", "rocket"))


@clause("ba.attack.dice.base", "ba.weapon.ladder", "ba.weapon.ladder.types_add")
@pytest.mark.parametrize(
    ("primaries", "expected"),
    [
        (["repeater"], 1),
        (["repeater"] * 2, 2),
        (["repeater"] * 3, 4),
        (["repeater"] * 4, 4),
        (["repeater"] * 5, 5),
        (["smg"] * 3, 4),
        (["smg"] * 5, 5),
        (["carbine"] * 2, 3),
        (["carbine"] * 3, 5),
        (["carbine"] * 5, 5),
        (["smg", "smg", "smg", "repeater", "repeater"], 4),
        (["smg", "smg", "smg", "carbine", "carbine"], 5),
        (["shotgun"], 2),
        (["shotgun"] * 2, 4),
        (["shotgun"] * 5, 5),
        (["sniper_rifle"] * 2, 3),
        (["support"], 3),
        (["support"] * 2, 6),
    ],
)
def test_weapons_add_their_dice_at_ten_studs(primaries: list[str], expected: int) -> None:
    assert dice(squad(*primaries), 10.0) == expected


@clause("ba.weapon.battle_rifle", "ba.weapon.battle_rifle.choice")
@pytest.mark.parametrize(
    ("primaries", "expected", "reason"),
    [
        (["battle_rifle"], 1, ""),
        (["battle_rifle"] * 2, 3, "4 x Repeater, 2 battle rifles among them"),
        (["battle_rifle"] * 3, 5, "6 x Repeater, 3 battle rifles among them"),
        (["battle_rifle", "carbine"], 3, "2 x Carbine, 1 battle rifle among them"),
        (["battle_rifle", "repeater"], 3, "3 x Repeater, 1 battle rifle among them"),
        # other splits give as many dice: then they are repeaters
        (["battle_rifle"] * 4, 5, "8 x Repeater, 4 battle rifles among them"),
        (["battle_rifle"] * 3 + ["carbine"] * 2, 6, "6 x Repeater, 3 battle rifles among them"),
        (["battle_rifle"] + ["carbine"] * 2, 5, "3 x Carbine, 1 battle rifle among them"),
    ],
)
def test_a_battle_rifle_counts_either_way_for_the_most_dice(primaries: list[str], expected: int, reason: str) -> None:
    pool = unit_pool(squad(*primaries), 30.0)
    assert pool.dice == expected
    assert reason in [line.reason for line in pool.tally.lines()] or not reason


@clause("ba.weapon.battle_rifle.choice", "ba.weapon.hyphen")
def test_a_battle_rifle_counted_as_a_carbine_keeps_its_own_range() -> None:
    pair = squad("battle_rifle", "carbine")
    assert dice(pair, 32.0) == 3
    assert dice(pair, 32.1) == 2


@clause("ba.weapon.hyphen", "ba.weapon.max_unit_range")
def test_between_effective_and_maximum_range_only_base_dice_are_left() -> None:
    five = squad(*["repeater"] * 5)
    assert [dice(five, at) for at in (32.0, 32.01, 64.0, 64.01)] == [5, 3, 3, 2]


@clause("ba.weapon.max_unit_range")
def test_short_ranged_minis_add_their_base_die_up_to_the_range_of_the_unit() -> None:
    assert dice(squad("repeater", "shotgun", "smg"), 60.0) == 3
    assert unit_pool(squad("shotgun", "smg"), 10.0).reach == 48


@clause("ba.weapon.hyphen")
def test_switches_for_hyphened_ranges() -> None:
    five = squad(*["repeater"] * 5)
    assert dice(five, 60.0, habits=Habits(hyphen="max_only")) == 5
    assert dice(five, 60.0, habits=Habits(hyphen="moved_still")) == 5
    moved = Habits(hyphen="moved_still", moved=True)
    assert dice(five, 32.0, habits=moved) == 5
    assert dice(five, 33.0, habits=moved) == 4
    assert unit_pool(five, 33.0, Terms(moved)).reach == 32
    assert dice(squad("smg", "smg", "smg"), 48.0, habits=moved) == 4


@clause("ba.weapon.sniper.max")
def test_two_sniper_dice_take_two_veterans_with_rifles() -> None:
    assert dice(squad("sniper_rifle", "sniper_rifle", veterans=1), 48.0) == 3
    assert dice(squad("sniper_rifle", "sniper_rifle", veterans=2), 48.0) == 4
    assert dice(squad("sniper_rifle", "sniper_rifle", veterans=2), 48.1) == 2
    assert dice(squad(*["sniper_rifle"] * 3, veterans=3), 48.0) == 5


@clause("ba.weapon.sniper.company")
def test_snipers_keep_to_themselves() -> None:
    assert not sniper_company_fault((("sniper_rifle", False), ("none", True)))
    assert not sniper_company_fault((("carbine", False), ("smg", False)))
    assert sniper_company_fault((("sniper_rifle", False), ("carbine", False)))


@clause("ba.weapon.support.bands", "ba.weapon.support.stack")
@pytest.mark.parametrize(
    ("bands", "at", "expected"),
    [
        ("swapped", 48.0, 3),
        ("swapped", 48.1, 2),
        ("swapped", 64.0, 2),
        ("literal", 48.0, 2),
        ("literal", 48.1, 3),
        ("loader", 48.0, 2),
    ],
)
def test_the_bands_of_the_support_weapon(bands: str, at: float, expected: int) -> None:
    assert dice(squad("support"), at, habits=Habits(bands=bands)) == expected  # type: ignore[arg-type]


@clause("ba.weapon.support.bands")
def test_a_loader_close_by_gives_up_his_base_die() -> None:
    alone = [Armed("gun", "support"), Armed("far", "repeater")]
    served = [Armed("gun", "support", near=("mate",)), Armed("mate", "repeater")]
    habits = Habits(bands="loader")
    assert dice(alone, 40.0, habits=habits) == 3
    # 2 for the gun and its own base die: as many as both base dice and one of the gun
    assert dice(served, 40.0, habits=habits) == 3
    crowd = [*served, *squad("smg", "smg", "smg")]
    assert dice(crowd, 40.0, habits=habits) == 3 + 1 + 2
    reach = unit_pool([Armed("gun", "support", near=("mate",)), Armed("mate", "shotgun")], 60.0, Terms(habits))
    assert (reach.dice, reach.reach) == (3, 64)


@clause("ba.longshot")
@pytest.mark.parametrize(("at", "expected"), [(48.0, 4), (48.01, 3), (52.0, 3), (52.1, 2), (60.0, 1), (60.1, 0)])
def test_a_long_shot_loses_a_die_for_every_four_studs_begun(at: float, expected: int) -> None:
    assert dice(squad("smg", "smg", "smg"), at) == expected


@clause("ba.longshot")
def test_in_a_long_shot_only_weapons_as_far_reaching_as_the_unit_add_dice() -> None:
    assert dice(squad("carbine", "carbine", "carbine"), 61.0) == 4
    # with a repeater the unit reaches 64: the carbines no longer add theirs
    assert dice(squad("carbine", "carbine", "carbine", "repeater"), 65.0) == 2
    assert dice(squad(*["repeater"] * 5), 65.0) == 2
    # a support weapon counts with its farther band
    assert dice(squad("support", "repeater"), 65.0) == 2
    assert dice(squad("support", "repeater"), 65.0, habits=Habits(bands="literal")) == 3


@clause("ba.longshot", "ba.geometry.dice_order")
def test_without_a_die_there_is_no_attack() -> None:
    pool = unit_pool(squad("smg"), 50.0)
    refusal = pool_fault(pool, 50.0, 0)
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("no_dice", "ba.longshot")
    assert pool_fault(unit_pool(squad("smg", "smg"), 50.0), 50.0, 0) is None


@clause("ba.weapon.one_primary", "ba.unit.spotter.nobase")
def test_who_has_no_weapon_adds_a_die_only_by_an_item() -> None:
    assert dice([Armed("a", "smg"), Armed("b", "")], 10.0) == 1
    assert dice([Armed("a", "smg"), Armed("b", "", items=("grenade",))], 10.0) == 3
    spotter = Armed("s", "", items=("grenade",), base=False)
    assert dice([Armed("a", "sniper_rifle"), spotter], 10.0) == 3


@clause("ba.single.joint", "ba.weapon.grenade", "ba.weapon.rocket", "ba.weapon.rifle_grenade.range")
@pytest.mark.parametrize(
    ("item", "at", "added"),
    [
        ("grenade", 40.0, 1),
        ("rifle_grenade", 41.0, 1),
        ("rifle_grenade", 64.0, 1),
        ("rocket", 16.0, 2),
        ("rocket", 16.1, 1),
        ("rocket", 48.0, 1),
    ],
)
def test_items_join_the_attack_of_the_unit(item: str, at: float, added: int) -> None:
    shooters = [Armed("a", "repeater", items=(item,)), Armed("b", "repeater")]
    assert dice(shooters, at) == 2 + added
    assert item_fault(shooters, at, 0) is None


@clause("ba.single.joint")
def test_any_number_of_items_may_join_whatever_the_target() -> None:
    shooters = [Armed("a", "repeater", items=("rocket", "grenade")), Armed("b", "repeater", items=("rocket",))]
    assert dice(shooters, 10.0) == 2 + 2 + 1 + 2


@clause("ba.single.independent")
@pytest.mark.parametrize(
    ("item", "at", "expected"),
    [("grenade", 40.0, 2), ("rifle_grenade", 64.0, 2), ("rocket", 16.0, 3), ("rocket", 48.0, 2)],
)
def test_an_item_fired_on_its_own(item: str, at: float, expected: int) -> None:
    assert lone_pool(Armed("a", "repeater", items=(item,)), at).dice == expected


@clause("ba.single.no_longshot", "ba.weapon.smoke.duration")
def test_items_are_refused_past_their_range_and_in_long_shots() -> None:
    def code(item: str, at: float, beyond: int = 0) -> tuple[str, str]:
        refusal = item_fault([Armed("a", "repeater", items=(item,))], at, beyond)
        assert refusal is not None
        return refusal.code, refusal.clause

    assert code("grenade", 40.1) == ("item_out_of_range", "ba.single.no_longshot")
    assert code("rocket", 48.1) == ("item_out_of_range", "ba.single.no_longshot")
    assert code("rifle_grenade", 10.0, 1) == ("long_shot_with_item", "ba.single.no_longshot")
    assert code("smoke_grenade", 10.0) == ("no_attack", "ba.weapon.smoke.duration")


@clause("ba.weapon.rifle_grenade.range")
def test_a_rifle_grenade_takes_a_rifle() -> None:
    assert [may_carry("rifle_grenade", each) for each in ("repeater", "battle_rifle", "carbine")] == [True] * 3
    assert [may_carry("rifle_grenade", each) for each in ("smg", "shotgun", "support", "none")] == [False] * 4
    assert may_carry("rocket", "smg")


@clause("ba.build.mods", "ba.geometry.dice_order")
def test_openings_limit_the_bonus_dice_and_not_the_base_dice() -> None:
    shooters = [*squad("carbine", "carbine", "carbine"), Armed("x", "repeater", items=("rocket",))]
    assert dice(shooters, 10.0) == 3 + 2 + 2
    assert dice(shooters, 10.0, openings=1) == 5
    assert dice(shooters, 10.0, openings=2) == 7
    assert dice(squad("smg"), 10.0, openings=1) == 1


@clause("ba.geometry.dice_order")
def test_the_order_base_weapons_items_openings_losses_caps_announced() -> None:
    shooters = [*squad("carbine", "carbine", "carbine"), Armed("x", "carbine", items=("rocket",))]
    caps = (Cap(4, "split", "ba.unit.commando.split"), Cap(3, "rocket", "ba.weapon.rocket.cap"))
    pool = unit_pool(shooters, 10.0, Terms(openings=1, caps=caps, announced=2))
    assert lines(pool) == [
        (3, "ba.attack.dice.base"),
        (2, "ba.weapon.ladder"),
        (2, "ba.single.joint"),
        (-2, "ba.build.mods"),
        (-2, "ba.weapon.rocket.cap"),
        (-1, "ba.attack.choose_less"),
    ]
    assert (pool.dice, pool.base) == (2, 2)
    # the loss of a long shot comes before a cap, so it may cost nothing
    far = unit_pool(squad("carbine", "carbine", "carbine"), 61.0, Terms(caps=caps[:1]))
    assert lines(far) == [(3, "ba.attack.dice.base"), (2, "ba.weapon.ladder"), (-1, "ba.longshot")]


@clause("ba.attack.choose_less")
def test_fewer_dice_may_be_announced_and_no_more() -> None:
    three = squad("smg", "smg", "smg")
    assert [unit_pool(three, 10.0, Terms(announced=n)).dice for n in (0, 1, 3, 4)] == [4, 1, 3, 4]
    assert [unit_pool(three, 10.0, Terms(announced=n)).base for n in (0, 1, 3, 4)] == [3, 1, 3, 3]
    refusal = pool_fault(unit_pool(three, 10.0, Terms(announced=5)), 10.0, 5)
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("too_many_dice", "ba.attack.choose_less")


@clause("ba.weapon.cost_additive")
def test_weapons_are_paid_with_the_mini_that_carries_them() -> None:
    card = find_card("veteran carbine grenade rocket")
    assert isinstance(card, SquadCard)
    assert card.cost == 15 + 5 + 5 + 10
    plain = find_card("2 regular repeater")
    assert isinstance(plain, SquadCard)
    assert plain.cost == 20
