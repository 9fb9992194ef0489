"""A picture of the page as pixels: just enough of PNG to read what the browser wrote."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterator

from playwright.sync_api import FloatRect, Page

Colour = tuple[int, int, int]


class Picture:
    """Pixels by column and row."""

    def __init__(self, width: int, height: int, step: int, rows: list[bytearray]) -> None:
        self.width = width
        self.height = height
        self._step = step
        self._rows = rows

    def at(self, x: int, y: int) -> Colour:
        """The colour of a pixel."""
        start = x * self._step
        red, green, blue = self._rows[y][start : start + 3]
        return red, green, blue

    def grey(self, x: int, y: int) -> float:
        """How bright a pixel is, as a picture without colours has it."""
        red, green, blue = self.at(x, y)
        return 0.299 * red + 0.587 * green + 0.114 * blue

    def everywhere(self) -> Iterator[tuple[int, int]]:
        """All places of the picture."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def count(self, is_wanted: Callable[[Colour], bool]) -> int:
        """How many pixels have such a colour."""
        return sum(is_wanted(self.at(x, y)) for x, y in self.everywhere())


def take(page: Page, x: float, y: float, width: float, height: float) -> Picture:
    """A picture of a part of the window."""
    clip: FloatRect = {"x": x, "y": y, "width": width, "height": height}
    return read(page.screenshot(clip=clip, animations="disabled"))


def read(png: bytes) -> Picture:
    """A PNG as pixels: eight bits a channel, not interlaced, as browsers write it."""
    width, height, depth, kind, *_ = struct.unpack(">IIBBBBB", png[16:29])
    assert depth == 8, f"{depth} bits a channel are not read here"
    step = {2: 3, 6: 4}[kind]
    raw = zlib.decompress(b"".join(_parts(png, b"IDAT")))
    rows: list[bytearray] = []
    before = bytearray(width * step)
    for number in range(height):
        start = number * (width * step + 1)
        before = _row(raw[start], bytearray(raw[start + 1 : start + 1 + width * step]), before, step)
        rows.append(before)
    return Picture(width, height, step, rows)


def _parts(png: bytes, name: bytes) -> Iterator[bytes]:
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == name:
            yield png[at + 8 : at + 8 + length]
        at += 12 + length


def _row(filtered: int, row: bytearray, before: bytearray, step: int) -> bytearray:
    for i in range(len(row)):
        left = row[i - step] if i >= step else 0
        above = before[i]
        corner = before[i - step] if i >= step else 0
        if filtered == 1:
            row[i] = (row[i] + left) & 255
        elif filtered == 2:
            row[i] = (row[i] + above) & 255
        elif filtered == 3:
            row[i] = (row[i] + (left + above) // 2) & 255
        elif filtered == 4:
            row[i] = (row[i] + _nearest(left, above, corner)) & 255
    return row


def _nearest(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    far_left, far_above, far_corner = abs(guess - left), abs(guess - above), abs(guess - corner)
    if far_left <= far_above and far_left <= far_corner:
        return left
    return above if far_above <= far_corner else corner
