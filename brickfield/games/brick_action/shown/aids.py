"""What one measures a battle by on a real board, to be printed."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.shown.aids import STUD, Aid, AidMark, disc, ruler
from ..base.measures import measures
from ..base.objective_kinds import objective_numbers

_COUNT = 32


@rule("ba.geometry.coords", "ba.geometry.coherency", "ba.move.rate", "ba.move.crawl", "ba.reactive.trigger_open")
def aids() -> tuple[Aid, ...]:
    """A ruler of studs with the moves on it, and the place of a goal."""
    numbers = measures()
    marks = (
        AidMark(numbers.coherency, "keep together", "ba.geometry.coherency"),
        AidMark(numbers.crawl, "crawl", "ba.move.crawl"),
        AidMark(numbers.move, "move", "ba.move.rate"),
        AidMark(numbers.move_per_turn, "a turn", "ba.move.turn_cap"),
    )
    radius = objective_numbers().marker_studs * STUD
    return (
        ruler("Ruler in studs", "ba.geometry.coords", "Moves and ranges.", STUD, _COUNT, 1, marks),
        disc("objective", "Round a marker", "ba.obj.capture", "Whoever is in it is at the marker.", radius),
    )
