"""The judge: a real table laid as it stands, and what the rules say of one attack; the same as in a battle."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.browsing import post

TANKS, MECH, SEA, ACTION = "micro_brick_battle", "brick_mech", "battle_of_the_sea", "brick_action"


def unit(name: str, card: str, x: float, y: float, heading: float = 0.0, **more: Any) -> dict[str, Any]:
    return {"id": name, "seat": "AB".index(name[0]), "card": card, "x": x, "y": y, "heading": heading, **more}


def asked(
    client: TestClient, game: str, *units: dict[str, Any], terrain: tuple[dict[str, Any], ...] = (), status: int = 200,
    **more: Any,
) -> Any:  # fmt: skip
    names = {"unit": "A1", "target": "B1"} | more
    return post(client, "/api/judge", {"game": game, "table": {"units": units, "terrain": terrain}, **names}, status)


def test_a_tank_behind_a_house_and_beside_it(client: TestClient) -> None:
    hunter, tiger = unit("A1", "M10 Wolverine", 14, 15), unit("B1", "Tiger I", 26, 15, 180)
    house = {"feature": "House", "x": 20.0, "y": 15.0}
    hidden = asked(client, TANKS, hunter, tiger, terrain=(house,))
    (attack,) = hidden["attacks"]
    assert attack["face"]["refusal"]["clause"] == "mbb.los.required"
    assert attack["face"]["sight"] is not None
    (aside,) = asked(client, TANKS, hunter, tiger, terrain=({**house, "y": 20.0},))["attacks"]
    # mbb.shoot.table: row AP 6 against the DP 6 of a Tiger I
    assert (aside["face"]["need"], aside["face"]["ways"]) == ("8+", [15, 36])
    assert [line["clause"] for total in aside["face"]["sums"] for line in total["lines"]]


def test_the_same_of_the_other_games(client: TestClient) -> None:
    (mech,) = asked(client, MECH, unit("A1", "Raider", 14, 15), unit("B1", "Trooper", 20, 15, 180))["attacks"]
    assert (mech["face"]["range"], mech["face"]["dice"]) == ("short", 4)
    (ship,) = asked(client, SEA, unit("A1", "Galleon", 14, 15, 90), unit("B1", "Cutter", 22, 15))["attacks"]
    assert ship["face"]["clause"].startswith("sea.")
    squad = asked(client, ACTION, unit("A1", "rifle_squad", 40, 40), unit("B1", "heavy_tank", 70, 40, 180))["attacks"]
    assert [attack["title"] for attack in squad] == ["A grenade"]


def test_a_table_is_drawn_while_it_is_laid_and_says_what_cannot_be(client: TestClient) -> None:
    inside = unit("A1", "M4 Sherman", 20, 15)
    house = {"feature": "House", "x": 20.0, "y": 15.0}
    found = asked(client, TANKS, inside, terrain=(house,), unit="", target="")
    assert (found["attacks"], found["units"][0]["id"], found["tokens"][0]["kind"]) == ([], "A1", "House")
    assert "overlaps" in found["impossible"]


@pytest.mark.parametrize(
    ("units", "more", "code"),
    [
        ((unit("A1", "M4 Sherman", 14, 15),), {}, "not_there"),
        ((unit("A1", "M4 Sherman", 14, 15), unit("B1", "Tigger", 20, 15)), {}, "unit_unknown"),
        ((unit("A1", "M4 Sherman", 14, 15), unit("A2", "Tiger I", 20, 15)), {"target": "A2"}, "allies"),
        ((unit("A1", "M4 Sherman", 14, 15), unit("A1", "Tiger I", 20, 15)), {}, "bad_position"),
        ((unit("A1", "M4 Sherman", 14, 15, colour="red"), unit("B1", "Tiger I", 20, 15)), {}, "bad_position"),
        ((unit("A1", "M4 Sherman", 14, 1e9), unit("B1", "Tiger I", 20, 15)), {}, "bad_position"),
        ((unit("A1", "M4 Sherman", 14, 15), unit("B1", "Tiger I", 20, 15)), {"options": {"no": 1}}, "switch_unknown"),
        (
            (unit("A1", "M4 Sherman", 1, 1), *(unit(f"B{n}", "Tiger I", 9, 2 * n) for n in range(1, 17))),
            {},
            "malformed",
        ),
    ],
)
def test_what_cannot_be_laid_is_refused(
    client: TestClient, units: tuple[dict[str, Any], ...], more: dict[str, Any], code: str
) -> None:
    assert asked(client, TANKS, *units, status=400, **more)["code"] == code
