"""The examples in the documents are run: what a reader copies works."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[2] / "docs"
_BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(name: str) -> list[tuple[int, str]]:
    """The Python blocks of a document with the line each begins at."""
    text = (DOCS / name).read_text(encoding="utf-8")
    return [(text[: found.start(1)].count("\n"), found.group(1)) for found in _BLOCK.finditer(text)]


@pytest.mark.parametrize("name", ["api.md"])
def test_every_example_of_the_document_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The blocks of a page are one program, run from top to bottom."""
    names: dict[str, Any] = {}
    found = blocks(name)
    assert len(found) >= 5
    for line, block in found:
        exec(compile("\n" * line + block, str(DOCS / name), "exec"), names)
    assert capsys.readouterr().out
