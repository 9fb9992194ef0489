"""What the army page is given: cards, commanders, terrain and its pool, notes, units of one's own, all faults."""

from __future__ import annotations

from typing import Any

import pytest

from brickfield.core.refusal import Refusal
from brickfield.core.setup.catalogue import Catalogue, CheckedArmy
from brickfield.core.setup.unit_editor import BuiltCard
from brickfield.games import find_game
from brickfield.games.micro_brick_battle.base.features import features
from brickfield.games.micro_brick_battle.setup.own_units import listed_card
from brickfield.games.micro_brick_battle.shown.catalogue import checked_army
from brickfield.games.micro_brick_battle.shown.yard import built_card, yard
from brickfield.testing import clause


@pytest.fixture(scope="module")
def chosen() -> Catalogue:
    game = find_game("micro_brick_battle")
    assert game is not None
    return game.catalogue()


def checked(*lines: tuple[str, int], points: int = 60, **options: Any) -> CheckedArmy:
    found = checked_army(lines, points, options)
    assert isinstance(found, CheckedArmy), found
    return found


@clause("mbb.cmd.who", "mbb.cmd.one", "mbb.cmd.cost", "mbb.army.commander_row")
def test_commanders_are_offered_for_every_card_that_may_have_one(chosen: Catalogue) -> None:
    commander = chosen.upgrades[0]
    assert (commander.cost, commander.most, commander.written) == (10, 1, " with Tank Commander")
    assert "M4 Sherman" in commander.cards
    assert not {"M7 Priest", "Flak 36", "Staff Car", "Hawker Typhoon"} & set(commander.cards)
    for name in commander.cards:
        led = listed_card(name + commander.written)
        assert led is not None
        assert led.rc == chosen.cards[name].cost + commander.cost


@clause("mbb.obst.pool", "mbb.obst.cost_optional", "mbb.terrain.cost_optional")
def test_every_piece_of_terrain_is_offered_with_its_price(chosen: Catalogue) -> None:
    assert {name: card.cost for name, card in chosen.pieces.items()} == {
        each.name: each.rc for each in features().values()
    }
    assert chosen.pool_switch == "terrain_points"
    assert chosen.trait_switches["airplane"] == "airplanes"
    assert "airplane" in chosen.cards["Ju 87 Stuka"].traits


@clause("mbb.army.points", "mbb.cmd.one", "mbb.army.nation", "mbb.obst.pool")
def test_everything_that_is_wrong_is_said_with_its_numbers() -> None:
    found = checked(
        ("M4 Sherman with Tank Commander", 2),
        ("Panzer III", 2),
        ("House", 3),
        points=60,
        special_units=True,
        terrain_points=10,
    )
    assert (found.points, found.limit, found.pool, found.pool_limit) == (74, 60, 15, 10)
    told = {fault.code: (fault.clause, fault.data) for fault in found.faults}
    assert told == {
        "too_many_commanders": ("mbb.cmd.one", {"commanders": 2, "most": 1}),
        "army_mixes_nations": ("mbb.army.nation", {"countries": ["United States", "Germany"]}),
        "army_too_dear": ("mbb.army.points", {"cost": 74, "points": 60}),
        "terrain_too_dear": ("mbb.obst.pool", {"cost": 15, "points": 10}),
    }


@clause("mbb.army.l3", "mbb.army.staff_car")
def test_the_page_is_told_what_special_units_are() -> None:
    notes = checked(("M7 Priest", 1), ("Staff Car", 1), special_units=False).notes
    assert any("plain unit" in note.text for note in notes)
    assert any("cannot shoot" in note.text for note in notes)
    assert not any("plain unit" in note.text for note in checked(("M7 Priest", 1), special_units=True).notes)


@clause("mbb.house.agree", "mbb.win.scenario")
def test_a_scenario_says_how_its_switches_stand(chosen: Catalogue) -> None:
    options = {face.id: face.options for face in chosen.scenarios}
    assert options["six_v_six"] == {}
    assert options["blizzard"] == {"scenario_edition": "evened", "weather": "constant", "weather_kind": "blizzard"}
    assert options["air_raid"] == {"scenario_edition": "evened", "airplanes": True, "special_units": True}
    assert options["beach"] == {"scenario_edition": "evened", "mines": "zone", "special_units": True}
    assert options["steppe"] == {"effect_cards": "deck"}
    assert [face.id for face in chosen.scenarios if face.number_switch] == ["random_table"]


@clause("mbb.army.rc_pattern", "mbb.army.own_bricks")
def test_a_unit_of_ones_own_is_built_with_its_suggested_price() -> None:
    built = built_card("Lynx: AP6 DP5 MP8 RC10", 0, {"own_units": "suggested"})
    assert isinstance(built, BuiltCard)
    assert [(note.id, note.value) for note in built.notes] == [("suggested", 16), ("fitted", 16)]
    assert built.notes[1].written == "16.1 ± 0.5"
    assert [(fault.code, fault.data) for fault in built.faults] == [("own_unit_too_cheap", {"rc": 10, "least": 16})]
    assert built.text == "Lynx: AP6 DP5 MP8 RC10"
    agreed = built_card("Lynx:  AP6 DP5 MP8 RC16", 0, {"own_units": "suggested"})
    assert isinstance(agreed, BuiltCard)
    assert (agreed.text, agreed.faults, agreed.face.cost) == ("Lynx: AP6 DP5 MP8", (), 16)
    assert [fault.code for fault in built_card("Lynx: AP6 DP5 MP8", 0, {}).faults] == ["own_unit_not_agreed"]  # type: ignore[union-attr]
    led = built_card("Panzer III with Tank Commander", 0, {})
    assert isinstance(led, BuiltCard)
    assert led.face.cost == 23
    for text in ("Ghost", "Ghost: AP99 DP1 MP1"):
        assert isinstance(built_card(text, 0, {}), Refusal)
    assert isinstance(built_card("Panzer III", 0, {"own_units": "maybe"}), Refusal)


@clause("mbb.army.rc_pattern")
def test_the_yard_shows_limits_and_the_fit() -> None:
    place = yard()
    assert (place.manner, [(each.short, each.value) for each in place.limits]) == (
        "numbers",
        [("AP", 12), ("DP", 12), ("MP", 24)],
    )
    assert "standard error" in place.pricing[0]
    assert place.pricing_clause == "mbb.army.rc_pattern"
    assert isinstance(built_card(place.example, 0, {"own_units": "suggested"}), BuiltCard)


def test_switches_stand_in_the_chapter_of_their_clause(chosen: Catalogue) -> None:
    chapters = {card.id: card.chapter for card in chosen.switches}
    titles = {chapter.group for chapter in chosen.chapters}
    assert {chapters[name] for name in ("infantry", "inf_overrun", "inf_sniper_ignores_cover_dp")} == {"infantry"}
    assert chapters["point_limit"] == "army"
    assert set(chapters.values()) <= titles
