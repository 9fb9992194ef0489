"""The battlefield: a set-up worked out into sides, cards and terrain, and the bodies that stand on the table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import floor
from typing import Any

from msgspec import Struct

from brickfield.core.board import ALIVE, Token, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.questions import Question
from brickfield.core.setup.field_battles import FieldMatch
from brickfield.core.shown.showing import Outline
from brickfield.core.state import State
from brickfield.geometry import GRAIN, Pose, Scene, Shape, polygon, rectangle_at
from brickfield.geometry.silhouette import Prism
from ..setup.options import Options
from ..setup.scenarios import Objective, Scenario, TerrainPiece
from ..setup.workshop import MechCard
from .measures import Limits, Zone, deployment_zones, features, measures, standard_limits
from .record_sheet import has_dice

# The kind of a token that is a loose part; all other kinds are features and the marker.
PART, MARKER = "Loose part", "Marker"


class Obstacle(Struct, frozen=True):
    """A solid thing: its id, outline and height."""

    id: str
    shape: Shape
    height: float


class Area(Struct, frozen=True):
    """Ground that costs extra Movement Points."""

    id: str
    shape: Shape
    extra_cost: int


class MechMatch(FieldMatch):
    """A battle of BrickMech as agreed: nothing in here changes while it is played."""

    options: Options
    scenario: Scenario
    cards: dict[UnitId, MechCard]

    def __init__(self, game: Any, setup: Any, options: Options, scenario: Scenario) -> None:
        super().__init__(game, setup, options, scenario)
        self.zones: tuple[Zone, ...] = deployment_zones()[scenario.seats]
        self.objective: Objective = scenario.objective
        self.terrain: tuple[Token, ...] = tuple(
            lay_piece(number, piece) for number, piece in enumerate(scenario.terrain, start=1)
        )
        solid = [(token, shape_of(token)) for token in self.terrain]
        self.obstacles = tuple(
            Obstacle(token.id, shape, token.marks["height"] / GRAIN)
            for token, shape in solid
            if "height" in token.marks
        )
        self.areas = tuple(
            Area(token.id, shape, token.marks["extra_cost"]) for token, shape in solid if "extra_cost" in token.marks
        )
        self.solid_scene = Scene([each.shape for each in self.obstacles], (0.0, 0.0, self.width, self.height))
        self.prisms: tuple[Prism, ...] = tuple((each.shape, each.height) for each in self.obstacles)

    @cached_property
    def limits(self) -> Limits:
        """How far each range reaches."""
        return range_limits(State(self, {}, {}))


@Question
@rule("bm.attack.range.melee", "bm.attack.range.short", "bm.attack.range.long")
def range_limits(state: State) -> Limits:
    """How far each range reaches: as the sheet has it."""
    return standard_limits()


def match_of(state: State) -> MechMatch:
    """The match of a state, as this game's own type."""
    match = state.match
    assert isinstance(match, MechMatch)
    return match


def card_of(state: State, unit_id: UnitId) -> MechCard:
    """The card of a unit."""
    card: MechCard = state.match.cards[unit_id]
    return card


@rule("bm.geometry.body", "bm.move.terrain")
def lay_piece(number: int, piece: TerrainPiece) -> Token:
    """A piece of terrain on the table: an obstacle carries its height, an area what it costs extra."""
    feature = features()[piece.feature]
    length, width = piece.length or feature.length, piece.width or feature.width
    marks: dict[str, int] = {}
    if feature.is_obstacle:
        marks["height"] = round((piece.height or feature.height) * GRAIN)
    else:
        extra = feature.extra_cost if piece.extra_cost is None else piece.extra_cost
        marks = {"extra_cost": extra} if extra else {}
    outline = tuple(round(value * GRAIN) for corner in piece.corners for value in corner)
    pose = Pose.at(piece.x, piece.y, piece.heading)
    size = round(length * GRAIN), round(width * GRAIN)
    return Token(f"T{number}", piece.feature, pose, *size, f"T{number}", marks=marks, outline=outline)


def shape_of(token: Token) -> Shape:
    """The outline of a piece of terrain."""
    if token.outline:
        points = [value / GRAIN for value in token.outline]
        return polygon(list(zip(points[::2], points[1::2], strict=True)))
    return rectangle_at(token.pose, token.length / GRAIN, token.width / GRAIN)


