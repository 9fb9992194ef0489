"""Setting out: the waters, then the fleets from their own sides of the table, then the throw for the first turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.asking import offers
from brickfield.core.board import WAITING, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, by_key
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import DONE, Ask, Frame, Goto, Roll
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.shown.showing import Outline, box_outline
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, Scene, Shape, kernel, rectangle_at
from brickfield.geometry.grain import unit as cosine_and_sine
from ..data_files import read
from . import dices
from .hulls import hull_at, hull_form
from .measures import inches, measures, stored
from .moving_the_vessels import Heading, Name
from .ship_card import FORT
from .waters import card_of, describe, hull, in_the_way, island_under, sea_of

Zone = tuple[float, float, float, float]
Coordinate = Annotated[float, Meta(ge=-200, le=200)]
FIRST_TURN = "the first turn"
_FACING = {"south": 90.0, "west": 0.0, "north": 270.0, "east": 180.0}
_SQUARE, _FULL = 90.0, 360.0
# The grids on which room is looked for, in inches: the wide one finds it at once unless the zone is crowded.
_GRIDS = (4.0, 0.5)


class Stretch(TableRow, frozen=True):
    """A stretch of table edge; `from` and `to` are shares of it."""

    edge: str
    to: float = 1.0
    start: Annotated[float, Meta(ge=0, le=1)] = 0.0


class Players(TableRow, frozen=True):
    """Where everybody sits, by number of players."""

    count: int
    seats: tuple[dict[str, Any], ...]


class DeploymentFile(TableRow, frozen=True):
    """The table of starting sides."""

    clause: str
    players: tuple[Players, ...]


@rule("sea.game.players", "sea.game.start_sides")
@cache
def _sides() -> Mapping[str, tuple[Stretch, ...]]:
    rows = read("deployment.toml", DeploymentFile).players
    return by_key("deployment.toml", ((str(row.count), tuple(map(_stretch, row.seats))) for row in rows))


def _stretch(row: dict[str, Any]) -> Stretch:
    return Stretch(edge=row["edge"], start=row.get("from", 0.0), to=row.get("to", 1.0))


@rule("sea.game.start_sides")
def stretch_of(state: State, seat: int) -> Stretch:
    """The stretch of edge a seat starts from."""
    return _sides()[str(state.match.seats)][seat]


def facing(state: State, seat: int) -> float:
    """The heading that leads from a seat's edge into the table."""
    return _FACING[stretch_of(state, seat).edge]


@rule("sea.game.start_sides")
def zone(state: State, seat: int) -> Zone:
    """Where a fleet may start: so many inches from its own edge, the same for everybody."""
    depth = float(state.facts.get("depth", measures().start_depth_inches))
    width, height, side = state.match.width, state.match.height, stretch_of(state, seat)
    match side.edge:
        case "south":
            return side.start * width, 0.0, side.to * width, min(depth, height)
        case "north":
            return side.start * width, max(0.0, height - depth), side.to * width, height
        case "west":
            return 0.0, side.start * height, min(depth, width), side.to * height
    return max(0.0, width - depth), side.start * height, width, side.to * height


def zone_outline(state: State, seat: int) -> Outline:
    """The corners of a starting zone, counter-clockwise."""
    return box_outline(zone(state, seat))


class Place(Answer, frozen=True):
    """Put a unit down: hull centre and heading."""

    unit: Name
    x: Coordinate
    y: Coordinate
    heading: Heading = 0.0


class DeployShip(Decision, frozen=True):
    """Where the next units of a fleet start; the whole fleet is placed before the next player's."""

    ANSWER: ClassVar[Any] = Place
    CLAUSE: ClassVar[str] = "sea.game.start_sides"

    @rule("sea.game.start_sides", "sea.geometry.deploy_order")
    def settle(self, state: State, answer: Any) -> Any:
        """A place that is allowed, as it will be stored."""
        return may_place(state, self.seat, answer)

    @rule("sea.game.start_sides")
    def ask(self, state: State) -> offers.Asked:
        """The units that still wait, each as it is held first."""
        things = tuple(
            offers.Thing(
                unit.id, describe(state, unit.id), first_heading(state, unit), {"answer": "place", "unit": unit.id}
            )
            for unit in waiting(state, self.seat)
        )
        place = offers.Place(things, zone_outline(state, self.seat), self.CLAUSE)
        text = "The whole hull lies in your starting waters; any heading."
        return self.asked("Set out your fleet", text, place)


