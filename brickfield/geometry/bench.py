"""Small benches of the kernels: fixed tables and questions, answered as often as a moment allows.

The table is 48 by 48 with 40 rectangles of 2 to 6 by 1 to 4 on it, which hides two thirds of a target on average.
Eyes, targets and movers stand where no rectangle is, as in play. Each figure is the best of several rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from time import perf_counter
from typing import Any

from brickfield.geometry import kernel
from brickfield.geometry._pure_sight import SightRow
from brickfield.geometry._pure_sweep import Leg
from brickfield.geometry.scene import Scene
from brickfield.geometry.shapes import Shape, point_in, rectangle

Figure = dict[str, Any]

TABLE = 48.0
QUESTIONS = 400
TARGETS = 20
LENGTH, WIDTH = 1.89, 0.945


def dense_scene(blockers: int = 40, seed: int = 40) -> Scene:
    """Random rectangles on a bordered table."""
    rng = Random(seed)
    shapes = []
    for _ in range(blockers):
        x, y, heading = rng.uniform(0.0, TABLE), rng.uniform(0.0, TABLE), rng.uniform(0.0, 360.0)
        shapes.append(rectangle(x, y, heading, rng.uniform(2.0, 6.0), rng.uniform(1.0, 4.0)))
    return Scene(shapes, (0.0, 0.0, TABLE, TABLE))


def _free_shape(rng: Random, scene: Scene) -> Shape:
    while True:
        shape = rectangle(rng.uniform(2.0, 46.0), rng.uniform(2.0, 46.0), rng.uniform(0.0, 360.0), LENGTH, WIDTH)
        if kernel.overlapped(scene, shape) == -1:
            return shape


def _free_eye(rng: Random, scene: Scene) -> tuple[float, float]:
    while True:
        x, y = rng.uniform(0.0, TABLE), rng.uniform(0.0, TABLE)
        if not any(point_in(shape, x, y, False) for shape in scene.shapes):
            return x, y


def _row(eye: tuple[float, float], target: Shape) -> SightRow:
    """A question about the side of the target that faces the eye most."""
    x, y = eye
    beyond = [nx * x + ny * y - offset for nx, ny, offset in target.edges]
    return x, y, target, beyond.index(max(beyond)), -1, -1


def sight_questions(scene: Scene, seed: int = 7) -> list[SightRow]:
    """Eyes and targets at free places."""
    rng = Random(seed)
    return [_row(_free_eye(rng, scene), _free_shape(rng, scene)) for _ in range(QUESTIONS)]


def drives(scene: Scene, seed: int = 5) -> list[tuple[float, float, float, tuple[Leg, ...]]]:
    """Starts at free places and three legs each: a turn of up to 45 degrees, then 1 to 3 ahead."""
    rng = Random(seed)
    found = []
    for _ in range(QUESTIONS):
        shape = _free_shape(rng, scene)
        heading = rng.uniform(0.0, 360.0)
        while kernel.overlapped(scene, rectangle(shape.x, shape.y, heading, LENGTH, WIDTH)) != -1:
            heading = rng.uniform(0.0, 360.0)
        legs = tuple((rng.uniform(-45.0, 45.0), rng.uniform(1.0, 3.0)) for _ in range(3))
        found.append((shape.x, shape.y, heading, legs))
    return found


def best_rate(work: Callable[[], None], count: int, seconds: float) -> float:
    """How often per second `work`, which does something `count` times, gets done: the best round in the given time."""
    best = 0.0
    end = perf_counter() + seconds
    while True:
        start = perf_counter()
        work()
        now = perf_counter()
        best = max(best, count / (now - start))
        if now >= end:
            return best


@contextmanager
def _using(name: str) -> Iterator[None]:
    before = kernel.use(name)
    try:
        yield
    finally:
        kernel.use(before)


def _figure(rate: float, unit: str, note: str) -> Figure:
    return {"value": rate, "unit": unit, "note": note}


def line_of_sight(name: str, seconds: float = 0.5) -> Figure:
    """Single questions: the hidden share of a rectangle's side past 40 blockers."""
    scene, sight = dense_scene(), kernel.load(name).sight
    rows = sight_questions(scene)

    def work() -> None:
        for x, y, target, side, skip_a, skip_b in rows:
            sight(scene, x, y, target, side, skip_a, skip_b)

    return _figure(best_rate(work, len(rows), seconds), "sights/s", "hidden share of a side past 40 rectangles")


def line_of_sight_batch(name: str, seconds: float = 0.5) -> Figure:
    """One eye and 20 targets in a call."""
    scene, sight_many = dense_scene(), kernel.load(name).sight_many
    rows = sight_questions(scene)
    batches = [[_row(rows[at][:2], row[2]) for row in rows[at : at + TARGETS]] for at in range(0, len(rows), TARGETS)]

    def work() -> None:
        for batch in batches:
            sight_many(scene, batch)

    return _figure(best_rate(work, len(rows), seconds), "targets/s", "one eye, 20 targets a call, past 40 rectangles")


def swept_move(name: str, seconds: float = 0.5) -> Figure:
    """Drives of three legs, each a turn and a straight move, among 40 polygons."""
    scene, sweep = dense_scene(), kernel.load(name).sweep
    ways = drives(scene)

    def work() -> None:
        for x, y, heading, legs in ways:
            sweep(scene, LENGTH, WIDTH, x, y, heading, legs, -1)

    return _figure(best_rate(work, len(ways), seconds), "drives/s", "rectangle, 3 legs of turn and move, 40 polygons")


def footprint(name: str, seconds: float = 0.2) -> Figure:
    """Making the shape of something that moved, as the kernel needs it."""

    def work() -> None:
        for step in range(QUESTIONS):
            rectangle(24.0, 24.0, 0.7 * step, LENGTH, WIDTH)

    with _using(name):
        rate = best_rate(work, QUESTIONS, seconds)
    return _figure(rate, "shapes/s", "a rectangle with everything the kernel needs")


def scene_of_twenty(name: str, seconds: float = 0.2) -> Figure:
    """Making a scene of 20 shapes, as after each move, as the kernel needs it."""
    shapes = dense_scene(20).shapes
    packs = name == "c"

    def work() -> None:
        for _ in range(QUESTIONS):
            scene = Scene(shapes)
            if packs:
                scene.pack()

    return _figure(best_rate(work, QUESTIONS, seconds), "scenes/s", "a scene of 20 shapes as the kernel needs it")


BENCHES: dict[str, Callable[[str, float], Figure]] = {
    "line_of_sight": line_of_sight,
    "line_of_sight_batch": line_of_sight_batch,
    "swept_move": swept_move,
    "footprint": footprint,
    "scene_of_twenty": scene_of_twenty,
}


def measure(name: str, seconds: float = 0.5) -> dict[str, Figure]:
    """All benches of one kernel (`pure` or `c`) by name."""
    return {title: bench(name, seconds) for title, bench in BENCHES.items()}


__all__ = [
    "BENCHES",
    "Figure",
    "best_rate",
    "dense_scene",
    "drives",
    "line_of_sight",
    "line_of_sight_batch",
    "measure",
    "sight_questions",
    "swept_move",
]
