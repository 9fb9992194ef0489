"""Record Sheets: the numbers of a Mech as they stand now, written as marks on the unit.

Movement, bonuses, Defense Dice and Armor Points belong to the Mech; Attack Dice belong to each shoulder and arm and
stay with it when it changes owner. A part is written under its slot as the number of its module, its dice beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from brickfield.core import events as happened
from brickfield.core.board import Marks, Unit
from brickfield.core.clauses import rule
from brickfield.core.near_names import known_names
from brickfield.core.table import Table
from ..setup.workshop import MechCard
from .measures import RANGES
from .modules import (
    LEFT_ARM,
    LEFT_SHOULDER,
    NUMBERS,
    PARTS,
    RIGHT_ARM,
    RIGHT_SHOULDER,
    SLOTS,
    modules,
    number_of,
    numbered,
)

HEAT, ARMOR = "heat", "armor"
# What a Mech has done this round.
MOVES, ATTACKS, SCAVENGES = "moves", "attacks", "scavenges"
# Its turn is over; it holds fire; the markers it cooled off; it ended its last Move with a straight run.
DONE, HOLDING, COOLED, RUN = "done", "holding", "cooled", "run"
# Where a turret was left pointing, in whole degrees off the facing of the base, to the left positive; only a look.
AIM = "turret_at"
ROUND_MARKS = (MOVES, ATTACKS, SCAVENGES, DONE, HOLDING, COOLED, RUN)

# The mark of the dice of each part at each range, and the four of each range together.
DICE = {(slot, band): f"{slot}.{band}" for slot in PARTS for band in RANGES}
_OF_RANGE = {band: tuple(DICE[slot, band] for slot in PARTS) for band in RANGES}
ARM_OF = {LEFT_SHOULDER: LEFT_ARM, RIGHT_SHOULDER: RIGHT_ARM}
_LARGEST = 999
SHOULDER_OF = {arm: shoulder for shoulder, arm in ARM_OF.items()}


class Part(Struct, frozen=True):
    """A shoulder or arm with the dice it still has."""

    module: int
    melee: int = 0
    short: int = 0
    long: int = 0

    @property
    def name(self) -> str:
        """What the catalogue calls it."""
        return numbered()[self.module - 1].name

    def dice(self, band: str) -> int:
        """Its Attack Dice at a range."""
        number: int = getattr(self, band)
        return number


@rule("bm.setup.record_sheet", "bm.setup.modules")
def fresh_sheet(card: MechCard) -> Marks:
    """The record sheet of a Mech that comes out of the workshop; what is 0 is not written."""
    marks = {name: card.number(name) for name in NUMBERS}
    for slot, module_id in zip(SLOTS, card.slots, strict=True):
        if slot in PARTS and module_id:
            marks[slot] = number_of(module_id)
            for band in RANGES:
                marks[DICE[slot, band]] = modules()[module_id].dice(band)
    return {name: value for name, value in marks.items() if value}


def number(unit: Unit, name: str) -> int:
    """Any number of the sheet: movement, dodge, targeting, initiative, defense_dice, armor, heat."""
    return unit.marks.get(name, 0)


@rule("bm.setup.record_sheet", "bm.massive.dice_floor", "bm.scavenge.attach_record", "bm.scavenge.detach_record")
def attack_dice(unit: Unit, band: str) -> int:
    """The Attack Dice at a range: the sum over the parts that are on the Mech."""
    get = unit.marks.get
    first, second, third, fourth = _OF_RANGE[band]
    return get(first, 0) + get(second, 0) + get(third, 0) + get(fourth, 0)


def has_dice(unit: Unit) -> bool:
    """Whether the Mech has an Attack Die at any range."""
    return any(attack_dice(unit, band) for band in RANGES)


def part_of(unit: Unit, slot: str) -> Part | None:
    """The part in a slot, or None when the slot is empty."""
    module = unit.marks.get(slot, 0)
    if not module:
        return None
    return Part(module, *[unit.marks.get(DICE[slot, band], 0) for band in RANGES])


@rule("bm.action.count", "bm.option.return.action")
def actions_used(unit: Unit) -> int:
    """The actions of this round so far, Return Fire and held shots among them."""
    marks = unit.marks
    return marks.get(MOVES, 0) + marks.get(ATTACKS, 0) + marks.get(SCAVENGES, 0)


@rule("bm.option.return.when", "bm.attack.no_redeclare")
def has_fired(unit: Unit) -> bool:
    """Any attack of this round counts, also one that failed for range or dice."""
    return unit.marks.get(ATTACKS, 0) > 0


def write(t: Table, unit_id: str, name: str, value: int, clause: str) -> None:
    """Write a number on the sheet, if it changes."""
    if t.units[unit_id].marks.get(name, 0) != value:
        t.emit(happened.UnitMarked(unit=unit_id, mark=name, value=value, clause=clause))


def add(t: Table, unit_id: str, name: str, change: int, clause: str) -> None:
    """Add to a number of the sheet."""
    write(t, unit_id, name, t.units[unit_id].marks.get(name, 0) + change, clause)


@rule("bm.scavenge.detach_record", "bm.massive.blown_off")
def take_off(t: Table, unit_id: str, slot: str, clause: str) -> Part:
    """Strike a part and its dice from the sheet."""
    part = part_of(t.units[unit_id], slot)
    assert part is not None
    write(t, unit_id, slot, 0, clause)
    for band in RANGES:
        write(t, unit_id, DICE[slot, band], 0, clause)
    return part


@rule("bm.scavenge.attach_record", "bm.scavenge.dice_kept")
def put_on(t: Table, unit_id: str, slot: str, part: Part, clause: str) -> None:
    """Write a part on the sheet with the dice it still has."""
    write(t, unit_id, slot, part.module, clause)
    for band in RANGES:
        write(t, unit_id, DICE[slot, band], part.dice(band), clause)


def _stated(name: str, value: Any) -> int:
    """A number stated for a sheet: whole, and no larger than people write."""
    if not isinstance(value, int) or abs(value) > _LARGEST:
        raise ValueError(f"{name} is a whole number up to {_LARGEST}, not {str(value)[:20]!r}")
    return int(value)


def changed_sheet(marks: Marks, changes: Mapping[str, Any]) -> Marks:
    """A sheet with some numbers stated otherwise, for positions; ValueError for a name no sheet has.

    `melee`, `short` and `long` state the total at that range; all its dice are then written on the right arm.
    """
    known = {*NUMBERS, HEAT, AIM, *ROUND_MARKS, *DICE.values()}
    changed = dict(marks)
    for name, value in changes.items():
        if name in RANGES:
            for slot in PARTS:
                changed[DICE[slot, name]] = _stated(name, value) if slot == RIGHT_ARM else 0
        elif name in known:
            changed[name] = _stated(name, value)
        elif name not in (*SLOTS, "turret", "base_side"):
            there = known_names(name, (*NUMBERS, *RANGES, HEAT, AIM, *ROUND_MARKS, *SLOTS, "turret", "base_side"))
            raise ValueError(f"no record sheet has {name!r}; {there.rstrip('.')}")
    return {name: value for name, value in changed.items() if value}
