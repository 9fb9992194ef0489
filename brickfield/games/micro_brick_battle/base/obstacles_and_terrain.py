"""Obstacles and terrain: who lays the pieces out, and where a piece may lie."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, product
from math import floor
from typing import Annotated, Any, ClassVar

from msgspec import UNSET, Meta, Struct

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Place, Thing
from brickfield.core.board import Token
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import DONE, Ask, Frame, Goto
from brickfield.core.kept import kept
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, Scene, Shape, kernel, rectangle_at
from brickfield.geometry.grain import GRAIN
from .battlefield import Area, BattleMatch, Piece, battle_of, is_work, lay_piece, outline, token_shape
from .features import bridged, features
from .measures import measures
from .pieces import outline_at
from .starting_a_game import Coordinate, Heading, room_for, waiting_units

# How closely a table is searched for room, in inches.
_LOOKED_EVERY = 0.25


class LayPiece(Answer, frozen=True):
    """Put a piece of terrain on the table: its number in the box, its centre and its heading."""

    piece: Annotated[int, Meta(ge=0, le=999)]
    x: Coordinate
    y: Coordinate
    heading: Heading


class Laid(Struct, frozen=True):
    """Where a piece will lie, on the grain of the table."""

    piece: int
    pose: Pose


@Question
@rule("mbb.cover.place.divide")
def advice_on_pieces(state: State, seat: int, left: list[int]) -> str:
    """What a player should know of the pieces that are left to lay, in sentences; mostly nothing."""
    return ""


class PlaceTerrain(Decision, frozen=True):
    """Which piece of terrain to lay down next, and where."""

    ANSWER: ClassVar[Any] = LayPiece
    CLAUSE: ClassVar[str] = "mbb.cover.place.divide"

    def settle(self, state: State, answer: Any) -> Any:
        """See `may_lay`."""
        return may_lay(state, self.seat, answer)

    @rule("mbb.cover.place.divide", "mbb.cover.place.half")
    def ask(self, state: State) -> Asked:
        """Every piece of the own share, and where it may lie."""
        left = pieces_left(state, self.seat)
        rooms = ((number, room_on_the_table(state, self.seat, number)) for number in left)
        # the last gap of a full table is hard to find: one of the pieces comes with a place for it
        gap = dict([next((each for each in rooms if each[1] is not None), (-1, None))])
        things, match = tuple(thing_of(state, number, room=gap.get(number)) for number in left), battle_of(state)
        areas = {area_of(match, self.seat, number) for number in left}
        area = areas.pop() if len(areas) == 1 else area_of(match, self.seat)
        offer = Place(things, outline(area), self.CLAUSE)
        text = "Place a piece of terrain, clear of the others." + advice_on_pieces(state, self.seat, left)
        return self.asked("Lay out the battlefield", text, offer)


def thing_of(state: State, number: int, heading: float = 0.0, room: Pose | None = None) -> Thing:
    """A piece of the box that can be laid down, lying as it does unless it is turned, and where there is room for it if
    that is known."""
    piece = battle_of(state).pieces[number]
    size = round(piece.length * GRAIN), round(piece.width * GRAIN)
    start = {"answer": "lay_piece", "piece": number}
    place = (*room.place, room.degrees) if room is not None else UNSET
    return Thing(str(number), piece.feature, heading, start, piece.feature, *size, room=place)


def pieces_left(state: State, seat: int) -> list[int]:
    """The pieces this seat may still lay down."""
    match = battle_of(state)
    placed = {token.group for token in state.tokens.values()}
    return [
        number
        for number in range(len(match.pieces))
        if f"T{number + 1}" not in placed and layer_of(match, number) == seat and not is_work(match.pieces[number])
    ]


@rule("mbb.cover.place.divide", "mbb.cover.place.one", "mbb.cover.place.half")
def layer_of(match: BattleMatch, number: int) -> int:
    """Who lays a piece: one player all of them, or each player every second one (shared out, or for the own half).

    What was bought is laid by who has bought it, what the scenario gives to somebody by that player.
    """
    if is_bought(match, number):
        return match.pieces[number].owner
    if match.pieces[number].layer >= 0:
        return match.pieces[number].layer
    return 0 if match.options.battlefield == "one" else number % match.seats


@rule("mbb.obst.pool")
def is_bought(match: BattleMatch, number: int) -> bool:
    """Whether a piece of the box was bought by a player, who lays it; the scenario's own have their place."""
    piece = match.pieces[number]
    return piece.owner >= 0 and piece.pose is None and not is_work(piece)


