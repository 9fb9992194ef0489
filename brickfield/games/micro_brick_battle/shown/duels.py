"""Every way a unit may attack another, as the army builder weighs them: a gun, soldiers, or an airplane's weapons."""

from __future__ import annotations

from msgspec.structs import replace

from brickfield.core.board import FLYING, Unit
from brickfield.core.clauses import rule
from brickfield.core.setup.duels import Attack, default_aim
from brickfield.core.state import State
from ..base.battlefield import card_of
from ..chapters.airplanes.airplane_aims import strike_aim
from ..chapters.airplanes.airplane_shooting import STORES, TITLES, WEAPONS


@rule("mbb.air.weapons", "mbb.air.bomb.5", "mbb.air.missile.as_shot")
def possible_attacks(state: State, unit: Unit, target: Unit) -> tuple[Attack, ...]:
    """One main weapon each; an airplane has its machine guns, missiles and bombs, and has flown over its target."""
    there = state.clone()
    for each in (unit, target):
        if card_of(state, each.id).is_airplane:
            there.units[each.id] = replace(there.units[each.id], status=FLYING)
    there.clear_caches()
    unit, target = there.units[unit.id], there.units[target.id]
    if unit.status != FLYING:
        return (Attack("", default_aim(there, unit, target)),)
    carried = [each for each in WEAPONS if each not in STORES or unit.marks.get(STORES[each], 0)]
    return tuple(Attack(TITLES[each], strike_aim(there, unit, each, target.id, (target.id,))) for each in carried)
