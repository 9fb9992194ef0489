"""Scenarios, as far as they are the same in all games: what each states, their files, and the armies that meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from msgspec import Meta

from brickfield.core.data_files import DataFault, TableRow, by_key, read
from brickfield.core.near_names import known_names
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.setup.agreements import Agreed

# The letters of the seats, with which the ids of their units begin.
LETTERS = "ABCDEFGH"


class ScenarioEntry(TableRow, frozen=True):
    """What every scenario states, and the game and version of its file; `order` is its place in lists."""

    game: str
    version: Literal[1]
    id: Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$", max_length=40)]
    title: Annotated[str, Meta(min_length=1, max_length=60)]
    clause: str
    order: int = 0
    origin: str = "own"
    # what players have agreed on beside the rules, a sentence each
    house_rules: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=200)], ...], Meta(max_length=12)] = ()


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


class FieldScenario(ScenarioEntry, Generic[_Force, _Piece], frozen=True, kw_only=True):
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


class Wrong(NamedTuple):
    """Something a game finds wrong with a scenario: the place in its file, a sentence, and the clause behind it."""

    place: str
    sentence: str
    clause: str = ""


def scenario_files(
    data: Path, folder: str, kind: type[_Scenario], wrongs: Callable[[_Scenario], Iterable[Wrong]]
) -> Mapping[str, _Scenario]:
    """All scenarios of a folder by id, each looked through by its game, the one for beginners first."""
    names = sorted(f"{folder}/{path.name}" for path in (data / folder).glob("*.toml"))
    in_order = sorted((checked(name, read(name, kind, data), wrongs) for name in names), key=lambda each: each.order)
    return by_key(folder, ((scenario.id, scenario) for scenario in in_order))


def checked(name: str, scenario: _Scenario, wrongs: Callable[[_Scenario], Iterable[Wrong]]) -> _Scenario:
    """A scenario in which its game finds nothing wrong."""
    for wrong in wrongs(scenario):
        raise DataFault(f"data/{name}: {wrong.sentence}")
    return scenario


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


def field_wrongs(
    scenario: FieldScenario[Any, Any],
    find_card: Callable[[str], Any],
    features: Iterable[str],
    options: type[Agreed],
) -> Iterator[Wrong]:
    """What is wrong with a battle on a field: units, pieces of terrain and switches that nobody knows."""
    for seat, force in enumerate(scenario.force):
        for number, unit in enumerate(force.units):
            card = find_card(unit)
            if isinstance(card, Refusal):
                yield Wrong(f"force[{seat}].units[{number}]", card.sentence.rstrip("."), card.clause)
    agreed = options.of(scenario.options)
    if isinstance(agreed, Refusal):
        yield Wrong("options", agreed.sentence.rstrip("."), agreed.clause)
    yield from unknown_features(scenario.terrain, features)


def crowd_wrongs(place: str, sizes: Iterable[int], most: int, clause: str) -> Iterator[Wrong]:
    """Armies that are too large for a table."""
    for seat, size in enumerate(sizes):
        if size > most:
            yield Wrong(f"{place}[{seat}]", f"an army at a table here has at most {most} units, not {size}", clause)


def unknown_features(pieces: Iterable[Any], features: Iterable[str], place: str = "terrain") -> Iterator[Wrong]:
    """The pieces of terrain of which there is no such kind."""
    known = list(features)
    for number, piece in enumerate(pieces):
        if piece.feature not in known:
            near = known_names(piece.feature, known)
            yield Wrong(
                f"{place}[{number}].feature", f"no feature is called {piece.feature[:60]!r}; {near}".rstrip(".")
            )


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
