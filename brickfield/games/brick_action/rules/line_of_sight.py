"""Line of sight: three rays from mini to mini, what blocks them, and which cover they leave.

Places are in studs, heights in blocks. Everything here is plain numbers and shapes; `landscape.py` makes them from
what stands on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot

from msgspec import Struct

from brickfield.core.clauses import rule
from brickfield.games.brick_action.rules.fire_measures import EPS, fire
from brickfield.geometry import Point, Scene, Shape, kernel, point_in
from brickfield.geometry.solids import passage

NONE, SOFT, HARD, TOTAL = "none", "soft", "hard", "total"
# Tags of what can block a ray: none at all, where the height decides, and total.
BLOCKING = ("", TOTAL)
# A line with its outward normal and offset, and the obstacle it is a face of.
Face = tuple[float, float, float, str]


class Obstacle(Struct, frozen=True):
    """Something that may stand in a line of sight: its shape, the height of its top and of its foot, its tag.

    Only features of the map and buildings have `faces` that one can stand against; an empty tag lets the height decide.
    """

    id: str
    shape: Shape
    top: float
    foot: float = 0.0
    tag: str = ""
    faces: bool = True

    @property
    def may_block(self) -> bool:
        """Whether it can block at all: what is tagged none, soft or hard never does."""
        return self.tag in BLOCKING


class Side(Struct, frozen=True):
    """A side of a building that a mini inside touches: its line, seen from outside, and its openings."""

    number: int
    nx: float
    ny: float
    offset: float
    openings: int


class Stander(Struct, frozen=True):
    """Somebody who looks or is looked at: a mini, or the mount of a weapon (`body`: the hull around it)."""

    id: str
    x: float
    y: float
    ground: float = 0.0
    radius: float = 1.0
    prone: bool = False
    # the building he is in, and the sides with openings that he touches there
    inside: str = ""
    sides: tuple[Side, ...] = ()
    # faces of 5 blocks and more that he touches, and the obstacle whose corner he uses as hard cover
    faces: tuple[Face, ...] = ()
    corner: str = ""
    body: Shape | None = None

    def gap(self, x: float, y: float) -> float:
        """How far a point is from his edge; below 0 inside it."""
        if self.body is not None:
            return kernel.point_distance(self.body, x, y)
        return hypot(x - self.x, y - self.y) - self.radius


class Tree(Struct, frozen=True):
    """A tree: the middle and the radius of its trunk."""

    id: str
    x: float
    y: float
    radius: float


# trees with the minis beside them, the nearest first
Trees = list[tuple[Tree, list[tuple[float, "Stander"]]]]


class Landscape:
    """Everything that rays can meet: obstacles, soft areas, trees, smoke."""

    __slots__ = ("obstacles", "scene", "smoke", "soft", "soft_scene", "trees")

    def __init__(
        self,
        obstacles: Iterable[Obstacle] = (),
        soft: Iterable[Shape] = (),
        trees: Iterable[Tree] = (),
        smoke: Iterable[Shape] = (),
    ) -> None:
        self.obstacles = tuple(obstacles)
        self.scene = Scene([each.shape for each in self.obstacles])
        self.soft = tuple(soft)
        self.soft_scene = Scene(self.soft)
        self.trees = tuple(trees)
        self.smoke = tuple(smoke)

    def between(self, places: Sequence[Stander]) -> Landscape:
        """The part of it that rays between these places can meet: for every other thing they need not be asked."""
        near = fire().ray_offset
        x0, x1 = min(each.x for each in places) - near, max(each.x for each in places) + near
        y0, y1 = min(each.y for each in places) - near, max(each.y for each in places) + near

        def meets(shape: Shape) -> bool:
            return shape.x0 <= x1 and shape.x1 >= x0 and shape.y0 <= y1 and shape.y1 >= y0

        obstacles = [each for each in self.obstacles if meets(each.shape)]
        soft = [each for each in self.soft if meets(each)]
        if len(obstacles) == len(self.obstacles) and len(soft) == len(self.soft):
            return self
        return Landscape(obstacles, soft, self.trees, self.smoke)


class Seen(Struct, frozen=True):
    """What one sees of another: whether at all, whether in hard or soft cover, and by which rule."""

    visible: bool
    hard: str = ""
    soft: str = ""
    # why not, where he is not seen
    hidden: str = ""
    blocked: int = 0
    blockers: tuple[str, ...] = ()


IN_THE_OPEN = Seen(True)


class Crossed(Struct, frozen=True):
    """An obstacle on a ray: where it is entered and left, as shares of the ray."""

    obstacle: Obstacle
    enters: float
    leaves: float


@rule("ba.geometry.los.rays")
def ray_ends(ax: float, ay: float, bx: float, by: float) -> tuple[Point, Point, Point]:
    """The target's middle, and the points 1 stud to the left and right of it across the centre line."""
    dx, dy = bx - ax, by - ay
    length = hypot(dx, dy)
    if length <= EPS:
        return ((bx, by),) * 3
    away = fire().ray_offset / length
    ox, oy = -dy * away, dx * away
    return (bx, by), (bx + ox, by + oy), (bx - ox, by - oy)


