"""One line of an LDraw file, read strictly: what it lays or draws, or a sentence that says what is wrong with it."""

from __future__ import annotations

from typing import NamedTuple

from brickfield.bricks.placing import Placing, Point
from brickfield.core.refusal import Refusal, invalid

LARGEST_NUMBER = 1_000_000.0
_LONGEST_NAME = 200
_LONGEST_SHOWN = 40
# colours of the table are below 11000; a colour of one's own is 0x2RRGGBB
_LARGEST_COLOUR = 0x2FFFFFF
_NUMBER = frozenset("0123456789+-.eE")
# Words of a line that lays something: its type, a colour, twelve numbers and a name.
_LAYING = 15
# Points of the lines that draw: a line, a triangle, a rectangle, and a line with two more that only steer it.
_POINTS = {"2": (2, 2), "3": (3, 3), "4": (4, 4), "5": (4, 2)}


class Laying(NamedTuple):
    """A line that lays a part or a sub-model."""

    line: int
    colour: int
    placing: Placing
    name: str


class Drawing(NamedTuple):
    """A line that draws the surface of a part."""

    line: int
    points: tuple[Point, ...]


def fault(line: int, code: str, sentence: str) -> Refusal:
    """What is wrong with a file, and where."""
    return invalid(code, f"Line {line}: {sentence}", line=line)


def read_line(line: int, text: str) -> Laying | Drawing | Refusal:
    """A line that lays or draws; lines that begin with 0 are not for this."""
    kind = text.split(None, 1)[0]
    if kind == "1":
        return _laying(line, text)
    if kind in _POINTS:
        return _drawing(line, kind, text)
    return fault(line, "no_line", f"it begins with {shown(kind)}, but a line of LDraw begins with a digit from 0 to 5.")


def shown(word: str) -> str:
    """BrickPart of a file in a sentence: short, and printable whatever it was."""
    plain = "".join(letter if letter.isprintable() else "?" for letter in word)
    return f'"{plain if len(plain) <= _LONGEST_SHOWN else plain[:_LONGEST_SHOWN] + "..."}"'


def _laying(line: int, text: str) -> Laying | Refusal:
    words = text.split(None, _LAYING - 1)
    if len(words) < _LAYING:
        missing = "a colour, twelve numbers and a name"
        return fault(line, "cut_off", f"a part needs {missing}; the line ends early. Is the file complete?")
    colour = read_colour(line, words[1])
    numbers = read_numbers(line, words[2:-1])
    name = read_name(line, words[-1])
    for read in (colour, numbers, name):
        if isinstance(read, Refusal):
            return read
    assert isinstance(colour, int)
    assert isinstance(numbers, tuple)
    assert isinstance(name, str)
    return Laying(line, colour, Placing(*numbers), name)


def _drawing(line: int, kind: str, text: str) -> Drawing | Refusal:
    all_points, used = _POINTS[kind]
    words = text.split()
    if len(words) != 2 + 3 * all_points:
        return fault(line, "cut_off", f"a line of type {kind} has {2 + 3 * all_points} words; this has {len(words)}.")
    numbers = read_numbers(line, words[2:])
    if isinstance(numbers, Refusal):
        return numbers
    return Drawing(line, tuple((numbers[n], numbers[n + 1], numbers[n + 2]) for n in range(0, 3 * used, 3)))


def read_colour(line: int, word: str) -> int | Refusal:
    """A colour's code; a colour of its own, 0x2RRGGBB, keeps that number."""
    hexadecimal = word[:3].lower() == "0x2" and len(word) == len("0x2RRGGBB")
    try:
        colour = int(word, 16) if hexadecimal else int(word) if word.isascii() and word.isdigit() else -1
    except ValueError:
        colour = -1
    if not 0 <= colour <= _LARGEST_COLOUR:
        return fault(line, "no_colour", f"{shown(word)} is no colour of LDraw.")
    return colour


def read_numbers(line: int, words: list[str]) -> tuple[float, ...] | Refusal:
    """Numbers a brick can have; no others, however they are written."""
    numbers = []
    for word in words:
        try:
            number = float(word) if _NUMBER.issuperset(word) else None
        except ValueError:
            number = None
        if number is None:
            return fault(line, "no_number", f"{shown(word)} is no number.")
        if not abs(number) <= LARGEST_NUMBER:
            return fault(line, "huge_number", f"{shown(word)} is too large for a model of bricks.")
        numbers.append(number + 0.0)
    return tuple(numbers)


def read_name(line: int, word: str) -> str | Refusal:
    """The name of a part or sub-model as it is compared: lower case, with slashes, without a way out of the file."""
    name = " ".join(word.split()).replace("\\", "/").lower()
    if len(name) > _LONGEST_NAME:
        return fault(line, "long_name", f"the name {shown(name)} is longer than {_LONGEST_NAME} letters.")
    if not name.isprintable() or "<" in name or ">" in name:
        return fault(line, "bad_name", f"the name {shown(name)} holds signs that no file name has.")
    if name.startswith("/") or ".." in name.split("/") or name[1:2] == ":":
        return fault(line, "outside", f"the name {shown(name)} leads out of the file; nothing outside is read.")
    return name
