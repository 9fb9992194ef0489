"""The Mech workshop: a Mech put together from six modules, its numbers, its points, and what makes it legal."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from brickfield.core.clauses import rule
from brickfield.core.data_files import DataFault, TableRow, by_key
from brickfield.core.near_names import known_names
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.setup.own_models import FoundModel, ModelLimits, OwnSize, with_model, without_model
from ..base.measures import RANGES, measures
from ..base.modules import LEGS, NUMBERS, SIDES, SLOTS, SORT_OF_SLOT, TORSO, Module, modules
from ..data_files import read, read_rows

# A Mech of one's own is written as the ids of its modules in the order of SLOTS, with or without a name before them:
# "Iron Duke: L1-T1-S4-S6-A8-A7". Shoulders and arms may name their version, as in "A8.left".
_BETWEEN = "-"
_AFTER_NAME = ": "
_VERSION = "."
_LONGEST_TEXT = 120
# Pieces of a model are named after modules: "a4_heavy_cannon.ldr".
_WORDS_OF = re.compile(r"[^a-z0-9]+")
_SIDE_OF = {1: "left_", -1: "right_", 0: ""}
LONGEST_NAME = 24
# What is where Mechs have legs and a torso.
_OF_VEHICLE = {LEGS: "running gear", TORSO: "turret"}


def _words(slot: str) -> str:
    return slot.replace("_", " ")


class MechCard(Struct, frozen=True):
    """A unit as it is built. `slots` holds the ids of its modules in the order of SLOTS, empty for none.

    A structure has no modules, never acts and is no unit for winning; `own` holds its numbers.
    """

    name: str
    slots: tuple[str, ...]
    turret: bool = False
    base_side: float = 2.0
    structure: bool = False
    own: tuple[tuple[str, int], ...] = ()
    # the word of the model its player brought for it
    model: str = ""

    @property
    @rule("bm.unit.vehicle")
    def is_vehicle(self) -> bool:
        """Whether it goes on tracks or wheels."""
        legs = modules().get(self.slots[SLOTS.index(LEGS)])
        return legs is not None and bool(legs.drive)

    @rule("bm.unit.vehicle")
    def location(self, slot: str) -> str:
        """What a location is called on this unit: a vehicle has a running gear and a turret."""
        return _OF_VEHICLE.get(slot, _words(slot)) if self.is_vehicle else _words(slot)

    @property
    def built_of(self) -> tuple[Module, ...]:
        """Its modules."""
        return tuple(modules()[each] for each in self.slots if each)

    @rule("bm.setup.record_sheet", "bm.data.bonus_owner")
    def number(self, name: str) -> int:
        """A statistic of the record sheet: the sum over the modules."""
        for own, value in self.own:
            if own == name:
                return value
        return sum(int(getattr(module, name)) for module in self.built_of)

    @property
    def text(self) -> str:
        """How an army list names it: a ready-made unit by its name, any other by its name and its modules."""
        if self.structure:
            return self.name
        is_ready_made = any(ready.slots == self.slots and ready.name == self.name for ready in mechs().values())
        if is_ready_made and not self.model:
            return self.name
        built = _BETWEEN.join(self.slots)
        return with_model(built if self.name == built else f"{self.name}{_AFTER_NAME}{built}", self.model)

    @property
    @rule("bm.data.cost")
    def points(self) -> int:
        """What the Mech costs: the sum over its modules."""
        return sum(module.points for module in self.built_of)


class _MechRow(TableRow, frozen=True):
    id: str
    name: str
    legs: str
    torso: str
    left_shoulder: str
    right_shoulder: str
    left_arm: str
    right_arm: str
    cost: int
    movement: int
    dodge: int
    targeting: int
    initiative: int
    defense_dice: int
    armor: int
    melee: int
    short: int
    long: int
    clause: str


# Mechs, and vehicles with a turret.
_READY_MADE = ("mechs.toml", "vehicles.toml")


class _StructureRow(TableRow, frozen=True):
    id: str
    name: str
    base_side: float
    armor: Annotated[int, Meta(ge=1, le=99)]
    defense_dice: Annotated[int, Meta(ge=0, le=9)]
    clause: str


def _ready_made(file: str, row: _MechRow) -> MechCard:
    slots = tuple(getattr(row, slot) for slot in SLOTS)
    refusal = check_slots(slots)
    if refusal is not None:
        raise DataFault(f"data/{file}: {row.id}: {refusal.sentence}")
    card = _card(row.name, slots)
    stated = {name: getattr(row, name) for name in (*NUMBERS, *RANGES)}
    for name, value in stated.items():
        if card.number(name) != value:
            raise DataFault(f"data/{file}: {row.id} has {name} {card.number(name)}, not {value}")
    if card.points != row.cost:
        raise DataFault(f"data/{file}: {row.id} costs {card.points}, not {row.cost}")
    return card


@rule("bm.unit.vehicle", "bm.geometry.base")
def _card(name: str, slots: tuple[str, ...]) -> MechCard:
    """A unit of these modules; it fires all round if its torso is a turret."""
    torso = modules().get(slots[SLOTS.index(TORSO)])
    return MechCard(name, slots, torso is not None and torso.turret, measures().base_side)


@rule("bm.setup.record_sheet")
@cache
def mechs() -> Mapping[str, MechCard]:
    """The ready-made Mechs and vehicles by id."""
    rows = [(file, row) for file in _READY_MADE for row in read_rows(file, _MechRow)]
    return by_key("mechs.toml", ((row.id, _ready_made(file, row)) for file, row in rows))


@rule("bm.objective.alternative")
@cache
def structures() -> Mapping[str, MechCard]:
    """What can be named as a target or resource, by id."""
    rows = read_rows("structures.toml", _StructureRow)
    none = ("",) * len(SLOTS)
    cards = (
        (row.id, MechCard(row.name, none, False, row.base_side, True,
                          (("armor", row.armor), ("defense_dice", row.defense_dice))))
        for row in rows
    )  # fmt: skip
    return by_key("structures.toml", cards)


@rule("bm.setup.modules", "bm.setup.interchangeable")
def check_slots(slots: tuple[str, ...]) -> Refusal | None:
    """All six slots are filled, each with a module of its own sort: an arm is no shoulder."""
    if len(slots) != len(SLOTS):
        named = ", ".join(each.replace("_", " ") for each in SLOTS)
        sentence = f"A Mech has {len(SLOTS)} modules ({named}); {len(slots)} are named."
        return illegal("empty_slot", "bm.setup.modules", sentence, modules=len(slots), needed=len(SLOTS))
    faults = (slot_fault(slot, each) for slot, each in zip(SLOTS, slots, strict=True))
    return next(filter(None, faults), None) or body_fault(slots)


@rule("bm.unit.vehicle")
def body_fault(slots: tuple[str, ...]) -> Refusal | None:
    """A turret goes on a running gear and a running gear bears a turret; a slot that is empty has its own fault."""
    legs, torso = (modules().get(slots[SLOTS.index(slot)].partition(_VERSION)[0]) for slot in (LEGS, TORSO))
    if legs is None or torso is None or bool(legs.drive) == torso.turret:
        return None
    if torso.turret:
        sentence = (
            f"{torso.name} ({torso.id}) is a turret: it goes on tracks or wheels, not on {legs.name} ({legs.id})."
        )
        return illegal("turret_on_legs", "bm.unit.vehicle", sentence, legs=legs.id, torso=torso.id)
    sentence = f"{legs.name} ({legs.id}) bears a turret; {torso.name} ({torso.id}) is the torso of a Mech."
    return illegal("no_turret", "bm.unit.vehicle", sentence, legs=legs.id, torso=torso.id)


@rule("bm.setup.modules", "bm.setup.interchangeable", "bm.data.sides")
def slot_fault(slot: str, written: str) -> Refusal | None:
    """Why this module cannot be in this slot: there is none, it is of another sort, or for the other side."""
    words = _words(slot)
    module_id, _, version = written.partition(_VERSION)
    if not module_id:
        sentence = f"The slot {words} is empty; a Bare Mount or Bare Fist is a module too."
        return illegal("empty_slot", "bm.setup.modules", sentence, slot=slot)
    module = modules().get(module_id)
    if module is None:
        return invalid("unknown_module", f"No module has the id {module_id[:20]!r}.")
    if module.slot != SORT_OF_SLOT[slot]:
        sentence = f"{module.name} ({module_id}) is for the {module.slot} and does not fit the slot {words}."
        return illegal("wrong_slot", "bm.setup.modules", sentence, slot=slot, module=module_id)
    side = side_of(slot)
    if version and version != side:
        if version not in SIDES or not side:
            return invalid("unknown_version", f"{module.name} ({module_id}) has no version {version[:20]!r}.")
        sentence = f"This {module.name} ({module_id}) is a {version} {module.slot} and does not fit the {words}."
        return illegal("wrong_side", "bm.data.sides", sentence, slot=slot, module=module_id)
    return None


def side_of(slot: str) -> str:
    """On which side of the Mech a slot is; "" for legs and torso."""
    return next((side for side in SIDES if slot.startswith(side)), "")


def read_text(text: str) -> tuple[str, tuple[str, ...]]:
    """A Mech of one's own as it is written: its name ("" for none) and what stands in its slots."""
    plain = without_model(text)[0]
    name, colon, built = plain[:_LONGEST_TEXT].strip().rpartition(_AFTER_NAME)
    return " ".join(name.split())[:LONGEST_NAME] if colon else "", tuple(built.strip().split(_BETWEEN))