def crossed(land: Landscape, start: Point, end: Point, ignored: Sequence[str] = ()) -> Iterator[Crossed]:
    """The obstacles through whose inside a ray passes; touching a corner or running along an edge is not passing."""
    for number in kernel.crossed_by(land.scene, *start, *end):
        obstacle = land.obstacles[number]
        if obstacle.id in ignored:
            continue
        stretch = _stretch(obstacle.shape, start, end)
        if stretch is not None:
            yield Crossed(obstacle, *stretch)


def _stretch(shape: Shape, start: Point, end: Point) -> tuple[float, float] | None:
    """Where a ray that passes through the inside of a shape enters and leaves it: at its border, not a tolerance in."""
    return passage(shape, start[0], start[1], end[0] - start[0], end[1] - start[1], 0.0)


@rule("ba.geometry.los.height")
def effective_height(at: Crossed, start: float, end: float) -> float:
    """How far an obstacle rises over the line from ground to ground, at the crossing point nearest the target."""
    return at.obstacle.top - (start + (end - start) * at.leaves)


@rule("ba.geometry.los.height", "ba.cover.hard.def")
def blocks(at: Crossed, start: float, end: float) -> bool:
    """5 blocks and more over that line; only what is untagged or tagged total."""
    return at.obstacle.may_block and effective_height(at, start, end) >= fire().total_blocks - EPS


@rule("ba.geometry.los.height", "ba.cover.hard.def")
def is_hard(obstacle: Obstacle, ground: float) -> bool:
    """3 blocks above somebody's ground, or tagged hard; what is tagged none or soft is no hard feature."""
    if obstacle.tag in (NONE, SOFT):
        return False
    return obstacle.tag == HARD or obstacle.top - ground >= fire().hard_blocks - EPS


