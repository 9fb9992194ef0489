"""Units: the commando's split attack on a vehicle, by rockets and grenades and at most four dice."""

from __future__ import annotations

from collections.abc import Sequence

from brickfield.core.asking.offers import Choice, Exhibit
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from ...base.battlefield import describe
from ...base.firing.attack import Used
from ...base.minis import minis
from ..anti_armour.anti_armour import AttackArmour, enemy_vehicles, named_items, salvos
from ..vehicles.armour_attack import ArmourAttack
from ..vehicles.armour_odds import chance_to_hurt
from ..vehicles.armour_shots import ArmourShot, ItemUse, hand_shot
from ..vehicles.vehicle_fire import aim_face
from ..vehicles.vehicles import armour


def most_dice() -> int:
    """So many dice has an attack that is half an action, or both parts of one together."""
    return minis()["commando"].split_attack_cap


def _uses(items: Sequence[Used | ItemUse]) -> tuple[ItemUse, ...]:
    return tuple([ItemUse(each.figure, each.item) for each in items])


@rule("ba.unit.commando.split", "ba.iva.weapons", "ba.geometry.dice_order")
def rocket_shot(
    state: State, unit: Unit, target: Unit, items: Sequence[Used | ItemUse], dice: int = 0
) -> ArmourShot | Refusal:
    """Half an action at a vehicle: as any attack by hand weapons, with at most four dice."""
    return hand_shot(state, unit, target, _uses(items), dice, cap=most_dice())


def rocket_attack(unit: str, target: str, items: Sequence[Used | ItemUse], dice: int = 0) -> ArmourAttack:
    """The frame that plays it."""
    return ArmourAttack(unit=unit, target=target, manner="hand", items=_uses(items), dice=dice, cap=most_dice())


@rule("ba.unit.commando.split_one_type")
def pool_with_rockets(shot: ArmourShot, wielders: int, others: int) -> int:
    """The one pool that is divided between a vehicle and a squad: the dice that the squad could be fired at with, and
    those of the items, which all go to the vehicle."""
    items = shot.pool.total - min(wielders, armour().most_wielders)
    return min(most_dice(), others + max(0, items))


def rocket_salvos(state: State, unit: Unit) -> list[tuple[Unit, tuple[Used, ...], ArmourShot]]:
    """What a unit could fire at vehicles as half an action."""
    found = []
    for target in enemy_vehicles(state, unit):
        for items, _whole in salvos(state, unit, target):
            shot = rocket_shot(state, unit, target, items)
            if isinstance(shot, ArmourShot):
                found.append((target, tuple([Used(each.figure, each.item) for each in items]), shot))
    return found


def title_of(state: State, target: Unit, items: Sequence[Used]) -> str:
    """What is fired at whom: "2 rockets at M1 B2"."""
    return f"{named_items(_uses(items))} at {describe(state, target.id)}"


@rule("ba.unit.commando.split")
def rocket_choices(state: State, unit: Unit) -> tuple[list[Choice], list[Exhibit]]:
    """After half a move: rockets and grenades at vehicles as choices, each vehicle with its best shot laid open."""
    found = rocket_salvos(state, unit)
    choices = [
        Choice(
            AttackArmour(unit.id, target.id, _uses(items)),
            title_of(state, target, items),
            f"{shot.pool.total}D6 at the {shot.arc}, {round(100 * chance_to_hurt(shot))} % to do damage",
            "ba.iva.dice",
            about=(target.id,),
            odds=chance_to_hurt(shot),
        )
        for target, items, shot in found
    ]
    best = {target.id: shot for target, _items, shot in sorted(found, key=lambda each: each[2].pool.total)}
    faces = [aim_face(state, unit, state.units[name], shot) for name, shot in best.items()]
    return choices, [Exhibit(f"Rockets at {each.title}", each) for each in faces]
