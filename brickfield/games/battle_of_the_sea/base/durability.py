"""Durability: how many hits the hull of a unit takes, and what is left of it after some."""

from __future__ import annotations

from brickfield.core.asking.offers import Note
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.questions import Question
from brickfield.core.state import State
from .ship_card import BASE, points_left


@Question
@rule("sea.damage.choice")
def hits_a_marker(state: State) -> int:
    """How many hits a marker of base durability takes."""
    return 1


@Question
@rule("sea.damage.sink")
def hull_left(state: State, unit: Unit) -> int:
    """How many hits on its base durability sink a unit."""
    return unit.marks.get(BASE, 0)


@Question
@rule("sea.damage.choice")
def hull_after(state: State, unit: Unit, hits: int) -> tuple[int, int]:
    """The markers of base durability that are there after some hits on them, and how many of these lie turned over."""
    return max(0, unit.marks.get(BASE, 0) - hits), 0


@Question
def hull_notes(state: State, unit: Unit) -> tuple[Note, ...]:
    """What is to be known of a hull before hits are allotted to it."""
    return ()


@rule("sea.damage.stout", "sea.damage.choice")
def hits_left(state: State, unit: Unit) -> int:
    """How many hits surely sink a unit, wherever its owner takes them."""
    return points_left(unit) - unit.marks.get(BASE, 0) + hull_left(state, unit)
