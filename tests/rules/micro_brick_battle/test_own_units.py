"""Units of one's own: how they are written, what they cost, the line their price comes from, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.core.setup.own_models import FoundModel, OwnSize
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.unit_cards import UnitCard, unit_cards
from brickfield.games.micro_brick_battle.setup.card_names import unit_card
from brickfield.games.micro_brick_battle.setup.own_units import (
    listed_card,
    read_own_unit,
    suggested_cost,
    suited,
    text_of,
)
from brickfield.games.micro_brick_battle.setup.price_fit import fit_in_words, off_the_pattern, price_fit, solved
from brickfield.testing import clause, dice, lay_table, start, unit

GAME = "micro_brick_battle"


def card(text: str) -> UnitCard:
    found = read_own_unit(text)
    assert isinstance(found, UnitCard), found
    return found


def new_match(*armies: tuple[tuple[str, int], ...], **options: Any) -> Match | Refusal:
    game = find_game(GAME)
    assert game is not None
    return game.new_match(Setup(GAME, "six_v_six", {"point_limit": 60, **options}, armies))


@clause("mbb.army.own_bricks", "mbb.army.rc_pattern", "mbb.geometry.footprint.override")
def test_a_card_is_read_from_its_text() -> None:
    lynx = card("Lynx: AP4 DP3 MP10 light")
    assert (lynx.name, lynx.quick_reference, lynx.rc, lynx.mount, lynx.own) == (
        "Lynx",
        "4AP/3DP/10MP",
        12,
        "turret",
        True,
    )
    light = unit_card("Panzer II")
    assert (lynx.length_inches, lynx.width_inches) == (light.length_inches, light.width_inches)
    bastion = card("Bastion: RC22 mp4 ap6 dp6 heavy spg fixed")
    assert (bastion.rc, bastion.mount, bastion.rules, bastion.size_class) == (22, "fixed", "spg", "heavy")
    gun = card("Long Tom: AP7 DP1 MP0 artillery")
    assert (gun.mount, gun.size_class, gun.rc) == ("all_round", "gun", 13)
    assert card("Truck: AP0 DP2 MP9").mount == "none"
    for each in (lynx, bastion, gun):
        assert card(text_of(each)) == each


@clause("mbb.army.own_bricks")
@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("Lynx: AP4 DP3", "own_unit_unreadable", "no MP"),
        ("Lynx: AP4 AP5 DP3 MP8", "own_unit_unreadable", "AP stands twice"),
        ("Lynx: AP4 DP3 MP8 huge", "own_unit_unreadable", "'huge'"),
        ("Lynx: AP4 DP3 MP8 light heavy", "own_unit_unreadable", "do not go together"),
        ("Lynx: AP4 DP3 MP8 artillery", "own_unit_unreadable", "MP 0"),
        (": AP4 DP3 MP8", "own_unit_unreadable", "name"),
        ("A name that is much too long: AP4 DP3 MP8", "own_unit_unreadable", "1 to 20"),
        ("Ly<b>nx: AP4 DP3 MP8", "own_unit_unreadable", "name"),
        ("Lynx: AP13 DP3 MP8", "own_unit_too_much", "AP 13; a unit of your own has 0 to 12"),
        ("Lynx: AP4 DP3 MP25", "own_unit_too_much", "MP 25; a unit of your own has 0 to 24"),
        ("Lynx: AP4 DP3 MP8 RC0", "own_unit_too_much", "RC 0; a unit of your own has 1 to 99"),
        ("m4 sherman: AP4 DP3 MP8", "own_name_taken", "printed in the book"),
        ("House: AP4 DP3 MP8", "own_name_taken", "printed in the book"),
    ],
)
def test_what_cannot_be_a_card_is_told_with_its_numbers(text: str, code: str, told: str) -> None:
    refused = read_own_unit(text)
    assert isinstance(refused, Refusal)
    assert (refused.code, told in refused.sentence) == (code, True), refused.sentence
    assert listed_card(text) is None


@clause("mbb.house.agree", "mbb.army.rc_pattern")
def test_units_of_ones_own_are_agreed_on_before() -> None:
    own, foes = (("Lynx: AP4 DP3 MP10 RC8", 2),), (("Panzer III", 2),)
    none, cheap, agreed = (new_match(own, foes, own_units=each) for each in ("none", "suggested", "agreed"))
    assert isinstance(none, Refusal)
    assert (none.code, none.clause) == ("own_unit_not_agreed", "mbb.house.agree")
    assert isinstance(cheap, Refusal)
    assert (cheap.code, cheap.clause, cheap.data) == (
        "own_unit_too_cheap",
        "mbb.army.rc_pattern",
        {"rc": 8, "least": 12},
    )
    assert isinstance(agreed, Match)
    assert [each.rc for each in agreed.cards.values()][:2] == [8, 8]
    dear = new_match((("Lynx: AP4 DP3 MP10", 6),), foes, own_units="suggested")
    assert isinstance(dear, Refusal)
    assert (dear.code, dear.data) == ("army_too_dear", {"cost": 72, "points": 60})


@clause("mbb.army.names")
def test_one_name_one_unit() -> None:
    twice = new_match((("Lynx: AP4 DP3 MP8", 1),), (("lynx: AP5 DP3 MP8", 1),), own_units="suggested")
    assert isinstance(twice, Refusal)
    assert (twice.code, twice.clause) == ("own_name_twice", "mbb.army.names")
    same = (("Lynx: AP4 DP3 MP8", 1), ("Lynx: MP8 AP4 DP3", 1))
    assert isinstance(new_match(same, (("Lynx: AP4 DP3 MP8", 1),), own_units="suggested"), Match)


@clause("mbb.cmd.cost", "mbb.army.own_bricks")
def test_a_commander_rides_in_a_unit_of_ones_own() -> None:
    led = listed_card("Lynx: AP4 DP3 MP8 with Tank Commander")
    assert led is not None
    assert (led.name, led.rc, led.commander) == ("Lynx with Tank Commander", 22, True)
    refused = new_match(
        (("Lynx: AP4 DP3 MP8 spg with Tank Commander", 1),),
        (("Panzer III", 1),),
        own_units="suggested",
        special_units=True,
    )
    assert isinstance(refused, Refusal)
    assert refused.code == "commander_not_there"


@clause("mbb.army.own_bricks")
def test_a_battle_is_fought_with_it() -> None:
    armies = ((("Lynx: AP4 DP3 MP10 light", 1),), (("Panzer III", 1),))
    t = start(Setup(GAME, "six_v_six", {"point_limit": 60, "own_units": "suggested"}, armies), dice(6, 1))
    assert t.unit("A1").card == "Lynx"
    assert t.answer("place", unit="A1", x=24, y=3, heading=90).accepted
    table = lay_table(GAME, [unit("A1", "Lynx: AP4 DP3 MP10", 24, 10), unit("B1", "Panzer III", 24, 20, 270)])
    assert table.points_left("A1") == 10


# --- the fit ---------------------------------------------------------------------------------------------------------


@clause("mbb.army.rc_pattern")
def test_the_line_is_the_one_with_the_least_squares() -> None:
    fit = price_fit()
    armed = [each for each in unit_cards().values() if each.ap]
    assert fit.units == len(armed) == 67
    for numbers in ([each.ap for each in armed], [each.dp for each in armed], [each.mp for each in armed], [1] * 67):
        off = sum(number * each.residual for number, each in zip(numbers, fit.residuals, strict=True))
        assert off == pytest.approx(0.0, abs=1e-8), "no change of a weight makes it better"
    assert (fit.attack, fit.defense, fit.move, fit.base) == pytest.approx((1.0367, 0.9616, 0.0611, 4.61), abs=1e-3)
    assert (fit.error, fit.share) == pytest.approx((0.4929, 0.976), abs=1e-3)
    assert fit.price(4, 4, 8) == pytest.approx(13.09, abs=0.01)
    assert all(abs(fit.price(e.ap, e.dp, e.mp) - suggested_cost(e.ap, e.dp)) < 1.0 for e in armed)


@clause("mbb.army.rc_pattern")
def test_the_units_off_the_pattern_are_those_of_the_book() -> None:
    off = dict(off_the_pattern())
    assert (off.pop("Staff Car"), off.pop("Flak 36"), off.pop("Type 90 I-Go Ko Medium Tank")) == (-8, -3, -1)
    plus = {"M4 Sherman", "Panzer II Luchs", "Tiger I", "M46 Patton", "T-34/76", "DD Sherman", "BA-10 Armored Car"}
    assert off == dict.fromkeys({*plus, "Semovente da 75/18"}, 1)


@clause("mbb.army.rc_pattern")
def test_the_fit_is_told_with_its_error_and_its_residuals() -> None:
    line, far, whole = fit_in_words()
    assert "RC = 1.04 AP + 0.96 DP +0.06 MP +4.61" in line
    assert "standard error of 0.49 points" in line
    assert "Flak 36 (-2.5)" in far
    assert "57 of all 68" in whole


def test_equations_are_solved_whatever_their_order() -> None:
    assert solved([[0.0, 2.0], [4.0, 1.0]], [6.0, 11.0]) == pytest.approx([2.0, 3.0])


MODEL = "0123456789abcdef"


@clause("mbb.army.own_bricks", "mbb.geometry.footprint.override")
def test_a_unit_covers_the_ground_of_its_own_model() -> None:
    text = f"Lynx: AP4 DP3 MP10 light 8x4.5x3.3#{MODEL}"
    lynx, plain = card(text), card("Lynx: AP4 DP3 MP10 light")
    assert (lynx.length_inches, lynx.width_inches) == pytest.approx((8 * 0.315, 4.5 * 0.315))
    assert (lynx.rc, lynx.size_class, text_of(lynx)) == (plain.rc, "light", text)
    led = listed_card(f"{text} with Tank Commander")
    assert led is not None
    assert (led.commander, led.length_inches) == (True, lynx.length_inches)
    match = new_match(((text, 1),), (("Panzer III", 1),), own_units="suggested")
    assert isinstance(match, Match)
    assert match.cards["A1"].length_inches == lynx.length_inches


@clause("mbb.geometry.footprint.override", "mbb.army.own_bricks")
@pytest.mark.parametrize("size", ["17x4x3", "8x11x3", "8x4x13", "0.5x0.5x1"])
def test_a_model_too_large_or_too_small_for_the_table_is_refused(size: str) -> None:
    found = read_own_unit(f"Lynx: AP4 DP3 MP10 light {size}#{MODEL}")
    assert isinstance(found, Refusal)
    assert (found.code, found.clause) == ("wrong_model_size", "mbb.geometry.footprint.override")


@clause("mbb.army.own_bricks", "mbb.army.names")
@pytest.mark.parametrize(
    ("text", "title", "suited_to"),
    [
        ("Lynx: AP4 DP3 MP10 light", "Panther", "Lynx: AP4 DP3 MP10 light"),
        (f"Lynx: AP4 DP3 MP10 6x3x2#{'f' * 16} with Tank Commander", "", "Lynx: AP4 DP3 MP10"),
        ("Tiger I", "Tiger I", "Tiger I of mine: AP8 DP6 MP9 heavy RC20"),
        ("Tiger I", "Old <b>Bess</b>", "Old b Bess b: AP8 DP6 MP9 heavy RC20"),
        ("Rifle Squad", "Jagdpanzer", "Jagdpanzer: AP4 DP4 MP8"),
    ],
)
def test_a_model_is_brought_for_a_unit(text: str, title: str, suited_to: str) -> None:
    found = FoundModel(OwnSize(8, 4, 3.3, MODEL), title=title)
    led = " with Tank Commander" if "Commander" in text else ""
    assert suited(text, found) == f"{suited_to} 8x4x3.3#{MODEL}{led}"
