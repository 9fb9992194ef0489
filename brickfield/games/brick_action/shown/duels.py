"""Every way a unit may attack another, as the force builder weighs them: rifles, batteries, rockets, a heavy weapon."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import illegal
from brickfield.core.setup.duels import Attack
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from ..base.battlefield import describe, is_vehicle
from ..base.firing.attack_offers import aim
from ..base.firing.shots import HEAVY
from ..base.weapons import weapons
from ..chapters.anti_armour.anti_armour import named_items, salvos
from ..chapters.heavy_support.heavy_fire import heavy_aim
from ..chapters.heavy_support.heavy_guns import gun_of
from ..chapters.vehicles.batteries import batteries_of
from ..chapters.vehicles.vehicle_fire import aim_at, aim_face
from ..chapters.vehicles.vehicles import vehicle_weapons


@rule("ba.veh.pool", "ba.heavy.dice", "ba.heavy.vs_armor", "ba.iva.weapons")
def possible_attacks(state: State, unit: Unit, target: Unit) -> tuple[Attack, ...]:
    """A vehicle fires each battery, a crew its weapon, a squad its rifles at minis and what it carries at vehicles."""
    if is_vehicle(state, unit):
        fired = batteries_of(state, unit).items()
        found = [Attack(_battery(weapon, count), aim_at(state, unit, target, weapon)) for weapon, count in fired]
        return tuple(found) or (_nothing(state, unit, target, "ba.veh.pool"),)
    if gun_of(state, unit) is not None:
        return (Attack(weapons()[HEAVY].title, heavy_aim(state, unit, target)),)
    if not is_vehicle(state, target):
        return (Attack("", aim(state, unit, target)),)
    thrown = [
        Attack(named_items(items), aim_face(state, unit, target, shot)) for items, shot in salvos(state, unit, target)
    ]
    return tuple(thrown) or (_nothing(state, unit, target, "ba.iva.weapons"),)


def _battery(weapon: str, count: int) -> str:
    title = vehicle_weapons()[weapon].title
    return title if count == 1 else f"{count} x {title}"


def _nothing(state: State, unit: Unit, target: Unit, clause: str) -> Attack:
    """Somebody who carries nothing that could hurt the target at this distance."""
    told = describe(state, unit.id), describe(state, target.id)
    refusal = illegal("nothing_reaches", clause, f"{told[0]} has nothing that could hurt {told[1]} from there.")
    return Attack("", AimFace(unit.id, target.id, told[1], "", refusal, clause=clause))
