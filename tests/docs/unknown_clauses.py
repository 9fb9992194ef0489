"""Ids that no ledger knows: every place that cites a clause is looked through."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from brickfield.cli import cross_table
from brickfield.core.clauses import cited, code_of
from brickfield.core.game import Game


def unknown_ids(games: Iterable[Game], tests: Path | None) -> list[str]:
    """Every place that cites a clause no ledger has: rules, texts in code, data, lists of what comes later, tests."""
    games = list(games)
    for game in games:
        cross_table.load_code(game)
    known = {clause_id for game in games for clause_id in game.clauses}
    # rules of other games may be imported in this process too; they have their own ledgers
    ours = ("brickfield.core.", *(f"brickfield.games.{game.id}." for game in games))
    places = [(id_, place) for id_ in cited() for place in code_of(id_) if place.startswith(ours)]
    for game in games:
        places += _places_in_files(game)
    if tests is not None:
        places += [(id_, name) for id_, names in cross_table.citations_in_tests(tests).items() for name in names]
    return [f"{id_} at {place}" for id_, place in places if id_ not in known]


def _places_in_files(game: Game) -> Iterator[tuple[str, str]]:
    """Ids in the files of a game: what looks like one in code, and what data calls its clause."""
    looks_like_one = re.compile(rf"({'|'.join(game.clause_prefixes)})(\.[a-z0-9_]+)+")
    yield from ((id_, f"{game.id}: later") for id_ in sorted(game.later))
    for path in sorted(game.folder.rglob("*.py")):
        for text, line in _texts(path.read_text("utf-8")):
            if looks_like_one.fullmatch(text):
                yield text, f"{game.id}/{path.name}:{line}"
    for path in sorted(game.folder.rglob("*.toml")):
        for text in _clauses_in_data(tomllib.loads(path.read_text("utf-8"))):
            yield text, f"{game.id}/{path.name}"


def _texts(source: str) -> Iterator[tuple[str, int]]:
    """The string literals of a source, with their lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value, node.lineno


def _clauses_in_data(value: Any) -> Iterator[str]:
    """Every value under a key named `clause`, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "clause" and isinstance(inner, str):
                yield inner
            else:
                yield from _clauses_in_data(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _clauses_in_data(inner)
