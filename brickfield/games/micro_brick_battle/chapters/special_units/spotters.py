"""Spotters: units and bunkers that lend their sight to self-propelled guns and artillery."""

from __future__ import annotations

from collections.abc import Iterable

from brickfield.core.board import ALIVE, FLYING, Token, TokenId, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.kept import kept
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.geometry import Pose, Shape, direction, kernel, rectangle_at, without
from ...base.battlefield import footprint, place_of, sights, token_shape
from ...base.line_of_sight import (
    FRONT,
    Sight,
    eye_point,
    look,
    sees_piece,
    sees_target,
    sees_target_piece,
    sight_of,
    spotter_for,
)
from ...base.unit_stats import fires_over
from ...base.views import within_sight
from ..airplanes.airplane_shooting import spots_from_above
from ..terrain.bunkers import bunker_around, eye_of, in_front, spotting_bunkers
from ..terrain.hills import hill_hides, hill_under, looked_past
from .chapter import SPECIAL_UNITS

Point = tuple[float, float]
# Beyond the far corner of every table: how far the ground behind a bunker is cut away.
_FAR = 1000.0


@Question
@rule("mbb.spot.los")
def guns_need_no_spotter(state: State, seat: int) -> bool:
    """Whether the guns of a seat fire in this phase as if everything off the hills were spotted."""
    return False


@Question
@rule("mbb.spot.los")
def spotters_are_jammed(state: State, seat: int) -> bool:
    """Whether nobody may spot for the guns of a seat in this phase."""
    return False


@rule("mbb.spot.who", "inf.spotter")
def spotters(state: State, gun: Unit) -> list[Unit]:
    """Whoever may spot for a gun: every living unit of its side on the table or above it, but the gun itself."""
    return [unit for unit in _side_of(state, gun.seat) if unit.id != gun.id]


def _side_of(state: State, seat: int) -> Iterable[Unit]:
    """The living units of the side of a seat, those on the ground before those above it."""
    own = [unit for unit in state.units.values() if state.match.allied(unit.seat, seat)]
    return (unit for status in (ALIVE, FLYING) for unit in own if unit.status == status)


@rule("mbb.spot.who", "mbb.geometry.muzzle.spotter", "mbb.geometry.blockers")
def spotted(state: State, spotter: Unit, target: Unit) -> Sight:
    """What a spotter sees of a unit: all round, whatever its gun, with its own eye and by its own sight alone."""
    return look(state, spotter, target, eye_point(state, spotter, place_of(target)))


def _spots(state: State, spotter: Unit, target: Unit) -> bool:
    if spotter.status == FLYING:
        return spots_from_above(state, spotter, target.id)
    return spotted(state, spotter, target).seen


@rule("mbb.spot.los", "mbb.spg.spotter", "mbb.spot.still_shoots", "mbb.obst.bunker.spot")
def spotter_of(state: State, gun: Unit, target: Unit) -> str:
    """Who spots a target for a gun: a unit, the first in the order of purchase, a plane, or a bunker; empty: nobody.

    One may spot for any number of guns, may have moved, and shoots as if it had not spotted.
    """
    if spotters_are_jammed(state, gun.seat):
        return ""
    for name in _who_spot(state, gun, target):
        if name != gun.id and sees_onto_hill(state, gun, stands_at(state, name), place_of(target)):
            return name
    return ""


@rule("mbb.spot.who", "mbb.terrain.hill.border")
def stands_at(state: State, spotter: str) -> Point | None:
    """Where a unit or bunker that spots stands; nowhere, when it flies: an airplane is never on a hill."""
    if spotter in state.tokens:
        return state.tokens[spotter].pose.place
    unit = state.units[spotter]
    return None if unit.status == FLYING else place_of(unit)


def _who_spot(state: State, gun: Unit, target: Unit) -> list[str]:
    """All that spot a unit for the side of a gun, the gun itself among them."""
    if state.units.get(target.id) is target:
        return _who_spot_standing(state, gun.seat, target.id)
    return _look_out(state, gun.seat, target)


@kept
def _who_spot_standing(state: State, seat: int, target_id: UnitId) -> list[str]:
    return _look_out(state, seat, state.units[target_id])


def _look_out(state: State, seat: int, target: Unit) -> list[str]:
    found = [unit.id for unit in _side_of(state, seat) if _spots(state, unit, target)]
    return found + [token.id for token in spotting_bunkers(state, seat) if bunker_spots(state, token, target)]


@rule("mbb.terrain.hill.spg")
def sees_onto_hill(state: State, gun: Unit, spotter: Point | None, target: Point) -> bool:
    """For a target on a hill the spotter must be on that hill too, unless the gun is on a hill itself."""
    hill = hill_under(state, target)
    if not hill or hill_under(state, place_of(gun)):
        return True
    return spotter is not None and bool(hill & hill_under(state, spotter))


