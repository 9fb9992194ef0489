"""Options: house-rule switches as one typed struct, shown to every player and shared as a short code."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict, replace

from brickfield.core.data_files import DataFault
from brickfield.core.refusal import INVALID, Refusal
from brickfield.core.setup import share_code
from brickfield.core.setup.agreements import FURTHER
from brickfield.core.setup.switches import Switch, check_switch
from brickfield.games.micro_brick_battle.chapters.young_players.young_players import rules_level
from brickfield.games.micro_brick_battle.contents import GAME
from brickfield.games.micro_brick_battle.setup import options as options_module
from brickfield.games.micro_brick_battle.setup.options import BOARD, LAYOUT, Options
from brickfield.testing import clause, lay_table, unit


def _setting(switch: Switch) -> st.SearchStrategy[Any]:
    value = st.integers(0, switch.size - 1).map(switch.value_at)
    if not switch.per_seat:
        return value
    most = max(switch.per_seat, switch.most_seats)
    return st.lists(value, min_size=switch.per_seat, max_size=most).map(lambda each: _shortest(switch, each))


def _shortest(switch: Switch, values: list[Any]) -> tuple[Any, ...]:
    """The same for every seat, without what goes without saying: the last value holds for all after it."""
    while len(values) > switch.per_seat and values[-1] == values[-2]:
        values = values[:-1]
    return tuple(values)


# seats beyond the usual two have a place of their own in the code
SWITCHES = [name for name in LAYOUT if not name.endswith(FURTHER)]
any_options = st.builds(Options, **{name: _setting(BOARD.switches()[name]) for name in SWITCHES})
FULL = Options(
    turn_cost="per_started_90",
    fixed_arc_deg=180,
    cover_stacking="sum",
    friends_transparent=True,
    hedgerow_passable=True,
    mixed_nations="any",
    quick_radius=False,
    destructible=False,
    round_limit=99,
    deadlock_rounds=0,
    battlefield="half",
    rules_level=("young", "young_hidden"),
    point_limit=999,
    scenario_edition="evened",
    hill_mp=-1,
    terrain_points=99,
    airplanes=True,
    special_units=True,
    reinforcements=True,
    spg_rear_as_shooter="ignored",
    mines="visual",
    mine_test="cards",
    mine_markers=9,
    weather="rolled",
    weather_kind="sand_storm",
    effect_cards="hail_mary",
    hail_mary_cards=1,
    table_number=9999,
    own_units="agreed",
    infantry=True,
    inf_fog_mp=-1,
    inf_sniper_ignores_cover_dp=True,
    inf_overrun=True,
    obstacles_from_army=False,
    mine_zones=3,
    mine_zone_size="24x12",
)
# what older codes say of the switches that came after them
NEWER = [name for name in LAYOUT[LAYOUT.index("terrain_points") :] if not name.endswith("+")]
LATER_ON: dict[str, Any] = {name: getattr(Options(), name) for name in NEWER}


def refused(answer: object, code: str) -> Refusal:
    assert isinstance(answer, Refusal)
    assert answer.code == code
    assert answer.sentence.endswith(".")
    return answer


# The switches


@pytest.mark.parametrize(
    ("switch_id", "default", "cited"),
    [
        ("turn_cost", "prorata", "mbb.move.turn"),
        ("fixed_arc_deg", 45, "mbb.move.fixed_gun"),
        ("cover_stacking", "worst", "mbb.mod.stack"),
        ("spg_rear_as_shooter", "normal", "mbb.spg.rear"),
        ("hedgerow_passable", False, "mbb.terrain.hedge"),
        ("hill_mp", 0, "mbb.terrain.hill.move"),
        ("friends_transparent", False, "mbb.geometry.blockers"),
        ("mixed_nations", "country", "mbb.army.nation"),
        ("destructible", "scenario", "mbb.hm.place"),
        ("quick_radius", True, "mbb.quick.move"),
        ("round_limit", 0, "mbb.win.stalemate"),
        ("deadlock_rounds", 10, "mbb.win.deadlock"),
        ("mines", "none", "mbb.mine.three"),
        ("weather", "none", "mbb.weather.agree"),
        ("weather_kind", "rain", "mbb.weather.agree"),
        ("effect_cards", "none", "mbb.card.optional"),
        ("battlefield", "scenario", "mbb.cover.place.divide"),
        ("rules_level", "base", "mbb.young.mix"),
        ("table_number", 1, "mbb.cover.place.one"),
        ("own_units", "none", "mbb.army.rc_pattern"),
        ("point_limit", 0, "mbb.army.points"),
    ],
)
def test_every_switch_of_the_ledger_is_there(switch_id: str, default: object, cited: str) -> None:
    switch = BOARD.switches()[switch_id]
    assert switch.default == default
    assert type(switch.default) is type(default)
    assert switch.clause == cited
    assert cited in GAME.clauses
    assert switch.title
    assert switch.text.endswith(".")


@clause("mbb.house.agree")
def test_hills_will_be_free_or_cost_a_point() -> None:
    assert [choice.value for choice in BOARD.switches()["hill_mp"].choices] == [0, -1]


@clause("mbb.house.agree")
def test_options_have_exactly_the_switches_in_use() -> None:
    in_use = {switch.id for switch in BOARD.switches().values() if switch.in_use}
    assert in_use == set(Options.__struct_fields__) == set(SWITCHES)


@pytest.mark.parametrize(
    ("alias", "switch_id"),
    [
        (options_module.TurnCost, "turn_cost"),
        (options_module.CoverStacking, "cover_stacking"),
        (options_module.MixedNations, "mixed_nations"),
        (options_module.BattlefieldLayout, "battlefield"),
        (options_module.RulesLevel, "rules_level"),
    ],
)
def test_types_and_table_name_the_same_values(alias: Any, switch_id: str) -> None:
    assert get_args(alias) == tuple(choice.value for choice in BOARD.switches()[switch_id].choices)


def test_the_three_ways_to_lay_out_a_battlefield_can_be_chosen() -> None:
    for layout in ("divide", "one", "half"):
        assert Options.of({"battlefield": layout}) == Options(battlefield=layout)


def test_seats_may_play_by_different_rules() -> None:
    mixed = Options.of({"rules_level": "young, base"})
    assert isinstance(mixed, Options)
    assert mixed.rules_level == ("young", "base")
    assert Options.of({"rules_level": "young_hidden"}) == Options(rules_level=("young_hidden", "young_hidden"))
    assert Options.of({"rules_level": ["base", "quick"]}) == Options(rules_level=("base", "quick"))


@clause("mbb.young.mix", "mbb.house.agree")
def test_more_than_two_seats_may_be_named_and_the_last_holds_for_the_rest() -> None:
    """The codes of two seats stay what they were, whoever else may play now."""
    four = Options.of({"rules_level": "base, base, young, base"})
    assert isinstance(four, Options)
    assert four.rules_level == ("base", "base", "young", "base")
    assert Options.from_code(four.code()) == four
    assert Options.from_code(Options(rules_level=("base", "young", "young")).code()) == Options(
        rules_level=("base", "young")
    )
    assert Options(rules_level=("young", "young")).code() == Options(rules_level=("young",) * 6).code()
    told = four.changes()[0].value
    assert (
        told
        == "player 1: base rules, player 2: base rules, player 3: colour die and measuring stick, player 4: base rules"
    )
    t = lay_table("micro_brick_battle", [unit("A1", "M4 Sherman", 20, 6), unit("B1", "Panzer III", 20, 30, 270)],
                  options={"rules_level": "base, quick"})  # fmt: skip
    assert [rules_level(t.state, seat) for seat in range(4)] == ["base", "quick", "quick", "quick"]


def test_the_arc_of_fixed_guns_goes_from_0_to_180() -> None:
    assert Options().fixed_arc_deg == 45
    assert (Options(fixed_arc_deg=0).fixed_arc_deg, Options(fixed_arc_deg=180).fixed_arc_deg) == (0, 180)
    for wrong in (-1, 181, True, 45.0, 10**5000):
        with pytest.raises(ValueError, match="fixed_arc_deg"):
            Options(fixed_arc_deg=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [
        {"turn_cost": "free"},
        {"hedgerow_passable": 1},
        {"destructible": "yes"},
        {"round_limit": 100},
        {"rules_level": ("base",)},
        {"rules_level": ("base",) * 7},
        {"rules_level": ("base", "expert")},
        {"rules_level": "base"},
        {"rules_level": ["base", "base"]},
        {"point_limit": -1},
    ],
)
def test_options_with_a_value_no_switch_has_cannot_be_made(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Options(**wrong)


def test_options_survive_the_wire_and_refuse_nonsense_there() -> None:
    assert msgspec.json.decode(msgspec.json.encode(FULL), type=Options) == FULL
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"fixed_arc_deg": 500}', type=Options)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"mines": "buried"}', type=Options)


def test_switches_are_understood_as_people_type_them() -> None:
    typed = {"destructible": "Yes", "hedgerow_passable": "on", "round_limit": " 12 ", "turn_cost": "PER_STARTED_90"}
    expected = Options(destructible=True, hedgerow_passable=True, round_limit=12, turn_cost="per_started_90")
    assert Options.of(typed) == expected
    assert Options.of({"destructible": "scenario"}) == Options.of({}) == Options()


def test_every_switch_of_the_table_is_in_use() -> None:
    assert [switch.id for switch in BOARD.switches().values() if not switch.in_use] == []


def test_a_field_whose_switch_goes_out_of_use_accepts_only_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    table = dict(BOARD.switches())
    table["battlefield"] = replace(table["battlefield"], in_use=False, since="")
    code = Options(battlefield="half").code()
    monkeypatch.setattr(Options, "BOARD", Options.BOARD._replace(switches=lambda: table))
    assert Options().battlefield == "scenario"
    with pytest.raises(ValueError, match="battlefield"):
        Options(battlefield="half")
    refused(Options.from_code(code), "switch_not_in_use")
    given = refused(Options.of({"battlefield": "half"}), "switch_not_in_use")
    assert (given.clause, given.data) == ("mbb.cover.place.divide", {"switch": "battlefield"})
    assert "each player lays out their own half" in given.sentence
    assert Options.of({"battlefield": "scenario"}) == Options(), "its default may be said"


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"laser": True}, "switch_unknown"),
        ({3: True}, "switch_unknown"),
        ({"turn_cost": "free"}, "switch_value"),
        ({"round_limit": "a few"}, "switch_value"),
        ({"round_limit": 100}, "switch_value"),
        ({"round_limit": float("nan")}, "switch_value"),
        ({"round_limit": 10**5000}, "switch_value"),
        ({"round_limit": "9" * 10_000}, "switch_value"),
        ({"rules_level": ["base"] * 100_000}, "switch_value"),
        ({"rules_level": "base,base,base,base,base,base,base"}, "switch_value"),
        ({"mines": {"secret": True}}, "switch_value"),
        ({"mines": None}, "switch_value"),
    ],
)
def test_nonsense_is_refused_as_invalid(settings: dict[Any, Any], code: str) -> None:
    refusal = refused(Options.of(settings), code)
    assert refusal.kind == INVALID
    assert len(refusal.sentence) < 600


@clause("mbb.house.agree")
def test_changes_are_told_to_every_player_with_their_clauses() -> None:
    assert Options().changes() == []
    changes = Options(fixed_arc_deg=90, rules_level=("base", "quick"), destructible=True).changes()
    assert [(change.title, change.value, change.clause) for change in changes] == [
        ("Arc of fixed guns", "90 degrees", "mbb.move.fixed_gun"),
        ("Hit markers on terrain", "they can be shot away", "mbb.hm.place"),
        ("Rules of a seat", "player 1: base rules, player 2: quick play", "mbb.young.mix"),
    ]
    assert len(FULL.changes()) == len(SWITCHES)


@given(any_options)
@clause("mbb.house.agree")
def test_each_change_is_one_switch_away_from_the_default(options: Options) -> None:
    differing = [name for name, setting in asdict(options).items() if setting != getattr(Options(), name)]
    assert [change.title for change in options.changes()] == [BOARD.switches()[name].title for name in differing]


# The code


@given(any_options)
def test_a_code_gives_the_options_back(options: Options) -> None:
    code = options.code()
    assert Options.from_code(code) == options
    assert len(code) >= len(Options().code())
    assert len(code.replace("-", "")) <= len("MBB") + 24


@given(any_options, any_options)
def test_different_options_have_different_codes(one: Options, other: Options) -> None:
    assert (one.code() == other.code()) == (one == other)


# Switches that came after the first codes, at their defaults.


def test_codes_do_not_change_from_release_to_release() -> None:
    """Codes stand in replays and on paper: if this fails, raise CODE_VERSION."""
    assert Options().code() == "MBB-12"
    assert Options(rules_level=("quick", "base")).code() == "MBB-116"
    assert replace(FULL, scenario_edition="first", hill_mp=0, **LATER_ON).code() == "MBB-1PS2-FXNZ-ZV9"


@pytest.mark.parametrize("typed", ["MBB-1PS2-FXNZ-ZV9", "mbb1ps2fxnzzv9", " mbb 1ps2 fxnz zv9\n", "MBB–IPS2–FXNZ–ZV9"])
def test_capitals_spaces_dashes_and_look_alikes_do_not_matter(typed: str) -> None:
    assert Options.from_code(typed) == replace(FULL, scenario_edition="first", hill_mp=0, **LATER_ON)


def test_every_wrong_character_and_every_swap_of_neighbours_is_noticed() -> None:
    letters = FULL.code().replace("-", "")[3:]
    for at, right in enumerate(letters):
        for wrong in share_code.ALPHABET.replace(right, ""):
            refused(Options.from_code("MBB" + letters[:at] + wrong + letters[at + 1 :]), "code_checksum")
    for at in range(len(letters) - 1):
        if letters[at] != letters[at + 1]:
            swapped = letters[:at] + letters[at + 1] + letters[at] + letters[at + 2 :]
            refused(Options.from_code("MBB" + swapped), "code_checksum")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("BM-12", "code_wrong_game"),
        ("", "code_wrong_game"),
        ("12", "code_wrong_game"),
        ("MBB", "code_unreadable"),
        ("MBB-1", "code_unreadable"),
        ("MBB-1U", "code_unreadable"),
        ("MBB-1?", "code_unreadable"),
        ("MBB-" + "1" * 10_000, "code_unreadable"),
        (share_code.write("MBB", 2, 0), "code_version"),
        (share_code.write("MBB", 1, 32**30), "code_unknown"),
        (None, "code_unreadable"),
        (12, "code_unreadable"),
    ],
)
def test_a_code_that_cannot_be_used_says_why(text: Any, code: str) -> None:
    assert refused(Options.from_code(text), code).kind == INVALID


def test_a_code_of_another_version_names_both_versions() -> None:
    refusal = refused(Options.from_code(share_code.write("MBB", 3, 5)), "code_version")
    assert refusal.data == {"made_with": 3, "known": options_module.CODE_VERSION}
    assert "version 3" in refusal.sentence


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text: str) -> None:
    for typed in (text, "MBB" + text):
        answer = Options.from_code(typed)
        if isinstance(answer, Options):
            assert Options.from_code(answer.code()) == answer
        else:
            assert answer.kind == INVALID


@given(st.integers(0, 2**60))
def test_numbers_beyond_the_switches_are_no_options(number: int) -> None:
    answer = Options.from_code(share_code.write("MBB", options_module.CODE_VERSION, number))
    total = 1
    for name in SWITCHES:
        total *= BOARD.switches()[name].size ** (
            max(BOARD.switches()[name].most_seats, BOARD.switches()[name].per_seat) or 1
        )
    assert isinstance(answer, Options) == (number < total)


# Damaged tables


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"choices": ()}, "choices or a range"),
        ({"range": (0, 9)}, "choices or a range"),
        ({"default": "sometimes"}, "default of turn_cost"),
        ({"since": ""}, "since"),
        ({"in_use": False}, "since"),
    ],
)
def test_a_damaged_switch_is_a_fault(change: dict[str, Any], told: str) -> None:
    with pytest.raises(DataFault, match=told):
        check_switch(replace(BOARD.switches()["turn_cost"], **change))
