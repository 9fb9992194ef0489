"""Models: a Mech is drawn after the designs of its modules, when each of them has one."""

from __future__ import annotations

import pytest

from brickfield.bricks.designs import designs
from brickfield.bricks.laid_out import laid_out, modules_of
from brickfield.games.brick_mech.base.modules import Module, modules
from brickfield.games.brick_mech.setup.workshop import mechs, own_card
from brickfield.games.brick_mech.shown.faces import card_face
from brickfield.geometry.grain import GRAIN
from brickfield.testing import clause

FOLDER = "brick_mech"
DESIGNED = [module for module in modules().values() if module.design]
STUDS_PER_BRICK = 4


@clause("bm.data.sides")
@pytest.mark.parametrize("module", DESIGNED, ids=lambda module: module.design)
def test_a_module_is_built_after_a_design_that_exists(module: Module) -> None:
    assert module.design in modules_of(FOLDER)
    assert module.design.startswith(f"{module.id.lower()}_")


@clause("bm.setup.record_sheet")
def test_a_mech_is_built_as_designed_when_all_its_modules_are() -> None:
    known = {module.id for module in DESIGNED}
    for card in mechs().values():
        assert ("@" in card_face(card).model) == ({*card.slots} - {""} <= known), card.name
    slots = ("L2", "T2", "S2", "S4", "A3", "A6")
    assert card_face(own_card("Own", slots)).model == "mech.L2-T2-S2-S4-A3-A6@brick_mech/" + "-".join(
        modules()[slot].design for slot in slots
    )
    other = next(module.id for module in modules().values() if module.slot == "arm" and not module.design)
    assert "@" not in card_face(own_card("Own", (*slots[:5], other))).model


@clause("bm.geometry.base")
def test_the_four_designs_stand_on_a_base_as_wide_as_their_mech() -> None:
    for name in designs()[FOLDER]:
        found = laid_out(FOLDER, name)
        card = next(card for card in mechs().values() if card.name.lower() == name)
        side = card_face(card).length / GRAIN * STUDS_PER_BRICK
        assert (found.length, found.width) == pytest.approx((side, side), abs=0.05)
