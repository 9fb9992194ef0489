"""The dice pool of an infantry attack, line by line: base dice, weapons, single-use items, limits, losses, caps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations
from math import ceil
from typing import Any

from msgspec import Struct

from brickfield.core.clauses import rule
from brickfield.core.modifiers import Modifier, Tally
from brickfield.core.numbers import counted, number_text
from brickfield.core.refusal import Refusal, illegal
from ..weapons import weapons
from .fire_measures import EPS, fire
from .ranges import (
    BATTLE_RIFLE,
    CARBINE,
    PLAIN,
    REPEATER,
    SHOTGUN,
    SMG,
    SMOKE,
    SNIPER,
    SUPPORT,
    Habits,
    Reach,
    item_dice,
    ladder_dice,
    reach_of,
    support_dice,
)

DICE = "dice"


class Armed(Struct, frozen=True, gc=False):
    """An eligible shooter as his dice see him: weapon, the items he uses in this attack, who stands close by."""

    figure: str
    primary: str = ""
    veteran: bool = False
    items: tuple[str, ...] = ()
    # a spotter without a rifle has no base die, whatever he throws
    base: bool = True
    near: tuple[str, ...] = ()


class Cap(Struct, frozen=True, gc=False):
    """A pool has at most so many dice, for a reason."""

    most: int
    reason: str
    clause: str


class Terms(Struct, frozen=True, gc=False):
    """What an attack is made under: how ranges are read, openings of the side fired from (-1: none), caps, and how
    many dice the attacker announced (0: all)."""

    habits: Habits = PLAIN
    openings: int = -1
    caps: tuple[Cap, ...] = ()
    announced: int = 0
    # whether those fired at lie behind cover
    lying: bool = False


FREE = Terms()


class DicePool(Struct, frozen=True, gc=False):
    """The dice of an attack with every line of their sum; `base` of them are base dice."""

    tally: Tally
    base: int
    reach: float
    beyond: int = 0

    @property
    def dice(self) -> int:
        """How many are rolled."""
        return self.tally.total


@rule("ba.attack.dice.base", "ba.weapon.one_primary", "ba.unit.spotter.nobase")
def base_dice(shooters: Iterable[Armed]) -> int:
    """One for each who has a primary weapon or uses an item, at most 3."""
    able = sum(each.base and bool(each.primary or each.items) for each in shooters)
    return min(able, fire().base_most)


@rule("ba.weapon.max_unit_range")
def unit_reach(shooters: Iterable[Armed], habits: Habits = PLAIN, loaded: frozenset[str] = frozenset()) -> float:
    """The longest range of the primary weapons; items and smoke do not reach farther."""
    reaches = [_primary_reach(each.primary, habits, each.figure in loaded).most for each in shooters if each.primary]
    return max(reaches, default=0.0)


@lru_cache(maxsize=1024)
def _primary_reach(primary: str, habits: Habits, loaded: bool) -> Reach:
    return reach_of(weapons()[primary], habits, loaded=loaded)


@rule("ba.longshot")
def long_shot_loss(distance: float, reach: float) -> int:
    """A die for every 4 studs begun beyond the maximum range."""
    return max(0, ceil((distance - reach - EPS) / fire().long_shot_step))


@rule("ba.weapon.hyphen", "ba.longshot")
def _adds(reach: Reach, distance: float, most: float) -> bool:
    """Whether a weapon adds its dice: within its effective range; in a long shot only if it reaches as far as any."""
    if distance <= most + EPS:
        return distance <= reach.effective + EPS
    return abs(reach.effective - most) <= EPS


def _line(value: int, reason: str, clause: str) -> Modifier:
    return Modifier(DICE, value, reason, clause)


@rule("ba.weapon.battle_rifle.choice", "ba.weapon.battle_rifle")
def split_rifles(rifles: int, repeaters: int, carbines: int) -> int:
    """How many battle rifles are best counted as carbines, the others as two repeaters each; ties: repeaters."""
    table = weapons()
    as_repeaters, as_carbines = (each.n for each in table[BATTLE_RIFLE].counts_as)

    def dice(split: int) -> int:
        first = ladder_dice(table[REPEATER], repeaters + as_repeaters * (rifles - split))
        return first + ladder_dice(table[CARBINE], carbines + as_carbines * split)

    return max(range(rifles + 1), key=lambda split: (dice(split), -split))


@rule("ba.weapon.ladder", "ba.weapon.ladder.types_add", "ba.weapon.battle_rifle.choice")
@lru_cache(maxsize=1024)
def _ladders(battle_rifles: int, repeaters: int, smgs: int, carbines: int) -> tuple[Modifier, ...]:
    """Each type climbs its own ladder; battle rifles join the repeaters or the carbines."""
    table = weapons()
    as_repeaters, as_carbines = (each.n for each in table[BATTLE_RIFLE].counts_as)
    split = split_rifles(battle_rifles, repeaters, carbines)
    rifles = battle_rifles - split
    rows = (
        (REPEATER, repeaters + as_repeaters * rifles, rifles),
        (SMG, smgs, 0),
        (CARBINE, carbines + as_carbines * split, split),
    )
    lines = []
    for name, number, with_rifles in rows:
        dice = ladder_dice(table[name], number)
        if dice:
            joined = f", {counted(with_rifles, 'battle rifle')} among them" if with_rifles else ""
            lines.append(_line(dice, f"{number} x {table[name].title}{joined}", "ba.weapon.ladder"))
    return tuple(lines)


@rule("ba.weapon.shotgun", "ba.weapon.sniper", "ba.weapon.sniper.max")
@lru_cache(maxsize=256)
def _each(shotguns: int, snipers: int, veteran_snipers: int) -> tuple[Modifier, ...]:
    """Shotguns and sniper rifles add a die each, up to their limits."""
    table, lines = weapons(), []
    sniper = table[SNIPER]
    most = sniper.dice_max_two_veterans if veteran_snipers >= sniper.dice_max_two_veterans else sniper.dice_max
    for name, count, limit in ((SHOTGUN, shotguns, table[SHOTGUN].dice_max), (SNIPER, snipers, most)):
        dice = min(count * table[name].dice_each, limit)
        if dice:
            clause = "ba.weapon.sniper.max" if name == SNIPER else table[name].clause
            lines.append(_line(dice, f"{count} x {table[name].title}, at most {limit}", clause))
    return tuple(lines)


@rule("ba.weapon.support", "ba.weapon.support.stack", "ba.weapon.support.bands")
def _supports(gunners: Sequence[Armed], distance: float, habits: Habits, loaded: frozenset[str]) -> list[Modifier]:
    """Every support weapon adds its own dice."""
    title, lines = weapons()[SUPPORT].title, []
    for each in gunners:
        dice = support_dice(distance, habits, loaded=each.figure in loaded)
        with_loader = " with a loader" if each.figure in loaded else ""
        lines.append(_line(dice, f"{title} at {number_text(distance)}{with_loader}", "ba.weapon.support.bands"))
    return lines


@rule("ba.weapon.hyphen", "ba.longshot", "ba.weapon.sniper.max")
def weapon_lines(
    shooters: Sequence[Armed], distance: float, habits: Habits = PLAIN, loaded: frozenset[str] = frozenset()
) -> list[Modifier]:
    """Step 2: the bonus dice of the weapons that bear at this distance, each with its reason."""
    most = unit_reach(shooters, habits, loaded)
    bearing = [
        each
        for each in shooters
        if each.primary and _adds(_primary_reach(each.primary, habits, each.figure in loaded), distance, most)
    ]
    held = [each.primary for each in bearing]
    count = held.count
    veterans = sum([each.veteran for each in bearing if each.primary == SNIPER])
    gunners = [each for each in bearing if each.primary == SUPPORT] if SUPPORT in held else []
    return [
        *_ladders(count(BATTLE_RIFLE), count(REPEATER), count(SMG), count(CARBINE)),
        *_each(count(SHOTGUN), count(SNIPER), veterans),
        *_supports(gunners, distance, habits, loaded),
    ]


@rule("ba.single.joint", "ba.single.no_longshot")
def item_lines(shooters: Iterable[Armed], distance: float) -> list[Modifier]:
    """Step 3: the dice of every single-use item in the attack, by the one distance of the attack."""
    table = weapons()
    used = [table[item] for each in shooters for item in each.items]
    return [_line(item_dice(item, distance), item.title, "ba.single.joint") for item in used]


@rule("ba.build.mods", "ba.geometry.dice_order")
def building_limit(lines: Sequence[Modifier], openings: int) -> list[Modifier]:
    """Step 4: from inside a building at most 2 bonus dice for each opening of the side."""
    if openings < 0:
        return []
    over = sum(each.value for each in lines) - fire().opening_dice * openings
    if over <= 0:
        return []
    return [_line(-over, f"{counted(openings, 'opening')} on this side: {fire().opening_dice} each", "ba.build.mods")]


@rule("ba.geometry.dice_order")
def _caps(total: int, caps: Sequence[Cap]) -> list[Modifier]:
    """Step 6: the lowest cap applies."""
    if not caps:
        return []
    lowest = min(caps, key=lambda cap: cap.most)
    return [_line(lowest.most - total, lowest.reason, lowest.clause)] if total > lowest.most else []


@rule("ba.attack.choose_less", "ba.geometry.dice_order")
def _announce(total: int, announced: int) -> list[Modifier]:
    """Step 7: the attacker may announce fewer."""
    if not 0 < announced < total:
        return []
    return [_line(announced - total, f"announced: {announced}", "ba.attack.choose_less")]


def _finish(base: int, why: str, lines: list[Modifier], terms: Terms, loss: int, reach: float) -> DicePool:
    """Steps 4 to 7 on what the first three have gathered."""
    lines = [*lines, *building_limit(lines, terms.openings)]
    if loss:
        lines.append(_line(-loss, f"long shot past {number_text(reach)}", "ba.longshot"))
    if terms.lying:
        lines.append(_line(-fire().flush_dice_lost, "at minis lying behind cover", "ba.cover.total.flush"))
    lines += _caps(base + sum(each.value for each in lines), terms.caps)
    lines += _announce(base + sum(each.value for each in lines), terms.announced)
    used = min(base, terms.announced) if terms.announced else base
    return DicePool(Tally("attack dice", base, why, "ba.attack.dice.base", tuple(lines)), used, float(reach), loss)


def _pool(shooters: Sequence[Armed], distance: float, terms: Terms, loaders: dict[str, str]) -> DicePool:
    firing = [each for each in shooters if each.figure not in loaders.values()]
    base, loaded = base_dice(firing), frozenset(loaders)
    reach = unit_reach(shooters, terms.habits, loaded)
    lines = weapon_lines(shooters, distance, terms.habits, loaded) + item_lines(shooters, distance)
    loss = long_shot_loss(distance, reach)
    return _finish(base, f"{counted(len(firing), 'shooter')}, at most {fire().base_most}", lines, terms, loss, reach)


@rule("ba.weapon.support.bands")
def loadings(shooters: Sequence[Armed]) -> list[dict[str, str]]:
    """Every way in which other shooters close by can load support weapons: gunner to loader, the empty way first."""
    gunners = [each for each in shooters if each.primary == SUPPORT]
    others = [each.figure for each in shooters if each.primary != SUPPORT and each.base]
    near = {each.figure: set(each.near) for each in gunners}
    ways: list[dict[str, str]] = [{}]
    for count in range(1, min(len(gunners), len(others)) + 1):
        for served in permutations(near, count):
            if list(served) != sorted(served):
                continue
            for loaders in permutations(others, count):
                way = dict(zip(served, loaders, strict=True))
                if all(loader in near[gunner] for gunner, loader in way.items()):
                    ways.append(way)
    return ways


@rule("ba.geometry.dice_order", "ba.weapon.support.bands")
def unit_pool(shooters: Sequence[Armed], distance: float, terms: Terms = FREE) -> DicePool:
    """The dice of a unit attack in the order of the rules; loaders serve where that gives the most dice."""
    if terms.habits.bands == "loader":
        ways = loadings(shooters)
        return max((_pool(shooters, distance, terms, way) for way in ways), key=lambda pool: pool.dice)
    bracket = _bracket(shooters, distance, terms.habits)
    if bracket is None:
        return _pool(shooters, distance, terms, {})
    key = (*shooters, terms, bracket)
    found = _pools.get(key)
    if found is None:
        if len(_pools) >= _POOLS_KEPT:
            _pools.clear()
        found = _pools[key] = _pool(shooters, distance, terms, {})
    return found


# pools as they were worked out, by who fires, under which terms and in which bracket of ranges
_pools: dict[Any, DicePool] = {}
_POOLS_KEPT = 4096


def _bracket(shooters: Sequence[Armed], distance: float, habits: Habits) -> tuple[float, ...] | None:
    """All that the dice of these minis rest on of a distance: what still bears, and how far it is beyond that; None
    where a line tells the distance itself, or items have their own ranges."""
    held = {each.primary for each in shooters}
    if SUPPORT in held or any(each.items for each in shooters):
        return None
    reaches = [_primary_reach(each, habits, False) for each in sorted(held) if each]
    bearing = [distance <= each.effective + EPS for each in reaches]
    return long_shot_loss(distance, max([each.most for each in reaches], default=0.0)), *bearing


@rule("ba.single.independent")
def lone_pool(carrier: Armed, distance: float, terms: Terms = FREE) -> DicePool:
    """A single-use item fired on its own: the carrier's base die and the dice of the item."""
    (name,) = carrier.items
    lines = item_lines((carrier,), distance)
    return _finish(base_dice((carrier,)), "the carrier", lines, terms, 0, weapons()[name].range_max)


