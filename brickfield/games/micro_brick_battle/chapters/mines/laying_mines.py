"""Mines: each player writes a secret square down, or lays markers or zones for all to see, before deployment."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple

from msgspec import UNSET, Meta, Struct

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Choice, Choose, Note, Place, Thing
from brickfield.core.board import Token
from brickfield.core.chapters import step
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push
from brickfield.core.kept import kept
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, Scene, fence, kernel, rectangle_at
from brickfield.geometry.grain import GRAIN
from ...base.battlefield import Area, BattleMatch, battle_of, describe, outline, terrain, token_shape
from ...base.measures import measures
from ...base.rounds_and_turns import Battle
from ...base.starting_a_game import Coordinate, Heading, deployment_zone
from .chapter import MINES
from .minefields import LAID_ZONE, MARKER, NOTE, SECRET, VISUAL, grid, marker_size, overlap, players_lay_zones, upright

LAYING_MINES = "laying_mines"
# How closely a table is searched for room, in inches.
_LOOKED_EVERY = 0.5


# --- secret minefields -----------------------------------------------------------------------------------------------


class WriteSquare(Answer, frozen=True):
    """A square of the grid, such as B5."""

    square: Annotated[str, Meta(max_length=4)]


class WriteMinefield(Decision, frozen=True):
    """Which square of the grid is mined. Nobody else gets to know before a unit drives into it."""

    ANSWER: ClassVar[Any] = WriteSquare
    CLAUSE: ClassVar[str] = "mbb.mine.secret.write"

    def settle(self, state: State, answer: Any) -> Any:
        """See `may_write`."""
        return may_write(state, answer)

    @rule("mbb.mine.secret.write")
    def choices(self, state: State) -> tuple[Choice, ...]:
        """Every square outside the deployment zones."""
        squares = grid(battle_of(state))
        return tuple(
            Choice(WriteSquare(name), f"Square {name}", _where(squares[name]), self.CLAUSE, area=outline(squares[name]))
            for name in open_squares(state)
        )

    @rule("mbb.mine.secret.write", "mbb.geometry.hidden_info")
    def ask(self, state: State) -> Asked:
        """The squares there are."""
        secret = Note("Only you see this. It comes to light when a unit drives into the square.", self.CLAUSE)
        text = "Touch one square of the grid: that is your minefield."
        offer = Choose(self.choices(state), notes=(secret,), give="Write it down")
        return self.asked("Your secret minefield", text, offer)


def _where(area: Area) -> str:
    return f"x {area[0]:g} to {area[2]:g}, y {area[1]:g} to {area[3]:g}"


@rule("mbb.mine.secret.write")
def open_squares(state: State) -> list[str]:
    """The squares that overlap no deployment zone."""
    zones = [deployment_zone(state, seat) for seat in range(state.match.seats)]
    return [name for name, area in grid(battle_of(state)).items() if not any(overlap(area, zone) for zone in zones)]


@rule("mbb.mine.secret.write")
def may_write(state: State, answer: WriteSquare) -> WriteSquare | Refusal:
    """A square of the grid outside all deployment zones; small letters are read as capitals."""
    square = answer.square.strip().upper()
    squares = grid(battle_of(state))
    if square not in squares:
        first, last = next(iter(squares)), list(squares)[-1]
        return invalid("unknown_square", f"There is no square {answer.square!r}: they go from {first} to {last}.")
    if square not in open_squares(state):
        depth = measures().deployment_zone_inches
        sentence = f"Square {square} overlaps a Deployment Zone: it is within {depth:g} inches of a starting edge."
        return illegal("in_deployment_zone", "mbb.mine.secret.write", sentence, square=square, inches=depth)
    return WriteSquare(square)


# --- mines in plain sight --------------------------------------------------------------------------------------------


class LayMine(Answer, frozen=True):
    """Put a mine marker or a mined zone down: its centre and its heading."""

    x: Coordinate
    y: Coordinate
    heading: Heading


class LaidMine(Struct, frozen=True):
    """Where a marker or a zone will lie, on the grain of the table."""

    pose: Pose


class PlaceMine(Decision, frozen=True):
    """Where the next mine marker or mined zone goes."""

    ANSWER: ClassVar[Any] = LayMine
    CLAUSE: ClassVar[str] = "mbb.mine.visual.place"

    def settle(self, state: State, answer: Any) -> Any:
        """See `may_lay_mine`."""
        return may_lay_mine(state, answer)

    @rule("mbb.mine.visual.place", "mbb.mine.visual.size", "mbb.mine.zone.area")
    def ask(self, state: State) -> Asked:
        """A marker or a zone, and the ground between the deployment zones."""
        match = battle_of(state)
        sort, left = laid_sort(match), mines_left(state, self.seat)
        length, width = (round(size * GRAIN) for size in sort.size)
        spot = room_for_mine(state)
        room = (*spot.place, spot.degrees) if spot is not None else UNSET
        thing = Thing("mine", sort.kind, 0.0, {"answer": "lay_mine"}, sort.kind, length, width, room=room)
        text = f"{left} {sort.word}{'s' if left > 1 else ''} left to place, outside the deployment zones."
        return self.asked(sort.title, text, Place((thing,), outline(mining_area(state)), sort.clause))


@rule("mbb.mine.visual.place")
def mining_area(state: State) -> Area:
    """The table without the deployment zones, which are whole strips along the edges."""
    x0, y0, x1, y1 = battle_of(state).bounds
    for seat in range(state.match.seats):
        zone = deployment_zone(state, seat)
        edge = battle_of(state).edges[seat]
        if edge.startswith("y="):
            y0, y1 = (max(y0, zone[3]), y1) if edge == "y=0" else (y0, min(y1, zone[1]))
        else:
            x0, x1 = (max(x0, zone[2]), x1) if edge == "x=0" else (x0, min(x1, zone[0]))
    return x0, y0, x1, y1


class LaidSort(NamedTuple):
    """What players lay in plain sight: its name among the tokens, its size, how many each has, and its words."""

    kind: str
    size: tuple[float, float]
    each: int
    title: str
    word: str
    clause: str


@rule("mbb.mine.visual.place", "mbb.mine.visual.size", "mbb.mine.zone.area", "mbb.house.agree")
def laid_sort(match: BattleMatch) -> LaidSort:
    """Markers as large as the book has them, or zones as large as was agreed on."""
    agreed = match.options
    if players_lay_zones(match):
        length, width = map(float, agreed.mine_zone_size.split("x"))
        return LaidSort(
            LAID_ZONE, (length, width), agreed.mine_zones, "Lay a minefield zone", "zone", "mbb.mine.zone.area"
        )
    return LaidSort(MARKER, marker_size(), agreed.mine_markers, "Place a mine", "marker", "mbb.mine.visual.place")


@rule("mbb.mine.visual.place", "mbb.mine.zone.area")
def mines_left(state: State, seat: int) -> int:
    """How many markers or zones a player has still to place."""
    sort = laid_sort(battle_of(state))
    return sort.each - sum(token.kind == sort.kind and token.seat == seat for token in state.tokens.values())


@rule("mbb.mine.visual.place", "mbb.mine.zone.area")
@kept(by="tokens")
def room_for_mine(state: State) -> Pose | None:
    """A place for the next marker or zone; None: there is none any more, and nobody is asked for one."""
    x0, y0, x1, y1 = mining_area(state)
    places = (
        (x0 + column * _LOOKED_EVERY, y0 + row * _LOOKED_EVERY, heading)
        for heading in (0.0, 90.0)
        for column in range(int((x1 - x0) / _LOOKED_EVERY) + 1)
        for row in range(int((y1 - y0) / _LOOKED_EVERY) + 1)
    )
    laid = (may_lay_mine(state, LayMine(*place)) for place in places)
    return next((each.pose for each in laid if isinstance(each, LaidMine)), None)


@rule("mbb.mine.visual.place", "mbb.mine.visual.size", "mbb.mine.zone.area")
def may_lay_mine(state: State, answer: LayMine) -> LaidMine | Refusal:
    """Wholly on the table, outside every deployment zone, clear of others of its sort; a marker also of what nobody can
    drive over."""
    sort = laid_sort(battle_of(state))
    pose = Pose.at(answer.x, answer.y, answer.heading)
    shape = rectangle_at(pose, *sort.size)
    if kernel.overlapped(Scene(fence(battle_of(state).bounds)), shape, -1) != -1:
        return illegal("outside_area", "mbb.geometry.table", f"The {sort.kind.lower()} must lie wholly on the table.")
    zones = [deployment_zone(state, seat) for seat in range(state.match.seats)]
    if kernel.overlapped(Scene([upright(zone) for zone in zones]), shape, -1) != -1:
        depth, what = measures().deployment_zone_inches, sort.kind.lower()
        sentence = f"The {what} would lie in a Deployment Zone: within {depth:g} inches of a starting edge."
        return illegal("in_deployment_zone", sort.clause, sentence, inches=depth)
    solid = [(token_id, ground) for token_id, ground in terrain(state).closed] if sort.kind == MARKER else []
    solid += [(token.id, token_shape(token)) for token in state.tokens.values() if token.kind == sort.kind]
    hit = kernel.overlapped(Scene([ground for _id, ground in solid]), shape, -1)
    if hit != -1:
        sentence = f"The {sort.kind.lower()} would overlap {describe(state, solid[hit][0])} there."
        return illegal("overlap", sort.clause, sentence, obstacle=solid[hit][0])
    return LaidMine(pose)


def mine_marker(number: int, seat: int, pose: Pose) -> Token:
    """A mine marker as it lies on the table."""
    length, width = (round(size * GRAIN) for size in marker_size())
    return Token(f"M{number}", MARKER, pose, length, width, "", seat)


def laid_token(sort: LaidSort, number: int, seat: int, pose: Pose) -> Token:
    """A marker or a zone as it was laid."""
    length, width = (round(size * GRAIN) for size in sort.size)
    return Token(f"M{number}", sort.kind, pose, length, width, "", seat)


@rule("mbb.mine.secret.write", "mbb.mine.visual.place")
def no_room_for_mines(match: BattleMatch) -> Refusal | None:
    """A table on which no mine could be laid is refused before anybody is asked."""
    sort = match.options.mines
    state = State(match, {}, {})
    if sort == SECRET and not open_squares(state):
        sentence = "Every square of this table overlaps a Deployment Zone: no secret minefield can be written down."
        return illegal("no_room_for_mines", "mbb.mine.secret.write", sentence)
    if sort == VISUAL or players_lay_zones(match):
        x0, y0, x1, y1 = mining_area(state)
        laid = laid_sort(match)
        long, short = max(laid.size), min(laid.size)
        if max(x1 - x0, y1 - y0) < long or min(x1 - x0, y1 - y0) < short:
            sentence = f"Between the Deployment Zones no {laid.word} of {long:g} inches finds room on this table."
            return illegal("no_room_for_mines", laid.clause, sentence, inches=long)
    return None


class LayingMines(Frame):
    """Each player lays the mines agreed on: one note, or markers in turn."""

    seat: int = 0
    note: WriteSquare | None = None
    laid: LaidMine | None = None

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "next_player", "write", "place_marker", "put_down")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "laid")
    SECRET: ClassVar[tuple[str, ...]] = ("note",)

    @rule("mbb.mine.three", "mbb.setup.when")
    def begin(self, t: Table) -> Any:
        """Zones that the scenario marks need no laying."""
        if t.match.options.mines not in (SECRET, VISUAL) and not players_lay_zones(battle_of(t)):
            return DONE
        t.emit(happened.PhaseStarted(phase=LAYING_MINES, clause="mbb.mine.three"))
        return None

    @rule("mbb.mine.secret.write", "mbb.mine.visual.place")
    def next_player(self, t: Table) -> Any:
        """Whoever has mines to lay is asked, one after another."""
        seats = [(self.seat + ahead) % t.match.seats for ahead in range(t.match.seats)]
        if t.match.options.mines != SECRET:
            waiting = [seat for seat in seats if mines_left(t, seat) > 0]
            return self._ask(t, waiting if room_for_mine(t) is not None else [], "place_marker")
        waiting = [seat for seat in seats if NOTE + str(seat) not in t.sealed]
        return self._ask(t, waiting, "write")

    def _ask(self, t: Table, waiting: list[int], step: str) -> Any:
        if not waiting:
            return DONE
        self.seat = waiting[0]
        return Goto(step) if step == "place_marker" else Ask(WriteMinefield(self.seat), into="note")

    @rule("mbb.mine.secret.write", "mbb.geometry.hidden_info")
    def write(self, t: Table) -> Any:
        """The note is sealed: everybody sees that it was written, nobody what."""
        note, self.note = self.note, None
        assert note is not None
        t.seal(self.seat, NOTE + str(self.seat), note.square, "mbb.mine.secret.write")
        return Goto("next_player")

    @rule("mbb.mine.visual.place")
    def place_marker(self, t: Table) -> Any:
        """One marker or zone at a time."""
        return Ask(PlaceMine(self.seat), into="laid")

    @rule("mbb.mine.visual.place")
    def put_down(self, t: Table) -> Any:
        """It lies where its player put it; then the next player places one."""
        laid, self.laid = self.laid, None
        assert laid is not None
        sort = laid_sort(battle_of(t))
        number = 1 + sum(token.kind == sort.kind for token in t.tokens.values())
        t.emit(happened.TokenPlaced(token=laid_token(sort, number, self.seat, laid.pose), clause=sort.clause))
        self.seat = (self.seat + 1) % t.match.seats
        return Goto("next_player")


@step(Battle, MINES)
@rule("mbb.mine.secret.write", "mbb.mine.visual.place")
def lay_mines(battle: Battle, t: Table) -> Any:
    """Where mines are played they are laid before anything is deployed."""
    return Push(LayingMines(seat=battle.first))
