"""Reading the data files of a game: every number of the rules is in a .toml, typed, read once, never changed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import GenericAlias, MappingProxyType
from typing import Any, Protocol, TypeVar

from msgspec import Struct, ValidationError

from brickfield.core.typed import as_type

T = TypeVar("T")


class DataFault(ValueError):
    """A data file that cannot be used; the message names the file and the key."""


class TableRow(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a printed table. An unknown or missing key is a fault."""


class CitedNumber(TableRow, frozen=True):
    """A single number with the clause it comes from."""

    value: float | int
    clause: str


def typed(name: str, raw: Any, kind: type[T]) -> T:
    """Give what was read its type; a fault names the file and the key."""
    try:
        return as_type(raw, kind)
    except ValidationError as error:
        raise DataFault(f"{name}: {error}") from error


def read(name: str, kind: type[T], folder: Path) -> T:
    """Read a data file into its typed form."""
    try:
        raw = tomllib.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataFault(f"{name}: {error}") from error
    return typed(name, raw, kind)


def read_numbers(name: str, kind: type[T], folder: Path) -> T:
    """Read a file of single numbers; the values become plain attributes, their clauses a mapping beside them."""
    figures = read(name, dict[str, CitedNumber], folder)
    values: dict[str, Any] = {key: figure.value for key, figure in figures.items()}
    return typed(name, {**values, "clauses": {key: figure.clause for key, figure in figures.items()}}, kind)


def read_number(name: str, kind: type[T], folder: Path) -> T:
    """Read a file that holds one single number."""
    figures = read(name, dict[str, CitedNumber], folder)
    if len(figures) != 1:
        raise DataFault(f"{name}: one number stands there, not {', '.join(figures)}")
    return typed(name, next(iter(figures.values())).value, kind)


class DataFolder:
    """The data files of one game, by their names."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, name: str, kind: type[T]) -> T:
        """Read a data file into its typed form."""
        return read(name, kind, self.path)

    def read_numbers(self, name: str, kind: type[T]) -> T:
        """Read a file of single numbers; see the function of this name."""
        return read_numbers(name, kind, self.path)

    def read_rows(self, name: str, kind: type[T]) -> tuple[T, ...]:
        """The rows of a file that holds one table and nothing else."""
        several: Any = GenericAlias(dict, (str, GenericAlias(tuple, (kind, ...))))
        tables: dict[str, tuple[T, ...]] = self.read(name, several)
        if len(tables) != 1:
            raise DataFault(f"{name}: one table stands there, not {', '.join(tables)}")
        return next(iter(tables.values()))

    def table(self, name: str, kind: type[T], key: str = "id") -> Mapping[str, T]:
        """The same by what the rows are called."""
        return by_key(name, ((getattr(row, key), row) for row in self.read_rows(name, kind)))


class PrintedRow(Protocol):
    """A row of something that is printed in one order, though the base book and chapters have each a part of it."""

    @property
    def id(self) -> str: ...
    @property
    def after(self) -> str: ...


P = TypeVar("P", bound=PrintedRow)


def in_printed_order(parts: Iterable[Iterable[P]]) -> tuple[P, ...]:
    """The rows of several parts as they are printed: a part behind those before it, but a row that says `after` behind
    the row of that id, with all that follow it in its part; at the end where nobody has such a row."""
    runs: list[list[P]] = []
    for part in parts:
        for number, row in enumerate(part):
            if number == 0 or row.after:
                runs.append([])
            runs[-1].append(row)
    known = {row.id for run in runs for row in run}
    behind: dict[str, list[list[P]]] = {}
    for run in runs:
        behind.setdefault(run[0].after if run[0].after in known else "", []).append(run)

    def laid(place: str) -> Iterator[P]:
        for run in behind.pop(place, ()):
            for row in run:
                yield row
                yield from laid(row.id)

    found = tuple(laid(""))
    if behind:
        raise DataFault(f"what stands behind {', '.join(behind)} stands nowhere")
    return found


def by_key(name: str, rows: Iterable[tuple[str, T]]) -> Mapping[str, T]:
    """Rows of a table by their name, in the order of the file; a name that stands there twice is a fault."""
    table: dict[str, T] = {}
    for key, row in rows:
        if key in table:
            raise DataFault(f"{name}: {key} stands there twice")
        table[key] = row
    return MappingProxyType(table)
