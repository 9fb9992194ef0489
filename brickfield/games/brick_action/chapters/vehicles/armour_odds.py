"""What an attack on a vehicle may be expected to do: chances counted out over all throws."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from .armour import by_die
from .armour_shots import ArmourShot

_FACES = (1, 2, 3, 4, 5, 6)


@lru_cache(maxsize=1024)
def damage_chances(dice: int, needed: int, save: int, plus: int) -> tuple[float, ...]:
    """How likely each amount of damage is, from none upwards."""
    fails = (save - 1) / 6
    found = [0.0] * (2 * dice + 2)
    throws = _totals(dice) if needed else _hits(dice, plus)
    for (sixes, number), chance in throws.items():
        hits = int(number + plus >= needed) if needed else number
        for failed in range(hits + 1):
            ways = comb(hits, failed) * fails**failed * (1 - fails) ** (hits - failed)
            found[sixes + failed] += chance * ways
    return tuple(found)


@lru_cache(maxsize=64)
def _totals(dice: int) -> dict[tuple[int, int], float]:
    """Sixes and total of so many dice, with how likely they are."""
    found = {(0, 0): 1.0}
    for _ in range(dice):
        step: dict[tuple[int, int], float] = {}
        for (sixes, total), chance in found.items():
            for face in _FACES:
                key = sixes + (face == 6), total + face
                step[key] = step.get(key, 0.0) + chance / 6
        found = step
    return found


@lru_cache(maxsize=64)
def _hits(dice: int, plus: int) -> dict[tuple[int, int], float]:
    """Sixes and hits of so many dice, the +1s where they help most."""
    found: dict[tuple[int, int], float] = {}
    # faces in order, with how likely they are
    by_faces: dict[tuple[int, ...], float] = {(): 1.0}
    for _ in range(dice):
        step: dict[tuple[int, ...], float] = {}
        for faces, chance in by_faces.items():
            for face in _FACES:
                key = tuple(sorted((*faces, face)))
                step[key] = step.get(key, 0.0) + chance / 6
        by_faces = step
    for faces, chance in by_faces.items():
        blow = by_die(faces, plus)
        found[blow.automatic, blow.hits] = found.get((blow.automatic, blow.hits), 0.0) + chance
    return found


def expected_damage(shot: ArmourShot) -> float:
    """The damage to be expected."""
    chances = damage_chances(shot.pool.total, shot.needed, shot.save, shot.plus)
    return sum(damage * chance for damage, chance in enumerate(chances))


def chance_to_hurt(shot: ArmourShot, least: int = 1) -> float:
    """How likely it does at least so much damage."""
    return sum(damage_chances(shot.pool.total, shot.needed, shot.save, shot.plus)[least:])
