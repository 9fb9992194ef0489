"""Pieces of terrain: what is in the box, how a piece is cut into sections, and the ground each of them covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from brickfield.core.board import Token
from brickfield.core.clauses import rule
from brickfield.geometry import Pose, Shape, circle, direction, part_at, rectangle_at, squares, strips
from brickfield.geometry.grain import GRAIN
from .features import Feature, features
from .grounds import outlined

if TYPE_CHECKING:
    from .battlefield import BattleMatch


class Piece(Struct, frozen=True):
    """A piece of terrain in the box: what it is, how large, and where it lies (if it lies anywhere yet)."""

    feature: str
    length: float
    width: float
    pose: Pose | None = None
    hit_markers: int | None = None
    # bricks, where they are not the table's; the seat it belongs to; corners about its centre, in its own frame
    height_bricks: int | None = None
    owner: int = -1
    corners: tuple[tuple[float, float], ...] = ()
    # a bunker or an emplacement that its owner places with the guns
    work: bool = False
    # the seat that lays it where players lay the battlefield out; -1: it is dealt out
    layer: int = -1


@rule("mbb.arty.with")
def is_work(piece: Piece) -> bool:
    """Whether a piece is a bunker or emplacement that its owner places with the guns."""
    return piece.work


# A part of a piece: its pose, its length and width in grain, and where it was cut from.
_Part = tuple[Pose, int, int, tuple[int, int, int, int, int, int] | UnsetType]


@rule("mbb.geometry.sections")
def token_shape(token: Token) -> Shape:
    """The outline of a piece of terrain or of one of its sections, which together are the piece and leave no crack."""
    if token.cut is not UNSET:
        return part_at(token.pose.heading, token.cut, token.length, token.width)
    if token.outline:
        return outlined(token.outline)
    if token.round:
        return circle(*token.pose.place, token.length / GRAIN / 2)
    return rectangle_at(token.pose, token.length / GRAIN, token.width / GRAIN)


@rule("mbb.terrain.hill.shape")
def corners_at(piece: Piece, pose: Pose) -> tuple[int, ...]:
    """The corners of a piece that is no rectangle where it lies, in grain."""
    c, s = direction(pose.heading)
    turned = [(ahead * c - left * s, ahead * s + left * c) for ahead, left in piece.corners]
    return tuple(value for x, y in turned for value in (pose.x + round(x * GRAIN), pose.y + round(y * GRAIN)))


def outline_at(piece: Piece, pose: Pose) -> Shape:
    """The ground a whole piece would cover at a pose."""
    corners = corners_at(piece, pose)
    return outlined(corners) if corners else rectangle_at(pose, piece.length, piece.width)


@rule("mbb.geometry.sections", "mbb.geometry.feature_facing", "mbb.hm.section", "mbb.hm.place", "mbb.hm.untargetable")
def lay_piece(match: BattleMatch, number: int, piece: Piece, pose: Pose) -> tuple[Token, ...]:
    """Cut a piece into its sections or cells, from its first end or corner, each with its own hit markers."""
    feature = features()[piece.feature]
    group = f"T{number}"
    markers = printed_markers(piece)
    marks = {"hm": markers} if feature.targetable and markers and match.carries_markers(feature.name) else {}
    parts = _parts(match, feature, piece, pose)
    return tuple(
        Token(
            f"{group}.{index}" if len(parts) > 1 else group,
            piece.feature,
            where,
            length,
            width,
            group,
            piece.owner,
            marks=marks,
            outline=corners_at(piece, pose) if feature.cut == "piece" else (),
            cut=cut if len(parts) > 1 else UNSET,
        )
        for index, (where, length, width, cut) in enumerate(parts, start=1)
    )


def printed_markers(piece: Piece) -> int:
    """The hit markers of a piece, or of each of its sections, before anybody has fired at it."""
    return features()[piece.feature].hit_markers if piece.hit_markers is None else piece.hit_markers


def full_markers(match: BattleMatch, token: Token) -> int:
    """The hit markers a token on the table began with."""
    return printed_markers(match.pieces[int(token.group[1:]) - 1])


@rule("mbb.geometry.height")
def feature_of(match: BattleMatch, token: Token) -> Feature | None:
    """What a token is, as high as its scenario says; None for markers and other things that are no terrain."""
    feature = features().get(token.kind)
    number = token.group[1:]
    if feature is None or not number.isdigit() or int(number) > len(match.pieces):
        return feature
    stated = match.pieces[int(number) - 1].height_bricks
    return feature if stated is None else replace(feature, height_bricks=stated)


@rule("mbb.geometry.sections")
def _parts(match: BattleMatch, feature: Feature, piece: Piece, pose: Pose) -> list[_Part]:
    """The parts of a piece, each with its pose and size and where it lies in the whole."""
    size = round(piece.length * GRAIN), round(piece.width * GRAIN)
    if feature.cut == "piece":
        return [(pose, *size, UNSET)]
    cut = strips if feature.cut == "length" else squares
    return [*cut(pose, *size, round(feature.section_inches * GRAIN))]
