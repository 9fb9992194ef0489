"""Ship card: points from length, three features, two sorts of durability, cones and peas, flags."""

from __future__ import annotations

import pytest

from brickfield.core.refusal import Refusal
from brickfield.games.battle_of_the_sea.base.hulls import beam_studs, bow_of, hull_at, hull_form
from brickfield.games.battle_of_the_sea.base.measures import inches, measures, stored
from brickfield.games.battle_of_the_sea.base.ship_card import ShipCard, build, check_card, monster_of_the_deep, ships
from brickfield.geometry import Pose
from brickfield.testing import clause
from tests.rules.battle_of_the_sea.table import GALLEON, VIKING, refused, sea, ship


def built(design: str) -> ShipCard:
    card = build(design)
    assert isinstance(card, ShipCard), card
    return card


def fault(design: str) -> Refusal:
    refusal = build(design)
    assert isinstance(refusal, Refusal)
    return refusal


@clause("sea.ship.example", "sea.ship.points", "sea.ship.features", "sea.durability.two_parts")
def test_the_book_s_longship() -> None:
    card = ships()[VIKING]
    assert (card.length, card.points) == (12, 12)
    assert (card.firepower, card.base, card.speed, card.additional) == (4, 2, 6, 3)
    assert card.firepower + card.base + card.speed == card.length
    table = sea(ship("A1", VIKING, 10, 10), ship("B1", VIKING, 20, 20))
    assert table.durability("A1") == 5
    piles = {pile.feature: (pile.cones, pile.peas) for pile in table.card("A1")}
    assert piles == {"firepower": (0, 4), "base": (0, 2), "additional": (0, 3), "speed": (1, 1)}


@clause("sea.ship.features")
@pytest.mark.parametrize("split", ["4-2-5", "4-2-7", "12-2-0"])
def test_features_must_sum_to_the_length(split: str) -> None:
    refusal = fault(f"Sea Wolf 12: {split}")
    assert (refusal.code, refusal.clause) == ("points_do_not_sum", "sea.ship.features")
    assert refusal.data["length"] == 12
    assert refusal.data["sum"] == sum(map(int, split.split("-")))


@clause("sea.fleet.min_ship")
def test_the_smallest_and_the_longest_ship() -> None:
    assert built("Dinghy 3: 0-1-2").length == 3
    assert built("Leviathan 60: 20-20-20").length == 60
    assert fault("Raft 2: 0-1-1").code == fault("Bridge 61: 20-20-21").code == "wrong_length"
    refusal = fault("Ghost 12: 6-0-6")
    assert (refusal.code, refusal.clause) == ("no_base_durability", "sea.fleet.min_ship")
    assert (built("Hulk 5: 0-5-0").firepower, built("Hulk 5: 0-5-0").speed) == (0, 0)


@clause("sea.ship.variety")
def test_ships_of_one_look_may_have_different_cards() -> None:
    one, other = built("Sea Wolf 12: 4-2-6"), built("Sea Wolf 12: 6-4-2")
    assert (one.name, one.length) == (other.name, other.length)
    assert one != other
    assert fault("no such ship").code == "unknown_ship"
    assert fault("Sea Wolf 12: 4-2-6 wings").code == "unknown_tag"


@clause("sea.durability.additional", "sea.durability.example")
@pytest.mark.parametrize(("speed", "additional"), [(0, 0), (1, 0), (2, 1), (3, 1), (6, 3), (7, 3)])
def test_additional_durability_is_half_the_speed_rounded_down(speed: int, additional: int) -> None:
    assert built(f"Ship 12: {10 - speed}-2-{speed}").additional == additional


@clause("sea.monster.no_fire", "sea.monster.size", "sea.monster.custom")
def test_monsters_have_speed_and_durability_only() -> None:
    serpent, kraken = ships()["Sea Serpent"], ships()["Kraken"]
    assert (serpent.length, serpent.speed, serpent.base, serpent.additional) == (8, 6, 2, 3)
    assert (kraken.length, kraken.speed, kraken.base, kraken.additional) == (10, 6, 4, 3)
    own = built("Turtle 14: 0-10-4 monster")
    assert (own.kind, own.points) == ("monster", 14)
    assert fault("Dragon 12: 2-4-6 monster").clause == "sea.monster.no_fire"
    assert monster_of_the_deep() == kraken


