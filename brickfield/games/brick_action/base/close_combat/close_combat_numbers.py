"""Close Combat in numbers: the dice and totals of both sides, kills, saves and who wins a round."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.numbers import counted
from ..firing.fire_measures import fire
from ..firing.ranges import BATTLE_RIFLE, CARBINE, SHOTGUN, SMG

DICE, TOTAL = "dice", "total"


class Fighter(Struct, frozen=True):
    """A mini in close combat: his weapon, whether he counts as a veteran, whether he has a blade or a bayonet."""

    primary: str = ""
    veteran: bool = False
    blade: bool = False


@rule("ba.cc.dice", "ba.cc.smg", "ba.cc.shotgun", "ba.cc.vets_dice", "ba.cc.single_use", "ba.cc.no_mods")
def combat_dice(fighters: Sequence[Fighter]) -> Tally:
    """One for each mini, at most 4; short guns, shotguns and veterans add theirs; items and cover count for nothing."""
    numbers, lines = fire(), []
    guns = sum(each.primary in (CARBINE, SMG, BATTLE_RIFLE) for each in fighters)
    shotguns = sum(each.primary == SHOTGUN for each in fighters)
    veterans = sum(each.veteran for each in fighters)
    if guns >= numbers.combat_guns:
        lines.append(Modifier(DICE, numbers.combat_gun_dice, f"{guns} carbines and SMGs", "ba.cc.smg"))
    if shotguns:
        dice = min(shotguns * numbers.combat_shotgun_dice, numbers.combat_shotgun_most)
        lines.append(Modifier(DICE, dice, counted(shotguns, "shotgun"), "ba.cc.shotgun"))
    if veterans >= numbers.combat_veterans:
        lines.append(Modifier(DICE, numbers.combat_veteran_dice, f"{veterans} veterans", "ba.cc.vets_dice"))
    base = min(len(fighters), numbers.combat_base_most)
    why = f"{counted(len(fighters), 'mini')}, at most {numbers.combat_base_most}"
    return Tally("close combat dice", base, why, "ba.cc.dice", tuple(lines))


@rule("ba.cc.total", "ba.cc.vets_total", "ba.cc.bayonet", "ba.cc.no_mods")
def combat_total(fighters: Sequence[Fighter], faces: Sequence[int]) -> Tally:
    """All dice, +1 for each veteran and +1 for each who has a blade or a bayonet."""
    numbers, lines = fire(), []
    veterans, blades = sum(each.veteran for each in fighters), sum(each.blade for each in fighters)
    if veterans:
        value = veterans * numbers.combat_veteran_total
        lines.append(Modifier(TOTAL, value, counted(veterans, "veteran"), "ba.cc.vets_total"))
    if blades:
        value = blades * numbers.combat_blade_total
        lines.append(
            Modifier(TOTAL, value, counted(blades, "blade or bayonet", "blades and bayonets"), "ba.cc.bayonet")
        )
    return Tally("close combat total", sum(faces), "dice", "ba.cc.total", tuple(lines))


class Melee(Struct, frozen=True):
    """One side after the dice of a round: its total, kills by sixes among the others, own saves it has to make."""

    total: Tally
    kills: int
    ones: int


@rule("ba.cc.nat6", "ba.cc.nat1")
def melee(fighters: Sequence[Fighter], faces: Sequence[int]) -> Melee:
    """A natural 6 kills an enemy, a natural 1 makes a mini of the own side save."""
    numbers = fire()
    kills = sum(face == numbers.casualty_face for face in faces)
    ones = sum(face == numbers.combat_save_face for face in faces)
    return Melee(combat_total(fighters, faces), kills, ones)


@rule("ba.cc.nat1", "ba.cc.nat6")
def own_saves(minis: int, killed: int, ones: int) -> int:
    """How many saves a side makes for its ones: at most as many as it has minis after the kills by sixes."""
    return min(ones, max(0, minis - killed))


@rule("ba.cc.nat1", "ba.unit.medic.no_cc")
def own_losses(faces: Sequence[int]) -> int:
    """Saves on 4+, without any bonus."""
    return sum(face < fire().save_from for face in faces)


@rule("ba.cc.total", "ba.cc.tie")
def winner(attacker: Melee, defender: Melee) -> int:
    """0 when the attacker has the higher total, 1 when the defender has; -1: equal, nobody wins."""
    if attacker.total.total == defender.total.total:
        return -1
    return 0 if attacker.total.total > defender.total.total else 1


@rule("ba.cc.total", "ba.cc.simultaneous", "ba.cc.nat6", "ba.cc.nat1")
def round_losses(minis: int, kills: int, failed: int, *, beaten: bool) -> int:
    """All that a side loses in a round: kills by sixes, failed saves, and one more to the higher total."""
    total_kill = fire().combat_kills if beaten else 0
    return min(minis, kills + failed + total_kill)
