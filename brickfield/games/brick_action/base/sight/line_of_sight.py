"""Line of sight: three rays from mini to mini, what blocks them, and which cover they leave.

Places are in studs, heights in blocks. Everything here is plain numbers and shapes; `landscape.py` makes them from
what stands on the table. What a thing does to rays is said here, and by which numbers; the rays themselves are cast by
the kernel (`geometry/_pure_rays.py`), for whole squads at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import count
from math import hypot

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.clauses import rule
from brickfield.geometry import Point, Scene, Shape, fields, kernel
from brickfield.geometry.fields import Body, Field, FieldLimits, Post, Trunk
from brickfield.geometry.rays import rays_of
from brickfield.geometry.solids import passage
from ..firing.fire_measures import EPS, fire

NONE, SOFT, HARD, TOTAL = "none", "soft", "hard", "total"
# Tags of what can block a ray: none at all, where the height decides, and total.
BLOCKING = ("", TOTAL)
# A line with its outward normal and offset, and the obstacle it is a face of.
Face = tuple[float, float, float, str]
_NUMBERS = count()


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


class Side(Struct, frozen=True, gc=False):
    """A side of a building that a mini inside touches: its line, seen from outside, and its openings."""

    number: int
    nx: float
    ny: float
    offset: float
    openings: int


class Stander(Struct, frozen=True, gc=False):
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
    # whether walls count that he stands against, and the obstacle whose corner he uses as hard cover
    leans: bool = False
    corner: str = ""
    body: Shape | None = None
    # how the kernel knows him, where that is worked out: features of the map keep their numbers all through a battle
    post: bytes = b""

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


class Landscape:
    """Everything that rays can meet: obstacles, soft areas, trees, smoke."""

    __slots__ = ("_scene", "field", "number", "numbers", "obstacles", "smoke", "soft", "trees")

    def __init__(
        self,
        obstacles: Iterable[Obstacle] = (),
        soft: Iterable[Shape] = (),
        trees: Iterable[Tree] = (),
        smoke: Iterable[Shape] = (),
    ) -> None:
        self.obstacles = tuple(obstacles)
        self.soft, self.trees, self.smoke = tuple(soft), tuple(trees), tuple(smoke)
        trunks = [Trunk(each.x, each.y, each.radius) for each in self.trees]
        self.field = Field(limits(), [body_of(each) for each in self.obstacles], self.soft, trunks, self.smoke)
        self.numbers = {each.id: number for number, each in enumerate(self.obstacles)}
        self._scene: Scene | None = None
        # no other has it, so that what was worked out on a landscape can be kept by it
        self.number = next(_NUMBERS)

    @property
    def scene(self) -> Scene:
        """The shapes of the obstacles, for single rays."""
        if self._scene is None:
            self._scene = Scene([each.shape for each in self.obstacles])
        return self._scene

    def laid_over(self, obstacles: Sequence[Obstacle], smoke: Iterable[Shape]) -> Landscape:
        """The same landscape with more obstacles, and this smoke."""
        other = Landscape.__new__(Landscape)
        other.obstacles = (*self.obstacles, *obstacles)
        other.soft, other.trees, other.smoke = self.soft, self.trees, tuple(smoke)
        other.field = self.field.laid_over([body_of(each) for each in obstacles], other.smoke)
        more = {each.id: number for number, each in enumerate(obstacles, start=len(self.obstacles))}
        other.numbers, other._scene, other.number = self.numbers | more, None, next(_NUMBERS)
        return other

    def known(self, who: Stander) -> Stander:
        """Somebody who stands free or in a house, with how the kernels know him on this map and on all laid over it."""
        return replace(who, post=self.post(who).pack())

    def post(self, who: Stander) -> Post:
        """Somebody on this landscape as the kernels know him."""
        how = (fields.LOW if who.prone else 0) | (fields.LEANS if who.leans else 0)
        inside, corner, body = (
            self.numbers[name] if name else fields.NOBODY
            for name in (who.inside, who.corner, who.id if who.body is not None else "")
        )
        sides = tuple([(each.nx, each.ny, each.offset) for each in who.sides if each.openings])
        return Post(who.x, who.y, who.ground, who.radius, how, inside, corner, body, sides)

    def posts(self, standers: Iterable[Stander]) -> bytes:
        """Several of them, packed."""
        return b"".join([each.post or self.post(each).pack() for each in standers])


def free_post(x: float, y: float, ground: float, radius: float, prone: bool) -> bytes:
    """Somebody outdoors who uses no corner, as the kernels know him on every landscape."""
    return fields.packed_post(x, y, ground, radius, fields.LEANS | fields.LOW if prone else fields.LEANS)


@rule("ba.geometry.los.height", "ba.cover.hard.def", "ba.cover.total.wall")
def body_of(obstacle: Obstacle) -> Body:
    """What an obstacle does to rays: untagged or total it blocks and covers by its height, tagged hard it covers."""
    does = fields.FACES if obstacle.faces else 0
    if obstacle.tag in BLOCKING:
        does |= fields.BLOCKS | fields.COVERS_BY_HEIGHT
    elif obstacle.tag == HARD:
        does |= fields.COVERS
    return Body(obstacle.shape, obstacle.top, obstacle.foot, does)


@rule("ba.geometry.los.height", "ba.geometry.los.cover", "ba.geometry.los.rays", "ba.geometry.contact", "ba.cover.tree")
@cache
def limits() -> FieldLimits:
    """By which numbers rays are judged."""
    numbers = fire()
    return FieldLimits(
        blocks=numbers.total_blocks,
        covers=numbers.hard_blocks,
        reach=numbers.cover_reach,
        aside=numbers.ray_offset,
        contact=numbers.contact,
        face=numbers.face_length,
        trunk=numbers.tree_reach,
    )


class Seen(Struct, frozen=True):
    """What one sees of another: whether at all, whether in hard or soft cover, and by which rule."""

    visible: bool
    hard: str = ""
    soft: str = ""
    # why not, where he is not seen
    hidden: str = ""
    blocked: int = 0


class Crossed(Struct, frozen=True):
    """An obstacle on a ray: where it is entered and left, as shares of the ray."""

    obstacle: Obstacle
    enters: float
    leaves: float


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


def _walls_near(land: Landscape, x: float, y: float, ground: float, near: float) -> Iterator[Obstacle]:
    """The obstacles with straight faces, 5 blocks and more above the ground of who stands there, so near to a point."""
    for each in land.obstacles:
        shape = each.shape
        if shape.x0 - near <= x <= shape.x1 + near and shape.y0 - near <= y <= shape.y1 + near:
            high = each.top - max(ground, each.foot) >= fire().total_blocks - EPS
            if high and each.faces and each.may_block and not shape.radius:
                yield each


@rule("ba.cover.total.wall")
def touched_faces(land: Landscape, who: Stander) -> tuple[Face, ...]:
    """The faces, at least 2 studs long and 5 blocks high, that somebody stands against from outside."""
    if not who.leans:
        return ()
    found = fields.faces_at(land.field, land.post(who))
    return tuple([(nx, ny, offset, land.obstacles[number].id) for nx, ny, offset, number in found])


class Corner(Struct, frozen=True, gc=False):
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


class Levels(Struct, frozen=True, gc=False):
    """Whether the shooter's unit, or the target's, stands 5 blocks or more above the other's."""

    shooter_above: bool = False
    target_above: bool = False


