"""The vectors of the browser's ruler are what the engine says today, by either kernel."""

from __future__ import annotations

import json

import pytest

from brickfield.geometry import kernel
from tests.vectors.make import FILE, text


@pytest.mark.parametrize("name", kernel.available())
def test_the_vectors_are_fresh(name: str) -> None:
    before = kernel.use(name)
    try:
        made = text()
    finally:
        kernel.use(before)
    assert FILE.read_text(encoding="utf-8") == made, "run: python -m tests.vectors.make"


def test_the_vectors_hold_every_sort_of_end() -> None:
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    for part in ("drives", "turns"):
        hits = {row["hit"] for row in rows[part]}
        assert {-2, -1, 0, 1} <= hits, part
    assert any(row["hit"] >= 0 and row["share"] == 0 for row in rows["drives"])
    assert {len(row["ends"]) for row in rows["courses"]} == {2, 3}
