"""Scenarios: forces, terrain and objective of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated

from msgspec import Meta

from brickfield.core.clauses import rule
from brickfield.core.setup.scenario_files import ScenarioKind
from brickfield.core.setup.scenarios import (
    FieldForce,
    FieldScenario,
    Wrong,
    cards_of,
    crowd_wrongs,
    field_wrongs,
    scenario_files,
    size_fault,
)
from ..base.measures import measures
from ..base.objective_kinds import CLAUSES, Objective
from ..base.terrain import TerrainPiece, features
from ..data_files import DATA
from .forces import Card, find_card
from .options import Options
from .village import village_rules, village_terrain

_FOLDER = "scenarios"
# An army of more is too large for a table.
MOST_UNITS = 40
_SEATS = 2


class Force(FieldForce, frozen=True):
    """A seat of a battle, with its points if they are not the agreed ones."""

    points: int = 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of its units."""
        return cards_of(self.units, find_card)


class Scenario(FieldScenario[Force, TerrainPiece], frozen=True, kw_only=True):
    """A battle as it is set up."""

    objective: Objective = Objective()
    # a village drawn from this number stands on the board; 0: the terrain as it is listed
    village: Annotated[int, Meta(ge=0, le=9999)] = 0


@rule("ba.setup.terrain.free")
def terrain_of(scenario: Scenario, village: int = 0) -> tuple[TerrainPiece, ...]:
    """The pieces of a board: as the scenario lists them, or a village drawn from a number."""
    number = village or scenario.village
    return village_terrain(number) if number else scenario.terrain


@rule("ba.setup.area", "ba.setup.terrain.free")
def board_of(scenario: Scenario, village: int = 0) -> tuple[float, float]:
    """How large a board is: as the scenario has it, or as large as a village that is drawn on it."""
    side = village_rules().board
    return (side, side) if village else (scenario.table_width, scenario.table_depth)


@rule("ba.setup.area")
def table_fault(width: float, depth: float) -> str:
    """What is wrong with the size of a board; empty when nothing is."""
    return size_fault("board", "studs", (width, depth), (measures().board_smallest, measures().board_largest))


def wrongs(scenario: Scenario) -> Iterator[Wrong]:
    """Why a scenario cannot be played: its board, its seats, its units, features and switches, its objective."""
    fault = table_fault(scenario.table_width, scenario.table_depth)
    if fault:
        yield Wrong("table_width", fault, "ba.setup.area")
    if scenario.seats != _SEATS:
        yield Wrong("force", f"a battle has {_SEATS} sides, not {scenario.seats}", "ba.setup.points")
        return
    yield from field_wrongs(scenario, find_card, features(), Options)
    yield from crowd_wrongs("force", [len(force.units) for force in scenario.force], MOST_UNITS, "ba.setup.points")
    yield from _objective_wrongs(scenario)


@rule("ba.obj.capture", "ba.obj.target_unit", "ba.obj.escape")
def _objective_wrongs(scenario: Scenario) -> Iterator[Wrong]:
    """What nobody could ever reach: a marker beside the board, a target that is in no army."""
    goal = scenario.objective
    clause = CLAUSES[goal.kind]
    x, y = goal.marker
    width, depth = board_of(scenario)
    if goal.kind == "capture" and not (0 <= x <= width and 0 <= y <= depth):
        yield Wrong("objective.marker", f"the marker ({x:g}, {y:g}) is beside the board", clause)
    if goal.kind in ("target_unit", "escape"):
        hunted = goal.attacker if goal.kind == "escape" else 1 - goal.attacker
        most = len(scenario.force[hunted].units)
        if goal.target > most:
            yield Wrong("objective.target", f"seat {hunted} has {most} units, no number {goal.target}", clause)


@cache
def scenarios() -> Mapping[str, Scenario]:
    """All scenarios by id, the one for beginners first."""
    return scenario_files(DATA, _FOLDER, Scenario, wrongs)


SCENARIOS = ScenarioKind(Scenario, scenarios, wrongs, DATA / _FOLDER)
