"""What mines lay on a real table, to be printed."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.shown.aids import INCH, Aid, sheet
from .minefields import marker_size, mine_numbers


@rule("mbb.mine.secret.write", "mbb.mine.visual.size")
def aids() -> tuple[Aid, ...]:
    """A square of the grid, and a marker in plain sight."""
    side, (length, width) = mine_numbers().grid_inches * INCH, marker_size()
    return (
        sheet("mined_square", "Mined square", "mbb.mine.secret.write", "A square of the grid.", side, side),
        sheet("mine", "Mine marker", "mbb.mine.visual.size", "Mines in plain sight.", length * INCH, width * INCH),
    )
