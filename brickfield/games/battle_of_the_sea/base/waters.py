"""The waters: a battle as agreed, what lies on the table, and what stands in a ship's way."""

from __future__ import annotations

from functools import cached_property, lru_cache
from operator import is_
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.board import Token, Unit, UnitId
from brickfield.core.clauses import rule
from brickfield.core.kept import kept
from brickfield.core.match import Match
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.geometry import Pose, Scene, Shape, kernel, rectangle_at
from brickfield.geometry.grain import GRAIN, unit
from ..setup.options import Options
from ..setup.scenarios import Chart, Scenario
from .hulls import hull_at, hull_form
from .land import Outline, Seam, convex_parts, counter_clockwise, enters, runs_along, seams
from .measures import measures
from .ship_card import FORT, ShipCard

SOLID = ("island", "rock", "reef")
LAND = ("island", "rock")
EDGE = "edge"
NOBODY = -1


class Piece(Struct, frozen=True):
    """A piece of terrain or a current on the table, cut into convex parts."""

    id: str
    kind: str
    outline: Outline
    parts: tuple[Shape, ...]
    seams: tuple[Seam, ...]
    scene: Scene
    box: tuple[float, float, float, float]
    treasures: tuple[int, ...] = ()
    direction: float = 0.0
    strength: int = 0


class Port(Struct, frozen=True):
    """A point on a coast with an owner."""

    id: str
    seat: int
    x: float
    y: float


class Waters(Struct, frozen=True):
    """Everything on the table that never moves, sorted by what it does."""

    pieces: tuple[Piece, ...]
    currents: tuple[Piece, ...]
    ports: tuple[Port, ...]
    solid: Scene
    solid_ids: tuple[str, ...]
    land: tuple[Piece, ...]
    seaweed: tuple[tuple[Shape, ...], ...]


@rule("sea.geometry.islands", "sea.game.setup", "sea.game.empty_table")
@lru_cache(maxsize=64)
def prepare(chart: Chart, width: float, height: float) -> Waters:
    """Work a chart out: islands and rocks block ships and sight, reefs only ships, seaweed neither."""
    pieces = tuple(
        _piece(f"{area.kind[0].upper()}{number}", area.kind, area.points, area.treasures)
        for number, area in enumerate(chart.area, start=1)
    )
    currents = tuple(
        replace(_piece(f"C{number}", "current", area.points), direction=area.direction, strength=area.strength)
        for number, area in enumerate(chart.current, start=1)
    )
    ports = tuple(Port(f"P{number}", port.seat, port.x, port.y) for number, port in enumerate(chart.port, start=1))
    solid = [(piece.id, part) for piece in pieces if piece.kind in SOLID for part in piece.parts]
    land = tuple(piece for piece in pieces if piece.kind in LAND)
    return Waters(
        pieces=pieces,
        currents=currents,
        ports=ports,
        solid=Scene([part for _id, part in solid], (0.0, 0.0, width, height)),
        solid_ids=tuple(piece_id for piece_id, _part in solid),
        land=land,
        seaweed=tuple(piece.parts for piece in pieces if piece.kind == "seaweed"),
    )


def _piece(piece_id: str, kind: str, points: Outline, treasures: tuple[int, ...] = ()) -> Piece:
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    parts = convex_parts(points)
    box = (min(xs), min(ys), max(xs), max(ys))
    return Piece(piece_id, kind, counter_clockwise(points), parts, seams(points, parts), Scene(parts), box, treasures)


class Obstacles(Struct, frozen=True):
    """What stops a ship: hulls first (their place by id), then islands, rocks and reefs, inside the table's edges."""

    scene: Scene
    ids: tuple[str, ...]
    place: dict[str, int]


NO_OBSTACLES = Obstacles(Scene(), (), {})
# A pose that no unit has.
_NOWHERE = Pose(-1, -1)


