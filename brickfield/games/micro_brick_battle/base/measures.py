"""Victory Table, modifiers, movement costs and measures: the numbers a shot or a move is worked out with."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import Annotated, Literal

from msgspec import Meta

from brickfield.core.clauses import rule
from brickfield.core.data_files import DataFault, TableRow
from brickfield.core.modifiers import Modifier
from ..data_files import read, read_numbers

# Floats are rounded to this many decimals when studs become inches, the grain poses are kept in.
_DECIMALS = 6


class VictoryRow(TableRow, frozen=True):
    """A printed row: the totals needed at one AP."""

    attack_points: int
    needed: tuple[int, ...]


class VictoryTable(TableRow, frozen=True):
    """Which total of 2D6 destroys the target, by the attack and defense points after modifiers."""

    row: tuple[VictoryRow, ...]
    defense_points: tuple[int, ...]
    dash: int
    clause: str

    @rule("mbb.unit.ap", "mbb.unit.dp", "mbb.vt.dash", "mbb.vt.clamp.ap", "mbb.vt.clamp.dp")
    def needed(self, attack_points: int, defense_points: int) -> int | None:
        """AP selects the row and DP the column; numbers off the table read its edge. None is a dash: a sure miss."""
        rows, columns = self.row, self.defense_points
        # Plain comparisons: this is asked for every pair of units that bots weigh up.
        row = attack_points - rows[0].attack_points
        row = 0 if row < 0 else row if row < len(rows) else -1
        column = defense_points - columns[0]
        column = 0 if column < 0 else column if column < len(columns) else -1
        total = rows[row].needed[column]
        return None if total == self.dash else total


class PrintedModifier(TableRow, frozen=True):
    """A modifier of the book: what it changes, by how much, and why. Modifiers of one `kind` do not add up."""

    value: int
    to: Literal["attack_points", "defense_points", "movement_points"]
    kind: Literal["rear", "hidden", "wreck", "hedgerow", "light_trees", "structure", "water", "through", "airplane",
                  "obstacle"]  # fmt: skip
    reason: str
    clause: str


class Modifiers(TableRow, frozen=True):
    """All modifiers of the base game by name."""

    hidden_half_share: Annotated[float, Meta(gt=0, lt=1)]
    cover_order: tuple[str, ...]
    structure_cap: int
    rear_shot: PrintedModifier
    hidden_minor: PrintedModifier
    hidden_major: PrintedModifier
    wreck: PrintedModifier
    hedgerow: PrintedModifier
    light_trees: PrintedModifier
    low_wall: PrintedModifier
    low_bridge: PrintedModifier
    emplacement: PrintedModifier
    artillery_bunker: PrintedModifier
    large_water: PrintedModifier
    young_hidden: PrintedModifier
    airplane_through: PrintedModifier
    gun_at_airplane: PrintedModifier
    obstacle: PrintedModifier


@cache
def printed(entry: PrintedModifier, source: str, replaces: tuple[str, ...]) -> Modifier:
    """A printed modifier in a sum: what it comes from, and which kinds it takes the place of."""
    return Modifier(entry.to, entry.value, entry.reason, entry.clause, entry.kind, source, replaces)


class Movement(TableRow, frozen=True):
    """What movement costs. `clauses` names the clause of each figure."""

    forward_mp_per_inch: float
    reverse_mp_per_inch: float
    turn_degrees_per_mp: float
    turret_mp: float
    mp_tolerance: float
    quick_inches_per_mp: float
    stick_studs: int
    clauses: dict[str, str]

    @property
    @rule("mbb.young.stick")
    def stick_inches(self) -> float:
        """A very young player's move is as long as a brick of twelve studs."""
        return studs(self.stick_studs)


class Flying(TableRow, frozen=True):
    """What airplanes do and what is done to them. `clauses` names the clause of each figure."""

    first_arrival_roll: int
    last_arrival_roll: int
    arrival_dice: int
    entry_strip_inches: float
    entry_degrees: float
    actions: int
    turns_on_table: int
    turns_in_a_move: int
    turn_degrees: float
    least_move_share: float
    cone_degrees: float
    machine_gun_range_share: float
    missile_attack_points: int
    bomb_needed: int
    small_arms_needed: int
    small_arms_range_share: float
    wreck_length_studs: int
    wreck_width_studs: int
    clauses: dict[str, str]


