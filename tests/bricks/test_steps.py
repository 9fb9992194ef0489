"""Building steps: every part once, sub-models built by themselves, and a text that pages draw every model from."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from brickfield.bricks.designs import designs
from brickfield.bricks.measuring import bill_of
from brickfield.bricks.models import BrickModel
from brickfield.bricks.steps import Plan, Plans, models_of, plan_of, plans_text
from tests.bricks.test_reading import part, read

ALL = [(folder, name) for folder in designs() for name in models_of(folder)]


def taken(plan: Plan) -> Counter[tuple[str, int]]:
    """What all steps take from the heap."""
    found: Counter[tuple[str, int]] = Counter()
    for lot in (lot for step in plan.steps for lot in plan.bill(step)):
        found[lot.part, lot.colour] += lot.count
    return found


def needed(model: BrickModel) -> Counter[tuple[str, int]]:
    return Counter({(lot.part, lot.colour): lot.count for lot in bill_of(model.placed())})


@pytest.mark.parametrize(("folder", "name"), ALL)
def test_the_steps_of_a_design_take_every_part_once(folder: str, name: str) -> None:
    model = models_of(folder)[name]
    plan = plan_of(model)
    assert taken(plan) == needed(model)
    assert all(step.first <= step.lit <= step.new <= step.end and step.lit < step.end for step in plan.steps)
    # each new part is lit when it comes, and after the last step all of them are there
    shown = {index for step in plan.steps for index in range(step.lit, step.end)}
    assert shown == set(range(len(plan.parts)))
    assert (plan.steps[-1].first, plan.steps[-1].end) == (0, len(plan.parts))


def turreted() -> BrickModel:
    """A plate, two turrets of two steps each that are alike, and a cupola of one step."""
    return read(
        "0 FILE main.ldr",
        part("3034.dat", 4),
        "0 STEP",
        part("turret.ldr", 1, "-60 -8 0"),
        part("turret.ldr", 1, "60 -8 0"),
        part("cupola.ldr", 2, "0 -8 0"),
        "0 STEP",
        "0 FILE turret.ldr",
        "0 Twin Turret",
        part("3022.dat", 16),
        "0 STEP",
        part("3024.dat", 16, "-10 -8 10"),
        "0 STEP",
        "0 FILE cupola.ldr",
        part("6141.dat", 16),
    )


def test_a_sub_model_is_built_by_itself_and_then_put_on() -> None:
    plan = plan_of(turreted())
    told = [(step.piece, step.times, step.first, step.lit, step.new, step.end) for step in plan.steps]
    assert told == [
        ("", 1, 0, 0, 0, 1),
        # built once in the pictures, twice in the bill
        ("Twin Turret", 2, 1, 1, 1, 2),
        ("Twin Turret", 2, 1, 2, 2, 3),
        # both turrets are put on, and the cupola of one step is no piece of its own
        ("", 1, 0, 1, 5, 6),
    ]
    assert taken(plan) == {("3034", 4): 1, ("3022", 1): 2, ("3024", 1): 2, ("6141", 2): 1}


@pytest.mark.parametrize("folder", designs())
def test_a_page_can_draw_every_part_of_a_folder(folder: str) -> None:
    found = plans_text(folder)
    assert found is not None
    plans = msgspec.json.decode(found.data, type=Plans)
    for plan in plans.models.values():
        for look, colour, turn, *_place in zip(*plan.parts, strict=True):
            assert list(plans.looks.values())[int(look)].shapes
            assert len(plans.turns[int(turn)]) == 9
            assert colour == 16 or (plans.paints[int(colour)].startswith("#") and plans.colours[int(colour)])


def test_there_are_no_plans_of_what_is_no_folder() -> None:
    assert plans_text("nothing") is None
    assert plans_text("../models") is None
