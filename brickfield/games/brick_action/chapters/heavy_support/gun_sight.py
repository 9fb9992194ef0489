"""What a heavy weapon may fire at: the weapon has to see it, and its crew must not be in total cover from it."""

from __future__ import annotations

from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from ..vehicles.hull_lines import sees_nothing
from ..vehicles.vehicle_sight import HullSeen, seen_by
from .chapter import HEAVY_SUPPORT
from .heavy_guns import gun_stander, serving


@rule("ba.heavy.dice", "ba.cover.total.prone")
def hull_before_gun(state: State, unit: Unit, target: Unit) -> HullSeen | None:
    """A vehicle as a heavy weapon sees it: nothing of it, where none of the crew sees any; None without a crew."""
    gun = gun_stander(state, unit)
    if gun is None:
        return None
    seen = seen_by(state, unit, gun, target)
    if not seen.share:
        return seen
    if any(seen_by(state, unit, each, target).share for each in serving(state, unit)):
        return seen
    return replace(seen, share=0.0)


@sees_nothing.amended(HEAVY_SUPPORT)
@rule("ba.heavy.dice")
def crew_sees_nothing(state: State, unit: Unit, target: Unit, before: bool) -> bool:
    """None of its crew sees any of it."""
    seen = hull_before_gun(state, unit, target)
    return before or (seen is not None and not seen.share)
