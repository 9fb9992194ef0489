"""Graves: where units and their people went down of whom nothing is left on the table, so that all can be found."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from brickfield.core.board import Model
from brickfield.core.events import Event, FigureLost, FiguresMoved, FiguresPlaced, UnitDestroyed, UnitMoved
from brickfield.core.state import State
from brickfield.geometry.grain import Pose
from brickfield.speech.names import Names


class Grave(Struct, frozen=True):
    """A unit that is gone, by name, and the place it went down at, in grain; or one of its figures, who lies there."""

    unit: str
    seat: int
    title: str
    x: int
    y: int
    # who of the unit: his card, where he looked, and the thing and level he was on
    figure: str = ""
    card: str = ""
    heading: int = 0
    inside: str = ""
    level: int = 0


def graves_of(steps: Iterable[tuple[State, tuple[Event, ...]]]) -> tuple[Grave, ...]:
    """The graves of a battle: of each step the table before it, and what happened."""
    found = []
    for before, events in steps:
        moved = {event.unit: event.pose for event in events if isinstance(event, UnitMoved)}
        figures = dict[tuple[str, str], Pose]()
        for event in events:
            if isinstance(event, FiguresMoved):
                figures |= {(event.unit, name): pose for name, pose in event.poses}
            elif isinstance(event, FiguresPlaced):
                figures |= {(event.unit, each.id): each.pose for each in event.figures if each.pose is not None}
            elif isinstance(event, FigureLost):
                found += _of_figure(before, event, figures)
            elif isinstance(event, UnitDestroyed) and not event.leaves_wreck:
                unit = before.units[event.unit]
                pose = moved.get(unit.id, unit.pose)
                if pose is not None:
                    found.append(Grave(unit.id, unit.seat, Names(before).thing(unit.id), pose.x, pose.y))
    return tuple(found)


def _of_figure(before: State, event: FigureLost, moved: dict[tuple[str, str], Pose]) -> list[Grave]:
    """Where one of a unit fell, unless the table keeps him lying there, or he was nowhere on it."""
    unit = before.units[event.unit]
    figure: Model | None = next((each for each in unit.squad if each.id == event.figure), None)
    if figure is None or event.leaves_body:
        return []
    pose = moved.get((unit.id, figure.id), figure.pose)
    if pose is None:
        return []
    where = Names(before).thing(unit.id)
    return [
        Grave(
            *(unit.id, unit.seat, where, pose.x, pose.y, figure.id, figure.card, pose.heading),
            inside=figure.inside,
            level=figure.level,
        )
    ]
