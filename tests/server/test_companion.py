"""A battle beside real bricks: what it begins with, what is asked for a shot, and what dice make of it."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient

from tests.server.browsing import post

TANKS = "micro_brick_battle"


def shot(
    client: TestClient,
    *units: tuple[str, str],
    seen: dict[str, list[str]] | None = None,
    status: int = 200,
    **more: Any,
) -> Any:
    cards = [{"id": name, "seat": "AB".index(name[0]), "card": card} for name, card in units]
    wish = {"units": cards, "unit": "A1", "target": "B1", "seen": {"chosen": seen or {}}}
    return post(client, "/api/companion/shot", {"game": TANKS, "shot": wish, **more}, status)


def test_a_battle_begins_with_its_units_their_cards_and_the_steps_of_a_round(client: TestClient) -> None:
    scenario = client.get("/api/games").json()[0]["catalogue"]["scenarios"][0]["id"]
    kept = post(client, "/api/companion/battle", {"game": TANKS, "scenario": scenario}, 200)
    assert {unit["face"] for unit in kept["units"]} == set(kept["cards"]) == set(kept["marks"])
    assert [step["id"] for step in kept["steps"]] == ["movement", "declare", "shooting"]
    weather = {"weather": "rolled", "weather_kind": "blizzard"}
    kept = post(client, "/api/companion/battle", {"game": TANKS, "scenario": scenario, "options": weather}, 200)
    assert (kept["steps"][0]["id"], kept["steps"][0]["dice"]) == ("weather", 2)


def test_a_shot_asks_only_what_it_needs_and_says_its_numbers_with_their_clauses(client: TestClient) -> None:
    told = shot(client, ("A1", "M4 Sherman"), ("B1", "Tiger I"))
    assert [question["id"] for question in told["questions"]] == ["hidden", "side", "cover"]
    # mbb.shoot.table: row AP 4 against DP 6
    assert told["attacks"][0]["face"]["need"] == "10+"
    behind = shot(client, ("A1", "M4 Sherman"), ("B1", "Tiger I"), seen={"side": ["yes"], "hidden": ["half"]})
    lines = [line["clause"] for total in behind["attacks"][0]["face"]["sums"] for line in total["lines"]]
    assert lines == ["mbb.unit.ap", "mbb.mod.hidden.major", "mbb.unit.dp", "mbb.mod.rear"]
    assert behind["attacks"][0]["face"]["sight"] is None


def test_dice_are_asked_for_and_what_they_do_is_told_by_the_rules(client: TestClient) -> None:
    pair = ("A1", "M4 Sherman"), ("B1", "Tiger I")
    (dice,) = shot(client, *pair, resolve={})["dice"]
    assert (dice["count"], dice["faces"], dice["seat"]) == (2, 6, 0)
    hit = shot(client, *pair, resolve={"dice": [[6, 4]]})
    assert hit["over"]
    assert hit["told"][0]["title"] == "HIT"
    assert {unit["unit"]: unit["lost"] for unit in hit["units"]} == {"A1": False, "B1": True}
    miss = shot(client, *pair, resolve={"dice": [[5, 4]]})
    assert miss["told"][0]["title"] == "MISS"
    assert not any(unit["lost"] for unit in miss["units"])


def test_soldiers_lose_a_marker(client: TestClient) -> None:
    hit = shot(client, ("A1", "Infantry"), ("B1", "Infantry"), resolve={"dice": [[6, 6]]})
    (target,) = [unit for unit in hit["units"] if unit["unit"] == "B1"]
    assert (target["lost"], target["counts"]) == (False, {"markers": 3})


def test_what_cannot_be_is_refused(client: TestClient) -> None:
    hidden = shot(client, ("A1", "M4 Sherman"), ("B1", "Tiger I"), seen={"hidden": ["all"]}, resolve={}, status=400)
    assert hidden["code"] == "no_line_of_sight"
    plane = shot(client, ("A1", "M4 Sherman"), ("B1", "Ju 87 Stuka"))["attacks"][0]["face"]
    assert plane["refusal"]["code"] == "in_the_air"
    assert shot(client, ("A1", "M4 Sherman"), ("A2", "Tiger I"), status=400)["code"] == "not_there"
    assert shot(client, ("A1", "M4 Sherman"), ("B1", "Tigger"), status=400)["code"] == "unit_unknown"
    dice = shot(client, ("A1", "M4 Sherman"), ("B1", "Tiger I"), resolve={"dice": [[6, 6, 6]]}, status=400)
    assert dice["code"] == "wrong_dice"


def test_a_hurt_mech_goes_on_with_what_is_left_of_it(client: TestClient) -> None:
    cards = [{"id": name, "seat": "AB".index(name[0]), "card": "Raider"} for name in ("A1", "B1")]
    # a bonus may have fallen below nothing, and an arm is off with its dice
    cards[0]["counts"] = {"dodge": -1, "heat": 3, "left_arm": 0}
    wish = {"units": cards, "unit": "A1", "target": "B1"}
    told = post(client, "/api/companion/shot", {"game": "brick_mech", "shot": wish, "resolve": {}}, 200)
    attack = told["attacks"][0]["face"]
    assert ("bm.mod.attack.heat", -3) in [(line["clause"], line["value"]) for line in attack["sums"][0]["lines"]]
    assert told["dice"] or told["asked"]
    cards[0]["counts"]["heat"] = 1000
    wish = {"units": cards, "unit": "A1", "target": "B1"}
    assert post(client, "/api/companion/shot", {"game": "brick_mech", "shot": wish}, 400)["code"] == "malformed"
