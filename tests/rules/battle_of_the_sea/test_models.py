"""Models: ships are drawn by their look, and after a design of bricks where there is one of their look and length."""

from __future__ import annotations

import pytest

from brickfield.bricks.designs import designs
from brickfield.bricks.laid_out import laid_out
from brickfield.games.battle_of_the_sea.base.hulls import beam_studs
from brickfield.games.battle_of_the_sea.base.ship_card import STYLES, ships
from brickfield.games.battle_of_the_sea.shown.models import DesignRow, ship_designs, ship_model
from brickfield.testing import clause

FOLDER = "battle_of_the_sea"


@clause("sea.geometry.footprint", "sea.model.free")
@pytest.mark.parametrize("row", ship_designs().values(), ids=lambda row: row.name)
def test_a_ship_is_built_after_a_design_of_its_own_size(row: DesignRow) -> None:
    assert row.style in STYLES
    assert row.name in designs()[FOLDER]
    found = laid_out(FOLDER, row.name)
    assert (found.length, found.width) == pytest.approx((row.length, beam_studs(row.length)), abs=0.01)


@clause("sea.model.free", "sea.ship.variety")
def test_ships_without_a_design_are_drawn_from_their_card() -> None:
    models = {name: ship_model(card) for name, card in ships().items()}
    assert models["Galleon"] == f"ship.galleon@{FOLDER}/galleon"
    assert models["Cutter"] == f"ship.brig@{FOLDER}/cutter"
    assert models["Viking Longship"] == f"ship.longship@{FOLDER}/viking_longship"
    assert models["Ship of the Line"] == "ship.galleon"
    assert models["Paddle Steamer"] == "ship.steamer"
    assert not any("@" in model for name, model in models.items() if ships()[name].kind != "ship")
