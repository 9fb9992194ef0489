"""Building before a battle over the routes: a Mech, a ship, dice tried out, and the table a battle would have."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.server.web import http_types as bodies
from brickfield.server.web.catalogue import built_card, game_card
from tests.server.browsing import post, secrets_of, socket

MECH, SEA = "brick_mech", "battle_of_the_sea"


def build(client: TestClient, game: str, text: str, **more: Any) -> dict[str, Any]:
    built: dict[str, Any] = post(client, "/api/cards/build", {"game": game, "text": text, **more})
    return built


def faults(built: dict[str, Any]) -> list[tuple[str, str]]:
    return [(fault["code"], fault["clause"]) for fault in built["faults"]]


def numbers(built: dict[str, Any]) -> dict[str, int]:
    return {number["id"]: number["value"] for number in built["face"]["numbers"]}


# --- the workshop ----------------------------------------------------------------------------------------------------


def test_a_mech_of_six_modules_is_summed_and_can_be_named(client: TestClient) -> None:
    built = build(client, MECH, "Iron Duke: L1-T1-S4-S6-A8-A7")
    assert (built["name"], built["text"], built["face"]["cost"]) == ("Iron Duke", "Iron Duke: L1-T1-S4-S6-A8-A7", 159)
    assert built["faults"] == []
    assert numbers(built)["armor"] == 17
    assert [(track["id"], track["style"], track["full"]) for track in built["tracks"]] == [
        ("armor", "boxes", 17),
        ("heat", "markers", 0),
    ]
    assert {each["id"]: each["written"] for each in built["face"]["numbers"]}["initiative"] == "+3"
    assert [numbers(built)[band] for band in ("melee", "short", "long")] == [5, 5, 1]
    assert build(client, MECH, "L1-T1-S4-S6-A8-A0")["text"] == "Raider"
    assert build(client, MECH, "raider")["slots"] == ["L1", "T1", "S4", "S6", "A8", "A0"]


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("L1--S4-S6-A8-A7", 0, [("empty_slot", "bm.setup.modules")]),
        ("-----", 0, [("empty_slot", "bm.setup.modules")] * 6),
        ("L1-T1-A8-S6-A8-A7", 0, [("wrong_slot", "bm.setup.modules")]),
        ("L1-T1-S4-S6-A8.right-A7.right", 0, [("wrong_side", "bm.data.sides")]),
        ("L5-T2-S6-S6-A3-A3", 0, [("over_budget", "bm.data.cost")]),
        ("L1-T1-S4-S6-A8-A7", 150, [("over_budget", "bm.data.cost")]),
        ("L1-T1-S4-S4-A2-A2", 0, [("too_many_dice", "bm.data.cost")]),
    ],
)
def test_what_is_wrong_with_a_mech_is_told_with_its_clause(
    client: TestClient, text: str, limit: int, expected: list[tuple[str, str]]
) -> None:
    assert faults(build(client, MECH, text, limit=limit)) == expected


def test_what_cannot_be_read_is_refused(client: TestClient) -> None:
    wrong = (
        ("L1-T1", "unit_unknown"),
        ("Bunker", "unit_unknown"),
        ("Be\u0007ll: L1-T1-S4-S6-A8-A7", "malformed"),
        ("\u202eback: L1-T1-S4-S6-A8-A7", "malformed"),
        ("L1-T1-S4-S6-A8-Z9", "unknown_module"),
        ("L1.left-T1-S4-S6-A8-A7", "unknown_version"),
    )
    for text, code in wrong:
        assert post(client, "/api/cards/build", {"game": MECH, "text": text}, 400)["code"] == code
    assert post(client, "/api/cards/build", {"game": "micro_brick_battle", "text": "x"}, 400)["code"] == "unit_unknown"
    game = find_game(MECH)
    assert game is not None
    nowhere = built_card(replace(game, build_card=None), bodies.CardText(MECH, "x"))
    assert isinstance(nowhere, Refusal)
    assert nowhere.code == "no_yard"
    assert post(client, "/api/cards/build", {"game": "chess", "text": "x"}, 404)["code"] == "unknown_game"


def test_the_workshop_lists_slots_modules_and_prices(client: TestClient) -> None:
    game = find_game(MECH)
    assert game is not None
    yard = game_card(game).yard
    assert yard is not None
    assert [slot.side for slot in yard.slots] == ["", "", "left", "right", "left", "right"]
    assert len(yard.modules) == 32
    assert [module.title for module in yard.modules if module.drive == "wheels"] == ["Six Wheels"]
    assert {module.title: module.feet for module in yard.modules if module.feet > 2} == {"Crawler Quad": 4}
    assert {module.fits for module in yard.modules if module.feet} == {"legs"}
    prices = {price.id: price.value for price in yard.prices}
    for module in yard.modules:
        assert module.cost == max(0, sum(prices[number.id] * number.value for number in module.numbers))


def test_named_mechs_of_different_modules_are_different_cards_of_a_battle(client: TestClient) -> None:
    armies = [[["Duke: L1-T1-S4-S6-A8-A7", 1]], [["Duke: L2-T2-S2-S4-A3-A6", 1]]]
    laid = post(client, "/api/tables/lay", {"game": MECH, "scenario": "duel", "armies": armies})
    assert laid["secret_windows"] == []
    held = post(client, "/api/tables/lay", {"game": MECH, "scenario": "duel", "options": {"hold_fire": True}})
    assert held["secret_windows"] == ["Hold Fire"], "only then is there a time to agree on"
    cards = laid["face"]["cards"]
    assert len({laid["face"]["units"][unit] for unit in ("A1", "B1")}) == 2
    assert {card["title"] for card in cards.values()} == {"Duke"}


# --- the shipyard ----------------------------------------------------------------------------------------------------


def test_a_ship_is_its_length_in_points_shown_as_cones_and_peas(client: TestClient) -> None:
    built = build(client, SEA, "Sea Wolf 12: 4-2-6 oars steamer")
    assert built["faults"] == []
    assert built["face"]["model"] == "ship.steamer"
    assert numbers(built) == {"firepower": 4, "base": 2, "additional": 3, "speed": 6}
    piles = {pile["id"]: (pile["large"], pile["small"], pile["colour"]) for pile in built["piles"]}
    assert piles["firepower"] == (0, 4, "red")
    assert piles["speed"] == (1, 1, "blue")
    assert [note["id"] for note in built["notes"]] == ["durability", "long_shots"]
    laden = build(client, SEA, "Sea Wolf 12: 4-2-6", options={"cargo": True})
    assert {note["id"]: note["value"] for note in laden["notes"]}["capacity"] == 5


def test_what_is_wrong_with_a_ship_is_told_with_clause_and_number(client: TestClient) -> None:
    bad = build(client, SEA, "Hulk 12: 4-0-6")
    assert faults(bad) == [("points_do_not_sum", "sea.ship.features"), ("no_base_durability", "sea.fleet.min_ship")]
    assert bad["faults"][0]["data"] == {"length": 12, "sum": 10}
    for length in (0, 1, 2, 61, 999):
        built = build(client, SEA, f"Raft {length}: 0-{length}-0")
        assert faults(built)[0] == ("wrong_length", "sea.fleet.min_ship")
    assert faults(build(client, SEA, "Eel 8: 0-2-6 monster")) == [("no_monsters", "sea.monster.roles")]
    assert post(client, "/api/cards/build", {"game": SEA, "text": "Hulk"}, 400)["code"] == "unknown_ship"


def test_the_shipyard_puts_the_ships_of_an_era_forward(client: TestClient) -> None:
    game = find_game(SEA)
    assert game is not None
    yard = game_card(game).yard
    assert yard is not None
    assert yard.fashion_switch in yard.switches
    assert "Trireme" in yard.fashions["middle_ages"]
    assert "Galleon" not in yard.fashions["middle_ages"]
    assert "Kraken" in yard.fashions["pirates"], "monsters are of every era"
    assert set(yard.fashions["any"]) == set(game_card(game).catalogue.cards)


def test_ships_that_differ_only_in_looks_are_different_cards(client: TestClient) -> None:
    looks = ("galleon", "steamer")
    ids = {build(client, SEA, f"Twin 20: 10-6-4 {look}")["face"]["id"] for look in looks}
    assert len(ids) == 2


# --- dice and tables -------------------------------------------------------------------------------------------------


def test_own_throws_move_the_chance_away_from_the_model(client: TestClient) -> None:
    untried = post(client, "/api/dice/try", {"game": SEA})
    assert untried["mean"] == pytest.approx(0.582535)
    assert untried["density"] == untried["prior"]
    tried = post(client, "/api/dice/try", {"game": SEA, "successes": 150, "failures": 50})
    assert tried["mean"] == pytest.approx((0.582535 * 20 + 150) / 220)
    assert tried["low"] < tried["mean"] < tried["high"]
    assert tried["high"] - tried["low"] < untried["high"] - untried["low"]
    assert tried["credible"] == pytest.approx(0.9)
    assert sum(tried["density"]) / (len(tried["density"]) - 1) == pytest.approx(1, abs=1e-3)
    inside = [
        height
        for step, height in enumerate(tried["density"])
        if tried["low"] <= step / (len(tried["density"]) - 1) <= tried["high"]
    ]
    assert sum(inside) / (len(tried["density"]) - 1) == pytest.approx(0.9, abs=0.05)
    assert {die["id"]: die["chance"] for die in tried["kinds"]}["d6_easy"] == pytest.approx(2 / 3)
    agreed = {tried["dice_switch"]: "brick", tried["chance_switch"]: tried["chance_value"]}
    assert post(client, "/api/rules", {"game": SEA, "options": agreed})["options"]["brick_permille"] == 735
    assert post(client, "/api/dice/try", {"game": SEA, "successes": -1}, 400)["code"] == "malformed"
    assert post(client, "/api/dice/try", {"game": MECH}, 400)["code"] == "no_dice"


def test_a_table_is_laid_as_the_switches_have_it(client: TestClient) -> None:
    def lay(**options: Any) -> dict[str, Any]:
        wish = {"game": SEA, "scenario": "free_for_all_4", "options": options}
        laid: dict[str, Any] = post(client, "/api/tables/lay", wish)
        return laid

    first, again, other = (lay(waters="archipelago", waters_seed=seed) for seed in (7, 7, 8))
    assert first == again
    assert first["tokens"] != other["tokens"]
    assert lay()["face"]["sides"] == [0, 1, 2, 3]
    assert lay(teams=True)["face"]["sides"] == [0, 1, 0, 1]
    wish = {"game": SEA, "scenario": "free_for_all_3", "options": {"teams": True}}
    uneven = post(client, "/api/tables/lay", wish)
    assert (uneven["face"], uneven["fault"]["clause"]) == (None, "sea.game.teams")
    assert post(client, "/api/tables/lay", {"game": SEA, "scenario": "moon"}, 400)["code"] == "unknown_scenario"


def test_an_army_with_an_unfinished_unit_is_told_its_faults(client: TestClient) -> None:
    fleet = post(client, "/api/armies/check", {"game": SEA, "army": [["Hulk 12: 4-0-6", 2], ["Galleon", 2]]})
    assert fleet["points"] == 64
    codes = [fault["code"] for fault in fleet["faults"]]
    assert codes == ["points_do_not_sum", "no_base_durability", "too_many_points"]
    mechs = post(client, "/api/armies/check", {"game": MECH, "army": [["L1--S4-S6-A8-A7", 1]]})
    assert [fault["code"] for fault in mechs["faults"]] == ["empty_slot"]
    assert post(client, "/api/armies/check", {"game": SEA, "army": [["Hulk", 1]]}, 400)["code"] == "unknown_ship"


@pytest.mark.parametrize(("game", "scenario"), [(MECH, "duel"), (MECH, "free_for_all"), (SEA, "free_for_all_6")])
def test_a_battle_that_is_wanted_ready_begins_after_deployment(client: TestClient, game: str, scenario: str) -> None:
    found = find_game(game)
    assert found is not None
    seats = next(card.seats for card in found.scenarios() if card.id == scenario)
    wish = {
        "game": game,
        "scenario": scenario,
        "seats": [{"kind": "me"}] + [{"kind": "here"}] * (seats - 1),
        "ready": True,
    }
    made = post(client, "/api/matches", wish)
    with socket(client) as table:
        update = table.hello(made["match"], secrets_of(made))
        units = update["view"]["units"]
    assert {unit["status"] for unit in units} == {"alive"}
