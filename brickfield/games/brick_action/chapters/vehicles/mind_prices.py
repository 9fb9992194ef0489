"""What orders of vehicles, and of infantry against them, are worth in points; and which of them are worth a thought."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from brickfield.core.board import Unit
from brickfield.core.judging.judging import Terms
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from ...base.battlefield import describe, enemies_of, is_vehicle, number
from ...base.firing.shots import HEAVY, Manner, shot_of
from ...base.weapons import weapons
from ...mind.goals import goal_spot
from ...mind.prospects import points_of, unit_worth
from ..anti_armour.anti_armour import AttackArmour, Swarm, salvos
from ..heavy_support.heavy_fire import FireHeavy
from ..heavy_support.heavy_guns import gun_of
from .armour_odds import chance_to_hurt, expected_damage
from .armour_shots import ArmourShot, gun_shot, hand_shot, heavy_armour_shot, in_contact, swarm_shot
from .batteries import batteries_of
from .driving import Reverse
from .mind_drives import drives, within_speed
from .vehicle_damage import DAMAGE
from .vehicle_fire import FireGuns, TurnTurret, turret_weapon
from .vehicle_moves import cannot_drive
from .vehicle_sight import bearing_to
from .vehicles import class_of, vehicle_weapons

Idea = tuple[Any, str, str, str]
# what of its price an item costs
_SPENT = 0.4


def armour_points(state: State, target: Unit, shot: ArmourShot | Refusal) -> float:
    """What an attack takes from a vehicle on the average: its points by damage, and more for the last of them."""
    if isinstance(shot, Refusal):
        return 0.0
    full = class_of(state, target).damage_points
    left = max(1, full - number(target, DAMAGE))
    worth = unit_worth(state, target)
    disabled = chance_to_hurt(shot, 2) * worth * 0.15
    return min(left, expected_damage(shot)) * worth / full * 0.6 + chance_to_hurt(shot, left) * worth * 0.4 + disabled


def gun_points(state: State, unit: Unit, target: Unit, weapon: str) -> float:
    """What a battery takes from a unit."""
    if is_vehicle(state, target):
        return armour_points(state, target, gun_shot(state, unit, target, weapon))
    shot = shot_of(state, unit, target, Manner(weapon=weapon))
    return 0.0 if isinstance(shot, Refusal) else points_of(state, target, shot)


def best_salvo(state: State, unit: Unit, target: Unit) -> float:
    """The best that rockets and grenades of a squad can do to a vehicle now."""
    return max((armour_points(state, target, shot) for _items, shot in salvos(state, unit, target)), default=0.0)


def fire_terms(state: State, unit: Unit, order: FireGuns) -> Terms:
    """What the battery takes."""
    return {"kills": gun_points(state, unit, state.units[order.target], order.weapon)}


def armour_terms(state: State, unit: Unit, order: AttackArmour) -> Terms:
    """What rockets and grenades take, less a part of what they cost."""
    target = state.units[order.target]
    cost = sum(weapons()[each.item].cost for each in order.items)
    return {
        "kills": armour_points(state, target, hand_shot(state, unit, target, order.items, order.dice)),
        "items": -_SPENT * cost,
    }


def swarm_terms(state: State, unit: Unit, order: Swarm) -> Terms:
    """What soldiers on a vehicle do to it."""
    target = state.units[order.target]
    return {"kills": armour_points(state, target, swarm_shot(state, unit, target))}


def heavy_terms(state: State, unit: Unit, order: FireHeavy) -> Terms:
    """What a heavy weapon takes."""
    target = state.units[order.target]
    if is_vehicle(state, target):
        return {"kills": armour_points(state, target, heavy_armour_shot(state, unit, target))}
    shot = shot_of(state, unit, target, Manner(weapon=HEAVY))
    return {"kills": 0.0 if isinstance(shot, Refusal) else points_of(state, target, shot)}


def _aim(state: State, unit: Unit) -> tuple[float, float] | None:
    """Where a vehicle wants to get: its goal, else the nearest enemy."""
    goal = goal_spot(state, unit)
    if goal is not None or unit.pose is None:
        return goal
    x, y = unit.pose.place
    spots = [each.pose.place for each in enemies_of(state, unit) if each.pose is not None]
    return min(spots, key=lambda spot: hypot(spot[0] - x, spot[1] - y), default=None)


def vehicle_ideas(state: State, unit: Unit) -> Iterator[Idea]:
    """Every battery at every enemy, the turret to the best of them, and ways towards the goal or back."""
    foes = [each for each in enemies_of(state, unit) if each.pose is not None]
    for weapon in batteries_of(state, unit):
        for foe in foes:
            reason = f"fires {vehicle_weapons()[weapon].title} at {describe(state, foe.id)}"
            yield FireGuns(unit.id, foe.id, weapon), "fire", reason, "ba.veh.pool"
    yield from _ways(state, unit)
    if turret_weapon(state, unit) and unit.pose is not None:
        for foe in foes[:2]:
            heading = round(bearing_to(unit.pose.place, foe.at.place), 3)
            yield TurnTurret(unit.id, heading), "turret", f"turns to {describe(state, foe.id)}", "ba.veh.turret"


def _ways(state: State, unit: Unit) -> Iterator[Idea]:
    spot = _aim(state, unit)
    if spot is None or unit.pose is None or cannot_drive(state, unit) is not None:
        return
    for order in drives(state, unit, spot):
        order = within_speed(state, unit, order)
        words = "backs off" if isinstance(order.steps[-1], Reverse) else "drives on"
        yield order, "drive", words, "ba.veh.speed"


def infantry_ideas(state: State, unit: Unit) -> Iterator[Idea]:
    """Rockets, grenades and swarms against vehicles; the heavy weapon against anybody."""
    for foe in enemies_of(state, unit):
        if gun_of(state, unit) is not None:
            yield FireHeavy(unit.id, foe.id), "fire", f"fires at {describe(state, foe.id)}", "ba.heavy.dice"
        elif is_vehicle(state, foe):
            for items, _shot in salvos(state, unit, foe):
                yield (
                    AttackArmour(unit.id, foe.id, items),
                    "rockets",
                    f"attacks {describe(state, foe.id)}",
                    "ba.iva.dice",
                )
            if in_contact(state, unit, foe):
                yield Swarm(unit.id, foe.id), "swarm", f"swarms {describe(state, foe.id)}", "ba.swarm.rule"


VEHICLE_PRICES: dict[type[Any], Any] = {
    FireGuns: fire_terms,
    AttackArmour: armour_terms,
    Swarm: swarm_terms,
    FireHeavy: heavy_terms,
}