class Measures(TableRow, frozen=True):
    """Sizes, limits and dice. `clauses` names the clause of each figure."""

    stud_inches: float
    brick_inches: float
    tolerance_inches: float
    tolerance_square_inches: float
    tolerance_degrees: float
    hidden_tolerance_share: float
    table_width_inches: float
    table_depth_inches: float
    most_units: int
    ring_inches: float
    rings: int
    deployment_zone_inches: float
    front_arc_degrees: float
    rear_arc_degrees: float
    hard_cover_bricks: int
    opaque_bricks: int
    low_wall_bricks: int
    hill_bricks: int
    own_cover_inches: float
    section_studs: int
    forest_cell_studs: int
    light_tree_cell_studs: int
    bomb_markers: int
    missile_markers: int
    machine_gun_markers: int
    bridge_deck_studs: int
    fewest_obstacles: int
    most_obstacles: int
    die_faces: int
    shot_dice: int
    deployment_dice: int
    color_die_hit_from: int
    suggested_cost_base: int
    clauses: dict[str, str]


def check_shape(table: VictoryTable) -> VictoryTable:
    """A Victory Table that can be read: rows and columns without a gap, every row full."""
    columns = range(table.defense_points[0], table.defense_points[0] + len(table.defense_points))
    if table.defense_points != tuple(columns):
        raise DataFault("data/victory_table.toml: defense_points has a gap")
    for place, row in enumerate(table.row):
        if row.attack_points != table.row[0].attack_points + place or len(row.needed) != len(columns):
            raise DataFault(f"data/victory_table.toml: the row for AP {row.attack_points} is out of place or not full")
    return table


@rule("mbb.vt.columns", "mbb.vt.floor3", "mbb.vt.formula")
@cache
def victory_table() -> VictoryTable:
    """The Victory Table: a row for AP 1 to 10, a column for DP 0 or less to 10, no entry below 3."""
    return check_shape(read("victory_table.toml", VictoryTable))


@cache
def modifiers() -> Modifiers:
    """What adds to or takes from AP, DP or MP before the number is used."""
    return read("modifiers.toml", Modifiers)


@cache
def movement() -> Movement:
    """What an inch forward, an inch in reverse and a turn cost in MP."""
    return read_numbers("movement.toml", Movement)


@cache
def flying() -> Flying:
    """Arrival, actions, moves and weapons of airplanes."""
    return read_numbers("flying.toml", Flying)


@rule("mbb.geometry.units", "mbb.setup.table", "mbb.obst.lowwall.height")
@cache
def measures() -> Measures:
    """Stud and brick in inches, tolerances, the table and its zones, heights of cover, dice."""
    return read_numbers("measures.toml", Measures)


@rule("mbb.geometry.units")
def studs(count: float) -> float:
    """A stud is exactly 0.315 inch; the product is rounded to the grain of the table so that 6 studs are 1.89."""
    return round(count * measures().stud_inches, _DECIMALS)


@cache
def _totals() -> Counter[int]:
    """How many of the equally likely throws of the shot dice give each total."""
    numbers = measures()
    faces = range(1, numbers.die_faces + 1)
    return Counter(sum(throw) for throw in product(faces, repeat=numbers.shot_dice))


@cache
@rule("mbb.shoot.roll", "mbb.shoot.hit", "mbb.vt.dash")
def chance_of(needed: int | None) -> float:
    """The chance that 2D6 meet or beat a total; a dash never."""
    hits, throws = ways_to_roll(needed)
    return hits / throws


def ways_to_roll(needed: int | None) -> tuple[int, int]:
    """Of all equally likely throws, how many meet or beat a total."""
    totals = _totals()
    hits = 0 if needed is None else sum(ways for total, ways in totals.items() if total >= needed)
    return hits, totals.total()
