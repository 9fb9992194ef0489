"""Patterns read foreign text in one go: no repeat inside a repeat, and no text makes any of them slow.

Every `re` call and every `Meta(pattern=...)` of the package is looked at, and tried on texts made of its own letters.
"""

from __future__ import annotations

import ast
import importlib
import re
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from tests.docs.test_house import called, module_name, sources

# sre keeps its parser to itself, but there is no other way to look into a pattern.
from re import _constants as sre  # type: ignore[attr-defined]  # isort: skip
from re import _parser as reader  # type: ignore[attr-defined]  # isort: skip

_CALLS = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}
# What begins anywhere in a text begins again behind every failure.
_ANYWHERE = {"search", "sub", "subn", "split", "findall", "finditer"}
# Made from clause prefixes while a table is written; it reads the project's own files.
_OWN_TEXT = {"brickfield.cli.cross_table"}
_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
LETTERS = 8_000
MOST_SECONDS = 0.02


class Pattern(NamedTuple):
    """A pattern, where it stands, and whether it is looked for anywhere in a text."""

    where: str
    made: re.Pattern[Any]
    anywhere: bool


def patterns(source: str, module: str) -> Iterator[Pattern]:
    """All patterns of a module; one that is put together is taken from the module itself."""
    tree = ast.parse(source)
    names = {id(node.value): node.targets[0] for node in ast.walk(tree) if isinstance(node, ast.Assign)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        is_re = isinstance(node.func, ast.Attribute) and getattr(node.func.value, "id", "") == "re"
        given = [word.value for word in node.keywords if word.arg == "pattern" and called(node) == "Meta"]
        if is_re and called(node) in _CALLS:
            given = node.args[:1]
        for each in given:
            name = getattr(names.get(id(node)), "id", "")
            used = set(re.findall(rf"\b{name}\.(\w+)\(", source)) if name else {called(node)}
            where = f"{module}:{node.lineno}"
            if isinstance(each, ast.Constant):
                made = re.compile(each.value)  # type: ignore[arg-type]
                yield Pattern(where, getattr(_loaded(module), name, made), bool(used & _ANYWHERE))
            elif module not in _OWN_TEXT:
                yield Pattern(where, getattr(_loaded(module), name), bool(used & _ANYWHERE))


def _loaded(module: str) -> Any:
    return importlib.import_module(module) if module.startswith("brickfield") else None


def nested(pattern: re.Pattern[Any]) -> bool:
    """Whether a repeat stands inside a repeat, so that one text can be cut into pieces in many ways."""

    def inside(parsed: Any, repeated: bool) -> bool:
        for code, about in parsed:
            body = list(_bodies(about))
            if code in _REPEATS:
                least, most, _ = about
                if repeated and least != most:
                    return True
                body_repeats = repeated or most > 1
            else:
                body_repeats = repeated
            if any(inside(each, body_repeats) for each in body):
                return True
        return False

    return inside(reader.parse(pattern.pattern, pattern.flags), False)


def _bodies(about: Any) -> Iterator[Any]:
    """The patterns inside a part of a pattern."""
    if isinstance(about, reader.SubPattern):
        yield about
    elif isinstance(about, (tuple, list)):
        for each in about:
            yield from _bodies(each)


def letters(pattern: re.Pattern[Any]) -> list[str]:
    """A letter for each that the pattern names, and for each sort of letters."""
    found = dict.fromkeys("1")
    for code, about in _parts(reader.parse(pattern.pattern, pattern.flags)):
        if code in (sre.LITERAL, sre.NOT_LITERAL):
            found[chr(about)] = None
        elif code is sre.RANGE:
            found[chr(about[0])] = None
        elif code is sre.CATEGORY or code is sre.ANY:
            found.update(dict.fromkeys("a "))
    return list(found)[:9]


def _parts(parsed: Any) -> Iterator[tuple[Any, Any]]:
    for code, about in parsed:
        yield code, about
        if code is sre.IN:
            yield from about
        for body in _bodies(about):
            yield from _parts(body)


def slowest(pattern: Pattern) -> tuple[float, str]:
    """The most processor time a long text made of the pattern's own letters costs, and how that text begins."""
    known = letters(pattern.made)
    pumps = [*known, *(one + two for one in known for two in known if one != two)]
    worst = (0.0, "")
    for before in ("", *known):
        for pump in pumps:
            text: Any = before + pump * (LETTERS // len(pump)) + "\x00"
            worst = max(worst, (_cost(pattern, text), text[:12]))
            if worst[0] > MOST_SECONDS:
                return worst
    return worst


def _cost(pattern: Pattern, text: str) -> float:
    given: Any = text.encode() if isinstance(pattern.made.pattern, bytes) else text
    best = 1.0
    # once more only when it looks slow: the machine may have been busy with something else
    for _ in range(3):
        began = time.process_time()
        if pattern.anywhere:
            pattern.made.sub(given[:0], given)
        else:
            pattern.made.fullmatch(given) or pattern.made.match(given)
        best = min(best, time.process_time() - began)
        if best <= MOST_SECONDS:
            break
    return best


def all_patterns() -> list[Pattern]:
    return [found for path in sources("brickfield") for found in patterns(path.read_text("utf-8"), module_name(path))]


def test_no_pattern_repeats_a_repeat_and_none_can_be_made_slow() -> None:
    found = all_patterns()
    assert len(found) > 12
    assert [each.where for each in found if nested(each.made)] == []
    slow = [(each.where, *slowest(each)) for each in found]
    assert [each for each in slow if each[1] > MOST_SECONDS] == []


@pytest.mark.parametrize(
    "line",
    [
        r"""re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"')""",
        r"""re.fullmatch(r"(a+)+", x)""",
        r"""re.match(r"( \w+)*x", x)""",
        r"""Meta(pattern="^([a-z]+,?)*$")""",
    ],
)
def test_a_nested_repeat_is_seen(line: str) -> None:
    assert [nested(each.made) for each in patterns(line, "planted")] == [True]


@pytest.mark.parametrize(
    "line",
    [
        r"""X = re.compile(rb'"(?:[^"\\]|\\.)*+"'); X.sub(b"", x)""",
        r"""re.search(r"-[a-z-]{8,}\.js", x)""",
        r"""re.match(r"\s*\s*x", x)""",
    ],
)
def test_a_pattern_that_begins_again_and_again_is_seen(line: str) -> None:
    (found,) = patterns(line, "planted")
    assert not nested(found.made)
    assert slowest(found)[0] > MOST_SECONDS
