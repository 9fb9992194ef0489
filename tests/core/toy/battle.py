"""The outer frames of the toy game: preparations, rounds, turns."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.frames import DONE, Ask, AskAll, Frame, Goto, Push
from brickfield.core.table import Table
from tests.core.toy.exchange import Exchange
from tests.core.toy.marching import Marching
from tests.core.toy.numbers import numbers
from tests.core.toy.orders import Bury, BuryCharge, Fire, GiveOrder, Pick, PickStance, Rest, Route, ready
from tests.core.toy.winning import end_by_count, standing

BLANK = Bury(-1)


class Battle(Frame):
    """Preparations, then rounds until somebody has won."""

    round: int = 0
    stances: tuple[Pick, ...] = ()

    STEPS: ClassVar[tuple[str, ...]] = (
        "prepare",
        "open_round",
        "pick_stances",
        "show_stances",
        "play_turns",
        "close_round",
    )
    PUBLIC: ClassVar[tuple[str, ...]] = ("round", "stances")

    def prepare(self, t: Table) -> Any:
        """Every seat buries its charge."""
        return Push(Preparations()) if t.match.options.charges else None

    def open_round(self, t: Table) -> Any:
        """The next round."""
        self.round += 1
        t.emit(happened.RoundStarted(round=self.round, clause="toy.turn.order"))

    def pick_stances(self, t: Table) -> Any:
        """All at once, or nobody."""
        seats = [seat for seat, units in enumerate(standing(t)) if units] if t.match.options.stances else []
        return AskAll(tuple(PickStance(seat) for seat in seats), into="stances")

    def show_stances(self, t: Table) -> Any:
        """What was picked holds for the round."""
        seats = [seat for seat, units in enumerate(standing(t)) if units]
        for seat, pick in zip(seats, self.stances, strict=False):
            t.emit(happened.FactChanged(name=f"stance{seat}", value=pick.stance, clause="toy.stance.pick"))

    def play_turns(self, t: Table) -> Any:
        """One turn each."""
        return Push(Turns())

    def close_round(self, t: Table) -> Any:
        """Count after the last round."""
        t.emit(happened.RoundEnded(round=self.round, clause="toy.turn.order"))
        if self.round >= numbers().rounds:
            return end_by_count(t)
        return Goto("open_round")


class Preparations(Frame):
    """Each seat in order writes its note."""

    seat: int = 0
    note: Bury = BLANK

    STEPS: ClassVar[tuple[str, ...]] = ("ask_note", "seal_note", "next_seat")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat",)
    SECRET: ClassVar[tuple[str, ...]] = ("note",)

    def ask_note(self, t: Table) -> Any:
        """Where is it buried?"""
        return Ask(BuryCharge(self.seat), into="note")

    def seal_note(self, t: Table) -> Any:
        """The note goes into its envelope and nothing of it stays here."""
        t.seal(self.seat, f"charge{self.seat}", (self.note.spot, self.note.mark), "toy.note.charge")
        self.note = BLANK

    def next_seat(self, t: Table) -> Any:
        """Until all have written."""
        self.seat += 1
        return Goto("ask_note") if self.seat < t.match.seats else DONE


class Turns(Frame):
    """One turn for every seat that has units."""

    seat: int = 0

    STEPS: ClassVar[tuple[str, ...]] = ("start", "play", "finish")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat",)

    def start(self, t: Table) -> Any:
        """Old marks go."""
        if self.seat >= t.match.seats:
            return DONE
        t.emit(happened.TurnStarted(seat=self.seat, clause="toy.turn.order"))
        for mark in ("acted", "reacted", "ducked"):
            t.emit(happened.MarksCleared(mark=mark, clause="toy.turn.order"))
        return None

    def play(self, t: Table) -> Any:
        """The seat gives its orders."""
        return Push(Turn(seat=self.seat))

    def finish(self, t: Table) -> Any:
        """The next seat."""
        t.emit(happened.TurnEnded(seat=self.seat, clause="toy.turn.order"))
        self.seat += 1
        return Goto("start")


class Turn(Frame):
    """Orders, one after the other, until the seat rests or has nobody left to order."""

    seat: int = 0
    order: Route | Fire | Rest = Rest()

    STEPS: ClassVar[tuple[str, ...]] = ("ask_order", "carry_out", "again")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "order")

    def ask_order(self, t: Table) -> Any:
        """What next?"""
        return Ask(GiveOrder(self.seat), into="order") if ready(t, self.seat) else DONE

    def carry_out(self, t: Table) -> Any:
        """A unit acts once per turn."""
        order = self.order
        if isinstance(order, Rest):
            return DONE
        t.emit(happened.UnitMarked(unit=order.unit, mark="acted", value=1, clause="toy.turn.order"))
        if isinstance(order, Route):
            return Push(Marching(unit=order.unit, legs=order.legs))
        bold = t.facts.get(f"stance{t.units[order.target].seat}") == "bold"
        return Push(Exchange(shooter=order.unit, target=order.target, replies=bold))

    def again(self, t: Table) -> Any:
        """The next order."""
        return Goto("ask_order")
