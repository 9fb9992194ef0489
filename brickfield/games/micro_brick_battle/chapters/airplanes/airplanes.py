"""Airplanes: when they arrive, over which edge they come and go, how they move, and what they fly over."""

from __future__ import annotations

from math import inf
from typing import Annotated, Union, final

from msgspec import Meta, Struct

from brickfield.core import events as happened
from brickfield.core.board import FLYING, WAITING, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.numbers import number_text
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, Scene, Shape, direction, kernel
from brickfield.geometry.grain import GRAIN
from ...base.battlefield import (
    Area,
    battle_of,
    card_of,
    describe,
    edge_name,
    enemy_planes,
    flies,
    footprint,
    footprint_at,
    is_target,
    obstacles,
    standing,
    terrain,
    token_shape,
)
from ...base.losses import taken_away_by
from ...base.measures import flying, measures
from ...base.movement import Forward, Pivot
from ...base.starting_a_game import Coordinate, Heading, may_begin_on_the_table
from .chapter import AIRPLANES

# The edges of the table in the order one meets them going round it; those next to one share a corner with it.
EDGES = ("west", "north", "east", "south")
_INWARD = {"west": 0.0, "south": 90.0, "east": 180.0, "north": 270.0}
# Marks on a plane: turns it has waited off the table, turns it has been above it, the number of the edge it left by.
OFF, ALOFT, LEFT_BY = "turns_off", "turns_aloft", "left_by"


def planes_of(state: State, seat: int) -> list[Unit]:
    """The airplanes a seat still has, above the table or off it, in order of purchase."""
    if not state.match.chapters_in_play[AIRPLANES]:
        return []
    own = (unit for unit in state.units.values() if unit.seat == seat and unit.status in (FLYING, WAITING))
    return [unit for unit in own if flies(state, unit.id)]


# --- coming and going ------------------------------------------------------------------------------------------------


@rule("mbb.air.roll")
def off_the_table(state: State, seat: int) -> list[Unit]:
    """The airplanes of a seat for which a die is thrown at the beginning of its turn."""
    return [unit for unit in planes_of(state, seat) if unit.status == WAITING]


@rule("mbb.air.table", "mbb.air.enter6")
def arrival_roll(turns_off: int) -> int:
    """The roll a plane needs in so many consecutive turns off the table, the one under way included: 6, 5, ... 1."""
    numbers = flying()
    return max(numbers.last_arrival_roll, numbers.first_arrival_roll + 1 - turns_off)


@rule("mbb.air.enter6", "mbb.air.reenter")
def entry_edges(state: State, unit: Unit) -> tuple[str, ...]:
    """A plane comes on from its starting edge; after it has left, from either edge next to the one it left by."""
    left_by = unit.marks.get(LEFT_BY, 0)
    if not left_by:
        return (edge_name(battle_of(state).edges[unit.seat]),)
    return EDGES[left_by % len(EDGES)], EDGES[left_by - 2]


def inward(edge: str) -> float:
    """The heading straight in from an edge."""
    return _INWARD[edge]


class EnterFrom(Answer, frozen=True):
    """Put an airplane on the edge it comes from: its middle and the way it flies."""

    unit: Annotated[str, Meta(max_length=16)]
    x: Coordinate
    y: Coordinate
    heading: Heading


def entry_strip(state: State, edge: str) -> Area:
    """The strip along an edge that counts as being on it when a plane is put down."""
    match, deep = battle_of(state), flying().entry_strip_inches
    return {
        "west": (0.0, 0.0, deep, match.height),
        "east": (match.width - deep, 0.0, match.width, match.height),
        "south": (0.0, 0.0, match.width, deep),
        "north": (0.0, match.height - deep, match.width, match.height),
    }[edge]


