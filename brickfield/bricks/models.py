"""A model as it was read: sub-models with their building steps, and every part of it with its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from brickfield.bricks.parts import BrickPart, find_part
from brickfield.bricks.placing import Box, Placing

# The colour that means "as above", and the one for edges, which a part should not have but sometimes does.
AS_ABOVE = 16
AS_EDGE = 24


class LaidLine(NamedTuple):
    """One line of a sub-model: a part or another sub-model, where and in which colour."""

    colour: int
    placing: Placing
    name: str


class SubModel(Struct, frozen=True):
    """A sub-model: its title and its building steps, none of them empty."""

    title: str
    steps: tuple[tuple[LaidLine, ...], ...]


class OwnPart(Struct, frozen=True):
    """A part that the file brings along: its box as far as its drawing tells, and the lines of the drawing."""

    title: str
    box: Box | None
    drawing: tuple[str, ...]


class Placed(NamedTuple):
    """A part of the whole model. `part` is None where the table does not know it; `box` is where it lies, if known."""

    number: str
    part: BrickPart | None
    colour: int
    placing: Placing
    box: Box | None
    step: int
    path: tuple[str, ...]


class BrickModel(Struct, frozen=True):
    """A model that was read: the name of its main sub-model, all sub-models, and the parts it brings along."""

    main: str
    files: dict[str, SubModel]
    own: dict[str, OwnPart] = {}

    @property
    def title(self) -> str:
        """What the author calls it."""
        return self.files[self.main].title

    @property
    def steps(self) -> int:
        """How many building steps the main model has."""
        return len(self.files[self.main].steps)

    def laid(self, name: str = "") -> Iterator[tuple[int, LaidLine]]:
        """The lines of a sub-model with the step each belongs to, counted from 0."""
        for step, lines in enumerate(self.files[name or self.main].steps):
            yield from ((step, line) for line in lines)

    def placed(self, name: str = "") -> list[Placed]:
        """Every part of the model, or of one sub-model, in the order of building. Steps are those of the main model."""
        found: list[Placed] = []
        for step, line in self.laid(name):
            self._collect(line, Placing(), AS_ABOVE, step, (), found)
        return found

    def _collect(
        self, line: LaidLine, frame: Placing, above: int, step: int, path: tuple[str, ...], found: list[Placed]
    ) -> None:
        colour = above if line.colour in (AS_ABOVE, AS_EDGE) else line.colour
        placing = frame.of(line.placing)
        if line.name in self.files:
            for _step, inner in self.laid(line.name):
                self._collect(inner, placing, colour, step, (*path, line.name), found)
            return
        number = number_of(line.name)
        own = self.own.get(line.name)
        part = None if own else find_part(number)
        box = own.box if own else part.box if part else None
        found.append(Placed(number, part, colour, placing, placing.box(box) if box else None, step, path))


def number_of(name: str) -> str:
    """The number of a part by the name of its file: 3001.dat is 3001."""
    return name.removesuffix(".dat")
