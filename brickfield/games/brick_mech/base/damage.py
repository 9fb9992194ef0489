"""Damage: the difference of the scores, at most five Armor Points, Massive Damage rolls, and criticals."""

from __future__ import annotations

from msgspec import Struct

from brickfield.core.clauses import rule
from ..setup.options import Options
from .measures import measures


class Damage(Struct, frozen=True):
    """What an attack does: Armor Points lost and Massive Damage rolls to make."""

    armor: int
    massive: int
    critical_hit: bool = False
    critical_defense: bool = False


@rule("bm.option.crit.one_die", "bm.option.crit.hit", "bm.option.crit.defense")
def is_critical(faces: tuple[int, ...]) -> bool:
    """More than one die, and all of them show the highest face."""
    numbers = measures()
    return len(faces) >= numbers.critical_dice and all(face == numbers.die_faces for face in faces)


@rule("bm.damage.difference", "bm.damage.none", "bm.damage.cap", "bm.damage.massive_count")
def plain_damage(difference: int) -> Damage:
    """Attack score less Defense score: nothing at 0 or below, at most 5 points, a roll for every full 5 of it."""
    if difference <= 0:
        return Damage(0, 0)
    numbers = measures()
    return Damage(min(difference, numbers.damage_cap), difference // numbers.massive_step)


@rule("bm.option.crit.hit", "bm.option.crit.defense", "bm.option.crit.both", "bm.damage.difference")
def damage_of(
    options: Options, difference: int, attack_faces: tuple[int, ...], defense_faces: tuple[int, ...]
) -> Damage:
    """A Critical Defense undoes all damage; a Critical Hit adds one roll, whatever the scores and whatever else."""
    plain = plain_damage(difference)
    if not options.criticals:
        return plain
    hit, defense = is_critical(attack_faces), is_critical(defense_faces)
    armor, massive = (0, 0) if defense else (plain.armor, plain.massive)
    return Damage(armor, massive + int(hit), hit, defense)
