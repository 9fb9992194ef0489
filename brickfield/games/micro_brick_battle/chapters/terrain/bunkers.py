"""Bunkers: the gun inside one, and what is in front of one."""

from __future__ import annotations

from brickfield.core.board import Token, TokenId, Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.geometry import direction
from brickfield.geometry.grain import GRAIN
from ...base.battlefield import card_of, footprint, terrain
from ...base.grounds import ARTILLERY_BUNKER, SPOTTING_BUNKER, Ground, wholly_inside
from ...base.measures import measures

Point = tuple[float, float]
_NO_BUNKER: frozenset[TokenId] = frozenset()


def _bunkers(state: State, kind: str) -> list[Ground]:
    return [each for each in terrain(state).grounds.bunkers if each.kind == kind]


@rule("mbb.obst.bunker.opaque", "mbb.obst.bunker.arty")
def bunker_around(state: State, unit: Unit) -> frozenset[TokenId]:
    """The Artillery Bunker a gun is in: wholly inside its outline, border included. Nothing but artillery is inside."""
    if card_of(state, unit.id).rules != "artillery" or not terrain(state).grounds.bunkers or unit.pose is None:
        return _NO_BUNKER
    shape = footprint(state, unit)
    return frozenset([each.token for each in _bunkers(state, ARTILLERY_BUNKER) if wholly_inside(shape, each.shape)])


@rule("mbb.geometry.feature_facing")
def in_front(token: Token, place: Point, from_centre: bool = False) -> float:
    """How far a point is beyond the front side of a bunker or emplacement, or beyond the line through its centre."""
    c, s = direction(token.pose.heading)
    x, y = place[0] - token.pose.x / GRAIN, place[1] - token.pose.y / GRAIN
    depth = 0.0 if from_centre else token.width / GRAIN / 2
    return c * y - s * x - depth


@rule("mbb.obst.bunker.arty_arc")
def fires_out_of_bunker(state: State, gun: Unit, place: Point) -> bool:
    """Whether a gun can fire at a place: out of a bunker only at what is in front of the line through its centre."""
    around = bunker_around(state, gun)
    if not around:
        return True
    tolerance = measures().tolerance_inches
    return all(in_front(state.tokens[each], place, from_centre=True) > tolerance for each in around)


@rule("mbb.obst.bunker.spot", "mbb.geometry.muzzle.spotter")
def spotting_bunkers(state: State, seat: int) -> list[Token]:
    """The Spotting Bunkers of a seat and its allies that stand: each spots for its owner's side.

    One with enemy infantry inside spots for nobody.
    """
    tokens = [state.tokens[each.token] for each in _bunkers(state, SPOTTING_BUNKER)]
    own = [token for token in tokens if token.seat >= 0 and state.match.allied(token.seat, seat)]
    return [token for token in own if not _taken(state, token)]


@rule("inf.los.building_edge", "mbb.obst.bunker.spot")
def _taken(state: State, bunker: Token) -> bool:
    """Whether enemies of its owner are inside a bunker."""
    allied = state.match.allied
    inside = (unit for unit in state.units.values() if unit.inside == bunker.id and unit.alive)
    return any(not allied(unit.seat, bunker.seat) for unit in inside)


@rule("mbb.obst.bunker.spot", "mbb.geometry.muzzle.spotter", "mbb.geometry.feature_facing")
def eye_of(token: Token) -> Point:
    """The eye of a Spotting Bunker: the middle of its front side."""
    c, s = direction(token.pose.heading)
    half = token.width / GRAIN / 2
    return token.pose.x / GRAIN - s * half, token.pose.y / GRAIN + c * half
