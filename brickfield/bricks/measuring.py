"""What a model measures: size without the studs on top, outline, heights, colours, and the bill of its parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from brickfield.bricks.models import BrickModel, Placed
from brickfield.bricks.placing import BRICK, STUD, Box, around

# Lengths are rounded where people read them: a thousandth of a stud is finer than any brick.
_DECIMALS = 3
# Squares of the height profile along the longer side at most; a large model has squares of several studs.
_MOST_SQUARES = 64

Corner = tuple[float, float]


class Lot(Struct, frozen=True):
    """So many of a part in a colour."""

    part: str
    colour: int
    count: int


class Profile(Struct, frozen=True):
    """How high a model is over squares of the ground, in bricks: rows along z of columns along x; 0 is nothing."""

    square_studs: float
    low_x_studs: float
    low_z_studs: float
    bricks: tuple[tuple[float, ...], ...]


class Measure(Struct, frozen=True):
    """What a model measures. Corners of the outline are in studs, x right and z away, and go round counter-clockwise.

    `unknown` are the numbers the table does not know, `taken_as` those measured as another number of the same size.
    """

    parts: int
    unknown: tuple[str, ...]
    taken_as: dict[str, str]
    size_studs: tuple[float, float]
    bricks_high: float
    steps: int
    bill: tuple[Lot, ...]
    colours: tuple[int, ...]
    outline: tuple[Corner, ...]
    box: Box


def measured(model: BrickModel) -> Measure:
    """The measure of a model; parts of unknown size count, but add nothing to the size."""
    placed = model.placed()
    box = around(boxes_of(placed)) or (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    sides = sorted(((box[3] - box[0]) / STUD, (box[5] - box[2]) / STUD), reverse=True)
    lots = bill_of(placed)
    return Measure(
        parts=len(placed),
        unknown=tuple(sorted({one.number for one in placed if one.part is None})),
        taken_as={one.number: one.part.number for one in placed if one.part and one.part.number != one.number},
        size_studs=(_rounded(sides[0]), _rounded(sides[1])),
        bricks_high=_rounded((box[4] - box[1]) / BRICK),
        steps=model.steps,
        bill=lots,
        colours=tuple(sorted({lot.colour for lot in lots})),
        outline=outline_of(boxes_of(placed)),
        box=box,
    )


def boxes_of(placed: Iterable[Placed]) -> list[Box]:
    """Where the parts of known size lie."""
    return [one.box for one in placed if one.box is not None]


def bill_of(placed: Iterable[Placed]) -> tuple[Lot, ...]:
    """How many of each part in each colour, by part and colour."""
    counts = Counter((one.number, one.colour) for one in placed)
    return tuple(Lot(part, colour, count) for (part, colour), count in sorted(counts.items()))


def _rounded(number: float) -> float:
    return round(number, _DECIMALS) + 0.0


def outline_of(boxes: Sequence[Box]) -> tuple[Corner, ...]:
    """The convex outline of what lies on the ground, as if a string were laid round the model."""
    points = sorted({(x, z) for box in boxes for x in (box[0], box[3]) for z in (box[2], box[5])})
    if not points:
        return ()
    ring = [*_half(points), *_half(points[::-1])]
    return tuple((_rounded(x / STUD), _rounded(z / STUD)) for x, z in ring)


def _half(points: list[Corner]) -> list[Corner]:
    """The lower half of the outline of sorted points, without its last corner."""
    kept: list[Corner] = []
    for point in points:
        while len(kept) > 1 and _turn(kept[-2], kept[-1], point) <= 0:
            kept.pop()
        kept.append(point)
    return kept[:-1]


def _turn(start: Corner, corner: Corner, end: Corner) -> float:
    """More than 0 where the way from start over a corner to the end turns left."""
    return (corner[0] - start[0]) * (end[1] - start[1]) - (corner[1] - start[1]) * (end[0] - start[0])


def profile_of(boxes: Sequence[Box]) -> Profile:
    """The heights over squares of the ground, of one stud or, for a large model, as many as keep it small.

    Boxes are laid from the highest down, and each square is filled once, so that the time is bounded however many
    boxes lie over each other.
    """
    whole = around(list(boxes))
    if whole is None:
        return Profile(1.0, 0.0, 0.0, ())
    low_x, _top, low_z, high_x, ground, high_z = whole
    square = max(STUD, max(high_x - low_x, high_z - low_z) / _MOST_SQUARES)
    columns, rows = (max(1, _squares(low, high, square)) for low, high in ((low_x, high_x), (low_z, high_z)))
    heights = [[0.0] * columns for _ in range(rows)]
    empty = [list(range(columns + 1)) for _ in range(rows)]
    for box in sorted(boxes, key=lambda box: box[1]):
        for row in range(*_covered(box[2] - low_z, box[5] - low_z, square, rows)):
            first, last = _covered(box[0] - low_x, box[3] - low_x, square, columns)
            column = _next_empty(empty[row], first)
            while column < last:
                heights[row][column] = _rounded((ground - box[1]) / BRICK)
                empty[row][column] = column + 1
                column = _next_empty(empty[row], column)
    return Profile(
        _rounded(square / STUD), _rounded(low_x / STUD), _rounded(low_z / STUD), tuple(tuple(row) for row in heights)
    )


# A box that reaches over the edge of a square by less than this does not cover it: parts are a little wider than studs.
_EDGE = 1.0


def _squares(low: float, high: float, square: float) -> int:
    return -int(-(high - low - _EDGE) // square)


def _covered(low: float, high: float, square: float, most: int) -> tuple[int, int]:
    """The squares from `low` to `high`, as a range."""
    first = min(most - 1, int((low + _EDGE) // square))
    return max(0, first), max(first + 1, min(most, _squares(0.0, high, square)))


def _next_empty(row: list[int], column: int) -> int:
    """The first square from a column on that nothing fills yet; the way there is made short for the next."""
    found = column
    while row[found] != found:
        found = row[found]
    while row[column] != found:
        row[column], column = found, row[column]
    return found
