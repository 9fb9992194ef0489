"""The building steps of a model, as a page shows them: what lies there already, what is new, and what is put on.

A sub-model of several steps is built by itself first, as printed instructions do it, and then put on as a whole; one of
a single step is part of the step that lays it. Parts are numbered in this order: every step is a stretch of numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from hashlib import sha256

import msgspec
from msgspec import Struct

from brickfield.bricks.designs import design, designs
from brickfield.bricks.drawing import Laid, part_looks
from brickfield.bricks.laid_out import FolderText, modules_of
from brickfield.bricks.measuring import Lot, measured
from brickfield.bricks.models import AS_ABOVE, AS_EDGE, BrickModel, LaidLine, Placed, number_of
from brickfield.bricks.parts import all_colours, colour_name, find_part
from brickfield.bricks.placing import STUD, Placing, Point

# Three rows of a matrix that turns a part.
Turn = tuple[float, float, float, float, float, float, float, float, float]
# How an own part's kind of shape lies in it: its share, and three rows of a matrix in studs.
LookShape = tuple[float, Laid]
_DECIMALS = 3


class BuildingStep(Struct, frozen=True, array_like=True):
    """A building step. Parts `first` to `lit` are there already, `lit` to `end` are new, and those from `new` on are
    taken from the heap; what is lit before them was built in the steps before. `piece` is the sub-model that is built
    by itself, `times` how often.
    """

    first: int
    lit: int
    new: int
    end: int
    piece: str = ""
    times: int = 1


# A part of a plan: number, colour, which way it is turned, and its place in studs: x ahead, y left, z up.
LaidPart = tuple[str, int, Turn, Point]


class Plan(Struct, frozen=True):
    """How a model is built: every part, and the steps."""

    title: str
    size: tuple[float, float, float]
    parts: tuple[LaidPart, ...]
    steps: tuple[BuildingStep, ...]
    # part of a larger model, which makes sense by itself
    module: bool = False

    def bill(self, step: BuildingStep) -> tuple[Lot, ...]:
        """What a step takes from the heap."""
        counts = Counter((number, colour) for number, colour, *_laid in self.parts[step.new : step.end])
        return tuple(Lot(number, colour, step.times * count) for (number, colour), count in sorted(counts.items()))


class PartLook(Struct, frozen=True):
    """A part as it is drawn: what it is called, its unit shapes by kind, and its studs."""

    title: str
    shapes: dict[str, tuple[LookShape, ...]]
    studs: tuple[Laid, ...]


class WrittenPlan(Struct, frozen=True):
    """A plan as it is sent: of all parts the looks, the colours, the turns by number, and where they lie, in turn."""

    title: str
    size: tuple[float, float, float]
    parts: tuple[tuple[float, ...], ...]
    steps: tuple[BuildingStep, ...]
    module: bool


class Plans(Struct, frozen=True):
    """The plans of a folder, the turns and the looks of all parts in them, and how its colours look and are called."""

    models: dict[str, WrittenPlan]
    turns: tuple[Turn, ...]
    looks: dict[str, PartLook]
    paints: dict[int, str]
    colours: dict[int, str]


class _Layer:
    """A model laid part by part while its steps are written down."""

    def __init__(self, model: BrickModel) -> None:
        self.model = model
        self.parts: list[tuple[str, int, Placing]] = []
        self.steps: list[BuildingStep] = []

    def build(self, name: str, frame: Placing, above: int, times: int) -> None:
        """A sub-model, or the main one, step by step."""
        first = len(self.parts)
        piece = "" if name == self.model.main else self.model.files[name].title or name.removesuffix(".ldr")
        for lines in self.model.files[name].steps:
            lit, before = len(self.parts), len(self.steps)
            self._build_pieces(lines, frame, above, times)
            new = len(self.parts)
            for line in lines:
                if not self._is_piece(line.name):
                    self._lay(line, frame, above)
            step = BuildingStep(first, lit, new, len(self.parts), piece, times)
            # a single piece, with nothing there to put it on, stands there as it was built
            alone = (
                len(self.steps) > before and lit == first and new == step.end and len(self._pieces(lines, above)) == 1
            )
            if not alone:
                self.steps.append(step)

    def _build_pieces(self, lines: tuple[LaidLine, ...], frame: Placing, above: int, times: int) -> None:
        """What is put together before it is put on; of what is the same only the first is shown."""
        for (name, colour), laid in self._pieces(lines, above).items():
            self.build(name, frame.of(laid[0].placing), colour, times * len(laid))
            for line in laid[1:]:
                self._lay(line, frame, above)

    def _pieces(self, lines: tuple[LaidLine, ...], above: int) -> dict[tuple[str, int], list[LaidLine]]:
        found: dict[tuple[str, int], list[LaidLine]] = {}
        for line in lines:
            if self._is_piece(line.name):
                found.setdefault((line.name, _colour(line, above)), []).append(line)
        return found

    def _is_piece(self, name: str) -> bool:
        """Whether it has steps of its own, or something in it has."""
        inner = self.model.files.get(name)
        if inner is None:
            return False
        return len(inner.steps) > 1 or any(self._is_piece(line.name) for lines in inner.steps for line in lines)

    def _lay(self, line: LaidLine, frame: Placing, above: int) -> None:
        """A part, or everything in a sub-model."""
        placing, colour = frame.of(line.placing), _colour(line, above)
        if line.name not in self.model.files:
            self.parts.append((number_of(line.name), colour, placing))
            return
        for _step, inner in self.model.laid(line.name):
            self._lay(inner, placing, colour)


def _colour(line: LaidLine, above: int) -> int:
    return above if line.colour in (AS_ABOVE, AS_EDGE) else line.colour


def plan_of(model: BrickModel, module: bool = False) -> Plan:
    """How a model is built, step by step."""
    layer = _Layer(model)
    layer.build(model.main, Placing(), AS_ABOVE, 1)
    measure = measured(model)
    parts = tuple((number, colour, *_in_studs(placing)) for number, colour, placing in layer.parts)
    return Plan(model.title, (*measure.size_studs, measure.bricks_high), parts, tuple(layer.steps), module)


def _in_studs(placing: Placing) -> tuple[Turn, Point]:
    """A turn and a place as a table measures them: x ahead, y left, z up."""
    x, y, z, a, b, c, d, e, f, g, h, i = placing
    turn = (_short(a), _short(c), _short(-b), _short(g), _short(i), _short(-h), _short(-d), _short(-f), _short(e))
    return turn, (_short(x / STUD), _short(z / STUD), _short(-y / STUD))


def _short(number: float) -> float:
    """Rounded, and a whole number where it is one: most are, and texts of them are shorter."""
    rounded = round(number, _DECIMALS) + 0.0
    return int(rounded) if rounded.is_integer() else rounded


def _written(plan: Plan, turns: dict[Turn, int], looks: dict[str, int]) -> WrittenPlan:
    parts = [(looks[number], colour, turns[turn], *place) for number, colour, turn, place in plan.parts]
    return WrittenPlan(plan.title, plan.size, tuple(zip(*parts, strict=True)), plan.steps, plan.module)


def models_of(folder: str) -> dict[str, BrickModel]:
    """Everything that can be built by itself in a folder: the designs, and modules."""
    return {**{name: design(folder, name) for name in designs()[folder]}, **modules_of(folder)}


def _looks(numbers: Iterable[str]) -> dict[str, PartLook]:
    looks = {}
    for number in sorted(set(numbers)):
        part = find_part(number)
        shapes, studs = part_looks(Placed(number, part, AS_ABOVE, Placing(), part.box if part else None, 0, ()))
        looks[number] = PartLook(part.title if part else f"part {number}", shapes, studs)
    return looks


@cache
def plans_text(folder: str) -> FolderText | None:
    """The plans of a folder as one text; nothing when there is no such folder."""
    if folder not in designs():
        return None
    models = {name: plan_of(model, name not in designs()[folder]) for name, model in models_of(folder).items()}
    laid = [(number, colour) for plan in models.values() for number, colour, _turn, _place in plan.parts]
    turns = {turn: at for at, turn in enumerate(sorted({part[2] for plan in models.values() for part in plan.parts}))}
    looks = _looks(number for number, _colour in laid)
    places = {number: at for at, number in enumerate(looks)}
    written = {name: _written(plan, turns, places) for name, plan in models.items()}
    codes = sorted({colour for _number, colour in laid} - {AS_ABOVE})
    paints = {code: all_colours()[code].value for code in codes}
    names = {code: colour_name(code) for code in codes}
    data = msgspec.json.encode(Plans(written, tuple(turns), looks, paints, names))
    return FolderText(data, sha256(data).hexdigest()[:16])
