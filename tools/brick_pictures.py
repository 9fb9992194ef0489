"""Pictures of brick models, to look at what was designed: `python -m tools.brick_pictures OUT.png FILE [FILE ...]`.

Each model is drawn from ahead, from its left side and from behind, by the same unit shapes a table is given.
"""

from __future__ import annotations

import math
import struct
import sys
import zlib
from itertools import pairwise
from pathlib import Path

import numpy as np

from brickfield.bricks.drawing import BrickDrawing, DrawnShape, drawing_of
from brickfield.bricks.models import BrickModel
from brickfield.bricks.parts import all_colours
from brickfield.bricks.studio import read_model

# Yaw and pitch of each view, in degrees; the size of a view in pixels, and how much finer it is drawn.
VIEWS = ((-125.0, 28.0), (180.0, 4.0), (60.0, 30.0))
WIDE, HIGH, FINER = 420, 300, 2
PAPER, EDGE, SIDE = 0.93, 0.45, "#7F9C8A"
LIGHTS = ((0.35, -0.45, 0.82, 0.55), (0.7, 0.6, 0.2, 0.2))
SIDES = 20

Face = list[tuple[float, float, float]]


def wedge(near: tuple[float, float], far: tuple[float, float]) -> list[Face]:
    """A cube whose underside and top are so high at its two ends."""
    (a, b), (c, d) = near, far
    left = [(-0.5, 0.5, a), (-0.5, 0.5, b), (0.5, 0.5, d), (0.5, 0.5, c)]
    right = [(x, -y, z) for x, y, z in left]
    around = [[left[n], left[(n + 1) % 4], right[(n + 1) % 4], right[n]] for n in range(4)]
    return [left, right, *around]


def round_faces(top: float) -> list[Face]:
    """A cylinder, or a cone with so wide a top."""
    turns = [2 * math.pi * n / SIDES for n in range(SIDES)]
    low = [(0.5 * math.cos(turn), 0.5 * math.sin(turn), -0.5) for turn in turns]
    high = [(x * top, y * top, 0.5) for x, y, _z in low]
    walls = [[low[n - 1], low[n], high[n], high[n - 1]] for n in range(SIDES)]
    return [low, high, *walls]


def faces_of(kind: str, share: float) -> list[Face]:
    """The faces of a unit shape."""
    if kind in ("rod", "cone"):
        return round_faces(share)
    if kind == "ramp":
        return wedge((-0.5, 0.5), (-0.5, share - 0.5))
    return wedge((-0.5, 0.5), (0.5 - share, 0.5) if kind == "under" else (-0.5, 0.5))


def triangles(drawing: BrickDrawing) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All triangles of a drawing, their colours, and which face each is of; a round wall is one face."""
    corners, colours, faces = [], [], []
    for group in drawing.groups:
        shapes = [(kind, shape) for kind, found in group.shapes.items() for shape in found]
        for kind, shape in [*shapes, *(("rod", stud) for stud in group.studs)]:
            for number, face in enumerate(faces_of(kind, shape.share)):
                wall = number > 1 and kind in ("rod", "cone")
                serial = faces[-1] if wall and number > 2 else len(corners) + 1
                points = [placed(shape, point) for point in face]
                for second, third in pairwise(points[1:]):
                    corners.append((points[0], second, third))
                    colours.append(rgb(shape.colour))
                    faces.append(serial)
    return np.array(corners), np.array(colours), np.array(faces)


def placed(shape: DrawnShape, point: tuple[float, float, float]) -> tuple[float, ...]:
    """Where a point of a unit shape lies."""
    rows = (shape.laid[0:4], shape.laid[4:8], shape.laid[8:12])
    return tuple(sum(a * b for a, b in zip(row, (*point, 1.0), strict=True)) for row in rows)


def rgb(code: int) -> tuple[float, ...]:
    """A colour of the table; the side's own is a grey green."""
    value = SIDE if code == 16 or code not in all_colours() else all_colours()[code].value
    return tuple(int(value[n : n + 2], 16) / 255 for n in (1, 3, 5))


