"""Decisions: what the engine asks a seat, with all that is needed to draw and to answer the question."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct, field

from brickfield.core.events import snake
from brickfield.core.refusal import Refusal

if TYPE_CHECKING:
    from brickfield.core.state import State


class Answer(Struct, frozen=True, tag_field="answer", tag=snake, forbid_unknown_fields=True):
    """What a seat replies. Each game lists its own answers; unknown fields are refused."""


class Suggestion(Struct, frozen=True):
    """An answer worth giving: what sort it is, why, and how good it looks to the game's own judgement."""

    answer: Any
    kind: str
    reason: str
    clause: str = ""
    value: float = 0.0


class Decision(Struct, frozen=True, tag_field="decision", tag=snake):
    """A question to one seat. It holds ids and numbers only; the rules behind it are methods of the state it is in."""

    seat: int

    # the type (or union of types) of its answers, and the clause that lets the seat decide
    ANSWER: ClassVar[Any] = Answer
    CLAUSE: ClassVar[str] = ""

    @property
    def kind(self) -> str:
        """The name of this sort of decision on the wire and in replays."""
        return snake(type(self).__name__)

    def settle(self, state: State, answer: Any) -> Any:
        """Work an answer out: a Refusal, or the value that goes into the frame's slot (often the answer itself)."""
        refusal = self.validate(state, answer)
        return answer if refusal is None else refusal

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """Why the rules do not allow this answer, or None. Nothing changes."""
        settled = self.settle(state, answer)
        return settled if isinstance(settled, Refusal) else None

    def suggest(self, state: State, n: int) -> list[Suggestion]:
        """Up to n answers that validate, diverse, in a fixed order, the safe one first."""
        return state.match.game.suggest(state, self, n)

    def sample(self, state: State, rng: random.Random) -> Any:
        """Any legal answer, drawn at random and cheaply."""
        return state.match.game.sample(state, self, rng)

    def offer(self, state: State) -> dict[str, Any]:
        """What a table needs to draw the question: candidates, reach, arcs, tallies and odds, as plain data."""
        return state.match.game.offer(state, self)


class React(Answer, frozen=True):
    """Whether a seat takes the reaction it is offered."""

    yes: bool


class MayReact(Decision, frozen=True):
    """A reaction is open to this seat: take it or leave it."""

    trigger: str
    offer_key: str
    clause: str = ""
    about: tuple[str, ...] = field(default_factory=tuple)

    ANSWER: ClassVar[Any] = React

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """Both answers are always open."""
        return None

    def suggest(self, state: State, n: int) -> list[Suggestion]:
        """Decline first: it is the answer of a seat that is away."""
        decline = Suggestion(React(yes=False), "decline", "keep the reaction", self.clause)
        accept = Suggestion(React(yes=True), "react", "take the reaction", self.clause)
        return [decline, accept][:n]

    def sample(self, state: State, rng: random.Random) -> Any:
        """Heads or tails."""
        return React(yes=rng.random() < 0.5)

    def offer(self, state: State) -> dict[str, Any]:
        """Two buttons."""
        return {"trigger": self.trigger, "offer": self.offer_key, "clause": self.clause}
