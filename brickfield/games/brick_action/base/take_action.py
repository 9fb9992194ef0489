"""Turns & Actions: the question what to do next, with every sort of action a unit has."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from brickfield.core.asking.offers import Act, Action, Actor, Asked, Choice
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.numbers import counted, unused_words
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.games.brick_action.base.actions import Deed, EndTurn, is_pinned, no_action_left, payer
from brickfield.games.brick_action.base.battlefield import ACTIONS, PRONE, SUPPRESSED, describe, number, units_of
from brickfield.games.brick_action.base.close_combat.close_combat import CLOSE_COMBAT, CloseCombat
from brickfield.games.brick_action.base.firing.attack import Attack, FireItem
from brickfield.games.brick_action.base.firing.attack_offers import ATTACK, ITEMS
from brickfield.games.brick_action.base.moving.arrival import CHANGE_CORNER, UseCorner
from brickfield.games.brick_action.base.moving.moving import MOVE
from brickfield.games.brick_action.base.moving.paths import Move, Walk
from brickfield.games.brick_action.base.prone import GO_PRONE, RISE, GoProne, Rise
from brickfield.games.brick_action.base.rallying import RALLY, RallyAgain
from brickfield.games.brick_action.chapters.commandos.commandos import COMMANDO_DEEDS, CommandoOrder
from brickfield.games.brick_action.chapters.holds.holds import DROP_HOLD, PLACE_HOLD, DropHold, PlaceHold
from brickfield.games.brick_action.chapters.smoke.smoke import THROW_SMOKE, ThrowSmoke
from brickfield.games.brick_action.chapters.vehicles.boarding import is_mounted
from brickfield.games.brick_action.chapters.vehicles.dismounting import DISMOUNT
from brickfield.games.brick_action.chapters.vehicles.vehicle_actions import VEHICLE_DEEDS, VehicleOrder

# In the order in which a table lists them. A new sort of action is a row here and its answers in the union below.
DEEDS: tuple[Deed, ...] = (
    *(MOVE, ATTACK, ITEMS, CLOSE_COMBAT, *VEHICLE_DEEDS, THROW_SMOKE),
    *(PLACE_HOLD, DROP_HOLD, RALLY, GO_PRONE, RISE, CHANGE_CORNER, *COMMANDO_DEEDS),
)
Moves = Move | Walk | GoProne | Rise | UseCorner
Fires = Attack | FireItem | CloseCombat | ThrowSmoke
AnyOrder = Moves | Fires | PlaceHold | DropHold | RallyAgain | CommandoOrder | VehicleOrder | EndTurn

DEED_OF: dict[type[Answer], Deed] = {kind: deed for deed in DEEDS for kind in deed.answers}


@rule("ba.turn.action_kinds", "ba.turn.one_unit")
def order_fault(state: State, seat: int, order: Any) -> Refusal | None:
    """Why an order may not be given now."""
    if isinstance(order, EndTurn):
        return None
    unit = state.units.get(order.unit)
    if unit is None or not unit.alive or state.match.sides[unit.seat] != state.match.sides[seat]:
        return illegal("not_yours", "ba.turn.one_unit", f"{order.unit[:40]} is not a unit of yours on the board.")
    deed = DEED_OF[type(order)]
    if deed is not DISMOUNT and (refusal := rides(state, unit)):
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


@rule("ba.veh.passengers")
def rides(state: State, unit: Unit) -> Refusal | None:
    """Who is in a vehicle gets out before he does anything else."""
    if not is_mounted(state, unit):
        return None
    sentence = f"{describe(state, unit.id)} rides in {unit.container} and must dismount first."
    return illegal("mounted", "ba.veh.passengers", sentence)


class TakeAction(Decision, frozen=True):
    """What does a unit of the active side do?"""

    ANSWER: ClassVar[Any] = AnyOrder
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
        actions = [action for deed in DEEDS if (action := offered(state, unit, deed)) is not None]
        remarks = [word for word in (PRONE, SUPPRESSED) if number(unit, word)]
        remark = ", ".join([counted(len(unit.standing), "mini") if unit.squad else "vehicle", *remarks])
        return Actor(unit.id, remark, tuple(actions), finish)

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """See `order_fault`."""
        return order_fault(state, self.seat, answer) if not was_judged(state, answer) else None


def offered(state: State, unit: Unit, deed: Deed) -> Action | None:
    """What a deed offers a unit, closed where nobody can pay for it or the unit is pinned."""
    action = deed.offer(state, unit) if deed is DISMOUNT or rides(state, unit) is None else None
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
    """Whether a unit may still do something without an action; dropping a hold then helps nobody."""
    for deed in DEEDS:
        if deed is not DROP_HOLD and not deed.price(state, unit, None):
            action = offered(state, unit, deed)
            if action is not None and action.closed is None:
                return True
    return False
