"""Move Action, what it costs: legs and how they merge, Movement Points for each kind of leg, and terrain."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import ceil, floor
from typing import Annotated, Union

from msgspec import Meta, Struct

from brickfield.core.asking.movers import StepOffer
from brickfield.core.clauses import rule
from brickfield.core.events import snake
from brickfield.geometry import Pose, Shape, unit
from .battlefield import Area, MechMatch
from .measures import measures

FORWARD, BACKWARD, LEFT, RIGHT, TURN = "forward", "backward", "left", "right", "turn"
CLAUSES = {
    FORWARD: "bm.move.forward",
    BACKWARD: "bm.move.backward",
    LEFT: "bm.move.sideways",
    RIGHT: "bm.move.sideways",
    TURN: "bm.move.turn",
}
_TITLES = {FORWARD: "Forward", BACKWARD: "Backward", LEFT: "Sideways left", RIGHT: "Sideways right"}
# Where a leg goes, in degrees off the facing.
_DIRECTIONS = {FORWARD: 0.0, BACKWARD: 180.0, LEFT: 90.0, RIGHT: -90.0}
# A border is ground of its area too; rounding must not decide that.
_ON_BORDER = 1e-9

Length = Annotated[float, Meta(ge=-1000, le=1000)]
Angle = Annotated[float, Meta(ge=-36000, le=36000)]


class Step(Struct, frozen=True, tag_field="step", tag=snake, forbid_unknown_fields=True):
    """One leg of an order as a player gives it."""


class Forward(Step, frozen=True):
    """Straight ahead."""

    bricks: Length


class Backward(Step, frozen=True):
    """Straight back, without turning."""

    bricks: Length


class Left(Step, frozen=True):
    """Sideways to the left, without turning."""

    bricks: Length


class Right(Step, frozen=True):
    """Sideways to the right, without turning."""

    bricks: Length


class Turn(Step, frozen=True):
    """Turn in place; to the left is positive."""

    degrees: Angle


AnyStep = Union[Forward, Backward, Left, Right, Turn]
_KINDS: dict[type, str] = {Forward: FORWARD, Backward: BACKWARD, Left: LEFT, Right: RIGHT, Turn: TURN}


class Leg(Struct, frozen=True):
    """A leg after merging: its kind and its length in Bricks or, for a turn, its degrees."""

    kind: str
    amount: float


# A place and facing that is not rounded to the table's grain: x, y, degrees.
Spot = tuple[float, float, float]


@rule("bm.move.turn")
def net_angle(degrees: float) -> float:
    """A turn reduced to the shortest way round, above -180 up to 180 degrees."""
    degrees = degrees % 360.0
    return degrees if degrees <= 180.0 else degrees - 360.0


def as_leg(step: AnyStep) -> Leg:
    """A leg as ordered."""
    return Leg(_KINDS[type(step)], step.degrees if isinstance(step, Turn) else step.bricks)


@rule("bm.move.rounding", "bm.move.turn", "bm.move.empty")
def merged(legs: Iterable[Leg]) -> tuple[Leg, ...]:
    """Neighbours of one kind become one leg, legs of nothing are struck out, until nothing changes any more."""
    nothing = measures().smallest_leg
    kept: list[Leg] = []
    for leg in legs:
        amount = net_angle(leg.amount) if leg.kind == TURN else leg.amount
        # striking out a leg may make neighbours of two of one kind, so each leg is merged with what is left before it
        if kept and kept[-1].kind == leg.kind:
            amount += kept.pop().amount
            amount = net_angle(amount) if leg.kind == TURN else amount
        if abs(amount) >= nothing:
            kept.append(Leg(leg.kind, amount))
    return tuple(kept)


# Cosine and sine of a direction; a move is looked at several times, by its price, its ground and its end.
_way = lru_cache(maxsize=4096)(unit)


@rule("bm.move.direction", "bm.move.turn_in_place")
def after(spot: Spot, leg: Leg, amount: float) -> Spot:
    """Where a unit is after so much of a leg: straight ahead, back or square sideways, or turned about its centre."""
    x, y, heading = spot
    if leg.kind == TURN:
        return x, y, heading + amount
    c, s = _way(heading + _DIRECTIONS[leg.kind])
    return x + amount * c, y + amount * s, heading


def spot_of(pose: Pose) -> Spot:
    """A pose as lengths and degrees."""
    return (*pose.place, pose.degrees)


def _whole(value: float) -> int:
    return max(0, ceil(value - measures().smallest_leg))


@rule("bm.move.forward", "bm.move.backward", "bm.move.sideways")
def rate_of(kind: str) -> int:
    """Movement Points for a Brick, or part of a Brick, of a kind of movement."""
    numbers = measures()
    if kind == FORWARD:
        return numbers.forward_points
    return numbers.backward_points if kind == BACKWARD else numbers.sideways_points


@rule("bm.move.forward", "bm.move.backward", "bm.move.sideways", "bm.move.turn", "bm.move.rounding")
def leg_cost(leg: Leg) -> int:
    """A part of a Brick is charged as a whole one, and so is a part of 90 degrees."""
    if leg.kind == TURN:
        return _whole(abs(leg.amount) / measures().turn_degrees)
    return _whole(leg.amount) * rate_of(leg.kind)


@rule("bm.move.forward", "bm.move.backward", "bm.move.sideways", "bm.move.turn", "bm.move.rounding")
def step_offers(match: MechMatch) -> tuple[StepOffer, ...]:
    """The kinds of legs and their prices; by the switch lengths of a kind are added before they are rounded."""
    together, right_angle = match.options.move_rounding == "per_action", measures().turn_degrees
    walks = [
        StepOffer(
            *(kind, title, "straight", "bricks", rate_of(kind), CLAUSES[kind]),
            bearing=_DIRECTIONS[kind],
            whole=True,
            together=_together(kind) if together else "",
        )
        for kind, title in _TITLES.items()
    ]
    turn = StepOffer(
        *(TURN, "Turn", "turn", "degrees", 1 / right_angle, CLAUSES[TURN]),
        whole=True,
        per=right_angle,
        together=TURN if together else "",
    )
    return (*walks, turn)


def _together(kind: str) -> str:
    """The kind under which lengths are added: left and right are one."""
    return LEFT if kind == RIGHT else kind


@rule("bm.move.rounding")
def _rounded_together(legs: tuple[Leg, ...]) -> int:
    """By the switch: all lengths of a kind are added before rounding, left and right being one kind."""
    sums = {FORWARD: 0.0, BACKWARD: 0.0, LEFT: 0.0, TURN: 0.0}
    for leg in legs:
        sums[_together(leg.kind)] += abs(leg.amount)
    return sum(leg_cost(Leg(kind, amount)) for kind, amount in sums.items())


@rule("bm.move.terrain")
def extra_bricks(area: Shape, spot: Spot, leg: Leg) -> int:
    """How many Bricks of a leg, counted from its start, the base centre spends in an area for more than a touch."""
    x, y, heading = spot
    c, s = _way(heading + _DIRECTIONS[leg.kind])
    low, high = 0.0, leg.amount
    for nx, ny, offset in area.edges:
        out, rate = nx * x + ny * y - offset - _ON_BORDER, nx * c + ny * s
        if abs(rate) < _ON_BORDER:
            if out > 0.0:
                return 0
        elif rate < 0.0:
            low = max(low, -out / rate)
        else:
            high = min(high, -out / rate)
    touch = measures().smallest_leg
    if high - low <= touch:
        return 0
    first, last = floor(low + touch), ceil(high - touch)
    return max(0, last - first)


@rule("bm.move.terrain")
def terrain_costs(areas: Iterable[Area], start: Spot, legs: tuple[Leg, ...]) -> tuple[int, ...]:
    """Extra points of each leg for its Bricks in areas; not multiplied, nothing for turns, overlapping areas add up."""
    return tuple(sum(points for _area, points in met) for met in dear_ground(areas, start, legs))


@rule("bm.move.terrain")
def dear_ground(areas: Iterable[Area], start: Spot, legs: tuple[Leg, ...]) -> tuple[tuple[tuple[str, int], ...], ...]:
    """The areas that make each leg dearer, each with what it adds."""
    found, spot = [], start
    for leg in legs:
        met = [(area.id, area.extra_cost * extra_bricks(area.shape, spot, leg)) for area in areas if leg.kind != TURN]
        found.append(tuple(each for each in met if each[1]))
        spot = after(spot, leg, leg.amount)
    return tuple(found)


@rule("bm.move.rounding", "bm.move.terrain", "bm.move.allowance")
def move_cost(match: MechMatch, start: Spot, legs: tuple[Leg, ...], points: int) -> int:
    """The Movement Points of a whole move for a Mech that has `points`.

    One forward leg of at most a Brick never costs more than all its points, so nobody is stuck for good.
    """
    if match.options.move_rounding == "per_action":
        cost = _rounded_together(legs)
    else:
        cost = sum(map(leg_cost, legs))
    if not match.areas:
        return cost
    cost += sum(terrain_costs(match.areas, start, legs))
    numbers = measures()
    short = numbers.always_possible_bricks + numbers.smallest_leg
    if len(legs) == 1 and legs[0].kind == FORWARD and legs[0].amount <= short:
        return min(cost, max(points, 1))
    return cost
