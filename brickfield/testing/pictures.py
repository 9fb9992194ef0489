"""A table as text, so that a failing test shows where everything stands."""

from __future__ import annotations

from brickfield.core.board import WRECK
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN

_ARROWS = ">/^\\</v\\"


def picture(state: State, columns: int = 72) -> str:
    """The table from above: units by name with an arrow for their heading, wrecks as x, terrain as #."""
    width, height = state.match.width, state.match.height
    rows = max(1, round(columns * height / width / 2))
    grid = [["."] * columns for _ in range(rows)]

    def write(x: int, y: int, text: str) -> None:
        column = min(columns - 1, max(0, int(x / GRAIN / width * columns)))
        row = min(rows - 1, max(0, int((1 - y / GRAIN / height) * rows)))
        for offset, letter in enumerate(text):
            if column + offset < columns:
                grid[row][column + offset] = letter

    for token in state.tokens.values():
        write(token.pose.x, token.pose.y, "#")
    for unit in state.units.values():
        if unit.pose is not None:
            arrow = _ARROWS[round(unit.pose.heading / GRAIN / 45) % 8] if unit.status != WRECK else "x"
            write(unit.pose.x, unit.pose.y, unit.id + arrow)
    asked = state.decision
    head = f"version {state.version}, {dict(state.facts)}, asked: {asked!r}"
    return "\n".join([head, *("".join(row) for row in grid)])