def looked_at(points: np.ndarray, yaw: float, pitch: float) -> np.ndarray:
    """Points as the eye has them: right, down, and away from it."""
    turn, tilt = math.radians(yaw), math.radians(pitch)
    x = points[..., 0] * math.cos(turn) - points[..., 1] * math.sin(turn)
    y = points[..., 0] * math.sin(turn) + points[..., 1] * math.cos(turn)
    z = points[..., 2]
    return np.stack([x, -(z * math.cos(tilt) + y * math.sin(tilt)), y * math.cos(tilt) - z * math.sin(tilt)], axis=-1)


def view(drawing: BrickDrawing, yaw: float, pitch: float) -> np.ndarray:
    """One picture of a drawing."""
    corners, colours, faces = triangles(drawing)
    seen = looked_at(corners, yaw, pitch)
    low, high = seen.reshape(-1, 3).min(0), seen.reshape(-1, 3).max(0)
    wide, tall = WIDE * FINER, HIGH * FINER
    scale = min((wide - 40) / (high[0] - low[0]), (tall - 40) / (high[1] - low[1]))
    seen[..., 0] = (seen[..., 0] - (low[0] + high[0]) / 2) * scale + wide / 2
    seen[..., 1] = (seen[..., 1] - (low[1] + high[1]) / 2) * scale + tall / 2
    paint, depth, marks = np.full((tall, wide, 3), PAPER), np.full((tall, wide), np.inf), np.zeros((tall, wide), int)
    shades = shaded(corners)
    for serial in range(len(seen)):
        fill(seen[serial], np.clip(colours[serial] * shades[serial], 0, 1), int(faces[serial]), paint, depth, marks)
    edges = np.zeros((tall, wide), bool)
    edges[:, 1:] |= marks[:, 1:] != marks[:, :-1]
    edges[1:] |= marks[1:] != marks[:-1]
    paint[edges] *= EDGE
    return paint.reshape(HIGH, FINER, WIDE, FINER, 3).mean((1, 3))


def shaded(corners: np.ndarray) -> np.ndarray:
    """How light each triangle is; faces go round to the right or to the left, so both sides are lit."""
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-12
    inner = corners.mean(1) - corners.reshape(-1, 3).mean(0)
    normals[(normals * inner).sum(1) < 0] *= -1
    light = np.full(len(normals), 0.5)
    for x, y, z, strength in LIGHTS:
        way = np.array([x, y, z]) / math.sqrt(x * x + y * y + z * z)
        light += strength * np.abs(normals @ way)
    return light


def fill(points: np.ndarray, colour: np.ndarray, mark: int, paint: np.ndarray, depth: np.ndarray, marks: np.ndarray):
    """Paint one triangle where nothing nearer is."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = points
    whole = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
    left, right = max(0, int(min(ax, bx, cx))), min(depth.shape[1] - 1, int(max(ax, bx, cx)) + 1)
    top, bottom = max(0, int(min(ay, by, cy))), min(depth.shape[0] - 1, int(max(ay, by, cy)) + 1)
    if abs(whole) < 1e-9 or left > right or top > bottom:
        return
    x, y = np.meshgrid(np.arange(left, right + 1) + 0.5, np.arange(top, bottom + 1) + 0.5)
    one = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / whole
    two = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / whole
    away = one * az + two * bz + (1 - one - two) * cz
    part = np.s_[top : bottom + 1, left : right + 1]
    inside = (one >= -1e-6) & (two >= -1e-6) & (one + two <= 1 + 1e-6) & (away < depth[part] - 1e-9)
    depth[part][inside], paint[part][inside], marks[part][inside] = away[inside], colour, mark


def png(paint: np.ndarray) -> bytes:
    """A picture as a PNG file."""
    pixels = (np.clip(paint, 0, 1) * 255).astype(np.uint8)
    lines = b"".join(b"\0" + line.tobytes() for line in pixels)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


def main(words: list[str]) -> int:
    """Draw the files below each other into one picture."""
    if len(words) < 2:
        print("python -m tools.brick_pictures OUT.png FILE [FILE ...]", file=sys.stderr)
        return 2
    rows = []
    for name in words[1:]:
        model = read_model(Path(name).read_bytes())
        if not isinstance(model, BrickModel):
            print(f"{name}: {model.sentence}", file=sys.stderr)
            return 1
        drawing = drawing_of(model)
        rows.append(np.concatenate([view(drawing, yaw, pitch) for yaw, pitch in VIEWS], axis=1))
    Path(words[0]).write_bytes(png(np.concatenate(rows, axis=0)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
