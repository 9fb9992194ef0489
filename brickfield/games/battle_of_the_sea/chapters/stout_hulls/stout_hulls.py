"""Stout hulls, by agreement: a marker of base durability takes two hits: the first turns it over.

Whoever counts the hits that a unit can take asks here; the markers themselves stand on the card as ever.
"""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.base.measures import measures
from brickfield.games.battle_of_the_sea.base.ship_card import BASE, TURNED_OVER, points_left


@rule("sea.damage.stout")
def hits_a_marker(state: State) -> int:
    """How many hits a marker of base durability takes."""
    return measures().stout_hull_hits if state.match.options.stout_hulls else 1


@rule("sea.damage.stout", "sea.damage.sink")
def hull_left(state: State, unit: Unit) -> int:
    """How many hits on its base durability sink a unit: some for each marker, less for one that lies turned over."""
    return hits_a_marker(state) * unit.marks.get(BASE, 0) - unit.marks.get(TURNED_OVER, 0)


@rule("sea.damage.stout")
def hull_after(state: State, unit: Unit, hits: int) -> tuple[int, int]:
    """The markers of base durability that are there after some hits on them, and how many of these lie turned over."""
    left, each = max(0, hull_left(state, unit) - hits), hits_a_marker(state)
    markers = -(-left // each)
    return markers, markers * each - left


@rule("sea.damage.stout", "sea.damage.choice")
def hits_left(state: State, unit: Unit) -> int:
    """How many hits surely sink a unit, wherever its owner takes them."""
    return points_left(unit) - unit.marks.get(BASE, 0) + hull_left(state, unit)
