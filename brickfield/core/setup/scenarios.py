"""Scenarios, as far as they are the same in all games: what each states, their files, and the armies that meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from brickfield.core.data_files import DataFault, TableRow, by_key, read
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.agreements import Agreed

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


class FieldForce(TableRow, frozen=True):
    """A seat: the side it belongs to and its units in order. Seats of one side are allies."""

    side: str
    units: tuple[str, ...]


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


def wrong_armies(title: str, seats: int) -> Refusal:
    """Another number of armies than a scenario has seats."""
    return invalid("wrong_armies", f"{title} is fought by {seats} armies.")


def numbered(found: Iterable[Iterable[_Card]]) -> Iterator[tuple[str, int, _Card]]:
    """Every card of the armies with the id of its unit and its seat: A1, A2, B1 ..."""
    for seat, army in enumerate(found):
        for number, card in enumerate(army, start=1):
            yield f"{LETTERS[seat]}{number}", seat, card


def check_field(
    name: str,
    scenario: FieldScenario[Any, Any],
    find_card: Callable[[str], Any],
    features: Iterable[str],
    options: type[Agreed],
) -> None:
    """Look through a scenario on a field: its units, its terrain and its switches must be known."""
    found = [find_card(card) for force in scenario.force for card in force.units]
    faults = [each.sentence for each in (*found, options.of(scenario.options)) if isinstance(each, Refusal)]
    known = set(features)
    faults += [f"no feature is called {piece.feature!r}" for piece in scenario.terrain if piece.feature not in known]
    if faults:
        raise DataFault(f"data/{name}: {faults[0]}")


def cards_of(units: Iterable[str], find_card: Callable[[str], _Card | Refusal]) -> tuple[_Card, ...]:
    """The cards of a force that has been looked through."""
    found: list[_Card] = []
    for unit in units:
        card = find_card(unit)
        assert not isinstance(card, Refusal), card
        found.append(card)
    return tuple(found)


def size_fault(table: str, ruler: str, size: tuple[float, float], bounds: tuple[float, float]) -> str:
    """What is wrong with the size of a table; empty when nothing is."""
    (width, depth), (low, high) = size, bounds
    if low <= width <= high and low <= depth <= high:
        return ""
    return f"a {table} is {low:g} to {high:g} {ruler} long and wide, not {width:g} x {depth:g}"
