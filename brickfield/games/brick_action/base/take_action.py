"""Turns & Actions: the question what to do next, with every sort of action a unit has."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from brickfield.core.asking.offers import Act, Action, Actor, Asked, Choice
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Decision
from brickfield.core.numbers import counted, unused_words
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from .actions import DEEDS, Deed, EndTurn, is_pinned, may_be_ordered, no_action_left, payer
from .battlefield import ACTIONS, PRONE, SUPPRESSED, match_of, number, units_of
from .close_combat.close_combat import CLOSE_COMBAT
from .firing.attack_offers import ATTACK, ITEMS
from .moving.arrival import CHANGE_CORNER
from .moving.moving import MOVE
from .prone import GO_PRONE, RISE
from .rallying import RALLY


@rule("ba.turn.action_kinds", "ba.turn.one_unit")
def order_fault(state: State, seat: int, order: Any) -> Refusal | None:
    """Why an order may not be given now."""
    if isinstance(order, EndTurn):
        return None
    unit = state.units.get(order.unit)
    if unit is None or not unit.alive or state.match.sides[unit.seat] != state.match.sides[seat]:
        return illegal("not_yours", "ba.turn.one_unit", f"{order.unit[:40]} is not a unit of yours on the board.")
    deed = DEEDS.of(order)
    if refusal := may_be_ordered(state, unit, deed):
        return refusal
    if deed.price(state, unit, order) and (refusal := no_action_left(state, unit)):
        return refusal
    if not deed.suppressed and (refusal := is_pinned(state, unit)):
        return refusal
    return deed.bar(state, unit) or deed.fault(state, unit, order)


def judge(state: State, seat: int, order: Any) -> Refusal | None:
    """Why an order may not be given now; that one may be given is remembered for when it is given."""
    refusal = order_fault(state, seat, order)
    if refusal is None:
        state.unit_cache["allowed"] = (order, state.facts, state.version)
    return refusal


def was_judged(state: State, order: Any) -> bool:
    """Whether this very order was found to be allowed in this very situation."""
    allowed, facts, version = state.unit_cache.get("allowed", (None, None, 0))
    return allowed is order and facts is state.facts and version == state.version


def deeds_of(state: State) -> tuple[Deed, ...]:
    """The sorts of actions of a battle, in the order in which a table lists them."""
    match = match_of(state)
    if match.deeds is None:
        match.deeds = DEEDS.played(match)
    deeds: tuple[Deed, ...] = match.deeds
    return deeds


class TakeAction(Decision, frozen=True):
    """What does a unit of the active side do?"""

    ANSWER: ClassVar[Any] = EndTurn
    CLAUSE: ClassVar[str] = "ba.turn.actions"
    TITLE: ClassVar[str] = "Take an action"

    def ask(self, state: State) -> Asked:
        """Every unit with its actions."""
        left = int(state.facts.get(ACTIONS, 0))
        given_up = f"{counted(left, 'action')} given up" if left else ""
        finish = Choice(EndTurn(), "End the turn", given_up, "ba.turn.pass", careful=unused_words(left))
        actors = [self._actor(state, unit, finish) for unit in units_of(state, self.seat)]
        text = f"{left} of 3 actions left. One action, one unit."
        return self.asked(self.TITLE, text, Act(tuple(actors)))

    def _actor(self, state: State, unit: Unit, finish: Choice) -> Actor:
        actions = [action for deed in deeds_of(state) if (action := offered(state, unit, deed)) is not None]
        remarks = [word for word in (PRONE, SUPPRESSED) if number(unit, word)]
        remark = ", ".join([counted(len(unit.standing), "mini") if unit.squad else "vehicle", *remarks])
        return Actor(unit.id, remark, tuple(actions), finish)

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """See `order_fault`."""
        return order_fault(state, self.seat, answer) if not was_judged(state, answer) else None


DEEDS.add(None, MOVE, ATTACK, ITEMS, CLOSE_COMBAT, RALLY, GO_PRONE, RISE, CHANGE_CORNER)
DEEDS.asked_by(TakeAction)


def offered(state: State, unit: Unit, deed: Deed) -> Action | None:
    """What a deed offers a unit, closed where nobody can pay for it or the unit is pinned."""
    action = deed.offer(state, unit) if may_be_ordered(state, unit, deed) is None else None
    if action is None:
        return None
    priced = deed.price(state, unit, None)
    pinned = None if deed.suppressed else is_pinned(state, unit)
    refusal = (no_action_left(state, unit) if priced else None) or pinned or deed.bar(state, unit)
    if refusal is None:
        return action
    return replace(action, closed=refusal)


@rule("ba.turn.actions", "ba.unit.officer.prone")
def can_act(state: State, seat: int) -> bool:
    """Whether anybody could pay for another action, or could do something that is free."""
    own = units_of(state, seat)
    return any(payer(state, unit) is not None for unit in own) or any(_is_free(state, unit) for unit in own)


def _is_free(state: State, unit: Unit) -> bool:
    """Whether a unit may still do something without an action that is worth a question."""
    for deed in deeds_of(state):
        if deed.worthwhile and not deed.price(state, unit, None):
            action = offered(state, unit, deed)
            if action is not None and action.closed is None:
                return True
    return False
