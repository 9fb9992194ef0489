"""How long a large model takes from bytes to its measure."""

from __future__ import annotations

import time

from brickfield.bricks.measuring import boxes_of, measured, profile_of
from brickfield.bricks.models import BrickModel
from brickfield.bricks.studio import read_model

PARTS = 5_000
_WALLS = 50


def large_model() -> bytes:
    """LDraw text of so many parts: equal walls laid many times, and as many parts of a wall one by one."""
    wall = [f"1 16 {20 * (n % 10)} {-24 * (n // 10)} 0 0 0 1 0 1 0 -1 0 0 3005.dat" for n in range(_WALLS)]
    half = PARTS // 2
    lines = ["0 FILE main.ldr"]
    lines += [f"1 {n % 16} 0 0 {20 * n} 1 0 0 0 1 0 0 0 1 wall.ldr\n0 STEP" for n in range(half // _WALLS)]
    lines += [f"1 4 {20 * (n % 50)} {-8 * (n // 50)} -40 1 0 0 0 1 0 0 0 1 3024.dat" for n in range(half)]
    return "\n".join([*lines, "0 FILE wall.ldr", *wall]).encode()


def measured_milliseconds(repeats: int) -> float:
    """The best of some runs, in processor time."""
    data, best = large_model(), float("inf")
    for _ in range(repeats):
        start = time.process_time()
        model = read_model(data)
        assert isinstance(model, BrickModel)
        assert measured(model).parts == PARTS
        profile_of(boxes_of(model.placed()))
        best = min(best, 1000 * (time.process_time() - start))
    return best
