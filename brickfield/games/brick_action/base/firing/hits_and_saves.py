"""Attack rolls and saving rolls: natural sixes, hits, +1s, save bonuses, the medic, the last mini of a squad."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier, Tally
from .fire_measures import fire

SAVE, HIT, COVER = "save", "to hit", "cover"


class Struck(Struct, frozen=True):
    """What attack dice did: casualties without a save, and hits that may be saved."""

    sixes: int
    hits: int


@rule("ba.attack.nat6", "ba.attack.hit4", "ba.unit.veteran.attack", "ba.elev.hit")
def struck(faces: Sequence[int], plus: int = 0) -> Struck:
    """Natural sixes kill, other dice of 4 and more cause saves. Each +1 goes where it makes the most hits; a die that
    is raised to 6 is no natural 6."""
    numbers = fire()
    sixes = sum(face == numbers.casualty_face for face in faces)
    hits = sum(face >= numbers.hit_from for face in faces) - sixes
    return Struck(sixes, hits + len(lifted(faces, plus)))


@rule("ba.unit.veteran.attack", "ba.elev.hit")
def lifted(faces: Sequence[int], plus: int) -> tuple[int, ...]:
    """The dice that hit only because of the +1s: those that lack least, as many as these reach."""
    found, needed = [], fire().hit_from
    for face in sorted((face for face in faces if face < needed), reverse=True):
        plus -= needed - face
        if plus < 0:
            break
        found.append(face)
    return tuple(found)


@rule("ba.unit.veteran.attack", "ba.unit.veteran.eligible", "ba.elev.hit", "ba.cover.soft.effect")
@cache
def plus_to_hit(*, veteran: bool, higher: bool, soft: bool) -> Tally:
    """One +1 from veterans, however many, and one from height; soft cover cancels both."""
    lines = []
    if veteran:
        lines.append(Modifier(HIT, fire().veteran_plus, "a veteran fires", "ba.unit.veteran.attack", kind="plus"))
    if higher:
        lines.append(Modifier(HIT, fire().elevation_plus, "from higher ground", "ba.elev.hit", kind="plus"))
    if soft and lines:
        lines.append(Modifier(HIT, 0, "soft cover cancels every +1", "ba.cover.soft.effect", replaces=("plus",)))
    return Tally(HIT, 0, modifiers=tuple(lines))


class Shelter(Struct, frozen=True, gc=False):
    """What helps a unit to save in one attack, as the rules found it."""

    hard: bool = False
    soft: bool = False
    prone: bool = False
    # the attacker stands 5 blocks or more above the unit
    below: bool = False
    # an AP gun fires through the one wall it hides behind
    wall: bool = False
    # it went prone against this very attack and would now be hidden
    dropped: bool = False
    # it lies behind cover and is reached there all the same
    lying: bool | UnsetType = UNSET


@rule("ba.cover.hard.save", "ba.cover.save_max", "ba.move.prone.save", "ba.cover.hard_and_prone")
@rule("ba.elev.save", "ba.veh.ap_wall", "ba.move.prone.reaction", "ba.cover.total.flush")
@cache
def save_bonus(shelter: Shelter) -> Tally:
    """The bonus of every save die: hard cover, or else prone; nothing from hard cover against who stands above, so that
    prone helps there as it does without it."""
    numbers, lines = fire(), []
    if shelter.dropped:
        lines.append(_plus(numbers.prone_reaction_save, "went prone behind cover", "ba.move.prone.reaction"))
        return _bonus(lines)
    if shelter.lying:
        lines.append(_plus(numbers.flush_save, "lies behind cover", "ba.cover.total.flush"))
    elif shelter.wall:
        lines.append(_plus(1, "behind a wall", "ba.veh.ap_wall"))
    elif shelter.hard:
        lines.append(_plus(numbers.hard_save, "hard cover", "ba.cover.hard.save"))
        if shelter.below:
            kind = COVER if shelter.prone else SAVE
            lines[-1] = replace(lines[-1], kind=kind)
            lines.append(Modifier(SAVE, 0, "fired at from above", "ba.elev.save", replaces=(kind,)))
    if shelter.prone and (shelter.below or not shelter.hard):
        lines.append(_plus(numbers.prone_save, "prone", "ba.move.prone.save"))
    return _bonus(lines)


def _plus(value: int, reason: str, clause: str) -> Modifier:
    return Modifier(SAVE, value, reason, clause, kind=SAVE)


def _bonus(lines: Sequence[Modifier]) -> Tally:
    most = fire().save_most
    return Tally(SAVE, 0, modifiers=tuple(lines), caps=((SAVE, 0, most, "ba.cover.save_max"),))


@rule("ba.unit.medic.save", "ba.cover.save_max", "ba.attack.save")
def failed_saves(faces: Sequence[int], bonus: int, *, medic: bool = False) -> int:
    """How many saves fail. A medic's +1 goes to the one die that it saves, and no die gets more than +2 in all."""
    numbers = fire()
    failed = [face for face in faces if face + bonus < numbers.save_from]
    extra = min(numbers.medic_save, numbers.save_most - bonus) if medic else 0
    helped = extra > 0 and any(face + bonus + extra >= numbers.save_from for face in failed)
    return len(failed) - helped


@rule("ba.attack.save_cap")
def saves_to_make(struck: Struck, exposed: int) -> tuple[int, int]:
    """How many minis the sixes remove, and how many saves the rest cause: what is over is lost."""
    removed = min(struck.sixes, exposed)
    return removed, min(struck.hits, exposed - removed)


@rule("ba.last.rule")
def last_save_needed(hits: int) -> int:
    """What the last mini of a squad saves on: 4+ if hit once, 5+ if hit twice, else only a natural 6."""
    numbers = fire()
    by_hits = (numbers.save_from, numbers.last_save_twice, numbers.last_save_more)
    return by_hits[min(hits, len(by_hits)) - 1]


@rule("ba.last.rule", "ba.unit.medic.save")
def last_save_fails(face: int, hits: int, bonus: int, *, medic: bool = False) -> bool:
    """One die for the last mini; bonuses count unless three or more dice have hit."""
    numbers = fire()
    needed = last_save_needed(hits)
    if needed == numbers.last_save_more:
        return face < needed
    extra = numbers.medic_save if medic else 0
    return face + min(bonus + extra, numbers.save_most) < needed


def chance_failing(bonus: int) -> float:
    """How likely one save fails."""
    return min(5, max(0, fire().save_from - 1 - bonus)) / 6
