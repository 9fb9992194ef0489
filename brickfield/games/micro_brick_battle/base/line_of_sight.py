"""Line of sight: where the barrel is, which side of the target it faces, and how much of that side is hidden."""

from __future__ import annotations

from math import atan2, degrees, hypot

from msgspec import Struct

from brickfield.core.board import TokenId, Unit
from brickfield.core.clauses import rule
from brickfield.core.kept import kept_of_pairs
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.geometry import Pose, Shape, arc_touches, direction, kernel, point_distance, point_in
from brickfield.geometry.grain import GRAIN
from .battlefield import card_of, footprint, token_shape
from .measures import measures
from .unit_cards import UnitCard
from .views import view_of_piece, view_of_unit

# Sides of a rectangle in the order of its corners.
LEFT, REAR, RIGHT, FRONT = range(4)
SIDE_NAMES = ("left", "rear", "right", "front")


class Sight(Struct, frozen=True, gc=False):
    """What a barrel sees of a target. `side` is the facing side, `hidden` the hidden share of it.

    At point blank (`point_blank`) the barrel is inside the target: nothing hides it, and the side is the one the
    shooter's centre faces. When even that centre is inside the target there is no rear shot.
    """

    muzzle: tuple[float, float]
    side: int
    hidden: float
    seen: bool
    point_blank: bool = False
    rear_shot: bool = False


@rule("mbb.geometry.muzzle", "mbb.geometry.muzzle.fixed")
def muzzle(state: State, shooter: Unit, towards: tuple[float, float]) -> tuple[float, float]:
    """The barrel point: half a length from the centre, towards the target's centre, or straight ahead if fixed."""
    card: UnitCard = state.match.cards[shooter.id]
    pose, reach = shooter.pose, card.length_inches / 2
    assert pose is not None
    if card.mount != "fixed":
        return eye_point(state, shooter, towards) if shooter.inside else _on_the_rim(pose, reach, towards)
    ahead_x, ahead_y = direction(pose.heading)
    return pose.x / GRAIN + reach * ahead_x, pose.y / GRAIN + reach * ahead_y


@Question
@rule("mbb.geometry.muzzle.spotter")
def window_towards(state: State, unit: Unit, place: tuple[float, float]) -> tuple[float, float] | None:
    """Where a unit inside of something looks out of it towards a place; None: it looks from where it stands."""
    return None


@rule("mbb.geometry.muzzle", "mbb.geometry.muzzle.spotter", "inf.geometry.los", "inf.los.building_edge")
def eye_point(state: State, unit: Unit, towards: tuple[float, float]) -> tuple[float, float]:
    """Half a length from the centre towards a place: the barrel of a turret, and the eye of every ground unit.

    That is the rim of a plate. Who is inside of something may look out of it from another point.
    """
    pose = unit.pose
    assert pose is not None
    if unit.inside and (window := window_towards(state, unit, towards)) is not None:
        return window
    card: UnitCard = state.match.cards[unit.id]
    return _on_the_rim(pose, card.length_inches / 2, towards)


def _on_the_rim(pose: Pose, reach: float, towards: tuple[float, float]) -> tuple[float, float]:
    x, y = pose.x / GRAIN, pose.y / GRAIN
    dx, dy = towards[0] - x, towards[1] - y
    distance = hypot(dx, dy)
    if distance == 0.0:
        return x, y
    return x + reach * dx / distance, y + reach * dy / distance


@rule("mbb.geometry.arc.fixed", "mbb.move.fixed_gun", "mbb.move.turret.when", "mbb.move.turret.free")
def gun_bears(state: State, shooter: Unit, target: Shape, barrel: tuple[float, float]) -> bool:
    """A fixed gun bears when some point of the target lies in its arc; turrets and all-round guns always bear."""
    if card_of(state, shooter.id).mount != "fixed":
        return True
    pose = shooter.pose
    assert pose is not None
    half_arc = state.match.options.fixed_arc_deg / 2
    return arc_touches(barrel[0], barrel[1], pose.heading / GRAIN, half_arc, target)


@rule("mbb.geometry.arcs")
def arc_of(ahead: float, left: float) -> int:
    """Front up to 45 degrees off the heading, rear beyond 135, else the side on which the point lies."""
    numbers = measures()
    off = degrees(atan2(abs(left), ahead))
    if off <= numbers.front_arc_degrees + numbers.tolerance_degrees:
        return FRONT
    if off > numbers.rear_arc_degrees + numbers.tolerance_degrees:
        return REAR
    return LEFT if left > 0 else RIGHT


