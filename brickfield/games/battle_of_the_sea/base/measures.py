"""The ruler and all single numbers of the rules, read from data/measures.toml."""

from __future__ import annotations

from functools import cache

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow
from brickfield.geometry import Pose
from brickfield.geometry.grain import GRAIN
from ..data_files import read_numbers


class Measures(TableRow, frozen=True):
    """Lengths in inches (unless the name says studs), angles in degrees, counts of dice, points and rounds."""

    table_inches: float
    studs_per_inch: int
    ruler_inches: int
    folding_ruler_inches: int
    position_inches: float
    heading_degrees: float
    length_tolerance: float
    angle_tolerance: float
    contact_inches: float
    cone_points: int
    pea_points: int
    card_studs: int
    shortest_ship_studs: int
    longest_ship_studs: int
    least_base_durability: int
    speed_per_additional: int
    most_units: int
    example_points: int
    range_inches: float
    long_range_inches: float
    long_range_firepower: int
    broadside_from_degrees: float
    broadside_to_degrees: float
    shortest_leg_studs: int
    same_direction_degrees: float
    limited_turn_degrees: float
    limited_leg_inches: float
    by_length_turn_degrees: float
    by_length_leg_inches: float
    by_length_leg_share: float
    seaweed_cost: float
    ram_cone_degrees: float
    shortest_ram_studs: int
    backlash_share: int
    most_players: int
    order_dice: int
    start_depth_inches: float
    start_depth_step_inches: float
    current_weakest_inches: int
    current_strongest_inches: int
    heaviest_treasure: int
    clauses: dict[str, str]


@rule("sea.table.size", "sea.ruler.inch", "sea.ruler.tool", "sea.card.cone", "sea.firepower.range")
@cache
def measures() -> Measures:
    """Every single number of the rules with its clause."""
    return read_numbers("measures.toml", Measures)


@rule("sea.ruler.inch", "sea.ruler.tool")
def inches(studs: float) -> float:
    """Studs as inches: exactly three studs to the inch, everywhere."""
    return studs / measures().studs_per_inch


@rule("sea.geometry.precision")
@cache
def stored_steps() -> tuple[int, int]:
    """The finest step of a stored position and of a stored heading, in grain."""
    numbers = measures()
    return round(numbers.position_inches * GRAIN), round(numbers.heading_degrees * GRAIN)


@rule("sea.geometry.precision", "sea.geometry.frame")
def stored(x: float, y: float, heading: float) -> Pose:
    """A pose as it is kept after a move: inches from the lower left corner and degrees from +x, both rounded."""
    place, turn = stored_steps()
    return Pose(
        round(x * GRAIN / place) * place, round(y * GRAIN / place) * place, round(heading * GRAIN / turn) * turn
    )
