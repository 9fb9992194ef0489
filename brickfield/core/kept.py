"""What is worked out once and kept until the board changes: `@kept` on a function of a state and plain arguments.

    @kept
    def standing(state: State) -> list[Unit]: ...

    @kept(by="tokens")
    def walls(state: State) -> Scene: ...

    @kept(facts=("phase",))
    def spotted(state: State, seat: int) -> frozenset[UnitId]: ...

    @kept_of_pairs
    def sight(state: State, shooter: Unit, target: Unit) -> Sight: ...

What rests on units is forgotten when any unit changes, what rests on tokens when any token does; `by="places"` outlives
a change of marks, and `by="match"` everything. Facts do not clear what is kept, but for those that a chapter names as
its own (`Chapter.facts`): a function that reads others has to name them, or asks with `facts=EVERY_FACT` for an answer
that holds as long as no fact changes. What is kept may hold the state it was worked out from, and must never be changed
by whoever gets it.

Where units have only moved since something was worked out, it may be easier to mend than to work out again:
`after_moves` is given the answer of before and the ids of those units, and returns the answer of now, or None.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

if TYPE_CHECKING:
    from brickfield.core.board import Unit, UnitId
    from brickfield.core.state import State

Function = TypeVar("Function", bound=Callable[..., Any])
Answer = TypeVar("Answer")
By = Literal["units", "tokens", "places", "match"]

# Instead of names of facts: whatever fact has changed, the answer may be another one.
EVERY_FACT = ("*",)

_MISSING = object()


def _places(state: State) -> dict[Any, Any]:
    cache = state.unit_cache
    found: dict[Any, Any] | None = cache.get("places")
    if found is None:
        found = cache["places"] = {}
    return found


_CACHES: dict[By, Callable[[State], dict[Any, Any]]] = {
    "units": attrgetter("unit_cache"),
    "tokens": attrgetter("token_cache"),
    "places": _places,
    "match": attrgetter("match.kept"),
}


@overload
def kept(function: Function, /) -> Function: ...
@overload
def kept(
    *, by: By = "units", facts: tuple[str, ...] = (), after_moves: Callable[..., Any] | None = None
) -> Callable[[Function], Function]: ...
def kept(
    function: Any = None,
    /,
    *,
    by: By = "units",
    facts: tuple[str, ...] = (),
    after_moves: Callable[..., Any] | None = None,
) -> Any:
    """Work it out once for each set of arguments and keep it until what it rests on changes."""
    if function is None:
        return lambda function: _kept(function, by, facts, after_moves)
    return _kept(function, by, facts, after_moves)


def _kept(function: Any, by: By, facts: tuple[str, ...], after_moves: Callable[..., Any] | None) -> Any:
    work = function if after_moves is None else _mended(function, by, facts, after_moves)
    about = len(signature(function).parameters) - 1
    shape: Callable[..., Any] = _by_arguments
    if facts == EVERY_FACT:
        shape = _while_facts_last
    elif not facts and about < 2:
        shape = (_kept_alone, _kept_by_one)[about]
    ask: Any = wraps(function)(shape(function, work, _CACHES[by], facts))
    # code of its own, which the interpreter makes quick for the states it is asked with, and a profile shows by name
    ask.__code__ = ask.__code__.replace(co_name=function.__name__)
    return ask


CacheOf = Callable[["State"], dict[Any, Any]]


# Most answers rest on the state alone, or on one thing beside: those are asked for so often that they have functions of
# their own, which pack nothing.
def _kept_alone(function: Any, work: Any, cache_of: CacheOf, _facts: object) -> Any:
    def ask(state: State) -> Any:
        cache = cache_of(state)
        found = cache.get(function, _MISSING)
        if found is _MISSING:
            found = cache[function] = work(state)
        return found

    return ask


def _kept_by_one(function: Any, work: Any, cache_of: CacheOf, _facts: object) -> Any:
    def ask(state: State, one: Any) -> Any:
        cache, key = cache_of(state), (function, one)
        found = cache.get(key, _MISSING)
        if found is _MISSING:
            found = cache[key] = work(state, one)
        return found

    return ask


def _by_arguments(function: Any, work: Any, cache_of: CacheOf, facts: tuple[str, ...]) -> Any:
    def ask(state: State, *args: Any) -> Any:
        cache, key = cache_of(state), (function, *args, *map(state.facts.get, facts))
        found = cache.get(key, _MISSING)
        if found is _MISSING:
            found = cache[key] = work(state, *args)
        return found

    return ask


def _while_facts_last(function: Any, work: Any, cache_of: CacheOf, _facts: object) -> Any:
    """Always about one thing beside the state."""

    def ask(state: State, one: Any) -> Any:
        cache, facts, key = cache_of(state), state.facts, (function, one)
        found = cache.get(key)
        # facts are replaced and never written to: the same ones say the same
        if found is None or found[0] is not facts:
            found = cache[key] = facts, work(state, one)
        return found[1]

    return ask


def _mended(function: Any, by: By, facts: tuple[str, ...], after_moves: Callable[..., Any]) -> Any:
    """Work it out from what was known before some units moved, where that is known and can be mended."""
    every, alone = facts == EVERY_FACT, not facts and len(signature(function).parameters) == 1

    def work(state: State, *args: Any) -> Any:
        before = state.unit_cache.get("before")
        if by == "places" and before is not None:
            before = before.get("places")
        if before is not None:
            key = function if alone else (function, *args)
            found = before.get(key if alone or every else (*key, *map(state.facts.get, facts)))
            if every and found is not None:
                found = found[1] if found[0] is state.facts else None
            mended = None if found is None else after_moves(state, found, state.unit_cache["moved"], *args)
            if mended is not None:
                return mended
        return function(state, *args)

    return work


def keep_too(state: State, other: State, *functions: Callable[..., Any]) -> None:
    """What these functions found out of a state by its units holds in another, too, on which some stand elsewhere."""
    wanted = {getattr(each, "__wrapped__", each) for each in functions}
    for key, found in state.unit_cache.items():
        if (key[0] if type(key) is tuple else key) in wanted:
            other.unit_cache[key] = found


def keep_pairs(state: State, other: State, moved: UnitId, *functions: Callable[..., Any]) -> None:
    """The same of functions that are `@kept_by_ids`, but for pairs with the one unit that stands elsewhere."""
    for function in (getattr(each, "__wrapped__", each) for each in functions):
        known = state.unit_cache.get(function, {})
        other.unit_cache[function] = {pair: found for pair, found in known.items() if moved not in pair}


def kept_by_ids(function: Callable[[State, Unit, Unit], Answer]) -> Callable[[State, Unit, Unit], Answer]:
    """Work it out once for two units by their names, and keep it until a unit changes."""

    @wraps(function)
    def ask(state: State, one: Unit, other: Unit) -> Answer:
        known: dict[tuple[UnitId, UnitId], Answer] | None = state.unit_cache.get(function)
        if known is None:
            known = state.unit_cache[function] = {}
        pair = one.id, other.id
        found = known.get(pair)
        if found is None:
            found = known[pair] = function(state, one, other)
        return found

    return ask


def kept_of_pairs(
    function: Callable[[State, Unit, Unit], Answer],
) -> Callable[[State, Unit, Unit], Answer]:
    """Work it out once for two units as they are, and keep it until a unit changes.

    One of them may only be imagined somewhere else than it is on this table: that is another question, and takes the
    place of the one before.
    """

    @wraps(function)
    def ask(state: State, one: Unit, other: Unit) -> Answer:
        cache = state.unit_cache
        key = function, one.id, other.id
        found = cache.get(key)
        if found is not None and found[0] is one and found[1] is other:
            known: Answer = found[2]
            return known
        worked = function(state, one, other)
        cache[key] = one, other, worked
        return worked

    return ask
