"""Movement: going prone and rising, by an action or, with an officer, without one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from brickfield.core import events as happened
from brickfield.core.asking.offers import Action, Asked, Choice, Choose, Note
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, React, Reaction
from brickfield.core.frames import Frame
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import ReactionOffer
from .actions import Deed, Name
from .battlefield import PRONE, describe, is_vehicle, mini_of, number
from .measures import measures
from .minis import is_officer, is_veteran


class GoProne(Answer, frozen=True):
    """The whole unit goes prone."""

    unit: Name


class Rise(Answer, frozen=True):
    """The whole unit rises."""

    unit: Name


@rule("ba.unit.officer.prone")
def has_officer(unit: Unit) -> bool:
    """Whether somebody in the unit is or counts as an officer."""
    return any(is_officer(mini_of(each.card).id) for each in unit.standing)


@rule("ba.move.prone.action", "ba.unit.officer.prone")
def price(state: State, unit: Unit, answer: Any) -> int:
    """An action, with an officer nothing."""
    return 0 if has_officer(unit) else 1


class ChangePosture(Frame):
    """A unit goes prone or rises."""

    unit: str = ""
    prone: bool = True

    STEPS: ClassVar[tuple[str, ...]] = ("change",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "prone")

    @rule("ba.move.prone.action")
    def change(self, t: Table) -> Any:
        """The whole unit, with its marker."""
        value = int(self.prone)
        t.emit(happened.UnitMarked(unit=self.unit, mark=PRONE, value=value, clause="ba.move.prone.action"))


@rule("ba.move.prone.reaction", "ba.move.prone.three_vets", "ba.unit.officer.prone")
def may_drop(state: State, unit: Unit) -> bool:
    """A unit that stands may go prone when it is attacked if it has an officer, or three veterans or more."""
    if is_vehicle(state, unit) or number(unit, PRONE) or unit.container in state.units or not unit.alive:
        return False
    veterans = sum(is_veteran(mini_of(each.card).id) for each in unit.standing)
    return has_officer(unit) or veterans >= measures().prone_veterans


class MayDrop(Reaction, frozen=True):
    """Under fire: go prone?"""

    unit: str
    attacker: str

    CLAUSE: ClassVar[str] = "ba.move.prone.reaction"
    TITLE: ClassVar[str] = "Go prone?"

    def choices(self, state: State) -> Sequence[Choice]:
        """Stand, or drop before the dice fall."""
        return (
            Choice(React(yes=False), "Stay up"),
            Choice(React(yes=True), "Go prone", "before the dice are rolled", "ba.move.prone.reaction"),
        )

    def told_plainly(self, state: State) -> Asked:
        """Who fires at whom, and what lying down does; what that changes is worked out beside it."""
        asked = self.asked(
            self.TITLE, "", Choose(tuple(reversed(self.choices(state))), self.STYLE), self.seconds(state)
        )
        text = f"{describe(state, self.attacker)} fires at {describe(state, self.unit)}."
        notes = (
            Note("In the open its saves are 1 better, but it crawls and has to get up again.", "ba.move.prone.save"),
        )
        assert isinstance(asked.offer, Choose)
        return replace(asked, text=text, offer=replace(asked.offer, unit=self.unit, notes=notes))


def under_fire(state: State, about: tuple[str, ...]) -> list[ReactionOffer]:
    """The window of a unit that is fired at."""
    attacker, target = about
    unit = state.units[target]
    if not may_drop(state, unit):
        return []
    dropping = ChangePosture(unit=target, prone=True)
    question = MayDrop(unit.seat, target, attacker)
    return [ReactionOffer(unit.seat, "drop", dropping, "ba.move.prone.reaction", question=question)]


def _prone_fault(state: State, unit: Unit, answer: Any) -> Refusal | None:
    clause = "ba.move.prone.action"
    if is_vehicle(state, unit):
        return illegal("not_infantry", clause, f"{describe(state, unit.id)} is a vehicle.")
    if number(unit, PRONE):
        return illegal("already_prone", clause, f"{describe(state, unit.id)} is prone already.")
    return None


def _rise_fault(state: State, unit: Unit, answer: Any) -> Refusal | None:
    if not number(unit, PRONE):
        return illegal("not_prone", "ba.move.prone.action", f"{describe(state, unit.id)} is not prone.")
    return None


def _prone_offer(state: State, unit: Unit) -> Action | None:
    if is_vehicle(state, unit) or number(unit, PRONE):
        return None
    choice = Choice(GoProne(unit.id), "Go prone", "saves are 1 better in the open", "ba.move.prone.save")
    return Action("go_prone", "Go prone", Choose((choice,)), "ba.move.prone.action")


def _rise_offer(state: State, unit: Unit) -> Action | None:
    if not number(unit, PRONE):
        return None
    choice = Choice(Rise(unit.id), "Rise", "walks at full speed again", "ba.move.prone.action")
    return Action("rise", "Rise", Choose((choice,)), "ba.move.prone.action")


GO_PRONE = Deed(
    (GoProne,),
    _prone_offer,
    _prone_fault,
    lambda state, answer: ChangePosture(unit=answer.unit, prone=True),
    price,
    suppressed=True,
    held_as="prone",
    rank=2,
)
RISE = Deed(
    (Rise,),
    _rise_offer,
    _rise_fault,
    lambda state, answer: ChangePosture(unit=answer.unit, prone=False),
    price,
    held_as="rise",
    rank=2,
)
