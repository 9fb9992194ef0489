"""Building your army: points, the smallest legal army, countries, prices, playing time and lists to share."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from brickfield.core.refusal import ILLEGAL, INVALID, Refusal
from brickfield.games.micro_brick_battle.base.features import feature, features
from brickfield.games.micro_brick_battle.base.unit_cards import unit_cards
from brickfield.games.micro_brick_battle.setup.army_lists import (
    ArmyList,
    army_of,
    cards,
    check_army,
    notes,
    playing_time,
    resource_cost,
)
from brickfield.games.micro_brick_battle.setup.army_tables import nations, sides, special_rules, time_bands
from brickfield.games.micro_brick_battle.setup.card_names import unit_card
from brickfield.games.micro_brick_battle.setup.options import Options
from brickfield.games.micro_brick_battle.setup.own_units import suggested_cost
from brickfield.games.micro_brick_battle.setup.scenarios import scenarios
from brickfield.testing import clause

SHERMANS = ArmyList("Tracy", (("M4 Sherman", 5),))
JAPANESE = ArmyList("Austin", (("Type 97 Te-Ke", 3), ("Type 4 Ho-Ro", 3)))

card_names = st.sampled_from(sorted(unit_cards()))
armies = st.builds(
    ArmyList,
    st.text("abc: xyz,;-5×'", max_size=20).map(lambda name: " ".join(name.split())),
    st.lists(st.tuples(card_names, st.integers(1, 99)), max_size=8).map(tuple),
)


def army(**units: int) -> ArmyList:
    return ArmyList("", tuple((name.replace("_", " "), count) for name, count in units.items()))


def refused(answer: object, code: str, cited: str) -> Refusal:
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.clause) == (code, cited)
    assert answer.kind == (ILLEGAL if cited else INVALID)
    return answer


# Resource Points


@clause("mbb.army.example", "mbb.army.points", "mbb.unit.rc")
def test_seventy_points_buy_exactly_five_shermans() -> None:
    assert resource_cost(SHERMANS) == 70
    assert check_army(SHERMANS, 70, Options()) is None
    six = ArmyList("", (("M4 Sherman", 6),))
    assert refused(check_army(six, 70, Options()), "army_too_dear", "mbb.army.points").data == {
        "cost": 84,
        "points": 70,
    }


@clause("mbb.army.example", "mbb.army.points")
def test_three_te_ke_and_three_ho_ro_leave_enough_for_a_bunker() -> None:
    assert resource_cost(JAPANESE) == 63
    assert check_army(JAPANESE, 70, Options()) is None
    left = 70 - resource_cost(JAPANESE)
    assert left == 7
    assert feature("Artillery Bunker").rc <= left


@clause("mbb.army.points")
def test_the_limit_itself_may_be_spent_and_one_point_more_may_not() -> None:
    assert check_army(SHERMANS, 70, Options()) is None
    assert refused(check_army(SHERMANS, 69, Options()), "army_too_dear", "mbb.army.points")


@clause("mbb.army.points")
def test_any_number_of_copies_is_allowed() -> None:
    swarm = ArmyList("", (("Type 94 Te-Ke", 100), ("Type 94 Te-Ke", 42)))
    assert check_army(swarm, 142 * 7, Options()) is None


@pytest.mark.parametrize("points", [0, -70, 70.0, float("nan"), True, "70"])
def test_a_limit_that_is_no_number_of_points_is_invalid(points: Any) -> None:
    refused(check_army(SHERMANS, points, Options()), "points_unreadable", "")


@pytest.mark.parametrize("count", [0, -1, 1.5, True, 10**400])
def test_a_count_that_is_no_number_of_units_is_invalid(count: Any) -> None:
    refused(check_army(ArmyList("", (("M4 Sherman", count),)), 999, Options()), "count_unreadable", "")


def test_the_smallest_limit_and_the_largest_count_can_be_read() -> None:
    refused(check_army(SHERMANS, 1, Options()), "army_too_dear", "mbb.army.points")
    assert check_army(ArmyList("", (("M4 Sherman", 999),)), 999 * 14, Options()) is None


def test_units_are_numbered_in_the_order_of_purchase() -> None:
    bought = ArmyList("", (("Panzer IV", 2), ("StuG III", 1), ("Panzer IV", 1)))
    assert [card.name for card in cards(bought)] == ["Panzer IV", "Panzer IV", "StuG III", "Panzer IV"]


def test_a_force_of_a_scenario_is_an_army_that_its_points_allow() -> None:
    for scenario in scenarios().values():
        for force in scenario.force:
            owned = [piece.feature for piece in scenario.terrain if piece.owner == force.seat] + list(force.works)
            bunkers = sum(features()[name].rc for name in owned if features()[name].is_never_free)
            assert resource_cost(army_of(force)) + bunkers == force.rc
            special = "special_units" in scenario.plays
            options = Options(airplanes="airplanes" in scenario.opening, infantry="infantry" in scenario.opening)
            assert check_army(army_of(force), force.rc, options, special) is None


# The smallest legal army


@clause("mbb.army.minimum", "mbb.army.staff_car")
def test_staff_cars_alone_are_no_army() -> None:
    refusal = refused(check_army(army(Staff_Car=3), 70, Options()), "army_too_small", "mbb.army.minimum")
    assert "AP of 1" in refusal.sentence
    assert check_army(army(Staff_Car=3, Panther=1), 70, Options()) is None


@clause("mbb.army.minimum")
def test_nothing_is_no_army() -> None:
    refusal = refused(check_army(ArmyList("Empty", ()), 70, Options()), "army_too_small", "mbb.army.minimum")
    assert "no unit" in refusal.sentence


# Countries


@clause("mbb.army.nation")
@pytest.mark.parametrize(
    ("units", "allowed"),
    [
        ({"Panther": 1, "Tiger_I": 1}, {"country", "side", "any"}),
        ({"Panther": 1, "Staff_Car": 1}, {"country", "side", "any"}),
        ({"Panther": 1, "Type_95_Ha-Go": 1, "Carro_Armato_P40": 1}, {"side", "any"}),
        ({"T-26": 1, "M4_Sherman": 1, "Cromwell": 1, "Renault_R35": 1}, {"side", "any"}),
        ({"Panther": 1, "M4_Sherman": 1}, {"any"}),
        ({"Panther": 1, "Staff_Car": 1, "T-26": 1}, {"any"}),
    ],
)
def test_countries_in_one_army(units: dict[str, int], allowed: set[str]) -> None:
    for switch in ("country", "side", "any"):
        answer = check_army(army(**units), 300, Options(mixed_nations=switch))
        if switch in allowed:
            assert answer is None
        else:
            refusal = refused(answer, "army_mixes_nations", "mbb.army.nation")
            assert f"one {switch}" in refusal.sentence


@clause("mbb.army.nation")
def test_three_countries_are_axis_and_the_others_allies() -> None:
    axis = {nation.name for nation in nations().nation if nation.side == "Axis"}
    assert axis == {"Germany", "Italy", "Japan"}
    countries = {card.country for card in unit_cards().values()}
    assert countries - {nations().any_country} == set(sides())


# What is not a ground unit


@clause("mbb.army.air_table", "mbb.unit.definition")
@pytest.mark.parametrize("name", ["Ju 87 Stuka", "JU87 Stuka", "hawker typhoon"])
def test_airplanes_wait_for_their_rules(name: str) -> None:
    answer = check_army(ArmyList("", ((name, 1), ("Panther", 1))), 100, Options())
    assert "airplane rules are not in play" in refused(answer, "airplane_not_in_play", "mbb.army.air_table").sentence


@clause("mbb.army.air_table", "mbb.army.minimum")
def test_where_they_are_agreed_on_airplanes_are_bought_beside_ground_units() -> None:
    agreed = Options(airplanes=True)
    assert check_army(ArmyList("", (("Ju 87 Stuka", 1), ("Panther", 1))), 28 + 16, agreed) is None
    refused(
        check_army(ArmyList("", (("Ju 87 Stuka", 1), ("Panther", 1))), 43, agreed), "army_too_dear", "mbb.army.points"
    )
    refused(check_army(ArmyList("", (("Ju 87 Stuka", 2),)), 100, agreed), "army_too_small", "mbb.army.minimum")
    mixed = ArmyList("", (("Hawker Typhoon", 1), ("Panther", 1)))
    refused(check_army(mixed, 100, agreed), "army_mixes_nations", "mbb.army.nation")
    # a Staff Car on the table and a plane that can attack are enough
    assert check_army(ArmyList("", (("Ju 87 Stuka", 1), ("Staff Car", 1))), 100, agreed) is None


@clause("mbb.army.commander_row")
def test_a_tank_commander_waits_for_its_rules() -> None:
    answer = check_army(army(Tank_Commander=1, Panther=1), 100, Options())
    refused(answer, "upgrade_not_in_play", "mbb.army.commander_row")


@clause("mbb.unit.definition")
def test_a_bunker_is_not_a_unit() -> None:
    refused(check_army(army(Artillery_Bunker=1, Panther=1), 100, Options()), "not_a_unit", "mbb.unit.definition")


def test_an_unknown_unit_is_named_and_the_nearest_one_offered() -> None:
    refusal = refused(check_army(ArmyList("", (("M4 Shermann", 1),)), 70, Options()), "unit_unknown", "")
    assert "M4 Shermann" in refusal.sentence
    assert "Did you mean M4 Sherman?" in refusal.sentence
    assert refusal.data == {"meant": "M4 Sherman"}
    assert refused(check_army(army(qqqqq=1), 70, Options()), "unit_unknown", "").data == {"meant": ""}


# Prices and time


@clause("mbb.army.rc_pattern")
def test_the_price_pattern_has_exactly_these_exceptions() -> None:
    difference = {card.name: card.rc - suggested_cost(card.ap, card.dp) for card in unit_cards().values()}
    assert {name: by for name, by in difference.items() if by} == {
        "M4 Sherman": 1,
        "Panzer II Luchs": 1,
        "Tiger I": 1,
        "M46 Patton": 1,
        "T-34/76": 1,
        "DD Sherman": 1,
        "BA-10 Armored Car": 1,
        "Semovente da 75/18": 1,
        "Type 90 I-Go Ko Medium Tank": -1,
        "Flak 36": -3,
        "Staff Car": -8,
    }


@clause("mbb.army.rc_pattern")
def test_a_list_pays_the_printed_price_not_the_pattern() -> None:
    sherman = unit_card("M4 Sherman")
    assert resource_cost(army(M4_Sherman=1)) == 14
    assert suggested_cost(sherman.ap, sherman.dp) == 13
    assert suggested_cost(0, 0) == 5


@clause("mbb.army.time")
@pytest.mark.parametrize(
    ("points", "minutes"),
    [
        (0, (20, 45)),
        (70, (20, 45)),
        (99, (20, 45)),
        (100, (45, 60)),
        (150, (45, 60)),
        (151, (60, None)),
        (5000, (60, None)),
    ],
)
def test_playing_time_by_points(points: int, minutes: tuple[int, int | None]) -> None:
    band = playing_time(points)
    assert (band.from_minutes, band.to_minutes) == minutes
    assert str(band.from_minutes) in band.text or "hour" in band.text
    assert band.from_points <= points <= (band.to_points or points)


@clause("mbb.army.time")
def test_the_bands_of_playing_time_leave_no_gap() -> None:
    assert [(band.from_points, band.to_points) for band in time_bands()] == [(0, 99), (100, 150), (151, None)]


# Notes


@clause("mbb.army.l3", "mbb.army.staff_car")
def test_cards_with_special_rules_are_explained_and_plain_ones_are_not() -> None:
    assert notes(SHERMANS) == ()
    (ho_ro,) = notes(JAPANESE)
    assert ho_ro.text.startswith("Type 4 Ho-Ro: self-propelled gun")
    assert "6AP/2DP/7MP" in ho_ro.text
    assert ho_ro.clause == "mbb.spg.move_or_shoot"
    assert [note.clause for note in notes(army(Staff_Car=1))] == ["mbb.spot.los", "mbb.vt.clamp.ap"]
    assert len(notes(ArmyList("", (("Carro Armato L3/35", 1), ("Carro Armato L3/35", 2))))) == 1


def test_every_special_rule_on_a_card_can_be_explained() -> None:
    tags = {card.rules for card in unit_cards().values()} - {""}
    assert tags == set(special_rules()) == {"spg", "artillery", "amphibious", "spotter"}


def test_units_with_special_rules_may_be_fielded() -> None:
    for name, card in unit_cards().items():
        if card.rules and card.has_main_weapon:
            assert check_army(ArmyList("", ((name, 1),)), card.rc, Options()) is None
