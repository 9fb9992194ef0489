"""The data files of this game: see `core.data_files` for how they are read."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from brickfield.core import data_files
from brickfield.core.data_files import DataFault, Entry, by_key

DATA = Path(__file__).parent / "data"

T = TypeVar("T")


def read(name: str, kind: type[T], folder: Path = DATA) -> T:
    """Read a data file into its typed form."""
    return data_files.read(name, kind, folder)


def read_figures(name: str, kind: type[T], folder: Path = DATA) -> T:
    """Read a file of single numbers; the values become plain attributes, their clauses a mapping beside them."""
    return data_files.read_figures(name, kind, folder)


__all__ = ["DATA", "DataFault", "Entry", "by_key", "read", "read_figures"]
