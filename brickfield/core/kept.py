"""What is worked out once and kept until the board changes: `@kept` on a function of a state and plain arguments.

    @kept
    def standing(state: State) -> list[Unit]: ...

    @kept(by="tokens")
    def walls(state: State) -> Scene: ...

    @kept(facts=("weather",))
    def spotted(state: State, seat: int) -> frozenset[UnitId]: ...

What rests on units is forgotten when any unit changes, what rests on tokens when any token does; `by="places"` outlives
a change of marks. Facts do not clear what is kept: a function that reads some has to name them. What is kept may hold
the state it was worked out from, and must never be changed by whoever gets it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

if TYPE_CHECKING:
    from brickfield.core.state import State

Function = TypeVar("Function", bound=Callable[..., Any])
By = Literal["units", "tokens", "places"]

_MISSING = object()


def _units(state: State) -> dict[Any, Any]:
    return state.unit_cache


def _tokens(state: State) -> dict[Any, Any]:
    return state.token_cache


def _places(state: State) -> dict[Any, Any]:
    found: dict[Any, Any] = state.unit_cache.setdefault("places", {})
    return found


_CACHES: dict[By, Callable[[State], dict[Any, Any]]] = {"units": _units, "tokens": _tokens, "places": _places}


@overload
def kept(function: Function, /) -> Function: ...
@overload
def kept(*, by: By = "units", facts: tuple[str, ...] = ()) -> Callable[[Function], Function]: ...
def kept(function: Any = None, /, *, by: By = "units", facts: tuple[str, ...] = ()) -> Any:
    """Work it out once for each set of arguments and keep it until what it rests on changes."""
    if function is None:
        return lambda function: _kept(function, by, facts)
    return _kept(function, by, facts)


def _kept(function: Any, by: By, facts: tuple[str, ...]) -> Any:
    cache_of = _CACHES[by]

    @wraps(function)
    def ask(state: State, *args: Any) -> Any:
        cache = cache_of(state)
        key = (function, *args, *map(state.facts.get, facts)) if facts else (function, *args)
        found = cache.get(key, _MISSING)
        if found is _MISSING:
            found = cache[key] = function(state, *args)
        return found

    return ask
