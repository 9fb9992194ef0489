"""Looking from post to post in plain Python, by three rays: what blocks them and which cover they leave.

The middle ray goes from the middle of the one post to the middle of the other, the outer ones so far to its sides as
the field's limits say. A body blocks a ray that passes through its inside if it rises high enough over the line from
ground to ground at the end of the passage; of two on one level its top alone counts. Somebody who lies low is hidden by
anything that covers and is near him. Somebody who stands against a face sees nothing beyond its line. Who is seen is
covered: indoors, beyond the body he looks past, where a ray is blocked, or where the middle ray crosses something that
covers within reach of him and not nearer to the other. The compiled kernel does the same operations in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import sqrt
from struct import Struct as Layout

from brickfield.geometry._pure_contact import point_distance
from brickfield.geometry._pure_sight import crosses
from brickfield.geometry.fields import (
    BEHIND,
    BLOCKS,
    COVERED,
    COVERS,
    COVERS_BY_HEIGHT,
    EYE_ABOVE,
    HIDDEN,
    IN_FULL,
    IN_PART,
    IN_SMOKE,
    IN_THE_OPEN,
    INDOORS,
    LEANS,
    LOW,
    NOBODY,
    OPEN,
    OUT_OF_SIGHT,
    PARTLY,
    PAST,
    RAYS,
    SEEN,
    SHUT_IN,
    SOFT,
    SPOT_ABOVE,
    TRUNK,
    UNSEEN,
    WHY,
    Body,
    Face,
    Field,
    Post,
    faces_at,
)
from brickfield.geometry.shapes import EPS, Edge, Point, Shape, point_in
from brickfield.geometry.solids import passage

_POST, _SIDE = 9, 3
_numbers = lru_cache(maxsize=64)(lambda count: Layout(f"{count}d").unpack)


class Stand:
    """A post on a field, with the faces that somebody there stands against."""

    __slots__ = ("body", "faces", "ground", "inside", "low", "past", "radius", "shape", "sides", "x", "y")

    def __init__(self, field: Field, post: Post) -> None:
        self.x, self.y, self.ground, self.radius = post.x, post.y, post.ground, post.radius
        self.low = bool(post.how & LOW)
        self.inside, self.past, self.body, self.sides = post.inside, post.past, post.body, post.sides
        self.shape: Shape | None = field.bodies[self.body].shape if self.body >= 0 else None
        self.faces = faces_at(field, post) if post.how & LEANS else ()

    def gap(self, x: float, y: float) -> float:
        """How far a point is from his edge; below 0 inside it."""
        if self.shape is not None:
            return point_distance(self.shape, x, y)
        dx, dy = x - self.x, y - self.y
        return sqrt(dx * dx + dy * dy) - self.radius


def ray_ends(ax: float, ay: float, bx: float, by: float, aside: float, /) -> tuple[Point, Point, Point]:
    """Where the three rays from a point to another end: at it, and so far to the left and right across the line."""
    dx, dy = bx - ax, by - ay
    length = sqrt(dx * dx + dy * dy)
    if length <= EPS:
        return ((bx, by),) * 3
    away = aside / length
    ox, oy = -dy * away, dx * away
    return (bx, by), (bx + ox, by + oy), (bx - ox, by - oy)


class _Pair:
    """Somebody who looks, somebody who is looked at, and the bodies between them."""

    def __init__(self, field: Field, eye: Stand, spot: Stand, above: int) -> None:
        self.field, self.eye, self.spot = field, eye, spot
        self.ends = ray_ends(eye.x, eye.y, spot.x, spot.y, field.limits.aside)
        self.ignored = {eye.body, eye.inside, spot.inside, eye.past, spot.past}
        self.spot_hides = spot.low and not above & EYE_ABOVE
        self.eye_hides = eye.low and not above & SPOT_ABOVE
        self.level = eye.ground == spot.ground and not (self.spot_hides or self.eye_hides)
        x0, x1 = min(eye.x, *[x for x, _ in self.ends]), max(eye.x, *[x for x, _ in self.ends])
        y0, y1 = min(eye.y, *[y for _, y in self.ends]), max(eye.y, *[y for _, y in self.ends])
        # but for those that do not count between these two
        self.near = [
            body
            for number, body in enumerate(field.bodies)
            if body.shape.x0 < x1 and body.shape.x1 > x0 and body.shape.y0 < y1 and body.shape.y1 > y0
            if number not in self.ignored
        ]

    def crossed(self, end: Point) -> Iterator[Body]:
        """The bodies through whose inside a ray passes."""
        return (body for body in self.near if _passes(body.shape, self.eye, end))

    def is_blocked(self, end: Point) -> bool:
        """Whether a ray is blocked."""
        eye, spot, limits = self.eye, self.spot, self.field.limits
        if any(_beyond(face, *end) for face in eye.faces if face[3] not in self.ignored):
            return True
        if any(_beyond(face, eye.x, eye.y) for face in spot.faces if face[3] not in self.ignored):
            return True
        if not self.level:
            return any(self._stops(body, end) for body in self.crossed(end))
        high = eye.ground + limits.blocks - EPS
        return any(body.top >= high and body.does & BLOCKS and _passes(body.shape, eye, end) for body in self.near)

    def _stops(self, body: Body, end: Point) -> bool:
        eye, spot, limits = self.eye, self.spot, self.field.limits
        dx, dy = end[0] - eye.x, end[1] - eye.y
        stretch = passage(body.shape, eye.x, eye.y, dx, dy, 0.0)
        if stretch is None:
            return False
        enters, leaves = stretch
        rises = body.top - (eye.ground + (spot.ground - eye.ground) * leaves)
        if body.does & BLOCKS and rises >= limits.blocks - EPS:
            return True
        if self.spot_hides and _hides(body, spot, eye.x + dx * leaves, eye.y + dy * leaves, self.field):
            return True
        return self.eye_hides and _hides(body, eye, eye.x + dx * enters, eye.y + dy * enters, self.field)

    def is_past(self) -> bool:
        """Whether who looks is beyond the body that the other looks past."""
        eye, spot = self.eye, self.spot
        if any(face[3] == spot.past and _beyond(face, eye.x, eye.y) for face in spot.faces):
            return True
        shape, end = self.field.bodies[spot.past].shape, self.ends[0]
        if not _passes(shape, eye, end):
            return False
        return passage(shape, eye.x, eye.y, end[0] - eye.x, end[1] - eye.y, 0.0) is not None

    def is_behind(self) -> bool:
        """Whether the middle ray crosses something that covers, within reach and not nearer to who looks."""
        eye, spot, end = self.eye, self.spot, self.ends[0]
        dx, dy = end[0] - eye.x, end[1] - eye.y
        for body in self.crossed(end):
            if not _covers(body, spot.ground, self.field):
                continue
            stretch = passage(body.shape, eye.x, eye.y, dx, dy, 0.0)
            if stretch is None:
                continue
            x, y = eye.x + dx * stretch[1], eye.y + dy * stretch[1]
            away = spot.gap(x, y)
            if away <= self.field.limits.reach + EPS and eye.gap(x, y) >= away - EPS:
                return True
        return False

    def in_soft(self) -> bool:
        """Whether he is in a soft area, or the middle ray crosses one within reach of him."""
        eye, spot, end = self.eye, self.spot, self.ends[0]
        dx, dy = end[0] - eye.x, end[1] - eye.y
        for area in self.field.soft:
            if _passes(area, eye, end):
                stretch = passage(area, eye.x, eye.y, dx, dy, 0.0)
                if stretch is not None:
                    gap = spot.gap(eye.x + dx * stretch[1], eye.y + dy * stretch[1])
                    if gap <= self.field.limits.reach + EPS:
                        return True
        return any(point_in(area, spot.x, spot.y, False) for area in self.field.soft)

    def in_smoke(self, end: Point) -> bool:
        """Whether a ray touches smoke, also from inside it."""
        eye = self.eye
        dx, dy = end[0] - eye.x, end[1] - eye.y
        return any(passage(each, eye.x, eye.y, dx, dy, -EPS) is not None for each in self.field.smoke)


def _passes(shape: Shape, eye: Stand, end: Point) -> bool:
    """Whether a ray passes through the inside of a shape; touching a corner or running along an edge is not passing."""
    dx, dy = end[0] - eye.x, end[1] - eye.y
    distance = sqrt(dx * dx + dy * dy)
    return distance > EPS and crosses(shape, eye.x, eye.y, dx / distance, dy / distance, distance)


def _beyond(face: Face, x: float, y: float) -> bool:
    return face[0] * x + face[1] * y < face[2] - EPS


def _covers(body: Body, ground: float, field: Field) -> bool:
    if body.does & COVERS:
        return True
    return bool(body.does & COVERS_BY_HEIGHT) and body.top - ground >= field.limits.covers - EPS


def _hides(body: Body, who: Stand, x: float, y: float, field: Field) -> bool:
    return _covers(body, who.ground, field) and who.gap(x, y) <= field.limits.reach + EPS


def _looks_out(sides: Sequence[Edge], x: float, y: float) -> bool:
    return any(nx * x + ny * y > offset + EPS for nx, ny, offset in sides)


def _is_shut_in(eye: Stand, spot: Stand) -> bool:
    """Whether a body that one of them is in hides him from the other."""
    if eye.inside >= 0 and eye.inside == spot.inside:
        return False
    if eye.inside >= 0 and not _looks_out(eye.sides, spot.x, spot.y):
        return True
    return spot.inside >= 0 and not _looks_out(spot.sides, eye.x, eye.y)


def rays_of(field: Field, eye: bytes, spot: bytes, above: int) -> tuple[tuple[float, float, bool], ...]:
    """The rays from a packed post to another one by one: where each ends, and whether it is free."""
    (looker,), (seen,) = _posts(field, eye), _posts(field, spot)
    pair, shut = _Pair(field, looker, seen, above), _is_shut_in(looker, seen)
    return tuple((*end, not (shut or pair.is_blocked(end) or pair.in_smoke(end))) for end in pair.ends)


def look(field: Field, eye: Stand, spot: Stand, above: int) -> int:
    """What one sees of another, as a byte."""
    if _is_shut_in(eye, spot):
        return SHUT_IN << WHY
    pair = _Pair(field, eye, spot, above)
    blocked = smoked = 0
    for end in pair.ends:
        if pair.is_blocked(end):
            blocked += 1
        elif pair.in_smoke(end):
            smoked += 1
    if blocked + smoked == len(pair.ends):
        return (IN_SMOKE if smoked else HIDDEN) << WHY | blocked << RAYS
    return SEEN | _cover(pair, blocked) << WHY | (SOFT if pair.in_soft() else 0) | blocked << RAYS


def _cover(pair: _Pair, blocked: int) -> int:
    eye, spot = pair.eye, pair.spot
    if spot.inside >= 0 and spot.inside != eye.inside:
        return INDOORS
    if spot.past >= 0 and pair.is_past():
        return PAST
    if spot.low:
        return OPEN
    if blocked:
        return PARTLY
    return BEHIND if pair.is_behind() else OPEN


def _behind_trunks(field: Field, eye: Stand, squad: Sequence[Stand]) -> set[int]:
    """Whom trunks cover from somebody: of each trunk the nearest who has it before him, of equals the first."""
    found = set()
    for trunk in field.trunks:
        best, least = NOBODY, field.limits.trunk + EPS
        for number, spot in enumerate(squad):
            dx, dy = trunk.x - spot.x, trunk.y - spot.y
            gap = sqrt(dx * dx + dy * dy) - trunk.radius - spot.radius
            if (gap < least or (gap == least and best == NOBODY)) and (
                dx * (eye.x - spot.x) + dy * (eye.y - spot.y) >= -EPS
            ):
                best, least = number, gap
        if best != NOBODY:
            found.add(best)
    return found


def _posts(field: Field, packed: bytes) -> list[Stand]:
    """Posts out of their packed form, one after the other."""
    if len(packed) % 8:
        raise ValueError("not the packed form of posts")
    numbers, found, at = _numbers(len(packed) // 8)(packed), [], 0
    while at < len(numbers):
        head = numbers[at : at + _POST]
        if len(head) < _POST or head[8] not in range((len(numbers) - at - _POST) // _SIDE + 1):
            raise ValueError("not the packed form of posts")
        if any(body not in range(NOBODY, len(field.bodies)) for body in head[5:8]):
            raise ValueError("a post names a body that the field has not")
        first = at + _POST
        at = first + _SIDE * int(head[8])
        sides = tuple(numbers[side : side + _SIDE] for side in range(first, at, _SIDE))
        x, y, ground, radius, how, inside, past, body, _ = head
        found.append(Stand(field, Post(x, y, ground, radius, int(how), int(inside), int(past), int(body), sides)))
    return found


def _squads(spots: list[Stand], squad: int) -> list[list[Stand]]:
    if squad < 1 or len(spots) % squad:
        raise ValueError("posts that are looked at come in squads of equal size")
    return [spots[at : at + squad] for at in range(0, len(spots), squad)]


def looks(field: Field, eyes: bytes, spots: bytes, squad: int, above: int, /) -> bytes:
    """What everybody sees of everybody: a byte for each spot and eye, the eyes of the first spot first.

    Eyes and spots are packed posts; the spots come in squads of equal size, whose members stand beside trunks together.
    """
    lookers, found = _posts(field, eyes), bytearray()
    for members in _squads(_posts(field, spots), squad):
        trunks = [_behind_trunks(field, eye, members) for eye in lookers]
        for number, spot in enumerate(members):
            for eye, covered in zip(lookers, trunks, strict=True):
                found.append(look(field, eye, spot, above) | (TRUNK if number in covered else 0))
    return bytes(found)


def watched(field: Field, eyes: bytes, spots: bytes, squad: int, above: int, /) -> bytes:
    """What all eyes together see of each spot: nobody sees him, somebody sees him uncovered, or he is covered from
    all who see him: by what blocks or by what is soft."""
    lookers, found = _posts(field, eyes), bytearray()
    for members in _squads(_posts(field, spots), squad):
        trunks = [_behind_trunks(field, eye, members) for eye in lookers]
        for number, spot in enumerate(members):
            found.append(_seen_by_all(field, lookers, spot, above, [number in each for each in trunks]))
    return bytes(found)


def _seen_by_all(field: Field, eyes: Sequence[Stand], spot: Stand, above: int, trunks: Sequence[bool]) -> int:
    seen, hard, soft = False, True, True
    for eye, trunk in zip(eyes, trunks, strict=True):
        code = look(field, eye, spot, above)
        if code & SEEN:
            seen = True
            hard = hard and (trunk or bool(code >> WHY & 7))
            soft = soft and bool(code & SOFT)
            if not hard and not soft:
                return IN_THE_OPEN
    return COVERED if seen else UNSEEN


def points_seen(
    field: Field, eye: bytes, points: bytes, target: int, ground: float, least: float, height: float, /
) -> bytes:
    """What somebody sees of points of an upright target on some ground, a byte for each: nothing where a body rises as
    high as it over the line from ground to ground, or smoke is in between; a part where one rises at least so far, or
    covers at any height. The target is no body in its own way."""
    (who,) = _one_post(field, eye)
    if len(points) % 16 or target >= len(field.bodies):
        raise ValueError("not the packed form of points, or of a body that the field has not")
    numbers = _numbers(len(points) // 8)(points)
    ends = zip(numbers[::2], numbers[1::2], strict=True)
    return bytes([_point_seen(field, who, end, target, (ground, least, height)) for end in ends])


def _one_post(field: Field, packed: bytes) -> list[Stand]:
    found = _posts(field, packed)
    if len(found) != 1:
        raise ValueError("one post looks at points")
    return found


def _point_seen(field: Field, eye: Stand, end: Point, target: int, upright: tuple[float, float, float]) -> int:
    dx, dy = end[0] - eye.x, end[1] - eye.y
    if any(passage(each, eye.x, eye.y, dx, dy, -EPS) is not None for each in field.smoke):
        return OUT_OF_SIGHT
    ignored = (target, eye.body, eye.inside, eye.past)
    bodies = [body for number, body in enumerate(field.bodies) if number not in ignored]
    return min((_past_body(body, eye, end, upright) for body in bodies), default=IN_FULL)


def _past_body(body: Body, eye: Stand, end: Point, upright: tuple[float, float, float]) -> int:
    if not body.does & (BLOCKS | COVERS | COVERS_BY_HEIGHT) or not _passes(body.shape, eye, end):
        return IN_FULL
    stretch = passage(body.shape, eye.x, eye.y, end[0] - eye.x, end[1] - eye.y, 0.0)
    if stretch is None:
        return IN_FULL
    ground, least, height = upright
    rises = body.top - (eye.ground + (ground - eye.ground) * stretch[1])
    if rises < least - EPS:
        return IN_FULL
    return OUT_OF_SIGHT if rises >= height - EPS and not body.does & COVERS else IN_PART


__all__ = ["looks", "points_seen", "ray_ends", "watched"]
