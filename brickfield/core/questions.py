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

from collections.abc import Callable, Sequence
from functools import partial, update_wrapper
from inspect import signature
from typing import TYPE_CHECKING, Any, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar
from weakref import ref

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
    """What chapters may add to: rows by chapter, of which a match counts those that it plays."""

    def __init__(self) -> None:
        self._rows: list[_Row] = []

    def amended(self, chapter: Chapter) -> Callable[[Function], Function]:
        """What a chapter has to say, in matches where it is played."""

        def note(amendment: Function) -> Function:
            self._rows.append(_Row(chapter, amendment))
            return amendment

        return note

    def _played(self, match: Match) -> list[Callable[..., Any]]:
        return in_order(match, self._rows)

    def settled(self, match: Match) -> Any:
        """What it comes to in a match, as one function."""
        raise NotImplementedError


class Question(_Amendable, Generic[P, R]):
    """A question with its answer by the base book. Numbers go through the amendments; so do tuples that they add to.

    What it is asked by is a plain function: questions are asked by the hundred thousand, and an object that can be
    called costs twice as much to call. It has the words of its `question` (`amended`, `amended_in`, `settled`).
    """

    base: Callable[Concatenate[State, P], R]
    _amend: Callable[..., Callable[..., R]]

    if TYPE_CHECKING:

        def __init__(self, base: Callable[Concatenate[State, P], R]) -> None: ...

        def __call__(self, state: State, *args: P.args, **kwargs: P.kwargs) -> R: ...

    else:

        def __new__(cls, base: Callable[..., Any]) -> Any:
            self = super().__new__(cls)
            _Amendable.__init__(self)
            self.base = base
            asked = signature(base).parameters.values()
            count = len(asked) if all(each.default is each.empty for each in asked) else 0
            self._amend = _AMENDED.get(count, _amended)
            ask = update_wrapper(_ASKED.get(count, _asked)(self), base)
            ask.question = self
            ask.amended, ask.amended_in, ask.settled = self.amended, self.amended_in, self.settled
            return ask

    def amended_in(self, match: Match) -> bool:
        """Whether any chapter of a match has something to say to it, or to the question it rests on."""
        return match.settled[self] is not _bottom(self.base)

    def settled(self, match: Match) -> Callable[..., R]:
        """The answer of the base book alone, or amended by the chapters that are played."""
        played = self._played(match)
        # the base may be a question itself, whose amendments are its own
        settle = getattr(self.base, "settled", None)
        base: Callable[..., R] = settle(match) if settle is not None else self.base
        return self._amend(base, played) if played else base


class Permission(Question[P, "Refusal | None"]):
    """Whether something is allowed: the first refusal stands, and nobody is asked after it."""

    def settled(self, match: Match) -> Callable[..., Refusal | None]:
        """The base book first, then the chapters that are played. An amendment is not told that all was well before."""
        played = self._played(match)
        return partial(_first_refusal, (self.base, *played)) if played else self.base


class Moment(_Amendable, Generic[P]):
    """Something comes about, and every chapter that is played does what it has to; the base book comes first."""

    def __init__(self, base: Callable[Concatenate[Table, P], None]) -> None:
        super().__init__()
        update_wrapper(self, base)
        self.base = base

    def __call__(self, t: Table, *args: P.args, **kwargs: P.kwargs) -> None:
        t.match.settled[self](t, *args, **kwargs)

    def settled(self, match: Match) -> Callable[..., None]:
        """All that is done, one after the other."""
        played = self._played(match)
        return partial(_one_after_the_other, (self.base, *played)) if played else self.base


class SettledQuestions(dict[_Amendable, Callable[..., Any]]):
    """For each question how a match answers it, and for each moment what is done; found out when it first comes up."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        # the match holds this, and is to go when nobody plays it any more
        self._match = ref(match)

    def __missing__(self, asked: _Amendable) -> Callable[..., Any]:
        match = self._match()
        assert match is not None
        found: Callable[..., Any] = asked.settled(match)
        self[asked] = found
        return found


# An answer goes through the amendments one after the other. Questions are asked so often that those about the state and
# one thing or two have a function of their own, without a list of what they are about.
Amendments = Sequence[Callable[..., R]]


def _amended_about_one(base: Callable[..., R], amendments: Amendments[R]) -> Callable[..., R]:
    def ask(state: State, one: Any) -> R:
        answer = base(state, one)
        for amendment in amendments:
            answer = amendment(state, one, answer)
        return answer

    return ask


def _amended_about_two(base: Callable[..., R], amendments: Amendments[R]) -> Callable[..., R]:
    def ask(state: State, one: Any, other: Any) -> R:
        answer = base(state, one, other)
        for amendment in amendments:
            answer = amendment(state, one, other, answer)
        return answer

    return ask


def _amended(base: Callable[..., R], amendments: Amendments[R]) -> Callable[..., R]:
    def ask(state: State, *args: Any) -> R:
        answer = base(state, *args)
        for amendment in amendments:
            answer = amendment(state, *args, answer)
        return answer

    return ask


def _asked_alone(question: _Amendable) -> Callable[..., Any]:
    def ask(state: State) -> Any:
        return state.match.settled[question](state)

    return ask


def _asked_about_one(question: _Amendable) -> Callable[..., Any]:
    def ask(state: State, one: Any) -> Any:
        return state.match.settled[question](state, one)

    return ask


def _asked_about_two(question: _Amendable) -> Callable[..., Any]:
    def ask(state: State, one: Any, other: Any) -> Any:
        return state.match.settled[question](state, one, other)

    return ask


def _asked(question: _Amendable) -> Callable[..., Any]:
    def ask(state: State, *args: Any, **kwargs: Any) -> Any:
        return state.match.settled[question](state, *args, **kwargs)

    return ask


# by how many things a question is asked with, the state among them
_AMENDED = {2: _amended_about_one, 3: _amended_about_two}
_ASKED = {1: _asked_alone, 2: _asked_about_one, 3: _asked_about_two}


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
