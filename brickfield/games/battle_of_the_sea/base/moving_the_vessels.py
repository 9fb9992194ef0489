"""Moving the vessels: a bent ruler laid at the bow, legs ahead and astern, and what may not be sailed through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, NamedTuple, Union

from msgspec import Meta, Struct

from brickfield.core import events as happened
from brickfield.core.asking.movers import Bend, StepOffer
from brickfield.core.board import ALIVE, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.events import snake
from brickfield.core.numbers import apart
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.geometry import Pose, kernel
from brickfield.geometry.bearings import wrapped
from brickfield.geometry.grain import unit as cosine_and_sine
from .hulls import bow_of, half_length, hull_form
from .land import length_inside
from .measures import inches, measures, stored_steps
from .ship_card import FORT, SPEED
from .waters import EDGE, card_of, describe, in_the_way, obstacles, sea_of, what_is_there

Length = Annotated[float, Meta(gt=0, le=1000)]
Heading = Annotated[float, Meta(ge=-1440, le=1440)]
Name = Annotated[str, Meta(max_length=16)]
_MOST_LEGS = 40
# What a ship has sailed is noted in thousandths of an inch.
_COIN = 1000
STEP_CLAUSES = {"ahead": "sea.move.distance", "astern": "sea.geometry.astern", "ram": "sea.ram.nature"}
# The legs of a course as they are offered: an inch of either takes an inch of the speed.
LEGS = (
    StepOffer("ahead", "Ahead", "course", "inches", 1.0, STEP_CLAUSES["ahead"]),
    StepOffer("astern", "Astern", "straight", "inches", 1.0, STEP_CLAUSES["astern"], bearing=180.0, first=True),
)


# The answer to who does not ask further.
_SHUT = illegal("in_the_way", "sea.move.no_obstacle", "Something is in the way.")


class Leg(Struct, frozen=True, tag_field="step", tag=snake, forbid_unknown_fields=True):
    """One straight piece of the ruler."""


class Ahead(Leg, frozen=True):
    """The bow goes straight in a direction, and the hull follows."""

    heading: Heading
    inches: Length


class Astern(Leg, frozen=True):
    """Straight back, heading unchanged; only as the first leg."""

    inches: Length


class Ram(Struct, frozen=True, forbid_unknown_fields=True):
    """The last leg of a move that ends in an enemy hull: its direction; its length is what it takes."""

    target: Name
    heading: Heading


class Sail(Answer, frozen=True):
    """The move of one ship: legs (none: it stays) and perhaps a ram at the end."""

    unit: Name
    legs: Annotated[tuple[Union[Ahead, Astern], ...], Meta(max_length=_MOST_LEGS)] = ()
    ram: Ram | None = None


class Sailed(Struct, frozen=True):
    """A leg worked out: where it ends and how long it is."""

    step: str
    pose: Pose
    inches: float


class Impact(Struct, frozen=True):
    """A ram worked out: whom it meets, whether it is accurate and with how many dice it is thrown."""

    target: UnitId
    accurate: bool
    dice: int


class Course(Struct, frozen=True, tag_field="answer", tag="course"):
    """A move worked out. `length` is what it takes of the speed."""

    unit: UnitId
    legs: tuple[Sailed, ...] = ()
    length: float = 0.0
    impact: Impact | None = None


class Helm:
    """A ship under way while its course is worked out: bow, heading and what it has used of its speed."""

    __slots__ = ("bow", "heading", "left", "legs", "ship", "used")

    def __init__(self, ship: Unit, length: int, speed: float) -> None:
        self.ship = ship
        self.bow = bow_of(ship.here, length)
        self.heading = ship.here.degrees
        self.left = speed
        self.used = 0.0
        self.legs: list[Sailed] = []


@Question
@rule("sea.speed.meaning", "sea.move.distance", "sea.move.extra_rules")
def effective_speed(state: State, unit: Unit) -> int:
    """The inches a ship may sail now: its speed markers."""
    return unit.marks.get(SPEED, 0)


@rule("sea.game.turn", "sea.game.unit_turn", "sea.game.mark_done")
def may_act(state: State, seat: int, unit_id: UnitId) -> Unit | Refusal:
    """Only the player's own units that have not acted yet in this turn."""
    unit = state.units.get(unit_id)
    if unit is None:
        return invalid("unknown_unit", f"There is no unit {unit_id!r} on this table.")
    if unit.seat != seat:
        sentence = f"{describe(state, unit_id)} belongs to {state.match.seat_name(unit.seat)}."
        return illegal("not_your_unit", "sea.game.turn", sentence)
    if unit.status != ALIVE:
        return illegal("not_afloat", "sea.damage.removed", f"{describe(state, unit_id)} is not on the table.")
    if unit.marks.get("acted"):
        sentence = f"{describe(state, unit_id)} has acted in this turn; its card is turned."
        return illegal("already_acted", "sea.game.unit_turn", sentence)
    return unit


