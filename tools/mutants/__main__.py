"""Plays mutants against the tests: `python -m tools.mutants FILE ... [--tests PATH ...] [--most N] [--seed N]`.

The tests are collected once. For each mutant a child process takes over with the code of one function exchanged, and
runs tests until one fails: those first that cite the clauses of the changed function, then all others of the files
that share a clause with the changed file. A mutant that no test notices is printed with its line.
"""

from __future__ import annotations

import argparse
import inspect
import os
import random
import signal
import sys
import time
from collections import Counter
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from brickfield.core import clauses
from tools.mutants.changes import Mutant, mutants_of, mutated

KILLED, SURVIVED, TIMED_OUT, UNREACHED = "killed", "survived", "timed out", "no test"


def module_of(path: Path) -> str:
    """The module that a file is."""
    return ".".join(path.with_suffix("").parts)


def rule_tests_of(path: Path) -> list[str]:
    """The rule tests of the game that a file belongs to; of any other file all tests of its room."""
    parts = path.parts
    if "games" in parts:
        return [f"tests/rules/{parts[parts.index('games') + 1]}"]
    return [f"tests/{parts[1]}"]


def live(module: Any, name: str) -> FunctionType | None:
    """A function as it is loaded, without what is wrapped around it."""
    found = module
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, staticmethod | classmethod):
        found = found.__func__
    found = inspect.unwrap(found)
    return found if isinstance(found, FunctionType) else None


def code_in(code: CodeType, name: str) -> CodeType | None:
    """The code of a function, by its qualified name, in that of its module."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_qualname == name:
                return each
            if name.startswith(f"{each.co_qualname}."):
                return code_in(each, name)
    return None


def put_on(mutant: Mutant) -> None:
    """Exchange the code of one function, wherever it is held. What it had worked out is forgotten."""
    module = import_module(module_of(mutant.path))
    function = live(module, mutant.function)
    code = code_in(compile(mutated(mutant), str(mutant.path), "exec", dont_inherit=True), mutant.function)
    assert function is not None, mutant
    assert code is not None, mutant
    function.__code__ = code
    kept = getattr(module, mutant.function, None)
    if hasattr(kept, "cache_clear"):
        kept.cache_clear()


class Hunt:
    """A plugin of pytest that plays mutants instead of running the tests once."""

    def __init__(self, mutants: list[Mutant], seconds: int) -> None:
        self.mutants, self.seconds = mutants, seconds
        self.found: Counter[str] = Counter()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """One child for each mutant; the first child has none, and must be green."""
        if self._verdict(session.items, None) != SURVIVED:
            raise pytest.UsageError("the tests fail without any mutant")
        for number, mutant in enumerate(self.mutants, start=1):
            started, items = time.monotonic(), self._chosen(session.items, mutant)
            verdict = self._verdict(items, mutant) if items else UNREACHED
            self.found[verdict] += 1
            if verdict in (SURVIVED, UNREACHED):
                print(f"{verdict}: {mutant}", flush=True)
            elif sys.stderr.isatty():
                print(f"{number}/{len(self.mutants)} {time.monotonic() - started:.1f} s", file=sys.stderr, end="\r")
        return True

    def _chosen(self, items: list[pytest.Item], mutant: Mutant) -> list[pytest.Item]:
        """The tests of files that share a clause with the mutated file, those of the function's own clauses first."""
        module = module_of(mutant.path)
        ours, own = set(), set()
        for clause in clauses.cited():
            for place in clauses.code_of(clause):
                if place.split(":")[0] == module:
                    ours.add(clause)
                if place == f"{module}:{mutant.function}":
                    own.add(clause)
        files = {item.path for item in items if _cites(item) & ours} or {item.path for item in items}
        chosen = [item for item in items if item.path in files]
        return sorted(chosen, key=lambda item: (-len(_cites(item) & own), -len(_cites(item) & ours)))

    def _verdict(self, items: list[pytest.Item], mutant: Mutant | None) -> str:
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            _play(items, mutant, self.seconds)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            return TIMED_OUT if os.WTERMSIG(status) == signal.SIGALRM else KILLED
        return SURVIVED if os.WEXITSTATUS(status) == 0 else KILLED


def _cites(item: pytest.Item) -> set[str]:
    return set(getattr(getattr(item, "function", None), "clauses", ()))


def _play(items: list[pytest.Item], mutant: Mutant | None, seconds: int) -> None:
    """In a child: run tests until one fails, and leave with what came of it."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        if mutant is not None:
            signal.alarm(seconds)
            put_on(mutant)
        for item, after in zip(items, [*items[1:], None], strict=True):
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
                os._exit(1)
    except BaseException:
        os._exit(2)
    os._exit(0)


def main() -> int:
    """Read the command, play, and count."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, help="source files, or folders of them")
    parser.add_argument("--tests", nargs="*", default=[], help="test files; else the rule tests of the game")
    parser.add_argument("--most", type=int, default=0, help="play so many, drawn at random; else all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only functions whose name contains this")
    parser.add_argument("--seconds", type=int, default=300, help="a mutant that takes longer counts as noticed")
    asked = parser.parse_args()
    paths = [each for path in asked.files for each in (sorted(path.rglob("*.py")) if path.is_dir() else [path])]
    mutants = [mutant for path in paths for mutant in mutants_of(path) if asked.only in mutant.function]
    for path in paths:
        import_module(module_of(path))
    if asked.most and asked.most < len(mutants):
        mutants = sorted(random.Random(asked.seed).sample(mutants, asked.most), key=lambda each: (each.path, each.line))
    hunt = Hunt(mutants, asked.seconds)
    tests = asked.tests or sorted({test for path in paths for test in rule_tests_of(path)})
    code = pytest.main([*tests, "-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist"], plugins=[hunt])
    counts = ", ".join(f"{hunt.found[each]} {each}" for each in (KILLED, TIMED_OUT, SURVIVED, UNREACHED))
    print(f"{len(mutants)} mutants of {len(paths)} files: {counts}")
    return int(code) if sum(hunt.found.values()) < len(mutants) else int(bool(hunt.found[SURVIVED]))


if __name__ == "__main__":
    sys.exit(main())
