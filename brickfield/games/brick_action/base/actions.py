"""Turns & Actions: what a unit may do with an action, who pays for it, and what forbids it.

Every chapter brings its own sorts of actions as `Deed` values into DEEDS. A deed names the answers it takes, what it
offers to a unit, when it is refused, what it costs, and the frame that plays it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from msgspec import Meta

from brickfield.core import events as happened
from brickfield.core.asking.offers import Action
from brickfield.core.board import ALIVE, Model, Unit
from brickfield.core.chapters import Chapter, in_order
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, Decision
from brickfield.core.frames import Frame
from brickfield.core.match import Match
from brickfield.core.questions import Permission
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from .battlefield import ACTIONS, ATTACKED, BANNED, SUPPRESSED, describe, match_of, mini_of, number, units_of

Name = Annotated[str, Meta(max_length=32)]


class EndTurn(Answer, frozen=True):
    """Give up the actions that are left."""


class Deed(NamedTuple):
    """A sort of action: its answers (each has a field `unit`), its offer, its refusals, its price and its frame."""

    answers: tuple[type[Answer], ...]
    # what a table offers a unit; None where the unit can never do it. Closed with a reason where it may not now.
    offer: Callable[[State, Unit], Action | None]
    # why the unit may not do exactly this; None: it may
    fault: Callable[[State, Unit, Any], Refusal | None]
    # the frame that carries it out
    play: Callable[[State, Any], Frame]
    # how many actions it costs: 0 is free
    price: Callable[[State, Unit, Any], int] = lambda state, unit, answer: 1
    # whether a suppressed unit may do it
    suppressed: bool = False
    # what keeps a unit from it in its own turn whatever the details; a response asks nothing of this
    bar: Callable[[State, Unit], Refusal | None] = lambda state, unit: None
    # the frame that plays it as the response of a hold, which is an interrupt; None: the same as an action
    respond: Callable[[State, Any], Frame] | None = None
    # which response of a hold it is; empty where it is none
    held_as: str = ""
    # where a table lists it: first what moves and fires, then waiting, then postures, then what only some minis do
    rank: int = 0
    # whether it alone is a reason to go on with a turn without actions
    worthwhile: bool = True


class DeedTable:
    """Every sort of action there is: those of the base book and those of the chapters."""

    def __init__(self) -> None:
        self._rows: list[tuple[Chapter | None, Deed]] = []
        self._of_answers: dict[type[Answer], Deed] = {}
        self._askers: list[tuple[type[Decision], Callable[[Deed], bool]]] = []

    def add(self, chapter: Chapter | None, *deeds: Deed) -> None:
        """The base book (None) or a chapter brings some; whoever asks for orders takes theirs."""
        for deed in deeds:
            self._rows.append((chapter, deed))
            self._of_answers |= dict.fromkeys(deed.answers, deed)
            for decision, takes in self._askers:
                if takes(deed):
                    decision.also_takes(*deed.answers)

    def asked_by(self, decision: type[Decision], takes: Callable[[Deed], bool] = lambda deed: True) -> None:
        """A question is answered by all deeds, or by some of them."""
        self._askers.append((decision, takes))
        decision.also_takes(*[kind for _, deed in self._rows if takes(deed) for kind in deed.answers])

    def of(self, order: Answer) -> Deed:
        """The deed that an order is of, whether this battle knows its chapter or not."""
        return self._of_answers[type(order)]

    def played(self, match: Match) -> tuple[Deed, ...]:
        """The deeds of a battle in the order in which a table lists them."""
        return tuple(sorted(in_order(match, self._rows), key=lambda deed: deed.rank))


DEEDS = DeedTable()


@rule("ba.unit.field.actions", "ba.unit.ranking.actions", "ba.unit.general.action", "ba.unit.bonus.suppressed")
@rule("ba.turn.actions", "ba.unit.bonus.once", "ba.unit.bonus.onboard")
def payer(state: State, unit: Unit) -> str | None:
    """Who pays for an action of a unit: "" one of the three, "A1/f2" the commander whose bonus it is, None nobody."""
    if int(state.facts.get(ACTIONS, 0)) > 0:
        return ""
    commanders = [(own.id, each) for own in units_of(state, unit.seat) for each in own.squad if _may_give(each)]
    for scope in ("turn", "own_unit", "any_unit") if commanders else ():
        for own, figure in commanders:
            mini = mini_of(figure.card)
            if scope == "turn" and mini.bonus_actions_turn:
                return f"{own}/{figure.id}"
            left = figure.marks.get("bonus", 0) > 0 and mini.bonus_scope == scope
            if left and (scope == "any_unit" or own == unit.id):
                return f"{own}/{figure.id}"
    return None


def _may_give(figure: Model) -> bool:
    """Whether somebody alive has bonus actions, and has given none in this turn."""
    return bool(mini_of(figure.card).bonus_scope) and figure.status == ALIVE and not figure.marks.get("gave")


@rule("ba.turn.actions")
def no_action_left(state: State, unit: Unit) -> Refusal | None:
    """Nobody can pay for another action of this unit."""
    if payer(state, unit) is not None:
        return None
    sentence = f"{describe(state, unit.id)} cannot act: no action is left in this turn."
    return illegal("no_action_left", "ba.turn.actions", sentence, actions=0)


@rule("ba.sup.effect")
def is_pinned(state: State, unit: Unit) -> Refusal | None:
    """A suppressed unit must rally first."""
    if not number(unit, SUPPRESSED):
        return None
    return illegal("suppressed", "ba.sup.effect", f"{describe(state, unit.id)} is suppressed and must rally first.")


@rule("ba.turn.actions", "ba.unit.bonus.once")
def pay(t: Table, unit: Unit) -> None:
    """Take the action from where it comes."""
    who = payer(t, unit)
    assert who is not None
    if not who:
        t.emit(happened.FactChanged(name=ACTIONS, value=int(t.facts[ACTIONS]) - 1, clause="ba.turn.actions"))
        return
    own, name = who.split("/")
    figure = next(each for each in t.units[own].squad if each.id == name)
    t.emit(happened.FigureMarked(unit=own, figure=name, mark="gave", value=1, clause="ba.unit.bonus.once"))
    left = figure.marks.get("bonus", 0)
    if left:
        t.emit(happened.FigureMarked(unit=own, figure=name, mark="bonus", value=left - 1, clause="ba.unit.bonus.once"))


@rule("ba.hold.no_attack_next", "ba.turn.same_unit")
def attack_bar(state: State, unit: Unit) -> Refusal | None:
    """What keeps a unit from attacking in its own turn whatever the target: a held attack before, or enough attacks."""
    if number(unit, BANNED):
        sentence = f"{describe(state, unit.id)} has used a held attack and may not attack in this turn."
        return illegal("held_attack_before", "ba.hold.no_attack_next", sentence)
    most = match_of(state).options.max_attacks_per_unit_per_turn
    made = number(unit, ATTACKED)
    if most and made >= most:
        sentence = f"{describe(state, unit.id)} has attacked {made} times in this turn; {most} are allowed."
        return illegal("attacked_enough", "ba.turn.same_unit", sentence, attacks=made, most=most)
    return None


@Permission
def own_attack_bar(state: State, unit: Unit) -> Refusal | None:
    """What keeps a unit from any attack in its own turn."""
    return attack_bar(state, unit)


@Permission
def may_be_ordered(state: State, unit: Unit, deed: Deed) -> Refusal | None:
    """What keeps a unit from a sort of action wherever it is and whoever pays for it."""
    return None