@rule("sea.move.free_path", "sea.geometry.astern")
def merged(legs: tuple[Ahead | Astern, ...]) -> tuple[Ahead | Astern, ...]:
    """Consecutive legs ahead in the same direction are one leg."""
    if len(legs) < 2:
        return legs
    found: list[Ahead | Astern] = []
    for leg in legs:
        last = found[-1] if found else None
        if isinstance(leg, Ahead) and isinstance(last, Ahead) and same_direction(leg.heading, last.heading):
            found[-1] = Ahead(last.heading, last.inches + leg.inches)
        else:
            found.append(leg)
    return tuple(found)


def same_direction(one: float, other: float) -> bool:
    """Whether two directions are one."""
    return abs(wrapped(one - other)) <= measures().same_direction_degrees


@rule("sea.move.free_path", "sea.move.by_length", "sea.geometry.astern", "sea.move.no_turn_in_place")
def check_shape(state: State, unit: Unit, legs: tuple[Ahead | Astern, ...], ram: Ram | None) -> Refusal | None:
    """What is wrong with the form of a path: legs too short, going astern too late, bends too sharp."""
    bend, shortest = agreed_bend(state, unit), inches(measures().shortest_leg_studs)
    for number, leg in enumerate(legs):
        if isinstance(leg, Astern) and number:
            sentence = f"Leg {number + 1} goes astern; only the first leg of a move may."
            return illegal("astern_late", "sea.geometry.astern", sentence, leg=number + 1)
        last = number == len(legs) - 1 and ram is None
        follows = bend if bend is not None and not last else None
        if leg.inches < (follows.leg if follows else shortest) - measures().length_tolerance:
            return _too_short(state, unit, number + 1, leg.inches, follows)
    return _check_bends(unit, legs, ram, bend) if bend is not None else None


@rule("sea.move.free_path", "sea.move.by_length")
def _too_short(state: State, unit: Unit, number: int, length: float, follows: Bend | None) -> Refusal:
    """The refusal of a leg that is too short, for a leg at all or for another one to follow it."""
    least = follows.leg if follows else inches(measures().shortest_leg_studs)
    long, needed = apart(length, least)
    clause = follows.clause if follows else "sea.move.free_path"
    sentence = f"Leg {number} is {long} inches long; it needs at least {needed}."
    if follows and follows.swept:
        studs = card_of(state, unit.id).length
        sentence = f"Leg {number} is {long} inches long; a ship of {studs} studs sails {needed} before it bends again."
    return illegal("leg_too_short", clause, sentence, leg=number, least=least)


@rule("sea.move.free_path", "sea.move.by_length")
def agreed_bend(state: State, unit: Unit) -> Bend | None:
    """The sharpest bend a ship may make, and how long a leg must be that another one follows; None: as it likes."""
    return _bend_of(state.match.options.turning, card_of(state, unit.id).length)


@rule("sea.move.by_length")
@cache
def _bend_of(turning: str, length: int) -> Bend | None:
    """By length a longer ship comes round in a wider curve, and its hull sweeps all the water between two headings."""
    numbers = measures()
    if turning == "free":
        return None
    if turning == "limited":
        return Bend(numbers.limited_turn_degrees, numbers.limited_leg_inches, "sea.move.free_path")
    least = max(numbers.by_length_leg_inches, numbers.by_length_leg_share * inches(length))
    return Bend(numbers.by_length_turn_degrees, least, "sea.move.by_length", swept=True)


def _check_bends(unit: Unit, legs: tuple[Ahead | Astern, ...], ram: Ram | None, agreed: Bend) -> Refusal | None:
    """No bend, the one at the start included, is sharper than was agreed."""
    most, heading = agreed.degrees, unit.here.degrees
    directions = [leg.heading for leg in legs if isinstance(leg, Ahead)] + ([ram.heading] if ram else [])
    for number, direction in enumerate(directions, start=1):
        bend = abs(wrapped(direction - heading))
        if bend > most + measures().angle_tolerance:
            turned, allowed = apart(bend, most)
            sentence = (
                f"A ship turns at most {allowed} degrees at a time; bend {number} is {turned}. "
                "Make several bends, with a leg between them."
            )
            return illegal("turn_too_sharp", agreed.clause, sentence, degrees=bend, most=most)
        heading = direction
    return None


