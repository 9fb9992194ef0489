"""Views: everything that hides one thing from another, past what is opaque for others only."""

from __future__ import annotations

from brickfield.core.board import TokenId, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.kept import kept
from brickfield.core.questions import Permission, Question
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry import Shape, distance
from .battlefield import Sights, footprint, place_of, sights, terrain
from .measures import measures

Point = tuple[float, float]
NOTHING: frozenset[TokenId] = frozenset()
# How far somebody sees, in inches, and by which clause.
Limit = tuple[float, str]


@Question
@rule("mbb.los.unlimited")
def own_sight(state: State, unit: Unit) -> Limit | None:
    """How far a unit sees of itself; None: as far as nothing is in the way."""
    return None


@Question
@rule("mbb.los.unlimited")
def sight_range(state: State) -> float | None:
    """How far anybody sees on this table who has no sight of the own, in inches; None: any distance."""
    return None


def is_within(state: State, inches: float) -> bool:
    """Whether something so far away can be seen on this table by distance alone."""
    limit = sight_range(state)
    return limit is None or inches <= limit + measures().tolerance_inches


def within_sight(state: State, one: Shape, other: Shape) -> bool:
    """Whether the nearest points of two outlines are near enough to each other: part of a target is enough."""
    return sight_range(state) is None or is_within(state, distance(one, other))


@rule("mbb.los.unlimited")
def near_enough(state: State, looker: Unit, shape: Shape) -> bool:
    """Whether something is within sight by distance alone; what limits sight binds everybody without a sight of its
    own, in which it is already."""
    limit = own_sight(state, looker)
    if limit is None:
        return within_sight(state, footprint(state, looker), shape)
    return distance(footprint(state, looker), shape) <= limit[0] + measures().tolerance_inches


@Question
@rule("mbb.los.unlimited")
def hidden_from_above(state: State, place: tuple[float, float]) -> bool:
    """Whether nobody above a place sees what is below, however near that is."""
    return False


@Permission
@rule("mbb.los.unlimited")
def too_far_to_see(state: State, looker: Unit, aim: str, shape: Shape) -> Refusal | None:
    """Why distance alone hides something, which is called `aim`, from a unit; None when it does not."""
    return None


@Question
@rule("mbb.geometry.blockers")
def own_cover(state: State, unit: Unit) -> frozenset[TokenId | UnitId]:
    """What never hides a unit, nor anything from it, because it is inside of it."""
    return NOTHING


@kept(by="match")
def _all_see_alike(state: State) -> bool:
    """Whether nothing limits sight in this battle, and nobody is inside of what hides others."""
    match = state.match
    return not any(question.amended_in(match) for question in (own_sight, sight_range, own_cover))


@Question
@rule("mbb.los.definition")
def in_view(state: State, eye: Point, place: Point) -> bool:
    """Whether a place can be seen from another, as far as the ground itself goes."""
    return True


@Question
@rule("mbb.los.definition")
def seen_past(state: State, eye: Point, place: Point) -> frozenset[TokenId]:
    """What is no hindrance between two places, though it hides other things."""
    return NOTHING


@Question
@rule("mbb.los.definition")
def hides_alone(state: State, place: Point) -> frozenset[TokenId]:
    """The pieces that hide a place from others though they do not stand before it."""
    return NOTHING


@Permission
@rule("mbb.los.definition")
def too_low_to_see(state: State, looker: Unit, aim: str, place: Point) -> Refusal | None:
    """Why the ground alone hides something, which is called `aim`, from a unit; None when it does not."""
    return None


@Question
def walled_in(state: State, target: Unit) -> bool:
    """Whether walls all around a target stand for all its cover, and nothing else hinders a shot at it."""
    return False


@rule("mbb.terrain.hill.through", "mbb.obst.bunker.opaque", "mbb.weather.part_visible", "mbb.weather.hidden")
def view_of_unit(state: State, shooter: Unit, target: Unit) -> Sights | None:
    """What hides a unit from another, or None when the weather or the ground alone hides all of it."""
    past = NOTHING
    if not _all_see_alike(state):
        if not near_enough(state, shooter, footprint(state, target)):
            return None
        past = own_cover(state, shooter) | own_cover(state, target)
    if not terrain(state).grounds.overlooked:
        return sights(state, shooter.seat, past)
    eye, place = place_of(shooter), place_of(target)
    if not in_view(state, eye, place):
        return None
    return sights(state, shooter.seat, seen_past(state, eye, place) | past)


@rule("mbb.terrain.hill.border", "mbb.terrain.hill.at", "mbb.weather.obstacles")
def view_of_piece(state: State, shooter: Unit, shape: Shape) -> Sights | None:
    """What hides a piece or section of terrain from a unit, or None when the weather or the ground alone does."""
    if not near_enough(state, shooter, shape):
        return None
    past = own_cover(state, shooter)
    if not terrain(state).grounds.overlooked:
        return sights(state, shooter.seat, past)
    eye, place = place_of(shooter), shape.centre
    if not in_view(state, eye, place):
        return None
    return sights(state, shooter.seat, seen_past(state, eye, place) | past)
