"""Infantry against armour: rockets and grenades, and soldiers who swarm a vehicle, as actions."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from msgspec import Meta

from brickfield.core.asking.offers import Action, Aims, Choice, Choose, Shooter
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.frames import Frame
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from ...base.actions import Deed, Name, own_attack_bar
from ...base.battlefield import describe, enemies_of, is_vehicle
from ...base.firing.attack_offers import items_told
from ..heavy_support.heavy_guns import gun_of
from ..vehicles.armour_attack import ArmourAttack
from ..vehicles.armour_odds import chance_to_hurt
from ..vehicles.armour_shots import ArmourShot, Items, ItemUse, anti_armour_items, hand_shot, in_contact, swarm_shot
from ..vehicles.vehicle_fire import aim_face


class AttackArmour(Answer, frozen=True):
    """A squad fires items at a vehicle; `dice`: fewer than it has, 0 all of them."""

    unit: Name
    target: Name
    items: Items
    dice: Annotated[int, Meta(ge=0, le=20)] = 0


class Swarm(Answer, frozen=True):
    """The minis in contact with a vehicle climb onto it."""

    unit: Name
    target: Name


def _vehicle_named(state: State, unit: Unit, name: str) -> Unit | Refusal:
    if is_vehicle(state, unit):
        return illegal("not_infantry", "ba.iva.weapons", f"{describe(state, unit.id)} is not infantry.")
    target = state.units.get(name)
    if target is None:
        return illegal("no_target", "ba.attack.declare", f"{name[:40]} is not a target.")
    return target


def _armour_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    target = _vehicle_named(state, unit, order.target)
    if isinstance(target, Refusal):
        return target
    shot = hand_shot(state, unit, target, order.items, order.dice)
    return shot if isinstance(shot, Refusal) else None


def _swarm_fault(state: State, unit: Unit, order: Any) -> Refusal | None:
    target = _vehicle_named(state, unit, order.target)
    if isinstance(target, Refusal):
        return target
    shot = swarm_shot(state, unit, target)
    return shot if isinstance(shot, Refusal) else None


def enemy_vehicles(state: State, unit: Unit) -> list[Unit]:
    """The enemy vehicles on the board."""
    return [each for each in enemies_of(state, unit) if is_vehicle(state, each)]


@rule("ba.iva.joint", "ba.single.separate")
def salvos(state: State, unit: Unit, target: Unit) -> list[tuple[tuple[ItemUse, ...], ArmourShot]]:
    """What a squad could fire at a vehicle now: each item alone, all of one sort, and everything that reaches."""
    left = anti_armour_items(unit)
    wanted: list[tuple[ItemUse, ...]] = [(each,) for each in dict.fromkeys(left)]
    for sort in dict.fromkeys(each.item for each in left):
        wanted.append(tuple(each for each in left if each.item == sort))
    wanted.append(tuple(left))
    found = []
    for items in dict.fromkeys(wanted):
        shot = hand_shot(state, unit, target, items) if items else None
        if isinstance(shot, ArmourShot):
            found.append((items, shot))
    return found


def named_items(items: tuple[ItemUse, ...]) -> str:
    """What is fired, as a title: "A grenade and 2 rockets"."""
    words = items_told([each.item for each in items])
    return words[:1].upper() + words[1:]


def _armour_offer(state: State, unit: Unit) -> Action | None:
    able = not is_vehicle(state, unit) and gun_of(state, unit) is None and anti_armour_items(unit)
    if not able or not enemy_vehicles(state, unit):
        return None
    # of two alike one is enough, and the best stands first
    known = {
        (target.id, named_items(items), shot.arc, shot.pool.total): (target, items, shot)
        for target in enemy_vehicles(state, unit)
        for items, shot in reversed(salvos(state, unit, target))
    }
    choices = [
        Choice(
            AttackArmour(unit.id, target.id, items),
            f"{named_items(items)} at {describe(state, target.id)}",
            f"{shot.pool.total}D6 at the {shot.arc}, {round(100 * chance_to_hurt(shot))} % to do damage",
            "ba.iva.dice",
            about=(target.id,),
            odds=chance_to_hurt(shot),
        )
        for target, items, shot in sorted(known.values(), key=lambda each: (-chance_to_hurt(each[2]), len(each[1])))
    ]
    closed = (
        None
        if choices
        else illegal("no_target", "ba.iva.range", f"{describe(state, unit.id)} sees no vehicle in reach.")
    )
    return Action("attack_armour", "Attack armour", Choose(tuple(choices)), "ba.iva.weapons", closed=closed)


def _swarm_offer(state: State, unit: Unit) -> Action | None:
    if is_vehicle(state, unit):
        return None
    near = [each for each in enemy_vehicles(state, unit) if in_contact(state, unit, each)]
    if not near:
        return None
    aims = tuple(aim_face(state, unit, each, swarm_shot(state, unit, each)) for each in near)
    closed = aims[0].refusal if all(each.refusal is not None for each in aims) else None
    offer = Aims((Shooter(unit.id, aims),), {"answer": "swarm", "unit": unit.id}, clause="ba.swarm.rule")
    return Action("swarm", "Swarm", offer, "ba.swarm.rule", closed=closed)


def _armour_attack(state: State, order: AttackArmour, *, held: bool = False) -> Frame:
    return ArmourAttack(
        unit=order.unit, target=order.target, manner="hand", items=order.items, dice=order.dice, held=held
    )


ATTACK_ARMOUR = Deed(
    (AttackArmour,),
    _armour_offer,
    _armour_fault,
    _armour_attack,
    bar=own_attack_bar,
    respond=partial(_armour_attack, held=True),
    held_as="attack",
)
SWARM_IT = Deed(
    (Swarm,),
    _swarm_offer,
    _swarm_fault,
    lambda state, order: ArmourAttack(unit=order.unit, target=order.target, manner="swarm"),
    bar=own_attack_bar,
)
