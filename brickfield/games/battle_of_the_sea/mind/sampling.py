"""Any legal answer at random: cheap, unbiased by judgement, for random play, properties and benches."""

from __future__ import annotations

import random
from typing import Any

from brickfield.core.board import Unit
from brickfield.core.decisions import Decision
from brickfield.core.state import State
from brickfield.geometry.grain import unit as cosine_and_sine
from ..base.damage import AllocateHits, RemoveMarkers, may_go
from ..base.firing import Fire, Shot, long_range_shots, range_band, targets
from ..base.hulls import hull_form
from ..base.setting_out import Place, first_heading, may_place, room_for, waiting, zone
from ..base.ship_card import BASE, FIREPOWER, FORT, SPEED
from ..base.turns import Attack, HoldFire, may_fire
from ..base.waters import card_of, sea_of
from ..chapters.capacity.capacity import capacity, cargo
from ..chapters.transport_of_gold.transport_of_gold import TakeAboard, Unload, may_unload, treasures_at_hand

# Random places are tried this often before a safe answer is given: other ships may lie there.
_PLACES = 40
# How far a ship is turned from how it is held first; halved so often where its zone is not deep enough for that.
_TURNED, _HALVINGS = 60.0, 4
_HOLD, _SPLIT = 0.02, 0.2


def attack(state: State, decision: Attack, rng: random.Random) -> Any:
    """Cargo where there is some, else dice at somebody, seldom nothing."""
    unit = state.units[decision.unit]
    if state.match.options.loads and not unit.marks.get("rammed"):
        handled = _handle_cargo(state, unit, rng)
        if handled is not None:
            return handled
    if rng.random() < _HOLD or not may_fire(state, unit) or not unit.marks.get(FIREPOWER):
        return HoldFire()
    enemies = targets(state, unit)
    if not enemies:
        return HoldFire()
    return _volley(state, unit, enemies, rng)


def _volley(state: State, unit: Unit, enemies: list[Unit], rng: random.Random) -> Any:
    """Dice on one target, sometimes on two; never more long shots than there are."""
    dice, far = unit.marks[FIREPOWER], long_range_shots(state, unit)
    chosen = [enemies[int(rng.random() * len(enemies))]]
    if len(enemies) > 1 and dice > 1 and rng.random() < _SPLIT:
        chosen = rng.sample(enemies, 2)
    shots = []
    for number, enemy in enumerate(chosen):
        give = dice if number == len(chosen) - 1 else rng.randint(1, dice - 1)
        if range_band(state, unit, enemy) == "long":
            give = min(give, far)
            far -= give
        if give:
            shots.append(Shot(enemy.id, give))
            dice -= give
    return Fire(tuple(shots)) if shots else HoldFire()


def _handle_cargo(state: State, unit: Unit, rng: random.Random) -> Any:
    if cargo(unit) and may_unload(state, unit) is None:
        return Unload()
    room = capacity(unit) - sum(cargo(unit))
    fitting = [token for token in treasures_at_hand(state, unit) if token.marks["weight"] <= room]
    if fitting and rng.random() < 0.5:
        return TakeAboard((fitting[int(rng.random() * len(fitting))].id,))
    return None


def deploy(state: State, decision: Decision, rng: random.Random) -> Place:
    """Any place in the zone, roughly as a ship is held first; a fort on any island."""
    unit = waiting(state, decision.seat)[0]
    for _ in range(_PLACES):
        place = _any_place(state, unit, rng)
        if isinstance(may_place(state, decision.seat, place), Place):
            return place
    found = room_for(state, unit)
    assert found is not None
    return found


def _any_place(state: State, unit: Unit, rng: random.Random) -> Place:
    card = card_of(state, unit.id)
    if card.kind == FORT:
        islands = [piece for piece in sea_of(state).waters.pieces if piece.kind == "island"]
        if islands:
            x0, y0, x1, y1 = rng.choice(islands).box
            half = card.side_inches / 2
            return Place(unit.id, rng.uniform(x0 + half, x1 - half), rng.uniform(y0 + half, y1 - half))
    x0, y0, x1, y1 = zone(state, unit.seat)
    ahead, turn = first_heading(state, unit), rng.uniform(-_TURNED, _TURNED)
    for _ in range(_HALVINGS):
        hull = hull_form(card.length).at(0.0, 0.0, *cosine_and_sine(ahead + turn))
        if hull.x1 - hull.x0 <= x1 - x0 and hull.y1 - hull.y0 <= y1 - y0:
            break
        turn /= 2
    x, y = rng.uniform(x0 - hull.x0, x1 - hull.x1), rng.uniform(y0 - hull.y0, y1 - hull.y1)
    return Place(unit.id, x, y, ahead + turn)


def allocate(state: State, decision: AllocateHits, rng: random.Random) -> RemoveMarkers:
    """Marker by marker, of any feature that has some left."""
    left = may_go(state, state.units[decision.unit])
    taken = dict.fromkeys(left, 0)
    for _ in range(decision.hits):
        feature = rng.choice([name for name in left if left[name] > taken[name]])
        taken[feature] += 1
    return RemoveMarkers(taken[FIREPOWER], taken[SPEED], taken[BASE])
