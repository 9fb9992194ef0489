"""Take Action: a player's turn with one Mech, up to three actions, each announced when the last is over."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Union

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import Ask, Frame, Goto, Push
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.brick_mech.actions import begin_action, no_action_left
from brickfield.games.brick_mech.attack_action import Attack, AttackAction, may_attack
from brickfield.games.brick_mech.battlefield import describe, units_of
from brickfield.games.brick_mech.charge import is_charge
from brickfield.games.brick_mech.ending_a_turn import EndingTurn
from brickfield.games.brick_mech.hold_fire import HoldFire, may_hold_fire, write_note
from brickfield.games.brick_mech.measures import measures
from brickfield.games.brick_mech.move_action import Move, MoveAction, Route, plan_move
from brickfield.games.brick_mech.record_sheet import DONE, HOLDING, MOVES, RUN, actions_used, number, write
from brickfield.games.brick_mech.scavenge_action import Detach, Mount, detach, may_detach, may_mount, mount


class EndTurn(Answer, frozen=True):
    """No more actions with this Mech this round."""

    unit: Annotated[str, Meta(max_length=16)]


AnyAction = Union[Move, Attack, Detach, Mount, HoldFire, EndTurn]


@rule("bm.option.multi.choice", "bm.option.multi.once", "bm.option.multi.passes", "bm.geometry.activation_loss",
      "bm.attack.order_of_checks")  # fmt: skip
def may_act(state: State, seat: int, unit_id: str, units: tuple[str, ...]) -> Unit | Refusal:
    """An own living Mech that has not had its turn; once one has begun, no other."""
    unit = state.units.get(unit_id)
    if unit is None:
        return invalid("unknown_unit", f"There is no unit {unit_id!r} on this table.")
    name = describe(state, unit_id)
    if unit.seat != seat:
        sentence = f"{name} belongs to {state.match.seat_name(unit.seat)}."
        return illegal("not_your_unit", "bm.option.multi.choice", sentence)
    if not unit.alive:
        return illegal("not_alive", "bm.geometry.activation_loss", f"{name} is not on the table any more.")
    if number(unit, HOLDING):
        return illegal("holds_fire", "bm.option.hold.declare", f"{name} holds fire; its turn is over.")
    if number(unit, DONE):
        return illegal("turn_over", "bm.option.multi.once", f"{name} has had its turn this round.")
    if unit_id not in units:
        others = ", ".join(describe(state, each) for each in units)
        return illegal("another_acts", "bm.option.multi.passes", f"{name} cannot act now: it is the turn of {others}.")
    return unit


class TakeAction(Decision, frozen=True):
    """The next action of a Mech, or the end of its turn. `units` are those that may be named."""

    units: tuple[str, ...]

    ANSWER: ClassVar[Any] = AnyAction
    CLAUSE: ClassVar[str] = "bm.action.count"

    @rule("bm.action.types", "bm.action.sequential", "bm.attack.target_gone", "bm.scavenge.one_thing",
          "bm.scavenge.not_while_holding")  # fmt: skip
    def settle(self, state: State, answer: Any) -> Any:
        """One action at a time: what is not possible is refused and costs nothing."""
        unit = may_act(state, self.seat, answer.unit, self.units)
        if isinstance(unit, Refusal):
            return unit
        if isinstance(answer, Move):
            return no_action_left(state, unit, MOVES) or plan_move(state, unit, answer.steps)
        if isinstance(answer, Attack):
            return may_attack(state, unit, answer) or answer
        if isinstance(answer, Detach):
            return may_detach(state, unit, answer) or answer
        if isinstance(answer, Mount):
            return may_mount(state, unit, answer) or answer
        if isinstance(answer, HoldFire):
            return may_hold_fire(state, unit, answer) or answer
        return answer


@rule("bm.option.multi.skip", "bm.option.multi.once", "bm.geometry.activation_loss")
def unacted(state: State, seat: int) -> tuple[str, ...]:
    """The living units of a seat that have not had their turn this round."""
    return tuple(unit.id for unit in units_of(state, seat) if not number(unit, DONE))


class Activation(Frame):
    """The turn of one Mech. The player chooses the Mech with its first action, or by ending its turn."""

    seat: int = 0
    unit: str = ""
    # cleared as soon as it is carried out: a note for Hold Fire never waits in it
    action: Route | Attack | Detach | Mount | HoldFire | EndTurn | None = None

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

    @rule("bm.action.types", "bm.move.no_split", "bm.option.charge.when", "bm.option.hold.declare")
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
            case Detach():
                detach(t, action)
            case Mount():
                mount(t, action)
            case HoldFire():
                write_note(t, action)
                return Goto("close")
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
        write(t, self.unit, RUN, 0, "bm.option.charge.die")
        write(t, self.unit, DONE, 1, "bm.option.multi.once")
        t.emit(happened.TurnEnded(seat=self.seat, clause="bm.action.explicit_end"))


def active_unit(state: State) -> str:
    """The Mech whose turn it is, if it has begun."""
    for frame in state.frames:
        if isinstance(frame, Activation):
            return frame.unit
    return ""
