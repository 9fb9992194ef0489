"""A scene: the shapes that stand on the table at one moment, in order, and the border they must stay in."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from operator import attrgetter
from struct import Struct as Layout

from brickfield.geometry.shapes import Shape

Bounds = tuple[float, float, float, float]

_packed_of = attrgetter("packed")
_pack_bounds = Layout("4d").pack
_ENDLESS = _pack_bounds(float("-inf"), float("-inf"), float("inf"), float("inf"))


class Scene:
    """Shapes by number (their place in the list) and, if there is one, the border (x0, y0, x1, y1) of the table.

    Cheap to make, because a new one is made after every move. `packed` is missing until somebody calls `pack`.
    """

    __slots__ = ("base", "bounds", "packed", "shapes", "starts")

    packed: bytes
    # where each shape that stands before the base begins in the packed form, and where the last of them ends
    starts: tuple[int, ...]

    def __init__(self, shapes: Iterable[Shape] = (), bounds: Bounds | None = None) -> None:
        self.shapes = tuple(shapes)
        self.bounds = bounds
        self.base: Scene | None = None
        if bounds is not None and not (bounds[0] < bounds[2] and bounds[1] < bounds[3]):
            raise ValueError(f"a border must have left below right and lower below upper: {bounds!r}")

    def pack(self) -> bytes:
        """The packed form, made when the compiled kernel first asks for it."""
        if hasattr(self, "packed"):
            return self.packed
        head, tail, own = _ENDLESS if self.bounds is None else _pack_bounds(*self.bounds), b"", self.shapes
        if self.base is not None:
            tail, own = self.base.pack()[len(head) :], own[: len(own) - len(self.base.shapes)]
        try:
            self.packed = packed = b"".join((head, *map(_packed_of, own), tail))
        except AttributeError:
            self.packed = packed = b"".join((head, *[shape.pack() for shape in own], tail))
        return packed

    def behind(self, shapes: Iterable[Shape]) -> Scene:
        """A scene with these shapes in front of all of this one, inside the same border."""
        scene = Scene((*shapes, *self.shapes), self.bounds)
        scene.base = self
        return scene

    def replaced(self, changes: dict[int, Shape]) -> Scene:
        """The same scene with other shapes in some places."""
        shapes = list(self.shapes)
        for number, shape in changes.items():
            shapes[number] = shape
        scene = Scene.__new__(Scene)
        scene.shapes, scene.bounds, scene.base = tuple(shapes), self.bounds, None
        if hasattr(self, "packed"):
            self._patch(scene, changes)
        return scene

    def _patch(self, scene: Scene, changes: dict[int, Shape]) -> None:
        """Give a scene that differs in a few shapes its packed form, if those take no more and no less room."""
        if not hasattr(self, "starts"):
            base = self.base.shapes if self.base is not None else ()
            own = map(_packed_of, self.shapes[: len(self.shapes) - len(base)])
            self.starts = tuple(accumulate(map(len, own), initial=len(_ENDLESS)))
        packed, starts = self.packed, self.starts
        for number, shape in changes.items():
            row = shape.pack()
            if number + 1 >= len(starts) or len(row) != starts[number + 1] - starts[number]:
                return
            packed = b"".join((packed[: starts[number]], row, packed[starts[number + 1] :]))
        scene.packed, scene.starts = packed, starts

    def __len__(self) -> int:
        return len(self.shapes)

    def __repr__(self) -> str:
        return f"Scene({list(self.shapes)!r}, {self.bounds!r})"
