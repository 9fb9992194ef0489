"""Graves: where units went down of which nothing is left on the table, so that they can still be found and named."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from brickfield.core.events import Event, UnitDestroyed, UnitMoved
from brickfield.core.state import State
from brickfield.speech.names import Names


class Grave(Struct, frozen=True):
    """A unit that is gone, by name, and the place it went down at, in grain."""

    unit: str
    seat: int
    title: str
    x: int
    y: int


def graves_of(steps: Iterable[tuple[State, tuple[Event, ...]]]) -> tuple[Grave, ...]:
    """The graves of a battle: of each step the table before it, and what happened."""
    found = []
    for before, events in steps:
        moved = {event.unit: event.pose for event in events if isinstance(event, UnitMoved)}
        for event in events:
            if not isinstance(event, UnitDestroyed) or event.leaves_wreck:
                continue
            unit = before.units[event.unit]
            pose = moved.get(unit.id, unit.pose)
            if pose is not None:
                found.append(Grave(unit.id, unit.seat, Names(before).thing(unit.id), pose.x, pose.y))
    return tuple(found)
