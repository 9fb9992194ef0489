"""What an attack on a squad may be expected to do: losses counted out over all throws, by the rules of the dice."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial

from brickfield.core.clauses import rule
from .fire_measures import fire
from .hits_and_saves import Struck, failed_saves, last_save_fails, saves_to_make, struck
from .shots import Shot

_FACES = (1, 2, 3, 4, 5, 6)
Chances = dict[int, float]


@lru_cache(maxsize=64)
def _throws(dice: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Every throw of so many dice, the order left aside, with how likely it is."""
    found = []
    for faces in combinations_with_replacement(_FACES, dice):
        ways = factorial(dice)
        for face in set(faces):
            ways //= factorial(faces.count(face))
        found.append((faces, ways / 6**dice))
    return tuple(found)


@lru_cache(maxsize=256)
def _strikes(dice: int, plus: int) -> tuple[tuple[Struck, float], ...]:
    """Sixes and hits of so many dice, with how likely they are."""
    found: dict[tuple[int, int], float] = {}
    for faces, chance in _throws(dice):
        did = struck(faces, plus)
        found[did.sixes, did.hits] = found.get((did.sixes, did.hits), 0.0) + chance
    return tuple((Struck(*did), chance) for did, chance in found.items())


@lru_cache(maxsize=1024)
def _failures(saves: int, bonus: int, medic: bool) -> tuple[float, ...]:
    """How likely how many of so many saves fail."""
    found = [0.0] * (saves + 1)
    for faces, chance in _throws(saves):
        found[failed_saves(faces, bonus, medic=medic)] += chance
    return tuple(found)


@rule("ba.unit.medic.nat6", "ba.unit.medic.save")
def _unsaved_sixes(sixes: int, nurses: int, bonus: int) -> Chances:
    """How many of the sixes kill, if a medic tries to save against one each as often as he may."""
    found = {sixes: 1.0}
    for _ in range(min(sixes, nurses)):
        fails = _failures(1, bonus, True)[1]
        step: Chances = {}
        for left, chance in found.items():
            step[left] = step.get(left, 0.0) + chance * fails
            step[left - 1] = step.get(left - 1, 0.0) + chance * (1.0 - fails)
        found = step
    return found


@lru_cache(maxsize=256)
def _last_falls(hits: int, bonus: int, medic: bool) -> float:
    return sum(last_save_fails(face, hits, bonus, medic=medic) for face in _FACES) / len(_FACES)


@rule("ba.attack.save_cap", "ba.last.rule", "ba.attack.save")
def _falls(did: Struck, bonus: int, exposed: int, last: bool, medic: bool) -> Chances:
    """How many minis fall after the sixes that kill are known."""
    removed, saves = saves_to_make(did, exposed)
    if last and saves:
        falls = _last_falls(did.hits, bonus, medic)
        return {removed + 1: falls, removed: 1.0 - falls}
    return {removed + failed: chance for failed, chance in enumerate(_failures(saves, bonus, medic))}


@lru_cache(maxsize=4096)
def loss_chances(
    dice: int, plus: int, bonus: int, exposed: int, last: bool = False, medic: bool = False, nurses: int = 0
) -> tuple[float, ...]:
    """How likely each number of losses is, from none upwards. `nurses`: natural sixes that medics may still save."""
    found = [0.0] * (exposed + 1)
    for did, chance in _strikes(dice, plus):
        for sixes, some in _unsaved_sixes(did.sixes, nurses, bonus).items():
            for lost, part in _falls(Struck(sixes, did.hits), bonus, exposed, last, medic).items():
                found[lost] += chance * some * part
    return tuple(found)


def losses_of(shot: Shot, *, medic: bool = False, nurses: int = 0) -> tuple[float, ...]:
    """How likely each number of losses of a shot is."""
    dice, most = min(shot.pool.dice, _MOST_DICE), shot.sight.exposed
    return loss_chances(dice, shot.plus.total, min(shot.bonus.total, fire().save_most), most, shot.last, medic, nurses)


# no unit of five rolls more; a throw of more dice is not counted out
_MOST_DICE = 24
