"""`brickfield sentences`: every sentence the product can say, from its words, its data and its pages, to be read.

A sentence is found where it is written: in the Python code (templates with their holes as {...}), in the data of the
games, and in the sources of the client where they are at hand. Comments and names of the code are left out.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import brickfield
from brickfield.core.game import Game
from brickfield.games import all_games
from brickfield.speech.clause_cards import clause_cards

_ROOT = Path(brickfield.__file__).parent
_CLIENT = _ROOT.parent / "client" / "src"
# Rooms whose code speaks to players; the others are read by nobody who plays.
_ROOMS = ("core", "speech", "text", "server", "players", "replay_viewer")
# Keys of data files that are shown to somebody.
_SHOWN = frozenset(
    ("title", "text", "name", "answer", "words", "say", "lead", "detail", "brief", "reason", "why", "caption", "about")
)
_WORD = re.compile(r"[A-Za-z]{2,}")
# Text between tags, and strings in quotes, of a page of the client.
_BETWEEN = re.compile(r">([^<>{}=;]+)<")
_QUOTED = re.compile(r"\"([^\"\n]*)\"|`([^`\n]*)`")
_HOLE = re.compile(r"\$\{[^}]*\}")
# What is quoted in code and no sentence: imports, names of classes and looks, parts of addresses.
_NO_SENTENCE = re.compile(r"^(?:\.{0,2}/|[a-z-]+:|[-a-z0-9_ ]+$|k-|a-|m-|[MLZ0-9., -]+$)")


class FoundSentence(NamedTuple):
    """A sentence and where it stands: a file of the project and the line in it, or the clause."""

    place: str
    text: str


def sentences(games: Iterable[Game], *, shared: bool = True) -> Iterator[FoundSentence]:
    """Everything these games can say, and what every table and page says besides."""
    for game in games:
        yield from _of_code(sorted(game.folder.rglob("*.py")))
        for file in sorted(game.folder.rglob("*.toml")):
            if file.name != "clauses.toml":
                yield from _of_data(file)
        for card in clause_cards(game):
            told = (card.title, card.text, card.ambiguity, card.ruling, card.switch_words)
            yield from (FoundSentence(card.id, each) for each in told if each)
    if shared:
        yield from _of_code(sorted(file for room in _ROOMS for file in (_ROOT / room).rglob("*.py")))
        yield from _of_pages(sorted(file for end in ("ts", "tsx") for file in _CLIENT.rglob(f"*.{end}")))


def show_sentences(game_id: str | None) -> None:
    """Print every sentence with its place, those of a game only if one is named."""
    from brickfield.cli.words import unknown
    from brickfield.games import GAME_IDS, find_game

    game = find_game(game_id) if game_id else None
    if game_id and game is None:
        raise unknown("game", game_id, GAME_IDS)
    for place, text in sentences([game] if game is not None else all_games(), shared=game is None):
        print(f"{place}: {' '.join(text.split())}")


def _is_telling(text: str) -> bool:
    """Whether a text has two words at least: one alone is a name of the code as likely as not."""
    return " " in text.strip() and len(_WORD.findall(text)) > 1


# --- code ------------------------------------------------------------------------------------------------------------


def _of_code(files: Iterable[Path]) -> Iterator[FoundSentence]:
    for file in files:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        silent = {id(each) for each in _docstrings(tree)}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                silent.update(id(part) for part in node.values)
        for node in ast.walk(tree):
            text = "" if id(node) in silent else _template(node)
            if _is_telling(text) and "\\" not in text:
                yield FoundSentence(f"{file.relative_to(_ROOT.parent)}:{getattr(node, 'lineno', 0)}", text)


def _docstrings(tree: ast.AST) -> Iterator[ast.AST]:
    """Sentences about the code, and errors that are raised: nobody who plays reads them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.Raise):
            yield from ast.walk(node)


def _template(node: ast.AST) -> str:
    """A string of the code, holes as {...}."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = (each.value if isinstance(each, ast.Constant) else "{...}" for each in node.values)
        return "".join(str(each) for each in parts)
    return ""


# --- data ------------------------------------------------------------------------------------------------------------


def _of_data(file: Path) -> Iterator[FoundSentence]:
    place = str(file.relative_to(_ROOT.parent))
    return (FoundSentence(place, text) for text in _shown(tomllib.loads(file.read_text(encoding="utf-8"))))


def _shown(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, each in value.items():
            yield from _shown(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from _shown(each, key)
    elif isinstance(value, str) and (key in _SHOWN or _is_telling(value)) and value:
        yield value


# --- pages -----------------------------------------------------------------------------------------------------------


def _of_pages(files: Iterable[Path]) -> Iterator[FoundSentence]:
    for file in files:
        if ".test." in file.name or "testing" in file.name or "protocol" in file.parts:
            continue
        for number, line in enumerate(_without_comments(file.read_text(encoding="utf-8")).splitlines(), start=1):
            place = f"{file.relative_to(_ROOT.parent)}:{number}"
            quoted = (found[1] if found[1] is not None else found[2] for found in _QUOTED.finditer(line))
            bare = [line.strip()] if re.fullmatch(r"\s*[A-Z][^<>{}=;()]*[a-z][.?!,:]?\s*", line) else []
            for text in (*(each[1] for each in _BETWEEN.finditer(line)), *quoted, *bare):
                told = _HOLE.sub("{...}", text).strip()
                if _is_telling(told) and not _NO_SENTENCE.match(told) and "import" not in line.split(" ")[0]:
                    yield FoundSentence(place, told)


def _without_comments(source: str) -> str:
    """The lines of a source, comments blanked."""
    parts = source.split("/*")
    blanked = [parts[0]]
    for part in parts[1:]:
        comment, _, code = part.partition("*/")
        blanked.append("\n" * comment.count("\n") + code)
    return "\n".join(
        line.partition(" // ")[0] if not line.lstrip().startswith("//") else "" for line in "".join(blanked).split("\n")
    )
