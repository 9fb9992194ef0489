"""Packs: parts of the program that come when they are first imported, as each game does.

A pack is named like the package it holds. It is fetched and laid out at the moment somebody imports that package, and
whoever imports it notices nothing but the time it takes.
"""

from __future__ import annotations

import importlib
import json
import lzma
import struct
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

# Gives a pack by its name, compressed as it lies in the folder.
Bring: TypeAlias = Callable[[str], bytes]
_LENGTH = struct.Struct("<I")


def lay_out(archive: bytes, top: Path) -> None:
    """Write the files of an archive: the length of a list, the list of names and sizes, then the files."""
    (length,) = _LENGTH.unpack_from(archive)
    at = _LENGTH.size + length
    for name, size in json.loads(archive[_LENGTH.size : at]):
        file = top / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(archive[at : at + size])
        at += size


class Packs(MetaPathFinder):
    """Finds what nobody else finds, if it is in a pack that is not here yet."""

    def __init__(self, top: Path, names: Iterable[str], bring: Bring) -> None:
        self._top, self._bring = top, bring
        self._left = set(names)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Fetch the pack of this package, unless it is here; a pack that does not come can be asked for again."""
        if fullname not in self._left:
            return None
        try:
            archive = lzma.decompress(self._bring(fullname))
        except Exception as error:
            raise ImportError(f"{fullname} could not be fetched", name=fullname) from error
        lay_out(archive, self._top)
        self._left.discard(fullname)
        importlib.invalidate_caches()
        return PathFinder.find_spec(fullname, path, target)


def install(top: str, names: Iterable[str], bring: Bring) -> None:
    """From now on these packs come when they are needed; asked last, so that nothing else becomes slower."""
    sys.meta_path.append(Packs(Path(top), names, bring))
