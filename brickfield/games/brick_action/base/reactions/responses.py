"""Responses: the question of reactive fire, and how the shot is played; who waits for a move is asked before it."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.asking.offers import Asked, Choice
from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.decisions import Answer, React, Reaction
from brickfield.core.frames import Frame, Push
from brickfield.core.questions import Question
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.core.windows import ReactionOffer
from ..actions import Name
from ..battlefield import REACTED, describe
from .interrupts import FIRE, HOLD
from .reaction_offers import reactions, reactive_fire_at
from .reactive_fire import may_fire_now


class FireBack(Answer, frozen=True):
    """A unit uses reactive fire."""

    unit: Name


class ReactToMove(Reaction, frozen=True):
    """An enemy has moved far enough in sight: which unit fires?"""

    units: tuple[str, ...]
    mover: str

    ANSWER: ClassVar[Any] = React | FireBack
    CLAUSE: ClassVar[str] = "ba.reactive.optional"
    TITLE: ClassVar[str] = "Reactive fire?"

    def choices(self, state: State) -> list[Choice]:
        """One die each, in the order the player likes; or wait."""
        found = [Choice(React(yes=False), "Let it pass", "asked once more when the move ends", "ba.reactive.optional")]
        mover = describe(state, self.mover)
        return found + [
            Choice(
                FireBack(name),
                f"{describe(state, name)} fires",
                f"one die at {mover}",
                "ba.reactive.dice",
                about=(name, self.mover),
            )
            for name in self.units
        ]

    def ask(self, state: State) -> Asked:
        """Each shot as a button, with whom it is at and why it may be fired; waiting is the last of them."""
        wait, *shots = self.choices(state)
        text = f"{describe(state, self.mover)} is moving. One die, before it goes on."
        offer = reactions(state, dict(zip(self.units, shots, strict=True)), self.mover, wait)
        return self.asked(self.TITLE, text, offer, self.seconds(state))


class ReactiveShot(Frame):
    """One die at a unit that moves."""

    unit: str = ""
    target: str = ""

    STEPS: ClassVar[tuple[str, ...]] = ("fire",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "target")

    @rule("ba.reactive.dice", "ba.reactive.hit", "ba.reactive.nat6", "ba.reactive.per_move")
    def fire(self, t: Table) -> Any:
        """The shot is used, whatever it does."""
        mark = f"{REACTED} {self.target}"
        t.emit(happened.UnitMarked(unit=self.unit, mark=mark, value=1, clause="ba.reactive.per_move"))
        unit, target = t.units[self.unit], t.units[self.target]
        return Push(reactive_fire_at(t, target).play(t, unit, target))


# --- the windows -----------------------------------------------------------------------------------------------------


@Question
def offers_of_waiters(state: State, mover: Unit, waiting: tuple[str, ...]) -> tuple[ReactionOffer, ...]:
    """What those are offered who wait for a move and are named at a step of it."""
    return ()


@rule("ba.hold.order", "ba.reactive.order", "ba.turn.unit_gone")
def moves(state: State, about: tuple[str, ...]) -> list[ReactionOffer]:
    """A step of a move: the holds and reactors named, as far as they may still respond; holds first."""
    mover = state.units[about[0]]
    named = [key.split(" ") for key in about[1:]]
    if not mover.alive:
        return []
    offers = [*offers_of_waiters(state, mover, tuple([unit for kind, unit in named if kind == HOLD]))]
    able = [unit for kind, unit in named if kind == FIRE and may_fire_now(state, state.units[unit], mover)]
    if able:
        seat = state.units[able[0]].seat

        def play(reply: FireBack) -> Frame:
            return ReactiveShot(unit=reply.unit, target=mover.id)

        question = ReactToMove(seat, tuple(able), mover.id)
        offers.append(
            ReactionOffer(
                seat, f"{FIRE} {' '.join(able)}", None, "ba.reactive.dice", order=1, question=question, play=play
            )
        )
    return offers
