"""Options: every switch does what it says, codes are shared, ranges are adapted within the advice."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import asdict

from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.brick_mech.chapters.adapting_ranges.adapting_ranges import check_ranges, limits_of, range_advice
from brickfield.games.brick_mech.contents import GAME as BRICK_MECH
from brickfield.games.brick_mech.setup.options import BOARD, Options
from brickfield.testing import clause
from tests.rules.brick_mech.table import GAME, duel


def made(scenario: str = "duel", **options: Any) -> Any:
    game = find_game(GAME)
    assert game is not None
    return game.new_match(Setup(GAME, scenario, options))


def refused(scenario: str = "duel", **options: Any) -> tuple[str, str]:
    match = made(scenario, **options)
    assert isinstance(match, Refusal), match
    return match.code, match.clause


@clause("bm.option.agree", "bm.option.alt.intro")
def test_defaults_are_those_of_the_ledger() -> None:
    assert {name: value for name, value in asdict(Options()).items() if name in BOARD.switches()} == {
        "return_fire": False, "hold_fire": False, "charge": False, "targeted_shot": False, "criticals": True,
        "faster_initiative": False, "several_units": True, "victory": "last_standing", "move_rounding": "per_leg",
        "late_return_heat": "regain", "friendly_fire": False, "premeasure": True, "table_vote": False,
        "adapted_ranges": False, "melee_range": 30, "short_range": 10, "long_range": 20, "protect_rounds": 10,
        "stalemate_rounds": 10, "point_limit": 0,
    }  # fmt: skip


@clause("bm.option.agree")
def test_every_switch_is_a_field_of_the_options_and_of_the_code() -> None:
    assert set(BOARD.switches()) == set(asdict(Options())) == set(BOARD.order)
    assert {card.id for card in BRICK_MECH.options()} == set(BOARD.switches())


@clause("bm.option.agree")
@pytest.mark.parametrize("switch_id", sorted(BOARD.order))
def test_a_code_brings_every_value_back(switch_id: str) -> None:
    switch = BOARD.switches()[switch_id]
    places = {0, switch.size // 2, switch.size - 1}
    for place in places:
        options = Options(**{switch_id: switch.value_at(place)})
        assert Options.from_code(options.code()) == options
        assert Options.of({switch_id: switch.value_at(place)}) == options


@clause("bm.option.agree")
def test_a_wrong_code_or_switch_is_refused() -> None:
    for text in ("MBB-12", "BM-1", "BM-13", "nonsense"):
        assert isinstance(Options.from_code(text), Refusal)
    assert refused(ramming=True) == ("switch_unknown", "")
    assert refused(charge="perhaps") == ("switch_value", "")
    agreed = Options(charge=True, victory="hold_marker")
    assert [change.title for change in agreed.changes()] == ["Charge", "Goal"]


@clause("bm.objective.alternative", "bm.option.agree")
def test_a_scenario_brings_its_own_switches_and_players_may_change_them() -> None:
    assert made("hold_the_marker").options.victory == "hold_marker"
    assert made("hold_the_marker", victory="last_standing").options.victory == "last_standing"


# --- adapted ranges --------------------------------------------------------------------------------------------------


@clause("bm.option.ranges.adapt")
def test_adapted_ranges_replace_the_standard_ones() -> None:
    options = {"adapted_ranges": True, "melee_range": 20, "short_range": 6, "long_range": 12}
    for gap, band in ((2, "melee"), (2.5, "short"), (6, "short"), (7, "long"), (12, "long"), (12.5, "out")):
        assert duel(gap, options=options).range_of("A1", "B1") == band


@clause("bm.option.ranges.adapt")
def test_without_the_switch_the_standard_ranges_stay() -> None:
    assert refused(short_range=6) == ("ranges_not_adapted", "bm.option.ranges.adapt")
    limits = limits_of(Options(short_range=6))
    assert (limits.melee, limits.short, limits.long) == (3.0, 10.0, 20.0)


@clause("bm.option.ranges.long")
def test_long_range_is_double_short_range() -> None:
    assert refused(adapted_ranges=True, short_range=8, long_range=15) == ("long_range", "bm.option.ranges.long")
    assert not isinstance(made(adapted_ranges=True, short_range=8, long_range=16), Refusal)


@clause("bm.option.ranges.short")
def test_short_range_is_at_most_half_the_shorter_side_of_the_table() -> None:
    assert not isinstance(made(adapted_ranges=True, short_range=15, long_range=30), Refusal)
    assert refused(adapted_ranges=True, short_range=16, long_range=32) == ("short_range", "bm.option.ranges.short")
    turned = check_ranges(Options(adapted_ranges=True, short_range=16, long_range=32), 30, 40)
    assert turned is not None
    assert turned.data["most"] == 15
    # with the standard numbers no check is made
    assert check_ranges(Options(adapted_ranges=True), 16, 16) is None


@clause("bm.option.ranges.adapt")
def test_melee_range_stays_below_short_range() -> None:
    assert refused(adapted_ranges=True, melee_range=60, short_range=6, long_range=12)[0] == "melee_range"


@clause("bm.option.ranges.melee")
@pytest.mark.parametrize(("tenths", "warned"), [(30, False), (20, False), (5, False), (4, True), (31, True)])
def test_advice_on_melee_range_is_a_warning_only(tenths: int, warned: bool) -> None:
    options = Options(adapted_ranges=True, melee_range=tenths)
    assert bool(range_advice(options)) is warned
    t = duel(options={"adapted_ranges": True, "melee_range": tenths})
    assert bool(t.advice()) is warned


@clause("bm.option.fastinit.reason")
def test_the_reason_for_the_changing_direction_can_be_read() -> None:

    assert "direction" in BRICK_MECH.clauses["bm.option.fastinit.reason"].text
