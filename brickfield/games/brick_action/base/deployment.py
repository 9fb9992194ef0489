"""Roll-off: players place one unit at a time in turn, each inside the own zone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Annotated, Any, ClassVar

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.asking import offers
from brickfield.core.board import WAITING, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.formations import ranks
from brickfield.core.frames import DONE, Ask, Frame, Goto
from brickfield.core.questions import Moment, Question
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, Shape, circle, kernel, rectangle_at
from .actions import Name
from .battlefield import PRONE, card_of, describe, grain, inward, is_vehicle, obstacle, size_of, zone_area
from .measures import measures
from .moving.moving import go_inside
from .moving.paths import Ground, ground_for, standing_fault
from .roll_off import first_seat

Coordinate = Annotated[float, Meta(ge=-400, le=400)]
# How minis stand when a squad is put down: side by side, so far apart and so many in a rank.
_GAP, _FILES = 2.5, 5


class Deploy(Answer, frozen=True):
    """Put a waiting unit down: its middle, where it looks, and whether it is prone. `spots` places each mini."""

    unit: Name
    x: Coordinate
    y: Coordinate
    heading: Annotated[float, Meta(ge=-1440, le=1440)] = 90.0
    prone: bool = False
    spots: Annotated[tuple[tuple[Coordinate, Coordinate], ...], Meta(max_length=8)] = ()


class Deployed(Struct, frozen=True):
    """Where the models of a unit will stand."""

    unit: str
    poses: tuple[Pose, ...]
    prone: bool = False
    # the vehicle it rides in from the beginning
    inside: str = ""


class DeployUnit(Decision, frozen=True):
    """Which unit to place next, and where."""

    ANSWER: ClassVar[Any] = Deploy
    CLAUSE: ClassVar[str] = "ba.setup.deploy.order"

    def ask(self, state: State) -> offers.Asked:
        """The units that wait, and the zone."""
        things = tuple(_thing(state, unit) for unit in waiting_units(state, self.seat))
        x0, y0, x1, y1 = zone_area(state, self.seat)
        zone = tuple(grain(part) for part in (x0, y0, x1, y0, x1, y1, x0, y1))
        text = f"Wholly inside your zone, {measures().zone_depth:g} studs from your edge."
        return self.asked("Deploy a unit", text, offers.Place(things, zone, "ba.setup.zone.depth"))

    def settle(self, state: State, answer: Any) -> Any:
        """See `may_deploy`."""
        return may_deploy(state, self.seat, answer)


def _thing(state: State, unit: Unit) -> offers.Thing:
    """The ground a unit takes up when it is put down in one rank."""
    heading = inward(state, unit.seat)
    started = {"answer": "deploy", "unit": unit.id}
    across = _GAP * (min(_FILES, len(unit.squad)) - 1) + 2 * measures().mini_radius
    length, width = 2 * measures().mini_radius, across
    if is_vehicle(state, unit):
        length, width, _ = size_of(state, unit)
    return offers.Thing(
        *(unit.id, card_of(state, unit.id).name, heading, started),
        length=grain(length),
        width=grain(width),
        spots=tuple(pose.place for pose in ranks(Pose(0, 0, 0), len(unit.squad), _GAP, _FILES)) or UNSET,
    )


def waiting_units(state: State, seat: int) -> list[Unit]:
    """The units a side has still to place."""
    sides = state.match.sides
    return [unit for unit in state.units.values() if unit.status == WAITING and sides[unit.seat] == sides[seat]]


def poses_of(state: State, unit: Unit, answer: Deploy) -> tuple[Pose, ...]:
    """Where the models of a unit stand when it is put down so."""
    if is_vehicle(state, unit):
        return (Pose.at(answer.x, answer.y, answer.heading),)
    if answer.spots:
        return tuple(Pose.at(x, y, answer.heading) for x, y in answer.spots)
    return ranks(Pose.at(answer.x, answer.y, answer.heading), len(unit.squad), _GAP, _FILES)


@rule("ba.setup.deploy.order", "ba.setup.zone.depth", "ba.geometry.coherency")
def may_deploy(state: State, seat: int, answer: Deploy) -> Deployed | Refusal:
    """A unit of the own side that waits, wholly inside the zone, on nobody, in coherency."""
    unit = next((each for each in waiting_units(state, seat) if each.id == answer.unit), None)
    if unit is None:
        return invalid("not_waiting", f"{answer.unit[:40]} is not a unit of yours that waits to be placed.")
    vehicle = vehicle_under(state, unit, answer)
    if vehicle:
        return Deployed(unit.id, (), inside=vehicle)
    poses = poses_of(state, unit, answer)
    if len(poses) != (len(unit.squad) or 1):
        return invalid("wrong_spots", f"{unit.id} has {len(unit.squad)} minis, not {len(poses)}.")
    shapes = footprints(state, unit, poses)
    return (
        zone_fault(state, unit, shapes, poses)
        or ground_fault(state, unit, shapes)
        or (standing_fault(state, unit, _named(unit, poses)) if unit.squad else None)
        or Deployed(unit.id, poses, answer.prone and bool(unit.squad))
    )


@Question
def vehicle_under(state: State, unit: Unit, answer: Deploy) -> str:
    """The vehicle that a unit begins the battle in when it is put down so; empty where it stands on the board."""
    return ""


def _named(unit: Unit, poses: tuple[Pose, ...]) -> dict[str, Pose]:
    return {figure.id: pose for figure, pose in zip(unit.squad, poses, strict=True)}


@Question
def footprints(state: State, unit: Unit, poses: tuple[Pose, ...]) -> list[Shape]:
    """The ground that models take up."""
    if is_vehicle(state, unit):
        length, width, _ = size_of(state, unit)
        return [rectangle_at(poses[0], length, width)]
    return [circle(*pose.place, measures().mini_radius) for pose in poses]


@Question
def ground_to_stand(state: State, unit: Unit) -> Ground:
    """What is in the way of a unit that is put down."""
    return ground_for(state, unit)


@Moment
def unit_deployed(t: Table, unit_id: str) -> None:
    """A squad has been put down."""
    go_inside(t, unit_id, {})


@rule("ba.setup.zone.depth")
def zone_fault(state: State, unit: Unit, shapes: list[Shape], poses: tuple[Pose, ...]) -> Refusal | None:
    """Every footprint lies entirely inside the zone."""
    x0, y0, x1, y1 = zone_area(state, unit.seat)
    slack = measures().tolerance
    if is_vehicle(state, unit) and _backed_up(state, unit, poses[0], shapes[0]):
        return None
    for shape in shapes:
        inside = shape.x0 >= x0 - slack and shape.x1 <= x1 + slack
        if not (inside and shape.y0 >= y0 - slack and shape.y1 <= y1 + slack):
            depth = measures().zone_depth
            sentence = f"{describe(state, unit.id)} must lie wholly within {depth:g} studs of your edge."
            return illegal("outside_zone", "ba.setup.zone.depth", sentence, depth=depth)
    return None


@rule("ba.setup.zone.depth")
def _backed_up(state: State, unit: Unit, pose: Pose, shape: Shape) -> bool:
    """A vehicle longer than the zone is deep may face into the board with its rear edge on the board edge."""
    length, _width, _height = size_of(state, unit)
    slack = measures().tolerance
    if length <= measures().zone_depth or pose.degrees != inward(state, unit.seat):
        return False
    at_edge = shape.y0 <= slack if pose.degrees == 90.0 else shape.y1 >= state.match.height - slack
    return at_edge and shape.x0 >= -slack and shape.x1 <= state.match.width + slack


@rule("ba.geometry.path")
def ground_fault(state: State, unit: Unit, shapes: list[Shape]) -> Refusal | None:
    """Nothing stands where a model is put down."""
    scene, names = ground_to_stand(state, unit)
    for shape in shapes:
        hit = kernel.overlapped(scene, shape)
        if hit != -1:
            thing = "edge" if hit < 0 else names[hit]
            sentence = f"{obstacle(state, thing)} is in the way of {describe(state, unit.id)}."
            return illegal("blocked", "ba.geometry.path", sentence, obstacle=thing)
    return None


def free_places(state: State, unit: Unit) -> Iterator[Deploy]:
    """Places of the zone where a unit could be put down, from the middle of the edge outwards; those towards its ends
    where there is none in the middle."""
    x0, _, x1, _ = zone_area(state, unit.seat)
    half, whole = int((x1 - x0) / 8.0), int((x1 - x0) / 4.0)
    middle = _places_in(state, unit, range(half))
    first = next(middle, None)
    yield from _places_in(state, unit, range(half, whole + 1)) if first is None else chain((first,), middle)


def _places_in(state: State, unit: Unit, steps: range) -> Iterator[Deploy]:
    """So many steps to both sides of the middle of the edge, row by row."""
    x0, y0, x1, y1 = zone_area(state, unit.seat)
    heading, middle = inward(state, unit.seat), (x0 + x1) / 2
    length = size_of(state, unit)[0] if is_vehicle(state, unit) else 0.0
    for row in range(1 if length else 4):
        deep = length / 2 if length else 3.0 + 3.5 * row
        y = y0 + deep if heading == 90.0 else y1 - deep
        for step in steps:
            x = middle + (step + 1) // 2 * 4.0 * (1 if step % 2 else -1)
            answer = Deploy(unit.id, x, y, heading)
            if isinstance(may_deploy(state, unit.seat, answer), Deployed):
                yield answer


@rule("ba.setup.zone.depth")
def without_room(state: State, seat: int, placed: Deployed) -> list[str]:
    """Units that wait and find no place any more once another has been put down; none who has no place anyway."""
    there = Table(state)
    Deployment(placed=placed).put_down(there)
    waiting = [unit for unit in waiting_units(there, seat) if next(free_places(there, unit), None) is None]
    return [unit.id for unit in waiting if next(free_places(state, unit), None) is not None]


class Deployment(Frame):
    """Players place one unit at a time in turn; the one with the first turn begins."""

    turn: int = 0
    placed: Deployed | None = None

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "place_unit", "put_down")
    PUBLIC: ClassVar[tuple[str, ...]] = ("turn", "placed")

    def begin(self, t: Table) -> Any:
        """Before the first turn."""
        t.emit(happened.PhaseStarted(phase="deployment", clause="ba.setup.deploy.order"))

    @rule("ba.setup.deploy.order", "ba.setup.zone.depth")
    def place_unit(self, t: Table) -> Any:
        """Whoever has none left passes; a unit for which there is no place is left out."""
        for _ in range(2):
            seat = (first_seat(t) + self.turn) % 2
            for unit in waiting_units(t, seat):
                if next(free_places(t, unit), None) is None:
                    lost = happened.UnitDestroyed(unit=unit.id, leaves_wreck=False, clause="ba.setup.zone.depth")
                    t.emit(lost)
            if waiting_units(t, seat):
                return Ask(DeployUnit(seat), into="placed")
            self.turn += 1
        return DONE

    @rule("ba.setup.deploy.order")
    def put_down(self, t: Table) -> Any:
        """The unit stands where its player put it."""
        placed = self.placed
        assert placed is not None
        unit = t.units[placed.unit]
        if is_vehicle(t, unit):
            t.emit(happened.UnitPlaced(unit=unit.id, pose=placed.poses[0], clause="ba.setup.deploy.order"))
        else:
            poses = placed.poses or (None,) * len(unit.squad)
            figures = tuple(replace(figure, pose=pose) for figure, pose in zip(unit.squad, poses, strict=True))
            t.emit(happened.FiguresPlaced(unit=unit.id, figures=figures, clause="ba.setup.deploy.order"))
            if placed.inside:
                t.emit(happened.WentInside(unit=unit.id, thing=placed.inside, clause="ba.setup.deploy.order"))
            unit_deployed(t, unit.id)
        if placed.prone:
            t.emit(happened.UnitMarked(unit=unit.id, mark=PRONE, value=1, clause="ba.setup.deploy.order"))
        self.placed = None
        self.turn += 1
        return Goto("place_unit")
