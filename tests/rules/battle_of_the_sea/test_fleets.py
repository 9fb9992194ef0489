"""Basic rules: fleets within an agreed level."""

from __future__ import annotations

import pytest

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.battle_of_the_sea.about import about
from brickfield.games.battle_of_the_sea.base.ship_card import ships
from brickfield.games.battle_of_the_sea.setup.fleets import cards_of, check_fleet, of_era, points_of
from brickfield.games.battle_of_the_sea.setup.options import Options
from brickfield.testing import clause
from tests.rules.battle_of_the_sea.table import CUTTER, GALLEON, GAME, LINER, VIKING, refused

BASIC = "last_drop_of_blood"


def fleet(*ships: tuple[str, int]) -> tuple[tuple[str, int], ...]:
    return ships


def setup(one: tuple[tuple[str, int], ...], other: tuple[tuple[str, int], ...], **options: object) -> Setup:
    return Setup(GAME, BASIC, dict(options), (one, other))


@clause("sea.fleet.points", "sea.fleet.sum")
def test_a_fleet_fits_within_the_level() -> None:
    game = find_game(GAME)
    assert game is not None
    fifty = fleet((LINER, 1), (VIKING, 1), (CUTTER, 1))
    assert not isinstance(game.new_match(setup(fifty, fifty)), Refusal)
    more = fleet((LINER, 1), (VIKING, 1), (CUTTER, 1), ("Dinghy 3: 0-1-2", 1))
    refusal = refused(setup(fifty, more))
    assert (refusal.code, refusal.clause) == ("too_many_points", "sea.fleet.sum")
    assert (refusal.data["points"], refusal.data["level"]) == (53, 50)
    assert not isinstance(game.new_match(setup(fifty, more, points=60)), Refusal)
    assert refused(setup(fifty, fifty, points=49)).code == "too_many_points"


@clause("sea.fleet.composition")
def test_one_long_ship_or_many_small_ones() -> None:
    game = find_game(GAME)
    assert game is not None
    match = game.new_match(setup(fleet(("Leviathan 50: 20-20-10", 1)), fleet(("Boat 10: 2-2-6", 5))))
    assert not isinstance(match, Refusal)
    assert sorted(match.cards) == ["A1", "B1", "B2", "B3", "B4", "B5"]
    assert refused(setup((), fleet((VIKING, 1)))).code == "no_ships"


@clause("sea.fleet.limit_units")
def test_a_number_of_units_may_be_agreed() -> None:
    boats = fleet(("Boat 10: 2-2-6", 5))
    assert refused(setup(boats, boats, max_ships=4)).clause == "sea.fleet.limit_units"
    for wrong, code in (("Flying Dutchman", "unknown_ship"), ("Leaky 12: 4-2-5", "points_do_not_sum")):
        fault = cards_of((*boats, (wrong, 1)))
        assert isinstance(fault, Refusal)
        assert fault.code == code
    cards = cards_of(boats)
    assert isinstance(cards, list)
    assert check_fleet(cards, 50, Options(max_ships=5)) is None
    assert check_fleet(cards, 50, Options()) is None
    assert points_of(cards) == 50


@clause("sea.fleet.era")
def test_an_era_is_a_matter_of_looks() -> None:
    assert of_era("any") == list(ships().values())
    names = {card.name for card in of_era("pirates")}
    assert GALLEON in names
    assert VIKING not in names
    viking = fleet((VIKING, 1))
    game = find_game(GAME)
    assert game is not None
    assert not isinstance(game.new_match(setup(viking, viking, era="future")), Refusal)


@clause("sea.fleet.size_any", "sea.overview.theme", "sea.overview.licence", "sea.scale.micro", "sea.model.free")
@clause("sea.props.own", "sea.appendix.search", "sea.ram.perpendicular")
def test_what_the_book_says_about_itself() -> None:
    said = about()
    page = f"{said.title} {said.theme.text} {said.rights.text} {said.rights.credits}"
    for word in ("Misterka", "klocki.netla.pl", "CC BY-SA 3.0", "fleets"):
        assert word in page
    clauses = {tip.clause for tip in about().tip}
    assert {"sea.scale.micro", "sea.model.free", "sea.props.own", "sea.fleet.size_any"} <= clauses
    assert "sea.ram.perpendicular" in clauses
    assert about().appendices.clause == "sea.appendix.search"


@clause("sea.fleet.sum")
@pytest.mark.parametrize("name", ["Kraken", "Sea Fort"])
def test_monsters_and_forts_need_an_agreement(name: str) -> None:
    assert refused(setup(fleet((name, 1)), fleet((VIKING, 1)))).code in ("no_monsters", "no_forts")