@rule("mbb.cover.place.half", "mbb.obst.pool")
def area_of(match: BattleMatch, seat: int, number: int = -1) -> Area:
    """Where a player may lay a piece: anywhere; in the own half what was bought, or all where each lays their own."""
    if number >= 0 and match.pieces[number].layer >= 0 and match.scenario.laying:
        return match.scenario.laying[seat].box
    if match.options.battlefield != "half" and not (number >= 0 and is_bought(match, number)):
        return match.bounds
    edge, across = match.edges[seat], match.width / 2
    if edge.startswith("x="):
        return (0.0, 0.0, across, match.height) if edge == "x=0" else (across, 0.0, match.width, match.height)
    middle = match.height / 2
    return (0.0, 0.0, match.width, middle) if match.edges[seat] == "y=0" else (0.0, middle, match.width, match.height)


@rule("mbb.terrain.water.bridge")
def lies_over(name: str, other: str) -> bool:
    """Whether a piece may lie over another: only a bridge over water, whichever is laid first."""
    known = features()
    return name in known and other in known and bridged(known[name], known[other])


@rule("mbb.cover.place.divide", "mbb.cover.place.half", "mbb.geometry.deploy_full")
def may_lay(state: State, seat: int, answer: LayPiece) -> Laid | Refusal:
    """A piece of the own share, wholly inside the area, clear of other pieces, leaving everybody room to deploy."""
    match = battle_of(state)
    if answer.piece not in range(len(match.pieces)):
        return invalid("unknown_piece", f"There is no piece number {answer.piece} in this box.")
    piece = match.pieces[answer.piece]
    if answer.piece not in pieces_left(state, seat):
        sentence = f"The {piece.feature} number {answer.piece} is not yours to lay down now."
        return illegal("not_your_piece", "mbb.cover.place.divide", sentence)
    pose = Pose.at(answer.x, answer.y, answer.heading)
    shape = outline_at(piece, pose)
    tokens, others = _in_its_way(state, piece)
    hit = kernel.overlapped(Scene(others, area_of(match, seat, answer.piece)), shape, -1)
    if hit == -2:
        clause = "mbb.cover.place.half" if match.options.battlefield == "half" else "mbb.geometry.table"
        clause = "mbb.obst.pool" if is_bought(match, answer.piece) else clause
        return illegal("outside_area", clause, f"The {piece.feature} must lie wholly in your area.")
    if hit != -1:
        kind = tokens[hit].kind
        return illegal("overlap", "mbb.cover.place.divide", f"The {piece.feature} would overlap the {kind} there.")
    on_a_road = _closes_a_road(match, piece, shape)
    if on_a_road is not None and _fits_beside_roads(state, seat, answer.piece):
        return on_a_road
    return _leaves_room(state, piece, Laid(answer.piece, pose))


def _in_its_way(state: State, piece: Piece) -> tuple[list[Token], list[Shape]]:
    """The pieces on the table that another may not overlap, and their outlines."""
    tokens = [token for token in state.tokens.values() if not lies_over(piece.feature, token.kind)]
    return tokens, [token_shape(token) for token in tokens]


