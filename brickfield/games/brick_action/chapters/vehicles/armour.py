"""The armour table at work: thresholds, sixes, saves, damage, and the caps and losses of dice against vehicles."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Literal

from msgspec import Struct

from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.refusal import Refusal, illegal
from ...base.firing.fire_measures import fire
from .vehicles import armour, vehicle_classes, vehicle_weapons

Arc = Literal["front", "side", "rear"]
# the name of the number that a tally of dice is about
DICE = "dice"


class Blow(Struct, frozen=True):
    """What attack dice did to a vehicle: damage that nothing stops, and hits that it may still save one by one."""

    automatic: int
    hits: int


@rule("ba.veh.dash")
def threshold(weapon: str, class_id: str) -> int | Refusal:
    """What the total of a weapon has to reach against a class; a dash is a weapon that cannot harm it at all."""
    row = vehicle_weapons()[weapon]
    needed = row.threshold[class_id]
    if needed:
        return needed
    return illegal("cannot_harm", "ba.veh.dash", f"{row.title} cannot harm a vehicle of class {class_id}.")


@rule("ba.veh.sixes", "ba.iva.nat6")
def sixes(faces: Sequence[int]) -> int:
    """Every natural 6 is damage without a save."""
    return sum(face == armour().automatic_face for face in faces)


@rule("ba.veh.method", "ba.veh.sixes")
def by_total(faces: Sequence[int], needed: int, plus: int = 0) -> Blow:
    """The total of the dice against the threshold: reached, it is one hit, whatever the sixes do besides."""
    return Blow(sixes(faces), int(sum(faces) + plus >= needed))


@rule("ba.iva.dice", "ba.iva.veteran")
def by_die(faces: Sequence[int], plus: int = 0) -> Blow:
    """Each die for itself: 4 and 5 hit, 6 is damage. Each +1 goes where it makes the most hits."""
    from_face = armour().hit_from
    automatic = sixes(faces)
    hits = sum(face >= from_face for face in faces) - automatic
    for short in sorted(from_face - face for face in faces if face < from_face):
        if short > plus:
            break
        plus -= short
        hits += 1
    return Blow(automatic, hits)


@rule("ba.veh.save", "ba.iva.save", "ba.veh.ap_wall")
def save_needed(*, by_hand_weapons: bool = False, bonus: int = 0) -> int:
    """What a vehicle saves on: 4+, against hand weapons 5+; a wall that an AP gun fires through makes it better."""
    numbers = armour()
    face = numbers.save_against_infantry if by_hand_weapons else numbers.vehicle_save
    return face - min(bonus, numbers.most_save_bonus)


@rule("ba.veh.save")
def damage_of(blow: Blow, saves: Sequence[int], needed: int) -> int:
    """The damage of a blow: what is automatic, and one for each save that fails."""
    assert len(saves) == blow.hits, "one save for each hit"
    return blow.automatic + sum(face < needed for face in saves)


@rule("ba.veh.superscript")
def is_destroyed(class_id: str, damage: int) -> bool:
    """A vehicle is destroyed when its damage reaches the damage points of its class."""
    return damage >= vehicle_classes()[class_id].damage_points


@rule("ba.veh.disabled")
def disables(damage_this_turn: int) -> bool:
    """Two or more damage in one player turn disable a vehicle."""
    return damage_this_turn >= armour().disabling_damage


@rule("ba.geometry.arcs")
def arc_of(degrees_off: float) -> Arc:
    """Which side of a vehicle is seen from a direction so many degrees off its facing, either way."""
    off = abs((degrees_off + 180.0) % 360.0 - 180.0)
    numbers = armour()
    if off <= numbers.front_arc + 1e-6:
        return "front"
    return "rear" if off > numbers.rear_arc + 1e-6 else "side"


@rule("ba.veh.cover")
def half_hidden(share: float) -> bool:
    """Strictly less than half of a vehicle is visible."""
    return share < armour().half_visible - 1e-9


@rule("ba.longshot")
def long_shot_loss(distance: float, reach: float) -> int:
    """A die for every 4 studs begun beyond the range of the weapon."""
    return max(0, ceil((distance - reach) / armour().long_shot_step - 1e-6))


def capped(tally: Tally, most: int, reason: str, clause: str) -> Tally:
    """A pool of dice that is at most so large: what is over is taken off with its reason."""
    over = tally.total - most
    if over <= 0:
        return tally
    return Tally(
        tally.of,
        tally.base,
        tally.base_reason,
        tally.base_clause,
        (*tally.modifiers, Modifier(DICE, -over, reason, clause)),
        tally.caps,
    )


def with_change(tally: Tally, value: int, reason: str, clause: str) -> Tally:
    """A pool with one more line."""
    return Tally(
        tally.of,
        tally.base,
        tally.base_reason,
        tally.base_clause,
        (*tally.modifiers, Modifier(DICE, value, reason, clause)),
        tally.caps,
    )


@rule("ba.veh.pool", "ba.veh.subscript", "ba.veh.vs_infantry")
def battery_dice(weapon: str, count: int) -> Tally:
    """The dice printed beside a weapon, added for identical weapons; a vehicle has no base dice and no veterans."""
    row = vehicle_weapons()[weapon]
    what = row.title if count == 1 else f"{count} x {row.title}"
    return Tally("attack dice", row.dice * count, what, "ba.veh.subscript")


@rule("ba.veh.ap_wall", "ba.longshot", "ba.veh.cover", "ba.geometry.dice_order")
def reduced(pool: Tally, *, beyond: int, through_wall: bool, hidden: bool, lying: bool = False) -> Tally:
    """First what is lost (long shot, a wall), then the cap against a vehicle that is less than half visible."""
    numbers = armour()
    if beyond:
        pool = with_change(pool, -beyond, "long shot", "ba.longshot")
    if through_wall:
        pool = with_change(pool, -numbers.wall_dice_lost, "through a wall", "ba.veh.ap_wall")
    if lying:
        pool = with_change(pool, -fire().flush_dice_lost, "at minis lying behind cover", "ba.cover.total.flush")
    if hidden:
        pool = capped(pool, numbers.hidden_cap, "less than half visible", "ba.veh.cover")
    return pool


@rule("ba.weapon.rocket.cap")
def rocket_capped(pool: Tally, rockets: int, arc: Arc) -> Tally:
    """With a rocket in it an attack on the front or side of a vehicle has at most 3 dice."""
    if not rockets or arc == "rear":
        return pool
    return capped(pool, armour().rocket_cap, f"rocket against the {arc}", "ba.weapon.rocket.cap")


@rule("ba.iva.dice", "ba.iva.joint")
def hand_weapon_dice(wielders: int, items: Sequence[tuple[str, int]]) -> Tally:
    """One die for each who fires, at most 3, and the dice of every item fired (its name and its dice)."""
    base = min(wielders, armour().most_wielders)
    lines = tuple(Modifier(DICE, dice, name, "ba.iva.joint") for name, dice in items)
    return Tally("attack dice", base, "one for each who fires", "ba.iva.dice", lines)
