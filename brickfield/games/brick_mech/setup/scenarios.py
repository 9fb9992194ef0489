"""Scenarios: forces, terrain and goal of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated

from msgspec import Meta

from brickfield.core.clauses import rule
from brickfield.core.data_files import DataFault, TableRow
from brickfield.core.refusal import Refusal
from brickfield.core.setup.scenarios import FieldScenario, scenario_files
from ..base.measures import deployment_zones, features, measures
from ..data_files import DATA
from .options import Options
from .workshop import MechCard, find_card

_FOLDER = "scenarios"

Place = Annotated[float, Meta(ge=-240, le=240)]
Size = Annotated[float, Meta(gt=0, le=120)]


class Force(TableRow, frozen=True):
    """A seat: the side it belongs to and its units in the order of its unit list. Seats of one side are allies."""

    side: str
    units: tuple[str, ...]

    @property
    def cards(self) -> tuple[MechCard, ...]:
        """The cards of its units."""
        found = tuple(find_card(each) for each in self.units)
        assert all(isinstance(each, MechCard) for each in found)
        return found  # type: ignore[return-value]


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
    low, high = numbers.table_smallest, numbers.table_largest
    if low <= width <= high and low <= depth <= high:
        return ""
    return f"a table is {low:g} to {high:g} Bricks long and wide, not {width:g} x {depth:g}"


def check_scenario(name: str, scenario: Scenario) -> Scenario:
    """A scenario that can be played: its Mechs, features, switches and number of seats are known."""
    fault = table_fault(scenario.table_width, scenario.table_depth)
    if fault:
        raise DataFault(f"data/{name}: {fault}")
    if scenario.seats not in deployment_zones():
        raise DataFault(f"data/{name}: no zones are drawn for {scenario.seats} players")
    for card in (card for force in scenario.force for card in force.units):
        found = find_card(card)
        if isinstance(found, Refusal):
            raise DataFault(f"data/{name}: {found.sentence}")
    for piece in scenario.terrain:
        if piece.feature not in features():
            raise DataFault(f"data/{name}: no feature is called {piece.feature!r}")
    options = Options.of(scenario.options)
    if isinstance(options, Refusal):
        raise DataFault(f"data/{name}: {options.sentence}")
    return scenario


@cache
def scenarios() -> Mapping[str, Scenario]:
    """All scenarios by id, the one for beginners first."""
    return scenario_files(DATA, _FOLDER, Scenario, check_scenario)
