"""What one measures a battle by on a real table, to be printed."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.shown.aids import STUD, Aid, AidMark, ruler, wedge
from ..base.measures import measures

_COUNT = 20


@rule("bm.geometry.arcs", "bm.attack.range.melee", "bm.attack.range.short", "bm.attack.range.long", "bm.move.turn")
def aids() -> tuple[Aid, ...]:
    """A ruler of Bricks with the ranges on it, the arcs, and the turn that a point buys."""
    numbers = measures()
    brick = numbers.studs_per_brick * STUD
    marks = (
        AidMark(numbers.range_melee, "melee", "bm.attack.range.melee"),
        AidMark(numbers.range_short, "short", "bm.attack.range.short"),
        AidMark(numbers.range_long, "long", "bm.attack.range.long"),
    )
    front, side = 2 * numbers.primary_degrees, numbers.secondary_degrees - numbers.primary_degrees
    return (
        ruler("Ruler in Bricks", "bm.geometry.distance", "Moves and ranges.", brick, _COUNT, 2, marks),
        wedge("primary", "Primary arc", "bm.geometry.arcs", "Straight ahead.", front),
        wedge("secondary", "Secondary arc", "bm.geometry.arcs", "To either side; the rest is behind.", side),
        wedge("turn", "A turn", "bm.move.turn", "As far as one point turns.", numbers.turn_degrees),
    )