LEVEL = Levels()


@rule("ba.geometry.los.prone")
def above(levels: Levels) -> int:
    """Who looks over what a prone mini hides behind, as the kernels know it."""
    return (fields.EYE_ABOVE if levels.shooter_above else 0) | (fields.SPOT_ABOVE if levels.target_above else 0)


# --- what the kernel answers -----------------------------------------------------------------------------------------

_HARD = ("", "ba.build.all_hit", "ba.cover.corner", "ba.geometry.los.partial", "ba.geometry.los.cover")
_HIDDEN = ("", "ba.build.los", "ba.weapon.smoke.effect", "ba.cover.total.def")


def _read(code: int) -> Seen:
    """A look as the kernel writes it in a byte, in the words of the book."""
    visible, why, blocked = bool(code & fields.SEEN), code >> fields.WHY & 7, code >> fields.RAYS
    if not visible:
        return Seen(False, hidden=_HIDDEN[why] if why < len(_HIDDEN) else "", blocked=blocked)
    hard = _HARD[why] if why < len(_HARD) else ""
    if not hard and code & fields.TRUNK:
        hard = "ba.cover.tree"
    return Seen(True, hard, "ba.geometry.los.soft" if code & fields.SOFT else "", blocked=blocked)


_SEEN = tuple(_read(code) for code in range(256))


@rule("ba.geometry.los.rays", "ba.cover.total.def", "ba.geometry.los.partial", "ba.weapon.smoke.effect")
@rule("ba.geometry.los.cover", "ba.geometry.los.soft", "ba.geometry.los.prone", "ba.cover.total.prone")
@rule("ba.build.los", "ba.build.contact", "ba.build.all_hit", "ba.cover.total.wall", "ba.move.prone.hard")
@rule("ba.cover.corner.declare", "ba.cover.tree", "ba.cover.tree.branches")
def looks(
    land: Landscape, shooters: Sequence[Stander], targets: Sequence[Stander], levels: Levels = LEVEL
) -> list[list[Seen]]:
    """What each shooter sees of each mini of a unit, by three rays, of which one that is free is enough: for each mini
    a row of all shooters. Trees cover the nearest mini behind them, so the minis are looked at together."""
    return [[_SEEN[code] for code in row] for row in look_codes(land, shooters, targets, levels)]


def look_codes(
    land: Landscape, shooters: Sequence[Stander], targets: Sequence[Stander], levels: Levels = LEVEL
) -> list[bytes]:
    """The same as the kernel writes it: equal rows mean the same, and few of them are different."""
    if not shooters or not targets:
        return [b""] * len(targets)
    over = above(levels) if levels is not LEVEL else 0
    found = kernel.looks(land.field, land.posts(shooters), land.posts(targets), len(targets), over)
    many = len(shooters)
    return [found[at : at + many] for at in range(0, len(found), many)]


def look_of(code: int) -> Seen:
    """A look in the words of the book."""
    return _SEEN[code]


def look(land: Landscape, shooter: Stander, target: Stander, levels: Levels = LEVEL) -> Seen:
    """What a shooter sees of a mini on his own."""
    return looks(land, (shooter,), (target,), levels)[0][0]


@rule("ba.geometry.los.rays", "ba.weapon.smoke.effect")
def rays(
    land: Landscape, shooter: Stander, target: Stander, levels: Levels = LEVEL
) -> tuple[tuple[float, float, bool], ...]:
    """The three rays of `look` one by one: where each ends, and whether it is free."""
    return rays_of(land.field, land.posts((shooter,)), land.posts((target,)), above(levels))


@rule("ba.cover.total.def", "ba.cover.total.prone")
def can_answer(
    land: Landscape, crew: Sequence[Stander], enemies: Sequence[Stander], levels: Levels
) -> tuple[bool, ...]:
    """Which of these enemies could see one of a crew. `levels` are those of the crew looking at them."""
    turned = Levels(levels.target_above, levels.shooter_above)
    rows = look_codes(land, enemies, crew, turned)
    return tuple([any(row[place] & fields.SEEN for row in rows) for place in range(len(enemies))])
