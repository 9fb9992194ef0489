"""Take Action: the question that comes up to three times in a Mech's turn, each time when the last action is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Union

from brickfield.core.asking.offers import Act, Action, Actor, Aims, Asked, Choice, Choose, Path
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.numbers import unused_words
from brickfield.core.refusal import Refusal, illegal, invalid
from brickfield.core.state import State
from brickfield.games.brick_mech.base.actions import is_rush, no_action_left
from brickfield.games.brick_mech.base.aims import attack_offer
from brickfield.games.brick_mech.base.attack_action import Attack, may_attack
from brickfield.games.brick_mech.base.battlefield import describe
from brickfield.games.brick_mech.base.ending_a_turn import EndTurn
from brickfield.games.brick_mech.base.measures import measures
from brickfield.games.brick_mech.base.move_action import Move, move_offer, plan_move
from brickfield.games.brick_mech.base.record_sheet import DONE, HOLDING, MOVES, actions_used, number
from brickfield.games.brick_mech.chapters.hold_fire.hold_fire import HoldFire, hold_offer, may_hold_fire
from brickfield.games.brick_mech.chapters.scavenging.scavenge_action import (
    Detach,
    Mount,
    may_detach,
    may_mount,
    scavenge_offer,
)

AnyAction = Union[Move, Attack, Detach, Mount, HoldFire, EndTurn]
# why an action is not allowed now; a turn can always be ended
_MAY: dict[type[Answer], Callable[[State, Unit, Any], Refusal | None]] = {
    Attack: may_attack,
    Detach: may_detach,
    Mount: may_mount,
    HoldFire: may_hold_fire,
}


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
        return self.asked(f"{describe(state, units[0].id)}: next action", text, offer)

    @rule("bm.action.types", "bm.action.sequential", "bm.attack.target_gone", "bm.scavenge.one_thing",
          "bm.scavenge.not_while_holding")  # fmt: skip
    def settle(self, state: State, answer: Any) -> Any:
        """One action at a time: what is not possible is refused and costs nothing."""
        unit = may_act(state, self.seat, answer.unit, self.units)
        if isinstance(unit, Refusal):
            return unit
        if isinstance(answer, Move):
            return no_action_left(state, unit, MOVES) or plan_move(state, unit, answer.steps)
        may = _MAY.get(type(answer))
        return (may(state, unit, answer) if may is not None else None) or answer


@rule("bm.action.types", "bm.action.explicit_end")
def actor_of(state: State, unit: Unit) -> Actor:
    """What a Mech may do now; what it may not do any more says why."""
    used, held = actions_used(unit), hold_offer(state, unit)
    actions = (
        _action(unit, "move", "Move", "bm.move.allowance", move_offer(state, unit)),
        _action(unit, "attack", "Attack", "bm.attack.declare", attack_offer(state, unit)),
        _action(unit, "scavenge", "Scavenge", "bm.scavenge.one_thing", scavenge_offer(state, unit)),
    )
    holding = Action("hold", "Hold fire", held, "bm.option.hold.declare")
    free = measures().free_actions - used if any(each.closed is None for each in actions) else 0
    end = Choice(EndTurn(unit.id), "End turn", clause="bm.action.explicit_end", careful=unused_words(free))
    remark = f"{used} of {measures().most_actions} actions used"
    return Actor(unit.id, remark, actions if held is None else (*actions, holding), end)


@rule("bm.action.rush_heat")
def _action(unit: Unit, id: str, title: str, clause: str, offer: Path | Aims | Choose | Refusal) -> Action:
    """One sort of action, with a warning when it would be a rush."""
    if isinstance(offer, Refusal):
        return Action(id, title, None, clause, closed=offer)
    if not is_rush(unit):
        return Action(id, title, offer, clause)
    rush = f"This is a rush: {measures().rush_heat} Heat Markers are placed first."
    return Action(id, title, offer, "bm.action.rush_heat", warning=rush)
