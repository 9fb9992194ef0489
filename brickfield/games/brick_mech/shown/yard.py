"""The workshop as its page draws it: slots, modules and prices, and a Mech worked out while it is being built."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.own_models import without_model
from brickfield.core.setup.unit_editor import BuiltCard, ModuleFace, SlotFace, Yard
from brickfield.core.shown.showing import NumberFace
from ..base.measures import measures
from ..base.modules import SLOTS, SORT_OF_SLOT, Module, modules, own_modules
from ..base.record_sheet import ARMOR
from ..setup import workshop
from ..setup.options import Options
from .faces import DICE_WORDS, NUMBER_WORDS, card_face, lasting_tracks, number_face


@rule("bm.setup.modules", "bm.data.cost", "bm.data.sides")
@cache
def yard() -> Yard:
    """Six slots, every module that fits one, and the price of each number and of a turret."""
    numbers = measures()
    most = NumberFace("most_attack_dice", "most Attack Dice at a range", "", numbers.most_attack_dice, "bm.data.cost")
    turret = NumberFace("turret", "a turret, on tracks or wheels", "", numbers.cost_turret, "bm.unit.vehicle")
    prices = (
        NumberFace(each, words[0], words[1], int(getattr(numbers, f"cost_{each}")), "bm.data.cost")
        for each, words in {**NUMBER_WORDS, **DICE_WORDS}.items()
    )
    return Yard(
        manner="slots",
        noun="Mech",
        example=next(iter(workshop.mechs().values())).name,
        budget=NumberFace("budget", "points for a Mech", "", numbers.budget, "bm.data.cost"),
        limits=(most,),
        prices=(*prices, turret),
        slots=tuple(_slot(each) for each in SLOTS),
        modules=tuple(_module(each) for each in modules().values()),
    )


def _slot(slot: str) -> SlotFace:
    return SlotFace(slot, slot.replace("_", " "), SORT_OF_SLOT[slot], workshop.side_of(slot), "bm.setup.modules")


def _module(module: Module) -> ModuleFace:
    outer = module.slot in ("shoulder", "arm")
    rows = (DICE_WORDS if outer else NUMBER_WORDS).items()
    numbers = [number_face(each, words, int(getattr(module, each))) for each, words in rows]
    if module.slot == "torso":
        # the price of a turret is none of the numbers on a sheet
        numbers.append(NumberFace("turret", "turret", "turret", int(module.turret), "bm.unit.vehicle"))
    own = module.id in own_modules()
    feet = module.feet if module.slot == "legs" and not module.drive else 0
    title, points = module.name, module.points
    face = ModuleFace(module.id, title, module.slot, points, tuple(numbers), module.clause, own, feet)
    return replace(face, drive=module.drive) if module.drive else face


@rule("bm.setup.modules", "bm.setup.record_sheet", "bm.data.cost")
def built_card(text: str, limit: int, settings: dict[str, Any]) -> BuiltCard | Refusal:
    """A Mech as it stands on the bench, with its sums and everything that is still wrong with it."""
    options = Options.of(settings)
    if isinstance(options, Refusal):
        return options
    known = next((card for card in workshop.mechs().values() if card == workshop.ready_made(text)), None)
    name, written = (known.name, known.slots) if known is not None else workshop.read_text(text)
    if len(written) != len(SLOTS):
        return invalid("unit_unknown", f"A Mech is written as its {len(SLOTS)} modules, such as L1-T1-S4-S6-A8-A7.")
    faults = [workshop.slot_fault(slot, each) for slot, each in zip(SLOTS, written, strict=True)]
    unknown = next((fault for fault in faults if fault is not None and fault.kind == "invalid"), None)
    if unknown is not None:
        return unknown
    # what does not fit is not counted
    fitting = tuple("" if fault else each for fault, each in zip(faults, written, strict=True))
    size = None if known else without_model(text)[1]
    card = known or workshop.drawn_as(workshop.own_card(name, fitting), size)
    budget = limit or options.point_limit or measures().budget
    found = (
        *faults,
        workshop.body_fault(written),
        workshop.model_fault(card.name, size) if size else None,
        workshop.check_dice(card),
        workshop.over_budget(card.points, budget, card.name),
    )
    armor = card.number(ARMOR)
    return BuiltCard(
        card.text,
        _name(card, name),
        card_face(card),
        tuple(filter(None, found)),
        slots=card.slots,
        tracks=lasting_tracks(armor, armor, heat=0),
    )


def _name(card: workshop.MechCard, given: str) -> str:
    """The name its player gave it; a ready-made one has its own."""
    return given or (card.name if card.text == card.name and card in workshop.mechs().values() else "")
