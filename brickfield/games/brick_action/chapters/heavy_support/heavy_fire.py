"""Heavy support in action: its dice against infantry and armour, leaving the weapon and taking it over."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.asking.offers import Action, Aims, Choice, Choose, Shooter
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.frames import Frame
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from brickfield.core.table import Table
from ...base.actions import Deed, Name, own_attack_bar
from ...base.battlefield import GUN, describe, enemies_of, is_vehicle, told
from ...base.firing.attack import Attacking, attack_fault
from ...base.firing.attack_offers import aim
from ...base.firing.shots import HEAVY, Manner
from ...base.measures import measures
from ..vehicles.armour_attack import ArmourAttack
from ..vehicles.armour_shots import heavy_armour_shot
from ..vehicles.vehicle_fire import aim_face
from .heavy_guns import WEAPON, crew_at, gap_to, gun_of, guns_left
from .heavy_support import crew_fault


class FireHeavy(Answer, frozen=True):
    """A heavy weapon fires; `dice`: fewer than it has, 0 all of them."""

    unit: Name
    target: Name
    dice: Annotated[int, Meta(ge=0, le=20)] = 0


class LeaveGun(Answer, frozen=True):
    """A unit leaves its heavy weapon where it is."""

    unit: Name


class CrewGun(Answer, frozen=True):
    """A unit takes over a heavy weapon of its side."""

    unit: Name
    weapon: Name


@rule("ba.heavy.dice", "ba.heavy.vs_armor")
def fire_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    """A weapon with somebody at it, and a target in its sight."""
    if gun_of(state, unit) is None:
        return illegal("no_weapon", "ba.heavy.dice", f"{describe(state, unit.id)} has no heavy weapon.")
    target = state.units.get(order.target)
    if target is None:
        return illegal("no_target", "ba.attack.declare", f"{order.target[:40]} is not a target.")
    fault = crew_fault(crew_at(state, unit))
    if fault is not None:
        return fault
    if is_vehicle(state, target):
        shot = heavy_armour_shot(state, unit, target, order.dice)
        return shot if isinstance(shot, Refusal) else None
    return attack_fault(state, unit, target, Manner(announced=order.dice, weapon=HEAVY))


def _fire(state: State, order: FireHeavy, *, held: bool = False) -> Frame:
    if is_vehicle(state, state.units[order.target]):
        return ArmourAttack(unit=order.unit, target=order.target, manner="heavy", dice=order.dice, held=held)
    manner = Manner(announced=order.dice, weapon=HEAVY)
    return Attacking(unit=order.unit, target=order.target, manner=manner, held=held)


def heavy_aim(state: State, unit: Unit, target: Unit) -> AimFace:
    """The heavy weapon of a unit aimed at a squad or a vehicle."""
    if is_vehicle(state, target):
        return aim_face(state, unit, target, heavy_armour_shot(state, unit, target))
    return aim(state, unit, target, Manner(weapon=HEAVY))


def _fire_offer(state: State, unit: Unit) -> Action | None:
    if gun_of(state, unit) is None:
        return None
    aims = tuple(heavy_aim(state, unit, each) for each in enemies_of(state, unit))
    closed = crew_fault(crew_at(state, unit))
    if closed is None and all(each.refusal is not None for each in aims):
        closed = illegal("no_target", "ba.attack.declare", f"The weapon of {unit.id} has no target.")
    offer = Aims(
        (Shooter(unit.id, aims),), {"answer": "fire_heavy", "unit": unit.id}, clause="ba.heavy.dice", lines=True
    )
    return Action("fire_heavy", "Fire the heavy weapon", offer, "ba.heavy.dice", closed=closed)


FIRE_HEAVY = Deed(
    (FireHeavy,),
    _fire_offer,
    fire_fault,
    _fire,
    bar=own_attack_bar,
    respond=partial(_fire, held=True),
    held_as="attack",
)


class ChangingCrew(Frame):
    """A heavy weapon is left, or taken over: free, and no action."""

    unit: str = ""
    weapon: str = ""

    STEPS: ClassVar[tuple[str, ...]] = ("change",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "weapon")

    @rule("ba.heavy.move", "ba.turn.action_kinds")
    def change(self, t: Table) -> Any:
        """Without a weapon named the unit leaves its own."""
        value = int(bool(self.weapon))
        if self.weapon:
            gun = t.tokens[self.weapon]
            t.emit(happened.TokenRemoved(token=gun.id, clause="ba.heavy.move"))
            t.emit(happened.TokenPlaced(token=replace(gun, group=self.unit), clause="ba.heavy.move"))
        t.emit(happened.UnitMarked(unit=self.unit, mark=GUN, value=value, clause="ba.heavy.move"))


def _free(state: State, unit: Unit, answer: Any) -> int:
    return 0


def _leave_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    if gun_of(state, unit) is not None:
        return None
    return illegal("no_weapon", "ba.heavy.move", f"{describe(state, unit.id)} has no heavy weapon to leave.")


def _leave_offer(state: State, unit: Unit) -> Action | None:
    if gun_of(state, unit) is None:
        return None
    choice = Choice(LeaveGun(unit.id), "Leave the weapon", "the minis walk 16 studs without it", "ba.heavy.move")
    return Action("leave_gun", "Leave the weapon", Choose((choice,)), "ba.heavy.move")


@rule("ba.heavy.move", "ba.geometry.contact")
def crew_gun_fault(state: State, unit: Unit, weapon: str) -> Refusal | None:
    """Own side only, a mini in contact, one heavy weapon for each unit."""
    gun = state.tokens.get(weapon)
    if is_vehicle(state, unit) or gun is None or gun.kind != WEAPON or gun not in guns_left(state, unit.seat):
        return illegal("no_weapon", "ba.heavy.move", f"There is no heavy weapon for {describe(state, unit.id)}.")
    if gun_of(state, unit) is not None:
        return illegal("has_weapon", "ba.heavy.cost", f"{describe(state, unit.id)} has a heavy weapon already.")
    gap = min((gap_to(gun, each) for each in unit.standing), default=1e9)
    if gap > measures().contact + measures().tolerance:
        sentence = f"{describe(state, unit.id)} is {told(min(gap, 999.0))} studs from the weapon and must touch it."
        return illegal("no_contact", "ba.geometry.contact", sentence, gap=gap, most=measures().contact)
    return None


def _crew_offer(state: State, unit: Unit) -> Action | None:
    if is_vehicle(state, unit):
        return None
    near = [each.id for each in guns_left(state, unit.seat) if crew_gun_fault(state, unit, each.id) is None]
    if not near:
        return None
    choices = tuple(Choice(CrewGun(unit.id, each), "Crew the weapon", clause="ba.heavy.move") for each in near)
    return Action("crew_gun", "Crew the weapon", Choose(choices), "ba.heavy.move")


LEAVE_GUN = Deed((LeaveGun,), _leave_offer, _leave_fault, lambda state, order: ChangingCrew(unit=order.unit), _free)
CREW_GUN = Deed(
    (CrewGun,),
    _crew_offer,
    lambda state, unit, order: crew_gun_fault(state, unit, order.weapon),
    lambda state, order: ChangingCrew(unit=order.unit, weapon=order.weapon),
    _free,
)