@rule("mbb.cover.place.divide", "mbb.win.scenario")
def _closes_a_road(match: BattleMatch, piece: Piece, shape: Shape) -> Refusal | None:
    """A scenario may keep roads free between the rows of a town; a piece may lie along one, not on it."""
    for road in match.scenario.roads:
        strip = rectangle_at(Pose.at(road.x, road.y, 0.0), road.length, road.width)
        if kernel.overlapped(Scene([strip]), shape, -1) != -1:
            wide = min(road.length, road.width)
            studs = f"{wide / measures().stud_inches:g} studs ({wide:g} inches)"
            sentence = f"The {piece.feature} would lie on a road of the town: {studs} between the rows stay free."
            return illegal("on_a_road", "mbb.cover.place.divide", sentence, inches=wide)
    return None


@rule("mbb.cover.place.divide", "mbb.geometry.deploy_full")
@kept(by="tokens")
def _fits_beside_roads(state: State, seat: int, number: int) -> bool:
    """Whether a piece still fits somewhere without lying on a road; where it does not, roads give way to it, so that
    nobody is asked for what cannot be done."""
    match = battle_of(state)
    piece = match.pieces[number]
    places = _clear_places(match, seat, number, _in_its_way(state, piece)[1])
    return any(_closes_a_road(match, piece, outline_at(piece, pose)) is None for pose in places)


def _clear_places(match: BattleMatch, seat: int, number: int, others: list[Shape]) -> Iterator[Pose]:
    """Where a piece is clear of these, every quarter inch over its area, along the table and across."""
    piece, area = match.pieces[number], area_of(match, seat, number)
    scene = Scene(others, area)
    for heading in (0.0, 90.0):
        x0, y0, x1, y1 = outline_at(piece, Pose.at(0.0, 0.0, heading)).box
        across, up = area[2] - area[0] - (x1 - x0), area[3] - area[1] - (y1 - y0)
        if across < 0.0 or up < 0.0:
            continue
        for column, row in product(range(floor(across / _LOOKED_EVERY) + 1), range(floor(up / _LOOKED_EVERY) + 1)):
            pose = Pose.at(area[0] - x0 + column * _LOOKED_EVERY, area[1] - y0 + row * _LOOKED_EVERY, heading)
            if kernel.overlapped(scene, outline_at(piece, pose), -1) == -1:
                yield pose


@rule("mbb.cover.place.divide", "mbb.geometry.deploy_full")
@kept(by="tokens")
def room_on_the_table(state: State, seat: int, number: int) -> Pose | None:
    """A place where a piece of the own share may still lie; None: it goes back into the box."""
    piece = battle_of(state).pieces[number]
    shown, others = [piece.pose] if piece.pose is not None else [], _in_its_way(state, piece)[1]
    places = (
        pose
        for pose in chain(shown, _clear_places(battle_of(state), seat, number, others))
        if isinstance(may_lay(state, seat, LayPiece(number, *pose.place, pose.degrees)), Laid)
    )
    return next(places, None)


@rule("mbb.geometry.deploy_full")
def _leaves_room(state: State, piece: Piece, laid: Laid) -> Laid | Refusal:
    """A battlefield on which somebody could not place even one unit is refused."""
    trial = state.clone()
    laid_down = lay_piece(battle_of(state), laid.piece + 1, piece, laid.pose)
    trial.tokens = state.tokens | {token.id: token for token in laid_down}
    trial.clear_caches()
    cramped = seat_without_room(trial)
    if cramped is None:
        return laid
    sentence = f"With the {piece.feature} there, {state.match.seat_name(cramped)} could not deploy a single unit."
    return illegal("no_room", "mbb.geometry.deploy_full", sentence)


@rule("mbb.geometry.deploy_full")
def seat_without_room(state: State) -> int | None:
    """A seat that has nothing on the table yet and could not place any of its units, if there is one."""
    deployed = {unit.seat for unit in state.units.values() if unit.alive}
    for seat in set(range(state.match.seats)) - deployed:
        units = waiting_units(state, seat)
        if units and all(room_for(state, seat, unit) is None for unit in units):
            return seat
    return None


