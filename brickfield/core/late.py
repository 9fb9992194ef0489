"""Late answers: what is answered for a seat whose time is over, and how such an answer is written down.

Every question has its declared default: what leaves the table as it is where the question offers that, else the first
of its choices, which is the safe one, else what the game suggests first. It is worked out from the seat's own view.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from brickfield.core.asking.offers import Act, Aims, AnyOffer, Asked, Choice, Choose, Path, Split, Take
from brickfield.core.commands import read_as
from brickfield.core.decisions import Answer, Decision, React, Reaction
from brickfield.core.out_of_turn import is_aside
from brickfield.core.refusal import Refusal
from brickfield.core.state import State


class Late(Answer, frozen=True):
    """An answer that was given for a seat when its time was over. Only whoever keeps the time may say so."""

    given: dict[str, Any]


class Default(NamedTuple):
    """What is answered when time runs out, and what it is called."""

    answer: Any
    words: str


LATE = "late"


def is_late(plain: Any) -> bool:
    """Whether something says that it was given because time was over: by the envelope, or as a reaction does."""
    return isinstance(plain, dict) and (plain.get("answer") == LATE or bool(plain.get("late")))


def opened(plain: Any) -> Any:
    """The answer inside the envelope of a late one, or a refusal; nothing else may be late."""
    read = read_as(plain, Late)
    if isinstance(read, Refusal):
        return read
    if is_aside(read.given) or read.given.get("answer") == LATE:
        return read_as(read.given, None)
    return read.given


def default_of(state: State, decision: Decision) -> Default:
    """What is answered for this seat when its time is over; `state` is the table as the seat sees it."""
    return resting(state, decision) or _first(state, decision)


def default_words(asked: Asked) -> str:
    """What is answered when time is over, where the question itself says it: else it is the first suggestion."""
    offer = asked.offer
    if isinstance(offer, Choose):
        # only of a reaction another than the first is given without a thought
        return offer.choices[offer.usual].title if offer.usual else ""
    return next((choice.title for choice in _idle(offer) if choice.refusal is None), "")


def resting(state: State, decision: Decision) -> Default | None:
    """The answer that leaves the table as it is, where the question has one."""
    if isinstance(decision, Reaction):
        passes = next((each for each in decision.choices(state) if each.answer == React(yes=False)), None)
        return Default(React(yes=False), passes.title if passes is not None else "Let it pass")
    for choice in _idle(decision.ask(state).offer):
        if choice.refusal is None and decision.validate(state, decision.read(choice.answer)) is None:
            return Default(choice.answer, choice.title)
    return None


def _idle(offer: AnyOffer) -> Iterator[Choice]:
    """The choices of an offer by which nothing, or nothing more, is done."""
    if isinstance(offer, (Aims, Split, Take)) and offer.none is not None:
        yield offer.none
    if isinstance(offer, Path) and offer.finish is not None:
        yield offer.finish
    if isinstance(offer, Act):
        yield from (actor.finish for actor in offer.actors if actor.finish is not None)


def _first(state: State, decision: Decision) -> Default:
    choice = next((each for each in decision.choices(state) if each.refusal is None), None)
    if choice is not None:
        return Default(choice.answer, choice.title)
    idea = decision.suggest(state, 1)[0]
    return Default(idea.answer, idea.reason)


def enveloped(decision: Decision, default: Default) -> Any:
    """A default as it is given: a reaction says itself that it is late, everything else is put into the envelope."""
    if isinstance(decision, Reaction):
        return msgspec.to_builtins(React(yes=False, late=not decision.SECRET))
    return msgspec.to_builtins(Late(msgspec.to_builtins(default.answer)))
