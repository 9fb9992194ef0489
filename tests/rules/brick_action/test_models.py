"""Models: vehicles whose class has a design of bricks are drawn after it, and it is as large as they are."""

from __future__ import annotations

import pytest

from brickfield.bricks.designs import designs
from brickfield.bricks.laid_out import laid_out
from brickfield.games.brick_action.chapters.vehicles.vehicles import (
    VehicleClass,
    is_turreted,
    vehicle_classes,
    vehicle_weapons,
)
from brickfield.games.brick_action.setup.forces import VehicleCard
from brickfield.games.brick_action.shown.looks import vehicle_model
from brickfield.testing import clause

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
