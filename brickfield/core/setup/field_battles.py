"""Battles on a field: how an agreement becomes a match where scenarios state forces, terrain and switches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from brickfield.core.board import UnitId
from brickfield.core.match import Match, Setup
from brickfield.core.refusal import Refusal
from brickfield.core.setup.army_lists import Counted
from brickfield.core.setup.scenario_files import ScenarioKind
from brickfield.core.setup.scenarios import FieldScenario, numbered, wrong_armies

if TYPE_CHECKING:
    from brickfield.core.game import Game

_Match = TypeVar("_Match", bound="FieldMatch")


class FieldMatch(Match):
    """A battle on a field as agreed: its scenario, and who owns which unit."""

    def __init__(
        self,
        game: Game,
        setup: Setup,
        options: Any,
        scenario: FieldScenario[Any, Any],
        size: tuple[float, float] | None = None,
    ) -> None:
        names = [force.side for force in scenario.force]
        # the side of each seat is the place of its name among all sides
        self.side_names = tuple(dict.fromkeys(names))
        sides = tuple(map(self.side_names.index, names))
        super().__init__(
            game, setup, options, scenario.seats, size or (scenario.table_width, scenario.table_depth), sides
        )
        self.scenario = scenario
        # the seat of each unit
        self.owners: dict[UnitId, int] = {}

    def enlist(self, unit: UnitId, seat: int, card: Any) -> None:
        """Enter a unit that takes part, with its card and whose it is."""
        super().enlist(unit, seat, card)
        self.owners[unit] = seat


def field_match(
    setup: Setup,
    game: Game,
    scenarios: ScenarioKind[Any],
    kind: type[_Match],
    bring: Callable[[Counted, Any, Any], tuple[Any, ...] | Refusal],
) -> _Match | Refusal:
    """The match of an agreement: each seat brings an army, which `bring` reads by its force and the options, or else
    fights with the scenario's forces. The players' word on switches goes before the scenario's."""
    scenario = scenarios.of(setup)
    if isinstance(scenario, Refusal):
        return scenario
    options = game.agreement.of({**scenario.options, **setup.options})
    if isinstance(options, Refusal):
        return options
    if setup.armies and len(setup.armies) != len(scenario.force):
        return wrong_armies(scenario.title, len(scenario.force))
    armies: list[tuple[Any, ...]] = []
    for seat, force in enumerate(scenario.force):
        army = bring(setup.armies[seat], force, options) if setup.armies else force.cards
        if isinstance(army, Refusal):
            return army
        armies.append(army)
    match = kind(game, setup, options, scenario)
    for unit, owner, card in numbered(armies):
        match.enlist(unit, owner, card)
    return match
