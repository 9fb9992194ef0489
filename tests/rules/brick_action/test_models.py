"""Models: vehicles whose class has a design of bricks are drawn after it, and it is as large as they are."""

from __future__ import annotations

import pytest

from brickfield.bricks.designs import designs
from brickfield.bricks.laid_out import laid_out
from brickfield.core.refusal import Refusal
from brickfield.core.setup.own_models import FoundModel, OwnSize
from brickfield.games.brick_action.base.battlefield import size_of
from brickfield.games.brick_action.chapters.vehicles.vehicles import (
    VehicleClass,
    class_of,
    is_turreted,
    vehicle_classes,
    vehicle_weapons,
)
from brickfield.games.brick_action.setup.forces import VehicleCard, read_card, suited
from brickfield.games.brick_action.shown.looks import vehicle_model
from brickfield.testing import clause
from tests.rules.brick_action.armoured import table, tank

FOLDER = "brick_action"
DESIGNED = [made for made in vehicle_classes().values() if made.design]


@clause("ba.veh.cost")
@pytest.mark.parametrize("made", DESIGNED, ids=lambda made: made.design)
def test_a_vehicle_is_built_after_a_design_of_its_own_size(made: VehicleClass) -> None:
    assert made.design in designs()[FOLDER]
    found, (length, width, _blocks) = laid_out(FOLDER, made.design), made.footprint
    assert length - 0.5 <= found.length <= length + 0.05
    assert width - 0.5 <= found.width <= width + 0.05


@clause("ba.veh.cost")
def test_a_tank_without_its_main_gun_is_not_drawn_with_one() -> None:
    made = next(each for each in DESIGNED if each.turret)
    main = next(name for name, each in vehicle_weapons().items() if each.main and is_turreted(made.id, name))
    armed, bare = (VehicleCard("x", made.id, weapons) for weapons in ((main,), ()))
    assert vehicle_model(armed).endswith(f"@{FOLDER}/{made.design}")
    assert "@" not in vehicle_model(bare)
    others = [each for each in vehicle_classes().values() if not each.design]
    assert others
    assert not any("@" in vehicle_model(VehicleCard("x", each.id, ())) for each in others)


MODEL = "0123456789abcdef"


@clause("ba.geometry.vehicle")
def test_a_vehicle_is_as_large_as_its_own_model() -> None:
    text = f"M1 map mg 20x11x8#{MODEL}"
    t = table(tank("A1", 40, 40, card=text), tank("B1", 70, 40))
    one, other = t.state.units["A1"], t.state.units["B1"]
    assert class_of(t.state, one).footprint == size_of(t.state, one) == (20, 11, 8)
    assert class_of(t.state, other).footprint == vehicle_classes()["M1"].footprint
    assert class_of(t.state, one).damage_points == class_of(t.state, other).damage_points
    assert vehicle_model(t.state.match.cards["A1"]).endswith(f"@own_{MODEL}/unit")


@clause("ba.geometry.vehicle")
def test_a_model_is_brought_for_a_vehicle_and_else_for_the_class_most_like_it() -> None:
    size = OwnSize(14, 8, 5, MODEL)
    assert suited("Old Bess: M2 map", FoundModel(size, title="Tank")) == f"Old Bess: M2 map {size.word}"
    assert suited("3 regular smg", FoundModel(size, title="Puma")) == f"Puma: L1 {size.word}"
    refused = read_card(f"M2 40x8x5#{MODEL}", "")
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause) == ("wrong_model_size", "ba.geometry.vehicle")
