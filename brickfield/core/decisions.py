"""Decisions: what the engine asks a seat, with all that is needed to draw and to answer the question."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec import Struct, field

from brickfield.core.events import snake
from brickfield.core.refusal import Refusal

if TYPE_CHECKING:
    from brickfield.core.match import Match
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


class Choice(Struct, frozen=True):
    """A whole answer with the words a table shows for it."""

    answer: Any
    title: str
    text: str = ""
    clause: str = ""


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

    def choices(self, state: State) -> Sequence[Choice]:
        """All answers there are, the safe one first, where they can be listed; then nothing else has to be written
        for a decision to be drawn, spoken, hinted at and played by bots."""
        return ()

    def suggest(self, state: State, n: int) -> list[Suggestion]:
        """Up to n answers that validate, diverse, in a fixed order, the safe one first."""
        by_game = state.match.game.suggest
        if by_game is not None:
            return by_game(state, self, n)
        listed = self.choices(state)[: max(1, n)]
        return [
            Suggestion(
                each.answer, snake(type(each.answer).__name__), each.text or each.title, each.clause or self.CLAUSE
            )
            for each in listed
        ]

    def sample(self, state: State, rng: random.Random) -> Any:
        """Any legal answer, drawn at random and cheaply."""
        by_game = state.match.game.sample
        return by_game(state, self, rng) if by_game is not None else rng.choice(self.choices(state)).answer

    def offer(self, state: State) -> dict[str, Any]:
        """What a table needs to draw the question: candidates, reach, arcs, tallies and odds, as plain data."""
        by_game = state.match.game.offer
        if by_game is not None:
            return by_game(state, self)
        return {"choices": msgspec.to_builtins(self.choices(state))}


def answers_to(decision: Decision | type[Decision]) -> tuple[type[Answer], ...]:
    """The types of answer a decision takes."""
    union = decision.ANSWER
    return getattr(union, "__args__", (union,))


def tag_of(kind: type[Struct]) -> str:
    """The name of an answer or a decision on the wire."""
    return str(kind.__struct_config__.tag)


class React(Answer, frozen=True, omit_defaults=True):
    """Whether a seat takes the reaction it is offered. `late`: no answer came in time, which counts as declining."""

    yes: bool
    late: bool = False


class OrderFace(Struct, frozen=True):
    """A standing order that can be left for a sort of reaction window."""

    id: str
    title: str
    text: str


class WindowFace(Struct, frozen=True):
    """A sort of reaction window of a match (`kind` as in Asked) and the orders a seat may leave for it.

    `secret`: answers are released when the window closes, so that the moment of an answer betrays nothing.
    """

    kind: str
    title: str
    clause: str
    secret: bool
    orders: tuple[OrderFace, ...]


# The standing orders every reaction knows: be asked, which needs no order, and let it pass.
ASK, DECLINE = "ask", "decline"
LET_PASS = OrderFace(DECLINE, "Let it pass", "Never react, and do not ask me.")


class Reaction(Decision, frozen=True):
    """A question of a reaction window: take it or leave it. Who gives no answer in time has left it."""

    ANSWER: ClassVar[Any] = React
    # what the window is called where orders are left for it, and the orders besides being asked
    TITLE: ClassVar[str] = "Reactions"
    ORDERS: ClassVar[tuple[OrderFace, ...]] = (LET_PASS,)
    # whether the moment of an answer could betray a secret of the seat: then it is released when the window closes
    SECRET: ClassVar[bool] = False
    # how long the window is open in a live game between people; a game with a ruling of its own says so in `seconds`
    SECONDS: ClassVar[int] = 30

    @classmethod
    def in_play(cls, match: Match) -> bool:
        """Whether such a window can open in this match."""
        return True

    def seconds(self, state: State) -> int:
        """How long a live game between people waits for the answer."""
        return self.SECONDS

    def ordered(self, state: State, order: str) -> React | None:
        """What a standing order of the seat answers here, as the seat sees the table; None: the seat is asked."""
        return React(yes=False) if order == DECLINE else None


class MayReact(Reaction, frozen=True):
    """A reaction is open to this seat: take it or leave it."""

    trigger: str
    offer_key: str
    clause: str = ""
    about: tuple[str, ...] = field(default_factory=tuple)

    ORDERS: ClassVar[tuple[OrderFace, ...]] = (OrderFace("react", "React", "Always take it."), LET_PASS)

    @classmethod
    def in_play(cls, match: Match) -> bool:
        """Only where the game has windows that ask a plain yes or no."""
        return match.game.plain_windows

    def ordered(self, state: State, order: str) -> React | None:
        """Both answers are always open, so both can be ordered."""
        return React(yes=True) if order == "react" else super().ordered(state, order)

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
        seconds = self.seconds(state)
        return {"trigger": self.trigger, "offer": self.offer_key, "clause": self.clause, "seconds": seconds}
