"""Movement Phase: what steps cost, how far they go, and the order a player gives one unit at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import ceil
from typing import Annotated, Union, final

from msgspec import UNSET, Meta, Struct, UnsetType

from brickfield.core.board import ALIVE, TokenId, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.events import snake
from brickfield.core.kept import EVERY_FACT, kept
from brickfield.core.numbers import decimals_apart, number_text
from brickfield.core.questions import Permission, Question
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.geometry import STRAIGHT, TURN, Pose, kernel
from brickfield.geometry.grain import GRAIN
from .battlefield import Obstacles, card_of, describe, obstacles_to, vehicles_of
from .measures import movement
from .unit_stats import MP_GRAIN as MP_GRAIN
from .unit_stats import budget as budget
from .unit_stats import moves_freely as moves_freely
from .unit_stats import moves_once, stays

Length = Annotated[float, Meta(gt=0, le=1000)]
Angle = Annotated[float, Meta(ge=-1440, le=1440)]


class Step(Struct, frozen=True, tag_field="step", tag=snake, forbid_unknown_fields=True):
    """One leg of an order."""


@final
class Forward(Step, frozen=True):
    """Drive ahead along the heading."""

    inches: Length


@final
class Reverse(Step, frozen=True):
    """Drive backwards along the heading."""

    inches: Length


@final
class Pivot(Step, frozen=True):
    """Turn on the spot; to the left is positive."""

    degrees: Angle


@final
class Slide(Step, frozen=True):
    """Go straight in any direction without turning: only by quick-play and young players' rules."""

    heading: Annotated[float, Meta(ge=-1440, le=1440)]
    inches: Length


_NAMES: dict[type, str] = {Forward: "forward", Reverse: "reverse", Pivot: "pivot", Slide: "slide"}
AnyStep = Union[Forward, Reverse, Pivot, Slide]
Steps = Annotated[tuple[AnyStep, ...], Meta(min_length=1, max_length=64)]


class Move(Answer, frozen=True):
    """An order to one unit: steps in any sequence and number."""

    unit: Annotated[str, Meta(max_length=16)]
    steps: Steps


class Charge(Struct, frozen=True, array_like=True):
    """What the ground charges on a step: so far on the way (in grain), for this piece, so many MP."""

    at: int
    token: TokenId
    piece: str
    points: int
    wire: bool
    clause: str


class Taken(Struct, frozen=True):
    """A step as it was really carried out: where it ended, what it covered and cost, and what cut it short."""

    step: str
    pose: Pose
    amount: float
    cost: int
    stopped_by: str = ""
    # what the ground charged on the way; most steps meet nothing of the kind
    tolls: tuple[Charge, ...] | UnsetType = UNSET

    @property
    def charged(self) -> tuple[Charge, ...]:
        """The charges of this step."""
        return self.tolls or ()


@final
class Drive(Struct, frozen=True, tag_field="answer", tag="drive"):
    """An order worked out, and `steps` as it was given: what is carried out and, if a later step is refused, why."""

    unit: UnitId
    taken: tuple[Taken, ...]
    refused: Refusal | None = None
    steps: tuple[AnyStep, ...] | UnsetType = UNSET


@cache
def mp_tolerance() -> int:
    """What a sum of fractions may be over the points of a unit without breaking the rule."""
    return round(movement().mp_tolerance * MP_GRAIN)


@rule("mbb.move.max", "mbb.move.fraction")
def points_left(state: State, unit: Unit) -> float:
    """The MP a unit has left in this phase, fractions included."""
    return (budget(state, unit) - unit.marks.get("spent", 0)) / MP_GRAIN


@rule("mbb.quick.move")
def path_points(inches: float) -> float:
    """What a free path costs: an MP is an inch."""
    return inches / movement().quick_inches_per_mp


