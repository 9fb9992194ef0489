"""Scenarios, as far as they are the same in all games: what each states, their files, and the armies that meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from brickfield.core.data_files import TableRow, by_key, read
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.agreements import Agreed
from brickfield.core.setup.army_lists import Counted

# The letters of the seats, with which the ids of their units begin.
LETTERS = "ABCDEFGH"


class ScenarioEntry(TableRow, frozen=True):
    """What every scenario states; `order` is its place in lists."""

    id: str
    title: str
    order: int
    origin: str
    clause: str


class Side(Protocol):
    """A seat of a scenario."""

    @property
    def side(self) -> str:
        """The side it fights for; seats of one side are allies."""
        ...


_Scenario = TypeVar("_Scenario", bound=ScenarioEntry)
_Force = TypeVar("_Force", bound=Side)
_Piece = TypeVar("_Piece")
_Options = TypeVar("_Options", bound=Agreed)
_Card = TypeVar("_Card")


class FieldScenario(ScenarioEntry, Generic[_Force, _Piece], frozen=True):
    """A battle on a table of this size: forces by seat, terrain as it lies.

    `options` are the switches it plays with unless the players agree otherwise.
    """

    goal: str
    table_width: float
    table_depth: float
    force: tuple[_Force, ...]
    terrain: tuple[_Piece, ...] = ()
    options: dict[str, Any] = {}

    @property
    def seats(self) -> int:
        """How many seats the battle has."""
        return len(self.force)


_Field = TypeVar("_Field", bound=FieldScenario[Any, Any])


def scenario_files(
    data: Path, folder: str, kind: type[_Scenario], check: Callable[[str, _Scenario], _Scenario]
) -> Mapping[str, _Scenario]:
    """All scenarios of a folder by id, each looked through by its game, the one for beginners first."""
    names = sorted(f"{folder}/{path.name}" for path in (data / folder).glob("*.toml"))
    in_order = sorted((check(name, read(name, kind, data)) for name in names), key=lambda each: each.order)
    return by_key(folder, ((scenario.id, scenario) for scenario in in_order))


def find_scenario(known: Mapping[str, _Scenario], name: str) -> _Scenario | Refusal:
    """A scenario by its id."""
    there = ", ".join(known)
    return known.get(name) or invalid("unknown_scenario", f"There is no scenario {name!r}; there are {there}.")


def agreed(setup: Setup, known: Mapping[str, _Field], options: type[_Options]) -> tuple[_Field, _Options] | Refusal:
    """The scenario of an agreement, and its switches as they stand: the players' word goes before the scenario's."""
    scenario = find_scenario(known, setup.scenario)
    if isinstance(scenario, Refusal):
        return scenario
    switches = options.of({**scenario.options, **setup.options})
    return switches if isinstance(switches, Refusal) else (scenario, switches)


def armies(
    setup: Setup,
    title: str,
    forces: Sequence[tuple[_Card, ...]],
    bring: Callable[[int, Counted], tuple[_Card, ...] | Refusal],
) -> list[tuple[_Card, ...]] | Refusal:
    """The armies that the players bring, each as `bring` reads the list of a seat, or else the scenario's forces."""
    if not setup.armies:
        return list(forces)
    if len(setup.armies) != len(forces):
        return wrong_armies(title, len(forces))
    found = []
    for seat, units in enumerate(setup.armies):
        army = bring(seat, units)
        if isinstance(army, Refusal):
            return army
        found.append(army)
    return found


def wrong_armies(title: str, seats: int) -> Refusal:
    """Another number of armies than a scenario has seats."""
    return invalid("wrong_armies", f"{title} is fought by {seats} armies.")


def numbered(found: Iterable[Iterable[_Card]]) -> Iterator[tuple[str, int, _Card]]:
    """Every card of the armies with the id of its unit and its seat: A1, A2, B1 ..."""
    for seat, army in enumerate(found):
        for number, card in enumerate(army, start=1):
            yield f"{LETTERS[seat]}{number}", seat, card
