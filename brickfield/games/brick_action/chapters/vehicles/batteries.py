"""Batteries: identical weapons of a vehicle that fire together, and what keeps them from firing."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Tally
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from ...base.battlefield import card_of, describe, is_vehicle
from ...base.firing.dice_pool import building_limit
from ...setup.forces import VehicleCard
from .armour import with_change
from .vehicle_damage import cannot_attack
from .vehicles import armour, batteries, vehicle_weapons


def batteries_of(state: State, unit: Unit) -> dict[str, int]:
    """The batteries of a vehicle by weapon, with the number of identical ones."""
    card = card_of(state, unit.id)
    assert isinstance(card, VehicleCard)
    return dict(batteries(card.weapons))


@rule("ba.veh.pool", "ba.veh.disabled")
def battery_fault(state: State, unit: Unit, weapon: str) -> Refusal | None:
    """A vehicle fires one weapon that it carries, or all identical ones, if it can attack at all."""
    name = describe(state, unit.id)
    if not is_vehicle(state, unit) or weapon not in batteries_of(state, unit):
        return illegal("no_weapon", "ba.veh.pool", f"{name} carries no {weapon[:20]}.")
    return cannot_attack(state, unit)


@rule("ba.veh.turret")
def bearing_fault(state: State, unit: Unit, target: Unit, weapon: str) -> Refusal:
    """The weapon does not bear on the target."""
    title, most = vehicle_weapons()[weapon].title, armour().free_turn
    sentence = f"The {title} of {describe(state, unit.id)} does not bear: {target.id} is over {most:g} degrees off."
    return illegal("out_of_arc", "ba.veh.turret", sentence, most=most)


@rule("ba.build.mods", "ba.geometry.dice_order")
def indoors(pool: Tally, openings: int) -> Tally:
    """A pool with the limit on its bonus dice, if it is fired out of a building (openings of the side, else -1)."""
    lines = building_limit(pool.modifiers, openings)
    return with_change(pool, lines[0].value, lines[0].reason, lines[0].clause) if lines else pool


@rule("ba.geometry.dice_order", "ba.attack.choose_less")
def announced(pool: Tally, dice: int) -> Tally | Refusal:
    """The attacker may roll fewer dice; without a die there is no attack."""
    total = pool.total
    if total < 1:
        return illegal("no_dice", "ba.geometry.dice_order", "No die is left for this attack.", dice=total)
    if not dice or dice == total:
        return pool
    if dice > total:
        sentence = f"{dice} dice were announced, but the attack has {total}."
        return illegal("too_many_dice", "ba.attack.choose_less", sentence, announced=dice, dice=total)
    return with_change(pool, dice - total, f"announced: {dice}", "ba.attack.choose_less")
