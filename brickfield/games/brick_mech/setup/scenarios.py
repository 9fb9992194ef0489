"""Scenarios: forces, terrain and goal of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated

from msgspec import Meta

from brickfield.core.clauses import rule
from brickfield.core.data_files import DataFault, TableRow
from brickfield.core.setup.scenarios import FieldForce, FieldScenario, cards_of, check_field, scenario_files, size_fault
from ..base.measures import deployment_zones, features, measures
from ..data_files import DATA
from .options import Options
from .workshop import MechCard, find_card

_FOLDER = "scenarios"

Place = Annotated[float, Meta(ge=-240, le=240)]
Size = Annotated[float, Meta(gt=0, le=120)]


class Force(FieldForce, frozen=True):
    """A seat of a battle."""

    @property
    def cards(self) -> tuple[MechCard, ...]:
        """The cards of its units."""
        return cards_of(self.units, find_card)


class TerrainPiece(TableRow, frozen=True):
    """An obstacle or area: centre, length along the heading, width across it; sizes not stated are the feature's.

    `corners` (x, y pairs, counter-clockwise, convex) make it any other outline.
    """

    feature: str
    x: Place
    y: Place
    heading: Annotated[float, Meta(ge=-1440, le=1440)] = 0.0
    length: Size | None = None
    width: Size | None = None
    height: Size | None = None
    extra_cost: Annotated[int, Meta(ge=0, le=20)] | None = None
    corners: tuple[tuple[Place, Place], ...] = ()


class Objective(TableRow, frozen=True):
    """What a goal is about: the marker to hold, or the units (target or resource) that must be destroyed or kept."""

    marker: tuple[Place, Place] | None = None
    targets: tuple[str, ...] = ()


class Scenario(FieldScenario[Force, TerrainPiece], frozen=True):
    """A battle as it is set up."""

    objective: Objective = Objective()


@rule("bm.geometry.table")
def table_fault(width: float, depth: float) -> str:
    """What is wrong with the size of a table; empty when nothing is."""
    numbers = measures()
    return size_fault("table", "Bricks", (width, depth), (numbers.table_smallest, numbers.table_largest))


def check_scenario(name: str, scenario: Scenario) -> Scenario:
    """A scenario that can be played: its Mechs, features, switches and number of seats are known."""
    fault = table_fault(scenario.table_width, scenario.table_depth)
    if fault:
        raise DataFault(f"data/{name}: {fault}")
    if scenario.seats not in deployment_zones():
        raise DataFault(f"data/{name}: no zones are drawn for {scenario.seats} players")
    check_field(name, scenario, find_card, features(), Options)
    return scenario


@cache
def scenarios() -> Mapping[str, Scenario]:
    """All scenarios by id, the one for beginners first."""
    return scenario_files(DATA, _FOLDER, Scenario, check_scenario)