@rule("mbb.air.enter.place")
def may_come_on(state: State, unit: Unit, edge: str, answer: EnterFrom) -> Pose | Refusal:
    """The plane's reference point on the edge, heading less than a right angle off straight in."""
    x0, y0, x1, y1 = entry_strip(state, edge)
    name, slack = describe(state, unit.id), measures().tolerance_inches
    if not (x0 - slack <= answer.x <= x1 + slack and y0 - slack <= answer.y <= y1 + slack):
        sentence = f"{name} must come on at the {edge} edge."
        return illegal("not_on_edge", "mbb.air.enter.place", sentence, edge=edge)
    off = abs((answer.heading - inward(edge) + 180.0) % 360.0 - 180.0)
    if off >= flying().entry_degrees - measures().tolerance_degrees:
        sentence = (
            f"{name} must fly onto the table: {number_text(off)} degrees off straight in from the {edge} edge is not."
        )
        return illegal("flies_outwards", "mbb.air.enter.place", sentence, degrees=off)
    match = battle_of(state)
    x = {"west": 0.0, "east": match.width}.get(edge, min(max(answer.x, 0.0), match.width))
    y = {"south": 0.0, "north": match.height}.get(edge, min(max(answer.y, 0.0), match.height))
    return Pose.at(x, y, answer.heading)


@rule("mbb.air.enter.place", "mbb.air.exit_second")
def come_on(t: Table, unit_id: UnitId, pose: Pose) -> None:
    """The plane is above the table; this is its first turn there."""
    t.emit(happened.UnitPlaced(unit=unit_id, pose=pose, aloft=True, clause="mbb.air.enter.place"))
    t.emit(happened.UnitMarked(unit=unit_id, mark=OFF, value=0, clause="mbb.air.table"))
    t.emit(happened.UnitMarked(unit=unit_id, mark=ALOFT, value=1, clause="mbb.air.exit_second"))


@rule("mbb.air.exit_second", "mbb.air.exit_early", "mbb.air.reenter")
def leave(t: Table, unit_id: UnitId, edge: str, clause: str) -> None:
    """The plane is off the table; its turns off are counted from the owner's next one."""
    t.emit(happened.UnitLeft(unit=unit_id, edge=edge, clause=clause))
    t.emit(happened.UnitMarked(unit=unit_id, mark=ALOFT, value=0, clause=clause))
    t.emit(happened.UnitMarked(unit=unit_id, mark=LEFT_BY, value=EDGES.index(edge) + 1, clause="mbb.air.reenter"))


@rule("mbb.air.exit_second")
def end_second_turns(t: Table, seat: int) -> None:
    """At the end of its second turn a plane leaves over the edge its heading meets first."""
    for unit in planes_of(t, seat):
        if unit.status == FLYING and unit.marks.get(ALOFT, 0) >= flying().turns_on_table:
            leave(t, unit.id, edge_ahead(t, unit.here), "mbb.air.exit_second")


@rule("mbb.air.exit_second")
def edge_ahead(state: State, pose: Pose) -> str:
    """The edge a ray along the heading meets first; each corner counts as the edge that follows it going round."""
    return _first_edge(state, pose)[1]


def _first_edge(state: State, pose: Pose) -> tuple[float, str]:
    """How far ahead the first edge is, and which; of two that meet in a corner the one the corner counts as."""
    match = battle_of(state)
    x, y = pose.place
    dx, dy = direction(pose.heading)
    away = {
        "west": -x / dx if dx < 0 else inf,
        "north": (match.height - y) / dy if dy > 0 else inf,
        "east": (match.width - x) / dx if dx > 0 else inf,
        "south": -y / dy if dy < 0 else inf,
    }
    nearest = min(away.values())
    met = [edge for edge in EDGES if away[edge] <= nearest + measures().tolerance_inches]
    # (0, 0) counts as west, (0, H) as north, (W, H) as east, (W, 0) as south
    first = met[0] if len(met) == 1 else met[1] if met != ["west", "south"] else met[0]
    return nearest, first


