"""Stout hulls, by agreement: a marker of base durability takes two hits: the first turns it over."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from brickfield.core.asking.offers import Note
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.data_files import read_number
from brickfield.core.state import State
from ...base.durability import hits_a_marker, hull_after, hull_left, hull_notes
from ...base.ship_card import BASE, TURNED_OVER
from .chapter import STOUT_HULLS


@cache
def stout_hull_hits() -> int:
    """How many hits a marker of a stout hull takes."""
    return read_number("stout_hulls.toml", int, Path(__file__).parent)


@hits_a_marker.amended(STOUT_HULLS)
@rule("sea.damage.stout")
def two_hits_a_marker(state: State, one: int) -> int:
    """The first hit on a marker turns it over, the second takes it off."""
    return stout_hull_hits()


@hull_left.amended(STOUT_HULLS)
@rule("sea.damage.stout", "sea.damage.sink")
def stout_hull_left(state: State, unit: Unit, markers: int) -> int:
    """Some hits for each marker, less for one that lies turned over."""
    return stout_hull_hits() * markers - unit.marks.get(TURNED_OVER, 0)


@hull_after.amended(STOUT_HULLS)
@rule("sea.damage.stout")
def stout_hull_after(state: State, unit: Unit, hits: int, plain: tuple[int, int]) -> tuple[int, int]:
    """Whole markers go, and one may be left lying turned over."""
    each = stout_hull_hits()
    left = max(0, stout_hull_left(state, unit, unit.marks.get(BASE, 0)) - hits)
    markers = -(-left // each)
    return markers, markers * each - left


@hull_notes.amended(STOUT_HULLS)
@rule("sea.damage.stout")
def stout_notes(state: State, unit: Unit, notes: tuple[Note, ...]) -> tuple[Note, ...]:
    """What becomes of a marker."""
    lies = " One lies turned over already." if unit.marks.get(TURNED_OVER) else ""
    takes = stout_hull_hits()
    words = f"A marker of base durability takes {takes} hits: the first turns it over.{lies}"
    return (*notes, Note(words, "sea.damage.stout"))
