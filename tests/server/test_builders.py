"""The army builder over the routes: odds worked out by the rules, limits as they stand, words of cards with clauses."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from starlette.testclient import TestClient

from brickfield.games import GAME_IDS, find_game
from brickfield.server.web.catalogue import game_card
from tests.server.browsing import post

TANKS, MECH, SEA, ACTION = "micro_brick_battle", "brick_mech", "battle_of_the_sea", "brick_action"


def duels(client: TestClient, game: str, card: str, *enemies: str, away: float, **more: Any) -> list[dict[str, Any]]:
    wish = {"game": game, "card": card, "enemies": list(enemies), "away": away, **more}
    found: list[dict[str, Any]] = post(client, "/api/cards/duels", wish)
    return found


def only(duel: dict[str, Any], whose: str = "mine") -> dict[str, Any]:
    (attack,) = duel[whose]
    face: dict[str, Any] = attack["face"]
    return face


# --- odds ------------------------------------------------------------------------------------------------------------


def test_a_tank_needs_what_the_victory_table_prints(client: TestClient) -> None:
    # mbb.shoot.table, row AP 6: against DP 2, 4, 5 and 6; the ways are counted on two dice
    usual = ("Panzer II", "Panzer IV", "Panther", "Tiger I")
    found = duels(client, TANKS, "M10 Wolverine", *usual, away=8)
    assert [(duel["title"], only(duel)["need"], only(duel)["ways"]) for duel in found] == [
        ("Panzer II", "4+", [33, 36]),
        ("Panzer IV", "6+", [26, 36]),
        ("Panther", "7+", [21, 36]),
        ("Tiger I", "8+", [15, 36]),
    ]
    # the Tiger's AP 8 against DP 3
    assert (only(found[3], "theirs")["need"], only(found[3], "theirs")["ways"]) == ("3+", [35, 36])
    assert only(found[0])["distance"] == pytest.approx(8)


def test_the_side_an_enemy_shows_counts(client: TestClient) -> None:
    front, rear = (
        only(duels(client, TANKS, "M4 Sherman", "Panzer III", away=8, facing=facing)[0]) for facing in ("front", "rear")
    )
    assert (front["need"], rear["need"]) == ("8+", "6+")
    lines = [line["clause"] for total in rear["sums"] for line in total["lines"]]
    assert "mbb.mod.rear" in lines
    # a fixed gun that is shown the side cannot answer
    (flank,) = duels(client, TANKS, "M4 Sherman", "StuG III", away=8, facing="side")
    assert only(flank, "theirs")["refusal"]["code"] == "out_of_arc"


def test_a_mech_hurts_when_its_dice_beat_those_of_the_target(client: TestClient) -> None:
    # bm.attack.roll, bm.defense.roll: 4D6 + 1 against 3D6 + 1 at short range, all 6 ** 7 throws
    (duel,) = duels(client, MECH, "Raider", "Trooper", away=6)
    sums: dict[int, int] = {0: 1}
    for sign in (1, 1, 1, 1, -1, -1, -1):
        step: dict[int, int] = {}
        for (total, ways), face in product(sums.items(), range(1, 7)):
            step[total + sign * face] = step.get(total + sign * face, 0) + ways
        sums = step
    better = sum(ways for total, ways in sums.items() if total > 0) / 6**7
    assert (only(duel)["range"], only(duel)["dice"]) == ("short", 4)
    # bm.option.crit.defense: three sixes of the target stop everything, also the 126 of 6 ** 4 throws above 18
    assert only(duel)["odds"] == pytest.approx(better - 126 / 6**7)
    (plain,) = duels(client, MECH, "Raider", "Trooper", away=6, options={"criticals": False})
    assert only(plain)["odds"] == pytest.approx(better)
    (far,) = duels(client, MECH, "Raider", "Trooper", away=20.5)
    assert (only(far)["range"], only(far)["wasted"], only(far)["odds"]) == ("out", True, 0)


def test_a_ship_fires_all_its_guns_near_and_its_long_ones_far(client: TestClient) -> None:
    options = {"dice": "d6_easy"}
    near, far = (only(duels(client, SEA, "Galleon", "Cutter", away=away, options=options)[0]) for away in (9, 12))
    # firepower 10: ten dice to 10 inches, two beyond, each of them 2 in 3
    assert next(chance["value"] for chance in near["chances"]) == pytest.approx(10 * 2 / 3)
    assert near["odds"] == pytest.approx(1 - (1 / 3) ** 10)
    assert far["odds"] == pytest.approx(1 - (1 / 3) ** 2)
    # bows on nothing bears where broadsides were agreed on: it is laid across, the enemy is not
    (duel,) = duels(client, SEA, "Galleon", "Cutter", away=9, options={"broadside": True})
    assert only(duel)["refusal"] is None
    assert "broadsides" in only(duel, "theirs")["refusal"]["sentence"]
    assert "9901" not in only(duel, "theirs")["refusal"]["sentence"]


def test_squads_and_vehicles_have_each_way_they_can_attack(client: TestClient) -> None:
    squad, tank = duels(client, ACTION, "rifle_squad", "assault_squad", "heavy_tank", away=32)
    # ba.attack.dice.base, ba.weapon.ladder: five repeaters roll 5 dice, each costs a mini by a six or 4+ and no save
    assert only(squad)["dice"] == 5
    # ba.unit.veteran.attack: the +1 of its veteran makes a three of one die a hit, which half of the saves stop
    none_falls, no_three = (1 - 1 / 6 - 2 / 6 * 1 / 2) ** 5, (1 - 1 / 6 - 2 / 6 * 1 / 2 - 1 / 6) ** 5
    assert only(squad)["odds"] == pytest.approx(1 - no_three - (none_falls - no_three) / 2)
    assert [attack["title"] for attack in tank["mine"]] == ["A grenade"]
    (armour,) = duels(client, ACTION, "M1 map mg", "H1 hap", away=32)
    gun, mg = armour["mine"]
    assert (gun["title"], gun["face"]["need"]) == ("MAP", "sum 14+")
    assert mg["face"]["refusal"]["clause"].startswith("ba.")
    # ba.veh.method, ba.veh.save: a six does damage at once, 14 in total unless it is saved on 4+
    hurt = 0.0
    for throw in product(range(1, 7), repeat=4):
        hurt += 1 if 6 in throw else 0.5 if sum(throw) >= 14 else 0
    assert gun["face"]["odds"] == pytest.approx(hurt / 6**4)


def test_an_airplane_is_weighed_in_the_air(client: TestClient) -> None:
    (duel,) = duels(client, TANKS, "Ju 87 Stuka", "Panzer III", away=4, options={"airplanes": True})
    assert {attack["title"]: attack["face"]["need"] for attack in duel["mine"]} == {
        "Machine guns": "10+",
        "Bomb": "5+",
    }


def test_odds_that_cannot_be_worked_out_are_refused_in_words(client: TestClient) -> None:
    wish = {"game": TANKS, "card": "M4 Sherman", "enemies": ["Panzer II"], "away": 49}
    refused = post(client, "/api/cards/duels", wish, 400)
    assert (refused["code"], refused["data"]) == ("too_far", {"away": 49, "most": 48})
    assert refused["sentence"] == "Odds are worked out up to 48 inches away, not 49."
    for wrong in ({"away": -1}, {"away": 1e9}, {"enemies": []}, {"enemies": ["Panzer II"] * 13}, {"facing": "top"}):
        assert post(client, "/api/cards/duels", {**wish, "away": 8, **wrong}, 400)["code"] == "malformed"
    unknown, mine = duels(client, TANKS, "M4 Sherman", "Death Star", away=8), duels(client, SEA, "x", "Cutter", away=8)
    assert unknown[0]["refusal"]["code"] == "unit_unknown"
    assert mine[0]["refusal"]["code"] == "unknown_ship"
    # an unfinished Mech has no odds yet
    assert duels(client, MECH, "L1--S4-S6-A8-A7", "Raider", away=6)[0]["refusal"] is not None


@pytest.mark.parametrize("game_id", GAME_IDS)
def test_every_card_of_a_game_has_its_words_its_class_and_odds_against_the_usual_enemies(game_id: str) -> None:
    game = find_game(game_id)
    assert game is not None
    catalogue = game_card(game).catalogue
    known = {*game.clauses}
    assert {trait.clause for trait in catalogue.traits.values()} <= known
    assert {word for card in catalogue.cards.values() for word in card.traits} <= set(catalogue.traits)
    assert not catalogue.sorts or set(catalogue.sorts) == set(catalogue.cards)
    assert set(catalogue.duels.enemies) <= set(catalogue.cards)
    assert set(catalogue.army_switches) <= {switch.id for switch in catalogue.switches}
    assert 0 < catalogue.duels.distance <= catalogue.duels.farthest


# --- limits ----------------------------------------------------------------------------------------------------------


def limits(client: TestClient, game: str, *army: tuple[str, int], limit: int = 0, **options: Any) -> dict[str, Any]:
    wish = {"game": game, "army": army, "limit": limit, "options": options}
    checked = post(client, "/api/armies/check", wish)
    return {
        each["id"]: (each["value"], each["least"], each["most"], each["holds"], each["clause"])
        for each in checked["limits"]
    }


@pytest.mark.parametrize(
    ("game", "army", "minutes", "clause"),
    [
        (TANKS, [("M4 Sherman", 3)], [20, 45], "mbb.army.time"),
        # the last band has no upper end
        (TANKS, [("M4 Sherman", 12)], [60, 0], "mbb.army.time"),
        ("brick_mech", [("Raider", 2)], [30, 60], ""),
        ("battle_of_the_sea", [("Galleon", 1), ("Cutter", 1)], [10, 20], ""),
        ("brick_action", [("rifle_squad", 2)], [15, 35], ""),
        ("brick_mech", [], [0, 0], ""),
    ],
)
def test_how_long_a_battle_with_an_army_takes(
    client: TestClient, game: str, army: list[tuple[str, int]], minutes: list[int], clause: str
) -> None:
    checked = post(client, "/api/armies/check", {"game": game, "army": army})
    assert (checked["minutes"], checked["minutes_clause"]) == (minutes, clause)


def test_the_limits_of_an_army_of_tanks(client: TestClient) -> None:
    army = (("M4 Sherman", 2), ("M4 Sherman with Tank Commander", 1), ("Panzer II", 1), ("Staff Car", 1))
    found = limits(client, TANKS, *army, ("House", 2), limit=60, terrain_points=6, special_units=True)
    assert found == {
        # three at 14, a commander 10, 9 and 3
        "points": (64, 0, 60, False, "mbb.army.points"),
        "armed": (4, 1, None, True, "mbb.army.minimum"),
        "nations": (2, 0, 1, False, "mbb.army.nation"),
        "commanders": (1, 0, 1, True, "mbb.cmd.one"),
        "pool": (10, 0, 6, False, "mbb.obst.pool"),
        "crowd": (7, 0, 60, True, "mbb.army.points"),
    }
    assert limits(client, TANKS, *army, mixed_nations="side")["nations"][:4] == (2, 0, 1, False)
    assert "nations" not in limits(client, TANKS, *army, mixed_nations="any")
    squads = limits(client, TANKS, ("Infantry with Captain", 2), infantry=True)
    assert squads["captains"] == (2, 0, 1, False, "inf.captain.cost")


def test_the_limits_of_mechs_fleets_and_squads(client: TestClient) -> None:
    mechs = limits(client, MECH, ("L1-T1-S4-S4-A2-A2", 1), ("Raider", 1), limit=300)
    assert mechs["points"][4] == "bm.data.cost"
    assert limits(client, MECH, ("Raider", 2), limit=300) == {
        "points": (300, 0, 300, True, "bm.data.cost"),
        "units": (2, 1, 24, True, "bm.setup.modules"),
        "dice": (4, 0, 5, True, "bm.data.cost"),
    }
    fleet = limits(client, SEA, ("Galleon", 2), ("Kraken", 1), limit=40, max_ships=2)
    assert fleet["points"][1:] == (0, 40, False, "sea.fleet.sum")
    assert fleet["units"] == (3, 1, 2, False, "sea.fleet.limit_units")
    assert fleet["monsters"] == (1, 0, 0, False, "sea.monster.roles")
    # what nobody has agreed on and nobody brings is no limit to read
    assert "forts" not in fleet
    force = limits(client, ACTION, ("rifle_squad", 2), ("general repeater, 4 regular repeater", 2), limit=500)
    # 50 for each squad of five with a free veteran; a general 100 and four at 10
    assert force["points"] == (380, 0, 500, True, "ba.setup.points")
    assert force["generals"] == (2, 0, 1, False, "ba.unit.general.limit")
    assert force["figures"] == (5, 0, 5, True, "ba.unit.size")
