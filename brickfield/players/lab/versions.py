"""Which rules and which bots play: games of another version are other games, in a record and on a cluster alike."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

_PACKAGE = Path(__file__).parents[2]
# What decides how a game goes; what is only shown or said is left out.
_ROOMS = ("core", "geometry", "games", "players")
_ONLY_SHOWN = {"shown", "words"}
_KINDS = {".py", ".toml"}
# The table that has something for every game, and what of it is only said.
_LEVELS = "players/levels.toml"
_ONLY_SAID = {"title", "text", "measured"}


@cache
def code_version(game: str = "") -> str:
    """A fingerprint of the rules, their data and the bots: equal on every machine that has the same of them.

    With a game, of what it is played with: a change to another game leaves its records as good as they were.
    """
    digest = hashlib.blake2b(digest_size=8)
    for name, path in sorted(_files().items()):
        if game and _is_of_another(game, name):
            continue
        text = path.read_bytes().replace(b"\r\n", b"\n")
        digest.update(f"{name}\n".encode())
        digest.update(_levels_in(game, text) if game and name == _LEVELS else text)
    return digest.hexdigest()


def _is_of_another(game: str, name: str) -> bool:
    room, *inner = name.split("/")
    return room == "games" and len(inner) > 1 and inner[0] != game


def _levels_in(game: str, text: bytes) -> bytes:
    """What of the table of levels counts in a game: nothing of another one, no words and no figures."""
    others = {path.name for path in (_PACKAGE / "games").iterdir()} - {game}

    def counting(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: counting(each) for key, each in part.items() if key not in others | _ONLY_SAID}
        return list(map(counting, part)) if isinstance(part, list) else part

    return msgspec.json.encode(counting(tomllib.loads(text.decode())))


def _files() -> dict[str, Path]:
    found = {
        path.relative_to(_PACKAGE).as_posix(): path
        for room in _ROOMS
        for path in (_PACKAGE / room).rglob("*")
        if path.suffix in _KINDS
    }
    return {name: path for name, path in found.items() if _ONLY_SHOWN.isdisjoint(name.split("/"))}
