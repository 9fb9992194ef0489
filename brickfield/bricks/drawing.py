"""A model as a table draws it: a few unit shapes, each laid many times, with its colour, in studs.

Unit shapes lie round the origin and are one stud long, wide and high, x ahead, y left, z up: a cube (`box`), one whose
top falls ahead (`ramp`), one whose underside rises ahead (`under`), an upright cylinder (`rod`), and one that grows
narrow (`cone`). Studs are rods. What turns by itself or may come down, as a turret or a mast, is a group with its own
pivot.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from msgspec import Struct

from brickfield.bricks.bodies import PartSolid, Shape
from brickfield.bricks.building import covered_studs
from brickfield.bricks.fits import FitStud, fit_of
from brickfield.bricks.models import BrickModel, Placed
from brickfield.bricks.placing import STUD, Box, Placing, Point

# Where a shape lies: three rows of a matrix, each with the place at its end.
Laid = tuple[float, float, float, float, float, float, float, float, float, float, float, float]
_STUD_WIDE = 12.0
_STUD_HIGH = 4.0
_DECIMALS = 4
# First words of sub-models that a table moves by themselves.
_APART = ("turret", "mast", "left_arm", "right_arm")


class DrawnShape(Struct, frozen=True, array_like=True):
    """A unit shape: its colour's code, how much is left of a slope's height or a cone's width, and where it lies."""

    colour: int
    share: float
    laid: Laid


class DrawnGroup(Struct, frozen=True):
    """Shapes that move together, by kind; the pivot is where a turret turns, in studs."""

    name: str
    pivot: Point
    shapes: dict[Shape, tuple[DrawnShape, ...]]
    studs: tuple[DrawnShape, ...]


class BrickDrawing(Struct, frozen=True):
    """All there is to draw, and the numbers of parts that are not, since nobody knows what they look like."""

    groups: tuple[DrawnGroup, ...]
    missing: tuple[str, ...]


def drawing_of(model: BrickModel) -> BrickDrawing:
    """The drawing of a model. Studs that another part covers are left out, and all where there are too many to draw."""
    placed = model.placed()
    covered = covered_studs(placed)
    groups: dict[str, list[tuple[int, Placed]]] = defaultdict(list)
    for serial, one in enumerate(placed):
        groups[one.path[0] if one.path and one.path[0].startswith(_APART) else ""].append((serial, one))
    pivots = {line.name: _in_studs((line.placing.x, line.placing.y, line.placing.z)) for _step, line in model.laid()}
    drawn = (_group(name, pivots.get(name, (0.0, 0.0, 0.0)), parts, covered) for name, parts in groups.items())
    return BrickDrawing(tuple(drawn), tuple(sorted({one.number for one in placed if one.box is None})))


def _group(
    name: str, pivot: Point, parts: list[tuple[int, Placed]], covered: set[tuple[int, int]] | None
) -> DrawnGroup:
    shapes: dict[Shape, list[DrawnShape]] = defaultdict(list)
    studs: list[DrawnShape] = []
    for serial, one in parts:
        placing = one.placing if one.part else Placing()
        for solid in _solids(one):
            shapes[solid.shape].append(_drawn(one.colour, placing, _share(solid), solid.box, _frame(solid)))
        for count, stud in enumerate(_studs(one)):
            if covered is not None and (serial, count) not in covered:
                studs.append(_drawn(one.colour, placing, 1.0, _stud_box(stud), _stud_frame(stud)))
    return DrawnGroup(
        name.removesuffix(".ldr"), pivot, {kind: tuple(found) for kind, found in sorted(shapes.items())}, tuple(studs)
    )


def _solids(one: Placed) -> Iterator[PartSolid]:
    """The bodies of a part. One known by its size only is its box; one of the file's own lies where it is."""
    fit = fit_of(one.part.number) if one.part else None
    if fit is not None:
        yield from fit.look
    elif one.part is not None:
        yield PartSolid("box", one.part.box)
    elif one.box is not None:
        yield PartSolid("box", one.box)


def _studs(one: Placed) -> tuple[FitStud, ...]:
    fit = fit_of(one.part.number) if one.part else None
    return fit.studs if fit else ()


def _share(solid: PartSolid) -> float:
    tall = solid.box[4] - solid.box[1]
    if solid.shape in ("ramp", "under"):
        return round(solid.share / tall, _DECIMALS)
    return solid.share if solid.shape == "cone" else 1.0


def _frame(solid: PartSolid) -> tuple[Point, Point, Point]:
    """Where a unit shape's x, y and z point to in the part, as long as the shape is that way."""
    x, y, z = (solid.box[axis + 3] - solid.box[axis] for axis in range(3))
    if solid.shape == "rod" and solid.way == "x":
        return (0.0, y, 0.0), (0.0, 0.0, z), (x, 0.0, 0.0)
    if solid.shape == "rod" and solid.way == "z":
        return (x, 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, z)
    up = (0.0, -y, 0.0)
    return {
        "+z": ((0.0, 0.0, z), (-x, 0.0, 0.0), up),
        "-z": ((0.0, 0.0, -z), (x, 0.0, 0.0), up),
        "-x": ((-x, 0.0, 0.0), (0.0, 0.0, -z), up),
    }.get(solid.way, ((x, 0.0, 0.0), (0.0, 0.0, z), up))


def _stud_box(stud: FitStud) -> Box:
    near = tuple(p + min(0.0, _STUD_HIGH * w) for p, w in zip(stud.place, stud.way, strict=True))
    far = tuple(p + max(0.0, _STUD_HIGH * w) for p, w in zip(stud.place, stud.way, strict=True))
    return (near[0], near[1], near[2], far[0], far[1], far[2])


def _stud_frame(stud: FitStud) -> tuple[Point, Point, Point]:
    """A rod along the way of the stud."""
    x, y, z = stud.way
    ahead = (y, z, x)
    left = (y * x - z * z, z * y - x * x, x * z - y * y)
    return (
        (ahead[0] * _STUD_WIDE, ahead[1] * _STUD_WIDE, ahead[2] * _STUD_WIDE),
        (left[0] * _STUD_WIDE, left[1] * _STUD_WIDE, left[2] * _STUD_WIDE),
        (x * _STUD_HIGH, y * _STUD_HIGH, z * _STUD_HIGH),
    )


def _drawn(colour: int, placing: Placing, share: float, box: Box, frame: tuple[Point, Point, Point]) -> DrawnShape:
    middle = ((box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2)
    place = _in_studs(placing.moved(middle))
    ahead, left, up = (_in_studs(placing.turned(side)) for side in frame)
    if placing.is_mirrored():
        # shapes are the same on their left and right, so none need be turned inside out
        left = (-left[0], -left[1], -left[2])
    rows = [(ahead[axis], left[axis], up[axis], place[axis]) for axis in range(3)]
    return DrawnShape(colour, share, (*rows[0], *rows[1], *rows[2]))


def _in_studs(point: Point) -> Point:
    """A point or a way as a table measures it: x ahead, y left, z up."""
    x, y, z = point
    return (_rounded(x / STUD), _rounded(z / STUD), _rounded(-y / STUD))


def _rounded(number: float) -> float:
    return round(number, _DECIMALS) + 0.0