class SeaMatch(Match):
    """A battle as agreed: nothing in here changes while it is played."""

    options: Options
    cards: dict[UnitId, ShipCard]

    def __init__(self, game: Any, setup: Any, options: Options, scenario: Scenario, chart: Chart) -> None:
        size = options.table_inches or scenario.table_inches or measures().table_inches
        sides = tuple(seat % 2 if options.teams else seat for seat in range(scenario.seats))
        super().__init__(game, setup, options, scenario.seats, (float(size), float(size)), sides)
        self.scenario = scenario
        self.chart = chart
        self.waters = prepare(chart, self.width, self.height)
        # forts that stand on the table from the beginning, by unit
        self.places: dict[UnitId, Pose] = {}
        # a position the battle begins in, if it does not begin with an empty table
        # the obstacles last worked out and the poses they belong to: most answers leave all ships where they are
        self.known: tuple[list[Pose | None], Obstacles] = ([_NOWHERE], NO_OBSTACLES)
        # what things are called, noted when it is first asked
        self.names: dict[str, str] = {EDGE: "the edge of the table"}
        # a place where each unit found room to start when it was last looked for
        self.berths: dict[UnitId, Any] = {}

    @property
    @rule("sea.game.max_rounds", "sea.gold.scenario", "sea.fort.scenario")
    def last_round(self) -> int:
        """The round after which the battle is decided: the scenario's own, else the agreed one; 0 is none."""
        return self.scenario.last_round or self.options.max_rounds

    @cached_property
    def reach(self) -> dict[UnitId, float]:
        """How far any part of a unit can be from its centre."""
        return {
            unit_id: card.side_inches if card.kind == FORT else hull_form(card.length).reach_from_origin
            for unit_id, card in self.cards.items()
        }

    def with_size(self, width: float, height: float) -> None:
        """Lay the same chart on a table of another size."""
        self.width, self.height = width, height
        self.waters = prepare(self.chart, width, height)
        self.kept = {}

    @rule("sea.game.teams")
    def side(self, seat: int) -> int:
        """The side a seat fights for: its own, or with alliances that of every second seat; monsters have their own."""
        return self.sides[seat] if seat >= 0 else seat

    def seat_name(self, seat: int) -> str:
        """How players call this seat."""
        return "the deep" if seat == NOBODY else super().seat_name(seat)


def sea_of(state: State) -> SeaMatch:
    """The match of a state, as this game's own type."""
    match = state.match
    assert isinstance(match, SeaMatch)
    return match


def card_of(state: State, unit_id: UnitId) -> ShipCard:
    """A unit as it was built."""
    card: ShipCard = state.match.cards[unit_id]
    return card


@rule("sea.game.teams", "sea.fire.enemy")
def are_enemies(state: State, one: Unit, other: Unit) -> bool:
    """Whether two units fight each other: neither of one owner nor allied."""
    match = sea_of(state)
    return match.side(one.seat) != match.side(other.seat)


# --- shapes ----------------------------------------------------------------------------------------------------------


@rule("sea.geometry.footprint", "sea.fort.card")
def hull(state: State, unit_: Unit) -> Shape:
    """The ground a unit covers: the hull of a ship or monster, the square of a fort."""
    card = card_of(state, unit_.id)
    if card.kind == FORT:
        return rectangle_at(unit_.here, card.side_inches, card.side_inches)
    return hull_at(unit_.here, card.length)


@kept
@rule("sea.move.no_obstacle", "sea.geometry.edge", "sea.damage.removed", "sea.game.teams")
def obstacles(state: State) -> Obstacles:
    """Every hull on the water, own, allied or foreign, all land and reefs, and the edge; no wreck of a sunk ship."""
    match, poses = sea_of(state), [unit_.pose for unit_ in state.units.values()]
    if not all(map(is_, poses, match.known[0])):
        match.known = (poses, _moved_obstacles(state, poses, *match.known) or _all_obstacles(state))
    return match.known[1]


def _moved_obstacles(
    state: State, poses: list[Pose | None], before: list[Pose | None], known: Obstacles
) -> Obstacles | None:
    """The obstacles last worked out with one hull moved, which is what most answers do; None when more has changed."""
    changed = [number for number, (now, then) in enumerate(zip(poses, before, strict=False)) if now is not then]
    if len(changed) != 1 or len(poses) != len(before) or poses[changed[0]] is None:
        return None
    unit_ = list(state.units.values())[changed[0]]
    place = known.place.get(unit_.id)
    if place is None:
        return None
    return Obstacles(known.scene.replaced({place: hull(state, unit_)}), known.ids, known.place)


def _all_obstacles(state: State) -> Obstacles:
    match = sea_of(state)
    cards, waters = match.cards, match.waters
    afloat = [each for each in state.units.values() if each.pose is not None and cards[each.id].kind != FORT]
    place = {each.id: number for number, each in enumerate(afloat)}
    scene = waters.solid.behind([hull(state, each) for each in afloat])
    return Obstacles(scene, (*place, *waters.solid_ids), place)


