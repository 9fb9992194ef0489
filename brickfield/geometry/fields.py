"""Fields: bodies of known height, soft areas, smoke and trunks, and posts from which one looks and is looked at.

A field is packed once for the kernels, which look from post to post by three rays (`_pure_rays.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from struct import Struct as Layout
from typing import NamedTuple

from brickfield.geometry.shapes import EPS, Shape

# What a body does: blocks rays if it rises high enough; covers at any height; covers if it rises high enough; has
# faces that somebody can stand against.
BLOCKS, COVERS, COVERS_BY_HEIGHT, FACES = 1, 2, 4, 8
# How somebody is at his post: lying low, and standing free so that walls beside him count.
LOW, LEANS = 1, 2
# Who stands above the other: nobody, who looks, who is looked at.
LEVEL, EYE_ABOVE, SPOT_ABOVE = 0, 1, 2
NOBODY = -1

# A look is a byte. Bit 0: seen. Bits 1 to 3: why covered, or why not seen. Bit 4: soft cover. Bit 5: behind a trunk.
# Bits 6 and 7: how many rays are blocked.
SEEN, SOFT, TRUNK, WHY, RAYS = 1, 16, 32, 1, 6
OPEN, INDOORS, PAST, PARTLY, BEHIND = range(5)
SHUT_IN, IN_SMOKE, HIDDEN = range(1, 4)
# What is known of somebody whom many watch.
UNSEEN, IN_THE_OPEN, COVERED = range(3)
# What is seen of a point of something upright.
OUT_OF_SIGHT, IN_PART, IN_FULL = range(3)


_pack_head = Layout("11d").pack
_pack_body = Layout("3d").pack
_pack_post = Layout("9d").pack


class Body(NamedTuple):
    """A body on a field: its outline, the heights of its top and its foot, and what it does (`BLOCKS` ...)."""

    shape: Shape
    top: float
    foot: float
    does: int


class Trunk(NamedTuple):
    """A trunk of a tree: its middle and its radius."""

    x: float
    y: float
    radius: float


class FieldLimits(NamedTuple):
    """The lengths and heights by which a field is judged.

    `blocks` and `covers`: how far a body rises to block a ray or to cover; `reach`: how near to somebody it covers;
    `aside`: how far the outer rays are from the middle one; `contact` and `face`: how near to a face one stands
    against it, and how long it is at least; `trunk`: how near one stands beside a tree.
    """

    blocks: float
    covers: float
    reach: float
    aside: float
    contact: float
    face: float
    trunk: float


class Field:
    """What rays can meet. Never changed after it is made; `laid_over` gives one with more bodies and smoke on it."""

    __slots__ = ("_heights", "_outlines", "bodies", "limits", "packed", "smoke", "soft", "trunks")

    packed: bytes

    def __init__(
        self,
        limits: FieldLimits,
        bodies: Iterable[Body] = (),
        soft: Iterable[Shape] = (),
        trunks: Iterable[Trunk] = (),
        smoke: Iterable[Shape] = (),
    ) -> None:
        self.limits = limits
        self.bodies = tuple(bodies)
        self.soft = tuple(soft)
        self.trunks = tuple(trunks)
        self.smoke = tuple(smoke)
        self._heights, self._outlines = _packed_bodies(self.bodies)

    def laid_over(self, bodies: Sequence[Body], smoke: Iterable[Shape]) -> Field:
        """The same field with more bodies behind its own, and this smoke."""
        field = Field.__new__(Field)
        field.limits, field.soft, field.trunks = self.limits, self.soft, self.trunks
        field.bodies, field.smoke = (*self.bodies, *bodies), tuple(smoke)
        heights, outlines = _packed_bodies(bodies)
        field._heights, field._outlines = self._heights + heights, self._outlines + outlines
        return field

    def pack(self) -> bytes:
        """The packed form, made on first asking: counts and limits, heights, trunks, then all outlines."""
        if hasattr(self, "packed"):
            return self.packed
        counts = len(self.bodies), len(self.soft), len(self.smoke), len(self.trunks)
        areas = [shape.pack() for shape in (*self.soft, *self.smoke)]
        trunks = [_pack_body(*each) for each in self.trunks]
        head = _pack_head(*counts, *self.limits)
        self.packed = packed = b"".join([head, self._heights, *trunks, self._outlines, *areas])
        return packed


def _packed_bodies(bodies: Iterable[Body]) -> tuple[bytes, bytes]:
    heights = b"".join([_pack_body(each.top, each.foot, each.does) for each in bodies])
    return heights, b"".join([each.shape.pack() for each in bodies])


class Post(NamedTuple):
    """Where somebody looks from or is looked at: his middle, the height of his ground, his radius, and how he is.

    `inside`, `past` and `body` are bodies by number: the one he is in, one he looks past, and the one that is himself.
    Inside, he looks out across the lines of `sides` (normal and offset) alone.
    """

    x: float
    y: float
    ground: float
    radius: float
    how: int = 0
    inside: int = NOBODY
    past: int = NOBODY
    body: int = NOBODY
    sides: tuple[tuple[float, float, float], ...] = ()

    def pack(self) -> bytes:
        """The packed form: nine numbers, of which the last counts the sides, and three for each side."""
        head = _pack_post(*self[:8], len(self.sides))
        return head if not self.sides else head + b"".join([_pack_body(*side) for side in self.sides])


def packed_post(x: float, y: float, ground: float, radius: float, how: int) -> bytes:
    """A post in the open, packed."""
    return _pack_post(x, y, ground, radius, how, NOBODY, NOBODY, NOBODY, 0.0)


# A face that somebody stands against, by its normal and offset, and the number of its body.
Face = tuple[float, float, float, int]


def faces_at(field: Field, post: Post) -> tuple[Face, ...]:
    """The faces of high bodies that somebody stands against from outside."""
    limits = field.limits
    near = post.radius + limits.contact + EPS
    found = []
    for number, body in enumerate(field.bodies):
        shape = body.shape
        if not (shape.x0 - near <= post.x <= shape.x1 + near and shape.y0 - near <= post.y <= shape.y1 + near):
            continue
        if body.does & FACES and body.does & BLOCKS and not shape.radius and _is_high(body, post.ground, limits.blocks):
            for side, edge in enumerate(shape.edges):
                if _touches(shape, side, post.x, post.y, near, limits.face):
                    found.append((*edge, number))
    return tuple(found)


def _is_high(body: Body, ground: float, least: float) -> bool:
    return body.top - (ground if ground > body.foot else body.foot) >= least - EPS


def _touches(shape: Shape, side: int, x: float, y: float, near: float, face: float) -> bool:
    nx, ny, offset = shape.edges[side]
    out = nx * x + ny * y - offset
    if not 0.0 <= out <= near:
        return False
    ax, ay, bx, by = shape.side(side)
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if sqrt(square) < face - EPS:
        return False
    along = ((x - ax) * dx + (y - ay) * dy) / square
    along = 0.0 if along < 0.0 else 1.0 if along > 1.0 else along
    px, py = x - ax - dx * along, y - ay - dy * along
    return sqrt(px * px + py * py) <= near


__all__ = ["Body", "Face", "Field", "FieldLimits", "Post", "Trunk", "faces_at", "packed_post"]
