"""Unit cards, airplanes and upgrades as printed, and the footprints we gave them."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.data_files import DataFault
from brickfield.games.micro_brick_battle import about, data_files
from brickfield.games.micro_brick_battle.base import features, unit_cards
from brickfield.games.micro_brick_battle.setup.card_names import find_card, unit_card
from brickfield.testing import clause


@clause("mbb.unit.stats")
def test_the_resource_tables_are_complete() -> None:
    """Number of units and the sums of AP, DP, MP and RC by country: one wrong figure anywhere shows."""
    sums: dict[str, tuple[int, ...]] = {}
    for card in unit_cards.unit_cards().values():
        figures = (1, card.ap, card.dp, card.mp, card.rc)
        sums[card.country] = tuple(map(sum, zip(sums.get(card.country, (0,) * 5), figures, strict=True)))
    assert sums == {
        "Germany": (11, 52, 43, 77, 149),
        "France": (5, 14, 17, 26, 56),
        "Great Britain": (9, 36, 34, 45, 115),
        "Italy": (7, 25, 19, 46, 80),
        "Japan": (9, 26, 16, 58, 86),
        "Russia": (15, 72, 51, 122, 200),
        "United States": (11, 53, 45, 94, 156),
        "Any": (1, 0, 6, 10, 3),
    }


def test_which_guns_are_fixed_in_the_hull() -> None:
    fixed = [name for name, card in unit_cards.unit_cards().items() if card.mount == "fixed"]
    assert fixed[:7] == ["Ferdinand", "StuG III", "Wespe", "Somua SAu 40", "M3 Grant", "Bishop", "Sexton"]
    semoventi = [f"Semovente da {gun}" for gun in ("90/53", "75/18", "105/25")]
    assert fixed[7:12] == ["Carro Armato L3/35", *semoventi, "Type 4 Ho-Ro"]
    assert fixed[12:] == ["Su-76", "Su-85", "Su-152", "Su-1-12 76mm Gun on Gaz AAA", "M3 Lee", "M7 Priest"]
    all_round = [name for name, card in unit_cards.unit_cards().items() if card.mount == "all_round"]
    assert all_round == ["Flak 36", "Type 94 37mm AT Gun", "M1910/30 122mm Howitzer"]


@clause("mbb.unit.stats", "mbb.unit.rc")
@pytest.mark.parametrize(
    ("name", "line", "rc", "mount"),
    [
        ("M4 Sherman", "4AP/4DP/8MP", 14, "turret"),
        ("Panzer III", "4AP/4DP/8MP", 13, "turret"),
        ("Ferdinand", "9AP/5DP/6MP", 19, "fixed"),
        ("StuG III", "5AP/4DP/7MP", 14, "fixed"),
        ("M3 Lee", "4AP/4DP/6MP", 13, "fixed"),
        ("Char B1 Bis", "4AP/5DP/5MP", 14, "turret"),
        ("BT-7", "3AP/3DP/16MP", 11, "turret"),
        ("Flak 36", "4AP/6DP/0MP", 12, "all_round"),
        ("Tiger I", "8AP/6DP/9MP", 20, "turret"),
    ],
)
def test_a_card_reads_as_printed(name: str, line: str, rc: int, mount: str) -> None:
    card = unit_card(name)
    assert (card.quick_reference, card.rc, card.mount) == (line, rc, mount)


@clause("mbb.unit.stats")
def test_a_card_shows_what_the_book_lists() -> None:
    lines = " ".join(about.about().card.lines)
    for word in ("Resource Cost", "country", "name", "Attack", "Defense", "Movement", "abilities", "quick reference"):
        assert word in lines


@clause("mbb.army.names")
@pytest.mark.parametrize(
    ("printed", "shown"),
    [("Sumoa S35", "Somua S35"), ("Sumoa Sau 40", "Somua SAu 40"), ("Renault Ft-17", "Renault FT-17")],
)
def test_misprinted_names_are_understood_and_shown_corrected(printed: str, shown: str) -> None:
    assert unit_card(printed).name == shown
    assert unit_card(printed).alias == printed
    assert printed not in unit_cards.unit_cards()


def test_names_are_found_without_regard_to_capitals_and_spaces() -> None:
    assert unit_card("  m4   sherman ").name == "M4 Sherman"
    assert find_card("M4 Shermann") is None
    with pytest.raises(KeyError, match="M4 Shermann"):
        unit_card("M4 Shermann")


@clause("mbb.army.l3")
def test_the_odd_spgs_stay_as_printed() -> None:
    assert unit_card("Carro Armato L3/35").rules == "spg"
    gun = unit_card("Type 94 37mm AT Gun")
    assert (gun.rules, gun.mp, gun.mount) == ("spg", 0, "all_round")


@clause("mbb.army.staff_car", "mbb.vt.clamp.ap")
def test_the_staff_car_is_a_unit_without_a_main_weapon() -> None:
    car = unit_card("Staff Car")
    assert (car.ap, car.dp, car.mp, car.rc, car.rules, car.country) == (0, 6, 10, 3, "spotter", "Any")
    assert not car.has_main_weapon
    assert [card.name for card in unit_cards.unit_cards().values() if not card.has_main_weapon] == ["Staff Car"]


@clause("mbb.army.air_table")
def test_the_airplanes_as_decoded() -> None:
    planes = unit_cards.airplanes()
    read = {p.name: (p.bombs, p.missiles, p.ap, p.mp, p.rc, p.dp) for p in planes.values()}
    assert read == {"Ju 87 Stuka": (3, 0, 2, 18, 28, 4), "Hawker Typhoon": (2, 2, 3, 20, 31, 4)}
    assert all(plane.range_inches == plane.mp / 2 for plane in planes.values())


@clause("mbb.army.commander_row")
def test_a_tank_commander_is_an_upgrade_for_ten_points() -> None:
    commander = unit_cards.upgrades()["Tank Commander"]
    assert (commander.ap, commander.dp, commander.mp, commander.rc, commander.most_per_army) == (0, 0, 0, 10, 1)
    assert find_card("Tank Commander") is None


@clause("mbb.unit.definition")
def test_units_are_what_has_a_card() -> None:
    assert all(map(find_card, ["M4 Sherman", "Sumoa S35", "Flak 36"]))
    assert not any(map(find_card, features.features()))
    assert find_card("") is None


@clause("mbb.geometry.footprint")
@pytest.mark.parametrize(
    ("name", "size_class", "length", "width"),
    [
        ("Panzer II", "light", 1.575, 0.945),
        ("M4 Sherman", "medium", 1.89, 0.945),
        ("Tiger I", "heavy", 2.205, 1.26),
        ("Flak 36", "gun", 1.26, 0.945),
        ("Staff Car", "car", 1.26, 0.63),
    ],
)
def test_footprints_by_size(name: str, size_class: str, length: float, width: float) -> None:
    card = unit_card(name)
    assert (card.size_class, card.length_inches, card.width_inches) == (size_class, length, width)


@clause("mbb.geometry.footprint")
def test_a_footprint_that_does_not_fit_its_size_is_a_fault() -> None:
    file = data_files.read("units.toml", unit_cards.UnitsFile)
    sizes: dict[str, unit_cards.SizeRow] = {size.name: size for size in file.size_class}
    tiger = next(row for row in file.unit if row.name == "Tiger I")
    wrong = {**sizes, "heavy": sizes["light"]}
    with pytest.raises(DataFault, match="Tiger I"):
        unit_cards.card_of(tiger, wrong)


@clause("mbb.geometry.footprint.override")
def test_a_custom_footprint_is_used_as_stated() -> None:
    printed = unit_card("M4 Sherman")
    custom = printed.with_(name="Long Sherman", ap=5, length_inches=2.5)
    assert (custom.name, custom.ap, custom.length_inches, custom.width_inches) == ("Long Sherman", 5, 2.5, 0.945)
    assert (printed.ap, printed.length_inches) == (4, 1.89)


@clause("mbb.geometry.footprint.override")
@pytest.mark.parametrize("length", [0.0, -1.0, float("nan"), float("inf"), 10**400, "long"])
def test_an_impossible_footprint_is_refused(length: Any) -> None:
    with pytest.raises(ValueError, match="length_inches"):
        unit_card("M4 Sherman").with_(length_inches=length)