@rule("ba.weapon.smoke.effect")
def in_smoke(land: Landscape, start: Point, end: Point) -> bool:
    """Whether a ray touches smoke, also from inside it."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return any(passage(each, *start, dx, dy, -EPS) is not None for each in land.smoke)


def _walls_near(land: Landscape, x: float, y: float, ground: float, near: float) -> Iterator[Obstacle]:
    """The obstacles with straight faces, 5 blocks and more above the ground of who stands there, so near to a point."""
    for each in land.obstacles:
        shape = each.shape
        if shape.x0 - near <= x <= shape.x1 + near and shape.y0 - near <= y <= shape.y1 + near:
            high = each.top - max(ground, each.foot) >= fire().total_blocks - EPS
            if high and each.faces and each.may_block and not shape.radius:
                yield each


@rule("ba.cover.total.wall")
def touched_faces(land: Landscape, x: float, y: float, ground: float, radius: float) -> tuple[Face, ...]:
    """The faces, at least 2 studs long and 5 blocks high, that somebody stands against from outside."""
    near = radius + fire().contact + EPS
    return tuple(
        (*edge, each.id)
        for each in _walls_near(land, x, y, ground, near)
        for side, edge in enumerate(each.shape.edges)
        if _touches(each.shape, side, x, y, near)
    )


def _touches(shape: Shape, side: int, x: float, y: float, near: float) -> bool:
    nx, ny, offset = shape.edges[side]
    out = nx * x + ny * y - offset
    if not 0.0 <= out <= near:
        return False
    ax, ay, bx, by = shape.side(side)
    dx, dy = bx - ax, by - ay
    length = hypot(dx, dy)
    if length < fire().face_length - EPS:
        return False
    along = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / (length * length)))
    return hypot(x - ax - dx * along, y - ay - dy * along) <= near


class Corner(Struct, frozen=True):
    """A corner or wall end of an obstacle, and how far it is from the middle of somebody. The two corners of a side
    shorter than 2 studs are one wall end, which is where the middle of that side is."""

    obstacle: str
    x: float
    y: float
    away: float


def _wall_end(shape: Shape, number: int) -> Point:
    """The corner of this number, or the end of a thin wall that it belongs to."""
    for side in (number, number - 1):
        ax, ay, bx, by = shape.side(side % len(shape.points))
        if hypot(bx - ax, by - ay) < fire().face_length - EPS:
            return (ax + bx) / 2, (ay + by) / 2
    return shape.points[number]


@rule("ba.cover.corner")
def corner_at(land: Landscape, x: float, y: float, ground: float, radius: float) -> Corner | None:
    """The nearest corner of an obstacle of 5 blocks and more within 2 studs of somebody's edge; else None."""
    reach = radius + fire().corner_reach + EPS
    corners = [
        Corner(each.id, *_wall_end(each.shape, number), hypot(px - x, py - y))
        for each in _walls_near(land, x, y, ground, reach)
        for number, (px, py) in enumerate(each.shape.points)
    ]
    near = [each for each in corners if each.away <= reach]
    return min(near, key=lambda corner: corner.away, default=None)


def _beyond(face: Face, x: float, y: float) -> bool:
    """Strictly on the far side of the line of a face."""
    return face[0] * x + face[1] * y < face[2] - EPS


@rule("ba.cover.total.wall", "ba.cover.corner.declare")
def _walled(shooter: Stander, target: Stander, end: Point, ignored: Sequence[str]) -> str:
    """The obstacle that one of the two stands against while the line goes beyond its face; empty: none."""
    for face in shooter.faces:
        if face[3] not in ignored and _beyond(face, *end):
            return face[3]
    for face in target.faces:
        if face[3] not in ignored and _beyond(face, shooter.x, shooter.y):
            return face[3]
    return ""


@rule("ba.geometry.los.prone", "ba.move.prone.hard", "ba.cover.total.prone")
def _hides_prone(who: Stander, at: Crossed, share: float, start: Point, end: Point) -> bool:
    """Whether a prone mini lies behind a hard or total feature: the ray crosses it within 4 studs of his edge."""
    if not is_hard(at.obstacle, who.ground):
        return False
    x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
    return who.gap(x, y) <= fire().cover_reach + EPS


class Levels(Struct, frozen=True):
    """Whether the shooter's unit, or the target's, stands 5 blocks or more above the other's."""

    shooter_above: bool = False
    target_above: bool = False


LEVEL = Levels()


