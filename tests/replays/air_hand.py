"""The fixed hand for airplanes: it comes on, strikes what it can, and flies on, by what a table draws and no more."""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.asking.offers import Act, Actor, Aims, Choose, Path, Place
from brickfield.core.state import State
from brickfield.geometry import bearing

# Where planes come on, as shares of the strip along their edge, one after the other by round.
_SHARES = (0.5, 0.7, 0.3)


def air_hand(state: State, offer: Act) -> Any:
    """What the first plane does: come on, the best strike, a flight, or nothing more."""
    actor = offer.actors[0]
    for action in actor.actions:
        if isinstance(action.offer, Choose):
            return msgspec.to_builtins(action.offer.choices[-1].answer)
    return _strike(actor) or _flight(state, actor)


def _strike(actor: Actor) -> dict[str, Any] | None:
    """The best odds of all weapons that are open."""
    found = [
        (aim.odds, action.id, {**action.offer.answer, "target": aim.target})
        for action in actor.actions
        if isinstance(action.offer, Aims)
        for shooter in action.offer.shooters
        for aim in shooter.aims
        if aim.refusal is None
    ]
    return max(found, key=lambda each: each[:2])[2] if found else None


def _flight(state: State, actor: Actor) -> Any:
    """Over the nearest enemy that is ahead, else on after a turn; whoever has moved and sees nothing is done."""
    if actor.finish is not None and actor.finish.refusal is None and int(state.facts["round"]) % 2:
        return msgspec.to_builtins(actor.finish.answer)
    path = next(action.offer for action in actor.actions if isinstance(action.offer, Path))
    assert path.turns is not None
    mover = path.movers[0]
    turn, inches = _over_somebody(state, actor.unit, path.turns.degrees)
    length = min(mover.left, max(path.least, inches))
    return {
        **mover.answer,
        path.into: [{"step": "pivot", "degrees": turn}, {"step": "forward", "inches": length}],
    }


def _over_somebody(state: State, name: str, most: float) -> tuple[float, float]:
    """The turn to the nearest enemy within so many degrees, and an inch more than the way to it."""
    plane = state.units[name]
    assert plane.pose is not None
    found = []
    for enemy in state.units.values():
        if enemy.seat != plane.seat and enemy.alive and enemy.pose is not None:
            (x, y), (there_x, there_y) = plane.pose.place, enemy.pose.place
            turn = (bearing(x, y, there_x, there_y) - plane.pose.degrees + 180.0) % 360.0 - 180.0
            if abs(turn) <= most:
                found.append((round(((there_x - x) ** 2 + (there_y - y) ** 2) ** 0.5 + 1.0, 2), round(turn, 2)))
    inches, turn = min(found, default=(0.0, most / 3))
    return turn, inches


def entry_hand(state: State, offer: Place) -> dict[str, Any]:
    """A place on the strip, flying straight in."""
    thing, share = offer.things[0], _SHARES[int(state.facts["round"]) % len(_SHARES)]
    xs, ys = offer.zone[::2], offer.zone[1::2]
    x, y = (min(each) + share * (max(each) - min(each)) for each in (xs, ys))
    return {**thing.answer, "x": x / 1_000_000, "y": y / 1_000_000, "heading": thing.heading}
