"""Where a part lies: a place and a turn, as twelve numbers of an LDraw line."""

from __future__ import annotations

from typing import NamedTuple

Box = tuple[float, float, float, float, float, float]
Point = tuple[float, float, float]

STUD = 20.0
BRICK = 24.0
PLATE = 8.0

# How far rows of a matrix may be from a turn. Files are written by hand and by programs with one to six decimals; 0.7
# for the sine of 45 degrees, the coarsest seen, is 0.02 off.
_ROUNDING = 0.03


class Placing(NamedTuple):
    """A place (x, y, z) and a 3x3 matrix, row by row."""

    x: float = 0.0
    y: float = 0.0
    z: float = 0.0
    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 0.0
    e: float = 1.0
    f: float = 0.0
    g: float = 0.0
    h: float = 0.0
    i: float = 1.0

    def moved(self, point: Point) -> Point:
        """Where a point of the part comes to lie."""
        px, py, pz = point
        return (
            self.x + self.a * px + self.b * py + self.c * pz,
            self.y + self.d * px + self.e * py + self.f * pz,
            self.z + self.g * px + self.h * py + self.i * pz,
        )

    def turned(self, way: Point) -> Point:
        """Where a direction of the part points to."""
        px, py, pz = way
        return (
            self.a * px + self.b * py + self.c * pz,
            self.d * px + self.e * py + self.f * pz,
            self.g * px + self.h * py + self.i * pz,
        )

    def of(self, inner: Placing) -> Placing:
        """The placing of something that lies in what this one places."""
        place = self.moved((inner.x, inner.y, inner.z))
        one = self.turned((inner.a, inner.d, inner.g))
        two = self.turned((inner.b, inner.e, inner.h))
        three = self.turned((inner.c, inner.f, inner.i))
        return Placing(*place, one[0], two[0], three[0], one[1], two[1], three[1], one[2], two[2], three[2])

    def box(self, box: Box) -> Box:
        """The box of the eight turned corners of a box."""
        low, high = [self.x, self.y, self.z], [self.x, self.y, self.z]
        rows = ((self.a, self.b, self.c), (self.d, self.e, self.f), (self.g, self.h, self.i))
        for axis, row in enumerate(rows):
            for factor, near, far in zip(row, box[:3], box[3:], strict=True):
                one, other = factor * near, factor * far
                low[axis] += min(one, other)
                high[axis] += max(one, other)
        return (low[0], low[1], low[2], high[0], high[1], high[2])

    def is_rigid(self) -> bool:
        """Whether it only turns. A mirror image is allowed: authors write one where a part is the same mirrored, and
        it changes no size."""
        rows = ((self.a, self.b, self.c), (self.d, self.e, self.f), (self.g, self.h, self.i))
        return all(
            abs(sum(p * q for p, q in zip(rows[m], rows[n], strict=True)) - (m == n)) <= _ROUNDING
            for m in range(3)
            for n in range(m, 3)
        )

    def is_mirrored(self) -> bool:
        """Whether it makes a left part a right one."""
        return (
            self.a * (self.e * self.i - self.f * self.h)
            - self.b * (self.d * self.i - self.f * self.g)
            + self.c * (self.d * self.h - self.e * self.g)
        ) < 0


def around(boxes: list[Box]) -> Box | None:
    """The box around boxes, unless there are none."""
    if not boxes:
        return None
    low = [min(box[axis] for box in boxes) for axis in range(3)]
    high = [max(box[axis] for box in boxes) for axis in range(3, 6)]
    return (low[0], low[1], low[2], high[0], high[1], high[2])
