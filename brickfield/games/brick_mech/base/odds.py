"""Odds: the exact chances of an attack, from every way its dice can fall."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.adding import added
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from .actions import is_rush, no_action_left
from .attack_action import AttackAction, why_it_fails
from .damage import Damage, plain_damage
from .measures import measures
from .modifiers import PLAIN, Manner, Numbers, judged, numbers_of, plus
from .record_sheet import ARMOR, ATTACKS, DONE, HEAT, number


class Odds(Struct, frozen=True):
    """What an attack can be expected to do."""

    damage: float = 0.0
    armor: float = 0.0
    massive: float = 0.0
    destroys: float = 0.0


@lru_cache(maxsize=64)
def sums(dice: int, faces: int) -> tuple[float, ...]:
    """The chance of each sum of some dice; entry n is the chance of n."""
    chances = [1.0]
    for _ in range(dice):
        rolled = [0.0] * (len(chances) + faces)
        for total, chance in enumerate(chances):
            for face in range(1, faces + 1):
                rolled[total + face] += chance / faces
        chances = rolled
    return tuple(chances)


@rule("bm.option.crit.hit", "bm.option.crit.defense", "bm.damage.difference")
@lru_cache(maxsize=4096)
def outcomes(attack: int, defense: int, ahead: int, criticals: bool) -> tuple[tuple[Damage, float], ...]:
    """Every damage that so many dice can do, with its chance; `ahead` is what the attack adds more than the defense."""
    numbers = measures()
    faces, least = numbers.die_faces, numbers.critical_dice
    found: dict[Damage, float] = {}
    for thrown, chance in enumerate(sums(attack, faces)):
        for met, other in enumerate(sums(defense, faces)):
            if not chance * other:
                continue
            # the highest sum is the one throw that shows only the highest face
            hit = criticals and attack >= least and thrown == attack * faces
            kept = criticals and defense >= least and met == defense * faces
            plain = Damage(0, 0) if kept else plain_damage(thrown - met + ahead)
            damage = Damage(plain.armor, plain.massive + hit)
            found[damage] = found.get(damage, 0.0) + chance * other
    return tuple(found.items())


def odds_of(numbers: Numbers, armor: int, criticals: bool) -> Odds:
    """The odds of an attack with these numbers on a target with so many Armor Points."""
    to_attack, to_defense = plus(numbers)
    ways = outcomes(numbers.attack_dice, numbers.defense_dice, to_attack - to_defense, criticals)
    return Odds(
        damage=added(chance for damage, chance in ways if damage.armor),
        armor=added(damage.armor * chance for damage, chance in ways),
        massive=added(chance for damage, chance in ways if damage.massive),
        destroys=added(chance for damage, chance in ways if damage.armor >= armor),
    )


def hotter(unit: Unit, markers: int) -> Unit:
    """A unit with so many Heat Markers more."""
    if not markers:
        return unit
    return replace(unit, marks=unit.marks | {HEAT: number(unit, HEAT) + markers})


@rule("bm.action.rush_heat", "bm.geometry.heat_timing")
def about_to_attack(state: State, unit: Unit) -> Unit:
    """A unit as it stands when the attack it may declare next is rolled: the heat of a rush comes before the dice."""
    rushes = is_rush(unit) and not number(unit, DONE)
    if not rushes or no_action_left(state, unit, ATTACKS) is not None:
        return unit
    return hotter(unit, measures().rush_heat)


@rule("bm.option.return.action", "bm.action.rush_heat", "bm.geometry.heat_timing")
def about_to_reply(unit: Unit) -> Unit:
    """A unit as it stands when its Return Fire is rolled; after its turn too a third action is a rush."""
    return hotter(unit, measures().rush_heat) if is_rush(unit) else unit


@rule("bm.option.charge.die", "bm.option.targeted.penalty", "bm.judgement.majority")
def manner_under_way(state: State) -> Manner:
    """How the attack that has been declared is made: as a charge, at a named location, as the table has voted."""
    for frame in reversed(state.frames):
        if isinstance(frame, AttackAction):
            return Manner(frame.charge, frame.location, *judged(state))
    return PLAIN


def attack_odds(state: State, attacker: Unit, target: Unit, manner: Manner = PLAIN) -> Odds:
    """The odds of an attack as the table stands; none at all for one that would be wasted."""
    if why_it_fails(state, attacker, target) is not None:
        return Odds()
    return odds_of(numbers_of(state, attacker, target, manner), number(target, ARMOR), state.match.options.criticals)
