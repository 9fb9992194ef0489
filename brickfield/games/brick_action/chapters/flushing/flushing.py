"""Total Cover, where the players agreed on it: who lies behind cover is reached by AP guns and by grenades from near.

Only minis who are hidden for no other reason than that they lie behind one hard feature; by rays as everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.games.brick_action.base.battlefield import PRONE, match_of, number, told
from brickfield.games.brick_action.base.firing.fire_measures import EPS, fire
from brickfield.games.brick_action.base.sight.line_of_sight import (
    Landscape,
    Levels,
    Stander,
    blocks,
    crossed,
    is_hard,
    rays,
)

FLUSH = "ba.cover.total.flush"
# What is thrown in a high arc, on its own.
GRENADES = ("grenade", "rifle_grenade")


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
    most = fire().flush_studs
    if distance <= most + EPS:
        return None
    sentence = f"Troops lying behind cover can be reached by a grenade from {most:g} studs; it is {told(distance)}."
    return illegal("too_far", FLUSH, sentence, distance=distance, most=most)
