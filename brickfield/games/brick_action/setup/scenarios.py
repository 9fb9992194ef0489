"""Scenarios: forces, terrain and objective of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated

from msgspec import Meta

from brickfield.core.clauses import rule
from brickfield.core.data_files import DataFault
from brickfield.core.setup.scenarios import FieldForce, FieldScenario, cards_of, check_field, scenario_files, size_fault
from ..base.measures import measures
from ..base.objective_kinds import Objective
from ..base.terrain import TerrainPiece, features
from ..data_files import DATA
from .forces import Card, find_card
from .options import Options
from .village import village_rules, village_terrain

_FOLDER = "scenarios"


class Force(FieldForce, frozen=True):
    """A seat of a battle, with its points if they are not the agreed ones."""

    points: int = 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of its units."""
        return cards_of(self.units, find_card)


class Scenario(FieldScenario[Force, TerrainPiece], frozen=True):
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


def check_scenario(name: str, scenario: Scenario) -> Scenario:
    """A scenario that can be played: its units, features and switches are known."""
    fault = table_fault(scenario.table_width, scenario.table_depth)
    if fault:
        raise DataFault(f"data/{name}: {fault}")
    check_field(name, scenario, find_card, features(), Options)
    return scenario


@cache
def scenarios() -> Mapping[str, Scenario]:
    """All scenarios by id, the one for beginners first."""
    return scenario_files(DATA, _FOLDER, Scenario, check_scenario)
