"""Total Cover, where the players agreed on it: who lies behind cover is reached by AP guns and by grenades from near.

Only minis who are hidden for no other reason than that they lie behind one hard feature; by rays as everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from brickfield.core.asking.sight_lines import CoverFace
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.data_files import read_number
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from ...base.battlefield import PRONE, describe, is_vehicle, match_of, number, told
from ...base.firing.attack import small_arms_bar
from ...base.firing.attack_offers import item_orders
from ...base.firing.fire_measures import EPS, fire
from ...base.firing.shots import Manner, Shot, fire_fault, fixed_shot, lying_behind, pool_of, unseen_shot, what_reaches
from ...base.reactions.interrupts import reaches_hidden
from ...base.sight.landscape import landscape
from ...base.sight.line_of_sight import Landscape, Levels, Stander, blocks, crossed, is_hard, rays
from ...base.sight.sight import Firing, reached_lying, sight
from ...base.sight.sight_lines import cover_told, name_of
from ..holds.responding import attack_reaches
from .chapter import FLUSHING

FLUSH = "ba.cover.total.flush"
# What is thrown in a high arc, on its own.
GRENADES = ("grenade", "rifle_grenade")


@cache
def flush_studs() -> float:
    """How near one must be to flush somebody out, in studs."""
    return read_number("flushing.toml", float, Path(__file__).parent)


@rule(FLUSH)
def may_flush(state: State, target: Unit) -> bool:
    """Whether a unit could be flushed out at all: it lies, and the players agreed on it."""
    return number(target, PRONE) > 0 and match_of(state).options.flush_out


@rule(FLUSH)
def flushed(land: Landscape, eyes: Sequence[Stander], minis: Sequence[Stander], levels: Levels) -> list[Stander]:
    """The minis hidden from somebody only by lying behind one hard feature, as they would stand there."""
    found = [replace(each, prone=False, post=b"") for each in minis]
    return [
        up
        for mini, up in zip(minis, found, strict=True)
        if any(hiding(land, eye, mini) == 1 and rays(land, eye, up, levels)[0][2] for eye in eyes)
    ]


@reached_lying.amended(FLUSHING)
def flushed_out(
    state: State, shooters: Sequence[Stander], targets: Sequence[Stander], levels: Levels, _nobody: list[Stander]
) -> list[Stander]:
    """See `flushed`."""
    return flushed(landscape(state), shooters, targets, levels)


@rule(FLUSH, "ba.geometry.los.prone")
def hiding(land: Landscape, eye: Stander, mini: Stander) -> int:
    """How many hard features on the middle ray hide somebody only because he lies, within 4 studs of his edge."""
    ignored = [each for each in (eye.id, eye.inside, eye.corner, mini.inside, mini.corner) if each]
    count, reach = 0, fire().cover_reach + EPS
    for at in crossed(land, (eye.x, eye.y), (mini.x, mini.y), ignored):
        x, y = eye.x + (mini.x - eye.x) * at.leaves, eye.y + (mini.y - eye.y) * at.leaves
        low = is_hard(at.obstacle, mini.ground) and not blocks(at, eye.ground, mini.ground)
        count += low and mini.gap(x, y) <= reach
    return count


@rule(FLUSH)
def throw_fault(distance: float) -> Refusal | None:
    """A grenade reaches who lies behind cover from 16 studs and nearer."""
    most = flush_studs()
    if distance <= most + EPS:
        return None
    sentence = f"Troops lying behind cover can be reached by a grenade from {most:g} studs; it is {told(distance)}."
    return illegal("too_far", FLUSH, sentence, distance=distance, most=most)


@unseen_shot.amended(FLUSHING)
@rule(FLUSH, "ba.attack.declare")
def thrown_behind_cover(
    state: State, unit: Unit, target: Unit, manner: Manner, unseen: Shot | Refusal
) -> Shot | Refusal:
    """Nobody is seen; but a grenade thrown on its own may reach who lies behind cover."""
    is_thrown = manner.only and not manner.reactive and manner.items[0][1] in GRENADES
    if not is_thrown or not may_flush(state, target):
        return unseen
    seen = sight(state, unit, target, firing=replace(manner.firing, lying=True))
    if not seen.exposed:
        return unseen
    pool = pool_of(state, unit, seen, manner, lying=True)
    refusal = throw_fault(seen.distance) or fire_fault(state, unit, seen, pool, manner)
    if refusal is not None:
        return refusal
    return lying_behind(fixed_shot(state, unit, target, seen, pool, manner))


@what_reaches.amended(FLUSHING)
@rule(FLUSH)
def what_reaches_behind_cover(state: State, unit: Unit, target: Unit, _asked: Refusal, refusal: Refusal) -> Refusal:
    """At somebody who only lies behind cover: what would reach him there."""
    if refusal.code != "not_seen" or not may_flush(state, target) or is_vehicle(state, unit):
        return refusal
    if not sight(state, unit, target, firing=Firing(lying=True)).exposed:
        return refusal
    whom = describe(state, target.id)
    reached = f"{whom} lies behind cover, where only AP guns and grenades thrown on their own reach it."
    return illegal("not_seen", FLUSH, reached)


@cover_told.amended(FLUSHING)
@rule(FLUSH)
def told_where_reached(
    state: State,
    _cover: CoverFace,
    target: Unit,
    shooters: Sequence[Stander],
    minis: Sequence[Stander],
    levels: Levels,
    cover: CoverFace,
) -> CoverFace:
    """Somebody is hidden only by lying behind cover, where grenades and AP guns reach him."""
    if cover.cover != "total" or not may_flush(state, target):
        return cover
    lying = flushed(landscape(state), shooters, minis, levels)
    if cover.figure not in [name_of(target, each.id) for each in lying]:
        return cover
    return CoverFace(cover.figure, "total", "lies behind cover: AP guns and grenades from nearby reach him", FLUSH)


@reaches_hidden.amended(FLUSHING)
@rule(FLUSH, "ba.hold.immediate")
def reaches_who_lies(state: State, unit: Unit, mover: Unit, before: bool) -> bool:
    """Who lies behind cover may be flushed out."""
    return before or may_flush(state, mover)


@attack_reaches.amended(FLUSHING)
@rule(FLUSH, "ba.hold.immediate")
def thrown_by_a_hold(state: State, holder: Unit, mover: Unit, before: bool) -> bool:
    """A grenade reaches who lies behind cover."""
    if before or not may_flush(state, mover) or small_arms_bar(state, holder) is not None:
        return before
    return any(order.target == mover.id for order, _title in item_orders(state, holder))
