"""What a heavy weapon may fire at: the weapon has to see it, and its crew must not be in total cover from it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.state import State
from brickfield.games.brick_action.base.sight.landscape import stands_above
from brickfield.games.brick_action.base.sight.line_of_sight import Landscape, Levels, Stander, look_codes
from brickfield.games.brick_action.chapters.heavy_support.heavy_guns import gun_stander, serving
from brickfield.games.brick_action.chapters.vehicles.vehicle_sight import HullSeen, hull_seen
from brickfield.geometry.fields import SEEN


@rule("ba.heavy.dice", "ba.cover.total.def", "ba.cover.total.prone")
def can_answer(
    land: Landscape, crew: Sequence[Stander], enemies: Sequence[Stander], levels: Levels
) -> tuple[bool, ...]:
    """Which of these enemies could see one of the crew. `levels` are those of the crew looking at them."""
    turned = Levels(levels.target_above, levels.shooter_above)
    rows = look_codes(land, enemies, crew, turned)
    return tuple([any(row[place] & SEEN for row in rows) for place in range(len(enemies))])


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


@rule("ba.geometry.los.prone", "ba.geometry.vehicle_visible")
def seen_by(state: State, unit: Unit, who: Stander, target: Unit) -> HullSeen:
    """A vehicle as somebody of a unit sees it."""
    return hull_seen(state, upright(state, unit, who, target), target)


@rule("ba.geometry.los.prone")
def upright(state: State, unit: Unit, who: Stander, target: Unit) -> Stander:
    """Somebody as he looks at a vehicle: what he lies behind hides nobody who stands 5 blocks or more above him."""
    if not who.prone or not stands_above(state, target, unit):
        return who
    return replace(who, prone=False, post=b"")
