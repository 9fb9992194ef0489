"""Options: the ledger's switches with their defaults, and codes to share them."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest
from msgspec.structs import asdict

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.core.setup.agreements import switch_in
from brickfield.games.battle_of_the_sea.base.measures import measures
from brickfield.games.battle_of_the_sea.base.ship_card import ships
from brickfield.games.battle_of_the_sea.base.waters import SeaMatch
from brickfield.games.battle_of_the_sea.contents import GAME
from brickfield.games.battle_of_the_sea.setup.options import BOARD, LAYOUT, Options
from brickfield.games.battle_of_the_sea.setup.scenarios import scenarios
from brickfield.games.battle_of_the_sea.shown.catalogue import checked_fleet
from brickfield.testing import clause
from brickfield.text.agreeing import new_match as at_the_text_table

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
    "stout_hulls": False,
}


def test_the_defaults_are_the_rulings_of_the_ledger() -> None:
    options = asdict(Options())
    assert {name: options[name] for name in DEFAULTS} == DEFAULTS
    assert {switch_in(name) for name in LAYOUT} == set(options) == set(BOARD.switches())


def test_every_cited_clause_of_the_data_exists() -> None:
    ledger = GAME.clauses
    cited = {switch.clause for switch in BOARD.switches().values()} | set(measures().clauses.values())
    cited |= {card.clause for card in ships().values()}
    for path in GAME.folder.rglob("*.toml"):
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
        {"turning": "by_length", "stout_hulls": True, "brick_permille": 999, "dice": "d6_hard"},
        {"turning": "by_length"},
        {"stout_hulls": True},
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


@clause("sea.move.by_length", "sea.damage.stout")
def test_codes_of_before_there_was_a_third_turning_and_stout_hulls_mean_what_they_meant() -> None:
    """Codes that were written before, with settings on either side of the turning in them."""
    captains = {"wind": True, "currents": True, "broadside": True, "turning": "limited"}
    long_ago = {
        "SEA-16R9-R": captains,
        "SEA-1CZS-XRS5-2EM7-4T82-H04": {"monsters": "both", "turning": "limited", "teams": True, "brick_permille": 735},
    }
    for code, settings in long_ago.items():
        again = GAME.read_code(code)
        assert isinstance(again, dict), again
        assert Options(**again) == Options.of(settings)
        assert GAME.write_code(settings) == code
    # one setting has one code: a turning that is named twice is none
    assert GAME.write_code(captains | {"turning": "by_length"}) != GAME.write_code(captains)


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


def agreed(setup: Setup) -> SeaMatch:
    """A battle as agreed."""
    match = GAME.new_match(setup)
    assert isinstance(match, SeaMatch), match
    return match


@clause("sea.move.by_length", "sea.damage.stout")
@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_new_battles_turn_by_length_with_stout_hulls_and_those_of_before_keep_theirs(scenario: str) -> None:
    before = Setup(GAME.id, scenario)
    assert (agreed(before).options.turning, agreed(before).options.stout_hulls) == ("free", False)
    new = agreed(GAME.fresh(before)).options
    assert (new.turning, new.stout_hulls) == ("by_length", True)
    assert agreed(GAME.fresh(Setup(GAME.id, scenario, {"turning": "free"}))).options.turning == "free"
    # what was saved while battles opened with limited turning says nothing of hulls
    saved = agreed(Setup(GAME.id, scenario, {"turning": "limited"}))
    assert (saved.options.turning, saved.options.stout_hulls) == ("limited", False)
    # what was begun says so itself, so that it is the same battle whenever it is worked out again
    assert GAME.fresh(GAME.fresh(before)) == GAME.fresh(before)


@clause("sea.move.by_length", "sea.damage.stout")
def test_every_preset_names_what_new_battles_open_with_and_a_code_of_before_means_what_it_meant() -> None:
    presets = GAME.catalogue().presets
    named = {each.id: (each.options["turning"], each.options["stout_hulls"]) for each in presets if not each.adds}
    assert named.pop("printed") == ("free", False)
    assert set(named.values()) == {("by_length", True)}
    # a chapter is laid over any of them and leaves both as they are
    added = [each.options for each in presets if each.adds]
    assert added
    assert all(not {"turning", "stout_hulls"} & {*each} for each in added)
    old = GAME.read_code("SEA-12")
    assert isinstance(old, dict)
    assert agreed(GAME.fresh(Setup(GAME.id, "trade_winds", old))).options.turning == "free"


@clause("sea.move.by_length")
def test_the_text_table_opens_with_turning_by_length() -> None:
    for words, turning in (("", "by_length"), ("turning=free", "free")):
        match = at_the_text_table(GAME.id, "", words, 0)
        assert isinstance(match, SeaMatch), match
        assert match.options.turning == turning


@clause("sea.fort.scenario", "sea.damage.stout")
def test_a_scenario_that_was_evened_out_is_played_as_it_was_by_who_agreed_on_it_before() -> None:
    """Twice: when new battles first named the turning, and when they first named stout hulls."""
    before, since, now = (
        agreed(setup)
        for setup in (_fort(), Setup(GAME.id, "defence_of_the_fort", {"turning": "limited"}), GAME.fresh(_fort()))
    )
    fleets = [
        Counter(card.name for unit, card in each.cards.items() if unit[0] == "A") for each in (before, since, now)
    ]
    assert fleets[0] == {"Ship of the Line": 1, "Galleon": 1, "Viking Longship": 2}
    assert fleets[1] == {"Galleon": 1, "Viking Longship": 1, "Cutter": 2}
    assert sum(fleets[2].values()) > sum(fleets[1].values())
    assert (before.chart.fort[0].y, since.chart.fort[0].y, now.chart.fort[0].y) == (23.5, 28.0, 28.0)


@clause("sea.game.players")
def test_three_fleets_of_before_keep_their_waters() -> None:
    three = Setup(GAME.id, "free_for_all_3")
    limited = Setup(GAME.id, "free_for_all_3", {"turning": "limited"})
    assert agreed(three).chart == agreed(limited).chart != agreed(GAME.fresh(three)).chart
    assert [len(agreed(each).chart.area) for each in (limited, GAME.fresh(three))] == [5, 5]


def _fort() -> Setup:
    return Setup(GAME.id, "defence_of_the_fort")
