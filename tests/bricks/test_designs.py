"""Our own models: each can be built, step by step, and has the size the rules give to what it stands for."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from brickfield.bricks.building import checked
from brickfield.bricks.designs import AUTHOR, design, design_text, designs, standing
from brickfield.bricks.measuring import boxes_of, measured
from brickfield.bricks.models import BrickModel
from brickfield.bricks.placing import BRICK, STUD, around
from brickfield.bricks.reading import read_ldraw
from brickfield.bricks.writing import as_bricklink, as_ldraw
from brickfield.testing import clause

GAMES = Path(__file__).resolve().parents[2] / "brickfield" / "games"
ALL = [(folder, name) for folder, names in designs().items() for name in names]
MBB, SEA, MECH, ACTION = "micro_brick_battle", "battle_of_the_sea", "brick_mech", "brick_action"
# Half a plate: clips and round parts are a little higher than the brick they stand beside.
HALF_PLATE = 1 / 6
VEHICLES = {"jeep": "C1", "truck": "C2", "medium_tank": "M1"}
MINIS = ("regular", "veteran", "officer", "machine_gunner", "medic", "commando")


@cache
def data(game: str, name: str) -> dict[str, Any]:
    return tomllib.loads(next((GAMES / game).rglob(f"{name}.toml")).read_text("utf-8"))


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def by_slug(game: str, file: str, key: str) -> dict[str, dict[str, Any]]:
    """Entries of a table by the name a model of them has."""
    return {slug(entry["name"]): entry for entry in data(game, file)[key]}


def footprint(model: BrickModel) -> tuple[float, float]:
    """Studs along x, the way it faces, and across."""
    box = around(boxes_of(standing(model)))
    assert box is not None
    return ((box[3] - box[0]) / STUD, (box[5] - box[2]) / STUD)


def high(model: BrickModel) -> float:
    return measured(model).bricks_high


def fills(model: BrickModel, length: float, width: float, slack: float = 0.5) -> bool:
    """Whether it stands on a footprint: nowhere over it, and nowhere short of it by more than the slack."""
    long, wide = footprint(model)
    return length - slack <= long <= length + 0.01 and width - slack <= wide <= width + 0.01


@pytest.mark.parametrize(("folder", "name"), ALL)
def test_it_can_be_built(folder: str, name: str) -> None:
    told = checked(design(folder, name))
    assert told.buildable, [fault.sentence for fault in told.faults]
    # walls begin as rows; in the end everything is one piece
    assert all(loose.step < design(folder, name).steps for loose in told.loose_steps)


def counted(text: str) -> dict[str, int]:
    """How many parts each sub-model of a text lays, by the lines between its steps."""
    files = {part.split("\n", 1)[0]: part for part in ("\n" + text).split("\n0 FILE ")[1:]} or {"": text}

    def count(name: str) -> int:
        steps = files[name].replace("0 NOFILE", "").strip().split("0 STEP")
        assert not steps.pop().strip(), "lines after the last step"
        laid = [line.split()[-1] for step in steps for line in step.splitlines() if line.startswith("1 ")]
        return sum(1 if one.endswith(".dat") else count(one) for one in laid)

    return {name: count(name) for name in files}


@pytest.mark.parametrize(("folder", "name"), ALL)
def test_its_steps_hold_every_part_once_and_none_is_large(folder: str, name: str) -> None:
    model = design(folder, name)
    placed = model.placed()
    lines = design_text(folder, name).splitlines()
    assert next(iter(counted(design_text(folder, name)).values())) == len(placed)
    assert {number for one in placed for number in one.path} == set(model.files) - {model.main}
    assert {one.step for one in placed} == set(range(model.steps))
    assert all(len(step) <= 40 for sub_model in model.files.values() for step in sub_model.steps)
    assert model.title
    assert {*lines[:4]} >= {f"0 {model.title}", f"0 Author: {AUTHOR}"}


@pytest.mark.parametrize(("folder", "name"), ALL)
def test_it_reads_back_equal_and_can_be_shopped_for(folder: str, name: str) -> None:
    model = design(folder, name)
    assert read_ldraw(as_ldraw(model).encode()) == model
    measure = measured(model)
    assert measure.unknown == ()
    assert as_bricklink(measure.bill).count("<ITEM>") >= 1
    # the ground is 0, and the middle of the footprint is the middle of the unit
    assert abs(measure.box[4]) < 0.2
    box = around(boxes_of(standing(model)))
    assert box is not None
    if folder != SEA and name not in ("jeep", "truck"):
        assert abs(box[0] + box[3]) <= STUD
        assert abs(box[2] + box[5]) <= STUD


@clause("mbb.geometry.footprint", "mbb.geometry.plane_reference", "inf.build.plate")
@pytest.mark.parametrize("name", designs()[MBB])
def test_a_unit_or_feature_of_the_small_scale_has_the_size_of_its_card(name: str) -> None:
    model = design(MBB, name)
    units, planes = by_slug(MBB, "units", "unit"), by_slug(MBB, "airplanes", "airplane")
    features = by_slug(MBB, "features", "feature")
    if name in units:
        assert fills(model, units[name]["len_studs"], units[name]["wid_studs"]), footprint(model)
        # what stands four bricks high is hard cover, and units never are
        assert high(model) <= data(MBB, "measures")["hard_cover_bricks"]["value"]
    elif name in planes:
        assert fills(model, planes[name]["len_studs"], planes[name]["wid_studs"], slack=1.0), footprint(model)
    elif name == "infantry":
        side = data(MBB, "infantry")["squad"]["plate_studs"]["value"]
        assert footprint(model) == (side, side)
        markers = next(unit["markers"] for unit in data(MBB, "infantry")["unit"] if unit["id"] == "full")
        assert sum(line.name == "marker.ldr" for _step, line in model.laid()) == markers
    else:
        length, width = features[name]["size_studs"]
        assert fills(model, length, width, slack=0.01), footprint(model)
        assert high(model) == pytest.approx(features[name]["height_bricks"], abs=HALF_PLATE)


@clause("sea.geometry.footprint", "sea.fleet.points", "sea.dice.probability", "sea.game.setup")
@pytest.mark.parametrize("name", designs()[SEA])
def test_what_sails_or_stands_at_sea_has_its_length_in_studs(name: str) -> None:
    model = design(SEA, name)
    ships = by_slug(SEA, "ships", "ship")
    if name in ships:
        length = ships[name]["length"]
        beam = next(row["studs"] for row in data(SEA, "hulls")["beam"] if length <= row["up_to_studs"])
        assert fills(model, length, beam, slack=0.01), footprint(model)
    elif name == "brick_die":
        die = data(SEA, "dices")["model"]
        assert footprint(model) == (die["side_mm"] / 8, die["side_mm"] / 8)
        assert high(model) * BRICK / STUD * 8 == pytest.approx(die["height_mm"], abs=0.01)
    else:
        sort = next(row for row in data(SEA, "archipelago")["sort"] if row["kind"] == name)
        per_inch = data(SEA, "measures")["studs_per_inch"]["value"]
        assert 2 * sort["smallest"] * per_inch <= max(footprint(model)) <= 2 * sort["largest"] * per_inch


@clause("bm.geometry.base", "bm.geometry.body", "bm.setup.modules")
@pytest.mark.parametrize("name", designs()[MECH])
def test_a_mech_stands_on_its_base_as_high_as_the_rules_say_with_its_six_modules(name: str) -> None:
    model = design(MECH, name)
    measures = data(MECH, "measures")
    studs = measures["studs_per_brick"]["value"]
    side = measures["base_side"]["value"] * studs
    assert measured(model).size_studs == (side, side)
    assert measures["mech_height"]["value"] * studs == pytest.approx(high(model) * BRICK / STUD, abs=1.0)
    card = next(mech for mech in data(MECH, "mechs")["mech"] if mech["id"] == name)
    slots = ("legs", "torso", "left_shoulder", "right_shoulder", "left_arm", "right_arm")
    assert [module_of(line.name) for _step, line in model.laid()][1:] == [card[slot] for slot in slots]


def module_of(name: str) -> str:
    return name.split("_")[0].upper()


def modules() -> dict[str, str]:
    """The text of every module by its id; in whichever Mech it is, it is the same."""
    found: dict[str, str] = {}
    for name in designs()[MECH]:
        for text in design_text(MECH, name).split("0 FILE ")[2:]:
            assert found.setdefault(module_of(text), text) == text
    return found


def test_modules_are_interchangeable() -> None:
    known = modules()
    titles = {module["id"]: module["name"] for module in data(MECH, "modules")["module"]}
    assert {number: text.splitlines()[1].removeprefix("0 ") for number, text in known.items()} == {
        number: titles[number] for number in known
    }
    by_slot = {slot: sorted(number for number in known if number[0] == slot) for slot in "LTSA"}
    lines = [line for line in design_text(MECH, "trooper").split("0 NOFILE")[0].splitlines() if line]
    frames = {line.split()[-1][0]: [] for line in lines if line.endswith(".ldr") and line.startswith("1 ")}
    for line in lines:
        if line.startswith("1 ") and line.endswith(".ldr"):
            frames[line.split()[-1][0]].append(" ".join(line.split()[:-1]))
    base = [line for line in lines if not line.startswith("1 ") or line.endswith(".dat")]
    for turn in range(max(map(len, by_slot.values())) * 2):
        chosen = {slot: by_slot[slot][turn % len(by_slot[slot])] for slot in "LTSA"}
        laid = [f"{frame} {known[chosen[slot.upper()]].split()[0]}" for slot in "ltsa" for frame in frames[slot]]
        model = read_ldraw("\n".join([*base, *laid, *(f"0 FILE {known[one]}" for one in chosen.values())]).encode())
        assert isinstance(model, BrickModel), model
        assert checked(model).buildable, chosen


@clause("ba.geometry.mini", "ba.table.points", "ba.build.enter", "ba.cover.hard.def")
@pytest.mark.parametrize("name", designs()[ACTION])
def test_what_fights_man_by_man_has_the_size_the_rules_give_it(name: str) -> None:
    model = design(ACTION, name)
    measures = data(ACTION, "measures")
    if name in VEHICLES:
        classes = {row["id"]: row for row in data(ACTION, "vehicles")["vehicle_class"]}
        length, width, blocks = classes[VEHICLES[name]]["footprint"]
        assert fills(model, length, width), footprint(model)
        assert high(model) == pytest.approx(blocks, abs=HALF_PLATE)
    elif name in MINIS:
        across = 2 * measures["mini_radius"]["value"]
        assert footprint(model) == (across, across)
        assert high(model) == measures["mini_height"]["value"]
    elif name == "sandbags":
        assert high(model) == features(name)["height"]
    else:
        house = next(row for row in data(ACTION, "buildings")["building"] if row["id"] == name)
        assert footprint(model) == (house["length"], house["width"])
        assert high(model) == house["storeys"] * features("building_side")["height"]


def features(name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(row for row in data(ACTION, "features")["feature"] if row["id"] == name)
    return found


def test_an_unknown_design_is_refused_loudly() -> None:
    with pytest.raises(KeyError):
        design_text(MBB, "../../parts")
