"""Clauses: the ledger of a game and the register of code that carries each clause out.

Code can be counted as it runs, for whoever asks which rules random play has reached: `count_reached` is called before
the modules of a game are loaded, and from then on every rule that is loaded counts its calls.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache, wraps
from inspect import CO_VARARGS, CO_VARKEYWORDS, unwrap
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, cast

from msgspec import Struct

from brickfield.core.data_files import in_printed_order
from brickfield.core.typed import as_type

_F = TypeVar("_F", bound=Callable[..., Any])

# clause id -> "module:function" of every rule that cites it, in order of import
_code: dict[str, list[str]] = {}


class Reached:
    """How often rules were called, by "module:function". Each has a cell of its own, the cheapest thing to count in."""

    __slots__ = ("cells",)

    def __init__(self) -> None:
        self.cells: dict[str, list[int]] = {}

    def counts(self) -> Counter[str]:
        """The rules that were called, and how often until now."""
        return Counter({place: count for place, (count,) in self.cells.items() if count})


# what counts at present; None while nobody does
_reached: Reached | None = None


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One clause of a ledger, in our own words."""

    id: str
    # what people call it: a few plain words, unlike all others of its chapter
    title: str
    source: str
    kind: str
    text: str
    ambiguity: str = ""
    ruling: str = ""
    origin: str = ""
    value_origin: str = ""
    # the group it stands in, where that is not the second word of its id
    chapter: str = ""
    # behind which clause the book has it, where that is not the one before it in its file
    after: str = ""

    @property
    def group(self) -> str:
        """The chapter this clause belongs to: as a rule the second word of the id."""
        return self.chapter or self.id.split(".")[1]


def rule(*clauses: str) -> Callable[[_F], _F]:
    """Mark a function as the code of these clauses. It registers and, unless somebody counts, changes nothing."""

    def register(function: _F) -> _F:
        place = f"{function.__module__}:{function.__qualname__}"
        for clause in clauses:
            places = _code.setdefault(clause, [])
            if place not in places:
                places.append(place)
        return function if _reached is None or isinstance(function, type) else _counted(function, place, _reached)

    return register


def count_reached() -> Reached:
    """From now on rules that are loaded count their calls here; types do not."""
    global _reached
    if _reached is None:
        _reached = Reached()
    return _reached


def _counted(function: _F, place: str, reached: Reached) -> _F:
    if hasattr(function, "counts_itself"):
        return function
    counting = wraps(function)(_counter(function, reached.cells.setdefault(place, [0])))
    counting.counts_itself = True  # type: ignore[attr-defined]
    return cast("_F", counting)


def _counter(function: Callable[..., Any], cell: list[int]) -> Callable[..., Any]:
    """A function that counts and calls. Rules are called millions of times, and to call one by as many parameters as
    it has costs half of packing whatever may come; so there is one for each number, and it takes over the names."""

    def none() -> Any:
        cell[0] += 1
        return function()

    def one(a: Any) -> Any:
        cell[0] += 1
        return function(a)

    def two(a: Any, b: Any) -> Any:
        cell[0] += 1
        return function(a, b)

    def three(a: Any, b: Any, c: Any) -> Any:
        cell[0] += 1
        return function(a, b, c)

    def four(a: Any, b: Any, c: Any, d: Any) -> Any:
        cell[0] += 1
        return function(a, b, c, d)

    def any_number(*a: Any, **named: Any) -> Any:
        cell[0] += 1
        return function(*a, **named)

    # what keeps its results stands before the function itself
    within = unwrap(function)
    code = getattr(within, "__code__", None)
    if code is None or code.co_flags & (CO_VARARGS | CO_VARKEYWORDS) or code.co_kwonlyargcount:
        return any_number
    by_number: dict[int, Any] = {0: none, 1: one, 2: two, 3: three, 4: four}
    counting: Any = by_number.get(code.co_argcount)
    if counting is None:
        return any_number
    counting.__code__ = counting.__code__.replace(co_varnames=code.co_varnames[: code.co_argcount])
    counting.__defaults__ = within.__defaults__
    return cast("Callable[..., Any]", counting)


def code_of(clause: str) -> tuple[str, ...]:
    """Where the rule of this clause is written; only modules already imported are known."""
    return tuple(_code.get(clause, ()))


def cited() -> tuple[str, ...]:
    """Every clause id that some imported code cites."""
    return tuple(sorted(_code))


@cache
def read_ledgers(paths: tuple[Path, ...]) -> Mapping[str, Clause]:
    """Read the parts of a ledger into one. Slow (100 kB of text), so only on demand and once."""
    parts = [_read_ledger(path) for path in paths]
    return MappingProxyType({clause.id: clause for clause in in_printed_order(parts)})


def _read_ledger(path: Path) -> list[Clause]:
    with path.open("rb") as file:
        table = tomllib.load(file)
    return [as_type(entry, Clause) for entry in table["clause"]]