@rule("mbb.obst.bunker.spot", "mbb.obst.bunker.spot_arc", "mbb.obst.bunker.opaque", "mbb.terrain.hill.border")
@rule("mbb.weather.spotters")
def bunker_spots(state: State, bunker: Token, target: Unit) -> bool:
    """Whether a Spotting Bunker sees a unit: some part of it that lies in front of the line of its front side."""
    return _bunker_sees(state, bunker, footprint(state, target), target.id, bunker_around(state, target))


def _bunker_sees(state: State, bunker: Token, shape: Shape, name: str, past: frozenset[TokenId]) -> bool:
    # it looks out of the middle of its front, and is on a hill when its centre is
    eye, place = eye_of(bunker), bunker.pose.place
    if hill_hides(state, place, shape.centre) or not within_sight(state, token_shape(bunker), shape):
        return False
    view = sights(state, bunker.seat, looked_past(state, place, shape.centre) | past | {bunker.id})
    skip = view.place.get(name, -1)
    # any side will do to begin with: what counts is whether some part of the outline is seen
    parts = in_front_of(bunker, shape)
    return any(kernel.sight(view.scene, *eye, part, FRONT % len(part.points), skip, skip)[1] for part in parts)


@rule("mbb.obst.bunker.spot_arc")
def in_front_of(bunker: Token, shape: Shape) -> list[Shape]:
    """The parts of a shape that lie strictly in front of the line through the front side of a bunker."""
    if all(in_front(bunker, point) > 0.0 for point in shape.points):
        return [shape]
    ahead_x, ahead_y = direction(bunker.pose.heading)
    x, y = eye_of(bunker)
    behind = Pose.at(x + ahead_y * _FAR / 2, y - ahead_x * _FAR / 2, bunker.pose.degrees)
    return without(shape, [rectangle_at(behind, 2 * _FAR, _FAR)])


@sees_target.amended(SPECIAL_UNITS)
@rule("mbb.spot.los", "mbb.spg.over", "mbb.arty.over")
def sees_or_is_spotted_for(state: State, unit: Unit, target: Unit, seen: bool) -> bool:
    """Guns that fire over everything do so at what a spotter, or a flight of reconnaissance, sees for them too."""
    if seen or not fires_over(state, unit.id):
        return seen
    return seen_by_recon(state, unit, place_of(target)) or bool(spotter_of(state, unit, target))


@rule("mbb.card.scenario")
def seen_by_recon(state: State, gun: Unit, place: Point) -> bool:
    """Whether a card lets a gun fire as if spotted: at everything on the ground that is not on a hill."""
    return guns_need_no_spotter(state, gun.seat) and not hill_under(state, place)


@sees_target_piece.amended(SPECIAL_UNITS)
@rule("mbb.spot.los", "mbb.geometry.obstacle_los")
def piece_is_spotted_for(state: State, unit: Unit, token_id: TokenId, seen: bool) -> bool:
    """The same of pieces of terrain."""
    if seen or not fires_over(state, unit.id):
        return seen
    place = token_shape(state.tokens[token_id]).centre
    return seen_by_recon(state, unit, place) or bool(spotter_of_piece(state, unit, token_id))


@rule("mbb.spot.los", "mbb.geometry.obstacle_los", "mbb.obst.bunker.spot")
def spotter_of_piece(state: State, gun: Unit, token_id: TokenId) -> str:
    """Who spots a piece of terrain for a gun: a unit, or a bunker; empty: nobody does."""
    if spotters_are_jammed(state, gun.seat):
        return ""
    shape = token_shape(state.tokens[token_id])
    for spotter in spotters(state, gun):
        near = sees_onto_hill(state, gun, stands_at(state, spotter.id), shape.centre)
        if near and _spots_piece(state, spotter, token_id):
            return spotter.id
    for bunker in spotting_bunkers(state, gun.seat):
        near = sees_onto_hill(state, gun, bunker.pose.place, shape.centre)
        if near and _bunker_sees(state, bunker, shape, token_id, frozenset()):
            return bunker.id
    return ""


def _spots_piece(state: State, spotter: Unit, token_id: TokenId) -> bool:
    if spotter.status == FLYING:
        return spots_from_above(state, spotter, token_id)
    return sees_piece(state, spotter, token_id, all_round=True)


@spotter_for.amended(SPECIAL_UNITS)
@rule("mbb.spot.los", "mbb.spg.spotter")
def spotter_for_gun(state: State, gun: Unit, target_id: str, before: str) -> str:
    """A declared shot of a gun that does not see its target rests on the sight of its spotter."""
    if not fires_over(state, gun.id) or (target_id in state.units and state.units[target_id].status == FLYING):
        return before
    if target_id in state.tokens:
        return "" if sees_piece(state, gun, target_id) else spotter_of_piece(state, gun, target_id)
    target = state.units[target_id]
    return "" if sight_of(state, gun, target).seen else spotter_of(state, gun, target)
