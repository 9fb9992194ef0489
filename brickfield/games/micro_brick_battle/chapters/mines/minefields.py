"""Mines: where they lie, and where on its way a ground unit comes to one.

Secret minefields are notes that only their writer can read until somebody drives into the square; from then on the
square is a public fact. Zones are marked by the scenario or laid by the players, mines in plain sight are tokens. A
table imagined by one seat knows only the notes of that seat, so whatever is worked out from it betrays nothing.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, Literal

from msgspec import Struct

from brickfield.core.board import Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.data_files import TableRow, read_numbers
from brickfield.core.match import Match
from brickfield.core.state import State
from brickfield.geometry import Pose, Scene, Shape, distance, first_touch, kernel, polygon, rectangle_at
from brickfield.geometry.grain import GRAIN
from ...base.battlefield import Area, BattleMatch, battle_of, footprint, footprint_at, token_shape
from ...base.measures import measures, studs

SECRET: Final = "secret"
ZONE: Final = "zone"
VISUAL: Final = "visual"
Kind = Literal["secret", "zone", "visual"]
# What mine markers and laid zones are called among the tokens; how notes, revealed squares and tested units are named.
MARKER = "Mine"
LAID_ZONE = "Mined Zone"
NOTE = "minefield "
FOUND = "mined "
TESTED = "mine_tested "
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class MineNumbers(TableRow, frozen=True):
    """Sizes, dice and decks of minefields. `clauses` names the clause of each figure."""

    grid_inches: float
    call_dice: int
    zone_dice: int
    zone_explodes_from: int
    zone_duds: int
    zone_mines: int
    zone_length_inches: float
    zone_width_inches: float
    marker_length_studs: int
    marker_width_studs: int
    marker_duds: int
    marker_mines: int
    clauses: dict[str, str]


@cache
def mine_numbers() -> MineNumbers:
    """The numbers of this chapter."""
    return read_numbers("mines.toml", MineNumbers, Path(__file__).parent)


class Minefield(Struct, frozen=True):
    """Mined ground: a square of the grid, a zone or a marker. `writers` are the seats whose mines they are.

    What enters its `ground` is tested; the ground of a marker is larger than the marker by a hair, because a touch is
    enough.
    """

    name: str
    kind: Kind
    shape: Shape
    ground: Shape
    writers: tuple[int, ...] = ()


@rule("mbb.mine.three")
def mines_in_play(state: State) -> bool:
    """Whether any of the three sorts of mines was agreed on."""
    return bool(state.match.options.mines != "none")


# --- the grid --------------------------------------------------------------------------------------------------------


@rule("mbb.mine.secret.write")
def grid(match: BattleMatch) -> dict[str, Area]:
    """The squares of the table by name: letters along x, numbers along y; the last ones may be cut by the edge."""
    side = mine_numbers().grid_inches
    columns, rows = _count(match.width, side), _count(match.height, side)
    return {
        f"{_letters(column)}{row + 1}": (
            column * side,
            row * side,
            min((column + 1) * side, match.width),
            min((row + 1) * side, match.height),
        )
        for column in range(columns)
        for row in range(rows)
    }


def _count(length: float, side: float) -> int:
    """How many squares it takes to cover a length."""
    whole = int(length / side)
    return whole + (length - whole * side > measures().tolerance_inches)


def _letters(column: int) -> str:
    """A to Z, then AA, AB and so on."""
    before, last = divmod(column, len(_LETTERS))
    return (_LETTERS[before - 1] if before else "") + _LETTERS[last]


def overlap(one: Area, other: Area) -> bool:
    """Whether two upright rectangles share more than a border."""
    slack = measures().tolerance_inches
    return (
        one[0] < other[2] - slack
        and other[0] < one[2] - slack
        and one[1] < other[3] - slack
        and other[1] < one[3] - slack
    )


# --- where mines lie -------------------------------------------------------------------------------------------------


@cache
def upright(area: Area) -> Shape:
    """An upright rectangle."""
    x0, y0, x1, y1 = area
    return polygon([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


@rule("mbb.mine.zone.area", "mbb.house.agree")
def players_lay_zones(match: BattleMatch) -> bool:
    """Whether the players lay the zones themselves, of the size and number they agreed on."""
    return bool(match.options.mines == ZONE and match.options.mine_zones and match.start is None)


@rule("mbb.mine.zone.area")
def mined_zones(match: BattleMatch) -> tuple[Area, ...]:
    """The zones a scenario marks; without any, one in the middle of the table. Players may lay their own instead."""
    if match.options.mines != ZONE or players_lay_zones(match):
        return ()
    marked = match.scenario.minefield
    if marked:
        return tuple(
            (each.x - each.length / 2, each.y - each.width / 2, each.x + each.length / 2, each.y + each.width / 2)
            for each in marked
        )
    x, y, numbers = match.width / 2, match.height / 2, mine_numbers()
    long, wide = min(numbers.zone_length_inches, match.width) / 2, min(numbers.zone_width_inches, match.height) / 2
    return ((x - long, y - wide, x + long, y + wide),)


@rule("mbb.mine.three", "mbb.mine.persist")
def minefields(state: State, seat: int | None = None) -> tuple[Minefield, ...]:
    """All mines that this table knows of, or those that a seat may know of, in the order they were laid."""
    match = battle_of(state)
    sort = match.options.mines
    if sort == SECRET:
        return _squares(state, seat)
    if players_lay_zones(match):
        laid = [(token, token_shape(token)) for token in state.tokens.values() if token.kind == LAID_ZONE]
        return tuple(Minefield(token.id, ZONE, shape, shape, (token.seat,)) for token, shape in laid)
    if sort == ZONE:
        return tuple(
            Minefield(f"zone {number}", ZONE, upright(area), upright(area))
            for number, area in enumerate(mined_zones(match), start=1)
        )
    return tuple(marker_field(token) for token in state.tokens.values() if token.kind == MARKER)


@rule("mbb.mine.visual.trigger")
def marker_field(token: Token) -> Minefield:
    """A mine marker: contact counts."""
    hair = 4 * measures().tolerance_inches
    ground = rectangle_at(token.pose, token.length / GRAIN + hair, token.width / GRAIN + hair)
    return Minefield(token.id, VISUAL, token_shape(token), ground, (token.seat,))


@rule("mbb.mine.secret.write", "mbb.geometry.hidden_info")
def _squares(state: State, seat: int | None) -> tuple[Minefield, ...]:
    """Squares that have come to light, and the notes that can be read here, or that a seat may read; a square of two
    writers is one field."""
    writers: dict[str, tuple[int, ...]] = {
        name.removeprefix(FOUND): tuple(map(int, str(seats).split()))
        for name, seats in state.facts.items()
        if name.startswith(FOUND)
    }
    for name, note in state.sealed.items():
        readable = name.startswith(NOTE) and (seat is None or note.is_known_to(seat))
        square = note.open() if readable else None
        if square is not None:
            writers[square] = (*writers.get(square, ()), note.seat)
    squares = grid(battle_of(state))
    shapes = {square: upright(squares[square]) for square in writers}
    return tuple(Minefield(square, SECRET, shapes[square], shapes[square], writers[square]) for square in writers)


@rule("mbb.mine.secret.write")
def notes_of(state: State, square: str) -> list[str]:
    """The notes in which a square is written, by their names."""
    return [name for name, note in state.sealed.items() if name.startswith(NOTE) and note.open() == square]


def called(match: Match, name: str) -> str:
    """What a mine is called in a sentence; no square is called like a unit."""
    sort = match.options.mines
    return (
        f"the minefield in square {name}" if sort == SECRET else f"{'mine' if sort == VISUAL else 'minefield'} {name}"
    )


# --- coming to a mine ------------------------------------------------------------------------------------------------


class Stretch(Struct, frozen=True):
    """A step of a move: from pose to pose, its length in grain and, if it is a turn, its angle (left is positive)."""

    start: Pose
    end: Pose
    turned: int
    covered: int


@rule("mbb.mine.secret.trigger", "mbb.mine.zone.trigger", "mbb.mine.visual.trigger", "mbb.geometry.simultaneous")
def mine_ahead(
    state: State, unit: Unit, way: Stretch, fields: tuple[Minefield, ...] | None = None
) -> tuple[int, Minefield] | None:
    """The first mine of this table, or of these, on a step that the unit has not been tested for, and how far on the
    step it comes to it.

    At the same distance the mine that was laid first comes first. A step that covers nothing is no movement.
    """
    if not way.covered:
        return None
    shape = footprint_at(state, unit.id, way.start)
    found: tuple[int, Minefield] | None = None
    for field in minefields(state) if fields is None else fields:
        if TESTED + field.name in unit.marks:
            continue
        at = _comes_to(state, unit, shape, field, way)
        if at is not None and (found is None or at < found[0]):
            found = at, field
    return found


@rule("mbb.mine.secret.trigger", "mbb.mine.zone.trigger", "mbb.mine.visual.trigger", "mbb.geometry.simultaneous")
def mine_under(state: State, unit: Unit) -> Minefield | None:
    """The first mine that a unit stands on or touches and has not been tested for."""
    shape = footprint(state, unit)
    untested = (field for field in minefields(state) if TESTED + field.name not in unit.marks)
    return next((each for each in untested if (touches if each.kind == VISUAL else _overlaps)(shape, each)), None)


def step_of(start: Pose, end: Pose, amount: float, *, is_turn: bool) -> Stretch:
    """A step from pose to pose, of so many inches or (as a turn, left is positive) degrees."""
    length = round(amount * GRAIN)
    return Stretch(start, end, length if is_turn else 0, abs(length))


def _comes_to(state: State, unit: Unit, shape: Shape, field: Minefield, way: Stretch) -> int | None:
    """How far on a step a footprint comes to a mine, in grain; None when it does not."""
    if tests_at_once(shape, field):
        return 0
    if field.kind == VISUAL and way.turned:
        return turn_to_touch(shape, field.shape, way)
    if field.kind == VISUAL or not _overlaps(shape, field):
        return first_meeting(shape, field.ground, way)
    return _comes_back(state, unit, field.ground, way) if way.turned else None


@rule("mbb.mine.zone.trigger", "mbb.mine.start")
def tests_at_once(shape: Shape, field: Minefield) -> bool:
    """Whether a mine tests a unit before the first step of its move: a zone it stands in, a marker it touches."""
    return touches(shape, field) if field.kind == VISUAL else field.kind == ZONE and _overlaps(shape, field)


def _overlaps(shape: Shape, field: Minefield) -> bool:
    return kernel.overlapped(Scene([field.ground]), shape, -1) != -1


@rule("mbb.mine.visual.trigger", "mbb.mine.start")
def touches(shape: Shape, field: Minefield) -> bool:
    """Whether a footprint touches a marker: at distance 0."""
    return distance(shape, field.shape) <= measures().tolerance_inches


@rule("mbb.mine.visual.trigger", "mbb.geometry.edge", "mbb.geometry.units")
def turn_to_touch(shape: Shape, touched: Shape, way: Stretch) -> int | None:
    """How far a footprint turns, in grain, until it touches something: contact is enough, also in passing."""
    angle = first_touch(shape, touched, way.start.place, way.turned / GRAIN, measures().tolerance_inches)
    return None if angle is None else min(way.covered, int(angle * GRAIN))


def first_meeting(shape: Shape, ground: Shape, way: Stretch) -> int | None:
    """Where a footprint that is clear of some ground first meets it, if the step carries it further in."""
    scene, start, end = Scene([ground]), way.start, way.end
    if way.turned:
        return _angle_of_meeting(scene, shape, start, way.turned)
    dx, dy = (end.x - start.x) / GRAIN, (end.y - start.y) / GRAIN
    share, hit = kernel.translate(scene, shape, dx, dy, -1)
    return round(way.covered * share) if hit != -1 else None


def _angle_of_meeting(scene: Scene, shape: Shape, start: Pose, turned: int) -> int | None:
    """The largest angle, in grain, that a footprint turns without entering some ground; None: it never does."""
    sign = 1 if turned > 0 else -1
    clear, met = 0, abs(turned)
    if kernel.pivot(scene, shape, start.place, turned / GRAIN, -1) == -1:
        return None
    while met - clear > 1:
        middle = (clear + met) // 2
        if kernel.pivot(scene, shape, start.place, sign * middle / GRAIN, -1) == -1:
            clear = middle
        else:
            met = middle
    return clear


@rule("mbb.mine.secret.trigger")
def _comes_back(state: State, unit: Unit, ground: Shape, way: Stretch) -> int | None:
    """Where a footprint that begins a turn inside a square enters it again after it has swung out of it."""
    start, sign = way.start, 1 if way.turned > 0 else -1
    scene = Scene([ground])
    for out in range(GRAIN, abs(way.turned), GRAIN):
        swung = footprint_at(state, unit.id, Pose(start.x, start.y, start.heading + sign * out))
        if kernel.overlapped(scene, swung, -1) == -1:
            rest = _angle_of_meeting(scene, swung, start, way.turned - sign * out)
            return None if rest is None else out + rest
    return None


@rule("mbb.mine.visual.size")
def marker_size() -> tuple[float, float]:
    """Length and width of a mine marker."""
    numbers = mine_numbers()
    return studs(numbers.marker_length_studs), studs(numbers.marker_width_studs)