@rule("mbb.cover.place.divide", "mbb.cover.place.one", "mbb.cover.place.half")
def lies_as_shown(match: BattleMatch, piece: Piece) -> bool:
    """Whether a piece lies where the scenario has it: all of them, unless the players lay them out; and a river from
    edge to edge always, because there is no other place for it."""
    if piece.pose is None:
        return False
    across = min(match.width, match.height) - measures().tolerance_inches
    river = features()[piece.feature].ground == "water" and max(piece.length, piece.width) >= across
    return river or match.options.battlefield == "scenario"


class LaidInTurn(Frame):
    """Pieces that players lay down one after another, one each, until nobody has any left."""

    seat: int = 0
    laid: Laid | None = None

    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "laid")
    # the step that asks
    ASKS: ClassVar[str] = ""

    def left(self, t: Table, seat: int) -> Sequence[int]:
        """What a player has still to lay."""
        raise TypeError(f"{type(self).__name__} does not say")

    def question(self, seat: int) -> Decision:
        """How a player is asked."""
        raise TypeError(f"{type(self).__name__} does not say")

    def ask_next(self, t: Table) -> Any:
        """Ask whoever has a piece left to lay; done when there is none."""
        for seat in (self.seat, *[other for other in range(t.match.seats) if other != self.seat]):
            if self.left(t, seat):
                self.seat = seat
                return Ask(self.question(seat), into="laid")
        return DONE

    def lay_down(self, t: Table) -> Any:
        """The piece lies where its player put it."""
        laid = self.laid
        assert laid is not None
        put_down(t, laid.piece, laid.pose)
        self.laid = None

    def other_player(self, t: Table) -> Any:
        """Then the other player lays one."""
        self.seat = (self.seat + 1) % t.match.seats
        return Goto(self.ASKS)


class LayingOut(LaidInTurn):
    """The battlefield: laid out as the scenario shows it, or piece by piece by the players."""

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "place_terrain", "lay_down", "other_player")
    ASKS: ClassVar[str] = "place_terrain"

    @rule("mbb.setup.when", "mbb.geometry.sections")
    def begin(self, t: Table) -> Any:
        """Pieces whose place is agreed are laid first."""
        t.emit(happened.PhaseStarted(phase="battlefield", clause="mbb.setup.when"))
        match = battle_of(t)
        for number, piece in enumerate(match.pieces):
            if piece.pose is not None and lies_as_shown(match, piece):
                put_down(t, number, piece.pose)

    @rule("mbb.cover.place.divide")
    def left(self, t: Table, seat: int) -> Sequence[int]:
        """The pieces of the own share, while one of them fits somewhere; then the rest goes back into the box."""
        own = pieces_left(t, seat)
        return own if any(room_on_the_table(t, seat, number) is not None for number in own) else ()

    def question(self, seat: int) -> Decision:
        """Where a piece goes."""
        return PlaceTerrain(seat)

    @rule("mbb.cover.place.divide", "mbb.cover.place.one", "mbb.cover.place.half")
    def place_terrain(self, t: Table) -> Any:
        """Ask whoever has a piece left to lay; done when the box is empty, or nothing in it fits any more."""
        asked = self.ask_next(t)
        if asked is DONE:
            self._tell_what_is_left(t)
        return asked

    @rule("mbb.cover.place.divide")
    def _tell_what_is_left(self, t: Table) -> None:
        """What goes back into the box is told: nobody is asked for it any more."""
        for seat in range(t.match.seats):
            for number in pieces_left(t, seat):
                name = battle_of(t).pieces[number].feature
                t.emit(happened.PieceLeftOut(seat=seat, piece=name, clause="mbb.cover.place.divide"))


def put_down(t: Table, number: int, pose: Pose) -> None:
    """Lay a piece of the box down, cut into its sections."""
    match = battle_of(t)
    tokens = match.laid.get((number, pose))
    if tokens is None:
        tokens = match.laid[number, pose] = lay_piece(match, number + 1, match.pieces[number], pose)
    for token in tokens:
        t.emit(happened.TokenPlaced(token=token, clause="mbb.geometry.sections"))
