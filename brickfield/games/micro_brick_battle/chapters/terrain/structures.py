"""Low walls, low bridges, emplacements and bunkers: who has 2 DP more by one, and whose own cover it is."""

from __future__ import annotations

from brickfield.core.board import TokenId, Unit
from brickfield.core.clauses import rule
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.geometry import Shape, distance
from ...base.battlefield import footprint, softs, terrain
from ...base.grounds import under
from ...base.line_of_sight import Sight
from ...base.measures import measures
from ...base.modifiers import counts_for, soft_cover
from .bunkers import bunker_around, in_front
from .chapter import TERRAIN

Point = tuple[float, float]


@counts_for.amended(TERRAIN)
@rule("mbb.obst.lowwall.own", "mbb.obst.empl.own", "mbb.obst.empl.dp")
def covers_from_there(state: State, shooter: Unit, target: Unit, sight: Sight, number: int, counts: bool) -> bool:
    """Not what is the shooter's own, and an emplacement from its front."""
    soft = softs(state)
    (kind, source), shape = soft.kinds[number], soft.shapes[number]
    if not counts or is_own_cover(state, shooter, footprint(state, target), shape):
        return False
    if kind != "emplacement" or covered_all_round(state, target):
        return True
    return covers_from_the_front(state, source, sight.muzzle, target, shape)


@Question
@rule("mbb.obst.empl.dp")
def covered_all_round(state: State, target: Unit) -> bool:
    """Whether an emplacement covers a target from all sides; a vehicle it covers from the front."""
    return False


@soft_cover.amended(TERRAIN)
@rule("mbb.obst.bridge.low")
def covered_by_bridge(
    state: State, _shooter: Unit, target: Unit, sight: Sight, found: dict[str, str]
) -> dict[str, str]:
    """A low bridge covers who stands on it, whatever the line."""
    if sight.point_blank or "low_bridge" in found:
        return found
    bridge = low_bridge_under(state, target)
    return {**found, "low_bridge": bridge} if bridge else found


@rule("mbb.obst.lowwall.own", "mbb.obst.empl.own")
def is_own_cover(state: State, shooter: Unit, target: Shape, cover: Shape) -> bool:
    """A structure close to the shooter, and closer to it than to the target, does not hinder its own shot."""
    own = distance(footprint(state, shooter), cover)
    tolerance = measures().tolerance_inches
    return own <= measures().own_cover_inches + tolerance and own < distance(target, cover) - tolerance


@rule("mbb.obst.empl.dp")
def covers_from_the_front(state: State, token_id: TokenId, muzzle: Point, target: Unit, emplacement: Shape) -> bool:
    """An emplacement protects who is close behind it, against a barrel in front of it."""
    token, tolerance = state.tokens[token_id], measures().tolerance_inches
    if in_front(token, muzzle) <= tolerance or in_front(token, target.here.place) > tolerance:
        return False
    return distance(footprint(state, target), emplacement) <= measures().own_cover_inches + tolerance


@rule("mbb.obst.bridge.low", "mbb.obst.bridge.high")
def low_bridge_under(state: State, target: Unit) -> TokenId:
    """The low bridge a unit stands on; empty if it stands on none. A high one gives nothing to who is on it."""
    grounds = terrain(state).grounds
    if not grounds.decks or target.pose is None:
        return ""
    high = {deck.token for deck in grounds.high_decks}
    deck = under([each for each in grounds.decks if each.token not in high], *target.pose.place)
    return deck.token if deck is not None else ""


@rule("mbb.obst.bunker.arty")
def bunker_of(state: State, target: Unit) -> TokenId:
    """The bunker that protects a gun inside it; empty if there is none."""
    return min(bunker_around(state, target), default="")