@rule("sea.geometry.path_length", "sea.move.distance", "sea.damage.speed0", "sea.fort.card")
def check_length(state: State, unit: Unit, length: float, speed: float) -> Refusal | None:
    """A path may not be longer than the ship's speed now; nothing is rounded."""
    fort, sails = card_of(state, unit.id).kind == FORT, bool(unit.marks.get(SPEED))
    if sails and not fort and length <= speed + measures().length_tolerance:
        return None
    name = describe(state, unit.id)
    if fort:
        return illegal("fort_moves", "sea.fort.card", f"{name} is a fort and cannot move.")
    if not sails:
        return illegal("no_speed", "sea.damage.speed0", f"{name} has no speed left and cannot move.")
    way, most = apart(length, speed)
    sentence = f"{name} would sail {way} inches; its speed is {most}."
    return illegal("too_far", "sea.geometry.path_length", sentence, inches=length, speed=speed)


@rule("sea.geometry.islands")
def seaweed_toll(state: State, start: tuple[float, float], end: tuple[float, float]) -> float:
    """What seaweed adds to a leg, if it slows: the way of the bow inside it is charged again."""
    areas = sea_of(state).waters.seaweed
    if not areas or not state.match.options.seaweed_slow:
        return 0.0
    return length_inside(areas, *start, *end) * (measures().seaweed_cost - 1)


class Way(NamedTuple):
    """A leg under way: the heading of the hull with its cosine and sine, the bow before and after it, and the heading
    the hull had before."""

    heading: float
    c: float
    s: float
    start: tuple[float, float]
    end: tuple[float, float]
    before: float


@rule("sea.geometry.follow", "sea.move.measure")
def leg_way(bow: tuple[float, float], heading: float, leg: Ahead | Astern) -> Way:
    """Where a leg leads: ahead in its own direction, astern in the one the ship has."""
    x, y = bow
    if isinstance(leg, Astern):
        c, s = cosine_and_sine(heading)
        return Way(heading, c, s, bow, (x - leg.inches * c, y - leg.inches * s), heading)
    c, s = cosine_and_sine(leg.heading)
    return Way(leg.heading, c, s, bow, (x + leg.inches * c, y + leg.inches * s), heading)


@rule("sea.geometry.collision", "sea.geometry.follow", "sea.move.no_obstacle", "sea.geometry.edge")
def swept_free(state: State, unit: Unit, way: Way) -> str:
    """What is in the way of a leg, its first pose with the hull swung about the bow included; empty: nothing."""
    met = swung_into(state, unit, way)
    if met:
        return met
    length = card_of(state, unit.id).length
    _heading, c, s, start, end, _before = way
    behind, form, touch = half_length(length), hull_form(length), measures().contact_inches
    x, y = start[0] - behind * c, start[1] - behind * s
    dx, dy = end[0] - start[0], end[1] - start[1]
    found = obstacles(state)
    own = found.place.get(unit.id, -1)
    x0, y0, x1, y1 = form.box(x, y, c, s)
    left, low = (x0 + dx if dx < 0.0 else x0), (y0 + dy if dy < 0.0 else y0)
    right, high = (x1 + dx if dx > 0.0 else x1), (y1 + dy if dy > 0.0 else y1)
    if kernel.clear(found.scene, left, low, right, high, own):
        return ""
    shape = form.at(x, y, c, s)
    hit = kernel.overlapped(found.scene, shape, own, touch)
    if hit == -1:
        _share, hit = kernel.translate(found.scene, shape, dx, dy, own, touch)
    return what_is_there(found, hit)


@rule("sea.move.by_length", "sea.geometry.collision")
def swung_into(state: State, unit: Unit, way: Way) -> str:
    """Where it was agreed that the swing counts: what the hull meets at any heading between the one it had before a leg
    and that of the leg; empty: nothing."""
    bend = agreed_bend(state, unit)
    if bend is None or not bend.swept:
        return ""
    length, found = card_of(state, unit.id).length, obstacles(state)
    form, touch, (x, y) = hull_form(length), measures().contact_inches, way.start
    c, s = cosine_and_sine(way.before)
    hull = form.at(x - half_length(length) * c, y - half_length(length) * s, c, s)
    own, turn = found.place.get(unit.id, -1), wrapped(way.heading - way.before)
    return what_is_there(found, kernel.pivot(found.scene, hull, way.start, turn, own, touch)) if turn else ""


