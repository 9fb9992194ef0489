"""Grounds: the parts of the table that do something to who stands on them, drives over them or looks across them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from brickfield.core.board import Token, TokenId
from brickfield.core.clauses import rule
from brickfield.geometry import Shape, point_in, polygon, without
from brickfield.geometry.grain import GRAIN
from .features import Feature

WIRE = "Wire Obstacle"
ARTILLERY_BUNKER = "Artillery Bunker"
SPOTTING_BUNKER = "Spotting Bunker"
FOREST = "Forest"


@lru_cache(maxsize=256)
def outlined(outline: tuple[int, ...]) -> Shape:
    """A shape by its corners in grain."""
    return polygon([(x / GRAIN, y / GRAIN) for x, y in zip(outline[::2], outline[1::2], strict=True)])


class Ground(Struct, frozen=True):
    """A token somebody can be on or drive over; `piece` is what it is a part of."""

    token: TokenId
    piece: str
    kind: str
    shape: Shape


class Charged(Struct, frozen=True):
    """Ground that costs MP when it is first driven over; wire is gone afterwards."""

    token: TokenId
    piece: str
    kind: str
    shape: Shape
    points: int
    wire: bool
    clause: str


class Grounds(Struct, frozen=True):
    """The grounds of a table in the order they were placed. `high_decks` are bridges that are hard cover."""

    hills: tuple[Ground, ...] = ()
    large_water: tuple[Ground, ...] = ()
    shallow_water: tuple[Ground, ...] = ()
    decks: tuple[Ground, ...] = ()
    high_decks: tuple[Ground, ...] = ()
    bunkers: tuple[Ground, ...] = ()
    forests: tuple[Ground, ...] = ()
    charged: tuple[Charged, ...] = ()
    # whether something is opaque for one and not for another: hills, high bridges, bunkers
    overlooked: bool = False


NOTHING = Grounds()
_OVERLOOKED = {"hills", "high_decks", "bunkers"}


class Lying(Struct, frozen=True):
    """A token of terrain where it lies, with all that it does by itself: the table is sorted out again whenever one of
    them goes, and nothing of this changes then.

    `thing` is its id and outline, `soft` the kind of cover as well; `sorts` are the lists of grounds that it is in.
    """

    thing: tuple[TokenId, Shape]
    soft: tuple[str, TokenId, Shape] | None
    opaque: bool
    closed: bool
    wire: bool
    ground: Ground
    sorts: tuple[str, ...]
    charged: Charged | None


def lying(token: Token, feature: Feature, shape: Shape, closed: bool, hill_points: int) -> Lying:
    """What a token of this feature does; `closed` is whether nothing drives there."""
    ground = Ground(token.id, token.group or token.id, token.kind, shape)
    return Lying(
        (token.id, shape),
        (feature.modifier, token.id, shape) if feature.gives_cover else None,
        feature.is_opaque,
        closed,
        token.kind == WIRE,
        ground,
        tuple(_sorts_of(feature)),
        charge_of(ground, feature, hill_points),
    )


def grounds_of(rows: list[Lying]) -> Grounds:
    """Sort out what is there; most tables have nothing of the kind."""
    found: dict[str, list[Ground]] = {}
    for row in rows:
        for name in row.sorts:
            found.setdefault(name, []).append(row.ground)
    charged = tuple([row.charged for row in rows if row.charged is not None])
    if not found and not charged:
        return NOTHING
    sorts = {name: tuple(each) for name, each in found.items()}
    return Grounds(**sorts, charged=charged, overlooked=bool(sorts.keys() & _OVERLOOKED))


_LISTS = {"hill": "hills", "large_water": "large_water", "shallow_water": "shallow_water"}


@rule("mbb.obst.bridge.high", "mbb.obst.bunker.opaque", "mbb.terrain.hill.border", "inf.hidden.forest")
def _sorts_of(feature: Feature) -> list[str]:
    """Which lists a feature belongs to."""
    sorts = [_LISTS[feature.lies]] if feature.lies else []
    if feature.ground == "deck":
        sorts += ["decks", "high_decks"] if feature.is_opaque else ["decks"]
    if feature.name in (ARTILLERY_BUNKER, SPOTTING_BUNKER):
        sorts.append("bunkers")
    if feature.name == FOREST:
        sorts.append("forests")
    return sorts


@rule("mbb.terrain.mud", "mbb.obst.empl.move", "mbb.obst.wire.move", "mbb.terrain.hill.move")
def charge_of(ground: Ground, feature: Feature, hill_points: int) -> Charged | None:
    """What it costs to drive over: mud, dunes, shallows, emplacements and wire; hills only by the house rule."""
    points, clause = feature.movement_charge, feature.clause
    if feature.lies == "hill" and hill_points:
        points, clause = hill_points, "mbb.terrain.hill.move"
    elif feature.ground != "charged":
        return None
    if feature.modifier == "emplacement":
        clause = "mbb.obst.empl.move"
    return Charged(ground.token, ground.piece, ground.kind, ground.shape, points, feature.name == WIRE, clause)


@rule("mbb.geometry.bridge_path", "mbb.terrain.water.bridge", "mbb.obst.bridge.cross")
def open_water(water: Ground, decks: Iterable[Ground]) -> list[Shape]:
    """The water that is left of a water area where no bridge lies over it."""
    return without(water.shape, [deck.shape for deck in decks])


def under(grounds: Iterable[Ground], x: float, y: float) -> Ground | None:
    """The first of these grounds that a point is on, its border included."""
    return next((each for each in grounds if point_in(each.shape, x, y, False)), None)


NO_PIECES: frozenset[TokenId] = frozenset()


def pieces_under(grounds: tuple[Ground, ...], x: float, y: float) -> frozenset[TokenId]:
    """All tokens of the pieces that a point is on: a hill of several parts is one hill."""
    if not grounds:
        return NO_PIECES
    pieces = {each.piece for each in grounds if point_in(each.shape, x, y, False)}
    return frozenset([each.token for each in grounds if each.piece in pieces]) if pieces else NO_PIECES


def wholly_inside(shape: Shape, outline: Shape) -> bool:
    """Whether a shape lies inside an outline, its border included."""
    return all(point_in(outline, x, y, False) for x, y in shape.points)


@rule("mbb.obst.bunker.opaque", "mbb.obst.bunker.arty")
def free_bunker(bunkers: Iterable[Ground], gun: Shape, others: Iterable[Shape]) -> TokenId:
    """The Artillery Bunker a gun put down here would be in, if no other gun is in it; else empty."""
    taken = list(others)
    return next(
        (
            bunker.token
            for bunker in bunkers
            if bunker.kind == ARTILLERY_BUNKER
            and wholly_inside(gun, bunker.shape)
            and not any(wholly_inside(other, bunker.shape) for other in taken)
        ),
        "",
    )
