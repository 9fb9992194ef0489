"""Questions of the book that later chapters amend, and moments at which they do something.

A question is a plain function of a state. A chapter says `@question.amended(CHAPTER)` on a function that gets the same
arguments and, last, the answer so far. Which amendments count in a match is found out once, in the order in which the
chapters stand in the game's contents; a match that plays none of them asks the base book and nobody else.

    @Question
    def movement_points(state: State, unit: Unit) -> int: ...

    @movement_points.amended(WEATHER)
    def movement_in_weather(state: State, unit: Unit, points: int) -> int: ...
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce, update_wrapper
from inspect import signature
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar

from brickfield.core.chapters import Chapter, in_order

if TYPE_CHECKING:
    from brickfield.core.match import Match
    from brickfield.core.refusal import Refusal
    from brickfield.core.state import State
    from brickfield.core.table import Table

P = ParamSpec("P")
R = TypeVar("R")
Function = TypeVar("Function", bound=Callable[..., Any])


class _Row(NamedTuple):
    chapter: Chapter
    amendment: Callable[..., Any]


class _Amendable:
    """What chapters may add to: rows by chapter, of which a match counts those that it plays.

    What it is asked by is a plain function: questions are asked by the hundred thousand, and an object that can be
    called costs twice as much to call. It has the words of its `question` (`amended`, `amended_in`).
    """

    base: Callable[..., Any]
    _rows: list[_Row]

    def __new__(cls, base: Callable[..., Any]) -> Any:
        self = super().__new__(cls)
        self.base, self._rows = base, []
        ask: Any = update_wrapper(_ASKED.get(self._width, _asked)(self, self.first_asked), base)
        # code of its own, which the interpreter makes quick for what it calls here, and a profile shows by its name
        ask.__code__ = ask.__code__.replace(co_name=base.__name__)
        ask.question = self
        ask.amended, ask.amended_in = self.amended, self.amended_in
        return ask

    @property
    def _width(self) -> int:
        """By how many things it is asked, the state among them."""
        return len(signature(self.base).parameters)

    def amended(self, chapter: Chapter) -> Callable[[Function], Function]:
        """What a chapter has to say, in matches where it is played."""

        def note(amendment: Function) -> Function:
            self._rows.append(_Row(chapter, amendment))
            return amendment

        return note

    def settled(self, match: Match) -> Callable[..., Any]:
        """What it comes to in a match, as one function."""
        played = in_order(match, self._rows)
        # the base may be a question itself, whose amendments are its own
        question = getattr(self.base, "question", None)
        base = self.base if question is None else question.settled(match)
        return self._together(base, played) if played else base

    def first_asked(self, state: State, *args: Any) -> Any:
        """Find out what it comes to in this match, and ask."""
        found = state.match.settled[self] = self.settled(state.match)
        return found(state, *args)

    def amended_in(self, match: Match) -> bool:
        """Whether any chapter of a match has something to say to it, or to the question it rests on."""
        return self.settled(match) is not _bottom(self.base)

    def _together(self, base: Callable[..., Any], played: list[Callable[..., Any]]) -> Callable[..., Any]:
        """The base book and the chapters that are played as one function."""
        raise NotImplementedError


class Question(_Amendable, Generic[P, R]):
    """A question with its answer by the base book. Numbers go through the amendments; so do tuples that they add to."""

    if TYPE_CHECKING:

        def __init__(self, base: Callable[Concatenate[State, P], R]) -> None: ...

        def __call__(self, state: State, *args: P.args, **kwargs: P.kwargs) -> R: ...

    def _together(self, base: Callable[..., R], played: list[Callable[..., R]]) -> Callable[..., R]:
        """The answer of the base book goes through the amendments one after the other."""
        return reduce(_AMENDED.get(self._width, _amended), played, base)


class Permission(Question[P, "Refusal | None"]):
    """Whether something is allowed: the first refusal stands, and nobody is asked after it.

    The base book is asked first, then the chapters that are played. An amendment is not told that all was well before.
    """

    def _together(self, base: Callable[..., Any], played: list[Callable[..., Any]]) -> Callable[..., Any]:
        return partial(_first_refusal, (base, *played))


class Moment(_Amendable, Generic[P]):
    """Something comes about, and every chapter that is played does what it has to; the base book comes first."""

    if TYPE_CHECKING:

        def __init__(self, base: Callable[Concatenate[Table, P], None]) -> None: ...

        def __call__(self, t: Table, *args: P.args, **kwargs: P.kwargs) -> None: ...

    def _together(self, base: Callable[..., None], played: list[Callable[..., None]]) -> Callable[..., None]:
        return partial(_one_after_the_other, (base, *played))


# What a question comes to is looked up in the match. Questions are asked so often that those about the state and up to
# three things have a function of their own, without a list of what they are about.
def _asked_alone(question: _Amendable, first: Callable[..., Any]) -> Callable[..., Any]:
    return lambda state: state.match.settled.get(question, first)(state)


def _asked_about_one(question: _Amendable, first: Callable[..., Any]) -> Callable[..., Any]:
    return lambda state, one: state.match.settled.get(question, first)(state, one)


def _asked_about_two(question: _Amendable, first: Callable[..., Any]) -> Callable[..., Any]:
    return lambda state, one, other: state.match.settled.get(question, first)(state, one, other)


def _asked_about_three(question: _Amendable, first: Callable[..., Any]) -> Callable[..., Any]:
    return lambda state, one, other, third: state.match.settled.get(question, first)(state, one, other, third)


def _asked(question: _Amendable, first: Callable[..., Any]) -> Callable[..., Any]:
    return lambda state, *args: state.match.settled.get(question, first)(state, *args)


# The answer so far goes through one amendment more.
def _amended_about_one(base: Callable[..., R], amendment: Callable[..., R]) -> Callable[..., R]:
    return lambda state, one: amendment(state, one, base(state, one))


def _amended_about_two(base: Callable[..., R], amendment: Callable[..., R]) -> Callable[..., R]:
    return lambda state, one, other: amendment(state, one, other, base(state, one, other))


def _amended(base: Callable[..., R], amendment: Callable[..., R]) -> Callable[..., R]:
    return lambda state, *args: amendment(state, *args, base(state, *args))


# by how many things a question is asked with, the state among them
_ASKED = {1: _asked_alone, 2: _asked_about_one, 3: _asked_about_two, 4: _asked_about_three}
_AMENDED = {2: _amended_about_one, 3: _amended_about_two}


def _bottom(base: Any) -> Any:
    """What answers in the end where nobody amends anything."""
    while hasattr(base, "question"):
        base = base.question.base
    return base


def _first_refusal(asked: tuple[Callable[..., Refusal | None], ...], state: State, *args: Any) -> Refusal | None:
    for each in asked:
        refusal = each(state, *args)
        if refusal is not None:
            return refusal
    return None


def _one_after_the_other(done: tuple[Callable[..., None], ...], t: Table, *args: Any) -> None:
    for each in done:
        each(t, *args)
