"""Line of sight of infantry: how far it sees, from where, and what never hides it: its own building, its own forest."""

from __future__ import annotations

from brickfield.core.board import TokenId, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.geometry import Shape, distance
from brickfield.geometry.nearest import on_outline
from ...base.battlefield import battle_of, card_of, describe, feature_of, footprint, terrain, token_shape
from ...base.grounds import pieces_under
from ...base.line_of_sight import window_towards
from ...base.views import Limit, near_enough, own_cover, own_sight, too_far_to_see
from .chapter import INFANTRY
from .infantry import building_of, gun_of, is_infantry, sight_in_weather, specialty_of
from .infantry_figures import SNIPER, fire_figures

Point = tuple[float, float]
_NOTHING: frozenset[TokenId] = frozenset()


@rule("inf.los.tall")
def in_tall_building(state: State, unit: Unit) -> bool:
    """Whether a unit looks out of a building or bunker of more than four bricks."""
    building = building_of(state, unit)
    feature = feature_of(battle_of(state), state.tokens[building]) if building else None
    return feature is not None and feature.height_bricks > fire_figures().tall_over_bricks


@rule("inf.los.range", "inf.los.tall", "inf.sniper.los", "inf.weather.order")
def sight_inches(state: State, unit: Unit) -> tuple[float, str]:
    """How far infantry sees and why: 12 inches, 18 out of a tall building, less in weather; then a sniper 5 further."""
    figures = fire_figures()
    tall = in_tall_building(state, unit)
    inches, clause = (figures.tall_sight_inches, "inf.los.tall") if tall else (figures.sight_inches, "inf.los.range")
    inches, clause = min((inches, clause), sight_in_weather(state))
    return inches + (figures.sniper_inches if specialty_of(unit) == SNIPER else 0.0), clause


@own_sight.amended(INFANTRY)
@rule("inf.los.range", "inf.geometry.range")
def sight_on_foot(state: State, unit: Unit, limit: Limit | None) -> Limit | None:
    """Infantry sees no further than its own limit, which the weather is in already."""
    return sight_inches(state, unit) if is_infantry(state, unit.id) else limit


@too_far_to_see.amended(INFANTRY)
@rule("inf.los.range", "inf.los.building_edge")
def too_far_on_foot(state: State, looker: Unit, aim: str, shape: Shape) -> Refusal | None:
    """Why infantry cannot see so far, with the numbers; None when it can."""
    if not is_infantry(state, looker.id) or near_enough(state, looker, shape):
        return None
    (limit, clause), away = sight_inches(state, looker), distance(footprint(state, looker), shape)
    sentence = f"{describe(state, looker.id)} cannot see {aim}: it is {away:.2f} inches away, and it sees {limit:g}."
    return illegal("out_of_sight", clause, sentence, inches=away, limit=limit)


@window_towards.amended(INFANTRY)
@rule("inf.los.building_edge", "inf.geometry.los", "inf.geometry.inside")
def out_of_the_building(state: State, unit: Unit, place: Point, window: Point | None) -> Point | None:
    """Out of a building infantry looks from the point of its outline nearest to the place."""
    building = building_of(state, unit)
    return on_outline(token_shape(state.tokens[building]), *place) if building else window


@rule("inf.hidden.forest")
def forest_of(state: State, unit: Unit) -> frozenset[TokenId]:
    """The forest infantry stands in, all its cells: its centre is in one that still stands. None inside a building."""
    forests = terrain(state).grounds.forests
    if not forests or unit.pose is None or not card_of(state, unit.id).markers or building_of(state, unit):
        return _NOTHING
    return pieces_under(forests, *unit.pose.place)


@own_cover.amended(INFANTRY)
@rule("inf.geometry.inside", "inf.hidden.forest", "inf.arty.attack", "inf.arty.bunker")
def cover_of_soldiers(state: State, unit: Unit, around: frozenset[TokenId | UnitId]) -> frozenset[TokenId | UnitId]:
    """What never hides a unit, nor anything from it: the building it is inside of, the forest it stands in.

    Of a gun that is the bunker it is in, and so it is of infantry that has joined the gun; the gun itself as well.
    """
    building = building_of(state, unit)
    if building:
        return frozenset((building,))
    gun = gun_of(state, unit) if unit.inside else ""
    if not gun:
        return forest_of(state, unit) | around
    return own_cover(state, state.units[gun]) | forest_of(state, unit) | {gun}