# --- moving ----------------------------------------------------------------------------------------------------------

FlightSteps = Annotated[tuple[Union[Forward, Pivot], ...], Meta(min_length=1, max_length=8)]


class AirMove(Answer, frozen=True):
    """A Move action of an airplane: straight on, with one turn somewhere on the way."""

    unit: Annotated[str, Meta(max_length=16)]
    steps: FlightSteps


class Leg(Struct, frozen=True):
    """A part of a flight: straight on or a turn, where it ended, and how many inches or degrees it was."""

    step: str
    pose: Pose
    amount: float


@final
class Flight(Struct, frozen=True, tag_field="answer", tag="air_move_worked"):
    """A Move action worked out; `left_by` names the edge it leaves the table over, if it does."""

    unit: UnitId
    legs: tuple[Leg, ...]
    left_by: str = ""


@rule("mbb.air.min_half", "mbb.unit.mp")
def flight_lengths(state: State, unit_id: UnitId) -> tuple[float, float]:
    """The shortest and the longest Move of a plane, in inches."""
    points = card_of(state, unit_id).mp
    return points * flying().least_move_share, float(points)


@rule("mbb.air.turn45", "mbb.air.min_half", "mbb.air.exit_early", "mbb.air.over_all")
def fly(state: State, unit: Unit, steps: FlightSteps) -> Flight | Refusal:
    """Work a Move action out: nothing is in its way; over an edge it leaves, and then the least length is met."""
    refusal = _turns_too_much(state, unit, steps) or _too_long(state, unit, steps)
    if refusal is not None:
        return refusal
    pose, legs = unit.here, []
    for step in steps:
        if isinstance(step, Pivot):
            pose = pose.turned(step.degrees)
            legs.append(Leg("pivot", pose, step.degrees))
            continue
        edge = _flies_out(state, pose, step.inches)
        if edge is not None:
            way, name = edge
            legs.append(Leg("flown", pose.ahead(way), way))
            return Flight(unit.id, tuple(legs), name)
        pose = pose.ahead(step.inches)
        legs.append(Leg("flown", pose, step.inches))
    return _too_short(state, unit, legs) or Flight(unit.id, tuple(legs))


@rule("mbb.air.exit_early")
def _flies_out(state: State, pose: Pose, inches: float) -> tuple[float, str] | None:
    """How far on and over which edge a way straight on leaves the table; to end on the edge is not to leave."""
    match, end = battle_of(state), pose.ahead(inches)
    if 0 <= end.x <= round(match.width * GRAIN) and 0 <= end.y <= round(match.height * GRAIN):
        return None
    way, edge = _first_edge(state, pose)
    return min(max(way, 0.0), inches), edge


@rule("mbb.air.turn45")
def _turns_too_much(state: State, unit: Unit, steps: FlightSteps) -> Refusal | None:
    """One turn in a Move, of up to 45 degrees."""
    numbers, turns = flying(), [step for step in steps if isinstance(step, Pivot)]
    name = describe(state, unit.id)
    if len(turns) > numbers.turns_in_a_move:
        sentence = f"{name} may turn once in a Move, not {len(turns)} times."
        return illegal("turns_twice", "mbb.air.turn45", sentence, turns=len(turns))
    for turn in turns:
        if abs(turn.degrees) > numbers.turn_degrees + measures().tolerance_degrees:
            sentence = (
                f"{name} may turn up to {numbers.turn_degrees:g} degrees in a Move, not {number_text(turn.degrees)}."
            )
            return illegal("turns_too_far", "mbb.air.turn45", sentence, degrees=turn.degrees)
    return None


def _too_long(state: State, unit: Unit, steps: FlightSteps) -> Refusal | None:
    length = sum(step.inches for step in steps if isinstance(step, Forward))
    most = flight_lengths(state, unit.id)[1]
    if length <= most + measures().tolerance_inches:
        return None
    sentence = f"{describe(state, unit.id)} flies at most {most:g} inches in a Move, not {number_text(length)}."
    return illegal("not_enough_mp", "mbb.air.min_half", sentence, inches=length, most=most)


