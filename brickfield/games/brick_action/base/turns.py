"""Turns & Actions: rounds of one turn each; what runs out when a turn begins, rallies, then three actions."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import AnyAnswer
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push
from brickfield.core.questions import Moment, Question
from brickfield.core.state import State
from brickfield.core.table import Table
from .actions import DEEDS, EndTurn, pay
from .battlefield import (
    ACTIONS,
    ATTACKED,
    BANNED,
    BANNED_NEXT,
    BEGAN,
    LOST,
    MOVED,
    RALLIED,
    REACTED,
    living,
    number,
    units_of,
)
from .deployment import Deployment
from .measures import measures
from .objective import end_if_decided, end_of_round
from .rallying import Rallying
from .reactions.reactive_fire import WatchedTurn
from .roll_off import RollOff, first_seat
from .sight.sight import FIRED_OUT
from .take_action import TakeAction, can_act


class Battle(Frame):
    """The whole game: roll-off, deployment, then rounds of a turn for each side."""

    round: int = 0
    turn: int = 0

    STEPS: ClassVar[tuple[str, ...]] = ("roll_off", "arm", "deploy", "flags", "next_turn", "take_turn", "turn_over")
    PUBLIC: ClassVar[tuple[str, ...]] = ("round", "turn")

    def roll_off(self, t: Table) -> Any:
        """Who begins, and who has which edge."""
        return Push(RollOff())

    def deploy(self, t: Table) -> Any:
        """Units are placed."""
        return Push(Deployment())

    @rule("ba.turn.actions")
    def next_turn(self, t: Table) -> Any:
        """Turns alternate; one turn each is a round."""
        if end_if_decided(t):
            return DONE
        if self.turn % 2 == 0:
            self.round += 1
            t.emit(happened.RoundStarted(round=self.round, clause="ba.turn.actions"))
        return None

    def take_turn(self, t: Table) -> Any:
        """The side whose turn it is acts."""
        first = first_seat(t)
        seats = t.match.seats
        seat = first if self.turn % 2 == 0 else (first + 1) % seats
        self.turn += 1
        return Push(Turn(seat=seat))

    def turn_over(self, t: Table) -> Any:
        """After both turns the round is over."""
        if self.turn % 2 == 0:
            t.emit(happened.RoundEnded(round=self.round, clause="ba.turn.actions"))
            if end_of_round(t, self.round):
                return DONE
        return Goto("next_turn")


class Turn(WatchedTurn):
    """One turn: what runs out, rallies, then actions until they are spent or given up."""

    seat: int = 0
    order: AnyAnswer = EndTurn()
    # whether the order being carried out is an action, and not something free
    paid: bool = False

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "rally", "ask", "carry_out", "after_action", "end")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "order", "exposed", "paid")

    @rule("ba.turn.start_sequence")
    def begin(self, t: Table) -> Any:
        """What lasts until now is over; the side has three actions."""
        turn_opens(t, self.seat)
        turn_begins(t, self.seat)
        t.emit(happened.FactChanged(name=ACTIONS, value=measures().actions, clause="ba.turn.actions"))

    @rule("ba.rally.free", "ba.turn.start_sequence")
    def rally(self, t: Table) -> Any:
        """Rally attempts come first."""
        return Push(Rallying(seat=self.seat))

    @rule("ba.turn.actions")
    def ask(self, t: Table) -> Any:
        """While somebody can pay for an action, the side is asked."""
        return Ask(TakeAction(self.seat), into="order") if can_act(t, self.seat) else Goto("end")

    @rule("ba.turn.one_unit", "ba.turn.pass")
    def carry_out(self, t: Table) -> Any:
        """What was ordered is paid for and played."""
        order = self.order
        if isinstance(order, EndTurn):
            return Goto("end")
        unit, deed = t.units[order.unit], DEEDS.of(order)
        frame = deed.play(t, order)
        self.paid = deed.price(t, unit, order) > 0
        if self.paid:
            pay(t, unit)
        return Push(frame)

    @rule("ba.sup.trigger", "ba.obj.wipeout")
    def after_action(self, t: Table) -> Any:
        """Losses are counted anew for the next action; somebody may have won."""
        action_over(t, self.paid)
        return DONE if end_if_decided(t) else Goto("ask")

    @rule("ba.turn.pass", "ba.turn.start_sequence")
    def end(self, t: Table) -> Any:
        """Actions that are left are lost; bans of this turn are over."""
        turn_ends(t, self.seat)
        t.emit(happened.TurnEnded(seat=self.seat, clause="ba.turn.pass"))


@Moment
def turn_opens(t: Table, seat: int) -> None:
    """A side's turn comes: what lasted until now is over."""
    t.emit(happened.TurnStarted(seat=seat, clause="ba.turn.actions"))


@Moment
@rule("ba.reactive.per_turn", "ba.reactmove.rule")
def turn_begins(t: Table, seat: int) -> None:
    """Units of the side are fresh; everybody may react anew, and it is noted with how many models he begins."""
    for unit in units_of(t, seat):
        refresh(t, unit)
    for unit in living(t):
        for mark in [each for each in unit.marks if each.startswith(REACTED)]:
            t.emit(happened.UnitMarked(unit=unit.id, mark=mark, value=0, clause="ba.reactive.per_turn"))
        models = len(unit.standing) or 1
        if number(unit, BEGAN) != models:
            t.emit(happened.UnitMarked(unit=unit.id, mark=BEGAN, value=models, clause="ba.reactmove.rule"))


@Moment
@rule("ba.sup.trigger")
def action_over(t: Table, paid: bool) -> None:
    """What was ordered is done, whether it was an action or free: losses are counted anew."""
    for unit in list(t.units.values()):
        if LOST in unit.marks:
            t.emit(happened.UnitMarked(unit=unit.id, mark=LOST, value=0, clause="ba.sup.trigger"))


@Moment
@rule("ba.hold.no_attack_next")
def turn_ends(t: Table, seat: int) -> None:
    """Bans of this turn are over."""
    for unit in units_of(t, seat):
        if number(unit, BANNED):
            t.emit(happened.UnitMarked(unit=unit.id, mark=BANNED, value=0, clause="ba.hold.no_attack_next"))


@Question
def marks_of_a_turn(state: State) -> tuple[str, ...]:
    """The marks of a unit that count what it has done in its owner's turn."""
    return (MOVED, ATTACKED, RALLIED, FIRED_OUT)


@rule("ba.turn.start_sequence", "ba.hold.no_attack_next", "ba.unit.bonus.once", "ba.move.turn_cap")
def refresh(t: Table, unit: Unit) -> None:
    """What a unit has done in its owner's last turn counts no more; bans for this turn begin."""
    for mark in marks_of_a_turn(t):
        if number(unit, mark):
            t.emit(happened.UnitMarked(unit=unit.id, mark=mark, value=0, clause="ba.turn.start_sequence"))
    if number(unit, BANNED_NEXT):
        t.emit(happened.UnitMarked(unit=unit.id, mark=BANNED_NEXT, value=0, clause="ba.hold.no_attack_next"))
        t.emit(happened.UnitMarked(unit=unit.id, mark=BANNED, value=1, clause="ba.hold.no_attack_next"))
    for figure in unit.standing:
        if figure.marks.get("gave"):
            gave = happened.FigureMarked(
                unit=unit.id, figure=figure.id, mark="gave", value=0, clause="ba.unit.bonus.once"
            )
            t.emit(gave)
