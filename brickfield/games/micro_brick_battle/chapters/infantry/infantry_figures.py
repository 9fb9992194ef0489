"""Infantry sees, fires and takes cover: the figures of infantry_fire.toml."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal

from brickfield.core.data_files import CitedNumber, TableRow, read, typed
from brickfield.core.modifiers import Modifier

_NAME = "infantry_fire.toml"
GRENADIER, SNIPER, ELITE = "grenadier", "sniper", "elite"
Kind = Literal["tall_building", "straggler", "inside", "forest"]


class FootModifier(TableRow, frozen=True):
    """A modifier of the infantry rules: what it changes, by how much, and why."""

    value: int
    to: Literal["attack_points", "defense_points"]
    kind: Kind
    reason: str
    clause: str


class FireFigures(TableRow, frozen=True):
    """How far infantry sees, what units are worth in an attack, and what an attack gains."""

    sight_inches: float
    tall_sight_inches: float
    tall_over_bricks: int
    sniper_inches: float
    obstacle_over_bricks: int
    full_from_markers: int
    full_worth: float
    half_worth: float
    straggler_worth: float
    grenadier_worth: float
    elite_raid_worth: float
    vehicle_worth: int
    airplane_worth: int
    airplane_units: int
    airplane_needed: int
    flank_points: int
    raid_points: int
    soldiers_fall_from: int


class FootModifiers(TableRow, frozen=True):
    """The modifiers of the infantry rules by name."""

    tall_building: FootModifier
    straggler: FootModifier
    building: FootModifier
    forest: FootModifier


class FireFile(TableRow, frozen=True):
    """The file of infantry fire."""

    figures: dict[str, CitedNumber]
    modifier: FootModifiers


@cache
def _file() -> FireFile:
    return read(_NAME, FireFile, Path(__file__).parent)


@cache
def fire_figures() -> FireFigures:
    """Ranges, worths and gains."""
    return typed(_NAME, {name: figure.value for name, figure in _file().figures.items()}, FireFigures)


@cache
def foot_modifiers() -> FootModifiers:
    """What the infantry rules add to or take from a number."""
    return _file().modifier


@cache
def on_foot(entry: FootModifier, source: str = "", replaces: tuple[str, ...] = ()) -> Modifier:
    """A modifier of the infantry rules in a sum: what it comes from, and which kinds it takes the place of."""
    return Modifier(entry.to, entry.value, entry.reason, entry.clause, entry.kind, source, replaces)
