"""Models: ships are drawn by their look, and after a design of bricks where there is one of their look and length."""

from __future__ import annotations

import pytest

from brickfield.bricks.designs import designs
from brickfield.bricks.laid_out import laid_out
from brickfield.core.refusal import Refusal
from brickfield.core.setup.own_models import FoundModel, OwnSize
from brickfield.games.battle_of_the_sea.base.hulls import beam_studs
from brickfield.games.battle_of_the_sea.base.ship_card import STYLES, ShipCard, build, ships
from brickfield.games.battle_of_the_sea.shown.models import DesignRow, ship_designs, ship_model
from brickfield.games.battle_of_the_sea.shown.yard import suited
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


MODEL = "0123456789abcdef"


@clause("sea.ship.points", "sea.model.free")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"Sea Wolf 12: 4-2-6 12.4x4x9#{MODEL}", ""),
        (f"Sea Wolf 12: 4-2-6 11.5x4x9#{MODEL}", ""),
        (f"Sea Wolf 12: 4-2-6 12.5x4x9#{MODEL}", "wrong_model_length"),
        (f"Sea Wolf 12: 4-2-6 12x17x9#{MODEL}", "wrong_model_size"),
        (f"Old Nick 12: 0-6-6 monster 12x4x9#{MODEL}", "no_ship"),
    ],
)
def test_a_ship_has_as_many_points_as_its_model_has_studs(text: str, code: str) -> None:
    found = build(text)
    if code:
        assert isinstance(found, Refusal)
        assert found.code == code
    else:
        assert isinstance(found, ShipCard)
        assert (found.points, found.text, ship_model(found)) == (12, text, f"ship.brig@own_{MODEL}/unit")


@clause("sea.ship.points", "sea.ship.features")
@pytest.mark.parametrize(
    ("length", "text"),
    [(20.4, "Sea Wolf 20: 4-2-14"), (8, "Sea Wolf 8: 4-2-2"), (4, "Sea Wolf 4: 3-1-0"), (12, "Sea Wolf 12: 4-2-6")],
)
def test_what_a_model_is_longer_or_shorter_goes_into_the_numbers_of_its_ship(length: float, text: str) -> None:
    size = OwnSize(length, 4, 9, MODEL)
    assert suited("Sea Wolf 12: 4-2-6", FoundModel(size)) == f"{text} {size.word}"
    assert suited("Galleon", FoundModel(size, title="Vasa")).startswith(f"Vasa {round(length)}: ")
