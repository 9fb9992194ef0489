"""The workshop: modules, record sheets, points, ready-made Mechs, and everything that is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from brickfield.core.data_files import DataFault, DataFolder
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.games.brick_mech import data_files
from brickfield.games.brick_mech.base.measures import RANGES
from brickfield.games.brick_mech.base.modules import NUMBERS, SLOTS, Module, catalogue_of, check_module, modules
from brickfield.games.brick_mech.setup.battle_setup import point_limit
from brickfield.games.brick_mech.setup.options import Options
from brickfield.games.brick_mech.setup.scenarios import scenarios
from brickfield.games.brick_mech.setup.workshop import (
    MechCard,
    check_army,
    check_dice,
    check_slots,
    find_card,
    mechs,
    structures,
)
from brickfield.testing import clause, dice, start
from tests.rules.brick_mech.table import GAME

SLOTS_OF_RAIDER = ("L1", "T1", "S4", "S6", "A8", "A7")


def built(text: str) -> MechCard:
    card = find_card(text)
    assert isinstance(card, MechCard), card
    return card


def refusal(text: str) -> Refusal:
    found = find_card(text)
    assert isinstance(found, Refusal)
    return found


@clause("bm.setup.modules")
def test_a_mech_has_six_modules_one_in_each_slot() -> None:
    assert SLOTS == ("legs", "torso", "left_shoulder", "right_shoulder", "left_arm", "right_arm")
    assert built("L1-T1-S4-S6-A8-A0") == mechs()["raider"]
    missing = refusal("L1-T1-S4-S6-A8")
    assert (missing.code, missing.clause) == ("empty_slot", "bm.setup.modules")
    assert missing.data == {"modules": 5, "needed": 6}
    empty = refusal("L1-T1--S6-A8-A7")
    assert (empty.code, empty.data) == ("empty_slot", {"slot": "left_shoulder"})
    wrong = refusal("L1-T1-A4-S6-A8-A7")
    assert (wrong.code, wrong.clause) == ("wrong_slot", "bm.setup.modules")
    assert refusal("L1-T1-S9-S6-A8-A7").code == "unknown_module"
    assert refusal("nobody").code == "unit_unknown"
    assert check_slots(SLOTS_OF_RAIDER) is None


@clause("bm.setup.modules")
def test_bare_mounts_and_fists_are_modules_like_any_other() -> None:
    bare = built("L2-T2-S0-S0-A0-A0")
    assert [bare.number(band) for band in RANGES] == [2, 0, 0]


@clause("bm.setup.record_sheet")
def test_a_number_of_the_sheet_is_the_sum_over_the_modules() -> None:
    raider = mechs()["raider"]
    numbers = {name: raider.number(name) for name in (*NUMBERS, *RANGES)}
    assert numbers == {
        "movement": 8, "dodge": 3, "targeting": 1, "initiative": 3, "defense_dice": 2, "armor": 17,
        "melee": 4, "short": 4, "long": 1,
    }  # fmt: skip


@clause("bm.setup.record_sheet", "bm.setup.modules")
def test_every_mech_begins_with_its_sheet_written() -> None:
    t = start(Setup(GAME, "duel"), dice(6, 6, 1, 1))
    sheet = t.record_sheet("A1")
    assert (sheet["movement"], sheet["armor"], sheet["heat"], sheet["short"]) == (8, 17, 0, 4)
    assert sheet["parts"]["left_arm"] == {"name": "Shotgun", "melee": 1, "short": 2, "long": 0}


@clause("bm.setup.interchangeable", "bm.data.sides")
def test_shoulders_and_arms_fit_any_mech_on_either_side() -> None:
    one, other = built("L1-T1-S4-S6-A8-A7"), built("L1-T1-S6-S4-A7-A8")
    assert [one.number(band) for band in RANGES] == [other.number(band) for band in RANGES]
    assert built("L4-T4-S4-S6-A8-A7").number("melee") == one.number("melee")


@clause("bm.data.cost")
def test_every_cost_follows_the_formula() -> None:
    assert len(modules()) == 32
    for module in modules().values():
        expected = (
            4 * module.melee + 5 * module.short + 6 * module.long + 5 * module.targeting + 5 * module.dodge
            + 12 * module.defense_dice + 2 * module.armor + 3 * module.movement + 2 * module.initiative
            + 10 * module.turret
        )  # fmt: skip
        assert module.points == max(0, expected) == module.cost


@clause("bm.data.cost")
@pytest.mark.parametrize(("name", "points"), [("raider", 150), ("trooper", 163), ("longbow", 153), ("bastion", 164)])
def test_a_mech_costs_the_sum_of_its_modules(name: str, points: int) -> None:
    assert mechs()[name].points == points


@clause("bm.data.cost")
def test_over_budget_and_too_many_dice_are_refused_with_the_numbers() -> None:
    raider, bastion = mechs()["raider"], mechs()["bastion"]
    assert check_army((raider,), 170) is None
    over = check_army((raider, bastion), 300)
    assert over is not None
    assert (over.code, over.clause, over.data) == ("over_budget", "bm.data.cost", {"points": 314, "limit": 300})
    many = check_dice(built("L1-T1-S6-S6-A2-A2"))
    assert many is not None
    assert (many.code, many.data) == ("too_many_dice", {"range": "melee", "dice": 8, "most": 5})
    bunker = check_army((raider, structures()["bunker"]), 170)
    assert bunker is not None
    assert (bunker.code, bunker.clause) == ("not_a_mech", "bm.setup.modules")
    nobody = check_army((), 170)
    assert nobody is not None
    assert nobody.code == "no_units"


@clause("bm.data.cost")
def test_armies_are_checked_when_a_match_is_made() -> None:
    game = find_game(GAME)
    assert game is not None
    mine, yours = (("L5-T5-S6-S6-A3-A3", 1),), (("raider", 1),)
    over = game.new_match(Setup(GAME, "duel", armies=(mine, yours)))
    assert isinstance(over, Refusal)
    assert (over.code, over.data["limit"]) == ("over_budget", 170)
    three = scenarios()["three_against_three"].force[0]
    assert (point_limit(Options(), three), point_limit(Options(point_limit=400), three)) == (3 * 170, 400)
    fair = game.new_match(Setup(GAME, "duel", {"point_limit": 200}, (mine, yours)))
    assert not isinstance(fair, Refusal)
    assert fair.cards["A1"].number("targeting") == 3
    two = game.new_match(Setup(GAME, "duel", armies=((("raider", 2),), yours)))
    assert isinstance(two, Refusal)


@clause("bm.data.bonus_owner")
def test_bonuses_are_on_legs_and_torso_and_dice_on_shoulders_and_arms() -> None:
    for module in modules().values():
        outer = module.slot in ("shoulder", "arm")
        assert not any(getattr(module, name) for name in (NUMBERS if outer else RANGES))
    with pytest.raises(DataFault, match="cannot have melee"):
        check_module("x.toml", replace(modules()["L1"], melee=1, cost=None))
    with pytest.raises(DataFault, match="cannot have targeting"):
        check_module("x.toml", replace(modules()["A1"], targeting=1, cost=None))
    with pytest.raises(DataFault, match="costs 8, not 9"):
        check_module("x.toml", replace(modules()["A1"], cost=9))


@clause("bm.data.sides")
def test_the_catalogue_lists_each_shoulder_and_arm_once_for_both_sides() -> None:
    assert len([module for module in modules().values() if module.slot == "shoulder"]) == 7
    assert len([module for module in modules().values() if module.slot == "arm"]) == 9


@clause("bm.setup.interchangeable")
def test_players_may_add_modules_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "own_modules.toml").write_text(
        '[[module]]\nid = "X1"\nslot = "arm"\nname = "Grapple"\nmelee = 2\nclause = "bm.data.sides"\n', "utf-8"
    )
    own = DataFolder(tmp_path).read_rows("own_modules.toml", Module)
    all_of = catalogue_of(("modules.toml", modules().values()), ("own_modules.toml", own))
    assert all_of["X1"].points == 8
    with pytest.raises(DataFault, match="twice"):
        catalogue_of(("modules.toml", modules().values()), ("own_modules.toml", (replace(own[0], id="A1"),)))


@clause("bm.data.search_record", "bm.overview.genre")
def test_the_data_say_what_is_ours_and_what_the_game_is() -> None:
    about = tomllib.loads((data_files.DATA / "about.toml").read_text("utf-8"))
    assert about["clause"] == "bm.overview.genre"
    assert "our own" in about["credits"]
    assert msgspec.to_builtins(mechs()["raider"])["name"] == "Raider"