def ready_made(text: str) -> MechCard | None:
    """A ready-made Mech or structure by id or name."""
    wanted = text.strip().casefold()
    known = (*mechs().items(), *structures().items())
    return next((card for card_id, card in known if wanted in (card_id, card.name.casefold())), None)


def own_card(name: str, slots: tuple[str, ...]) -> MechCard:
    """A Mech of these modules; one without a name that is built like a ready-made one is that one."""
    bare = tuple(each.partition(_VERSION)[0] for each in slots)
    ready = next((card for card in mechs().values() if card.slots == bare and name in ("", card.name)), None)
    return ready or _card(name or _BETWEEN.join(bare), bare)


@rule("bm.setup.modules", "bm.setup.record_sheet")
def find_card(text: str) -> MechCard | Refusal:
    """A ready-made Mech or structure by id or name, or a Mech of one's own by the ids of its six modules."""
    known = ready_made(text)
    if known is not None:
        return known
    size = without_model(text)[1]
    name, slots = read_text(text)
    if len(slots) < 2:
        wanted = text[:_LONGEST_TEXT].strip()
        return invalid("unit_unknown", f"No Mech is called {wanted!r}; {known_names(wanted, mechs())}")
    card = check_slots(slots) or own_card(name, slots)
    return card if size is None or isinstance(card, Refusal) else model_fault(card.name, size) or drawn_as(card, size)


