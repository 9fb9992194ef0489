"""Modifiers to Attack and Defense Rolls: heat, firing arc, cover, attacks from behind, and the sums they go into."""

from __future__ import annotations

from msgspec import Struct

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier, Tally, TallyLine
from brickfield.core.questions import Question
from brickfield.core.state import State
from .battlefield import card_of
from .cover import NONE, TOTAL, cover_at, cover_percent
from .measures import measures
from .ranges_and_arcs import OUT, SECONDARY, firing_arc, is_attacked_from_behind, range_between
from .record_sheet import HEAT, attack_dice, number

ATTACK, DEFENSE = "attack", "defense"


class Numbers(Struct, frozen=True):
    """All that goes into one attack before dice: where the target is, how many dice, every modifier."""

    range: str
    arc: str
    cover: str
    attack_dice: int
    defense_dice: int
    to_attack: tuple[Modifier, ...]
    to_defense: tuple[Modifier, ...]


class Manner(Struct, frozen=True):
    """How an attack is made: with the die of a charge, at a named location, with an arc or cover that was voted on."""

    charge: bool = False
    location: str = ""
    arc: str = ""
    cover: str = ""


PLAIN = Manner()


@Question
def judged(state: State) -> tuple[str, str]:
    """The arc and the cover of the attack under way, where they are not as measured; else empty."""
    return "", ""


def _markers(heat: int, whose: str) -> str:
    return f"{heat} Heat Marker{'s' if heat > 1 else ''} on the {whose}"


@rule("bm.mod.attack.heat", "bm.geometry.heat_timing")
def attack_heat(attacker: Unit) -> tuple[Modifier, ...]:
    """-1 to the attack for each Heat Marker the attacker has at this moment."""
    heat = number(attacker, HEAT)
    if not heat:
        return ()
    value = measures().heat_modifier * heat
    return (Modifier(ATTACK, value, _markers(heat, "attacker"), "bm.mod.attack.heat", "heat", attacker.id),)


@rule("bm.mod.defense.heat", "bm.geometry.heat_timing")
def defense_heat(target: Unit) -> tuple[Modifier, ...]:
    """-1 to the defense for each Heat Marker the defender has at this moment."""
    heat = number(target, HEAT)
    if not heat:
        return ()
    value = measures().defense_heat_modifier * heat
    return (Modifier(DEFENSE, value, _markers(heat, "defender"), "bm.mod.defense.heat", "heat", target.id),)


@rule("bm.mod.attack.secondary", "bm.option.return.arc", "bm.option.hold.targeting")
def secondary_arc(arc: str) -> tuple[Modifier, ...]:
    """-1 to an attack in a secondary firing arc."""
    if arc not in SECONDARY:
        return ()
    value = measures().arc_secondary_modifier
    return (Modifier(ATTACK, value, f"{arc} secondary arc", "bm.mod.attack.secondary", "arc"),)


@rule("bm.option.targeted.penalty")
def targeted_shot(location: str, words: str) -> tuple[Modifier, ...]:
    """-4 to an attack at a named location, told as that target calls it."""
    if not location:
        return ()
    value = measures().targeted_modifier
    return (Modifier(ATTACK, value, f"targeted at the {words}", "bm.option.targeted.penalty", "targeted"),)


@rule("bm.mod.defense.cover.light", "bm.mod.defense.cover.medium", "bm.mod.defense.cover.heavy")
def cover_bonus(cover: str) -> tuple[Modifier, ...]:
    """The more of the defender is hidden, the better its defense."""
    if cover in (NONE, TOTAL):
        return ()
    value: int = getattr(measures(), f"cover_{cover}")
    return (Modifier(DEFENSE, value, f"{cover} cover", f"bm.mod.defense.cover.{cover}", "cover"),)


@rule("bm.mod.defense.rear")
def attacked_from_behind(attacker: Unit, target: Unit) -> tuple[Modifier, ...]:
    """A defender attacked from its rear defends worse."""
    if not is_attacked_from_behind(attacker, target):
        return ()
    return (Modifier(DEFENSE, measures().rear_modifier, "attacked from behind", "bm.mod.defense.rear", "rear"),)


@rule("bm.mod.stack", "bm.attack.roll", "bm.attack.all_dice", "bm.defense.roll", "bm.option.charge.die")
def numbers_of(state: State, attacker: Unit, target: Unit, manner: Manner = PLAIN) -> Numbers:
    """Everything that decides an attack, as the table stands now; all modifiers that apply add up."""
    band = range_between(state, attacker, target)
    arc = manner.arc or firing_arc(state, attacker, target)
    cover = manner.cover or cover_at(cover_percent(state, attacker, target))
    dice = 0 if band == OUT else attack_dice(attacker, band)
    if dice and manner.charge:
        dice += measures().charge_dice
    return Numbers(
        range=band,
        arc=arc,
        cover=cover,
        attack_dice=dice,
        defense_dice=number(target, "defense_dice"),
        to_attack=(
            Modifier(ATTACK, number(attacker, "targeting"), "Targeting Bonus", "bm.attack.roll", "bonus", attacker.id),
            *attack_heat(attacker),
            *secondary_arc(arc),
            *targeted_shot(manner.location, card_of(state, target.id).location(manner.location)),
        ),
        to_defense=(
            Modifier(DEFENSE, number(target, "dodge"), "Dodge Bonus", "bm.defense.roll", "bonus", target.id),
            *defense_heat(target),
            *cover_bonus(cover),
            *attacked_from_behind(attacker, target),
        ),
    )


@rule("bm.attack.roll", "bm.mod.stack")
def attack_tally(numbers: Numbers, faces: tuple[int, ...]) -> Tally:
    """Attack score: all dice for the range, the Targeting Bonus and the modifiers. It may be negative."""
    words = "out of range" if numbers.range == OUT else f"{_dice(numbers.attack_dice)} at {numbers.range} range"
    return Tally(ATTACK, sum(faces), words, "bm.attack.roll", numbers.to_attack)


@rule("bm.defense.roll", "bm.mod.stack")
def defense_tally(numbers: Numbers, faces: tuple[int, ...]) -> Tally:
    """Defense score: the Defense Dice, the Dodge Bonus and the modifiers; without dice only these."""
    words = _dice(numbers.defense_dice, "Defense Die", "Defense Dice")
    return Tally(DEFENSE, sum(faces), words, "bm.defense.roll", numbers.to_defense)


def before_dice(numbers: Numbers) -> tuple[tuple[Tally, tuple[TallyLine, ...]], ...]:
    """Both sums before the dice fall, with their dice in the place of a number."""
    attack, defense = attack_tally(numbers, ()), defense_tally(numbers, ())
    faces = measures().die_faces
    return (
        (attack, attack.lines(f"{numbers.attack_dice}D{faces}")),
        (defense, defense.lines(f"{numbers.defense_dice}D{faces}")),
    )


def _dice(count: int, one: str = "die", many: str = "dice") -> str:
    return f"{count} {one if count == 1 else many}"


def plus(numbers: Numbers) -> tuple[int, int]:
    """What is added to the dice of the attack and of the defense."""
    return sum(each.value for each in numbers.to_attack), sum(each.value for each in numbers.to_defense)