def what_is_there(found: Obstacles, hit: int) -> str:
    """The id of what a hull ran into; `edge` is the table's own, empty is nothing."""
    return "" if hit == -1 else EDGE if hit < 0 else found.ids[hit]


@rule("sea.geometry.collision")
def in_the_way(state: State, unit_id: UnitId, x: float, y: float, heading: float) -> str:
    """What a ship would overlap in this pose, deeper than contact; empty when the water is free."""
    found, form = obstacles(state), hull_form(card_of(state, unit_id).length)
    own, (c, s) = found.place.get(unit_id, -1), unit(heading)
    # where nothing comes near, the edges of the table included, nothing is looked at closely
    if kernel.clear(found.scene, *form.box(x, y, c, s), own):
        return ""
    return what_is_there(found, kernel.overlapped(found.scene, form.at(x, y, c, s), own, measures().contact_inches))


@rule("sea.geometry.sight")
def land_between(state: State, one: Unit, other: Unit) -> str:
    """The island or rock whose inside the line from centre to centre crosses; a fort's own island never counts."""
    waters = sea_of(state).waters
    if not waters.land or not state.match.options.land_blocks_fire:
        return ""
    line = (*one.here.place, *other.here.place)
    own = [home_of(state, each) for each in (one, other) if card_of(state, each.id).kind == FORT]
    tolerance = measures().length_tolerance
    for piece in waters.land:
        if piece.id not in own and _crosses(piece, line, tolerance):
            return piece.id
    return ""


def _crosses(piece: Piece, line: tuple[float, float, float, float], tolerance: float) -> bool:
    ax, ay, bx, by = line
    x0, y0, x1, y1 = piece.box
    if max(ax, bx) < x0 or min(ax, bx) > x1 or max(ay, by) < y0 or min(ay, by) > y1:
        return False
    if kernel.crossed_by(piece.scene, ax, ay, bx, by):
        return True
    # a line along the seam of two parts passes through neither of them, yet through the island
    return runs_along(piece.seams, ax, ay, bx, by) and enters(piece.outline, ax, ay, bx, by, tolerance)


@rule("sea.fort.card")
def home_of(state: State, fort: Unit) -> str:
    """The island a fort stands on."""
    return island_under(sea_of(state).waters, rectangle_at(fort.here, *(card_of(state, fort.id).side_inches,) * 2))


@rule("sea.fort.card")
def island_under(waters: Waters, square: Shape) -> str:
    """The island on which a square lies with its middle and all its corners; empty when it is in the water."""
    for piece in waters.pieces:
        if piece.kind == "island":
            spots = (square.centre, *square.points)
            if all(any(kernel.point_distance(part, x, y) <= _ON_LAND for part in piece.parts) for x, y in spots):
                return piece.id
    return ""


_ON_LAND = 1e-9


@rule("sea.card.flag", "sea.card.identifier")
def describe(state: State, thing: str) -> str:
    """A unit, a piece of terrain or the edge of the table as players call it; no two ships are called alike."""
    names = sea_of(state).names
    if thing not in names:
        if thing in state.units:
            names[thing] = f"{card_of(state, thing).name} {thing}"
        else:
            kinds = [piece.kind for piece in sea_of(state).waters.pieces if piece.id == thing]
            if not kinds:
                return thing
            names[thing] = f"the {kinds[0]} {thing}"
    return names[thing]


# --- tokens ----------------------------------------------------------------------------------------------------------


@Question
@rule("sea.game.setup")
def tokens_laid(state: State) -> tuple[Token, ...]:
    """The waters as they are laid on the table: pieces by outline."""
    return tuple(map(area_token, sea_of(state).waters.pieces))


def area_token(piece: Piece) -> Token:
    """A piece as it lies on the table."""
    x0, y0, x1, y1 = piece.box
    middle = Pose.at((x0 + x1) / 2, (y0 + y1) / 2, piece.direction)
    corners = tuple(round(value * GRAIN) for point in piece.outline for value in point)
    length, width = round((x1 - x0) * GRAIN), round((y1 - y0) * GRAIN)
    marks = {"strength": piece.strength} if piece.strength else {}
    return Token(piece.id, piece.kind, middle, length, width, piece.id, marks=marks, outline=corners)
