"""Units and Points: what a squad may be made of, what it costs, and what its specials count as."""

from __future__ import annotations

import pytest

from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.brick_action.base.minis import is_officer, is_veteran, minis
from brickfield.games.brick_action.base.weapons import weapons
from brickfield.games.brick_action.setup.forces import (
    SquadCard,
    VehicleCard,
    army_fault,
    card_cost,
    find_card,
    ready_made,
)
from brickfield.testing import clause, dice
from brickfield.testing.positions import start


def cost(text: str) -> int:
    card = find_card(text)
    assert not isinstance(card, Refusal), card
    return card.cost


def refused(text: str) -> Refusal:
    card = find_card(text)
    assert isinstance(card, Refusal), card
    return card


@clause("ba.unit.regular", "ba.unit.veteran.cost", "ba.unit.spotter.cost", "ba.unit.officer.cost")
@clause("ba.unit.field.cost", "ba.unit.ranking.cost", "ba.unit.general.cost", "ba.unit.commando.cost")
@clause("ba.unit.medic.cost")
def test_what_minis_cost() -> None:
    printed = {"regular": 10, "veteran": 15, "spotter": 55, "officer": 35, "field_commander": 50}
    printed |= {"ranking_commander": 80, "general": 100, "commando": 45, "medic": 40}
    assert {kind: mini.cost for kind, mini in minis().items()} == printed
    assert cost("medic, general smg") == 140


@clause("ba.weapon.cost_additive", "ba.weapon.one_primary")
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("regular", 10),
        ("regular smg", 10),
        ("regular none", 10),
        ("regular carbine", 15),
        ("regular battle_rifle", 20),
        ("regular shotgun", 20),
        ("regular sniper_rifle", 25),
        ("regular support", 30),
        ("regular smg rocket grenade", 25),
        ("regular repeater rifle_grenade", 20),
        ("regular smg smoke_grenade", 15),
    ],
)
def test_weapons_are_added_to_the_mini(text: str, points: int) -> None:
    assert cost(text) == points


@clause("ba.weapon.one_primary")
def test_a_mini_without_a_purchase_holds_a_repeater() -> None:
    card = find_card("regular")
    assert isinstance(card, SquadCard)
    assert card.minis[0].weapon == "repeater"
    assert (refused("regular smg carbine").code, refused("regular smg carbine").data) == (
        "two_primaries",
        {"primaries": 2},
    )
    assert refused("regular grenade grenade rocket").data == {"items": 3, "most": 2}


@clause("ba.unit.size")
@pytest.mark.parametrize("text", ["6 regular", "5 regular, veteran", "99 regular"])
def test_a_squad_of_six_is_refused_with_its_number(text: str) -> None:
    found = refused(text)
    assert (found.code, found.clause, found.data["most"]) == ("too_many_minis", "ba.unit.size", 5)


@clause("ba.unit.free_vet", "ba.unit.free_grenade")
@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("veteran, 4 regular", 50),
        ("2 veteran, 3 regular", 55),
        ("veteran, 3 regular", 45),
        ("5 regular", 50),
        ("officer, 4 regular", 75),
        ("veteran repeater grenade, 4 regular", 50),
        ("veteran repeater smoke_grenade, 4 regular", 50),
        ("veteran repeater grenade grenade, 4 regular", 55),
        ("regular repeater grenade, 3 regular", 45),
        ("5 regular smg rocket", 100),
    ],
)
def test_five_minis_have_a_veteran_and_a_grenade_free(text: str, points: int) -> None:
    assert cost(text) == points


@clause("ba.weapon.sniper.company", "ba.unit.spotter.company")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("regular sniper_rifle, regular carbine", "sniper_company"),
        ("spotter, regular", "no_sniper"),
        ("spotter smg, regular sniper_rifle", "spotter_weapon"),
    ],
)
def test_snipers_keep_to_themselves(text: str, code: str) -> None:
    assert refused(text).code == code
    assert cost("2 veteran sniper_rifle, spotter") == 115
    assert cost("regular sniper_rifle, spotter sniper_rifle") == 95


@clause("ba.unit.officer.limit")
@pytest.mark.parametrize("other", ["officer", "field_commander", "ranking_commander", "general", "commando"])
def test_one_officer_or_who_counts_as_one(other: str) -> None:
    found = refused(f"officer, {other}, regular")
    assert (found.clause, found.data) == ("ba.unit.officer.limit", {"officers": 2, "most": 1})


@clause("ba.unit.general.limit", "ba.setup.points")
def test_one_general_in_an_army_and_no_more_points_than_agreed() -> None:
    generals = tuple(find_card("general, regular") for _ in range(2))
    found = army_fault(generals, 1000)  # type: ignore[arg-type]
    assert found is not None
    assert (found.clause, found.data["generals"]) == ("ba.unit.general.limit", 2)
    squad = find_card("veteran, 4 regular")
    assert isinstance(squad, SquadCard)
    assert army_fault((squad,) * 6, 300) is None
    dear = army_fault((squad,) * 7, 300)
    assert dear is not None
    assert (dear.code, dear.data) == ("too_dear", {"cost": 350, "points": 300})


@clause("ba.weapon.support.stack", "ba.weapon.rifle_grenade.range", "ba.cc.bayonet")
@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("3 regular support", "ba.weapon.support.stack"),
        ("regular smg rifle_grenade", "ba.weapon.rifle_grenade.range"),
        ("regular smg +bayonet", "ba.cc.bayonet"),
        ("regular smg +blade", "ba.cc.bayonet"),
    ],
)
def test_what_minis_do_not_carry(text: str, by: str) -> None:
    assert refused(text).clause == by
    assert cost("regular repeater +bayonet, regular +blade, 2 regular support") == 80


