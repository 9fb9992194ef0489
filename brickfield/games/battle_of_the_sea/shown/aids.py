"""What one measures a battle by on a real table, to be printed."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.shown.aids import INCH, Aid, AidMark, ruler, wedge
from ..base.measures import measures


@rule("sea.ruler.tool", "sea.firepower.range", "sea.firepower.long", "sea.move.free_path", "sea.ram.accurate")
def aids() -> tuple[Aid, ...]:
    """The ruler that folds, the bend of a course, broadsides and the cone of a ram."""
    numbers = measures()
    marks = (
        AidMark(numbers.ruler_inches, "fold here", "sea.ruler.tool"),
        AidMark(numbers.range_inches, "range", "sea.firepower.range"),
        AidMark(numbers.long_range_inches, "long range", "sea.firepower.long"),
    )
    side = numbers.broadside_to_degrees - numbers.broadside_from_degrees
    return (
        ruler("Ruler in inches", "sea.ruler.tool", "Courses and ranges.", INCH, numbers.long_range_inches, 4, marks),
        wedge("bend", "Bend", "sea.move.free_path", "As far as a limited course bends at once.",
              numbers.limited_turn_degrees),
        wedge("broadside", "Broadside", "sea.fire.no_arc", "Guns fire within it where that is agreed on.", side),
        wedge("ram", "Ram", "sea.ram.accurate", "An accurate ram strikes within it.", 2 * numbers.ram_cone_degrees),
    )  # fmt: skip