@clause("sea.fort.card")
def test_a_fort_is_firepower_and_durability_on_a_square() -> None:
    fort = built("Tower 20: 10-10-0 fort")
    assert (fort.points, fort.additional) == (20, 0)
    assert fort.side_inches == pytest.approx(5 / 3)
    assert built("Hut 16: 8-8-0 fort").side_inches == pytest.approx(4 / 3)
    assert fault("Tower 20: 8-8-4 fort").clause == "sea.fort.card"


@clause("sea.card.cone", "sea.card.colours", "sea.markers.use", "sea.ship.public", "sea.card.plate")
def test_the_card_lies_open_in_cones_and_peas() -> None:
    table = sea(ship("A1", GALLEON, 10, 10), ship("B1", "Ship 29: 17-5-7", 20, 20))
    shown = {pile.feature: (pile.colour, pile.value, pile.cones, pile.peas) for pile in table.card("B1")}
    assert shown["firepower"] == ("red", 17, 3, 2)
    assert shown["base"] == ("green", 5, 1, 0)
    assert shown["additional"] == ("green", 3, 0, 3)
    assert shown["speed"] == ("blue", 7, 1, 2)
    assert {each.id: each.marks for each in table.view(0).units} == {
        each.id: each.marks for each in table.view(1).units
    }
    assert measures().card_studs == 4


@clause("sea.card.flag", "sea.card.identifier")
def test_flags_tell_fleets_and_sisters_apart() -> None:
    table = sea(ship("A1", VIKING, 10, 10), ship("A2", VIKING, 20, 10), ship("B1", VIKING, 20, 20))
    assert [table.describe(name) for name in ("A1", "A2", "B1")] == [f"{VIKING} {name}" for name in ("A1", "A2", "B1")]
    assert [table.unit(name).seat for name in ("A1", "A2", "B1")] == [0, 0, 1]


@clause("sea.geometry.footprint", "sea.move.measure")
def test_the_hull_is_a_pentagon_about_half_length_and_half_beam() -> None:
    assert [beam_studs(length) for length in (3, 8, 9, 20, 21, 60)] == [2, 2, 4, 4, 6, 6]
    corners = hull_form(12).at(0, 0, 1, 0).corners
    assert corners == pytest.approx((-2, 2 / 3, -2, -2 / 3, 2 - 2 / 3, -2 / 3, 2, 0, 2 - 2 / 3, 2 / 3))
    assert bow_of(Pose.at(10, 10, 90), 12) == pytest.approx((10, 12))
    assert hull_at(Pose.at(10, 10, 90), 12).y1 == pytest.approx(12)
    assert hull_at(Pose.at(10, 10, 0), 12).box == pytest.approx((8, 10 - 2 / 3, 12, 10 + 2 / 3))


@clause("sea.ruler.inch", "sea.ruler.tool", "sea.table.size")
def test_three_studs_are_an_inch() -> None:
    assert inches(3) == 1
    assert inches(12) == 4
    assert [inches(studs) for studs in (15, 30)] == [measures().ruler_inches, measures().folding_ruler_inches]
    assert measures().table_inches == 35
    assert sea(ship("A1", VIKING, 10, 10), ship("B1", VIKING, 20, 20)).match.width == 35


@clause("sea.geometry.precision", "sea.geometry.frame")
def test_poses_are_rounded_after_a_move() -> None:
    pose = stored(10.00004999, 3.00005001, 359.99961)
    assert pose.place == (10.0, 3.0001)
    assert pose.degrees == 0.0
    assert (stored(0, 0, 12.3456).degrees, stored(0, 0, 12.3454).degrees) == (12.346, 12.345)
    assert stored(1, 2, 90) == Pose.at(1, 2, 90)


def test_a_position_with_impossible_numbers_is_refused() -> None:
    other = ship("B1", VIKING, 20, 20)
    for changes in ({"wings": 2}, {"speed": -1}, {"cargo": [4]}, {"firepower": "many"}, {"marks": {"speed": -2}}):
        refusal = refused({"units": [{**ship("A1", VIKING, 10, 10), "changes": changes}, other]})
        assert refusal.code == "bad_position"
    twice = refused({"units": [ship("A1", VIKING, 10, 10), ship("A1", VIKING, 20, 20)]})
    assert twice.code == "bad_position"
    assert refused({"units": [{**other, "card": "Hulk 5: 9-9-9"}]}).code == "points_do_not_sum"


@clause("sea.ship.points")
def test_ready_made_ships_pass_their_own_check() -> None:
    assert [check_card(card) for card in ships().values()] == [None] * len(ships())
    assert {"Viking Longship", "Galleon", "Cutter", "Ship of the Line", "Galley Ram"} <= set(ships())
