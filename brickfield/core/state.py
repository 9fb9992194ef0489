"""State: what changes in a match, at a pause. Plain data that can be cloned, saved, replayed and viewed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from brickfield.core.board import Token, TokenId, Unit, UnitId
from brickfield.core.dice import Pool
from brickfield.core.piles import Pile
from brickfield.core.sealed import Sealed

if TYPE_CHECKING:
    from brickfield.core.decisions import Decision
    from brickfield.core.frames import Frame
    from brickfield.core.match import Match

Facts: TypeAlias = dict[str, int | str]

# A copy of a frame of any sort: what every struct has, called without a call of ours.
copy_of: Callable[[Frame], Frame] = Struct.__copy__  # type: ignore[attr-defined]


class Outcome(Struct, frozen=True):
    """How the match ended: the seats that won (none in a draw), why, and by which clause."""

    winners: tuple[int, ...]
    reason: str
    clause: str
    scores: tuple[int, ...] = ()


class Pending(Struct, frozen=True, gc=False):
    """What the match waits for: the answers of seats, or a throw of dice. `into` is the slot of the top frame."""

    into: str
    asks: tuple[Decision, ...] = ()
    answers: tuple[Sealed | None, ...] = ()
    rolls: tuple[Pool, ...] = ()
    together: bool = False
    # the pile that a throw of dice puts into a new order; nobody is shown those dice
    shuffle: str = ""


class State:
    """The board, the stack of frames and the pending question. The log and the dice are kept outside.

    A state that has been handed out never changes: the runner works on a clone. Units, tokens and pending values
    are immutable and shared between clones, and so are the dicts of tokens, facts, secrets and piles, which are
    replaced and never written to; only the dict of units and the few frames are copied.
    """

    __slots__ = (
        "facts",
        "frames",
        "match",
        "outcome",
        "pending",
        "piles",
        "sealed",
        "token_cache",
        "tokens",
        "unit_cache",
        "units",
        "version",
    )

    def __init__(self, match: Match, units: dict[UnitId, Unit], tokens: dict[TokenId, Token]) -> None:
        self.match = match
        self.units = units
        self.tokens = tokens
        self.facts: Facts = {}
        self.sealed: dict[str, Sealed] = {}
        self.piles: dict[str, Pile] = {}
        self.frames: list[Frame] = []
        self.pending: Pending | None = None
        self.outcome: Outcome | None = None
        # what games work out from the units and tokens, or from the tokens alone, and keep until those change
        # (sight scenes and the like); never saved, and shared between clones because it is replaced, not emptied.
        # What is filed under `places` rests on where units are and on nothing else: it outlives a change of marks
        self.unit_cache: dict[Any, Any] = {}
        self.token_cache: dict[Any, Any] = {}
        # the number of the pending question: it rises with every answer and throw, but not with the first of several
        # simultaneous answers, because nobody may notice that one of them is in
        self.version = 0

    def clear_caches(self) -> None:
        """Let go of what was worked out from this state: it can be worked out again, and often it holds the state."""
        self.unit_cache, self.token_cache = {}, {}

    def clone(self) -> State:
        """A copy that can be played on without touching this one."""
        return self.copy_into(State.__new__(State))

    def with_units(self, *units: Unit) -> State:
        """A copy on which these units are as they are given here."""
        other = self.clone()
        other.units.update({unit.id: unit for unit in units})
        other.unit_cache = {}
        return other

    def copy_into(self, other: State) -> State:
        """Fill `other`, a bare state of any subclass, with a thin copy of this one."""
        other.match = self.match
        other.units = self.units.copy()
        other.tokens = self.tokens
        other.facts = self.facts
        other.sealed = self.sealed
        other.piles = self.piles
        other.frames = list(map(copy_of, self.frames))
        other.pending = self.pending
        other.outcome = self.outcome
        other.version = self.version
        other.unit_cache = self.unit_cache
        other.token_cache = self.token_cache
        return other

    def waiting_for(self) -> tuple[int, ...]:
        """The seats that still owe an answer."""
        pending = self.pending
        if pending is None:
            return ()
        return tuple(
            ask.seat for index, ask in enumerate(pending.asks) if not pending.answers or pending.answers[index] is None
        )

    def asked(self) -> tuple[int, ...]:
        """The seats the question went to. Unlike `waiting_for` it is silent about who has answered already."""
        return tuple([ask.seat for ask in self.pending.asks]) if self.pending is not None else ()

    def decision_of(self, seat: int) -> Decision | None:
        """The question this seat has still to answer, if there is one."""
        pending = self.pending
        if pending is None:
            return None
        for index, ask in enumerate(pending.asks):
            if ask.seat == seat and (not pending.answers or pending.answers[index] is None):
                return ask
        return None

    @property
    def decision(self) -> Decision | None:
        """The first question still open, whoever has to answer it."""
        pending = self.pending
        if pending is None or not pending.asks:
            return None
        if not pending.together:
            return pending.asks[0]
        waiting = self.waiting_for()
        return self.decision_of(waiting[0]) if waiting else None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.outcome is not None

    def digest(self) -> str:
        """A short fingerprint of everything in this state; equal states have equal digests in every process."""
        from brickfield.core.saves import state_digest

        return state_digest(self)
