"""Measures: distances, dice, modifiers and limits of the rules; the terrain that may be laid; the deployment zones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from brickfield.core.clauses import rule
from brickfield.core.data_files import DataFault, TableRow
from ..data_files import read, read_numbers, table

MELEE, SHORT, LONG = "melee", "short", "long"
RANGES = (MELEE, SHORT, LONG)


class Measures(TableRow, frozen=True):
    """Every single number of the rules. `clauses` names the clause of each."""

    studs_per_brick: int
    millimetres_per_brick: int
    tolerance_bricks: float
    tolerance_degrees: float
    position_decimals: int
    facing_decimals: int
    table_width: float
    table_depth: float
    table_smallest: float
    table_largest: float
    deployment_depth: float
    base_side: float
    base_smallest: float
    base_largest: float
    mech_height: float
    eye_height: float
    cover_samples: int
    touch_depth: float
    die_faces: int
    initiative_dice: int
    most_actions: int
    free_actions: int
    rush_heat: int
    most_moves: int
    most_attacks: int
    most_scavenges: int
    forward_points: int
    backward_points: int
    sideways_points: int
    turn_degrees: float
    smallest_leg: float
    always_possible_bricks: float
    range_melee: float
    range_short: float
    range_long: float
    primary_degrees: float
    secondary_degrees: float
    heat_modifier: int
    defense_heat_modifier: int
    arc_secondary_modifier: int
    rear_modifier: int
    cover_light: int
    cover_medium: int
    cover_heavy: int
    cover_medium_percent: int
    cover_heavy_percent: int
    cover_total_percent: int
    damage_cap: int
    massive_step: int
    cooling_0: int
    cooling_1: int
    cooling_2: int
    overheat_armor: int
    overheat_armor_loss: int
    overheat_massive: int
    critical_dice: int
    hold_cooling: int
    sample_bricks: float
    charge_dice: int
    targeted_modifier: int
    budget: int
    most_attack_dice: int
    cost_melee: int
    cost_short: int
    cost_long: int
    cost_targeting: int
    cost_dodge: int
    cost_defense_dice: int
    cost_armor: int
    cost_movement: int
    cost_initiative: int
    cost_turret: int
    marker_reach: float
    marker_rounds: int
    clauses: dict[str, str]


@rule("bm.unit.brick", "bm.dice.d6")
@cache
def measures() -> Measures:
    """The numbers of the rules, in Bricks, degrees, dice and points."""
    return read_numbers("measures.toml", Measures)


class Feature(TableRow, frozen=True):
    """A sort of terrain: an obstacle with a height, or an area that can be entered and may cost extra."""

    name: str
    length: Annotated[float, Meta(gt=0, le=60)]
    width: Annotated[float, Meta(gt=0, le=60)]
    text: str
    clause: str
    height: Annotated[float, Meta(ge=0, le=60)] = 0.0
    extra_cost: Annotated[int, Meta(ge=0, le=20)] = 0

    @property
    @rule("bm.geometry.body")
    def is_obstacle(self) -> bool:
        """What has a height cannot be entered and hides; what has none is ground."""
        return self.height > 0.0


@rule("bm.mod.defense.cover.what", "bm.move.terrain")
@cache
def features() -> Mapping[str, Feature]:
    """All sorts of terrain by name."""
    return table("features.toml", Feature, key="name")


class Zone(TableRow, frozen=True):
    """A stretch of a table edge."""

    edge: Literal["left", "right", "lower", "upper"]
    start: Annotated[float, Meta(ge=0, le=1)] = field(default=0.0, name="from")
    end: Annotated[float, Meta(ge=0, le=1)] = field(default=1.0, name="to")


class _Players(TableRow, frozen=True):
    count: int
    zones: tuple[Zone, ...]


class _ZonesFile(TableRow, frozen=True):
    clause: str
    players: tuple[_Players, ...]


@rule("bm.geometry.setup", "bm.option.fastinit.parity")
@cache
def deployment_zones() -> Mapping[int, tuple[Zone, ...]]:
    """Where each seat starts, by the number of players; seats go clockwise around the table."""
    rows = read("deployment.toml", _ZonesFile).players
    for row in rows:
        if len(row.zones) != row.count:
            raise DataFault(f"data/deployment.toml: {row.count} players need as many zones")
    return {row.count: row.zones for row in rows}


class Limits(Struct, frozen=True):
    """How far each range reaches, in Bricks."""

    melee: float
    short: float
    long: float


@rule("bm.attack.range.melee", "bm.attack.range.short", "bm.attack.range.long")
def standard_limits() -> Limits:
    """3, 10 and 20 Bricks."""
    numbers = measures()
    return Limits(numbers.range_melee, numbers.range_short, numbers.range_long)
