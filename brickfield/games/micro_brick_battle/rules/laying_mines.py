"""Mines: each player writes a secret square down, or places markers in plain sight, before anything is deployed."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from brickfield.core import events as happened
from brickfield.core.board import Token
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import DONE, Ask, Frame, Goto
from brickfield.core.offers import Asked, Choice, Choose, Note, Place, Thing
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.micro_brick_battle.rules.battlefield import (
    Area,
    BattleMatch,
    battle_of,
    describe,
    outline,
    terrain,
    token_shape,
)
from brickfield.games.micro_brick_battle.rules.measures import measures
from brickfield.games.micro_brick_battle.rules.minefields import (
    MARKER,
    NOTE,
    SECRET,
    VISUAL,
    grid,
    marker_size,
    overlap,
    upright,
)
from brickfield.games.micro_brick_battle.rules.starting_a_game import Coordinate, Heading, deployment_zone
from brickfield.geometry import Pose, Scene, fence, kernel, rectangle_at
from brickfield.geometry.grain import GRAIN

MINES = "laying_mines"


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
            Choice(WriteSquare(name), name, _where(squares[name]), self.CLAUSE, area=outline(squares[name]))
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
    """Put a mine marker down: its centre and its heading."""

    x: Coordinate
    y: Coordinate
    heading: Heading


class LaidMine(Struct, frozen=True):
    """Where a marker will lie, on the grain of the table."""

    pose: Pose


class PlaceMine(Decision, frozen=True):
    """Where the next mine marker goes."""

    ANSWER: ClassVar[Any] = LayMine
    CLAUSE: ClassVar[str] = "mbb.mine.visual.place"

    def settle(self, state: State, answer: Any) -> Any:
        """See `may_lay_mine`."""
        return may_lay_mine(state, answer)

    @rule("mbb.mine.visual.place", "mbb.mine.visual.size")
    def ask(self, state: State) -> Asked:
        """A marker, and the ground between the deployment zones."""
        length, width = (round(size * GRAIN) for size in marker_size())
        thing = Thing("mine", MARKER, 0.0, {"answer": "lay_mine"}, MARKER, length, width)
        left = markers_left(state, self.seat)
        text = f"{left} marker{'s' if left > 1 else ''} left to place, outside the deployment zones."
        return self.asked("Place a mine", text, Place((thing,), outline(mining_area(state)), self.CLAUSE))


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


@rule("mbb.mine.visual.place")
def markers_left(state: State, seat: int) -> int:
    """How many markers a player has still to place."""
    laid = sum(token.kind == MARKER and token.seat == seat for token in state.tokens.values())
    return int(state.match.options.mine_markers) - laid


@rule("mbb.mine.visual.place", "mbb.mine.visual.size")
def may_lay_mine(state: State, answer: LayMine) -> LaidMine | Refusal:
    """Wholly on the table, outside every deployment zone, clear of other markers and of what nobody can drive over."""
    pose = Pose.at(answer.x, answer.y, answer.heading)
    shape = rectangle_at(pose, *marker_size())
    if kernel.overlapped(Scene(fence(battle_of(state).bounds)), shape, -1) != -1:
        return illegal("outside_area", "mbb.geometry.table", "The mine must lie wholly on the table.")
    zones = [deployment_zone(state, seat) for seat in range(state.match.seats)]
    if kernel.overlapped(Scene([upright(zone) for zone in zones]), shape, -1) != -1:
        depth = measures().deployment_zone_inches
        sentence = f"The mine would lie in a Deployment Zone: within {depth:g} inches of a starting edge."
        return illegal("in_deployment_zone", "mbb.mine.visual.place", sentence, inches=depth)
    solid = [(token_id, ground) for token_id, ground in terrain(state).closed]
    solid += [(token.id, token_shape(token)) for token in state.tokens.values() if token.kind == MARKER]
    hit = kernel.overlapped(Scene([ground for _id, ground in solid]), shape, -1)
    if hit != -1:
        sentence = f"The mine would overlap {describe(state, solid[hit][0])} there."
        return illegal("overlap", "mbb.mine.visual.place", sentence, obstacle=solid[hit][0])
    return LaidMine(pose)


def mine_marker(number: int, seat: int, pose: Pose) -> Token:
    """A mine marker as it lies on the table."""
    length, width = (round(size * GRAIN) for size in marker_size())
    return Token(f"M{number}", MARKER, pose, length, width, "", seat)


@rule("mbb.mine.secret.write", "mbb.mine.visual.place")
def no_room_for_mines(match: BattleMatch) -> Refusal | None:
    """A table on which no mine could be laid is refused before anybody is asked."""
    sort = match.options.mines
    state = State(match, {}, {})
    if sort == SECRET and not open_squares(state):
        sentence = "Every square of this table overlaps a Deployment Zone: no secret minefield can be written down."
        return illegal("no_room_for_mines", "mbb.mine.secret.write", sentence)
    if sort == VISUAL:
        x0, y0, x1, y1 = mining_area(state)
        size = max(marker_size())
        if min(x1 - x0, y1 - y0) < size:
            sentence = f"Between the Deployment Zones no mine of {size:g} inches finds room on this table."
            return illegal("no_room_for_mines", "mbb.mine.visual.place", sentence, inches=size)
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
        """Zones need no laying: the scenario marks them."""
        if t.match.options.mines not in (SECRET, VISUAL):
            return DONE
        t.emit(happened.PhaseStarted(phase=MINES, clause="mbb.mine.three"))
        return None

    @rule("mbb.mine.secret.write", "mbb.mine.visual.place")
    def next_player(self, t: Table) -> Any:
        """Whoever has mines to lay is asked, one after another."""
        seats = [(self.seat + ahead) % t.match.seats for ahead in range(t.match.seats)]
        if t.match.options.mines == VISUAL:
            waiting = [seat for seat in seats if markers_left(t, seat) > 0]
            return self._ask(t, waiting, "place_marker")
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
        """One marker at a time."""
        return Ask(PlaceMine(self.seat), into="laid")

    @rule("mbb.mine.visual.place")
    def put_down(self, t: Table) -> Any:
        """It lies where its player put it; then the next player places one."""
        laid, self.laid = self.laid, None
        assert laid is not None
        number = 1 + sum(token.kind == MARKER for token in t.tokens.values())
        t.emit(happened.TokenPlaced(token=mine_marker(number, self.seat, laid.pose), clause="mbb.mine.visual.place"))
        self.seat = (self.seat + 1) % t.match.seats
        return Goto("next_player")
