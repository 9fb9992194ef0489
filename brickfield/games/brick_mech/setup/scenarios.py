"""Scenarios: forces, terrain and goal of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated

from msgspec import Meta

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow
from brickfield.core.near_names import known_names
from brickfield.core.setup.scenario_files import ScenarioKind
from brickfield.core.setup.scenarios import (
    FieldForce,
    FieldScenario,
    Wrong,
    cards_of,
    crowd_wrongs,
    field_wrongs,
    numbered,
    scenario_files,
    size_fault,
)
from ..base.measures import deployment_zones, features, measures
from ..data_files import DATA
from .options import Options
from .workshop import MechCard, find_card

_FOLDER = "scenarios"
# An army of more is too large for a table.
MOST_UNITS = 24

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


class Scenario(FieldScenario[Force, TerrainPiece], frozen=True, kw_only=True):
    """A battle as it is set up."""

    objective: Objective = Objective()


@rule("bm.geometry.table")
def table_fault(width: float, depth: float) -> str:
    """What is wrong with the size of a table; empty when nothing is."""
    numbers = measures()
    return size_fault("table", "Bricks", (width, depth), (numbers.table_smallest, numbers.table_largest))


def wrongs(scenario: Scenario) -> Iterator[Wrong]:
    """Why a scenario cannot be played: its table, its seats, its Mechs, features and switches, its goal."""
    fault = table_fault(scenario.table_width, scenario.table_depth)
    if fault:
        yield Wrong("table_width", fault, "bm.geometry.table")
    if scenario.seats not in deployment_zones():
        yield Wrong("force", f"no zones are drawn for {scenario.seats} players", "bm.geometry.setup")
    if len({force.side for force in scenario.force}) < 2:
        yield Wrong("force", "a battle has at least two sides", "bm.geometry.setup")
    yield from field_wrongs(scenario, find_card, features(), Options)
    yield from crowd_wrongs("force", [len(force.units) for force in scenario.force], MOST_UNITS, "bm.setup.modules")
    yield from _objective_wrongs(scenario)


@rule("bm.objective.alternative")
def _objective_wrongs(scenario: Scenario) -> Iterator[Wrong]:
    """What nobody could ever reach: a marker beside the table, a target that is no unit of the scenario."""
    goal, clause = scenario.objective, "bm.objective.alternative"
    if goal.marker is not None:
        x, y = goal.marker
        if not (0 <= x <= scenario.table_width and 0 <= y <= scenario.table_depth):
            yield Wrong("objective.marker", f"the marker ({x:g}, {y:g}) is beside the table", clause)
    fielded = [unit for unit, _seat, _name in numbered(force.units for force in scenario.force)]
    for number, target in enumerate(goal.targets):
        if target not in fielded:
            yield Wrong(
                f"objective.targets[{number}]",
                f"no unit is called {target[:60]!r}; {known_names(target, fielded)}",
                clause,
            )


@cache
def scenarios() -> Mapping[str, Scenario]:
    """All scenarios by id, the one for beginners first."""
    return scenario_files(DATA, _FOLDER, Scenario, wrongs)


SCENARIOS = ScenarioKind(Scenario, scenarios, wrongs, DATA / _FOLDER)
