"""Clauses: the ledger of a game and the register of code that carries each clause out."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from brickfield.core.typed import as_type

_F = TypeVar("_F", bound=Callable[..., Any])

# clause id -> "module:function" of every rule that cites it, in order of import
_code: dict[str, list[str]] = {}


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

    @property
    def group(self) -> str:
        """The second word of the id: the chapter this clause belongs to."""
        return self.id.split(".")[1]


def rule(*clauses: str) -> Callable[[_F], _F]:
    """Mark a function as the code of these clauses. It registers and changes nothing else."""

    def register(function: _F) -> _F:
        place = f"{function.__module__}:{function.__qualname__}"
        for clause in clauses:
            places = _code.setdefault(clause, [])
            if place not in places:
                places.append(place)
        return function

    return register


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