@rule("mbb.geometry.facing_side", "mbb.mod.hidden.side", "mbb.geometry.rear_from_muzzle", "inf.move.omni")
def facing_side(state: State, target: Unit, x: float, y: float) -> int | None:
    """The side the barrel faces: the one its arc chooses, if the barrel is beyond that side's line.

    Very close up it may not be; then the one side whose line the barrel is beyond. Beyond two of them is beyond a
    corner, and there the arc has chosen one of the two, so nearness and length never have to decide between sides.
    None when the point is beyond no side, which is inside or on the footprint. Infantry has no sides: who is outside
    of its plate or building faces its front.
    """
    card: UnitCard = state.match.cards[target.id]
    if card.markers:
        return FRONT if point_distance(footprint(state, target), x, y) > measures().tolerance_inches else None
    pose = target.pose
    assert pose is not None
    # the point as the target sees it: how far ahead of its centre, and how far to its left
    ahead_x, ahead_y = direction(pose.heading)
    dx, dy = x - pose.x / GRAIN, y - pose.y / GRAIN
    ahead, left = ahead_x * dx + ahead_y * dy, ahead_x * dy - ahead_y * dx
    half_length, half_width = card.length_inches / 2, card.width_inches / 2
    # how far the point is beyond the line of each side
    beyond = (left - half_width, -ahead - half_length, -left - half_width, ahead - half_length)
    tolerance = measures().tolerance_inches
    side = arc_of(ahead, left)
    if beyond[side] > tolerance:
        return side
    return next((each for each in range(4) if beyond[each] > tolerance), None)


@rule("inf.geometry.los")
def side_ends(shape: Shape, side: int, eye: tuple[float, float]) -> tuple[float, float, float, float]:
    """The two ends of a side of a rectangle; of a plate those of its diameter across the line from an eye."""
    if shape.radius:
        return _diameter_across(shape, eye)
    corners = shape.corners
    start = 2 * side
    end = (start + 2) % len(corners)
    return corners[start], corners[start + 1], corners[end], corners[end + 1]


def _diameter_across(disc: Shape, eye: tuple[float, float]) -> tuple[float, float, float, float]:
    dx, dy = disc.x - eye[0], disc.y - eye[1]
    share = disc.radius / (hypot(dx, dy) or 1.0)
    return disc.x + dy * share, disc.y - dx * share, disc.x - dy * share, disc.y + dx * share


@rule(
    "mbb.los.required",
    "mbb.los.definition",
    "mbb.los.unlimited",
    "mbb.geometry.los",
    "mbb.geometry.hidden_fraction",
    "mbb.geometry.blockers",
)
@kept_of_pairs
def sight_of(state: State, shooter: Unit, target: Unit) -> Sight:
    """What the shooter's barrel sees of a unit, at any distance, past everything opaque but the two themselves."""
    pose = target.pose
    assert pose is not None
    return look(state, shooter, target, muzzle(state, shooter, (pose.x / GRAIN, pose.y / GRAIN)))


@Question
@rule("mbb.los.required")
def sees_target(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a unit may fire at another by sight: by its own."""
    return sight_of(state, unit, target).seen


@Question
@rule("mbb.geometry.obstacle_los")
def sees_target_piece(state: State, unit: Unit, token_id: TokenId) -> bool:
    """Whether a unit may fire at a piece of terrain by sight: by its own."""
    return sees_piece(state, unit, token_id)


@Question
@rule("mbb.los.required")
def spotter_for(state: State, unit: Unit, target_id: str) -> str:
    """On whose sight a shot at a unit or piece rests; empty: on that of who fires."""
    return ""


def look(state: State, shooter: Unit, target: Unit, barrel: tuple[float, float]) -> Sight:
    """What is seen of a unit from a point of another, past everything but the two themselves."""
    shape = footprint(state, target)
    x, y = barrel
    side = facing_side(state, target, x, y)
    if side is None:
        return point_blank(state, shooter, target, barrel)
    view = view_of_unit(state, shooter, target)
    if view is None:
        return Sight(barrel, side, 1.0, False, rear_shot=side == REAR)
    place = view.place
    hidden, seen = kernel.sight(view.scene, x, y, shape, side, place.get(shooter.id, -1), place.get(target.id, -1))
    if target.inside and seen:
        # what stands for all cover is the building
        hidden = 0.0
    return Sight(barrel, side, hidden, seen, rear_shot=side == REAR)


@rule("mbb.geometry.point_blank")
def point_blank(state: State, shooter: Unit, target: Unit, barrel: tuple[float, float]) -> Sight:
    """The barrel is inside the target: seen, hidden by nothing; the side is judged from the shooter's centre."""
    pose = shooter.pose
    assert pose is not None
    side = facing_side(state, target, *pose.place)
    if side is None:
        return Sight(barrel, FRONT, 0.0, True, point_blank=True)
    return Sight(barrel, side, 0.0, True, point_blank=True, rear_shot=side == REAR)


@rule("mbb.geometry.obstacle_los")
def sees_piece(state: State, shooter: Unit, token_id: str, all_round: bool = False) -> bool:
    """Whether a barrel, or the eye of a spotter (`all_round`), sees any part of a piece or section of terrain."""
    shape = token_shape(state.tokens[token_id])
    x, y = (eye_point if all_round else muzzle)(state, shooter, shape.centre)
    if point_in(shape, x, y, False):
        return True
    view = view_of_piece(state, shooter, shape)
    if view is None:
        return False
    place = view.place
    # any side will do to begin with: what counts is whether some part of the outline is seen
    return kernel.sight(view.scene, x, y, shape, FRONT, place.get(shooter.id, -1), place.get(token_id, -1))[1]