@rule("ba.geometry.los.height", "ba.geometry.los.prone")
def blocker_of(
    land: Landscape, shooter: Stander, target: Stander, end: Point, ignored: Sequence[str] = (), levels: Levels = LEVEL
) -> str:
    """The first obstacle that blocks a ray to a point of the target; empty: none does."""
    if shooter.faces or target.faces:
        walled = _walled(shooter, target, end, ignored)
        if walled:
            return walled
    met = kernel.crossed_by(land.scene, shooter.x, shooter.y, *end) if land.obstacles else ()
    if not met:
        return ""
    prone = (target.prone and not levels.shooter_above) or (shooter.prone and not levels.target_above)
    if shooter.ground == target.ground and not prone:
        return _high_blocker(land, met, shooter.ground, ignored)
    start = (shooter.x, shooter.y)
    for at in crossed(land, start, end, ignored):
        if blocks(at, shooter.ground, target.ground):
            return at.obstacle.id
        if target.prone and not levels.shooter_above and _hides_prone(target, at, at.leaves, start, end):
            return at.obstacle.id
        if shooter.prone and not levels.target_above and _hides_prone(shooter, at, at.enters, start, end):
            return at.obstacle.id
    return ""


@rule("ba.geometry.los.height")
def _high_blocker(land: Landscape, met: Sequence[int], ground: float, ignored: Sequence[str]) -> str:
    """On one level it does not matter where a ray crosses an obstacle: its top alone counts."""
    high = ground + fire().total_blocks - EPS
    for number in met:
        each = land.obstacles[number]
        if each.top >= high and each.tag in BLOCKING and each.id not in ignored:
            return each.id
    return ""


@rule("ba.build.los", "ba.build.contact")
def _looks_out(who: Stander, x: float, y: float) -> bool:
    """Whether a mini inside touches a side with an opening beyond which a point lies."""
    return any(each.openings and each.nx * x + each.ny * y > each.offset + EPS for each in who.sides)


@rule("ba.build.los", "ba.cover.corner.declare")
def _ignored(shooter: Stander, target: Stander) -> tuple[str, ...] | None:
    """The obstacles that do not count between two, the own hull among them; None where a building hides one."""
    same = bool(shooter.inside) and shooter.inside == target.inside
    if not same:
        if shooter.inside and not _looks_out(shooter, target.x, target.y):
            return None
        if target.inside and not _looks_out(target, shooter.x, shooter.y):
            return None
    own = shooter.id if shooter.body is not None else ""
    if not (own or shooter.inside or target.inside or shooter.corner or target.corner):
        return ()
    names = (own, shooter.inside, target.inside, shooter.corner, target.corner)
    return tuple([each for each in names if each])


@rule("ba.geometry.los.rays", "ba.cover.total.def", "ba.geometry.los.partial", "ba.weapon.smoke.effect")
def look(land: Landscape, shooter: Stander, target: Stander, levels: Levels = LEVEL) -> Seen:
    """What a shooter sees of a mini: by three rays, of which one that is free is enough."""
    ignored = _ignored(shooter, target)
    if ignored is None:
        return Seen(False, hidden="ba.build.los")
    if not (land.obstacles or land.soft or land.smoke or shooter.faces or target.faces or target.inside):
        return IN_THE_OPEN
    ends = ray_ends(shooter.x, shooter.y, target.x, target.y)
    blockers, smoked = [], 0
    for end in ends:
        blocker = blocker_of(land, shooter, target, end, ignored, levels)
        if blocker:
            blockers.append(blocker)
        elif land.smoke and in_smoke(land, (shooter.x, shooter.y), end):
            smoked += 1
    if len(blockers) + smoked == len(ends):
        why = "ba.weapon.smoke.effect" if smoked else "ba.cover.total.def"
        return Seen(False, hidden=why, blocked=len(blockers), blockers=tuple(blockers))
    hard = _hard_cover(land, shooter, target, ignored, len(blockers))
    soft = _soft_cover(land, shooter, target)
    return Seen(True, hard, soft, blocked=len(blockers), blockers=tuple(blockers))


