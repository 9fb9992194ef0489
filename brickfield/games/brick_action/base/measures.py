"""Measures: distances, dice and limits of the rules, each a number of data/measures.toml with its clause."""

from __future__ import annotations

from functools import cache

from msgspec import field

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow
from ..data_files import read_numbers


class Measures(TableRow, frozen=True):
    """Every single number of the rules. `clauses` names the clause of each."""

    tolerance: float
    board_side: float
    board_smallest: float
    board_largest: float
    zone_depth: float
    points: int
    mini_radius: float
    weapon_radius: float
    mini_height: int
    prone_height: int
    contact: float
    coherency: float
    squad_most: int
    items_most: int
    support_most: int
    die_faces: int
    actions: int
    move: float
    move_per_turn: float
    crawl: float
    reactive_move: float
    reactive_move_models: int
    reactive_move_degrees: float
    free_height: int
    impassable_height: int
    storey_studs: float
    step: float
    reactive_open: float
    reactive_covered: float
    reactive_hit: int
    prone_veterans: int
    base_dice_most: int
    hit: int
    save: int
    suppressing_losses: int
    rally: int
    rally_most: int
    clauses: dict[str, str] = field(default_factory=dict)


@rule("ba.geometry.coords")
@cache
def measures() -> Measures:
    """The numbers, read once. Coordinates in studs from the lower left corner, angles from +x counter-clockwise."""
    return read_numbers("measures.toml", Measures)
