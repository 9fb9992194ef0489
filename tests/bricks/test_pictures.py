"""Pictures for whoever designs models: what is drawn is where the model is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from brickfield.bricks.drawing import drawing_of
from tests.bricks.test_reading import EXAMPLES, part, read
from tools.brick_pictures import HIGH, PAPER, VIEWS, WIDE, main, view


def test_a_picture_shows_the_colour_of_the_part_before_paper() -> None:
    paint = view(drawing_of(read(part("3005.dat", 4))), 0, 0)
    assert paint.shape == (HIGH, WIDE, 3)
    red, green, blue = paint[HIGH // 2, WIDE // 2]
    assert red > 2 * max(green, blue)
    assert np.allclose(paint[2, 2], PAPER)


@pytest.mark.parametrize(("yaw", "seen"), [(0, 4), (180, 1)])
def test_the_nearer_part_hides_the_other(yaw: float, seen: int) -> None:
    # one looks along y; the red brick stands on the right of the model, the blue one on its left
    model = read(part("3005.dat", 4, "0 0 -20"), part("3005.dat", 1, "0 0 20"))
    red, _green, blue = view(drawing_of(model), yaw, 0)[HIGH // 2, WIDE // 2]
    assert (red > blue) == (seen == 4)


def test_files_are_drawn_below_each_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.png"
    assert main([str(out), str(EXAMPLES / "pyramid.ldr")]) == 0
    data = out.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")) == (WIDE * len(VIEWS), HIGH)
    bad = tmp_path / "bad.ldr"
    bad.write_text("9 no line\n", "utf-8")
    assert main([str(out), str(bad)]) == 1
    assert "Line 1:" in capsys.readouterr().err
    assert main([]) == 2