@rule("bm.geometry.base")
def base_of(state: State, unit: Unit) -> Shape:
    """The base: a square centred on the position, its sides along the facing."""
    side = card_of(state, unit.id).base_side
    return rectangle_at(unit.here, side, side)


@rule("bm.geometry.precision")
def rounded(x: float, y: float, heading: float) -> Pose:
    """A pose after an action: positions to a ten-thousandth of a Brick, facings to a thousandth of a degree."""
    numbers = measures()
    return Pose.at(
        round(x, numbers.position_decimals),
        round(y, numbers.position_decimals),
        round(heading, numbers.facing_decimals),
    )


def living(state: State) -> list[Unit]:
    """Everything that stands on the table, structures included."""
    return [unit for unit in state.units.values() if unit.status == ALIVE]


@rule("bm.objective.alternative")
def acts(state: State, unit: Unit) -> bool:
    """Whether it is a living unit that takes turns and counts for winning; a structure does not."""
    return unit.status == ALIVE and not card_of(state, unit.id).structure


def units_of(state: State, seat: int) -> list[Unit]:
    """The living units of a seat in the order of its unit list."""
    return [unit for unit in state.units.values() if unit.seat == seat and acts(state, unit)]


@rule("bm.team.sides")
def side_of(state: State, unit: Unit) -> int:
    """The side a unit fights for: its player's."""
    return match_of(state).sides[unit.seat]


@rule("bm.team.sides", "bm.attack.declare")
def are_hostile(state: State, one: Unit, other: Unit) -> bool:
    """Units of different sides are enemies; allies are not."""
    sides = match_of(state).sides
    return sides[one.seat] != sides[other.seat]


def living_sides(state: State) -> set[int]:
    """The sides that have a living unit."""
    return {side_of(state, unit) for unit in state.units.values() if acts(state, unit)}


@rule("bm.objective.stalemate")
def anybody_armed(state: State) -> bool:
    """Whether any living unit has an Attack Die, or a loose part with a die lies on the table."""
    if any(acts(state, unit) and has_dice(unit) for unit in state.units.values()):
        return True
    return any(
        value
        for token in state.tokens.values()
        if token.kind == PART
        for name, value in token.marks.items()
        if "." in name
    )


def area_of(state: State, seat: int) -> tuple[float, float, float, float]:
    """The deployment zone of a seat: x0, y0, x1, y1."""
    return zone_area(match_of(state), seat)


@rule("bm.geometry.setup")
def zone_area(match: MechMatch, seat: int) -> tuple[float, float, float, float]:
    """A strip of 4 Bricks along a table edge, or along half of one."""
    zone, depth = match.zones[seat], measures().deployment_depth
    width, height = match.width, match.height
    if zone.edge in ("left", "right"):
        x = 0.0 if zone.edge == "left" else width - depth
        return x, zone.start * height, x + depth, zone.end * height
    y = 0.0 if zone.edge == "lower" else height - depth
    return zone.start * width, y, zone.end * width, y + depth


def zone_outline(match: MechMatch, seat: int) -> Outline:
    """The corners of a deployment zone, counter-clockwise."""
    x0, y0, x1, y1 = zone_area(match, seat)
    return outline((x0, y0, x1, y0, x1, y1, x0, y1))


def inward(match: MechMatch, seat: int) -> float:
    """The heading that looks onto the table from a seat's edge."""
    return {"left": 0.0, "right": 180.0, "lower": 90.0, "upper": 270.0}[match.zones[seat].edge]


def outline(corners: Iterable[float]) -> Outline:
    """Corners x, y, x, y ... as a table draws them."""
    return tuple(round(value * GRAIN) for value in corners)


def describe(state: State, thing: str) -> str:
    """A unit, a loose part, a piece of terrain or the edge of the table as players call it."""
    if thing == "edge":
        return "the edge of the table"
    if thing in state.units:
        return f"{card_of(state, thing).name} {thing}"
    if thing in state.tokens:
        return f"{state.tokens[thing].kind} {thing}"
    return thing


def figure(value: float) -> str:
    """A length or angle for a sentence: at most two decimals, never rounded up past a limit."""
    return f"{floor(value * 100 + 1e-6) / 100:g}"
