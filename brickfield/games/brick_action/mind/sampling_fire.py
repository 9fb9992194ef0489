"""Orders of fire that are rare in random play: close combat, single-use items, smoke, rallying once more."""

from __future__ import annotations

import random
from typing import Any

from brickfield.core.board import Unit
from brickfield.core.state import State
from ..base.battlefield import SUPPRESSED, number, units_apart
from ..base.close_combat.close_combat import CloseCombat
from ..base.firing.attack import Attack, FireItem, Used
from ..base.firing.attack_offers import carried_items
from ..base.firing.fire_measures import fire
from ..base.firing.ranges import SMOKE
from ..base.rallying import RallyAgain
from ..chapters.smoke.smoke import ThrowSmoke

_TOGETHER = 0.5


def any_fire(state: State, unit: Unit, target: Unit, rng: random.Random) -> Any:
    """An order that fits what the unit carries and how it stands; it may still be refused."""
    if number(unit, SUPPRESSED):
        return RallyAgain(unit.id)
    if rng.random() < _TOGETHER and units_apart(state, unit, target) <= fire().combat_reach:
        return CloseCombat(unit.id, target.id)
    roll, held = rng.random(), carried_items(unit)
    smokers = [each for each in unit.standing if each.marks.get(SMOKE) and each.pose is not None]
    if smokers and roll < 0.3:
        return _smoke(unit, smokers[0].id, smokers[0].pose, target, rng)
    if held and roll < 0.7:
        figure, item = held[int(rng.random() * len(held))]
        if rng.random() < _TOGETHER:
            return Attack(unit.id, target.id, (Used(figure, item),))
        return FireItem(unit.id, figure, item, target.id)
    return CloseCombat(unit.id, target.id)


def _smoke(unit: Unit, figure: str, pose: Any, target: Unit, rng: random.Random) -> ThrowSmoke:
    """Somewhere between a mini and the enemy."""
    (x, y), share = pose.place, rng.random()
    tx, ty = target.pose.place if target.pose is not None else (x, y)
    return ThrowSmoke(unit.id, figure, round(x + (tx - x) * share, 1), round(y + (ty - y) * share, 1))
