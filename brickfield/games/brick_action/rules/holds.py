"""Action 'Holds': an action is kept back, to be taken in the enemy's turn when a named enemy moves or attacks.

A hold is a public fact, `hold B1` = "attack A2 move 3": the response, the unit it waits for, what sets it off, and its
place in the order of placing. What the response may be and how it is played is in responses.py.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from msgspec import Struct

from brickfield.core import events as happened
from brickfield.core.board import ALIVE, Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer
from brickfield.core.frames import Frame
from brickfield.core.offers import Action, Choice, Choose
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.games.brick_action.rules.actions import Deed, Name, attack_bar
from brickfield.games.brick_action.rules.battlefield import (
    ATTACKED,
    SUPPRESSED,
    are_hostile,
    describe,
    enemies_of,
    is_vehicle,
    match_of,
    number,
)
from brickfield.games.brick_action.rules.vehicle_damage import ABANDONED, DISABLED

ANY = "any"
Response = Literal["attack", "close_combat", "move", "prone", "rise", "smoke", "activate"]
Trigger = Literal["move", "attack", "either"]
RESPONSES: tuple[Response, ...] = ("attack", "close_combat", "move", "prone", "rise", "smoke", "activate")
ATTACKS = ("attack", "close_combat")
OF_VEHICLES = ("attack", "move")
TRIGGERS: tuple[Trigger, ...] = ("move", "attack", "either")
_ORDER = "holds"


class PlaceHold(Answer, frozen=True):
    """Keep an action back: how to respond, to which enemy unit ("any" where that is agreed), and to what it does."""

    unit: Name
    response: Response
    named: Name
    trigger: Trigger


class DropHold(Answer, frozen=True):
    """Give a hold up."""

    unit: Name


class Hold(Struct, frozen=True):
    """A hold as it stands."""

    unit: str
    response: str
    named: str
    trigger: str
    order: int

    def answers(self, trigger: str, unit: str) -> bool:
        """Whether this is what it waits for."""
        return self.trigger in (trigger, "either") and self.named in (unit, ANY)


def _fact(unit: str) -> str:
    return f"hold {unit}"


@rule("ba.hold.open")
def hold_of(state: State, unit: str) -> Hold | None:
    """The hold of a unit, which everybody may know."""
    text = str(state.facts.get(_fact(unit), ""))
    if not text:
        return None
    response, named, trigger, order = text.split(" ")
    return Hold(unit, response, named, trigger, int(order))


def holds(state: State) -> list[Hold]:
    """All holds in the order of placing."""
    placed = [name for name, text in state.facts.items() if text and name.startswith("hold ")]
    found = [hold for name in placed if (hold := hold_of(state, name.removeprefix("hold "))) is not None]
    return sorted(found, key=lambda hold: hold.order)


@rule("ba.hold.cost", "ba.hold.response", "ba.hold.trigger", "ba.hold.vehicles", "ba.hold.not_after_attack")
def hold_fault(state: State, unit: Unit, order: PlaceHold) -> Refusal | None:
    """Why a unit may not hold so."""
    if is_vehicle(state, unit) and (refusal := _vehicle_fault(state, unit, order)):
        return refusal
    if order.named == ANY:
        if not match_of(state).options.hold_any_unit:
            sentence = "A hold names exactly one enemy unit; holds on any unit are not agreed."
            return illegal("one_unit", "ba.hold.trigger", sentence)
    else:
        named = state.units.get(order.named)
        if named is None or not named.alive or not are_hostile(state, unit, named):
            return illegal("no_enemy", "ba.hold.trigger", f"{order.named[:40]} is not an enemy unit on the board.")
    return attack_hold_bar(state, unit) if order.response in ATTACKS else None


@rule("ba.hold.vehicles", "ba.veh.disabled", "ba.veh.dismount", "ba.hold.duration")
def _vehicle_fault(state: State, unit: Unit, order: PlaceHold) -> Refusal | None:
    """A vehicle holds to attack or to move; not without its crew, and to attack not while it is disabled."""
    if order.response not in OF_VEHICLES:
        sentence = f"{describe(state, unit.id)} may hold to attack or to move, nothing else."
        return illegal("not_for_vehicles", "ba.hold.vehicles", sentence)
    if number(unit, ABANDONED):
        return illegal("no_crew", "ba.veh.dismount", f"{describe(state, unit.id)} has no crew in it.")
    if number(unit, DISABLED) and order.response in ATTACKS:
        return illegal("disabled", "ba.veh.disabled", f"{describe(state, unit.id)} is disabled and cannot attack.")
    return None


@rule("ba.hold.not_after_attack", "ba.hold.no_attack_next")
def attack_hold_bar(state: State, unit: Unit) -> Refusal | None:
    """A unit that has attacked in this turn, or may not attack in it, places no attack hold."""
    if number(unit, ATTACKED):
        sentence = f"{describe(state, unit.id)} has attacked in this turn and may not hold to attack."
        return illegal("has_attacked", "ba.hold.not_after_attack", sentence)
    return attack_bar(state, unit)


@rule("ba.hold.not_after_attack")
def holds_to_attack(state: State, unit: Unit) -> Refusal | None:
    """A unit with an attack hold drops it before it attacks."""
    hold = hold_of(state, unit.id)
    if hold is None or hold.response not in ATTACKS:
        return None
    sentence = f"{describe(state, unit.id)} holds to attack; it must drop the hold before it attacks in this turn."
    return illegal("holds_to_attack", "ba.hold.not_after_attack", sentence)


def own_attack_bar(state: State, unit: Unit) -> Refusal | None:
    """What keeps a unit from any attack in its own turn."""
    return attack_bar(state, unit) or holds_to_attack(state, unit)


class Holding(Frame):
    """A hold is placed or dropped."""

    unit: str = ""
    response: str = ""
    named: str = ""
    trigger: str = ""

    STEPS: ClassVar[tuple[str, ...]] = ("write",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "response", "named", "trigger")

    @rule("ba.hold.cost", "ba.hold.one_per_unit", "ba.hold.open", "ba.hold.order")
    def write(self, t: Table) -> Any:
        """A new hold replaces the old one; all see it."""
        if not self.response:
            lift(t, self.unit, "ba.hold.not_after_attack")
            return
        order = int(t.facts.get(_ORDER, 0)) + 1
        text = f"{self.response} {self.named} {self.trigger} {order}"
        t.emit(happened.FactChanged(name=_ORDER, value=order, clause="ba.hold.order"))
        t.emit(happened.FactChanged(name=_fact(self.unit), value=text, clause="ba.hold.cost"))


def lift(t: Table, unit: str, clause: str) -> None:
    """A hold is over: used, dropped, expired or lapsed."""
    if t.facts.get(_fact(unit)):
        t.emit(happened.FactChanged(name=_fact(unit), value="", clause=clause))


@rule("ba.hold.duration", "ba.turn.start_sequence")
def expire(t: Table, seat: int) -> None:
    """Holds that were not set off last until their owner's next turn begins."""
    for hold in holds(t):
        if t.match.sides[t.units[hold.unit].seat] == t.match.sides[seat]:
            lift(t, hold.unit, "ba.hold.duration")