@rule("sea.move.no_obstacle", "sea.geometry.edge", "sea.geometry.follow")
def blocked(state: State, unit: Unit, leg: int, thing: str, way: Way) -> Refusal:
    """The refusal of a path that runs into something; the whole of it is refused.

    Where the hull cannot even begin the leg it is its stern that swings out, which nobody sees who looks at the bow.
    """
    name = describe(state, unit.id)
    behind = half_length(card_of(state, unit.id).length)
    x, y = way.start[0] - behind * way.c, way.start[1] - behind * way.s
    swings = swung_into(state, unit, way) != "" or in_the_way(state, unit.id, x, y, way.heading) != ""
    turning = f"Turning for leg {leg}, {name} would swing its stern"
    advice = "Sail ahead first, or turn less."
    if thing == EDGE:
        sentence = f"{turning} off the table. {advice}" if swings else f"On leg {leg} {name} would leave the table."
        return illegal("off_table", "sea.geometry.edge", sentence, leg=leg)
    met = describe(state, thing)
    sentence = f"{turning} into {met}. {advice}" if swings else f"On leg {leg} {name} would run into {met}."
    return illegal("in_the_way", "sea.move.no_obstacle", sentence, leg=leg, thing=thing)


@rule("sea.geometry.follow", "sea.geometry.collision", "sea.geometry.path_length", "sea.move.optional")
@rule("sea.move.by_length")
def sail_legs(state: State, helm: Helm, legs: tuple[Ahead | Astern, ...], curtly: bool = False) -> Refusal | None:
    """Work the legs of a path out: its length first, then whether every one of them is free."""
    if not legs:
        return None
    weeds = bool(sea_of(state).waters.seaweed) and state.match.options.seaweed_slow
    tolls = [seaweed_toll(state, way.start, way.end) for way in _ways(helm, legs)] if weeds else [0.0] * len(legs)
    for leg, toll in zip(legs, tolls, strict=True):
        helm.used += leg.inches + toll
    fault = check_length(state, helm.ship, helm.used, helm.left)
    if fault is not None:
        return fault
    length, found = card_of(state, helm.ship.id).length, obstacles(state)
    form, touch = hull_form(length), measures().contact_inches
    rows = [(leg.heading, leg.inches) if isinstance(leg, Ahead) else (helm.heading, -leg.inches) for leg in legs]
    own, behind = found.place.get(helm.ship.id, -1), half_length(length)
    bend = agreed_bend(state, helm.ship)
    facing = helm.heading if bend is not None and bend.swept else None
    hit, poses, x, y = kernel.towed(found.scene, form, behind, *helm.bow, rows, *stored_steps(), own, touch, facing)
    if hit != -1:
        return _SHUT if curtly else _met(state, helm, legs, len(poses), what_is_there(found, hit))
    for leg, pose in zip(legs, poses, strict=True):
        helm.legs.append(Sailed("astern" if isinstance(leg, Astern) else "ahead", Pose(*pose), leg.inches))
    helm.bow, helm.heading = (x, y), rows[-1][0]
    return None


def _ways(helm: Helm, legs: Iterable[Ahead | Astern]) -> Iterator[Way]:
    """Where the legs of a path lead, one after the other."""
    bow, heading = helm.bow, helm.heading
    for leg in legs:
        way = leg_way(bow, heading, leg)
        bow, heading = way.end, way.heading
        yield way


def _met(state: State, helm: Helm, legs: tuple[Ahead | Astern, ...], number: int, thing: str) -> Refusal:
    """The refusal of a path whose leg of this number, from 0, runs into something."""
    *_free, way = _ways(helm, legs[: number + 1])
    return blocked(state, helm.ship, number + 1, thing, way)


def course_events(course: Course) -> list[happened.Event]:
    """What a move does to the table: one event a leg. What it has spent tells later that the ship has moved."""
    spent = 0.0
    events: list[happened.Event] = []
    for leg in course.legs:
        spent += leg.inches
        coins = max(1, round(spent * _COIN))
        events.append(
            happened.UnitMoved(
                unit=course.unit,
                pose=leg.pose,
                step=leg.step,
                amount=leg.inches,
                spent=coins,
                clause=STEP_CLAUSES[leg.step],
            )
        )
    return events