@rule("bm.geometry.base")
def model_fault(name: str, size: OwnSize) -> Refusal | None:
    """A Mech stands on its base whatever it is built like; its model may reach over it, but not over half the table."""
    return read("own_models.toml", ModelLimits).fault(name, size)


def drawn_as(card: MechCard, size: OwnSize | None) -> MechCard:
    """A Mech that looks like a model its player brought."""
    return replace(card, model=size.word) if size is not None else card


@rule("bm.setup.modules", "bm.data.sides")
def suited(text: str, found: FoundModel) -> str:
    """A Mech that looks like a model that was brought: the modules that its pieces are named after, slot by slot, and
    in all others those it had."""
    card = ready_made(text)
    name, slots = (found.named(LONGEST_NAME, card.name), card.slots) if card is not None else read_text(text)
    if len(slots) != len(SLOTS):
        return text
    of_slot = dict(zip(SLOTS, slots, strict=True))
    for piece, left in found.pieces:
        module = next((each for word in _WORDS_OF.split(piece) if (each := word.upper()) in modules()), "")
        side = _SIDE_OF[(left > 0) - (left < 0)]
        slot = next((each for each in SLOTS if module and each == f"{side}{modules()[module].slot}"), "")
        if slot:
            of_slot[slot] = module
    built = _BETWEEN.join(of_slot.values())
    return with_model(f"{name}{_AFTER_NAME}{built}" if name else built, found.size.word)


