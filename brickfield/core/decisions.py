"""Decisions: what the engine asks a seat, with all that is needed to draw and to answer the question."""

from __future__ import annotations

import random
from abc import ABCMeta
from collections.abc import Iterable, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Union

from msgspec import Struct
from msgspec.structs import replace

from brickfield.core.asking.answering import DraftAnswer, drawn, listed
from brickfield.core.asking.offers import AnyOffer, Asked, Choice, Choose
from brickfield.core.events import snake
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.typed import as_type

if TYPE_CHECKING:
    from brickfield.core.match import Match
    from brickfield.core.state import State


# How many suggestions a question lists that nobody draws otherwise; how many answers of an offer are tried for a list
# of suggestions, and with how many such a list is long enough.
_LISTED = 12
_MOST_TRIED = 120
_ENOUGH = 4
NOT_OFFERED = "not_offered"
_NOT_OFFERED = "That is not one of the choices now."


class Answer(Struct, frozen=True, tag_field="answer", tag=snake, forbid_unknown_fields=True):
    """What a seat replies. Each game lists its own answers; unknown fields are refused."""


# the type of a slot of a frame that takes any answer of its game: its chapters say which there are
if TYPE_CHECKING:
    AnyAnswer = Any
else:
    AnyAnswer = ABCMeta("AnyAnswer", (), {})
    AnyAnswer.register(Answer)


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

    # the type (or union of types) of its answers, the clause that lets the seat decide; what it is called at a table,
    # and how its choices are drawn
    ANSWER: ClassVar[Any] = Answer
    CLAUSE: ClassVar[str] = ""
    TITLE: ClassVar[str] = ""
    STYLE: ClassVar[Literal["list", "buttons", "cards"]] = "list"
    # what its answers are worked out to, where that is no answer itself and a slot for any answer may hold it
    BECOMES: ClassVar[tuple[type[Struct], ...]] = ()

    @classmethod
    def also_takes(cls, *kinds: type[Answer], becomes: tuple[type[Struct], ...] = ()) -> None:
        """A chapter brings answers of its own to a question of the base book, and what they are worked out to."""
        cls.ANSWER = Union[(cls.ANSWER, *kinds)]
        cls.BECOMES = (*cls.BECOMES, *becomes)

    @property
    def kind(self) -> str:
        """The name of this sort of decision on the wire and in replays."""
        return snake(type(self).__name__)

    def settle(self, state: State, answer: Any) -> Any:
        """Work an answer out: a Refusal, or the value that goes into the frame's slot (often the answer itself)."""
        refusal = self.validate(state, answer)
        return answer if refusal is None else refusal

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """Why the rules do not allow this answer, or None. Nothing changes. Without a rule it must be one of the
        choices."""
        if type(self).settle is Decision.settle:
            found = next((each for each in self.choices(state) if each.answer == answer), None)
            return found.refusal if found is not None else illegal(NOT_OFFERED, self.CLAUSE, _NOT_OFFERED)
        settled = self.settle(state, answer)
        return settled if isinstance(settled, Refusal) else None

    def choices(self, state: State) -> Sequence[Choice]:
        """All answers there are, the safe one first, where they can be listed; then nothing else has to be written
        for a decision to be judged, drawn, spoken, hinted at and played by bots."""
        return ()

    def ask(self, state: State) -> Asked:
        """The question as everybody gets it: a table draws it, words tell it, programs and bots read it. Whatever
        lists its choices needs no more; without any the suggestions are what there is to choose from."""
        by_game = state.match.game.asks.get(type(self))
        if by_game is not None:
            return by_game(state, self)
        silent = state.match.game.mind_of(self).suggests is None and type(self).suggest is Decision.suggest
        choices = self.choices(state)
        if not choices and silent:
            raise TypeError(f"{self.kind} does not say what it offers: `ask`, `choices` or `suggest` is missing")
        choices = choices or [
            Choice(each.answer, each.kind.replace("_", " ").capitalize(), each.reason, each.clause)
            for each in self.suggest(state, _LISTED)
        ]
        title = self.TITLE or self.kind.replace("_", " ").capitalize()
        return self.asked(title, "", Choose(tuple(choices), self.STYLE), self.seconds(state))

    def seconds(self, state: State) -> int:
        """How long a live game between people waits for the answer; 0: as long as it takes."""
        return 0

    def asked(self, title: str, text: str, offer: AnyOffer, seconds: int = 0) -> Asked:
        """This question in words, with what it offers."""
        return Asked(self.seat, self.kind, title, text, self.CLAUSE, offer, seconds)

    def suggest(self, state: State, n: int) -> list[Suggestion]:
        """Up to n answers that validate, diverse, in a fixed order, the safe one first. Who has nothing better to
        propose finds them in what is offered."""
        by_game, wanted = state.match.game.mind_of(self).suggests, max(1, n)
        if by_game is not None:
            return by_game(state, self, n)[:wanted]
        offer = self.ask(state).offer
        found = self._allowed(state, islice(listed(state, offer), _MOST_TRIED), wanted)
        more = min(wanted, _ENOUGH) - len(found)
        found += self._allowed(state, drawn(state, offer, random.Random(0)), more, found) if more > 0 else []
        return found

    def refinements(self, state: State, n: int) -> list[Suggestion]:
        """Up to about n more answers that lie between those it suggests, for whoever has a plan and looks closely."""
        by_game = state.match.game.mind_of(self).refinements
        return by_game(state, self, n) if by_game is not None else []

    def sample(self, state: State, rng: random.Random) -> Any:
        """Any legal answer, drawn at random and cheaply; by default out of what is offered."""
        by_game = state.match.game.mind_of(self).samples
        return self.draw(state, rng) if by_game is None else by_game(state, self, rng)

    def draw(self, state: State, rng: random.Random) -> Any:
        """A legal answer out of what is offered, and nothing else."""
        offer = self.ask(state).offer
        found = self._allowed(state, chain(drawn(state, offer, rng), listed(state, offer)), 1)
        if not found:
            raise TypeError(f"{self.kind}: nothing of what is offered may be answered")
        return found[0].answer

    def _allowed(
        self, state: State, drafts: Iterable[DraftAnswer], most: int, known: Sequence[Suggestion] = ()
    ) -> list[Suggestion]:
        """The first drafts that can be read and that the rules allow, each once."""
        found: list[Suggestion] = []
        for draft in drafts:
            answer = self.read(draft.answer)
            if self.validate(state, answer) is None and all(answer != each.answer for each in (*known, *found)):
                found.append(Suggestion(answer, draft.kind, draft.reason, draft.clause or self.CLAUSE))
                if len(found) == most:
                    break
        return found

    def read(self, answer: Any) -> Any:
        """An answer as a value of its own type; an offer that starts one wrongly is a fault of the game."""
        return answer if isinstance(answer, Struct) else as_type(answer, self.ANSWER)


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
    STYLE: ClassVar[Literal["list", "buttons", "cards"]] = "buttons"
    # what the window is called, also where orders are left for it, and the orders besides being asked
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

    def choices(self, state: State) -> Sequence[Choice]:
        """Leaving it is the answer of a seat that is away, so it comes first."""
        return (Choice(React(yes=False), "Let it pass"), Choice(React(yes=True), "React"))

    def ask(self, state: State) -> Asked:
        """Of buttons the first is the one most people want: what reacts. Leaving it is the last of them."""
        asked = super().ask(state)
        if not isinstance(asked.offer, Choose) or asked.offer.style != "buttons":
            return asked
        leaves = [each for each in asked.offer.choices if isinstance(each.answer, React) and not each.answer.yes]
        reacts = [each for each in asked.offer.choices if each not in leaves]
        return replace(asked, offer=_with_usual(replace(asked.offer, choices=(*reacts, *leaves))))

    def asked(self, title: str, text: str, offer: AnyOffer, seconds: int = 0) -> Asked:
        """What is given without a thought lets it pass: a habit must not fire a gun."""
        return super().asked(title, text, _with_usual(offer) if isinstance(offer, Choose) else offer, seconds)

    def validate(self, state: State, answer: Any) -> Refusal | None:
        """Leaving it too late is leaving it."""
        left = isinstance(answer, React) and answer.late
        return super().validate(state, React(yes=answer.yes) if left else answer)

    def seconds(self, state: State) -> int:
        """How long a live game between people waits for the answer."""
        return self.SECONDS

    def ordered(self, state: State, order: str) -> React | None:
        """What a standing order of the seat answers here, as the seat sees the table; None: the seat is asked."""
        return React(yes=False) if order == DECLINE else None


def _with_usual(offer: Choose) -> Choose:
    leaves = (at for at, each in enumerate(offer.choices) if isinstance(each.answer, React) and not each.answer.yes)
    return replace(offer, usual=next(leaves, 0))
