"""`brickfield play` seats a person at the text table with the words that were typed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from brickfield.text import table

ROOT = Path(__file__).resolve().parents[2]
Run = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize("code", [0, 1, 2])
def test_the_words_reach_the_table_and_its_code_comes_back(
    run: Run, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    told: list[dict[str, object]] = []

    def main(**words: object) -> int:
        told.append(words)
        return code

    monkeypatch.setattr(table, "main", main)
    assert run("play") == (code, "", "")
    assert run("play", "--scenario", "crossroads", "--seat", "1", "--level", "regular", "--seed", "7")[0] == code
    assert run("play", "--rules", "quick", "--load", "a.save", "--json")[0] == code
    assert run("play", "--lesson")[0] == code
    usual = {"game": "micro_brick_battle", "scenario": "six_v_six", "seat": 0, "level": "recruit", "seed": None}
    usual |= {"rules": "", "json": False, "load": "", "lesson": False}
    assert told == [
        usual,
        {**usual, "scenario": "crossroads", "seat": 1, "level": "regular", "seed": 7},
        {**usual, "rules": "quick", "json": True, "load": "a.save"},
        {**usual, "lesson": True},
    ]


def test_a_script_may_sit_down_and_leave(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "brickfield.cli", "play", "--seed", "1"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DATA": str(tmp_path)},
        input="quit\n",
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Deployment" in done.stdout