@rule("ba.build.all_hit", "ba.cover.corner.declare", "ba.geometry.los.partial", "ba.geometry.los.prone")
def _hard_cover(land: Landscape, shooter: Stander, target: Stander, ignored: Sequence[str], blocked: int) -> str:
    """The clause by which a mini that is seen has hard cover; empty: none. Trees are judged for the whole unit."""
    if target.inside and target.inside != shooter.inside:
        return "ba.build.all_hit"
    if target.corner and _round_the_corner(land, shooter, target):
        return "ba.cover.corner"
    if target.prone:
        return ""
    if blocked:
        return "ba.geometry.los.partial"
    return "ba.geometry.los.cover" if _behind_feature(land, shooter, target, ignored) else ""


@rule("ba.cover.corner.declare")
def _round_the_corner(land: Landscape, shooter: Stander, target: Stander) -> bool:
    """Whether the shooter is beyond the obstacle whose corner the target uses."""
    if any(face[3] == target.corner and _beyond(face, shooter.x, shooter.y) for face in target.faces):
        return True
    start, end = (shooter.x, shooter.y), (target.x, target.y)
    return any(at.obstacle.id == target.corner for at in crossed(land, start, end))


@rule("ba.geometry.los.cover")
def _behind_feature(land: Landscape, shooter: Stander, target: Stander, ignored: Sequence[str]) -> bool:
    """The centre ray crosses a hard feature, at most 4 studs from the target and not nearer to the shooter."""
    start, end = (shooter.x, shooter.y), (target.x, target.y)
    for at in crossed(land, start, end, ignored) if land.obstacles else ():
        if not is_hard(at.obstacle, target.ground):
            continue
        x, y = start[0] + (end[0] - start[0]) * at.leaves, start[1] + (end[1] - start[1]) * at.leaves
        away = target.gap(x, y)
        if away <= fire().cover_reach + EPS and shooter.gap(x, y) >= away - EPS:
            return True
    return False


@rule("ba.geometry.los.soft", "ba.cover.tree.branches")
def _soft_cover(land: Landscape, shooter: Stander, target: Stander) -> str:
    """The clause of soft cover: he stands in it, or the centre ray crosses it within 4 studs of his edge."""
    if not land.soft:
        return ""
    for number in kernel.crossed_by(land.soft_scene, shooter.x, shooter.y, target.x, target.y):
        area = land.soft[number]
        stretch = _stretch(area, (shooter.x, shooter.y), (target.x, target.y))
        if stretch is None:
            continue
        x = shooter.x + (target.x - shooter.x) * stretch[1]
        y = shooter.y + (target.y - shooter.y) * stretch[1]
        if target.gap(x, y) <= fire().cover_reach + EPS:
            return "ba.geometry.los.soft"
    inside = any(point_in(area, target.x, target.y, False) for area in land.soft)
    return "ba.geometry.los.soft" if inside else ""


@rule("ba.cover.tree")
def beside_trees(land: Landscape, targets: Sequence[Stander]) -> Trees:
    """The trees that minis stand beside, with those within 1 stud of the trunk, the nearest first."""
    found = []
    for tree in land.trees:
        near = [
            (gap, each.id, each)
            for each in targets
            if (gap := hypot(each.x - tree.x, each.y - tree.y) - tree.radius - each.radius) <= fire().tree_reach + EPS
        ]
        if near:
            found.append((tree, [(gap, each) for gap, _name, each in sorted(near, key=lambda one: one[:2])]))
    return found


@rule("ba.cover.tree")
def covered_by_trees(near: Trees, shooter: Stander) -> tuple[str, ...]:
    """The minis that trees cover from a shooter: of each tree the nearest mini that has it before him."""
    found = [next((each.id for _gap, each in minis if _faces(each, tree, shooter)), None) for tree, minis in near]
    return tuple([each for each in found if each is not None])


def _faces(target: Stander, tree: Tree, shooter: Stander) -> bool:
    """Whether a shooter is within 90 degrees of the direction from a mini to a trunk."""
    dx, dy = tree.x - target.x, tree.y - target.y
    return dx * (shooter.x - target.x) + dy * (shooter.y - target.y) >= -EPS
