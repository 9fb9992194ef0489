"""What a place is good for: whom a unit could fire at from there and who could fire at it, each with the best odds.

It is told by the rules of an attack themselves, so that it is the number a player meets when he then attacks.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from brickfield.core.asking.previews import Glimpse
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.shown.showing import AimFace
from brickfield.core.state import State
from ..base.battlefield import SUPPRESSED, enemies_of, is_vehicle, number
from ..base.firing.attack import FireItem, manner_of
from ..base.firing.attack_offers import aim, carried_items
from ..base.weapons import weapons
from ..chapters.anti_armour.anti_armour import named_items
from ..chapters.commandos.commando_rockets import rocket_salvos
from ..chapters.commandos.commandos import capped
from ..chapters.heavy_support.heavy_guns import crew_at, gun_of
from ..chapters.heavy_support.heavy_support import crew_fault
from ..chapters.vehicles.armour_shots import ItemUse
from ..chapters.vehicles.boarding import is_mounted
from ..chapters.vehicles.vehicle_damage import cannot_attack
from ..chapters.vehicles.vehicle_fire import aim_face
from .duels import possible_attacks

Shot = tuple[str, AimFace]


@rule("ba.attack.declare", "ba.veh.passengers")
def best_shot(state: State, unit: Unit, target: Unit) -> Shot | None:
    """The likeliest way for a unit to hurt another by fire from where both stand: with what, and the shot."""
    if is_mounted(state, unit) or is_mounted(state, target) or _is_silent(state, unit):
        return None
    shots = [each for each in _shots(state, unit, target) if each[1].refusal is None]
    return max(shots, key=lambda each: each[1].odds, default=None)


@rule("ba.veh.disabled", "ba.veh.dismount", "ba.heavy.dice")
def _is_silent(state: State, unit: Unit) -> bool:
    """Whether a vehicle cannot attack at all, or a heavy weapon has nobody at it."""
    if is_vehicle(state, unit):
        return cannot_attack(state, unit) is not None
    return gun_of(state, unit) is not None and crew_fault(crew_at(state, unit)) is not None


def _shots(state: State, unit: Unit, target: Unit) -> Iterator[Shot]:
    """All it has; what is thrown once only where nothing else reaches: nobody counts on spending it."""
    found = [(each.title, each.face) for each in possible_attacks(state, unit, target)]
    yield from found
    if is_vehicle(state, target) or is_vehicle(state, unit) or gun_of(state, unit) is not None:
        return
    if all(shot.refusal is not None for _, shot in found):
        for figure, item in carried_items(unit):
            manner = manner_of(FireItem(unit.id, figure, item, target.id))
            yield weapons()[item].title, aim(state, unit, target, manner)


def targets_from(state: State, unit: Unit) -> tuple[Glimpse, ...]:
    """Whom a unit could fire at from where it stands, the likeliest to be hurt first."""
    found = [(each, best_shot(state, unit, each)) for each in enemies_of(state, unit)]
    return _sorted([_glimpse(other, shot) for other, shot in found if shot is not None])


@rule("ba.unit.commando.split")
def targets_of_half(state: State, unit: Unit) -> tuple[Glimpse, ...]:
    """Whom a unit could fire at with the other half of an action: four dice at most, and rockets at vehicles."""
    squads = [each for each in enemies_of(state, unit) if not is_vehicle(state, each)]
    shots = [(each, aim(state, unit, each, capped())) for each in squads]
    found = [_glimpse(each, ("", face)) for each, face in shots if face.refusal is None]
    hulls: dict[str, Glimpse] = {}
    for hull, items, shot in rocket_salvos(state, unit):
        named = named_items(tuple([ItemUse(each.figure, each.item) for each in items]))
        glimpse = _glimpse(hull, (named, aim_face(state, unit, hull, shot)))
        hulls[hull.id] = max(glimpse, hulls.get(hull.id, glimpse), key=lambda each: each.odds)
    return _sorted([*found, *hulls.values()])


def shooters_at(state: State, unit: Unit) -> tuple[Glimpse, ...]:
    """Who could fire at a unit where it stands, the most dangerous first."""
    found = [(each, best_shot(state, each, unit)) for each in enemies_of(state, unit)]
    return _sorted([_pinned(other, _glimpse(other, shot)) for other, shot in found if shot is not None])


def _glimpse(other: Unit, shot: Shot) -> Glimpse:
    weapon, face = shot
    return Glimpse(other.id, None, face.odds, 0.0, face.dice, weapon, face.remark)


@rule("ba.sup.effect")
def _pinned(other: Unit, glimpse: Glimpse) -> Glimpse:
    """Who is suppressed has to rally before he fires."""
    if not number(other, SUPPRESSED):
        return glimpse
    return replace(glimpse, remark=", ".join([*([glimpse.remark] if glimpse.remark else []), "once it has rallied"]))


def _sorted(found: list[Glimpse]) -> tuple[Glimpse, ...]:
    return tuple(sorted(found, key=lambda each: (-each.odds, each.unit)))
