"""Roll-off: who takes the first turn and who has which edge of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from brickfield.core import events as happened
from brickfield.core.asking.offers import Choice
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.dice import Pool
from brickfield.core.frames import Ask, Frame, Goto, Roll
from brickfield.core.state import State
from brickfield.core.table import Table
from .battlefield import EDGES, grain
from .measures import measures

FIRST = "first"
_LABEL = "roll_off"


def first_seat(state: State) -> int:
    """The seat that takes the first turn."""
    return int(state.facts.get(FIRST, 0))


class TakeHalf(Answer, frozen=True):
    """What the winner takes: the first turn, or the choice of the zone."""

    half: Literal["first_turn", "zone"]


class TakeZone(Answer, frozen=True):
    """The edge of the own deployment zone."""

    edge: Literal["south", "north"]


class TakeFirst(Answer, frozen=True):
    """Whether to take the first turn."""

    yes: bool


class ChooseHalf(Decision, frozen=True):
    """The winner of the roll-off: first turn or zone?"""

    ANSWER: ClassVar[Any] = TakeHalf
    CLAUSE: ClassVar[str] = "ba.setup.rolloff.choice"
    TITLE: ClassVar[str] = "You won the roll-off"
    STYLE: ClassVar[Literal["list", "buttons", "cards"]] = "buttons"

    def choices(self, state: State) -> Sequence[Choice]:
        """The other side gets the other half."""
        return (
            Choice(TakeHalf("zone"), "Choose the zone", "You take an edge; they say who begins.", self.CLAUSE),
            Choice(TakeHalf("first_turn"), "Take the first turn", "You begin; they take the edge.", self.CLAUSE),
        )


class ChooseZone(Decision, frozen=True):
    """Which edge?"""

    ANSWER: ClassVar[Any] = TakeZone
    CLAUSE: ClassVar[str] = "ba.setup.rolloff.choice"
    TITLE: ClassVar[str] = "Choose your zone"
    STYLE: ClassVar[Literal["list", "buttons", "cards"]] = "buttons"

    def choices(self, state: State) -> Sequence[Choice]:
        """One of two opposite edges."""
        depth, match = measures().zone_depth, state.match
        south, north = (_strip(match.width, low, low + depth) for low in (0.0, match.height - depth))
        return (
            Choice(TakeZone("south"), "Take the south edge", area=south),
            Choice(TakeZone("north"), "Take the north edge", area=north),
        )


def _strip(width: float, low: float, high: float) -> tuple[int, ...]:
    """A strip along the whole width of the board."""
    return tuple(grain(part) for part in (0.0, low, width, low, width, high, 0.0, high))


class ChooseFirst(Decision, frozen=True):
    """Who takes the first turn?"""

    ANSWER: ClassVar[Any] = TakeFirst
    CLAUSE: ClassVar[str] = "ba.setup.rolloff.choice"
    TITLE: ClassVar[str] = "Who takes the first turn?"
    STYLE: ClassVar[Literal["list", "buttons", "cards"]] = "buttons"

    def choices(self, state: State) -> Sequence[Choice]:
        """The side that did not choose the zone decides."""
        return (Choice(TakeFirst(yes=True), "We begin"), Choice(TakeFirst(yes=False), "They begin"))


class RollOff(Frame):
    """Dice until they differ, then the winner takes one half and the loser gets the other."""

    faces: tuple[tuple[int, ...], ...] = ()
    winner: int = 0
    half: TakeHalf = TakeHalf("zone")
    zone: TakeZone = TakeZone("south")
    first: TakeFirst = TakeFirst(yes=True)

    STEPS: ClassVar[tuple[str, ...]] = ("roll", "compare", "ask_half", "ask_zone", "lay_zones", "ask_first", "begin")
    PUBLIC: ClassVar[tuple[str, ...]] = ("faces", "winner", "half", "zone", "first")

    def _loser(self, t: Table) -> int:
        return (self.winner + 1) % t.match.seats

    @rule("ba.setup.rolloff", "ba.geometry.random")
    def roll(self, t: Table) -> Any:
        """One die each."""
        return Roll(tuple(Pool(1, _LABEL, seat=seat) for seat in range(2)), into="faces")

    @rule("ba.setup.rolloff", "ba.setup.rolloff.tie")
    def compare(self, t: Table) -> Any:
        """The higher roll wins; equal dice are rolled again."""
        shown = [faces[0] for faces in self.faces]
        self.winner = shown.index(max(shown))
        throws = tuple(happened.Throw(_LABEL, seat, faces) for seat, faces in enumerate(self.faces))
        tied = shown[0] == shown[1]
        held = happened.RollOffHeld(
            question="roll-off",
            method="d6",
            winner=None if tied else self.winner,
            result=" : ".join(map(str, shown)),
            clause="ba.setup.rolloff.tie" if tied else "ba.setup.rolloff",
            throws=throws,
        )
        t.emit(held)
        return Goto("roll") if tied else None

    @rule("ba.setup.rolloff.choice")
    def ask_half(self, t: Table) -> Any:
        """The winner chooses one of two."""
        return Ask(ChooseHalf(self.winner), into="half")

    @rule("ba.setup.rolloff.choice")
    def ask_zone(self, t: Table) -> Any:
        """The zone is chosen by the winner, or by the loser if the winner begins."""
        chooser = self.winner if self.half.half == "zone" else self._loser(t)
        return Ask(ChooseZone(chooser), into="zone")

    @rule("ba.setup.rolloff.choice", "ba.setup.zone.depth")
    def lay_zones(self, t: Table) -> Any:
        """The zones are on opposite edges."""
        chooser = self.winner if self.half.half == "zone" else self._loser(t)
        other = EDGES[1 - EDGES.index(self.zone.edge)]
        for seat in range(t.match.seats):
            edge = self.zone.edge if t.match.allied(seat, chooser) else other
            side = t.match.sides[seat]
            if t.facts.get(f"zone{side}") != edge:
                t.emit(happened.FactChanged(name=f"zone{side}", value=edge, clause="ba.setup.rolloff.choice"))
        if self.half.half == "zone":
            return None
        t.emit(happened.FactChanged(name=FIRST, value=self.winner, clause="ba.setup.rolloff.choice"))
        return Goto("begin")

    @rule("ba.setup.rolloff.choice")
    def ask_first(self, t: Table) -> Any:
        """The loser decides who begins, if the winner took the zone."""
        return Ask(ChooseFirst(self._loser(t)), into="first")

    @rule("ba.setup.rolloff.choice")
    def begin(self, t: Table) -> Any:
        """The first turn is settled."""
        if self.half.half == "zone":
            seat = self._loser(t) if self.first.yes else self.winner
            t.emit(happened.FactChanged(name=FIRST, value=seat, clause="ba.setup.rolloff.choice"))
