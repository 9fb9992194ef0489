"""Models: a Mech is drawn after the designs of its modules, when each of them has one."""

from __future__ import annotations

import pytest

from brickfield.bricks.designs import designs
from brickfield.bricks.laid_out import laid_out, modules_of
from brickfield.core.refusal import Refusal
from brickfield.core.setup.own_models import FoundModel, OwnSize
from brickfield.games.brick_mech.base.modules import Module, modules
from brickfield.games.brick_mech.setup.workshop import MechCard, find_card, mechs, own_card, suited
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


MODEL = "0123456789abcdef"


@clause("bm.setup.modules", "bm.data.sides", "bm.geometry.base")
def test_a_mech_takes_the_modules_that_the_pieces_of_its_model_are_named_after() -> None:
    pieces = (("l2_legs.ldr", 0.0), ("t1.ldr", 0.0), ("s4_gun.ldr", 2.5), ("left_arm_a8.ldr", 3.0), ("a99.ldr", -3.0))
    found = FoundModel(OwnSize(9, 8, 11, MODEL), pieces, "Hopper")
    text = suited("Trooper", found)
    assert text == f"Hopper: L2-T1-S4-{find(text).slots[3]}-A8-{find(text).slots[5]} 9x8x11#{MODEL}"
    trooper, made = find("Trooper"), find(text)
    assert (made.slots[3], made.slots[5]) == (trooper.slots[3], trooper.slots[5])
    assert (made.text, made.base_side) == (text, trooper.base_side)
    assert card_face(made).model == f"mech.{'-'.join(made.slots)}@own_{MODEL}/unit"
    # a ready-made one that is only drawn otherwise keeps its numbers
    plain = suited("Trooper", FoundModel(OwnSize(8, 8, 9, MODEL)))
    assert find(plain).slots == trooper.slots
    assert find(plain).points == trooper.points


@clause("bm.geometry.base")
def test_a_model_that_reaches_far_over_its_base_is_refused() -> None:
    refused = find_card(f"L1-T1-S4-S6-A8-A7 17x8x9#{MODEL}")
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.clause) == ("wrong_model_size", "bm.geometry.base")


def find(text: str) -> MechCard:
    found = find_card(text)
    assert isinstance(found, MechCard), found
    return found
