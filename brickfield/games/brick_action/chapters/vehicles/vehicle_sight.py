"""What vehicles see and what is seen of them: arcs, turrets, and the visible share of a hull."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.geometry import GRAIN, Point, Shape, crossing, kernel, point_in
from ...base.battlefield import hull_of, number
from ...base.firing.fire_measures import EPS, fire
from ...base.sight.landscape import board_of, ground_at, kept_for, landscape, stands_above
from ...base.sight.line_of_sight import Crossed, Landscape, Stander, crossed, is_hard, touched_faces
from .armour import Arc, arc_of
from .silhouette import silhouette, touches, visible_points, visible_share, walls_between
from .vehicle_damage import TURRET
from .vehicles import armour, class_of, is_turreted


class HullSeen(Struct, frozen=True):
    """A vehicle as a shooter sees it: the share of it, the distance to its edge, and the side it shows."""

    share: float
    distance: float
    arc: Arc
    soft: bool = False
    # nothing of it is seen, but only one wall hides its centre
    through_wall: bool = False


def bearing_to(eye: Point, spot: Point) -> float:
    """The direction from one point to another, in degrees."""
    return degrees(atan2(spot[1] - eye[1], spot[0] - eye[0]))


def turned_off(one: float, other: float) -> float:
    """How far two directions are apart, 0 to 180."""
    return abs((one - other + 180.0) % 360.0 - 180.0)


@rule("ba.geometry.arcs")
def arc_towards(vehicle: Unit, eye: Point) -> Arc:
    """The side of a vehicle that somebody there sees."""
    return arc_of(bearing_to(vehicle.here.place, eye) - vehicle.here.degrees)


@rule("ba.veh.turret")
def turret_heading(unit: Unit) -> float:
    """Where the turret of a vehicle points on the board; it turns with the hull."""
    return unit.here.degrees + number(unit, TURRET) / GRAIN


@rule("ba.veh.turret")
def bears(state: State, unit: Unit, weapon: str, spot: Point) -> bool:
    """Whether a weapon can be brought to bear: a turret turns 45 degrees freely, others have 45 to either side."""
    numbers, bearing = armour(), bearing_to(unit.here.place, spot)
    if is_turreted(class_of(state, unit).id, weapon):
        return turned_off(bearing, turret_heading(unit)) <= numbers.free_turn + EPS
    return turned_off(bearing, unit.here.degrees) <= numbers.fixed_arc + EPS


@rule("ba.build.los", "ba.build.contact")
def sides_towards(who: Stander, spot: Point) -> dict[int, int]:
    """The sides of a house through which somebody inside sees a point: by number, with their openings."""
    beyond = [side for side in who.sides if side.nx * spot[0] + side.ny * spot[1] > side.offset + EPS]
    return {side.number: side.openings for side in beyond if side.openings}


@rule("ba.build.los", "ba.build.contact", "ba.build.mods")
def openings_used(who: Sequence[Stander], spot: Point) -> int:
    """The openings of the one side through which all who fire out of a house fire at a point, the side with the most.
    -1: nobody is in a house; 0: no side serves them all."""
    indoors = [sides_towards(each, spot) for each in who if each.inside]
    if not indoors:
        return -1
    return max(
        (openings for side, openings in indoors[0].items() if all(side in other for other in indoors)), default=0
    )


@rule("ba.cover.total.wall", "ba.build.los")
def _shut_in(land: Landscape, who: Stander, spot: Point) -> bool:
    """Whether a wall that somebody stands against, or the house that he is in, hides a point from him."""
    if who.inside:
        return not sides_towards(who, spot)
    faces = touched_faces(land, who)
    return any(nx * spot[0] + ny * spot[1] < offset - EPS for nx, ny, offset, name in faces if name != who.corner)


@rule("ba.geometry.los.prone")
def _lies_behind(land: Landscape, who: Stander, point: Point, ignored: tuple[str, ...]) -> bool:
    """Whether a prone mini has a hard feature within 4 studs between himself and a point."""
    return any(_near(who, at, point) for at in crossed(land, (who.x, who.y), point, ignored))


def _near(who: Stander, at: Crossed, point: Point) -> bool:
    x, y = who.x + (point[0] - who.x) * at.enters, who.y + (point[1] - who.y) * at.enters
    return is_hard(at.obstacle, who.ground) and who.gap(x, y) <= fire().cover_reach + EPS


@rule("ba.geometry.los.soft")
def _in_soft(land: Landscape, eye: Point, hull: Shape) -> bool:
    """Whether soft cover is about the centre of a vehicle, or on the line to it within 4 studs of its edge."""
    x, y = hull.centre
    for area in land.soft:
        if point_in(area, x, y, False):
            return True
        stretch = crossing(area, *eye, x, y)
        if stretch is not None:
            at = eye[0] + (x - eye[0]) * stretch[1], eye[1] + (y - eye[1]) * stretch[1]
            if kernel.point_distance(hull, *at) <= fire().cover_reach + EPS:
                return True
    return False


def _ignored(who: Stander, target: Unit) -> tuple[str, ...]:
    """What does not count between somebody and a vehicle: both of them, and the house or corner he uses."""
    return tuple(each for each in (target.id, who.id, who.inside, who.corner) if each)


@rule("ba.geometry.vehicle_visible", "ba.geometry.los.prone")
def hull_points(state: State, who: Stander, target: Unit) -> list[float]:
    """What each point of a vehicle's silhouette counts to somebody: 1 seen, 0.5 in part, 0 hidden."""
    hull, eye, land = hull_of(state, target), (who.x, who.y), landscape(state)
    ground, height = ground_at(state, *hull.centre), class_of(state, target).footprint[2]
    points = visible_points(land, who, hull, ground, height, target.id)
    if _shut_in(land, who, hull.centre):
        return [0.0] * len(points)
    if not who.prone:
        return list(points)
    ignored, seen = _ignored(who, target), zip(points, silhouette(hull, eye), strict=True)
    return [0.0 if _lies_behind(land, who, spot, ignored) else point for point, spot in seen]


