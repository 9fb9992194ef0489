"""LDraw files read strictly and with bounds: what comes in is a model, or a sentence with the line that is wrong.

Nothing but the file is ever opened. Time and memory are bounded before anything is multiplied out: sub-models are
weighed by what they hold in all, each of them once.
"""

from __future__ import annotations

from typing import NamedTuple

from brickfield.bricks.lines import Drawing, Laying, fault, read_line, read_name, shown
from brickfield.bricks.models import BrickModel, LaidLine, OwnPart, SubModel, number_of
from brickfield.bricks.parts import find_part
from brickfield.bricks.placing import Box, Placing, Point, around
from brickfield.core.model_sizes import LARGEST_FILE
from brickfield.core.refusal import Refusal, invalid

MOST_PARTS = 20_000
DEEPEST = 32
# Lines looked at when a model is multiplied out: those that lay parts, and those that lead to empty sub-models.
MOST_LINES = 4 * MOST_PARTS
_LONGEST_TITLE = 80
_MAIN = "model.ldr"
_OWN_PART = ("part", "subpart", "primitive", "shortcut")


class Section:
    """A file inside the file while it is read."""

    def __init__(self, name: str, line: int) -> None:
        self.name = name
        self.line = line
        self.title = ""
        self.steps: list[list[Laying]] = [[]]
        self.drawn: list[Point] = []
        self.text: list[str] = []
        self.says_part = False

    @property
    def is_part(self) -> bool:
        """Whether it is a part that the file brings along instead of a sub-model."""
        return self.says_part or (self.name.endswith(".dat") and bool(self.drawn))

    @property
    def laid(self) -> list[Laying]:
        """All it lays."""
        return [line for step in self.steps for line in step]


class Weight(NamedTuple):
    """What a sub-model holds in all."""

    parts: int
    lines: int
    depth: int


def read_ldraw(data: bytes) -> BrickModel | Refusal:
    """A model out of the bytes of an `.ldr` or `.mpd` file."""
    if len(data) > LARGEST_FILE:
        return invalid("too_large", f"The file has more than {LARGEST_FILE // 1_000_000} MB; no model needs that.")
    text = _text(data)
    if isinstance(text, Refusal):
        return text
    sections = _sections(text)
    if isinstance(sections, Refusal):
        return sections
    main, *others = sections
    # whatever its header says, the first section is the model
    main.says_part = False
    by_name = {section.name: section for section in others if not section.is_part} | {main.name: main}
    parts = {section.name: section for section in others if section.is_part}
    own = OwnParts(parts).read()
    if isinstance(own, Refusal):
        return own
    weighed = Weighing(by_name, own).weigh(main, ())
    if isinstance(weighed, Refusal):
        return weighed
    if not weighed.parts:
        return invalid("empty", "The file holds no part of a model.")
    return BrickModel(main.name, {name: _sub_model(section) for name, section in by_name.items()}, own)


def _sub_model(section: Section) -> SubModel:
    steps = [tuple(LaidLine(line.colour, line.placing, line.name) for line in step) for step in section.steps if step]
    return SubModel(section.title, tuple(steps))


