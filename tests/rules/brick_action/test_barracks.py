"""The barracks: units figure by figure with their prices, what is free, their dice by distance, and what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.refusal import Refusal
from brickfield.core.setup.unit_editor import BuiltCard
from brickfield.games.brick_action.setup.forces import SquadCard, VehicleCard, find_card
from brickfield.games.brick_action.shown.catalogue import checked_army
from brickfield.games.brick_action.shown.yard import built_card, yard
from brickfield.testing import clause


def built(text: str, **options: Any) -> BuiltCard:
    card = built_card(text, 0, options)
    assert isinstance(card, BuiltCard), card
    return card


def dice(card: BuiltCard, title: str = "") -> list[int]:
    """The dice at 16, 32, 48 and 64 studs."""
    assert card.pools
    return [step.sum.total for step in card.pools if step.title == title]


@clause("ba.unit.free_vet", "ba.unit.free_grenade", "ba.weapon.cost_additive")
def test_what_is_free_among_five_is_a_nought_with_its_clause() -> None:
    card = built("veteran carbine grenade rocket, 4 regular carbine")
    assert card.figures
    first = card.figures[0]
    # a regular's 10, a carbine 5, a rocket 10; the veteran's 5 and the grenade's 5 are free
    assert first.cost == 25
    assert [(each.id, each.value, each.clause) for each in first.free] == [
        ("veteran", 0, "ba.unit.free_vet"),
        ("grenade", 0, "ba.unit.free_grenade"),
    ]
    assert card.face.cost == sum(each.cost for each in card.figures) == 85
    four = built("veteran carbine grenade rocket, 3 regular carbine")
    assert four.figures
    assert (four.figures[0].cost, four.figures[0].free) == (35, ())


@clause("ba.heavy.cost", "ba.heavy.extra", "ba.heavy.vs_armor")
def test_the_crew_of_two_is_part_of_a_heavy_weapon() -> None:
    card = built("heavy_support, 3 regular smg")
    assert card.figures
    assert [each.cost for each in card.figures] == [0, 0, 10]
    assert card.notes[0].value == 65
    assert card.face.cost == 75
    assert dice(card) == [5, 5, 5, 5]
    dearer = built("heavy_support, 3 regular smg", heavy_row="map")
    assert dearer.notes[0].value == dearer.face.cost - 10 == 65 + 80 - 30


@clause("ba.attack.dice.base", "ba.weapon.ladder", "ba.weapon.hyphen", "ba.longshot")
@pytest.mark.parametrize(
    ("text", "steps"),
    [
        # three base dice, two more for five of a sort; repeaters add theirs to 32 studs only
        ("5 regular repeater", [5, 5, 3, 3]),
        ("5 regular smg", [5, 5, 5, 1]),
        # past 60 studs one die is lost for four studs begun
        ("5 regular carbine", [5, 5, 5, 4]),
        ("2 regular shotgun", [4, 4, 0, 0]),
        # support weapons: two dice to 48 studs, one to 64
        ("2 regular support, regular smg", [7, 7, 7, 5]),
    ],
)
def test_the_dice_of_a_squad_by_distance(text: str, steps: list[int]) -> None:
    assert dice(built(text)) == steps


@clause("ba.veh.cost", "ba.veh.weapons_max", "ba.veh.pool", "ba.setup.free_rockets")
def test_a_vehicle_has_a_battery_for_each_sort_and_may_give_a_rocket_away() -> None:
    card = built("M2 map mg mg")
    assert card.face.cost == 140 + 80 + 2 * 20
    assert card.parts == ("M2", "map", "mg", "mg")
    assert dice(card, "MAP") == [4, 4, 4, 4]
    assert dice(card, "MG") == [4, 4, 4, 4]
    assert [(each.id, each.value) for each in card.notes] == [("free_rocket", 0)]
    assert not built("M1 map mg").notes
    assert [each.clause for each in built("C1 map").faults] == ["ba.veh.weapons_max"]


@clause("ba.weapon.sniper.company", "ba.unit.officer.limit", "ba.weapon.one_primary")
def test_everything_that_is_wrong_is_said_at_once() -> None:
    card = built("officer sniper_rifle, officer smg grenade grenade grenade")
    assert [each.code for each in card.faults] == ["too_many_items", "sniper_company", "too_many_officers"]
    strange = built_card("5 regular crossbow", 0, {})
    assert isinstance(strange, Refusal)
    assert strange.code == "unknown_weapon"


@clause("ba.unit.size")
def test_a_unit_may_have_a_name_of_its_own() -> None:
    squad = find_card("Red  Foxes: 3 regular smg")
    assert isinstance(squad, SquadCard)
    assert (squad.name, len(squad.minis)) == ("Red Foxes", 3)
    tank = find_card("Old Bess: M1 map")
    assert isinstance(tank, VehicleCard)
    assert tank.name == "Old Bess"
    assert built("Old Bess: M1 map").name == "Old Bess"
    long = find_card("x" * 60 + ": 3 regular smg")
    assert isinstance(long, SquadCard)
    assert len(long.name) == 24


@clause("ba.setup.points", "ba.table.points")
def test_whatever_can_be_begun_may_be_bought() -> None:
    begins = yard().begins
    assert begins
    for each in begins:
        text = str(each.value)
        card = built(text)
        assert card.faults == (), text
        checked = checked_army(((text, 1),), 1000, {})
        assert not isinstance(checked, Refusal)
        assert checked.points == card.face.cost
