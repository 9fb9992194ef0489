"""Building plans: houses of one to three storeys with walls, doors and windows, as structures of the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, by_key
from brickfield.core.structures import Opening, Storey, Structure
from brickfield.geometry import grains
from ..data_files import read
from .firing.fire_measures import fire

# Walls are the sides of a rectangle, counter-clockwise: see `core.structures.Opening`.
WALLS = ("left", "rear", "right", "front")


class OpeningRow(TableRow, frozen=True):
    """Doors or windows of one wall: the middle of each as a share of the wall."""

    wall: Literal["left", "rear", "right", "front"]
    at: tuple[float, ...]
    storey: int = 0
    door: bool = False


class BuildingPlan(TableRow, frozen=True):
    """A kind of house."""

    id: str
    title: str
    length: float
    width: float
    storeys: int
    openings: tuple[OpeningRow, ...]


class _BuildingsFile(TableRow, frozen=True):
    wall_studs: float
    room_blocks: float
    floor_blocks: float
    door_studs: float
    door_blocks: float
    window_studs: float
    sill_blocks: float
    lintel_blocks: float
    stairs_clause: str
    building: tuple[BuildingPlan, ...]


@cache
def _file() -> _BuildingsFile:
    return read("buildings.toml", _BuildingsFile)


@rule("ba.setup.terrain.free")
@cache
def building_plans() -> Mapping[str, BuildingPlan]:
    """All kinds of houses by name."""
    return by_key("buildings.toml", ((each.id, each) for each in _file().building))


def height_blocks(plan: BuildingPlan) -> int:
    """How high a house is: a room and a floor for each storey."""
    return round(plan.storeys * (_file().room_blocks + _file().floor_blocks))


def floor_blocks(level: int) -> float:
    """How high the floor of a storey lies above the ground, in blocks."""
    return level * (_file().room_blocks + _file().floor_blocks)


def _studs(blocks: float) -> int:
    return grains(blocks * fire().block_studs)


def _openings(plan: BuildingPlan, level: int) -> tuple[Opening, ...]:
    numbers, foot = _file(), floor_blocks(level)
    found = []
    for row in (each for each in plan.openings if each.storey == level):
        wide = numbers.door_studs if row.door else numbers.window_studs
        low, high = (0.0, numbers.door_blocks) if row.door else (numbers.sill_blocks, numbers.lintel_blocks)
        along = plan.length if row.wall in ("left", "right") else plan.width
        for share in row.at:
            middle = along * share
            ends = grains(middle - wide / 2), grains(middle + wide / 2)
            found.append(Opening(WALLS.index(row.wall), *ends, _studs(foot + low), _studs(foot + high), row.door))
    return tuple(found)


@cache
def structure_of(kind: str) -> Structure:
    """A house from the ground to its roof."""
    plan, numbers = building_plans()[kind], _file()
    storeys = tuple(
        Storey(
            _studs(floor_blocks(level)),
            _studs(floor_blocks(level) + numbers.room_blocks),
            openings=_openings(plan, level),
        )
        for level in range(plan.storeys)
    )
    return Structure(_studs(height_blocks(plan)), storeys, grains(numbers.wall_studs))
