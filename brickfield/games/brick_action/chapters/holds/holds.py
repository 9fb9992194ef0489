"""Action 'Holds': an action is kept back, to be taken in the enemy's turn when a named enemy moves or attacks.

A hold is a public fact, `hold B1` = "attack A2 move 3": the response, the unit it waits for, what sets it off, and its
place in the order of placing. What the response may be and how it is played is in responses.py.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal

from msgspec import Struct

from brickfield.core import events as happened
from brickfield.core.asking.composing import composed
from brickfield.core.asking.offers import Action, Choice, Choose, Compose, Note, Part, Word
from brickfield.core.board import ALIVE, Unit
from brickfield.core.clauses import rule
from brickfield.core.data_files import read_number
from brickfield.core.decisions import Answer
from brickfield.core.frames import Frame
from brickfield.core.questions import Permission, Question
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.typed import as_type
from ...base.actions import Deed, Name, attack_bar, own_attack_bar
from ...base.battlefield import (
    ATTACKED,
    SUPPRESSED,
    are_hostile,
    describe,
    enemies_of,
    is_vehicle,
    match_of,
    number,
    units_apart,
)
from ...base.casualties import losses_taken
from ...base.measures import measures
from ...base.reactions.interrupts import Waiter, waiters
from ...base.reactions.reactive_fire import is_bound
from ...base.turns import action_over, turn_opens
from .chapter import HOLDS

ANY = "any"
Response = Literal["attack", "close_combat", "move", "prone", "rise", "smoke", "activate"]
Trigger = Literal["move", "attack", "either"]
RESPONSES: tuple[Response, ...] = ("attack", "close_combat", "move", "prone", "rise", "smoke", "activate")
ATTACKS = ("attack", "close_combat")
TRIGGERS: tuple[Trigger, ...] = ("move", "attack", "either")
_ORDER = "holds"
# What a hold is, in one sentence.
WHAT_IT_IS = "An action saved for the enemy's turn: it breaks in at once when the enemy does what you wait for."
# What sets a hold off, and what it does: on the button, in a sentence, and what that means.
_DOES = {
    "move": ("It moves", "moves", "", "ba.hold.trigger"),
    "attack": ("It attacks", "attacks", "", "ba.hold.trigger"),
    "either": ("Either", "moves or attacks", "", "ba.hold.trigger"),
}
_THEN = {
    "attack": ("Fire", "fire", "a full attack at it, once it is in range", "ba.hold.response"),
    "close_combat": ("Close combat", "fight it hand to hand", "if it is near enough then", "ba.hold.response"),
    "move": ("Move", "move", "a full move", "ba.hold.response"),
    "prone": ("Go prone", "go prone", "", "ba.hold.response"),
    "rise": ("Rise", "rise", "", "ba.hold.response"),
    "smoke": ("Throw smoke", "throw smoke", "", "ba.hold.response"),
    "activate": ("Activate the objective", "activate the objective", "", "ba.hold.response"),
}


@cache
def hold_reach() -> float:
    """How far a hold reaches, in studs."""
    return read_number("holds.toml", float, Path(__file__).parent)


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


@rule("ba.hold.cost", "ba.hold.response", "ba.hold.trigger", "ba.hold.not_after_attack")
def hold_fault(state: State, unit: Unit, order: PlaceHold) -> Refusal | None:
    """Why a unit may not hold so."""
    if refusal := first_bar(state, unit, order):
        return refusal
    if order.named == ANY:
        if not match_of(state).options.hold_any_unit:
            sentence = "A hold names exactly one enemy unit; holds on any unit are not agreed."
            return illegal("one_unit", "ba.hold.trigger", sentence)
    else:
        named = state.units.get(order.named)
        if named is None or not named.alive or not are_hostile(state, unit, named):
            return illegal("no_enemy", "ba.hold.trigger", f"{order.named[:40]} is not an enemy unit on the board.")
    bar = attack_hold_bar(state, unit) if order.response in ATTACKS else None
    return bar or what_never_comes(state, unit, order)


@Permission
def first_bar(state: State, unit: Unit, order: PlaceHold) -> Refusal | None:
    """What keeps a unit of some sort from a hold."""
    return None


@Permission
@rule("ba.hold.response", "ba.obj.capture", "ba.cc.vehicle")
def what_never_comes(state: State, unit: Unit, order: PlaceHold) -> Refusal | None:
    """What the unit could not do however the enemy moves: an objective that is not there or not its side's, close
    combat with a vehicle."""
    objective = match_of(state).objective
    takes = objective.kind == "capture" and state.match.sides[unit.seat] == objective.attacker
    if order.response == "activate" and not takes:
        name = describe(state, unit.id)
        return illegal("no_objective", "ba.hold.response", f"There is no objective for {name} to activate.")
    if order.response == "close_combat" and order.named != ANY and is_vehicle(state, state.units[order.named]):
        return illegal(
            "no_hands_on_vehicles",
            "ba.hold.response",
            f"{describe(state, order.named)} is a vehicle: nobody fights it hand to hand.",
        )
    return None


@rule("ba.hold.not_after_attack", "ba.hold.no_attack_next")
def attack_hold_bar(state: State, unit: Unit) -> Refusal | None:
    """A unit that has attacked in this turn, or may not attack in it, places no attack hold."""
    if number(unit, ATTACKED):
        sentence = f"{describe(state, unit.id)} has attacked in this turn and may not hold to attack."
        return illegal("has_attacked", "ba.hold.not_after_attack", sentence)
    return attack_bar(state, unit)


@own_attack_bar.amended(HOLDS)
@rule("ba.hold.not_after_attack")
def holds_to_attack(state: State, unit: Unit) -> Refusal | None:
    """A unit with an attack hold drops it before it attacks."""
    hold = hold_of(state, unit.id)
    if hold is None or hold.response not in ATTACKS:
        return None
    sentence = f"{describe(state, unit.id)} holds to attack; it must drop the hold before it attacks in this turn."
    return illegal("holds_to_attack", "ba.hold.not_after_attack", sentence)


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


@turn_opens.amended(HOLDS)
@rule("ba.hold.duration", "ba.turn.start_sequence")
def expire(t: Table, seat: int) -> None:
    """Holds that were not set off last until their owner's next turn begins."""
    for hold in holds(t):
        if t.match.sides[t.units[hold.unit].seat] == t.match.sides[seat]:
            lift(t, hold.unit, "ba.hold.duration")


