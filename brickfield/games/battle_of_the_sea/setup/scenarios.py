"""Scenarios: waters, fleets and goal of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow
from brickfield.core.near_names import known_names
from brickfield.core.setup.scenario_files import ScenarioKind
from brickfield.core.setup.scenarios import ScenarioEntry, Wrong, crowd_wrongs, scenario_files
from ..base.land import is_simple
from ..base.measures import measures
from ..base.ship_card import FORT, ships
from ..data_files import DATA

_FOLDER = "scenarios"
_PIECES = 60

Place = Annotated[float, Meta(ge=0, le=200)]
Corner = tuple[Place, Place]
Corners = Annotated[tuple[Corner, ...], Meta(min_length=3, max_length=60)]
Degrees = Annotated[float, Meta(ge=-360, le=360)]
Seat = Annotated[int, Meta(ge=0, le=5)]
AreaKind = Literal["island", "rock", "reef", "seaweed"]


class Area(TableRow, frozen=True):
    """A piece of terrain: a simple polygon in inches. Islands may lie with treasures on them."""

    kind: AreaKind
    points: Corners
    treasures: tuple[int, ...] = ()


class CurrentArea(TableRow, frozen=True):
    """A current: where, which way it carries, and how far in a round."""

    points: Corners
    direction: Degrees
    strength: int


class PortPlace(TableRow, frozen=True):
    """A point on a coast that belongs to a seat."""

    seat: Seat
    x: Place
    y: Place


class FortPlace(TableRow, frozen=True):
    """A fort that stands on the table from the beginning."""

    seat: Seat
    card: str
    x: Place
    y: Place


class FloatingTreasure(TableRow, frozen=True):
    """A treasure that drifts on the water."""

    x: Place
    y: Place
    weight: int


class Chart(TableRow, frozen=True):
    """All that lies on the table besides the fleets."""

    area: Annotated[tuple[Area, ...], Meta(max_length=_PIECES)] = ()
    current: Annotated[tuple[CurrentArea, ...], Meta(max_length=_PIECES)] = ()
    port: Annotated[tuple[PortPlace, ...], Meta(max_length=_PIECES)] = ()
    fort: Annotated[tuple[FortPlace, ...], Meta(max_length=_PIECES)] = ()
    floating: Annotated[tuple[FloatingTreasure, ...], Meta(max_length=_PIECES)] = ()


class ShipCount(TableRow, frozen=True):
    """Some ships of one card."""

    card: str
    count: Annotated[int, Meta(ge=1, le=99)]


class Fleet(TableRow, frozen=True):
    """The fleet of a seat and the points it may have when players bring their own."""

    side: str
    points: int
    ships: tuple[ShipCount, ...]


class Before(TableRow, frozen=True):
    """What a scenario was like before it was evened out: battles that were agreed on then are played so. They are known
    by a switch they do not name, which every battle has named since."""

    unnamed: str
    fleet: tuple[Fleet, ...] = ()
    chart: Chart | None = None


class Scenario(ScenarioEntry, frozen=True, kw_only=True):
    """A battle as it is set up. Without `last_round` the switch max_rounds holds; `starter` -1 is thrown for."""

    goal: Literal["last_drop_of_blood", "defence_of_the_fort", "transport_of_gold"]
    text: str
    minutes: tuple[int, int]
    fleet: tuple[Fleet, ...]
    chart: Chart = Chart()
    table_inches: float = 0.0
    last_round: int = 0
    starter: int = -1
    options: dict[str, Any] = {}
    # the oldest first
    before: tuple[Before, ...] = ()

    def as_agreed(self, settings: Mapping[str, Any]) -> Scenario:
        """The scenario for an agreement: as it was when the first switch came that the agreement leaves out."""
        was = next((each for each in self.before if each.unnamed not in settings), None)
        if was is None:
            return self
        return replace(self, fleet=was.fleet or self.fleet, chart=was.chart or self.chart)

    @property
    def seats(self) -> int:
        """How many players take part."""
        return len(self.fleet)


def chart_fault(chart: Chart, width: float, height: float) -> str:
    """What is wrong with a chart, in words; empty when nothing is."""
    outlines = [area.points for area in chart.area] + [current.points for current in chart.current]
    points = [(port.x, port.y) for port in chart.port] + [(fort.x, fort.y) for fort in chart.fort]
    points += [(treasure.x, treasure.y) for treasure in chart.floating]
    for x, y in (*(corner for outline in outlines for corner in outline), *points):
        if x > width or y > height:
            return f"({x:g}, {y:g}) is not on the table"
    if not all(map(is_simple, outlines)):
        return "an outline crosses itself"
    numbers = measures()
    weights = [weight for area in chart.area for weight in area.treasures]
    if not all(1 <= weight <= numbers.heaviest_treasure for weight in (*weights, *(t.weight for t in chart.floating))):
        return f"treasures weigh 1 to {numbers.heaviest_treasure}"
    if any(area.treasures and area.kind != "island" for area in chart.area):
        return "treasures lie on islands"
    weakest, strongest = numbers.current_weakest_inches, numbers.current_strongest_inches
    if not all(weakest <= current.strength <= strongest for current in chart.current):
        return f"currents carry {weakest} to {strongest} inches"
    if any(fort.card not in ships() or ships()[fort.card].kind != FORT for fort in chart.fort):
        return "a fort has no card"
    return ""


@rule("sea.game.players", "sea.fleet.points")
def wrongs(scenario: Scenario) -> Iterator[Wrong]:
    """Why a scenario cannot be played: its number of fleets, their ships, what lies on its chart and whose it is."""
    most = measures().most_players
    if not 2 <= scenario.seats <= most:
        yield Wrong("fleet", f"2 to {most} fleets take part, not {scenario.seats}", "sea.game.players")
    for seat, fleet in enumerate(scenario.fleet):
        for number, row in enumerate(fleet.ships):
            if row.card not in ships():
                sentence = f"no ship is called {row.card[:60]!r}; {known_names(row.card, ships())}".rstrip(".")
                yield Wrong(f"fleet[{seat}].ships[{number}].card", sentence)
    sizes = [sum(row.count for row in fleet.ships) for fleet in scenario.fleet]
    yield from crowd_wrongs("fleet", sizes, measures().most_units, "sea.fleet.limit_units")
    size = scenario.table_inches or measures().table_inches
    fault = chart_fault(scenario.chart, size, size)
    if fault:
        yield Wrong("chart", fault, "sea.game.setup")
    owned = [(f"port[{number}]", port.seat) for number, port in enumerate(scenario.chart.port)]
    owned += [(f"fort[{number}]", fort.seat) for number, fort in enumerate(scenario.chart.fort)]
    for place, seat in owned:
        if seat >= scenario.seats:
            yield Wrong(f"chart.{place}.seat", f"there is no fleet {seat}: the first one is 0")


@rule("sea.scenario.basic", "sea.game.win_other")
@cache
def scenarios() -> Mapping[str, Scenario]:
    """All scenarios by id, the basic one first."""
    return scenario_files(DATA, _FOLDER, Scenario, wrongs)


SCENARIOS = ScenarioKind(Scenario, scenarios, wrongs, DATA / _FOLDER)
