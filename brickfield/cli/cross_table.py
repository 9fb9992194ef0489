"""The cross-table: every clause of a ledger, the code that carries it out and the tests that prove it.

Code is known by its `@rule` registrations, so every module of the game is imported. Tests are read without being run:
`@clause("...")` above a test function or method, found in the source of the tests folder beside the package.
"""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct

import brickfield
from brickfield.core.clauses import Clause, code_of
from brickfield.core.game import Game

# Clauses of these kinds must have code and a test; the others explain, advise or offer a choice.
BINDING = ("rule", "data")
PACKAGE = Path(brickfield.__file__).parent
UNREADABLE = "(an id that is not written out)"


class Row(Struct, frozen=True):
    """One clause and where it is carried out and proved. `in_play` rows must have both."""

    id: str
    game: str
    kind: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    in_play: bool

    @property
    def lacks(self) -> str:
        """What is missing, in words; empty when nothing is."""
        missing = [name for name, there in (("code", self.code), ("test", self.tests)) if not there]
        return " and ".join(missing) if self.in_play else ""


def tests_folder() -> Path | None:
    """The tests beside the package: there in a checkout, not in an installed copy."""
    folder = PACKAGE.parent / "tests"
    return folder if folder.is_dir() else None


def load_code(game: Game) -> None:
    """Import every module of a game and of the core, so that all rules have registered themselves."""
    for package in ("brickfield.core", f"brickfield.games.{game.id}"):
        for found in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
            import_module(found.name)


def is_in_play(game: Game, clause: Clause) -> bool:
    """Whether this version of the game plays the clause and has to carry it out."""
    return clause.kind in BINDING and clause.group in game.groups and clause.id not in game.later


def cross_table(games: Iterable[Game], tests: Path | None) -> list[Row]:
    """All clauses of the games, in the order of their ledgers."""
    proofs = citations_in_tests(tests) if tests is not None else {}
    rows: list[Row] = []
    for game in games:
        load_code(game)
        for clause in game.clauses.values():
            proved = tuple(proofs.get(clause.id, ()))
            rows.append(Row(clause.id, game.id, clause.kind, code_of(clause.id), proved, is_in_play(game, clause)))
    return rows


def summary(rows: Iterable[Row]) -> dict[str, dict[str, int]]:
    """Per game: the rules in play, and how many of them have code and tests."""
    counts: dict[str, dict[str, int]] = {}
    for row in rows:
        count = counts.setdefault(row.game, {"rules": 0, "with_code": 0, "with_tests": 0})
        if row.in_play:
            count["rules"] += 1
            count["with_code"] += bool(row.code)
            count["with_tests"] += bool(row.tests)
    return counts


def as_json(rows: Iterable[Row]) -> dict[str, Any]:
    """The table as the contract shapes it."""
    rows = list(rows)
    clauses = [
        {"id": row.id, "game": row.game, "kind": row.kind, "code": list(row.code), "tests": list(row.tests)}
        for row in rows
    ]
    return {"clauses": clauses, "summary": summary(rows)}


# --- reading the tests -----------------------------------------------------------------------------------------------


def citations_in_tests(folder: Path) -> dict[str, list[str]]:
    """Clause id -> `path::name` of every test that cites it."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        place = path.relative_to(folder.parent).as_posix()
        for name, ids in citations_in(path.read_text("utf-8")):
            for clause_id in ids:
                found.setdefault(clause_id, []).append(f"{place}::{name}")
    return found


def citations_in(source: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The tests of a file that cite clauses: the name of the test and the ids."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                yield from _cited_by(inner, f"{node.name}::")
        else:
            yield from _cited_by(node, "")


def _cited_by(node: ast.stmt, prefix: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
        ids = tuple(clause_id for decorator in node.decorator_list for clause_id in _ids_of(decorator))
        if ids:
            yield f"{prefix}{node.name}", ids


def _ids_of(decorator: ast.expr) -> Iterator[str]:
    if not isinstance(decorator, ast.Call):
        return
    name = decorator.func.attr if isinstance(decorator.func, ast.Attribute) else getattr(decorator.func, "id", "")
    if name != "clause":
        return
    for argument in decorator.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value
        else:
            yield UNREADABLE