@Question
def is_over(state: State, hold: Hold) -> bool:
    """Whether a hold goes though its unit and the named one are there."""
    return False


@losses_taken.amended(HOLDS)
@action_over.amended(HOLDS)
@rule("ba.hold.duration", "ba.hold.suppression")
def lapse(t: Table, *_about: object) -> None:
    """A hold goes when its unit is suppressed, mounted or gone, when the named unit is gone, or a vehicle disabled."""
    for hold in holds(t):
        unit, named = t.units[hold.unit], t.units.get(hold.named)
        if number(unit, SUPPRESSED):
            lift(t, hold.unit, "ba.hold.suppression")
        elif (
            unit.status != ALIVE
            or unit.container in t.units
            or (named is not None and named.status != ALIVE)
            or is_over(t, hold)
        ):
            lift(t, hold.unit, "ba.hold.duration")


@rule("ba.hold.response", "ba.hold.trigger", "ba.hold.full")
def hold_offer(state: State, unit: Unit) -> Compose | None:
    """The hold as a sentence: which enemy, what it does, and what is done then. Only what may be held is offered."""
    named = [Word(each.id, describe(state, each.id), each.id, about=(each.id,)) for each in enemies_of(state, unit)]
    named += [Word(ANY, "Any enemy", "any enemy")] if match_of(state).options.hold_any_unit else []
    then = tuple([Word(each, *_THEN[each]) for each in RESPONSES])
    parts = (
        Part("named", "Which enemy do you wait for?", tuple(named), gap="which enemy"),
        Part("trigger", "What must it do?", tuple(Word(each, *_DOES[each]) for each in TRIGGERS), gap="does what"),
        Part("response", "What does your unit do then?", then, gap="do what"),
    )
    sentence, about = "when {named} {trigger}, {response}", Note(WHAT_IT_IS, "ba.hold.immediate")
    draft = Compose(
        unit.id, sentence, parts, {"answer": "place_hold", "unit": unit.id}, "Hold", "ba.hold.cost", notes=(about,)
    )
    return composed(draft, lambda order: hold_fault(state, unit, as_type(order, PlaceHold)) is None)


def hold_words(response: str, named: str, trigger: str) -> str:
    """A hold as people say it: "when B1 moves, fire"."""
    who = "any enemy" if named == ANY else named
    return f"when {who} {_DOES[trigger][1]}, {_THEN[response][1]}"


def _offer(state: State, unit: Unit) -> Action | None:
    offer = hold_offer(state, unit)
    return Action("hold", "Hold", offer, "ba.hold.cost", by_name=True) if offer is not None else None


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


PLACE_HOLD = Deed((PlaceHold,), _offer, hold_fault, _placing, rank=1)
DROP_HOLD = Deed(
    (DropHold,),
    _drop_offer,
    _drop_fault,
    lambda state, order: Holding(unit=order.unit),
    lambda state, unit, order: 0,
    rank=1,
    worthwhile=False,
)


@is_bound.amended(HOLDS)
@rule("ba.hold.reactive_limit")
def bound_by_hold(state: State, unit: Unit, mover: str, before: bool) -> bool:
    """A unit that holds to attack does not react to anybody more than 16 studs from the unit its hold names."""
    hold = hold_of(state, unit.id)
    if hold is None or hold.response not in ATTACKS or hold.named in (mover, "any"):
        return before
    away = units_apart(state, state.units[hold.named], state.units[mover])
    return before or away > hold_reach() + measures().tolerance


@waiters.amended(HOLDS)
@rule("ba.hold.trigger", "ba.hold.order")
def waiting_holds(state: State, mover: Unit, before: tuple[Waiter, ...]) -> tuple[Waiter, ...]:
    """The enemy holds that a move of this unit can set off, in the order of placing; a held attack needs to see it."""
    enemies = {each.id for each in enemies_of(state, mover)}
    found = [hold for hold in holds(state) if hold.unit in enemies and hold.answers("move", mover.id)]
    return (*before, *[Waiter(hold.unit, hold.response == "attack") for hold in found])
