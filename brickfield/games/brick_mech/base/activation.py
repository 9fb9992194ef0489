"""Take Action: the turn of one Mech, from its first action to the end, and who has still to act."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.decisions import AnyAnswer
from brickfield.core.frames import Ask, Frame, Goto, Push
from brickfield.core.state import State
from brickfield.core.table import Table
from .actions import OwnAction, begin_action, run_is_over
from .attack_action import Attack, AttackAction, is_charge
from .battlefield import units_of
from .ending_a_turn import EndingTurn, EndTurn
from .measures import measures
from .move_action import MoveAction, Route
from .record_sheet import DONE, MOVES, actions_used, number, write
from .take_action import TakeAction


@rule("bm.option.multi.skip", "bm.option.multi.once", "bm.geometry.activation_loss")
def unacted(state: State, seat: int) -> tuple[str, ...]:
    """The living units of a seat that have not had their turn this round."""
    return tuple(unit.id for unit in units_of(state, seat) if not number(unit, DONE))


class Activation(Frame):
    """The turn of one Mech. The player chooses the Mech with its first action, or by ending its turn."""

    seat: int = 0
    unit: str = ""
    # cleared as soon as it is carried out: a note for Hold Fire never waits in it
    action: AnyAnswer | None = None

    STEPS: ClassVar[tuple[str, ...]] = ("begin", "choose_action", "carry_out", "another", "end_turn", "close")
    PUBLIC: ClassVar[tuple[str, ...]] = ("seat", "unit", "action")

    @rule("bm.init.order", "bm.setup.rounds")
    def begin(self, t: Table) -> Any:
        """The player in order becomes the active one."""
        t.emit(happened.TurnStarted(seat=self.seat, clause="bm.init.order"))

    @rule("bm.action.count", "bm.action.sequential", "bm.option.multi.choice", "bm.action.explicit_end")
    def choose_action(self, t: Table) -> Any:
        """Announce the next action when the outcome of the last is known."""
        units = (self.unit,) if self.unit else unacted(t, self.seat)
        return Ask(TakeAction(self.seat, units), into="action")

    @rule("bm.action.types", "bm.move.no_split", "bm.option.charge.when")
    def carry_out(self, t: Table) -> Any:
        """Play the action from beginning to end."""
        action, self.action = self.action, None
        assert action is not None
        self.unit = action.unit
        match action:
            case Route(unit=unit, legs=legs, start=start):
                begin_action(t, unit, MOVES)
                return Push(MoveAction(unit=unit, legs=legs, start=start))
            case Attack(unit=unit, target=target, location=location):
                charge = is_charge(t, t.units[unit], t.units[target])
                return Push(AttackAction(attacker=unit, target=target, location=location, charge=charge))
            case OwnAction():
                return action.carry_out(t)
            case EndTurn():
                return Goto("end_turn")
        return None

    @rule("bm.action.explicit_end", "bm.action.count", "bm.destroy.in_exchange")
    def another(self, t: Table) -> Any:
        """After three actions the turn is over; a Mech destroyed in its own turn has no end-of-turn step."""
        unit = t.units[self.unit]
        if not unit.alive:
            return Goto("close")
        return Goto("choose_action") if actions_used(unit) < measures().most_actions else None

    @rule("bm.action.explicit_end", "bm.endturn.order")
    def end_turn(self, t: Table) -> Any:
        """Cooling and overheating."""
        return Push(EndingTurn(unit=self.unit))

    @rule("bm.option.multi.once")
    def close(self, t: Table) -> Any:
        """This Mech does not act again this round."""
        run_is_over(t, self.unit)
        write(t, self.unit, DONE, 1, "bm.option.multi.once")
        t.emit(happened.TurnEnded(seat=self.seat, clause="bm.action.explicit_end"))


def acting_units(state: State) -> tuple[str, ...]:
    """The Mech whose turn it is; before its first action all that may still be chosen."""
    for frame in state.frames:
        if isinstance(frame, Activation):
            return (frame.unit,) if frame.unit else unacted(state, frame.seat)
    return ()
