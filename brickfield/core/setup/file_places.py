"""Where things stand in a file of data: by the place of a value (`terrain[3].x`) the line it is written on."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from json import JSONDecoder

_TABLE = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*([\w-]+)\s*=")
_INNER = re.compile(r"\{")
_LONG_TEXT = ('"""', "'''")
_SPACE = re.compile(r"[\s,:]*")


class Lines:
    """The lines of a file by the places that are known; what stands inside one of them is on its line or below."""

    def __init__(self, known: dict[str, int]) -> None:
        self._known = known

    def of(self, place: str) -> int:
        """The line of a place, or of the nearest thing around it; 1 where nothing is known."""
        while place not in self._known:
            # a list of tables begins with its first one
            if f"{place}[0]" in self._known:
                return self._known[f"{place}[0]"]
            cut = max(place.rfind("."), place.rfind("["))
            if cut <= 0:
                return self._known.get("", 1)
            place = place[:cut]
        return self._known[place]


def toml_lines(text: str) -> Lines:
    """The lines of a TOML file: of its tables, of their keys, and of the tables that are written inside of a list."""
    known: dict[str, int] = {}
    counted: Counter[str] = Counter()
    table, inside, key, items = "", "", "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if inside:
            inside = "" if inside in line else inside
        elif found := _TABLE.match(line):
            table = _table_place(found.group(2), found.group(1) == "[[", counted)
            known.setdefault(table, number)
            key = ""
        elif found := _KEY.match(line):
            key, items = f"{table}.{found.group(1)}".removeprefix("."), 0
            known.setdefault(key, number)
            items = _inner_tables(line, key, items, number, known)
            inside = next((mark for mark in _LONG_TEXT if line.count(mark) == 1), "")
        elif key:
            items = _inner_tables(line, key, items, number, known)
    return Lines(known)


def _table_place(name: str, is_listed: bool, counted: Counter[str]) -> str:
    """The place of a table by its head: the last one of every list that it stands in."""
    place, plain = "", ""
    parts = name.split(".")
    for part in parts:
        plain = f"{plain}.{part}".removeprefix(".")
        place = f"{place}.{part}".removeprefix(".")
        if part is parts[-1] and is_listed:
            counted[plain] += 1
        if counted[plain]:
            place += f"[{counted[plain] - 1}]"
    return place


def _inner_tables(line: str, key: str, items: int, number: int, known: dict[str, int]) -> int:
    for _found in _INNER.finditer(line.partition("#")[0]):
        known.setdefault(f"{key}[{items}]", number)
        items += 1
    return items


def json_lines(text: str) -> Lines:
    """The lines of a JSON file, which can be read."""
    known: dict[str, int] = {}
    breaks = [found.start() for found in re.finditer("\n", text)]
    line, seen = 1, 0
    for at, place in _json_places(text):
        while seen < len(breaks) and breaks[seen] < at:
            seen, line = seen + 1, line + 1
        known.setdefault(place, line)
    return Lines(known)


def _json_places(text: str) -> Iterator[tuple[int, str]]:
    """Every value with where it begins, in the order of the file."""
    decode = JSONDecoder().raw_decode
    # by nesting: the place of the object or list, and how many of its values were met (-1: an object)
    around: list[tuple[str, int]] = []
    at, key = _space(text, 0), ""
    while at < len(text):
        letter = text[at]
        if letter in "]}":
            around.pop()
            at = _space(text, at + 1)
            continue
        if around and around[-1][1] < 0 and not key:
            name, at = decode(text, at)
            key, at = f"{around[-1][0]}.{name}".removeprefix("."), _space(text, at)
            continue
        place = key
        if around and around[-1][1] >= 0:
            place, count = around.pop()
            around.append((place, count + 1))
            place = f"{place}[{count}]"
        yield at, place
        key = ""
        if letter in "[{":
            around.append((place, 0 if letter == "[" else -1))
            at = _space(text, at + 1)
        else:
            at = _space(text, decode(text, at)[1])


def _space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found is not None else at