def _too_short(state: State, unit: Unit, legs: list[Leg]) -> Refusal | None:
    length = sum(leg.amount for leg in legs if leg.step == "flown")
    least = flight_lengths(state, unit.id)[0]
    if length >= least - measures().tolerance_inches:
        return None
    sentence = f"{describe(state, unit.id)} flies at least {least:g} inches in a Move, not {number_text(length)}."
    return illegal("too_short", "mbb.air.min_half", sentence, inches=length, least=least)


@rule("mbb.geometry.plane_reference", "mbb.air.bomb.over", "mbb.air.bomb.hill")
def flown_over(state: State, start: Pose, legs: tuple[Leg, ...]) -> tuple[str, ...]:
    """The ground units and the pieces of terrain that may be bombed and whose footprint the reference point touches."""
    ways, before = [], start
    for leg in legs:
        if leg.step == "flown":
            ways.append((*before.place, *leg.pose.place))
        before = leg.pose
    shapes = [(unit.id, shape) for unit, shape in standing(state) if is_target(state, unit)]
    # who is inside a building is flown over with it
    shapes += [(unit.id, footprint(state, unit)) for unit in state.units.values() if unit.alive and unit.inside]
    shapes += [(token.id, token_shape(token)) for token in state.tokens.values() if token.marks.get("hm", 0)]
    return tuple(each for each, shape in shapes if any(touches(shape, *way) for way in ways))


def touches(shape: Shape, ax: float, ay: float, bx: float, by: float) -> bool:
    """Whether a segment meets a shape, its border included."""
    slack = measures().tolerance_inches
    if shape.radius:
        return _to_segment(shape.x, shape.y, ax, ay, bx, by) <= shape.radius + slack
    low, high = 0.0, 1.0
    for nx, ny, offset in shape.edges:
        start, change = nx * ax + ny * ay - offset - slack, nx * (bx - ax) + ny * (by - ay)
        if change == 0.0:
            if start > 0.0:
                return False
        elif change > 0.0:
            high = min(high, -start / change)
        else:
            low = max(low, -start / change)
    return low <= high


def _to_segment(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """How far a point is from a segment."""
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    share = 0.0 if length == 0.0 else min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length))
    return float(((ax + share * dx - x) ** 2 + (ay + share * dy - y) ** 2) ** 0.5)


@taken_away_by.amended(AIRPLANES)
@rule("mbb.air.destroyed")
def comes_down(state: State, plane: Unit, clause: str) -> str:
    """A plane comes down where there is room for its wreck: on no unit, wreck, water or closed ground."""
    if plane.status != FLYING:
        return clause
    shape = footprint_at(state, plane.id, plane.here)
    water = Scene([water.shape for water in terrain(state).grounds.shallow_water])
    room = kernel.overlapped(obstacles(state).scene, shape) == -1 and kernel.overlapped(water, shape) == -1
    return "" if room else "mbb.air.destroyed"


@may_begin_on_the_table.amended(AIRPLANES)
@rule("mbb.air.off_start")
def begins_off_the_table(state: State, unit: Unit) -> Refusal | None:
    """Airplanes never begin on the table."""
    if not flies(state, unit.id):
        return None
    sentence = f"{describe(state, unit.id)} is an airplane: it never begins the battle on the table."
    return illegal("airplane", "mbb.air.off_start", sentence)


@enemy_planes.amended(AIRPLANES)
@rule("mbb.air.vs_air", "mbb.air.smallarms.only_air")
def planes_above(state: State, seat: int, _none: list[Unit]) -> list[Unit]:
    """The airplanes of enemies."""
    allied = state.match.allied
    return [unit for unit in state.units.values() if unit.status == FLYING and not allied(unit.seat, seat)]
