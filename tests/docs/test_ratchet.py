"""Counts that may only fall: how far the games are from chapters that plug in. A count that has fallen is written down.

Each has the goal it is on its way to. Whoever raises one has wired a chapter into the base book, or kept by hand what
`@kept` keeps.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.docs.test_house import ROOT, imports, module_name, sources

GAMES = ROOT / "brickfield" / "games"
MBB = "brickfield.games.micro_brick_battle"
LARGEST_FOLDER = 25
# rooms of a game beside the base book: their parts of a chapter go into its folder where that makes them plainer
ROOMS = ("words", "shown", "setup", "mind")

# name of the count: what it is now, and where it is to go
LIMITS = {
    "base files that import a chapter": (0, 0),
    "names the base book imports from chapters": (0, 0),
    "names that words imports from chapters": (41, 0),
    # four of them came with the questions of a shot at a real table, which are asked in the words of every chapter
    "names that shown imports from chapters": (145, 0),
    "names that setup imports from chapters": (54, 0),
    "names that mind imports from chapters": (208, 0),
    "lines of the base book that ask for a chapter": (0, 0),
    "files outside that import weather": (3, 3),
    "files outside that import effect cards": (4, 4),
    "files outside that import infantry": (15, 20),
    # two lines remember an order that was judged until it is given, which is no answer of a state; the others are the
    # ways of a Mech's plan and the terms of a deployment, worked out by somebody who knows more than their keys say
    "caches of a state made by hand": (6, 0),
    "public class names defined more than once outside games": (0, 0),
    "folders of a game with more than 25 files of rules": (0, 0),
}


@cache
def parsed(path: Path) -> ast.AST:
    return ast.parse(path.read_text("utf-8"))


def within(path: Path) -> str:
    """Where a file lies in the project; the folder the project lies in may be called anything."""
    return path.relative_to(ROOT).as_posix()


def imported(path: Path) -> list[str]:
    """The full names a file imports from our own package."""
    found = imports(parsed(path), module_name(path), path.name == "__init__.py")
    return [name for name, _line in found if name.startswith("brickfield.")]


def chapter_imports(game: str, room: str = "base") -> dict[Path, list[str]]:
    """What a room of a game imports from its chapters, by file; to ask for a chapter is counted by itself."""
    base = [path for path in sources("brickfield") if f"games/{game}/{room}/" in within(path)]
    found = {
        path: [name for name in imported(path) if f".{game}.chapters." in name and ".chapter." not in name]
        for path in base
    }
    return {path: names for path, names in found.items() if names}


def importing(chapter: str) -> list[Path]:
    """Files outside a chapter of Micro Brick Battle that import it; the table of contents does not count."""
    folder, package = f"/chapters/{chapter}/", f"{MBB}.chapters.{chapter}"
    return [
        path
        for path in sources("brickfield")
        if folder not in within(path) and path.name != "contents.py"
        if any(name.startswith(package) for name in imported(path))
    ]


def lines_with(pattern: str, *folders: str) -> int:
    """Lines of code with a pattern."""
    wanted = re.compile(pattern)
    files = [path for path in sources("brickfield") if any(folder in within(path) for folder in folders)]
    return sum(bool(wanted.search(line)) for path in files for line in path.read_text("utf-8").splitlines())


def twice() -> list[str]:
    """Public classes outside of games that share a name."""
    names = Counter(
        node.name
        for path in sources("brickfield")
        if "/games/" not in within(path)
        for node in ast.iter_child_nodes(parsed(path))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    return [name for name, count in names.items() if count > 1]


def large_folders() -> list[str]:
    """Folders of games that hold rules only, or a chapter's rules, and more files than one can look over."""
    parts = re.compile(r"^(mind|words|shown|contents|chapter|__init__)")
    rules = [
        path.parent.relative_to(GAMES).as_posix()
        for path in sources("brickfield")
        if re.search(r"games/\w+/(rules|base|chapters)/", within(path)) and not parts.search(path.name)
    ]
    return [folder for folder, count in Counter(rules).items() if count > LARGEST_FOLDER]


@cache
def counted() -> dict[str, int]:
    games = [path.name for path in GAMES.iterdir() if (path / "base").is_dir()]
    bases = [chapter_imports(game) for game in games]
    return {
        "base files that import a chapter": sum(map(len, bases)),
        "names the base book imports from chapters": _names(bases),
        **{
            f"names that {room} imports from chapters": _names([chapter_imports(game, room) for game in games])
            for room in ROOMS
        },
        "lines of the base book that ask for a chapter": lines_with(r"\b(chapters_in_play|played\[)", "/base/"),
        "files outside that import weather": len(importing("weather")),
        "files outside that import effect cards": len(importing("effect_cards")),
        "files outside that import infantry": len(importing("infantry")),
        "caches of a state made by hand": lines_with(r"\.(unit_cache|token_cache)\b", "brickfield/games/"),
        "public class names defined more than once outside games": len(twice()),
        "folders of a game with more than 25 files of rules": len(large_folders()),
    }


def _names(imported: list[dict[Path, list[str]]]) -> int:
    return sum(len(names) for game in imported for names in game.values())


@pytest.mark.parametrize("name", LIMITS)
def test_what_may_only_fall_does(name: str) -> None:
    limit, goal = LIMITS[name]
    now = counted()[name]
    assert now <= limit, f"{name}: {now}, which was {limit} and is to be {goal}"
    assert now == limit, f"{name} has fallen to {now}: write that into LIMITS"
