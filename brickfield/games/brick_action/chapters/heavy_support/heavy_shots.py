"""Heavy support against infantry: what the weapon sees, and its dice in the order of the rules."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from ...base.battlefield import describe
from ...base.firing.dice_pool import DicePool
from ...base.firing.shots import HEAVY, Manner, MountedShot, mounted_shot
from ...base.sight.sight import FROM_THE_GUN, sight
from ..vehicles.armour import long_shot_loss, reduced
from ..vehicles.batteries import announced, indoors
from .chapter import HEAVY_SUPPORT
from .heavy_guns import crew_at
from .heavy_support import crew_fault, heavy_dice, heavy_numbers


@rule("ba.heavy.dice", "ba.heavy.base", "ba.heavy.range", "ba.longshot", "ba.build.mods")
def heavy_shot(state: State, unit: Unit, target: Unit, dice: int = 0) -> MountedShot | Refusal:
    """The heavy weapon of a unit against a squad."""
    crew = crew_at(state, unit)
    fault = crew_fault(crew)
    if fault is not None:
        return fault
    seen = sight(state, unit, target, firing=FROM_THE_GUN)
    if not seen.exposed:
        weapon, hidden = f"The weapon of {describe(state, unit.id)}", describe(state, target.id)
        sentence = f"{weapon} sees no mini of {hidden}, or its crew is in total cover from all of them."
        return illegal("not_seen", "ba.heavy.dice", sentence)
    reach = heavy_numbers().range
    beyond = long_shot_loss(seen.distance, reach)
    whole = indoors(heavy_dice(crew), seen.openings)
    pool = announced(reduced(whole, beyond=beyond, through_wall=False, hidden=False), dice)
    if isinstance(pool, Refusal):
        return pool
    return MountedShot(seen, DicePool(pool, min(crew, dice or crew), reach, beyond))


@mounted_shot.amended(HEAVY_SUPPORT)
def shot_of_a_gun(
    state: State, unit: Unit, target: Unit, manner: Manner, before: MountedShot | Refusal
) -> MountedShot | Refusal:
    """See `heavy_shot`."""
    return heavy_shot(state, unit, target, manner.announced) if manner.weapon == HEAVY else before
