"""A village from a number: hills, houses, walls, hedges and trees about two streets; the same number, the same one."""

from __future__ import annotations

import random
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow
from ..base.building_plans import building_plans
from ..base.terrain import TerrainPiece
from ..data_files import read

Box = tuple[float, float, float, float]
HILL = "raised_ground"


class Laid(Struct, frozen=True):
    """A piece of terrain: its middle, where its length points, its length and its width."""

    feature: str
    x: float
    y: float
    heading: float
    length: float
    width: float

    @property
    def box(self) -> Box:
        """The square-cornered place it takes: headings of a village are quarters of a circle."""
        long, wide = (self.width, self.length) if self.heading % 180.0 else (self.length, self.width)
        return self.x - long / 2, self.y - wide / 2, self.x + long / 2, self.y + wide / 2


class PieceRow(TableRow, frozen=True):
    """Some sorts of terrain, how many of them a half has, and how large they are (houses have plans). `free_edge`: how
    many studs they keep from the near edge of the board, if not those of all."""

    kinds: tuple[str, ...]
    least: int
    most: int
    length: tuple[float, float] | None = None
    width: tuple[float, float] | None = None
    free_edge: float = 0.0


class Terrace(TableRow, frozen=True):
    """A step of a hill: how high it is over the one below, in blocks, and how far it is drawn in from its edge."""

    blocks: int
    inset: float


class VillageRules(TableRow, frozen=True):
    """How villages are laid out."""

    board: float
    street_half: float
    cross_half: float
    free_edge: float
    side_margin: float
    gap: float
    tries: int
    clause: str
    hill: tuple[Terrace, ...]
    piece: tuple[PieceRow, ...]


@cache
def village_rules() -> VillageRules:
    """The measures of a village."""
    return read("village.toml", VillageRules)


def turned(piece: Laid, board: float) -> Laid:
    """The same piece on the other half: the board turned by half a circle about its middle."""
    return Laid(
        piece.feature, board - piece.x, board - piece.y, (piece.heading + 180.0) % 360.0, piece.length, piece.width
    )


@rule("ba.setup.terrain.free")
@cache
def village(number: int) -> tuple[Laid, ...]:
    """Half a village drawn from a number, and the same half turned about the middle of the board."""
    rules = village_rules()
    dice = random.Random(number)
    half: list[Laid] = []
    for row in rules.piece:
        for _ in range(dice.randint(row.least, row.most)):
            piece = _fitting(dice, row, half)
            if piece is not None:
                half.append(piece)
    return (*half, *(turned(each, rules.board) for each in half))


def _fitting(dice: random.Random, row: PieceRow, laid: list[Laid]) -> Laid | None:
    """A piece of a row where there is room for it; None if none was found in some tries."""
    for _ in range(village_rules().tries):
        piece = _drawn(dice, row)
        if all(_apart(piece.box, each.box) for each in laid):
            return piece
    return None


def _drawn(dice: random.Random, row: PieceRow) -> Laid:
    """A piece somewhere in the two lots of the lower half, on either side of the street, on whole studs."""
    rules = village_rules()
    kind = dice.choice(row.kinds)
    plan = building_plans().get(kind)
    if plan is not None:
        length, width = plan.length, plan.width
    else:
        assert row.length is not None, kind
        assert row.width is not None, kind
        length, width = (float(dice.randint(int(low), int(high))) for low, high in (row.length, row.width))
    heading = dice.choice((0.0, 90.0, 180.0, 270.0))
    long, wide = (width, length) if heading % 180.0 else (length, width)
    middle = rules.board / 2
    x = rules.side_margin + long / 2 + dice.random() * (middle - rules.street_half - rules.side_margin - long)
    edge = row.free_edge or rules.free_edge
    y = edge + wide / 2 + dice.random() * (middle - rules.cross_half - edge - wide)
    x = rules.board - x if dice.random() < 0.5 else x
    return Laid(kind, _on_stud(x), _on_stud(y), heading, length, width)


def _on_stud(value: float) -> float:
    """Half studs, so that edges lie on the grid of the plates."""
    return round(value * 2) / 2


def _apart(one: Box, other: Box) -> bool:
    gap = village_rules().gap
    return one[0] >= other[2] + gap or other[0] >= one[2] + gap or one[1] >= other[3] + gap or other[1] >= one[3] + gap


def village_terrain(number: int) -> tuple[TerrainPiece, ...]:
    """A village as the pieces of a map."""
    return tuple(piece for each in village(number) for piece in _pieces(each))


@rule("ba.elev.def", "ba.setup.terrain.free")
def _pieces(laid: Laid) -> list[TerrainPiece]:
    """A hill as its terraces, each on the one below; anything else as it is."""
    plain = TerrainPiece(
        feature=laid.feature,
        x=laid.x,
        y=laid.y,
        heading=laid.heading,
        length=laid.length,
        width=laid.width,
        round=laid.feature == "tree",
    )
    if laid.feature != HILL:
        return [plain]
    found, ground = [], 0
    for step in village_rules().hill:
        length, width = laid.length - 2 * step.inset, laid.width - 2 * step.inset
        found.append(replace(plain, length=length, width=width, height=step.blocks, ground=ground))
        ground += step.blocks
    return found
