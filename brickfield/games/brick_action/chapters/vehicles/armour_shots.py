"""Attacks on vehicles worked out before the dice: who may make them, with how many dice, against which number.

| manner | who                         | dice                              | method                    | save |
|--------|-----------------------------|-----------------------------------|---------------------------|------|
| guns   | a vehicle with one battery  | those of the weapon               | total against its row     | 4+   |
| heavy  | heavy support               | crew and weapon                   | total against its row     | 4+   |
| hand   | minis with rockets, grenades| one each, at most 3, and the items| each die of 4 and more    | 5+   |
| swarm  | minis who touch the vehicle | one each                          | total against the swarm   | 4+   |
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from brickfield.core.board import Model, Unit
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Tally
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.geometry import circle, kernel
from ...base.actions import Name
from ...base.battlefield import (
    PRONE,
    SUPPRESSED,
    are_hostile,
    describe,
    hull_of,
    is_vehicle,
    match_of,
    mini_name,
    mini_of,
    number,
    told,
)
from ...base.firing.hits_and_saves import plus_to_hit
from ...base.firing.shots import fits
from ...base.measures import measures
from ...base.minis import is_veteran
from ...base.sight.landscape import minis_of, mount, stands_above
from ...base.weapons import Weapon, weapons
from ..anti_armour.swarm import swarm_dice, swarm_fault
from ..heavy_support.gun_sight import hull_before_gun
from ..heavy_support.heavy_guns import crew_at, gun_stander, small_arms_fault
from ..heavy_support.heavy_support import crew_fault, heavy_dice, heavy_numbers
from .armour import (
    battery_dice,
    capped,
    half_hidden,
    hand_weapon_dice,
    long_shot_loss,
    reduced,
    rocket_capped,
    save_needed,
    threshold,
)
from .batteries import announced, batteries_of, battery_fault, bearing_fault, indoors
from .vehicle_sight import HullSeen, bears, hull_seen, openings_used, seen_by
from .vehicles import SWARM, armour, class_of, vehicle_weapons

Manner = Literal["guns", "heavy", "hand", "swarm"]
ROCKET = "rocket"


class ItemUse(Struct, frozen=True, forbid_unknown_fields=True):
    """A single-use item and the mini who fires it."""

    figure: Name
    item: Name


Items = Annotated[tuple[ItemUse, ...], Meta(max_length=10)]


class ArmourShot(Struct, frozen=True):
    """An attack on a vehicle as it will be rolled. `needed` 0: each die counts for itself."""

    pool: Tally
    needed: int
    save: int
    plus: int = 0
    distance: float = 0.0
    arc: str = ""
    share: float = 1.0
    through_wall: bool = False


@rule("ba.attack.declare", "ba.cc.vehicle")
def target_fault(state: State, unit: Unit, target: Unit) -> Refusal | None:
    """An enemy vehicle that is on the board."""
    if target.alive and is_vehicle(state, target) and are_hostile(state, unit, target):
        return None
    return illegal("no_target", "ba.attack.declare", f"{describe(state, target.id)} is not an enemy vehicle.")


def _sight_fault(
    state: State, unit: Unit, target: Unit, seen: HullSeen, *, ap: bool, crewed: bool = False
) -> Refusal | None:
    if seen.share > 0.0 or (ap and seen.through_wall):
        return None
    why = "two walls or more are between them" if ap else "it is hidden"
    why += ", or the crew of the weapon is in total cover from it" if crewed else ""
    clause = "ba.veh.ap_wall" if ap else "ba.geometry.vehicle_visible"
    sentence = f"{describe(state, unit.id)} cannot attack {describe(state, target.id)}: {why}."
    return illegal("not_seen", clause, sentence)


@rule("ba.veh.method", "ba.veh.range", "ba.veh.pool", "ba.veh.ap_wall", "ba.veh.cover")
def gun_shot(state: State, unit: Unit, target: Unit, weapon: str, dice: int = 0) -> ArmourShot | Refusal:
    """A battery of a vehicle against another vehicle, from the middle of its hull."""
    refusal = target_fault(state, unit, target) or battery_fault(state, unit, weapon)
    if refusal is not None:
        return refusal
    row, needed = vehicle_weapons()[weapon], threshold(weapon, class_of(state, target).id)
    if isinstance(needed, Refusal):
        return needed
    if not bears(state, unit, weapon, target.here.place):
        return bearing_fault(state, unit, target, weapon)
    seen = hull_seen(state, mount(state, unit), target)
    refusal = _sight_fault(state, unit, target, seen, ap=row.ap)
    if refusal is not None:
        return refusal
    through = seen.share == 0.0
    pool = reduced(
        battery_dice(weapon, batteries_of(state, unit)[weapon]),
        beyond=long_shot_loss(seen.distance, row.range),
        through_wall=through,
        hidden=not through and half_hidden(seen.share),
    )
    rolled = announced(pool, dice)
    if isinstance(rolled, Refusal):
        return rolled
    save = save_needed(bonus=armour().wall_save_bonus if through else 0)
    plus = plus_against(state, unit, target, veteran=False, soft=seen.soft)
    return ArmourShot(rolled, needed, save, plus, seen.distance, seen.arc, seen.share, through)


@rule("ba.heavy.vs_armor", "ba.heavy.dice", "ba.heavy.range", "ba.veh.cover")
def heavy_armour_shot(state: State, unit: Unit, target: Unit, dice: int = 0) -> ArmourShot | Refusal:
    """Heavy support against a vehicle: its own dice, the total against the row that was agreed."""
    refusal = target_fault(state, unit, target) or crew_fault(crew_at(state, unit))
    if refusal is not None:
        return refusal
    who = gun_stander(state, unit)
    assert who is not None
    needed = threshold(match_of(state).options.heavy_row, class_of(state, target).id)
    if isinstance(needed, Refusal):
        return needed
    seen = hull_before_gun(state, unit, target)
    assert seen is not None
    refusal = _sight_fault(state, unit, target, seen, ap=False, crewed=True)
    if refusal is not None:
        return refusal
    beyond = long_shot_loss(seen.distance, heavy_numbers().range)
    whole = indoors(heavy_dice(crew_at(state, unit)), openings_used((who,), hull_of(state, target).centre))
    pool = reduced(whole, beyond=beyond, through_wall=False, hidden=half_hidden(seen.share))
    rolled = announced(pool, dice)
    if isinstance(rolled, Refusal):
        return rolled
    plus = plus_against(state, unit, target, veteran=False, soft=seen.soft)
    return ArmourShot(rolled, needed, save_needed(), plus, seen.distance, seen.arc, seen.share)


def in_contact(state: State, unit: Unit, vehicle: Unit) -> tuple[Model, ...]:
    """The minis of a squad that touch a vehicle: a gap of at most 0.5 stud."""
    hull, numbers = hull_of(state, vehicle), measures()
    reach = numbers.contact + numbers.tolerance
    return tuple(
        each
        for each in unit.standing
        if each.pose is not None
        and not each.inside
        and kernel.distance(hull, circle(*each.pose.place, numbers.mini_radius)) <= reach
    )


@rule("ba.swarm.rule")
def swarm_shot(state: State, unit: Unit, target: Unit) -> ArmourShot | Refusal:
    """All minis in contact attack together."""
    refusal = target_fault(state, unit, target)
    if refusal is not None:
        return refusal
    count = len(in_contact(state, unit, target))
    fault = swarm_fault(count, prone=bool(number(unit, PRONE)), suppressed=bool(number(unit, SUPPRESSED)))
    if fault is not None:
        return fault
    needed = threshold(SWARM, class_of(state, target).id)
    assert not isinstance(needed, Refusal)
    return ArmourShot(swarm_dice(count), needed, save_needed())


def anti_armour_items(unit: Unit) -> list[ItemUse]:
    """Every item of a squad that can harm armour, with its carrier."""
    return [
        ItemUse(each.id, item.id)
        for each in unit.standing
        for item in weapons().values()
        if item.anti_armor and fits(each, item.id)
        for _ in range(each.marks.get(item.id, 0))
    ]


@rule("ba.iva.weapons")
def _item_fault(unit: Unit, items: tuple[ItemUse, ...]) -> Refusal | None:
    """Only rockets, grenades and rifle grenades that the unit still has; everything else does nothing to armour."""
    if not items:
        sentence = "Infantry attacks armour only with rockets, grenades and rifle grenades."
        return illegal("no_anti_armour", "ba.iva.weapons", sentence)
    left = anti_armour_items(unit)
    for each in items:
        if each not in left:
            sentence = f"{mini_name(unit, each.figure)} has no {each.item} to fire at armour."
            return illegal("no_anti_armour", "ba.iva.weapons", sentence, figure=each.figure, item=each.item)
        left.remove(each)
    return None


def item_dice(item: Weapon, distance: float) -> int:
    """The dice of an item at a distance; 0 beyond its range."""
    if distance > item.range_max + measures().tolerance:
        return 0
    if item.bands:
        return next((band.add for band in item.bands if distance <= band.to + measures().tolerance), 0)
    return item.dice_each


@rule("ba.iva.dice", "ba.iva.joint", "ba.iva.range", "ba.iva.veteran", "ba.single.separate")
def hand_shot(
    state: State, unit: Unit, target: Unit, items: tuple[ItemUse, ...], dice: int = 0, *, cap: int = 0
) -> ArmourShot | Refusal:
    """Any number of anti-armour items at once: distance and arc are those of the nearest who fires. `cap`: the dice of
    an attack that is half an action."""
    refusal = target_fault(state, unit, target) or small_arms_fault(state, unit) or _item_fault(unit, items)
    if refusal is not None:
        return refusal
    firing = [each for each in unit.standing if any(use.figure == each.id for use in items)]
    seen = _seen_by_all(state, unit, firing, target)
    if isinstance(seen, Refusal):
        return seen
    nearest = min(seen, key=lambda hull: hull.distance)
    rows = [weapons()[use.item] for use in items]
    for row in rows:
        if nearest.distance > row.range_max + measures().tolerance:
            sentence = f"{row.title}: {target.id} is {told(nearest.distance)} away, its range is {row.range_max:g}."
            return illegal("out_of_range", "ba.iva.range", sentence, distance=nearest.distance, range=row.range_max)
    openings = _one_side(state, unit, firing, target)
    if isinstance(openings, Refusal):
        return openings
    whole = hand_weapon_dice(len(firing), [(row.title, item_dice(row, nearest.distance)) for row in rows])
    pool = indoors(whole, openings)
    rockets = sum(use.item == ROCKET for use in items)
    pool = rocket_capped(pool, rockets, nearest.arc)
    rolled = announced(capped(pool, cap, f"at most {cap} dice", "ba.unit.commando.split") if cap else pool, dice)
    if isinstance(rolled, Refusal):
        return rolled
    veteran = any(is_veteran(mini_of(each.card).id) for each in firing)
    plus = plus_against(state, unit, target, veteran=veteran, soft=all(each.soft for each in seen))
    save = save_needed(by_hand_weapons=True)
    return ArmourShot(rolled, 0, save, plus, nearest.distance, nearest.arc, nearest.share)


@rule("ba.build.contact", "ba.build.los", "ba.build.mods")
def _one_side(state: State, unit: Unit, firing: list[Model], target: Unit) -> int | Refusal:
    """The openings of the one side of a building through which all of them fire; -1: they are outside."""
    minis = minis_of(state, unit)
    openings = openings_used([minis[each.id] for each in firing], hull_of(state, target).centre)
    if openings:
        return openings
    return illegal("two_sides", "ba.build.los", f"{unit.id} fires through one side of its building in one attack.")


@rule("ba.build.all_hit")
def shown_indoors(state: State, unit: Unit, target: Unit, items: tuple[ItemUse, ...]) -> int:
    """How many base dice an attack of a squad on a vehicle shows of it in a building; 0: it is outside."""
    minis, gun = minis_of(state, unit), gun_stander(state, unit)
    firing = {use.figure for use in items}
    who = [gun] if gun is not None else [minis[each] for each in minis if each in firing]
    if openings_used(who, hull_of(state, target).centre) <= 0:
        return 0
    return crew_at(state, unit) if gun is not None else min(len(who), armour().most_wielders)


@rule("ba.iva.range", "ba.geometry.eligible")
def _seen_by_all(state: State, unit: Unit, firing: list[Model], target: Unit) -> list[HullSeen] | Refusal:
    """What each who fires sees of a vehicle; all of them have to see some of it."""
    found = []
    for figure in firing:
        who = minis_of(state, unit).get(figure.id)
        seen = seen_by(state, unit, who, target) if who is not None else None
        if seen is None or seen.share == 0.0:
            sentence = f"{mini_name(unit, figure.id)} does not see {describe(state, target.id)}."
            return illegal("not_seen", "ba.iva.range", sentence, figure=figure.id)
        found.append(seen)
    return found


@rule("ba.elev.hit", "ba.iva.veteran", "ba.cover.soft.effect")
def plus_against(state: State, unit: Unit, target: Unit, *, veteran: bool, soft: bool) -> int:
    """The +1s of an attack on a vehicle: a veteran who fires, higher ground; soft cover cancels them."""
    return plus_to_hit(veteran=veteran, higher=stands_above(state, unit, target), soft=soft).total
