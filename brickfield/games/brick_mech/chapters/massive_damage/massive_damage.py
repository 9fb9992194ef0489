"""Massive Damage: a die for the location, a die for the effect, and what the effect takes from the Mech."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal

from msgspec import UNSET

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.data_files import DataFault, TableRow, by_key, read
from brickfield.core.dice import Pool
from brickfield.core.frames import DONE, Frame, Goto, Push, Roll
from brickfield.core.table import Table
from ...base.attack_action import AttackAction
from ...base.battlefield import card_of
from ...base.ending_a_turn import EndingTurn
from ...base.measures import LONG, MELEE, RANGES, SHORT, measures
from ...base.modules import NUMBERS, PARTS, SORT_OF_SLOT, TORSO
from ...base.record_sheet import DICE, HEAT, SHOULDER_OF, add, number, part_of, write
from ..scavenging.loose_parts import come_off
from .chapter import MASSIVE_DAMAGE

# What the first of the two rolls is looked up in.
LOCATION_TABLE = "massive damage location"
# Of equally good ranges the first of these loses the dice (bm.data.best_range).
_BEST_FIRST = (LONG, SHORT, MELEE)
# What stops at 0; bonuses may fall below (bm.massive.negative_bonus).
_FLOORED = ("movement", "defense_dice")


class Location(TableRow, frozen=True):
    """A row of the location table."""

    roll: int
    location: str


class Effect(TableRow, frozen=True):
    """A row of an effect table: what is added to the Mech, to the part hit, or that the part is blown off."""

    table: Literal["legs", "torso", "shoulder", "arm"]
    roll: int
    name: str
    clause: str
    movement: int = 0
    dodge: int = 0
    targeting: int = 0
    initiative: int = 0
    defense_dice: int = 0
    armor: int = 0
    heat: int = 0
    melee: int = 0
    short: int = 0
    long: int = 0
    best_range: int = 0
    blown_off: bool = False
    # what the same is called on a vehicle; empty: the same
    vehicle: str = ""


class MassiveDamageTables(TableRow, frozen=True):
    """The tables of the record sheet."""

    clause: str
    location: tuple[Location, ...]
    effect: tuple[Effect, ...]


@rule("bm.massive.not_extra_armor")
def check_tables(tables: MassiveDamageTables) -> MassiveDamageTables:
    """Every roll has one row in each table, and no effect takes Armor Points."""
    faces = list(range(1, measures().die_faces + 1))
    if [row.roll for row in tables.location] != faces:
        raise DataFault("massive_damage.toml: the locations need one row for each face")
    for sort in ("legs", "torso", "shoulder", "arm"):
        rows = [row for row in tables.effect if row.table == sort]
        if [row.roll for row in rows] != faces:
            raise DataFault(f"massive_damage.toml: {sort} needs one row for each face")
        if any(row.armor for row in rows):
            raise DataFault(f"massive_damage.toml: an effect on {sort} takes Armor Points")
    return tables


@rule("bm.massive.two_rolls")
@cache
def tables() -> MassiveDamageTables:
    """The location table and the four effect tables."""
    return check_tables(read("massive_damage.toml", MassiveDamageTables, Path(__file__).parent))


@cache
def _effects() -> Mapping[str, Effect]:
    return by_key("massive_damage.toml", ((f"{row.table} {row.roll}", row) for row in tables().effect))


def location_at(roll: int) -> str:
    """The location a die names."""
    return tables().location[roll - 1].location


def effect_at(location: str, roll: int) -> Effect:
    """What a die does to a location."""
    return _effects()[f"{SORT_OF_SLOT[location]} {roll}"]


@rule("bm.massive.missing_part", "bm.massive.two_rolls")
def location_hit(unit: Unit, location: str) -> str:
    """The location that takes a roll: for a missing arm its shoulder, for a missing shoulder the torso."""
    while location in PARTS and part_of(unit, location) is None:
        location = SHOULDER_OF.get(location, TORSO)
    return location


@rule("bm.massive.dice_floor", "bm.massive.negative_bonus", "bm.data.bonus_owner", "bm.massive.not_extra_armor",
      "bm.data.heat_effect")  # fmt: skip
def apply_effect(t: Table, unit_id: str, location: str, effect: Effect) -> None:
    """Numbers of the Mech, heat, dice of the part hit, or the part itself. Dice stop at 0, bonuses do not."""
    for name in NUMBERS:
        change: int = getattr(effect, name)
        if change:
            value = number(t.units[unit_id], name) + change
            write(t, unit_id, name, max(0, value) if name in _FLOORED else value, effect.clause)
    if effect.heat:
        add(t, unit_id, HEAT, effect.heat, effect.clause)
    if location not in PARTS:
        return
    for band in RANGES:
        lose_dice(t, unit_id, location, band, -int(getattr(effect, band)))
    if effect.best_range:
        lose_from_best_range(t, unit_id, location, -effect.best_range)
    if effect.blown_off:
        come_off(t, unit_id, location, effect.clause)


@rule("bm.massive.dice_floor")
def lose_dice(t: Table, unit_id: str, slot: str, band: str, count: int) -> None:
    """A part loses dice at one range, down to 0; what it does not have is not taken elsewhere."""
    mark = DICE[slot, band]
    write(t, unit_id, mark, max(0, number(t.units[unit_id], mark) - count), "bm.massive.dice_floor")


@rule("bm.data.best_range")
def lose_from_best_range(t: Table, unit_id: str, slot: str, count: int) -> None:
    """The range at which the part has most dice now loses them; a surplus is lost."""
    part = part_of(t.units[unit_id], slot)
    assert part is not None
    best = max(_BEST_FIRST, key=part.dice)
    lose_dice(t, unit_id, slot, best, count)


_EFFECT = "massive damage effect"


class MassiveDamage(Frame):
    """Some Massive Damage rolls of one Mech, one after the other, each fully applied before the next.

    A `location` named by a Targeted Shot takes them all; then only the Effect Rolls are made.
    """

    unit: str = ""
    rolls: int = 0
    location: str = ""
    hit: str = ""
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("roll_location", "find_location", "roll_effect", "suffer_effect")
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "rolls", "location", "hit", "faces")

    def _die(self, t: Table, label: str) -> Roll:
        # the owner of the Mech that suffers rolls
        return Roll((Pool(1, label, measures().die_faces, t.units[self.unit].seat),), into="faces")

    def _tell(self, t: Table, table: str, label: str, entry: str, clause: str) -> None:
        # a location that was named took no die
        throws = tuple(happened.Throw(label, t.units[self.unit].seat, shown) for shown in self.faces)
        roll = self.faces[0][0] if self.faces else 0
        read = happened.TableRead(
            unit=self.unit, table=table, roll=roll, entry=entry, clause=clause, throws=throws or UNSET
        )
        t.emit(read)

    @rule("bm.massive.two_rolls", "bm.option.targeted.massive", "bm.geometry.rng")
    def roll_location(self, t: Table) -> Any:
        """A die for the location, unless the attacker has named it."""
        if not self.rolls:
            return DONE
        self.faces = ()
        return None if self.location else self._die(t, LOCATION_TABLE)

    @rule("bm.massive.missing_part", "bm.option.targeted.massive")
    def find_location(self, t: Table) -> Any:
        """The location rolled or named; if it is missing, the next one inward."""
        named = self.location or location_at(self.faces[0][0])
        self.hit = location_hit(t.units[self.unit], named)
        clause = "bm.massive.two_rolls" if self.hit == named else "bm.massive.missing_part"
        self._tell(t, LOCATION_TABLE, LOCATION_TABLE, self.hit, clause)

    @rule("bm.massive.two_rolls")
    def roll_effect(self, t: Table) -> Any:
        """A die for the effect, on the table of the location finally hit."""
        return self._die(t, _EFFECT)

    @rule("bm.massive.two_rolls", "bm.unit.vehicle")
    def suffer_effect(self, t: Table) -> Any:
        """The effect is applied at once, then the next roll is made."""
        effect = effect_at(self.hit, self.faces[0][0])
        name = effect.vehicle if effect.vehicle and card_of(t, self.unit).is_vehicle else effect.name
        self._tell(t, f"massive damage to the {SORT_OF_SLOT[self.hit]}", _EFFECT, name, effect.clause)
        apply_effect(t, self.unit, self.hit, effect)
        self.rolls -= 1
        return Goto("roll_location")


@step(AttackAction, MASSIVE_DAMAGE)
@rule("bm.damage.massive_count", "bm.destroy.massive_first", "bm.option.targeted.massive", "bm.option.crit.hit")
def massive_damage_of_target(action: AttackAction, t: Table) -> Any:
    """The target makes its Massive Damage rolls, also when it is just being destroyed."""
    return Push(MassiveDamage(unit=action.target, rolls=action.massive[0], location=action.location))


@step(AttackAction, MASSIVE_DAMAGE)
@rule("bm.option.return.simultaneous", "bm.destroy.massive_first")
def massive_damage_of_attacker(action: AttackAction, t: Table) -> Any:
    """Then the attacker makes those of the answer."""
    return Push(MassiveDamage(unit=action.attacker, rolls=action.massive[1]))


@step(EndingTurn, MASSIVE_DAMAGE)
@rule("bm.endturn.overheat8", "bm.endturn.order", "bm.massive.two_rolls")
def check_eight(ending: EndingTurn, t: Table) -> Any:
    """With 8 or more markers it makes a Massive Damage roll, even if it is just being destroyed."""
    if number(t.units[ending.unit], HEAT) >= measures().overheat_massive:
        return Push(MassiveDamage(unit=ending.unit, rolls=1))
    return None
