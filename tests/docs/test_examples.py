"""The examples in the documents are run: what a reader copies works."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from brickfield.core.game import Game

DOCS = Path(__file__).parents[2] / "docs"
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(name: str) -> list[tuple[int, str]]:
    """The Python blocks of a document with the line each begins at."""
    text = (DOCS / name).read_text(encoding="utf-8")
    return [(text[: found.start(1)].count("\n"), found.group(1)) for found in _BLOCK.finditer(text)]


@pytest.mark.parametrize("name", ["api.md", "adding-a-game.md", "research.md"])
def test_every_example_of_the_document_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The blocks of a page are one program, run from top to bottom."""
    names: dict[str, Any] = {}
    found = blocks(name)
    assert len(found) >= 5
    for line, block in found:
        exec(compile("\n" * line + block, str(DOCS / name), "exec", dont_inherit=True), names)
    assert capsys.readouterr().out


def test_every_door_of_a_game_is_in_the_recipe() -> None:
    doors = (DOCS / "adding-a-game.md").read_text(encoding="utf-8").partition("## All doors")[2]
    first_cells = [line.split("|")[1] for line in doors.splitlines() if line.startswith("| `")]
    named = set(re.findall(r"`(\w+)`", "".join(first_cells)))
    assert named == {each.name for each in fields(Game)}
