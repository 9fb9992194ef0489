"""Which rules and which bots play: games of another version are other games, in a record and on a cluster alike."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parents[2]
# What decides how a game goes; what is only shown or said is left out.
_ROOMS = ("core", "geometry", "games", "players")
_ONLY_SHOWN = {"shown", "words"}
_KINDS = {".py", ".toml"}


@cache
def code_version(game: str = "") -> str:
    """A fingerprint of the rules, their data and the bots: equal on every machine that has the same of them.

    With a game, of what it is played with: a change to another game leaves its records as good as they were.
    """
    digest = hashlib.blake2b(digest_size=8)
    for name, path in sorted(_files().items()):
        if game and _is_of_another(game, name):
            continue
        digest.update(f"{name}\n".encode())
        digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def _is_of_another(game: str, name: str) -> bool:
    room, *inner = name.split("/")
    return room == "games" and len(inner) > 1 and inner[0] != game


def _files() -> dict[str, Path]:
    found = {
        path.relative_to(_PACKAGE).as_posix(): path
        for room in _ROOMS
        for path in (_PACKAGE / room).rglob("*")
        if path.suffix in _KINDS
    }
    return {name: path for name, path in found.items() if _ONLY_SHOWN.isdisjoint(name.split("/"))}
