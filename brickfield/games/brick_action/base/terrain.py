"""Terrain: what may stand on a board, which cover it is tagged with, how high it is, and what it does to walkers.

A piece is a Token whose kind is the feature. Pieces never change during a battle but for smoke and wrecks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from brickfield.core.board import Token
from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, by_key
from brickfield.core.structures import Structure, shape_of
from brickfield.geometry import GRAIN, Pose, Shape
from ..data_files import read_rows
from .building_plans import building_plans, height_blocks, structure_of
from .measures import measures

Place = Annotated[float, Meta(ge=-400, le=400)]
Size = Annotated[float, Meta(gt=0, le=200)]
# A tag says what cover a feature gives whatever its height; "" leaves it to the height; a tree has rules of its own.
Cover = Literal["", "none", "soft", "hard", "total", "tree"]


class Feature(TableRow, frozen=True):
    """A sort of terrain. `walking`: free, half (half movement), blocked, or openings (doors and windows only)."""

    id: str
    title: str
    cover: Cover
    height: int
    walking: Literal["free", "half", "blocked", "openings"]
    clause: str


@rule("ba.cover.hard.def", "ba.cover.soft.def")
@cache
def features() -> Mapping[str, Feature]:
    """All sorts of terrain by id, houses among them."""
    rows = read_rows("features.toml", Feature)
    return by_key("features.toml", ((each.id, each) for each in (*rows, *_houses())))


@rule("ba.build.enter")
def _houses() -> list[Feature]:
    """Houses are total cover as high as their storeys; one enters them by their doors and windows."""
    return [
        Feature(
            id=each.id,
            title=each.title,
            cover="total",
            height=height_blocks(each),
            walking="openings",
            clause="ba.build.enter",
        )
        for each in building_plans().values()
    ]


class TerrainPiece(TableRow, frozen=True):
    """A piece of a map: centre, length along the heading, width across it; height and tag if not the feature's.

    `round` pieces are discs with their length as diameter; `corners` (x, y, counter-clockwise, convex) any outline.
    """

    feature: str
    x: Place
    y: Place
    heading: Annotated[float, Meta(ge=-1440, le=1440)] = 0.0
    length: Size = 8.0
    width: Size = 1.0
    round: bool = False
    height: Annotated[int, Meta(ge=0, le=99)] | None = None
    cover: Cover | None = None
    ground: Annotated[int, Meta(ge=0, le=99)] = 0
    corners: tuple[tuple[Place, Place], ...] = ()
    # a tree whose low branches are soft cover
    low_branches: bool = False


class Standing(Struct, frozen=True):
    """A piece as the rules see it: its outline, its foot and top in blocks, its tag, and how it is built if hollow."""

    id: str
    feature: str
    shape: Shape
    foot: int
    top: int
    cover: Cover
    walking: str
    structure: Structure | None = None
    low_branches: bool = False

    @property
    def height(self) -> int:
        """How high it is, in blocks."""
        return self.top - self.foot


@rule("ba.move.hard_half", "ba.geometry.path")
def is_impassable(piece: Standing) -> bool:
    """Nobody walks over it: total obstacles, and whatever is 5 blocks high; a tree's trunk too."""
    if piece.walking == "free":
        return False
    return piece.walking in ("blocked", "openings") or piece.height >= measures().impassable_height


@rule("ba.move.hard_half", "ba.move.soft_half")
def is_rough(piece: Standing) -> bool:
    """It halves the move of who walks over it: hard and soft cover; under 3 blocks and no cover it costs nothing."""
    if piece.walking == "free" or is_impassable(piece):
        return False
    if piece.cover in ("hard", "soft"):
        return True
    return piece.cover == "" and piece.height >= measures().free_height


def lay_piece(number: int, piece: TerrainPiece) -> Token:
    """A piece of terrain on the board."""
    pose = Pose.at(piece.x, piece.y, piece.heading)
    outline = tuple(round(value * GRAIN) for corner in piece.corners for value in corner)
    plan = building_plans().get(piece.feature)
    length, width = (plan.length, plan.width) if plan is not None else (piece.length, piece.width)
    size = round(length * GRAIN), round((length if piece.round else width) * GRAIN)
    name = f"T{number}"
    if piece.round:
        return Token(name, piece.feature, pose, *size, name, outline=outline, round=True)
    return Token(name, piece.feature, pose, *size, name, outline=outline)


def standing_piece(token: Token, piece: TerrainPiece) -> Standing:
    """The same piece as the rules see it."""
    feature = features()[piece.feature]
    height = feature.height if piece.height is None else piece.height
    cover = feature.cover if piece.cover is None else piece.cover
    foot, low_branches = piece.ground, piece.low_branches
    return Standing(
        token.id,
        piece.feature,
        shape_of(token),
        foot,
        foot + height,
        cover,
        feature.walking,
        structure_of(piece.feature) if piece.feature in building_plans() else None,
        low_branches,
    )
