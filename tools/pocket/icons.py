"""The icons of the installed program: our brick, drawn pixel by pixel, so that no other tool is needed."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import NamedTuple

_SHEET, _BRICK, _INK = (0xDD, 0xE7, 0xEC), (0xF5, 0xC5, 0x18), (0x16, 0x22, 0x2B)
# As in favicon.svg: the drawing is 30 wide and 24 high, its lines are 1.8 wide.
_WIDE, _HIGH, _LINE = 30.0, 24.0, 1.8
_STUDS_AND_BODY = ((5.5, 3.0, 11.5, 6.0), (18.5, 3.0, 24.5, 6.0), (2.0, 6.0, 28.0, 21.0))
_SEAM = (2.0, 15.0, 28.0, 15.0)
_FINE = 4


class Icon(NamedTuple):
    """A file, how many pixels wide, and which share of them the drawing takes."""

    name: str
    size: int
    share: float


# A maskable icon is cut to any shape: what matters lies in its inner four fifths.
ICONS = (Icon("icon-192.png", 192, 0.86), Icon("icon-512.png", 512, 0.86), Icon("maskable-512.png", 512, 0.6))


def _colour(x: float, y: float) -> tuple[int, int, int]:
    half = _LINE / 2
    found = _SHEET
    for left, top, right, bottom in _STUDS_AND_BODY:
        if left - half <= x <= right + half and top - half <= y <= bottom + half:
            inside = left + half <= x <= right - half and top + half <= y <= bottom - half
            found = _BRICK if inside else _INK
    left, level, right, _ = _SEAM
    return _INK if left <= x <= right and abs(y - level) <= half else found


def drawn(icon: Icon) -> bytes:
    """The picture as a PNG file."""
    scale = _WIDE / (icon.size * icon.share)
    across, down = (_WIDE - icon.size * scale) / 2, (_HIGH - icon.size * scale) / 2
    steps = [(n + 0.5) / _FINE for n in range(_FINE)]
    rows = []
    for row in range(icon.size):
        line = bytearray(b"\0")
        for column in range(icon.size):
            spots = [_colour(across + (column + x) * scale, down + (row + y) * scale) for y in steps for x in steps]
            line += bytes(round(sum(spot[part] for spot in spots) / len(spots)) for part in range(3))
        rows.append(bytes(line))
    head = struct.pack(">IIBBBBB", icon.size, icon.size, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(rows), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def main(folder: Path) -> None:
    """Write all icons."""
    folder.mkdir(parents=True, exist_ok=True)
    for icon in ICONS:
        (folder / icon.name).write_bytes(drawn(icon))
