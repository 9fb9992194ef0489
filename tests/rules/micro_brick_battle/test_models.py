"""Models: every card and every sort of terrain sends a name the table has a recipe for, written from the card alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from brickfield.bricks.designs import designs
from brickfield.bricks.laid_out import laid_out
from brickfield.games.micro_brick_battle.base.features import features
from brickfield.games.micro_brick_battle.base.unit_cards import (
    UnitCard,
    airplane_cards,
    may_have_commander,
    unit_cards,
    with_commander,
)
from brickfield.games.micro_brick_battle.setup.card_names import unit_card
from brickfield.games.micro_brick_battle.shown.faces import card_face
from brickfield.games.micro_brick_battle.shown.models import feature_model, unit_model
from brickfield.geometry.grain import GRAIN
from brickfield.testing import clause

_RECIPES = Path(__file__).parents[3] / "client/src/board/models"
STUDS_AN_INCH = 1 / 0.315
_ALL = [*unit_cards().values(), *airplane_cards().values()]


def _words(name: str) -> set[str]:
    """The words a recipe knows for one of its places."""
    found = re.search(rf"const {name} = \[(.*?)\]", (_RECIPES / "recipes.ts").read_text(encoding="utf-8"), re.DOTALL)
    assert found, name
    return set(re.findall(r'"(\w+)"', found[1]))


def _terrain() -> set[str]:
    """The names the table has models for."""
    source = (_RECIPES / "index.ts").read_text(encoding="utf-8")
    table = source[source.index("const BUILDERS") : source.index("const HEIGHTS")]
    return set(re.findall(r'^  "?([\w.]+)"?[,:]', table, re.MULTILINE))


def _design(model: str) -> tuple[str, str] | None:
    """The folder and the name of the design a model is built after."""
    found = re.search(r"@(\w+)/(\w+)", model)
    return (found[1], found[2]) if found else None


def _known(named: str) -> bool:
    model = re.sub(r"@\w+/\w+", "", named)
    family, *words = model.split(".")
    if family == "plane":
        return re.fullmatch(r"plane\.\d+-\d+\.front(\+rear)?", model) is not None
    sorts = [_words(name) for name in ("SIZES", "MOUNTS", "ROLES")] + [_words(name) for name in ("TURRETS", "CHASSIS")]
    told = [*words[:3], *words[4:6]]
    numbers = re.fullmatch(r"\d+-\d+-\d+", words[3]) is not None
    fits = all(word in known for word, known in zip(told, sorts, strict=True))
    return family == "vehicle" and numbers and fits and words[6:] in ([], ["commander"])


@clause("mbb.about.scale")
@pytest.mark.parametrize("card", _ALL, ids=lambda card: card.name)
def test_every_unit_has_a_recipe_the_table_can_build(card: UnitCard) -> None:
    assert _known(card_face(card).model)
    if may_have_commander(card):
        assert card_face(with_commander(card)).model == f"{unit_model(card)}.commander"


@clause("mbb.about.scale", "mbb.geometry.footprint")
@pytest.mark.parametrize("card", _ALL, ids=lambda card: card.name)
def test_a_unit_is_built_after_a_design_of_its_own_size(card: UnitCard) -> None:
    named = _design(unit_model(card))
    slug = re.sub(r"[^a-z0-9]+", "_", card.name.lower()).strip("_")
    # what has been designed is drawn so, and nothing is drawn after what was designed for something else
    assert named == (("micro_brick_battle", slug) if slug in designs()["micro_brick_battle"] else None)
    if named:
        found = laid_out(*named)
        face = card_face(card)
        studs = [size * STUDS_AN_INCH / GRAIN for size in (face.length, face.width)]
        slack = 1.0 if card.is_airplane else 0.5
        assert studs[0] - slack <= found.length <= studs[0] + 0.05
        assert studs[1] - slack <= found.width <= studs[1] + 0.05


def test_a_name_with_a_word_nobody_knows_is_no_recipe() -> None:
    assert not _known("vehicle.medium.turret.tank.4-4-8.dome.tracks")
    assert not _known("vehicle.medium.turret.tank.4-4.box.tracks")
    assert "moon_base" not in _terrain()


@clause("mbb.about.scale")
def test_no_two_units_look_the_same() -> None:
    models = [unit_model(card) for card in _ALL]
    assert len(set(models)) == len(models)


@pytest.mark.parametrize("name", features())
def test_every_sort_of_terrain_has_a_model(name: str) -> None:
    assert feature_model(name) in _terrain()


@clause("mbb.about.scale")
def test_a_new_unit_needs_only_its_card() -> None:
    card = replace(unit_card("Panzer III"), name="Panzer XII", country="Nowhere", ap=9, dp=9, mp=3)
    assert unit_model(card) == "vehicle.medium.turret.tank.9-9-3.box.tracks"
