"""Options: the ledger's switches with their defaults, and codes to share them."""

from __future__ import annotations

import tomllib

import pytest
from msgspec.structs import asdict

from brickfield.core.clauses import read_ledger
from brickfield.core.refusal import Refusal
from brickfield.games.battle_of_the_sea.catalogue import checked_fleet
from brickfield.games.battle_of_the_sea.contents import GAME
from brickfield.games.battle_of_the_sea.data_files import DATA
from brickfield.games.battle_of_the_sea.measures import measures
from brickfield.games.battle_of_the_sea.options import LAYOUT, Options, switches
from brickfield.games.battle_of_the_sea.ship_card import ships

DEFAULTS = {
    "dice": "brick",
    "max_ships": 0,
    "long_range_strict": False,
    "cargo": False,
    "turning": "free",
    "broadside": False,
    "land_blocks_fire": True,
    "seaweed_slow": False,
    "ram_test": "forward_cone",
    "ram_backlash": False,
    "ram_per_player": False,
    "ram_and_fire": True,
    "order": "clockwise",
    "teams": False,
    "stalemate_rounds": 10,
    "max_rounds": 60,
    "wind": False,
    "currents": False,
    "forts": False,
    "ports": False,
    "gold": False,
    "monsters": "off",
}


def test_the_defaults_are_the_rulings_of_the_ledger() -> None:
    options = asdict(Options())
    assert {name: options[name] for name in DEFAULTS} == DEFAULTS
    assert set(LAYOUT) == set(options) == set(switches())


def test_every_cited_clause_of_the_data_exists() -> None:
    ledger = read_ledger(GAME.ledger)
    cited = {switch.clause for switch in switches().values()} | set(measures().clauses.values())
    cited |= {card.clause for card in ships().values()}
    for path in DATA.rglob("*.toml"):
        cited |= set(_clauses(tomllib.loads(path.read_text("utf-8"))))
    assert cited <= set(ledger)


def _clauses(value: object) -> list[str]:
    if isinstance(value, dict):
        here = [value["clause"]] if isinstance(value.get("clause"), str) else []
        return here + [found for inner in value.values() for found in _clauses(inner)]
    return [found for inner in value for found in _clauses(inner)] if isinstance(value, list) else []


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"wind": True, "dice": "d6_easy"},
        {"monsters": "both", "waters": "archipelago", "waters_seed": 9999, "points": 1000, "brick_permille": 999},
        {"turning": "limited", "max_rounds": 0, "stalemate_rounds": 60, "table_inches": 120, "teams": True},
    ],
)
def test_a_code_stands_for_its_options(settings: dict[str, object]) -> None:
    code = GAME.write_code(settings)
    assert isinstance(code, str)
    assert code.startswith("SEA-")
    again = GAME.read_code(code.lower().replace("-", " "))
    assert isinstance(again, dict)
    assert Options(**again) == Options.of(settings)


def test_the_default_code_is_the_shortest_and_slips_are_noticed() -> None:
    assert GAME.write_code({}) == "SEA-12"
    assert isinstance(GAME.read_code("SEA-13"), Refusal)
    assert isinstance(GAME.read_code("MBB-12"), Refusal)
    assert isinstance(GAME.write_code({"winds": True}), Refusal)
    assert isinstance(GAME.write_code({"dice": "d20"}), Refusal)


def test_changes_are_told_in_words() -> None:
    told = Options(wind=True, dice="d6_hard").changes()
    assert [(change.title, change.clause) for change in told] == [
        ("Dice", "sea.dice.probability"),
        ("Wind", "sea.wind.direction"),
    ]


def test_a_fleet_is_checked_before_a_battle() -> None:
    fine = checked_fleet((("Viking Longship", 2), ("Sea Wolf 12: 4-2-6", 1)), 0, {})
    assert not isinstance(fine, Refusal)
    assert (fine.points, fine.limit, fine.faults) == (36, 50, ())
    over = checked_fleet((("Ship of the Line", 2),), 50, {})
    assert not isinstance(over, Refusal)
    assert [fault.code for fault in over.faults] == ["too_many_points"]
    unfinished = checked_fleet((("Bad 12: 1-1-1", 1),), 50, {})
    assert not isinstance(unfinished, Refusal)
    assert [fault.code for fault in unfinished.faults] == ["points_do_not_sum"]
    assert isinstance(checked_fleet((("Bad", 1),), 50, {}), Refusal)
