"""Take Action: the question that comes up to three times in a Mech's turn, each time when the last action is over."""

from __future__ import annotations

from typing import Any, ClassVar, Union

from msgspec import Struct

from brickfield.core.asking.offers import Act, Action, Actor, Aims, Asked, Choice, Choose, Path
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Decision
from brickfield.core.numbers import unused_words
from brickfield.core.questions import Question
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from .actions import OwnAction, is_rush, no_action_left
from .aims import attack_offer
from .attack_action import Attack, may_attack
from .battlefield import describe
from .ending_a_turn import EndTurn
from .measures import measures
from .move_action import Move, Route, move_offer, plan_move
from .record_sheet import DONE, HOLDING, MOVES, actions_used, number


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

    ANSWER: ClassVar[Any] = Union[Move, Attack, EndTurn]
    BECOMES: ClassVar[tuple[type[Struct], ...]] = (Route,)
    CLAUSE: ClassVar[str] = "bm.action.count"

    @rule("bm.action.count", "bm.option.multi.choice")
    def ask(self, state: State) -> Asked:
        """Every Mech that may act, with all that it may do."""
        units = [state.units[unit] for unit in self.units]
        offer = Act(tuple(actor_of(state, unit) for unit in units))
        if len(units) > 1:
            text = "Move, attack or scavenge; the first action chooses the Mech."
            return self.asked("Act with one of your Mechs", text, offer)
        rush = f"A third action is a rush: {measures().rush_heat} Heat Markers."
        text = rush if is_rush(units[0]) else f"{offer.actors[0].remark}."
        return self.asked(describe(state, units[0].id), text, offer)

    @rule("bm.action.types", "bm.action.sequential", "bm.attack.target_gone", "bm.scavenge.not_while_holding")
    def settle(self, state: State, answer: Any) -> Any:
        """One action at a time: what is not possible is refused and costs nothing."""
        unit = may_act(state, self.seat, answer.unit, self.units)
        if isinstance(unit, Refusal):
            return unit
        if isinstance(answer, Move):
            return no_action_left(state, unit, MOVES) or plan_move(state, unit, answer.steps)
        if isinstance(answer, Attack):
            return may_attack(state, unit, answer) or answer
        # a turn can always be ended
        return (answer.refused(state, unit) if isinstance(answer, OwnAction) else None) or answer


@Question
@rule("bm.action.types", "bm.move.allowance", "bm.attack.declare")
def actions_of(state: State, unit: Unit) -> tuple[Action, ...]:
    """The sorts of actions a Mech may take; what it may not do any more says why."""
    return (
        action_of(unit, "move", "Move", "bm.move.allowance", move_offer(state, unit)),
        action_of(unit, "attack", "Attack", "bm.attack.declare", attack_offer(state, unit)),
    )


@rule("bm.action.types", "bm.action.explicit_end")
def actor_of(state: State, unit: Unit) -> Actor:
    """What a Mech may do now, and that it may end its turn."""
    used, actions = actions_used(unit), actions_of(state, unit)
    free = measures().free_actions - used if any(each.closed is None for each in actions) else 0
    end = Choice(EndTurn(unit.id), "End turn", clause="bm.action.explicit_end", careful=unused_words(free))
    return Actor(unit.id, f"{used} of {measures().most_actions} actions used", actions, end)


@rule("bm.action.rush_heat")
def action_of(unit: Unit, id: str, title: str, clause: str, offer: Path | Aims | Choose | Refusal) -> Action:
    """One sort of action, with a warning when it would be a rush."""
    if isinstance(offer, Refusal):
        return Action(id, title, None, clause, closed=offer)
    if not is_rush(unit):
        return Action(id, title, offer, clause)
    rush = f"This is a rush: {measures().rush_heat} Heat Markers are placed first."
    return Action(id, title, offer, "bm.action.rush_heat", warning=rush)