def _text(data: bytes) -> str | Refusal:
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        return fault(line, "no_text", "this is no text, so the file is no LDraw model.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # older programs wrote the letters of western Europe in one byte each
        return data.decode("latin-1")


def _sections(text: str) -> list[Section] | Refusal:
    """The files inside the file, the main model first."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    whole = Section(_MAIN, 1)
    found: list[Section] = []
    now: Section | None = whole
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words:
            continue
        if words[0] == "0":
            if words[1:2] == ["FILE"]:
                section = _next_section(number, line, whole, found)
                if isinstance(section, Refusal):
                    return section
                found.append(section)
                now = section
            elif words[1:2] in (["NOFILE"], ["!DATA"]):
                now = None
            elif now is not None:
                _remark(now, words[1:], line)
            continue
        # what follows the end of a file inside the file belongs to none
        refusal = None if now is None else _content(now, number, line)
        if refusal is not None:
            return refusal
    return found or [whole]


def _next_section(number: int, line: str, whole: Section, found: list[Section]) -> Section | Refusal:
    words = line.split(None, 2)
    if len(words) < 3:
        return fault(number, "no_name", "0 FILE needs a name.")
    name = read_name(number, words[2])
    if isinstance(name, Refusal):
        return name
    if not found and (whole.laid or whole.drawn):
        return fault(number, "loose_parts", "there are parts before the first 0 FILE; they belong to no model.")
    if any(section.name == name for section in found):
        return fault(number, "twice", f"{shown(name)} stands in the file twice.")
    return Section(name, number)


def _remark(section: Section, words: list[str], line: str) -> None:
    """A line that begins with 0: the end of a step, a header, or something to read."""
    if not words:
        return
    if words[0] in ("STEP", "ROTSTEP"):
        section.steps.append([])
    elif words[0] == "!LDRAW_ORG":
        section.says_part = any(word in " ".join(words[1:]).lower() for word in _OWN_PART)
    elif not section.title and not section.laid and not words[0].startswith(("!", "//")):
        title = " ".join(line.split()[1:])
        section.title = "".join(filter(str.isprintable, title))[:_LONGEST_TITLE]


def _content(section: Section, number: int, line: str) -> Refusal | None:
    read = read_line(number, line)
    if isinstance(read, Refusal):
        return read
    if isinstance(read, Laying):
        section.steps[-1].append(read)
    elif isinstance(read, Drawing):
        section.drawn += read.points
    section.text.append(" ".join(line.split()))
    return None


class Weighing:
    """Weighs every sub-model once: whether what it asks for is there, turns and ends, and how much it is in all."""

    def __init__(self, sections: dict[str, Section], own: dict[str, OwnPart]) -> None:
        self.sections = sections
        self.own = own
        self.weights: dict[str, Weight] = {}

    def weigh(self, section: Section, path: tuple[str, ...]) -> Weight | Refusal:
        """The weight of a sub-model that is asked for along a path."""
        path = (*path, section.name)
        parts, lines, depth = 0, 0, 1
        for line in section.laid:
            weight = self._weight(line, path)
            if isinstance(weight, Refusal):
                return weight
            parts, lines = parts + weight.parts, lines + 1 + weight.lines
            depth = max(depth, 1 + weight.depth)
            if parts > MOST_PARTS:
                return fault(line.line, "too_many_parts", f"the model has more than {MOST_PARTS} parts.")
            if lines > MOST_LINES:
                return fault(line.line, "too_many_parts", "sub-models are repeated too often.")
        self.weights[section.name] = Weight(parts, lines, depth)
        return self.weights[section.name]

    def _weight(self, line: Laying, path: tuple[str, ...]) -> Weight | Refusal:
        if not line.placing.is_rigid():
            told = f"the matrix of {shown(line.name)} does not only turn it; bricks cannot be stretched."
            return fault(line.line, "no_turn", told)
        section = self.sections.get(line.name)
        if section is None:
            return self._part(line)
        if line.name in path:
            return fault(line.line, "cycle", f"{shown(line.name)} holds itself.")
        weight = self.weights.get(line.name)
        if len(path) + (weight.depth if weight else 1) - 1 > DEEPEST:
            return fault(line.line, "too_deep", f"sub-models lie more than {DEEPEST} deep in each other.")
        return weight or self.weigh(section, path)

    def _part(self, line: Laying) -> Weight | Refusal:
        if line.name.endswith(".dat") or line.name in self.own:
            return Weight(1, 0, 0)
        return fault(line.line, "missing", f"{shown(line.name)} is no part (.dat), and no sub-model of this file.")


class OwnParts:
    """Parts that the file brings along, measured by what they draw and by the parts they are made of."""

    def __init__(self, sections: dict[str, Section]) -> None:
        self.sections = sections
        self.read_so_far: dict[str, OwnPart] = {}

    def read(self) -> dict[str, OwnPart] | Refusal:
        """All of them."""
        for section in self.sections.values():
            refusal = self._read(section, ())
            if refusal is not None:
                return refusal
        return self.read_so_far

    def _read(self, section: Section, path: tuple[str, ...]) -> Refusal | None:
        if section.name in self.read_so_far:
            return None
        path = (*path, section.name)
        boxes = [_around_points(section.drawn)] if section.drawn else []
        for line in section.laid:
            inner = self.sections.get(line.name)
            if inner is not None:
                if line.name in path:
                    return fault(line.line, "cycle", f"{shown(line.name)} holds itself.")
                if len(path) > DEEPEST:
                    return fault(line.line, "too_deep", f"parts lie more than {DEEPEST} deep in each other.")
                refusal = self._read(inner, path)
                if refusal is not None:
                    return refusal
            box = self._box(line.name)
            if box is not None:
                boxes.append(Placing(*line.placing).box(box))
        self.read_so_far[section.name] = OwnPart(section.title, around(boxes), tuple(section.text))
        return None

    def _box(self, name: str) -> Box | None:
        """The box of what a part is made of; the library's ready-made surfaces are not in the file and tell nothing."""
        own = self.read_so_far.get(name)
        part = None if own else find_part(number_of(name))
        return own.box if own else part.box if part else None


def _around_points(points: list[Point]) -> Box:
    low = [min(point[axis] for point in points) for axis in range(3)]
    high = [max(point[axis] for point in points) for axis in range(3)]
    return (low[0], low[1], low[2], high[0], high[1], high[2])
