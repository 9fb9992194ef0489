"""Short words of a game and what they mean: a table opens them where they stand, and they can be asked for in words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from msgspec import Struct

from brickfield.core.data_files import DataFolder


class Term(Struct, frozen=True):
    """A short word (`AP`), what it stands for, what that means in a sentence, and the clause that says so."""

    short: str
    title: str
    text: str
    clause: str


class _Row(Term, frozen=True, forbid_unknown_fields=True):
    """A term as its table states it."""


@cache
def glossary_of(files: tuple[Path, ...]) -> tuple[Term, ...]:
    """The short words of a game, as the data of its base book and chapters have them."""
    rows = [row for file in files for row in DataFolder(file.parent).read_rows(file.name, _Row)]
    return tuple(Term(row.short, row.title, row.text, row.clause) for row in rows)


def term_called(terms: tuple[Term, ...], wanted: str) -> Term | None:
    """The term that is meant by its short word or by what it stands for."""
    word = wanted.strip(" ?.\"'").casefold()
    return next((term for term in terms if word in (term.short.casefold(), term.title.casefold())), None)