@rule("ba.single.no_longshot", "ba.single.joint", "ba.weapon.smoke")
def item_fault(shooters: Iterable[Armed], distance: float, beyond: int) -> Refusal | None:
    """Why an item cannot be in a unit attack: it throws no dice, is out of its range, or the attack is a long shot."""
    for item in (weapons()[item] for each in shooters for item in each.items):
        if item.id == SMOKE:
            return illegal("no_attack", "ba.weapon.smoke.duration", "A smoke grenade is not an attack.")
        if beyond:
            sentence = f"A long shot cannot include a {item.title}; it may be fired on its own."
            return illegal("long_shot_with_item", "ba.single.no_longshot", sentence)
        if distance > item.range_max + EPS:
            sentence = (
                f"{item.title}: the target is {number_text(distance)} away, its range is {number_text(item.range_max)}."
            )
            return illegal(
                "item_out_of_range", "ba.single.no_longshot", sentence, distance=distance, limit=item.range_max
            )
    return None


@rule("ba.longshot", "ba.attack.choose_less", "ba.geometry.dice_order")
def pool_fault(pool: DicePool, distance: float, announced: int) -> Refusal | None:
    """A pool without a die is no attack, and nobody announces more dice than there are."""
    if pool.dice < 1:
        sentence = f"At {number_text(distance)} studs, past {number_text(pool.reach)}, no die is left for this attack."
        return illegal("no_dice", "ba.longshot", sentence, distance=distance, limit=pool.reach)
    if announced > pool.dice:
        sentence = f"{announced} dice were announced, but the attack has {pool.dice}."
        return illegal("too_many_dice", "ba.attack.choose_less", sentence, announced=announced, dice=pool.dice)
    return None
