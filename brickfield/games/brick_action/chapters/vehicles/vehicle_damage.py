"""Damage to vehicles: points that add up, vehicles that are disabled for a turn, wrecks and who was inside.

| mark of a vehicle | means                                                                            |
|-------------------|----------------------------------------------------------------------------------|
| damage            | damage points it has lost                                                        |
| hurt              | damage it took in this player turn; cleared when a turn begins                   |
| disabled          | ends of its owner's turns until it may attack and react again                    |
| drives            | movement actions of its owner's turn                                             |
| turret            | how far its turret is turned off the hull, in grain, counter-clockwise           |
| abandoned         | its crew has dismounted                                                          |
"""

from __future__ import annotations

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.events import Throw
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.battlefield import describe, is_vehicle, living, match_of, number
from ...base.casualties import unit_gone
from ...base.turns import turn_begins, turn_ends
from .armour import disables, is_destroyed
from .chapter import VEHICLES
from .vehicles import class_of

DAMAGE, HURT, DISABLED, DRIVES, TURRET, ABANDONED = "damage", "hurt", "disabled", "drives", "turret", "abandoned"


def is_own_turn(state: State, unit: Unit) -> bool:
    """Whether it is the turn of a unit's side."""
    sides = state.match.sides
    return bool(sides[int(state.facts.get("active", 0))] == sides[unit.seat])


def mark(t: Table, unit_id: str, name: str, value: int, clause: str, throws: tuple[Throw, ...] = ()) -> None:
    """Write a count on a vehicle if it is a new one."""
    if number(t.units[unit_id], name) == value:
        return
    if throws:
        t.emit(happened.UnitMarked(unit=unit_id, mark=name, value=value, clause=clause, throws=throws))
    else:
        t.emit(happened.UnitMarked(unit=unit_id, mark=name, value=value, clause=clause))


@rule("ba.veh.superscript", "ba.veh.disabled", "ba.veh.suppress")
def take_damage(t: Table, unit_id: str, damage: int, by: str, clause: str) -> bool:
    """A vehicle takes damage; two or more in a turn disable it. True when that destroys it. It is never suppressed."""
    if damage <= 0:
        return False
    unit = t.units[unit_id]
    mark(t, unit_id, DAMAGE, number(unit, DAMAGE) + damage, clause)
    hurt = number(unit, HURT) + damage
    mark(t, unit_id, HURT, hurt, "ba.veh.disabled")
    if is_destroyed(class_of(t, unit).id, number(t.units[unit_id], DAMAGE)):
        return True
    if disables(hurt):
        ends = 2 if is_own_turn(t, unit) else 1
        mark(t, unit_id, DISABLED, max(ends, number(unit, DISABLED)), "ba.veh.disabled")
    return False


@rule("ba.veh.disabled")
def cannot_attack(state: State, unit: Unit) -> Refusal | None:
    """A disabled vehicle does not attack in its owner's next turn; one without its crew does nothing."""
    name = describe(state, unit.id)
    if number(unit, ABANDONED):
        return illegal("no_crew", "ba.veh.dismount", f"{name} has no crew in it.")
    ends = number(unit, DISABLED)
    if ends == 1 or (ends and not is_own_turn(state, unit)):
        return illegal("disabled", "ba.veh.disabled", f"{name} is disabled and cannot attack.")
    return None


@turn_begins.amended(VEHICLES)
@rule("ba.veh.disabled", "ba.veh.speed")
def counts_anew(t: Table, seat: int) -> None:
    """Damage of a turn is counted anew in every turn, moves in that of the owner."""
    for unit in [each for each in living(t) if is_vehicle(t, each)]:
        mark(t, unit.id, HURT, 0, "ba.veh.disabled")
        if t.match.sides[unit.seat] == t.match.sides[seat]:
            mark(t, unit.id, DRIVES, 0, "ba.veh.speed")


@turn_ends.amended(VEHICLES)
@rule("ba.veh.disabled")
def wears_off(t: Table, seat: int) -> None:
    """At the end of its owner's next turn a vehicle is disabled no more."""
    for unit in [each for each in living(t) if is_vehicle(t, each)]:
        ends = number(unit, DISABLED)
        if ends and t.match.sides[unit.seat] == t.match.sides[seat]:
            mark(t, unit.id, DISABLED, ends - 1, "ba.veh.disabled")


@unit_gone.amended(VEHICLES)
@rule("ba.veh.dismount")
def crew_lost(t: Table, unit_id: str) -> None:
    """A vehicle whose crew is wiped out outside is a wreck at once."""
    vehicle = match_of(t).crews.get(unit_id, "")
    if vehicle and t.units[vehicle].alive and not t.units[unit_id].alive:
        t.emit(happened.UnitDestroyed(unit=vehicle, clause="ba.veh.dismount"))