@rule("bm.data.cost")
def check_dice(card: MechCard) -> Refusal | None:
    """When a Mech is built no range has more than 5 Attack Dice; scavenging may bring more later."""
    most = measures().most_attack_dice
    for band in RANGES:
        dice = card.number(band)
        if dice > most:
            sentence = f"{card.name} has {dice} Attack Dice at {band} range; a Mech is built with at most {most}."
            return illegal("too_many_dice", "bm.data.cost", sentence, range=band, dice=dice, most=most)
    return None


def army_points(cards: tuple[MechCard, ...]) -> int:
    """What an army costs."""
    return sum(card.points for card in cards)


@rule("bm.data.cost")
def check_army(cards: tuple[MechCard, ...], limit: int) -> Refusal | None:
    """An army within its points, of Mechs that are built as they should be."""
    if not cards:
        return illegal("no_units", "bm.setup.modules", "An army has at least one Mech.")
    for card in cards:
        if card.structure:
            # it costs nothing and would stand in everybody's way; only a scenario puts one on the table
            sentence = f"{card.name} is a structure of a scenario, no Mech that a player can bring."
            return illegal("not_a_mech", "bm.setup.modules", sentence)
        refusal = check_dice(card)
        if refusal is not None:
            return refusal
    return over_budget(army_points(cards), limit, "The army")


@rule("bm.data.cost")
def over_budget(points: int, limit: int, name: str) -> Refusal | None:
    """Why something is too dear, and by how much."""
    if points <= limit:
        return None
    sentence = f"{name} costs {points} points; {limit} are agreed: {points - limit} too many."
    return illegal("over_budget", "bm.data.cost", sentence, points=points, limit=limit)


@rule("bm.geometry.base", "bm.attack.arc.turret", "bm.unit.vehicle")
def changed_card(card: MechCard, changes: Mapping[str, Any]) -> MechCard:
    """A card with another base, a turret, or other modules in some slots ("" for none); ValueError if impossible."""
    slots = list(card.slots)
    own: dict[str, Any] = {}
    for name, value in changes.items():
        if name in SLOTS:
            slots[SLOTS.index(name)] = _fitting(name, value)
        elif name in ("turret", "base_side"):
            own[name] = value
    for shoulder, arm in (("left_shoulder", "left_arm"), ("right_shoulder", "right_arm")):
        if not slots[SLOTS.index(shoulder)]:
            # an arm hangs on its shoulder (bm.scavenge.arm_needs_shoulder)
            slots[SLOTS.index(arm)] = ""
    fault = body_fault(tuple(slots))
    if fault is not None:
        raise ValueError(fault.sentence)
    numbers = measures()
    turret = bool(own.get("turret", _card(card.name, tuple(slots)).turret))
    side = float(own.get("base_side", card.base_side))
    if not numbers.base_smallest <= side <= numbers.base_largest:
        raise ValueError(f"a base is {numbers.base_smallest:g} to {numbers.base_largest:g} Bricks wide, not {side:g}")
    return replace(card, slots=tuple(slots), turret=turret, base_side=side)


def _fitting(slot: str, module_id: str) -> str:
    if module_id and (module_id not in modules() or modules()[module_id].slot != SORT_OF_SLOT[slot]):
        raise ValueError(f"{module_id} is no module for the slot {slot}")
    return module_id
