"""What questions bring to a drawn table: every enemy as a target or with the reason, odds by dice, rams, headings."""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.showing import Asked
from brickfield.games.battle_of_the_sea.contents import GAME
from brickfield.games.battle_of_the_sea.ship_card import build, ships
from brickfield.testing import Position, clause, dice
from tests.rules.battle_of_the_sea.table import CUTTER, GALLEON, VIKING, area, sea, ship


def asked(table: Position) -> Asked:
    """The open question as it is drawn."""
    decision = table.state.decision
    assert decision is not None
    assert GAME.asked is not None
    return GAME.asked(table.state, decision)


def attack_of(table: Position, name: str) -> dict[str, Any]:
    """The offer of the attack after a ship has stayed where it is."""
    table.sail(name)
    drawn = asked(table)
    assert drawn.widget == "split"
    plain: dict[str, Any] = msgspec.to_builtins(drawn.offer)
    return plain


@clause("sea.fire.enemy", "sea.geometry.range", "sea.geometry.sight")
def test_every_enemy_is_a_target_or_has_the_reason_the_nearest_first() -> None:
    near, far = ship("B1", CUTTER, 10, 16), ship("B2", VIKING, 30, 33)
    behind = ship("B3", CUTTER, 18, 10)
    island = area("island", 13.5, 8, 15, 12)
    offer = attack_of(sea(ship("A1", GALLEON, 10, 10, 90), near, far, behind, terrain=[island]), "A1")
    aims = {aim["target"]: aim for aim in offer["aims"]}
    assert [aim["target"] for aim in offer["aims"]] == ["B1", "B3", "B2"]
    assert aims["B1"]["refusal"] is None
    assert aims["B3"]["refusal"]["clause"] == "sea.geometry.sight"
    assert aims["B2"]["refusal"]["clause"] == "sea.geometry.range"
    assert set(offer["odds"]) == {"B1"}


@clause("sea.firepower.long_count", "sea.fire.dice", "sea.fight.dice")
def test_the_dice_of_a_target_come_with_their_sum_and_the_odds_of_every_number() -> None:
    table = sea(ship("A1", GALLEON, 10, 10, 90), ship("B1", CUTTER, 10, 16), ship("B2", GALLEON, 10, 26, 0))
    offer = attack_of(table, "A1")
    aims = {aim["target"]: aim for aim in offer["aims"]}
    assert aims["B1"]["sums"][0]["total"] == 10
    lines = [line["value"] for line in aims["B2"]["sums"][0]["lines"]]
    assert (lines, aims["B2"]["sums"][0]["total"], aims["B2"]["range"]) == ([10, -8], 2, "long")
    odds = offer["odds"]["B1"]
    assert [each["dice"] for each in odds] == list(range(1, 11))
    assert odds[3]["expected"] == 4 * odds[0]["expected"]
    assert len(offer["odds"]["B2"]) == 2


@clause("sea.ram.target", "sea.ram.once")
def test_only_ships_that_may_be_rammed_are_named_and_none_after_a_ram() -> None:
    fort = ship("B3", "Battery", 20, 20)
    units = (ship("A1", GALLEON, 10, 10, 90), ship("A2", CUTTER, 5, 5), ship("B1", CUTTER, 10, 18), fort)
    table = sea(*units, terrain=[area("island", 15, 15, 25, 25)], anyhow=True)
    assert asked(table).offer["drawn"]["A1"]["rams"] == ["B1"]
    rammed = sea(ship("A1", GALLEON, 10, 10, 90, marks={"rammed": 1}), ship("B1", CUTTER, 10, 18), anyhow=True)
    assert asked(rammed).offer["drawn"]["A1"]["rams"] == []


@clause("sea.move.free_path")
def test_the_shortest_leg_and_an_agreed_limit_of_bends_come_with_the_question() -> None:
    free = asked(sea(ship("A1", GALLEON, 10, 10), ship("B1", CUTTER, 10, 30))).offer
    assert (round(free["shortest"], 6), free["turning"]) == (0.333333, None)
    limited = sea(ship("A1", GALLEON, 10, 10), ship("B1", CUTTER, 10, 30), options={"turning": "limited"})
    assert asked(limited).offer["turning"] == {"degrees": 45.0, "leg": 1.0, "clause": "sea.move.free_path"}


@clause("sea.game.start_sides")
def test_a_ship_longer_than_its_zone_is_deep_is_first_held_along_the_edge() -> None:
    table = sea(
        ship("A1", "Ship of the Line", 0, 0, status="waiting"),
        ship("A2", CUTTER, 0, 0, status="waiting"),
        ship("B1", CUTTER, 0, 0, status="waiting"),
        phase="deployment",
        dice=dice(1),
    )
    drawn = asked(table)
    assert drawn.seat == 0
    assert drawn.offer["headings"] == {"A1": 180.0, "A2": 90.0}


@clause("sea.game.order_left", "sea.game.same_starter")
def test_the_order_of_turns_begins_with_the_starter_and_goes_to_the_left() -> None:
    units = [ship(f"{letter}1", CUTTER, 4 + 8 * number, 10) for number, letter in enumerate("ABC")]
    table = sea(*units, seats=3, first=2, seat=2)
    assert GAME.situation is not None
    assert GAME.situation(table.state).order == (2, 0, 1)


@clause("sea.model.free", "sea.ship.variety")
def test_a_style_changes_the_model_and_nothing_else() -> None:
    plain, styled = build("Wolf 12: 4-2-6"), build("Wolf 12: 4-2-6 steamer")
    assert not isinstance(plain, str)
    assert [card.style for card in (plain, styled)] == ["brig", "steamer"]  # type: ignore[union-attr]
    assert plain.markers() == styled.markers()  # type: ignore[union-attr]
    found = {name: ships()[name].style for name in ("Viking Longship", "Galleon", "Brig", "Paddle Steamer", "Trireme")}
    assert list(found.values()) == ["longship", "galleon", "brig", "steamer", "longship"]


@clause("sea.dice.same", "sea.dice.success")
def test_the_table_knows_what_dice_are_thrown() -> None:
    pair = (ship("A1", GALLEON, 10, 10), ship("B1", CUTTER, 10, 30))
    looks = []
    for kind in ("brick", "d6_hard", "d6_easy"):
        table = sea(*pair, options={"dice": kind})
        assert GAME.face is not None
        thrown = GAME.face(table.match).dice
        assert thrown is not None
        looks.append((thrown.look, thrown.success_from, round(thrown.chance, 3)))
    assert looks == [("brick", 3, 0.583), ("cube", 4, 0.5), ("cube", 3, 0.667)]