@clause("ba.unit.counts_chain", "ba.unit.officer.vet", "ba.unit.medic.vet", "ba.unit.spotter.officer")
@clause("ba.unit.field.officer", "ba.unit.ranking.officer", "ba.unit.general.officer", "ba.unit.commando.officer")
def test_who_counts_as_whom() -> None:
    assert {kind for kind in minis() if is_veteran(kind)} == set(minis()) - {"regular"}
    officers = {"spotter", "officer", "field_commander", "ranking_commander", "general", "commando"}
    assert {kind for kind in minis() if is_officer(kind)} == officers


@clause("ba.weapon.repeater", "ba.weapon.smg", "ba.weapon.battle_rifle", "ba.weapon.shotgun")
@clause("ba.weapon.carbine", "ba.weapon.sniper", "ba.weapon.support", "ba.weapon.smoke")
@clause("ba.weapon.grenade", "ba.weapon.rifle_grenade", "ba.weapon.rocket")
def test_the_printed_table_of_weapons() -> None:
    printed = {
        "repeater": (0, 32, 64),
        "smg": (0, 48, 48),
        "battle_rifle": (10, 32, 64),
        "shotgun": (10, 32, 32),
        "carbine": (5, 60, 60),
        "sniper_rifle": (15, 48, 80),
        "support": (20, 64, 64),
        "smoke_grenade": (5, 0, 40),
        "grenade": (5, 40, 40),
        "rifle_grenade": (10, 64, 64),
        "rocket": (10, 0, 48),
        "heavy_support": (65, 70, 70),
    }
    table = weapons()
    assert {name: (row.cost, row.range_effective, row.range_max) for name, row in table.items()} == printed
    steps = {
        name: [(step.count, step.add) for step in row.dice_ladder] for name, row in table.items() if row.dice_ladder
    }
    assert steps == {"repeater": [(3, 1), (5, 2)], "smg": [(3, 1), (5, 2)], "carbine": [(2, 1), (3, 2)]}
    assert {name for name, row in table.items() if row.single_use} == {
        "smoke_grenade",
        "grenade",
        "rifle_grenade",
        "rocket",
    }


@clause("ba.heavy.cost", "ba.heavy.extra", "ba.heavy.vs_armor")
def test_heavy_support_comes_with_two_regulars() -> None:
    assert cost("heavy_support") == 65
    assert cost("heavy_support, 3 regular smg") == 75
    assert cost("heavy_support, 2 regular smg, veteran carbine") == 85
    assert refused("heavy_support, regular, veteran").data == {"regulars": 1, "needed": 2}
    assert refused("heavy_support, 6 regular").code == "too_many_minis"
    card = find_card("heavy_support")
    assert isinstance(card, SquadCard)
    assert card_cost(card, "lap") == 105


@clause("ba.veh.cost", "ba.veh.cost.example", "ba.veh.weapons_max")
def test_a_vehicle_costs_its_class_and_its_weapons() -> None:
    card = find_card("M2 map mg")
    assert isinstance(card, VehicleCard)
    assert card.cost == 240
    assert refused("C1 lap").clause == "ba.veh.weapons_max"


@clause("ba.setup.points")
def test_armies_are_checked_when_a_battle_is_agreed() -> None:
    game = find_game("brick_action")
    assert game is not None
    army = (("rifle_squad", 6),)
    assert isinstance(game.new_match(Setup("brick_action", "meeting", armies=(army, army))), Match)
    dear = game.new_match(Setup("brick_action", "meeting", armies=(army, (("rifle_squad", 7),))))
    assert isinstance(dear, Refusal)
    assert dear.clause == "ba.setup.points"
    assert all(not isinstance(find_card(card), Refusal) for card in ready_made())


@clause("ba.setup.free_rockets")
def test_each_heavy_vehicle_gives_the_other_side_one_rocket() -> None:
    tanks, squads = (("M2", 1), ("H1", 1), ("M1", 1)), (("2 regular smg rocket grenade, regular smg rocket", 1),)
    t = start(Setup("brick_action", "meeting", {"points": 600}, armies=(tanks, squads)), dice(6, 1))
    t.answer("take_half", half="first_turn")
    t.answer("take_zone", edge="north")
    assert t.asked == "assign_rocket"
    assert t.decision is not None
    assert t.decision.seat == 1
    # two minis carry two items already; the third takes one rocket, the other is lost
    assert t.answer("give_rocket", unit="B1", figure="f1").accepted is False
    assert t.answer("give_rocket", unit="B1", figure="f3").accepted
    assert t.unit("B1").squad[2].marks["rocket"] == 2
    assert t.asked == "deploy_unit"


@clause("ba.setup.free_rockets", "ba.veh.dismount")
def test_no_crew_inside_a_vehicle_gets_a_free_rocket() -> None:
    tanks = (("M2", 1),), (("M1", 1), ("regular smg", 1))
    t = start(Setup("brick_action", "meeting", {"points": 600}, armies=tanks), dice(6, 1))
    t.answer("take_half", half="first_turn")
    t.answer("take_zone", edge="north")
    assert [each.answer.unit for each in t.question.offer.choices] == ["B2"]  # type: ignore[union-attr]
    assert t.answer("give_rocket", unit="B1crew", figure="f1").accepted is False
    alone = start(Setup("brick_action", "tank_duel", {"points": 600}, armies=((("M2", 1),), (("M2", 1),))), dice(6, 1))
    alone.answer("take_half", half="first_turn")
    alone.answer("take_zone", edge="north")
    assert alone.asked == "deploy_unit", "without infantry it is lost"
