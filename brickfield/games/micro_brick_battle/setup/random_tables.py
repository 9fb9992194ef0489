"""A table drawn from a number: the same number always lays the same terrain, and both sides have the same of it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache

from msgspec.structs import replace

from brickfield.core.clauses import rule
from brickfield.core.data_files import DataFault, TableRow
from brickfield.geometry import Pose, Shape, distance, rectangle_at
from ..base.features import features
from ..data_files import read
from .scenarios import Degrees, Scenario, Size, TerrainPiece

# How often a place is tried for a pair before it is left in the box.
_TRIES = 200
_HUNDRED = 100


class Kind(TableRow, frozen=True):
    """A kind of piece: how often it comes, and its size from smallest to largest."""

    feature: str
    weight: int
    length: tuple[Size, Size]
    width: tuple[Size, Size]


class RandomTableFile(TableRow, frozen=True):
    """What a drawn table is made of; see the file."""

    clause: str
    gap: float
    clear: float
    side: float
    pairs: tuple[int, int]
    sure: tuple[str, ...]
    headings: tuple[Degrees, ...]
    river: int
    river_width: float
    bridge_length: float
    bridge_width: float
    bridge_from: float
    bridge_to: float
    kind: tuple[Kind, ...]


@cache
def _table() -> RandomTableFile:
    table = read("random_table.toml", RandomTableFile)
    unknown = {*table.sure, *(kind.feature for kind in table.kind)} - set(features())
    if unknown:
        raise DataFault(f"data/random_table.toml: no feature is called {min(unknown)!r}")
    return table


@rule("mbb.cover.place.one", "mbb.setup.zone")
@cache
def random_table(number: int, width: float, depth: float) -> tuple[TerrainPiece, ...]:
    """Pieces and their twins across the middle, clear of each other and of the Deployment Zones."""
    table, rng = _table(), random.Random(f"table {number} {width:g} {depth:g}")
    laid = _river(rng, width, depth) if rng.randrange(_HUNDRED) < table.river else []
    taken = [_shape(piece) for piece in laid]
    kinds = [next(kind for kind in table.kind if kind.feature == name) for name in table.sure]
    more = rng.randint(*table.pairs) - len(kinds)
    kinds += rng.choices(table.kind, [kind.weight for kind in table.kind], k=max(0, more))
    for kind in kinds:
        pair = _pair(rng, kind, taken, width, depth)
        laid += pair
        taken += [_shape(piece) for piece in pair]
    return tuple(laid)


def _pair(rng: random.Random, kind: Kind, taken: list[Shape], width: float, depth: float) -> list[TerrainPiece]:
    """A piece with its twin where there is room for both; none if there is no room."""
    table = _table()
    size = (round(rng.uniform(*kind.length), 2), round(rng.uniform(*kind.width), 3))
    for _ in range(_TRIES):
        x, y = round(rng.uniform(0.0, width), 2), round(rng.uniform(table.clear, depth / 2), 2)
        piece = _piece(kind.feature, x, y, *size, rng.choice(table.headings))
        twin = turned(piece, width, depth)
        shapes = _shape(piece), _shape(twin)
        if _is_inside(shapes[0], width, depth) and _is_clear(shapes[0], [*taken, shapes[1]]):
            return [piece, twin]
    return []


def turned(piece: TerrainPiece, width: float, depth: float) -> TerrainPiece:
    """The piece as it lies when the table is turned by half a turn."""
    x, y = round(width - piece.x, 2), round(depth - piece.y, 2)
    return replace(piece, x=x, y=y, heading=(piece.heading + 180.0) % 360.0)


def _piece(feature: str, x: float, y: float, length: float, width: float, heading: float) -> TerrainPiece:
    return TerrainPiece(feature=feature, x=x, y=y, length=length, width=width, heading=heading)


def _shape(piece: TerrainPiece) -> Shape:
    return rectangle_at(Pose.at(piece.x, piece.y, piece.heading), piece.length, piece.width)


def _is_inside(shape: Shape, width: float, depth: float) -> bool:
    table, (x0, y0, x1, y1) = _table(), shape.box
    return x0 >= table.side and x1 <= width - table.side and y0 >= table.clear and y1 <= depth - table.clear


def _is_clear(shape: Shape, others: Iterable[Shape]) -> bool:
    return all(distance(shape, other) >= _table().gap for other in others)


@rule("mbb.terrain.water.bridge")
def _river(rng: random.Random, width: float, depth: float) -> list[TerrainPiece]:
    """A river across the middle and two bridges over it, as far from one side as the other from the other side."""
    table = _table()
    water = _piece("Large Water", width / 2, depth / 2, width, table.river_width, 0.0)
    x = round(rng.uniform(table.bridge_from, table.bridge_to), 2)
    bridge = _piece("Bridges", x, depth / 2, table.bridge_length, table.bridge_width, 90.0)
    return [water, bridge, turned(bridge, width, depth)]


@rule("mbb.cover.place.one", "mbb.house.agree")
def drawn(scenario: Scenario, number: int) -> Scenario:
    """A scenario with its terrain drawn from the number agreed on, if it has none of its own."""
    if not scenario.drawn:
        return scenario
    return replace(scenario, terrain=random_table(number, scenario.table_width, scenario.table_depth))
