"""The one reaction window: who may answer a trigger, in what order, and what they may do.

A game gives a table from trigger to a function that lists the offers open now. The list is worked out anew after
every reaction, because a reaction may kill the mover, the next reactor or the reason for the window.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from brickfield.core import events as happened
from brickfield.core.decisions import Decision, React
from brickfield.core.frames import DONE, Ask, Frame, Goto, Push

if TYPE_CHECKING:
    from brickfield.core.state import State
    from brickfield.core.table import Table


class ReactionOffer:
    """A reaction open to a seat: the frame that plays it, its clause, and its place in the book's order.

    `question` asks the seat, unless the reaction is forced. It may be answered with React, or with an answer that says
    more (which card, which unit, at whom, along which path): then `play` makes the frame from that answer.
    """

    __slots__ = ("clause", "forced", "frame", "key", "order", "play", "question", "seat")

    def __init__(
        self,
        seat: int,
        key: str,
        frame: Frame | None,
        clause: str,
        *,
        forced: bool = False,
        order: int = 0,
        question: Decision | None = None,
        play: Callable[[Any], Frame] | None = None,
    ) -> None:
        self.seat = seat
        self.key = key
        self.frame = frame
        self.clause = clause
        self.forced = forced
        self.order = order
        self.question = question
        self.play = play

    def played(self, reply: Any) -> Frame:
        """The frame that carries the reaction out as it was answered."""
        frame = self.play(reply) if self.play is not None and not isinstance(reply, React) else self.frame
        assert frame is not None, self.key
        return frame


Offers: TypeAlias = "Callable[[State, tuple[str, ...]], list[ReactionOffer]]"


class ReactionWindow(Frame):
    """Offer every open reaction once: forced before optional, then the book's order, else the active seat first."""

    trigger: str = ""
    about: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    reply: React = React(yes=False)

    STEPS: ClassVar[tuple[str, ...]] = ("offer", "react", "again")
    PUBLIC: ClassVar[tuple[str, ...]] = ("trigger", "about", "made", "reply")

    def _next_offer(self, state: State) -> ReactionOffer | None:
        active = state.facts.get("active", 0)
        offers = state.match.game.windows[self.trigger](state, self.about)
        still = [offer for offer in offers if offer.key not in self.made]
        still.sort(key=lambda offer: (not offer.forced, offer.order, offer.seat != active, offer.seat, offer.key))
        return still[0] if still else None

    def offer(self, t: Table) -> Any:
        """Ask the next seat that may react; nothing open closes the window."""
        offer = self._next_offer(t)
        if offer is None:
            return DONE
        if offer.forced:
            self.reply = React(yes=True)
            return None
        assert offer.question is not None, offer.key
        return Ask(offer.question, into="reply")

    def react(self, t: Table) -> Any:
        """Play the reaction that was taken."""
        offer = self._next_offer(t)
        if offer is None:
            return DONE
        self.made = (*self.made, offer.key)
        # the answer of a question with more to say is kept as the plain yes it also is
        reply: Any = self.reply
        self.reply = reply if isinstance(reply, React) else React(yes=True)
        if not self.reply.yes:
            return None
        taken = happened.ReactionTaken(seat=offer.seat, trigger=self.trigger, offer=offer.key, clause=offer.clause)
        t.emit(taken)
        return Push(offer.played(reply))

    def again(self, t: Table) -> Any:
        """Look anew: the last reaction may have closed or opened others."""
        return Goto("offer")
