"""What one measures a battle by on a real table, to be printed."""

from __future__ import annotations

from brickfield.core.clauses import rule
from brickfield.core.shown.aids import INCH, Aid, AidMark, ruler, wedge
from ..base.measures import measures

_FOOT = 12


@rule("mbb.geometry.arcs", "mbb.geometry.units", "mbb.setup.zone")
def aids() -> tuple[Aid, ...]:
    """A ruler of a foot, and the arcs of guns."""
    numbers = measures()
    zone = AidMark(numbers.deployment_zone_inches, "deployment", "mbb.setup.zone")
    front, rear = 2 * numbers.front_arc_degrees, 360 - 2 * numbers.rear_arc_degrees
    return (
        ruler("Ruler in inches", "mbb.geometry.units", "Moves and distances.", INCH, _FOOT, 4, (zone,)),
        wedge("front", "Front arc", "mbb.geometry.arcs", "A fixed gun fires within it.", front),
        wedge("rear", "From behind", "mbb.geometry.arcs", "Whoever stands within it shoots from behind.", rear),
    )