@rule("mbb.move.inches", "mbb.move.forward", "mbb.move.reverse", "mbb.move.turn", "mbb.quick.move", "mbb.young.stick")
def cost_of_driving(state: State, step: str, covered: int, free: bool) -> int:
    """What a step costs in grains: an inch ahead 1 MP, in reverse 2, a quarter turn 1; free paths pay inches only."""
    if step == "pivot":
        return 0 if free else turn_cost(state, covered)
    if free:
        return round(path_points(covered * MP_GRAIN / GRAIN))
    table = movement()
    per_inch = table.reverse_mp_per_inch if step == "reverse" else table.forward_mp_per_inch
    return round(covered * MP_GRAIN // GRAIN * per_inch)


# What any step costs, those included that chapters bring.
cost_of = Question(cost_of_driving)


@rule("mbb.move.turn")
def turn_cost(state: State, angle: int) -> int:
    """A turn costs its share of 90 degrees; by the house rule every 90 degrees begun costs a whole point."""
    per_point = round(movement().turn_degrees_per_mp * GRAIN)
    if state.match.options.turn_cost == "per_started_90":
        return ceil(angle / per_point) * MP_GRAIN
    return angle * MP_GRAIN // per_point


@rule("mbb.move.sideways", "mbb.move.fraction")
def cannot_be_asked(state: State, unit: Unit, step: AnyStep) -> Refusal:
    """Why a step is not even begun: it asks for nothing, or it would slide, and vehicles go along their hull only."""
    if leg_of(step, 0)[2] == 0:
        return illegal("no_movement", "mbb.move.fraction", "A step of 0 inches or 0 degrees is not a move.")
    name = describe(state, unit.id)
    sentence = f"{name} cannot slide: vehicles move only along their hull, forward or in reverse."
    return illegal("sideways", "mbb.move.sideways", sentence)


@rule("mbb.move.turn.pivot", "mbb.move.sideways")
def leg_of(step: AnyStep, heading: int) -> tuple[int, int, int]:
    """A step as the ground sees it: a turn about the centre, or a way along a heading, backwards if negative."""
    if type(step) is Pivot:
        return TURN, 0, round(step.degrees * GRAIN)
    if type(step) is Slide:
        return STRAIGHT, round(step.heading * GRAIN), round(step.inches * GRAIN)
    return STRAIGHT, heading, round((-step.inches if type(step) is Reverse else step.inches) * GRAIN)


@rule("mbb.geometry.collision", "mbb.geometry.simultaneous", "mbb.move.fraction", "mbb.geometry.friends")
def over_the_ground(
    state: State, unit: Unit, steps: tuple[AnyStep, ...], field: Obstacles
) -> list[tuple[int, int, int, int, int]]:
    """Where each step that can be asked for ends: x, y, heading, what it covers and what it meets.

    A drive is cut at the first contact, and of several things at the same distance the one placed first stops it. A
    turn that would overlap anything at any angle is not made, and nothing after it.
    """
    pose, card = unit.pose, card_of(state, unit.id)
    assert pose is not None
    legs = []
    start = heading = pose.heading
    for step in steps:
        leg = leg_of(step, heading)
        if not leg[2] or (type(step) is Slide and not moves_freely(state, unit.seat)):
            break
        legs.append(leg)
        if leg[0] == TURN:
            heading += leg[2]
    own = field.place[unit.id]
    return kernel.course(field.scene, card.length_inches, card.width_inches, pose.x, pose.y, start, legs, own)


@rule("mbb.geometry.collision")
def turn_blocked(state: State, unit: Unit, step: Pivot, what: str) -> Refusal:
    """A turn on the spot is whole or not at all, and one that is refused costs nothing."""
    name, obstacle = describe(state, unit.id), describe(state, what)
    sentence = f"{name} cannot turn {number_text(step.degrees)} degrees: it would overlap {obstacle}."
    return illegal("turn_blocked", "mbb.geometry.collision", sentence, obstacle=what, degrees=step.degrees)


@rule("mbb.move.max", "mbb.move.fraction", "mbb.move.reverse", "mbb.move.turn")
def too_dear(state: State, unit: Unit, taken: Taken, left: int) -> Refusal | None:
    """A step is legal when the MP left after it are not below 0, measured on the step as obstacles leave it."""
    if left - taken.cost >= -mp_tolerance():
        return None
    cost, have = taken.cost / MP_GRAIN, max(0.0, left / MP_GRAIN)
    clause, price = price_of(state, unit.seat, taken.step)
    unit_word = "degrees" if taken.step == "pivot" else "inches"
    decimals = decimals_apart(cost, have)
    if taken.charged:
        price += f" and the ground {charges_in_words(state, taken.charged)}"
    sentence = (
        f"{describe(state, unit.id)} cannot {_VERBS[taken.step]} "
        f"{number_text(abs(taken.amount), decimals)} {unit_word}: "
        f"{price} ({number_text(cost, decimals)} MP) and it has {number_text(have, decimals)} MP left."
    )
    return illegal("not_enough_mp", clause, sentence, cost=cost, left=have, step=taken.step)


_VERBS = {"forward": "drive", "reverse": "reverse", "pivot": "turn", "slide": "go"}
# The clause of each step by the base rules.
CLAUSES = {
    "forward": "mbb.move.forward",
    "reverse": "mbb.move.reverse",
    "pivot": "mbb.move.turn",
}


@Question
@rule("mbb.move.any_number")
def clause_of(state: State, seat: int, step: str) -> str:
    """The clause a step goes by."""
    return CLAUSES.get(step, "mbb.move.any_number")


def price_of(state: State, seat: int, step: str) -> tuple[str, str]:
    """The clause by which a step is too dear, and the price in words."""
    table = movement()
    clause = clause_of(state, seat, step)
    match clause:
        case "mbb.move.forward":
            return "mbb.move.max", f"driving forward costs {table.forward_mp_per_inch:g} MP per inch"
        case "mbb.move.reverse":
            return clause, f"reversing costs {table.reverse_mp_per_inch:g} MP per inch"
        case "mbb.move.turn":
            return clause, f"turning costs 1 MP for every {table.turn_degrees_per_mp:g} degrees"
        case "mbb.young.stick":
            return clause, f"a move is no longer than the stick of {table.stick_inches:g} inches"
    return clause, "a free path costs its length"


# A step over ground that charges: what is left of it with so many points, and where a unit stands that was stopped.
ChargingGround = Callable[[State, Unit, Taken, int], tuple[Taken | Refusal, Unit | None]]


@Question
@rule("mbb.move.max")
def ground_on_the_way(state: State, unit: Unit) -> ChargingGround | None:
    """The ground as it charges a unit for one order, step by step; None: it charges nothing."""
    return None


def charges_in_words(state: State, charges: tuple[Charge, ...]) -> str:
    """Charges in words, for a refusal."""
    parts = [f"{each.points} MP for {state.tokens[each.token].kind} {each.piece}" for each in charges if each.points]
    return " and ".join(parts)


@rule("mbb.move.fraction", "mbb.move.zero", "mbb.move.any_number")
def drive(state: State, unit: Unit, steps: tuple[AnyStep, ...]) -> Drive | Refusal:
    """Work an order out step by step. A step that fails is refused whole; those before it stand, later ones fall."""
    whole = budget(state, unit)
    left = whole - unit.marks.get("spent", 0)
    if whole <= 0:
        sentence = f"{describe(state, unit.id)} has 0 Movement Points: it can neither move nor turn."
        return illegal("no_movement_points", "mbb.move.zero", sentence)
    field = obstacles_to(state, unit.id)
    ways = over_the_ground(state, unit, steps, field)
    ground = ground_on_the_way(state, unit)
    free = moves_freely(state, unit.seat)
    refused: Refusal | None = None
    taken: list[Taken] = []
    for number, step in enumerate(steps):
        if number == len(ways):
            refused = cannot_be_asked(state, unit, step)
            break
        worked = _on_its_way(state, unit, step, ways[number], free, field)
        if ground is not None and type(worked) is Taken:
            here = Unit(unit.id, unit.seat, unit.card, unit.status, taken[-1].pose if taken else unit.pose, unit.marks)
            worked, short = ground(state, here, worked, left)
            if short is not None:
                ways[number + 1 :] = over_the_ground(state, short, steps[number + 1 :], field)
        if type(worked) is Refusal:
            refused = worked
            break
        # a step is dear before it is anything else
        refused = too_dear(state, unit, worked, left) if left < worked.cost else None
        refused = refused or may_take(state, unit, taken, worked)
        if refused is not None:
            break
        left -= worked.cost
        taken.append(worked)
    return refused if refused is not None and not taken else Drive(unit.id, tuple(taken), refused)


def _on_its_way(
    state: State, unit: Unit, step: AnyStep, way: tuple[int, int, int, int, int], free: bool, field: Obstacles
) -> Taken | Refusal:
    """A step as the ground leaves it, with its cost; a turn that something is in the way of is refused."""
    x, y, heading, amount, hit = way
    covered = abs(amount)
    if type(step) is Pivot:
        if hit != -1:
            return turn_blocked(state, unit, step, field.thing(hit))
    else:
        amount = covered
    name = _NAMES[type(step)]
    cost = cost_of_driving(state, name, covered, free)
    return Taken(name, Pose(x, y, heading), amount / GRAIN, cost, "" if hit == -1 else field.thing(hit))


@Permission
@rule("mbb.move.any_number")
def may_take(state: State, unit: Unit, taken: Sequence[Taken], step: Taken) -> Refusal | None:
    """Why a unit does not take a step that it can pay for, after those it has taken; None: it does."""
    return None


@rule("mbb.move.optional", "mbb.move.any_number", "mbb.turn.active", "mbb.team.control")
def may_move(state: State, seat: int, unit_id: UnitId) -> Unit | Refusal:
    """Only living units of the active player move."""
    unit = state.units.get(unit_id)
    if unit is None:
        return invalid("unknown_unit", f"There is no unit {unit_id!r} on this table.")
    if unit.seat != seat:
        sentence = f"{describe(state, unit_id)} belongs to {state.match.seat_name(unit.seat)}."
        return illegal("not_your_unit", "mbb.turn.active", sentence)
    if unit.status != ALIVE:
        sentence = f"{describe(state, unit_id)} is not on the table as a living unit."
        return illegal("not_alive", "mbb.wreck.immovable", sentence)
    return stays(state, unit) or unit


@rule("mbb.move.max", "mbb.young.stick", "inf.move.last")
def movable_units(state: State, seat: int) -> list[Unit]:
    """The units of a seat that can still go somewhere: with points to spend, or with the stick not laid yet."""
    return list(_movable(state, seat).values())


def _still_movable(
    state: State, before: dict[UnitId, Unit], moved: tuple[UnitId, ...], _seat: int
) -> dict[UnitId, Unit]:
    movable = before.copy()
    for unit_id in moved:
        if unit_id in movable:
            movable[unit_id] = unit = state.units[unit_id]
            if not can_go_on(state, unit):
                del movable[unit_id]
    return movable


@kept(facts=EVERY_FACT, after_moves=_still_movable)
def _movable(state: State, seat: int) -> dict[UnitId, Unit]:
    return {unit.id: unit for unit in vehicles_of(state, seat) if can_go_on(state, unit)}


@rule("mbb.move.max", "mbb.young.stick")
def can_go_on(state: State, unit: Unit) -> bool:
    """Whether a unit has points left to spend; with the stick, whether it is still in the hand."""
    spent = unit.marks.get("spent", 0)
    if spent and moves_once(state, unit.seat):
        return False
    return budget(state, unit) - spent > mp_tolerance() and stays(state, unit) is None


@rule("mbb.quick.move", "mbb.young.stick")
def turnable_units(state: State, seat: int) -> list[Unit]:
    """The units that may still turn because facing is free for their seat, however far they have gone."""
    if not moves_freely(state, seat):
        return []
    return [unit for unit in vehicles_of(state, seat) if budget(state, unit) > 0 and stays(state, unit) is None]