@rule("ba.hold.duration", "ba.hold.suppression")
def lapse(t: Table) -> None:
    """A hold goes when its unit is suppressed, mounted or gone, when the named unit is gone, or a vehicle disabled."""
    for hold in holds(t):
        unit, named = t.units[hold.unit], t.units.get(hold.named)
        if number(unit, SUPPRESSED):
            lift(t, hold.unit, "ba.hold.suppression")
        elif (
            unit.status != ALIVE
            or unit.container in t.units
            or (named is not None and named.status != ALIVE)
            or (number(unit, DISABLED) and hold.response in ATTACKS)
        ):
            lift(t, hold.unit, "ba.hold.duration")


def _choices(state: State, unit: Unit) -> tuple[Choice, ...]:
    """A few of the holds there are: every enemy, moving or attacking, answered by an attack first."""
    named = [each.id for each in enemies_of(state, unit)]
    named += [ANY] if match_of(state).options.hold_any_unit else []
    wanted = OF_VEHICLES if is_vehicle(state, unit) else RESPONSES
    found = []
    for response in wanted:
        for target in named:
            for trigger in TRIGGERS:
                order = PlaceHold(unit.id, response, target, trigger)  # type: ignore[arg-type]
                fault = hold_fault(state, unit, order)
                if fault is None:
                    found.append(Choice(order, _title(state, order), clause="ba.hold.cost", about=(unit.id, target)))
    return tuple(found)


def _title(state: State, order: PlaceHold) -> str:
    what = {"move": "moves", "attack": "attacks", "either": "moves or attacks"}[order.trigger]
    who = "any enemy" if order.named == ANY else describe(state, order.named)
    return f"{order.response.replace('_', ' ').capitalize()} when {who} {what}"


def _offer(state: State, unit: Unit) -> Action | None:
    choices = _choices(state, unit)
    if not choices:
        return None
    return Action("hold", "Hold", Choose(choices, unit=unit.id), "ba.hold.cost", by_name=True)


def _drop_fault(state: State, unit: Unit, order: DropHold) -> Refusal | None:
    if hold_of(state, unit.id) is None:
        return illegal("no_hold", "ba.hold.one_per_unit", f"{describe(state, unit.id)} has no hold.")
    return None


def _drop_offer(state: State, unit: Unit) -> Action | None:
    if hold_of(state, unit.id) is None:
        return None
    choice = Choice(
        DropHold(unit.id), "Drop the hold", "free; the action is not given back", "ba.hold.not_after_attack"
    )
    return Action("drop_hold", "Drop the hold", Choose((choice,)), "ba.hold.not_after_attack")


def _placing(state: State, order: Any) -> Frame:
    return Holding(unit=order.unit, response=order.response, named=order.named, trigger=order.trigger)


PLACE_HOLD = Deed((PlaceHold,), _offer, hold_fault, _placing)
DROP_HOLD = Deed(
    (DropHold,), _drop_offer, _drop_fault, lambda state, order: Holding(unit=order.unit), lambda state, unit, order: 0
)
