"""The numbered options of a question: what may be answered, in the words of the command that does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from brickfield.core.asking.offers import Choice, Choose
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.state import State
from brickfield.speech import words
from brickfield.speech.saying import say
from brickfield.speech.speech import question_of

MOST_IDEAS = 6
MOST_OFFERED = 12


class Option(Struct, frozen=True):
    """An option. Picking it gives `answer`, or else does what typing `say` does, such as planning `shot` or `plan`.

    Picking a `plan` that stands already does what typing `then` does; a program may give its answer `at_once`.
    """

    say: str
    text: str = ""
    answer: Any = None
    shot: tuple[str, str] | None = None
    plan: dict[str, str] | None = None
    then: str = ""
    at_once: Any = None
    clause: str = ""
    value: float | None = None
    odds: float | None = None

    @property
    def line(self) -> str:
        """The option as it is listed."""
        return f"{self.say}: {self.text}" if self.text else self.say


def ideas(state: State, decision: Decision, n: int = MOST_IDEAS) -> list[Suggestion]:
    """The game's own suggestions, the best first; the safe one that every list begins with keeps its place by value."""
    found = decision.suggest(state, n)
    return sorted(found, key=lambda idea: -idea.value)


def choices_for(state: State, decision: Decision) -> list[Option]:
    """The options of the open question, in the order of their numbers."""
    question = question_of(state.match, decision)
    if question is not None and question.choices is not None:
        return question.choices(state, decision)
    return from_ideas(state, decision) if question is not None else from_offer(state, decision)


def from_offer(state: State, decision: Decision) -> list[Option]:
    """The options of a question that its game has no words for: all its choices, or what its offer suggests."""
    offer = decision.ask(state).offer
    if isinstance(offer, Choose):
        able = [each for each in offer.choices if each.refusal is None]
        return [Option(each.title, _with_worth(each), each.answer, clause=each.clause) for each in able]
    found = decision.suggest(state, MOST_OFFERED)
    return [Option(idea.reason or idea.kind, "", idea.answer, clause=idea.clause) for idea in found]


def _with_worth(choice: Choice) -> str:
    """What a choice does, and what it changes where that is said in numbers."""
    changes = choice.weighed or ()
    return " ".join([choice.text, *[f"{words.weighed(each)}." for each in changes]]).strip()


def offered(state: State, decision: Decision) -> list[Option]:
    """All choices of a question that has few, each as it is typed, with what it is called."""
    offer = decision.ask(state).offer
    able = [each for each in offer.choices if each.refusal is None] if isinstance(offer, Choose) else []
    return [
        Option(
            say(state.match, each.answer),
            ". ".join(filter(None, (each.title, _with_worth(each)))),
            each.answer,
            clause=each.clause,
        )
        for each in able
    ]


def from_ideas(state: State, decision: Decision, without: str = "") -> list[Option]:
    """Suggestions as options, each once; those with the answer `without` have an option of their own."""
    found: dict[str, Option] = {}
    for idea in ideas(state, decision):
        plain = msgspec.to_builtins(idea.answer)
        if plain.get("answer") != without:
            typed = say(state.match, idea.answer)
            found.setdefault(typed, Option(typed, idea.reason, idea.answer, clause=idea.clause, value=idea.value))
    return list(found.values())


def with_last(last: Option, without: str) -> Callable[[State, Decision], list[Option]]:
    """The suggestions, and behind them the option that ends it."""
    return lambda state, decision: [*from_ideas(state, decision, without), last]


def with_auto(text: str) -> Callable[[State, Decision], list[Option]]:
    """First the option that does all that is to be set up, then the suggestions."""
    return lambda state, decision: [Option("auto", text), *from_ideas(state, decision)]
