"""Clauses: the ledger of a game and the register of code that carries each clause out.

Code can be counted as it runs, for whoever asks which rules random play has reached: `count_reached` is called before
the modules of a game are loaded, and from then on every rule that is loaded counts its calls.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

from msgspec import Struct

from brickfield.core.typed import as_type

_F = TypeVar("_F", bound=Callable[..., Any])

# clause id -> "module:function" of every rule that cites it, in order of import
_code: dict[str, list[str]] = {}
# "module:function" -> how often it was called; None while nobody counts
_reached: Counter[str] | None = None


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One clause of a ledger, in our own words."""

    id: str
    source: str
    kind: str
    text: str
    ambiguity: str = ""
    ruling: str = ""
    origin: str = ""
    value_origin: str = ""
    # the group it stands in, where that is not the second word of its id
    chapter: str = ""

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


def count_reached() -> Counter[str]:
    """From now on rules that are loaded count their calls here, by "module:function"; types do not."""
    global _reached
    if _reached is None:
        _reached = Counter()
    return _reached


def _counted(function: _F, place: str, reached: Counter[str]) -> _F:
    if hasattr(function, "counts_itself"):
        return function

    @wraps(function)
    def counting(*arguments: Any, **named: Any) -> Any:
        reached[place] += 1
        return function(*arguments, **named)

    counting.counts_itself = True  # type: ignore[attr-defined]
    return cast("_F", counting)


def code_of(clause: str) -> tuple[str, ...]:
    """Where the rule of this clause is written; only modules already imported are known."""
    return tuple(_code.get(clause, ()))


def cited() -> tuple[str, ...]:
    """Every clause id that some imported code cites."""
    return tuple(sorted(_code))


@cache
def read_ledger(path: Path) -> dict[str, Clause]:
    """Read a `clauses.toml`. Slow (100 kB of text), so only on demand and once."""
    with path.open("rb") as file:
        table = tomllib.load(file)
    clauses = [as_type(entry, Clause) for entry in table["clause"]]
    return {clause.id: clause for clause in clauses}