@rule("sea.game.start_sides")
def first_heading(state: State, unit: Unit) -> float:
    """How a ship is held first: into the table, or along the edge when it is longer than the zone is deep."""
    x0, y0, x1, y1 = zone(state, unit.seat)
    ahead = facing(state, unit.seat)
    deep = y1 - y0 if ahead % (2 * _SQUARE) else x1 - x0
    return ahead if inches(card_of(state, unit.id).length) <= deep else (ahead + _SQUARE) % _FULL


def waiting(state: State, seat: int) -> list[Unit]:
    """The units of a seat that still wait to be placed."""
    return [unit for unit in state.units.values() if unit.seat == seat and unit.status == WAITING]


@rule("sea.game.start_sides", "sea.fort.card")
def may_place(state: State, seat: int, place: Place) -> Place | Refusal:
    """A ship lies wholly in its zone and clear of everything, heading free; a fort stands on an island."""
    unit = state.units.get(place.unit)
    if unit is None or unit.seat != seat or unit.status != WAITING:
        return invalid("not_waiting", f"{place.unit!r} is not a unit of yours that waits to be placed.")
    pose = stored(place.x, place.y, place.heading)
    rounded = Place(place.unit, *pose.place, pose.degrees)
    card, name = card_of(state, unit.id), describe(state, unit.id)
    if card.kind == FORT:
        # a fort has no heading: it stands square to the table, as it is tested
        square = Place(place.unit, *pose.place)
        return _may_found(state, unit, square) or square
    if not _within(hull_at(pose, card.length), zone(state, seat)):
        x0, y0, x1, y1 = zone(state, seat)
        sentence = f"{name} must lie wholly between ({x0:g}, {y0:g}) and ({x1:g}, {y1:g})."
        return illegal("outside_zone", "sea.game.start_sides", sentence)
    thing = in_the_way(state, unit.id, *pose.place, pose.degrees)
    if thing:
        sentence = f"{name} would lie on {describe(state, thing)}."
        return illegal("in_the_way", "sea.game.start_sides", sentence, thing=thing)
    return rounded


def _within(shape: Shape, area: Zone) -> bool:
    slack = measures().length_tolerance
    return (
        shape.x0 >= area[0] - slack
        and shape.y0 >= area[1] - slack
        and shape.x1 <= area[2] + slack
        and shape.y1 <= area[3] + slack
    )


@rule("sea.fort.card")
def _may_found(state: State, unit: Unit, place: Place) -> Refusal | None:
    """A fort cannot stand in water, nor on another fort."""
    side = card_of(state, unit.id).side_inches
    square = rectangle_at(Pose.at(place.x, place.y), side, side)
    name = describe(state, unit.id)
    if not island_under(sea_of(state).waters, square):
        sentence = f"{name} is a square of {side:.2f} inches and must stand wholly on an island."
        return illegal("fort_in_water", "sea.fort.card", sentence)
    for other in state.units.values():
        if other.pose is not None and card_of(state, other.id).kind == FORT:  # noqa: SIM102
            if _stands_on(square, hull(state, other)):
                return illegal("in_the_way", "sea.fort.card", f"{name} would stand on {describe(state, other.id)}.")
    return None


@rule("sea.fort.card", "sea.geometry.collision")
def _stands_on(one: Shape, other: Shape) -> bool:
    """Whether two forts overlap; they may stand wall to wall."""
    return kernel.overlapped(Scene([other]), one, -1, measures().contact_inches) != -1


def candidates(state: State, unit: Unit) -> Iterator[Place]:
    """Places to try for a unit, in a fixed order: from the middle outwards, ships looking into the table first."""
    card = card_of(state, unit.id)
    for step in _GRIDS:
        if card.kind == FORT:
            side = card.side_inches / 2
            yield from _grid(unit.id, (0.0, 0.0, state.match.width, state.match.height), (side, side), 0.0, step)
            continue
        ahead = facing(state, unit.seat)
        for heading in (ahead, ahead + _SQUARE, ahead - _SQUARE):
            shape = hull_form(card.length).at(0.0, 0.0, *cosine_and_sine(heading))
            half = (max(shape.x1, -shape.x0), max(shape.y1, -shape.y0))
            yield from _grid(unit.id, zone(state, unit.seat), half, heading % _FULL, step)


def _grid(unit_id: str, area: Zone, half: tuple[float, float], heading: float, step: float) -> Iterator[Place]:
    """The places of a grid at which something of this half width and height lies inside an area."""
    columns = _outwards(area[0] + half[0], area[2] - half[0], step)
    for y in _outwards(area[1] + half[1], area[3] - half[1], step):
        for x in columns:
            yield Place(unit_id, x, y, heading)


def _outwards(low: float, high: float, step: float) -> list[float]:
    """Evenly spaced numbers between two limits: the middle, then one to either side, and so on, the limits last."""
    if low > high:
        return []
    middle, found = (low + high) / 2, []
    for number in range(int((high - low) / 2 / step) + 1):
        found += [middle - number * step, middle + number * step][: 1 + bool(number)]
    return [*found, low, high]


