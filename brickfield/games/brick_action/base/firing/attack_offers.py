"""What a table offers for attacks: every target with its dice line by line, items joined or fired on their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from brickfield.core.adding import added
from brickfield.core.asking.offers import Action, Aims, Choice, Choose, Shooter
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.numbers import counted, listed
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.shown.showing import AimFace, Chance, written_out
from brickfield.core.state import State
from ..actions import Deed, own_attack_bar
from ..battlefield import describe, enemies_of, is_vehicle, mini_number, mini_of
from ..weapons import items, weapons
from .attack import (
    NAT6,
    Attack,
    FireItem,
    Used,
    attack_fault,
    attacking,
    held_attack,
    manner_of,
    order_fault,
    small_arms_bar,
    target_fault,
)
from .fire_measures import fire
from .fire_odds import losses_of
from .hits_and_saves import chance_failing
from .ranges import SMOKE
from .shots import PLAIN_FIRE, Manner, Shot, shot_of, what_reaches

_CLAUSE = "ba.attack.declare"


@rule("ba.geometry.dice_order")
def aim(state: State, unit: Unit, target: Unit, manner: Manner = PLAIN_FIRE) -> AimFace:
    """A shot laid open: its dice, +1s and save bonus line by line, and what it may be expected to do."""
    title = describe(state, target.id)
    shot: Shot | Refusal | None = target_fault(state, unit, target)
    shot = shot if shot is not None else shot_of(state, unit, target, manner)
    if isinstance(shot, Refusal):
        shot = what_reaches(state, unit, target, shot)
        return AimFace(unit.id, target.id, title, "", refusal=shot, clause=shot.clause)
    sums = [replace(written_out(shot.pool.tally), dice=True)]
    sums += [written_out(each) for each in (shot.plus, shot.bonus) if each.modifiers]
    medics = [each for each in target.standing if mini_of(each.card).save_plus1_dice]
    falls = losses_of(shot, medic=bool(medics), nurses=sum(NAT6 in each.marks for each in medics))
    expected = added(lost * chance for lost, chance in enumerate(falls))
    return AimFace(
        unit.id,
        target.id,
        title,
        remark(shot),
        needed=fire().hit_from,
        need=f"{fire().hit_from}+",
        roll=_roll_words(shot),
        odds=1.0 - falls[0],
        odds_of="at least one falls",
        sums=tuple(sums),
        distance=shot.sight.distance,
        clause=_CLAUSE,
        chances=(Chance("casualties", "fall on average", expected, False),),
        dice=shot.pool.dice,
    )


@rule("ba.attack.nat6", "ba.attack.save", "ba.last.rule")
def _roll_words(shot: Shot) -> str:
    """What is thrown, what saves, and that a six is past saving."""
    numbers = fire()
    dice = f"on each of {shot.pool.dice} dice" if shot.pool.dice > 1 else "on one die"
    saved = "the last mini saves once" if shot.last else f"saved on {max(1, numbers.save_from - shot.bonus.total)}+"
    return f"{dice}, {saved}; a {numbers.casualty_face} is not saved"


def remark(shot: Shot) -> str:
    """In a few words what the target is in."""
    seen, words = shot.sight, []
    if seen.hard:
        words.append("in hard cover")
    if seen.soft:
        words.append("in soft cover")
    if shot.shelter.lying:
        words = ["lying behind cover"]
    if shot.shelter.prone:
        words.append("prone")
    if shot.shelter.below:
        words.append("below you")
    if shot.pool.beyond:
        words.append("a long shot")
    return ", ".join(words) or "in the open"


def die_kills(shot: Shot) -> float:
    """How likely one die costs the target a mini, caps and +1s left aside."""
    hit = (fire().casualty_face - fire().hit_from) / 6
    return 1 / 6 + hit * chance_failing(shot.bonus.total)


def expected_losses(shot: Shot) -> float:
    """How many minis a shot costs on the average, medics left aside."""
    return mean_losses(losses_of(shot))


@lru_cache(maxsize=4096)
def mean_losses(chances: tuple[float, ...]) -> float:
    """The average of numbers of losses, from none upwards, with these chances."""
    return added(lost * chance for lost, chance in enumerate(chances))


def _offer(state: State, unit: Unit) -> Action | None:
    if is_vehicle(state, unit) or small_arms_bar(state, unit) is not None:
        return None
    aims = tuple(aim(state, unit, target) for target in enemies_of(state, unit) if not is_vehicle(state, target))
    offer = Aims((Shooter(unit.id, aims),), {"answer": "attack", "unit": unit.id}, clause=_CLAUSE, lines=True)
    closed = None
    if all(each.refusal is not None for each in aims):
        closed = illegal("no_target", _CLAUSE, f"{describe(state, unit.id)} sees no target in range.")
    return Action("attack", "Attack", offer, _CLAUSE, closed=closed)


ATTACK = Deed((Attack,), _offer, order_fault, attacking, bar=own_attack_bar, respond=held_attack, held_as="attack")


def carried_items(unit: Unit) -> list[tuple[str, str]]:
    """The items that could be used in an attack, by the minis that carry them."""
    usable = [item for item in items() if item != SMOKE]
    return [(each.id, item) for each in unit.standing for item in usable if each.marks.get(item)]


def items_told(used: Sequence[str]) -> str:
    """Items in words: "a grenade and 2 rockets"."""
    counts = {item: used.count(item) for item in used}
    return listed(
        f"a {weapons()[item].title.lower()}" if count == 1 else counted(count, weapons()[item].title.lower())
        for item, count in counts.items()
    )


@rule("ba.single.joint", "ba.single.independent", "ba.single.separate")
def item_orders(state: State, unit: Unit) -> Iterator[tuple[Attack | FireItem, str]]:
    """Orders that use single-use items: all that reach join the attack, or one is fired on its own."""
    held = carried_items(unit)
    for target in enemies_of(state, unit) if held else ():
        if is_vehicle(state, target):
            continue
        title = describe(state, target.id)
        joined = _joined(state, unit, target, held)
        if joined:
            names = items_told([each.item for each in joined])
            yield Attack(unit.id, target.id, joined), f"Attack {title} with {names}"
        for name, item in held:
            order = FireItem(unit.id, name, item, target.id)
            if attack_fault(state, unit, target, manner_of(order)) is None:
                yield order, f"{weapons()[item].title} of mini {mini_number(name)} alone at {title}"


def _joined(state: State, unit: Unit, target: Unit, held: list[tuple[str, str]]) -> tuple[Used, ...]:
    found: tuple[tuple[str, str], ...] = ()
    for each in held:
        if attack_fault(state, unit, target, Manner((*found, each))) is None:
            found = (*found, each)
    return tuple(Used(name, item) for name, item in found)


def _items_offer(state: State, unit: Unit) -> Action | None:
    if is_vehicle(state, unit) or small_arms_bar(state, unit) is not None or not carried_items(unit):
        return None
    orders = list(item_orders(state, unit))
    choices = tuple(
        _with_outlook(state, unit, Choice(order, title, "", _clause_of(state, unit, order), about=(order.target,)))
        for order, title in orders
    )
    closed = None
    if not choices:
        closed = illegal("no_target", "ba.single.joint", f"No item of {describe(state, unit.id)} reaches a target.")
    return Action("items", "Single-use items", Choose(choices), "ba.single.joint", closed=closed)


def _with_outlook(state: State, unit: Unit, choice: Choice) -> Choice:
    """An attack with what it may do: its dice, the odds, and what the target is in."""
    face = aim(state, unit, state.units[choice.answer.target], manner_of(choice.answer))
    return choice if face.refusal is not None else with_odds(choice, face)


def with_odds(choice: Choice, face: AimFace) -> Choice:
    """A choice that makes an attack says with how many dice and how likely it hurts."""
    told = f"{counted(face.dice, 'die', 'dice')}, {round(100 * face.odds)} % that {face.odds_of}; {face.remark}"
    return replace(choice, text=told, odds=face.odds)


def _clause_of(state: State, unit: Unit, order: Attack | FireItem) -> str:
    """Whether an item joins the volley, is fired on its own, or thrown at who lies behind cover."""
    if isinstance(order, Attack):
        return "ba.single.joint"
    shot = shot_of(state, unit, state.units[order.target], manner_of(order))
    lying = isinstance(shot, Shot) and shot.shelter.lying
    return "ba.cover.total.flush" if lying else "ba.single.independent"


ITEMS = Deed(
    (FireItem,), _items_offer, order_fault, attacking, bar=own_attack_bar, respond=held_attack, held_as="attack"
)