@rule("ba.geometry.vehicle_visible", "ba.veh.ap_wall", "ba.iva.range")
def hull_seen(state: State, who: Stander, target: Unit) -> HullSeen:
    """What somebody, a mini or the mount of a vehicle, sees of a vehicle."""
    land, seen = landscape(state), kept_for(state, target).setdefault("seen as a hull", {})
    known: tuple[HullSeen, Landscape] | None = seen.get((who, id(land)))
    if known is None:
        known = seen[who, id(land)] = (_hull_seen(state, who, target), land)
    return known[0]


def _hull_seen(state: State, who: Stander, target: Unit) -> HullSeen:
    hull, eye, land = hull_of(state, target), (who.x, who.y), landscape(state)
    ground, ignored = ground_at(state, *hull.centre), _ignored(who, target)
    share = visible_share(hull_points(state, who, target))
    mine = kernel.distance(hull, who.body) if who.body is not None else kernel.point_distance(hull, *eye) - who.radius
    walls = (
        0
        if share
        else walls_between(
            land, eye, who.ground, hull.centre, ground, hollow=tuple(board_of(state).houses), ignored=ignored
        )
    )
    through = walls == 1 and not touches(land.smoke, eye, hull.centre)
    return HullSeen(share, max(0.0, mine), arc_towards(target, eye), _in_soft(land, eye, hull), through)


@rule("ba.geometry.los.prone", "ba.geometry.vehicle_visible")
def seen_by(state: State, unit: Unit, who: Stander, target: Unit) -> HullSeen:
    """A vehicle as somebody of a unit sees it."""
    return hull_seen(state, upright(state, unit, who, target), target)


@rule("ba.geometry.los.prone")
def upright(state: State, unit: Unit, who: Stander, target: Unit) -> Stander:
    """Somebody as he looks at a vehicle: what he lies behind hides nobody who stands 5 blocks or more above him."""
    if not who.prone or not stands_above(state, target, unit):
        return who
    return replace(who, prone=False, post=b"")