@rule("sea.game.start_sides")
def room_for(state: State, unit: Unit) -> Place | None:
    """Some place where a unit may be put down now, or None."""
    for place in candidates(state, unit):
        settled = may_place(state, unit.seat, place)
        if isinstance(settled, Place):
            return settled
    return None


def _without_room(state: State, units: list[Unit]) -> Unit | None:
    """A unit that finds no place. Where the longest ship fits the others do, so only forts are tried beside it."""
    forts = [unit for unit in units if card_of(state, unit.id).kind == FORT]
    ships = [unit for unit in units if unit not in forts]
    longest = [max(ships, key=lambda unit: card_of(state, unit.id).length)] if ships else []
    return next((unit for unit in (*forts, *longest) if not _has_room(state, unit)), None)


def _has_room(state: State, unit: Unit) -> bool:
    """Whether a unit finds a place; the one found last in this battle is looked at first."""
    last = sea_of(state).berths.get(unit.id)
    if last is not None and isinstance(may_place(state, unit.seat, last), Place):
        return True
    found = room_for(state, unit)
    if found is not None:
        sea_of(state).berths[unit.id] = found
    return found is not None


class Deployment(Frame):
    """Fleets are placed: a seat drawn by lot first and with all its ships, the others clockwise."""

    seat: int = 0
    done: int = 0
    place: Place | None = None

    STEPS: ClassVar[tuple[str, ...]] = ("next_fleet", "next_ship", "put_down")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "done", "place")

    @rule("sea.geometry.deploy_order", "sea.game.sequence")
    def next_fleet(self, t: Table) -> Any:
        """Seat by seat, until all fleets lie ready."""
        if self.done == t.match.seats:
            return DONE
        if not waiting(t, self.seat):
            self.seat, self.done = (self.seat + 1) % t.match.seats, self.done + 1
            return Goto("next_fleet")
        return None

    @rule("sea.game.start_sides", "sea.geometry.deploy_order")
    def next_ship(self, t: Table) -> Any:
        """Ask for a place. Where a fleet finds no room everybody's zone grows by an inch."""
        units = waiting(t, self.seat)
        if not units:
            return Goto("next_fleet")
        stuck = _without_room(t, units)
        if stuck is None:
            return Ask(DeployShip(self.seat), into="place")
        depth = int(float(t.facts.get("depth", measures().start_depth_inches)) + measures().start_depth_step_inches)
        if card_of(t, stuck.id).kind == FORT or depth > max(t.match.width, t.match.height):
            t.emit(happened.UnitDestroyed(unit=stuck.id, leaves_wreck=False, clause="sea.game.start_sides"))
        else:
            t.emit(happened.FactChanged(name="depth", value=depth, clause="sea.game.start_sides"))
        return Goto("next_ship")

    @rule("sea.game.start_sides")
    def put_down(self, t: Table) -> Any:
        """The ship lies ready."""
        place = self.place
        assert place is not None
        self.place = None
        pose = stored(place.x, place.y, place.heading)
        t.emit(happened.UnitPlaced(unit=place.unit, pose=pose, clause="sea.game.start_sides"))
        return Goto("next_fleet")


class OrderOfPlay(Frame):
    """The throw for the first turn: the most successes begin, tied leaders throw again among themselves."""

    seats: tuple[int, ...] = ()
    faces: tuple[tuple[int, ...], ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = ("throw", "compare")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seats", "faces")

    @rule("sea.game.order_roll", "sea.geometry.rng")
    def throw(self, t: Table) -> Any:
        """Some dice each, in seat order."""
        count = measures().order_dice
        pools = tuple(dices.pool(t.match.options, count, FIRST_TURN, seat) for seat in self.seats)
        return Roll(pools, into="faces")

    @rule("sea.game.order_roll")
    def compare(self, t: Table) -> Any:
        """The highest score begins."""
        scores = [dices.score(t.match.options, shown) for shown in self.faces]
        leaders = tuple(seat for seat, score in zip(self.seats, scores, strict=True) if score == max(scores))
        if len(leaders) > 1:
            self.seats = leaders
            return Goto("throw")
        throws = tuple(happened.Throw(FIRST_TURN, *each) for each in zip(self.seats, self.faces, strict=True))
        t.emit(happened.FactChanged(name="first", value=leaders[0], clause="sea.game.order_roll", throws=throws))
        return None


__all__ = ["Deployment", "DeployShip", "OrderOfPlay", "Place", "UnitId", "candidates", "may_place", "room_for", "zone"]
