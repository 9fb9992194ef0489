"""Any legal answer at random: cheap, unbiased by judgement, for random play, properties and benches."""

from __future__ import annotations

import random
from math import cos, hypot, sin
from typing import Any

from brickfield.core.board import ALIVE, Unit
from brickfield.core.decisions import Decision
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.mind.asked import AboutUnit
from brickfield.games.battle_of_the_sea.rules.capacity import capacity, cargo, least_jettison
from brickfield.games.battle_of_the_sea.rules.currents import DropAnchor
from brickfield.games.battle_of_the_sea.rules.damage import AllocateHits, GoDown, Jettison, RemoveMarkers
from brickfield.games.battle_of_the_sea.rules.firing import Fire, Shot, long_range_shots, range_band, targets
from brickfield.games.battle_of_the_sea.rules.forts_and_ports import Repair, missing
from brickfield.games.battle_of_the_sea.rules.hulls import bow_of, half_length, hull_form
from brickfield.games.battle_of_the_sea.rules.moving_the_vessels import (
    Ahead,
    Astern,
    Course,
    Ram,
    Sail,
    effective_speed,
)
from brickfield.games.battle_of_the_sea.rules.ramming import may_ram, work_out_course
from brickfield.games.battle_of_the_sea.rules.setting_out import (
    Place,
    facing,
    may_place,
    room_for,
    waiting,
    zone,
)
from brickfield.games.battle_of_the_sea.rules.ship_card import BASE, FIREPOWER, SPEED
from brickfield.games.battle_of_the_sea.rules.transport_of_gold import TakeAboard, Unload, may_unload, treasures_at_hand
from brickfield.games.battle_of_the_sea.rules.turns import EndTurn, HoldFire, may_fire, ready
from brickfield.games.battle_of_the_sea.rules.waters import are_enemies, card_of
from brickfield.geometry import bearing
from brickfield.geometry.bearings import wrapped
from brickfield.geometry.grain import DEGREE, GRAIN

# Random places and courses are tried this often before a safe answer is given.
_TRIES = 3
_PLACES = 40
_HALVINGS = 4
_STAY, _RAM, _ASTERN, _BACK_OFF, _BEND, _HOLD, _SPLIT = 0.05, 0.3, 0.02, 0.4, 0.3, 0.02, 0.2
_SHORTEST, _TWO_LEGS, _HUNT = 0.34, 2.0, 0.7


def command(state: State, decision: Decision, rng: random.Random) -> Any:
    """An order to some unit: a random course, sometimes a ram, sometimes nothing."""
    units = ready(state, decision.seat)
    if not units:
        return EndTurn()
    unit = units[int(rng.random() * len(units))]
    speed = float(effective_speed(state, unit)) if unit.marks.get(SPEED) else 0.0
    if speed < _SHORTEST or rng.random() < _STAY:
        return Sail(unit.id)
    if rng.random() < _RAM:
        ram = _ram(state, unit, speed, rng)
        if ram is not None:
            return ram
    for number in range(_TRIES):
        order = _course(state, unit, speed, rng, _ASTERN if not number else _BACK_OFF)
        worked = work_out_course(state, unit, order)
        if not isinstance(worked, Refusal):
            return _remembered(state, order, worked)
    return Sail(unit.id)


def _remembered(state: State, order: Sail, worked: Course) -> Sail:
    """The course is kept with the state, so that giving this very answer need not work it out again."""
    state.from_units["course"] = (order, worked, state.version)
    return order


def _course(state: State, unit: Unit, speed: float, rng: random.Random, astern: float) -> Sail:
    """One leg or two; most lead roughly towards some enemy, or fleets would hardly meet. Who is stuck backs off."""
    share = max(speed * max(rng.random(), rng.random()), _SHORTEST)
    if rng.random() < astern:
        return Sail(unit.id, (Astern(share),))
    if rng.random() < _BEND and speed >= _TWO_LEGS:
        start = max(1.0, share / 2)
        first = _direction(state, unit, start, rng)
        bend = (rng.random() - 0.5) * 90.0
        return Sail(unit.id, (Ahead(first, start), Ahead(first + bend, max(_SHORTEST, (speed - start) * rng.random()))))
    return Sail(unit.id, (Ahead(_direction(state, unit, share, rng), share),))


def _direction(state: State, unit: Unit, way: float, rng: random.Random) -> float:
    """Some bend from the heading, often towards an enemy; halved while bow or stern would leave the table."""
    assert unit.pose is not None
    heading, most = unit.pose.degrees, 45.0 if state.match.options.turning == "limited" else 120.0
    bend = (rng.random() - rng.random()) * most
    if rng.random() < _HUNT:
        enemies = [other.pose for other in state.units.values() if other.seat != unit.seat and other.pose is not None]
        if enemies:
            toward = enemies[int(rng.random() * len(enemies))]
            bend = wrapped(bearing(unit.pose.x, unit.pose.y, toward.x, toward.y) - heading) * rng.random()
            bend = max(-most, min(most, bend))
    length = card_of(state, unit.id).length
    x, y = bow_of(unit.pose, length)
    side, behind = hull_form(length).points[0][1], 2 * half_length(length)
    wide, high = state.match.width - side, state.match.height - side
    for _ in range(_HALVINGS):
        # only a guess, so the plain functions will do
        turn = (heading + bend) * DEGREE
        c, s = cos(turn), sin(turn)
        stern_x, stern_y, end_x, end_y = x - behind * c, y - behind * s, x + way * c, y + way * s
        if side < stern_x < wide and side < stern_y < high and side < end_x < wide and side < end_y < high:
            break
        bend /= 2
    return heading + bend


def _ram(state: State, unit: Unit, speed: float, rng: random.Random) -> Sail | None:
    """A straight run at some enemy that is near enough."""
    assert unit.pose is not None
    x, y = bow_of(unit.pose, card_of(state, unit.id).length)
    near = []
    for other in state.units.values():
        if other.pose is not None and other.status == ALIVE and are_enemies(state, unit, other):
            away = hypot(other.pose.x / GRAIN - x, other.pose.y / GRAIN - y)
            if away < speed + half_length(card_of(state, other.id).length):
                near.append(other)
    if not near:
        return None
    target = near[int(rng.random() * len(near))]
    if isinstance(may_ram(state, unit, target.id), Refusal):
        return None
    assert target.pose is not None
    order = Sail(unit.id, (), Ram(target.id, bearing(x, y, *target.pose.place)))
    worked = work_out_course(state, unit, order)
    return None if isinstance(worked, Refusal) else _remembered(state, order, worked)


def attack(state: State, decision: AboutUnit, rng: random.Random) -> Any:
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
    """Any place in the zone, roughly looking into the table."""
    unit = waiting(state, decision.seat)[0]
    x0, y0, x1, y1 = zone(state, decision.seat)
    ahead = facing(state, decision.seat)
    for _ in range(_PLACES):
        place = Place(unit.id, rng.uniform(x0, x1), rng.uniform(y0, y1), ahead + rng.uniform(-60.0, 60.0))
        if isinstance(may_place(state, decision.seat, place), Place):
            return place
    found = room_for(state, unit)
    assert found is not None
    return found


def allocate(state: State, decision: AllocateHits, rng: random.Random) -> RemoveMarkers:
    """Marker by marker, of any feature that has some left."""
    left = {name: state.units[decision.unit].marks.get(name, 0) for name in (FIREPOWER, SPEED, BASE)}
    taken = dict.fromkeys(left, 0)
    for _ in range(decision.hits):
        feature = rng.choice([name for name in left if left[name] > taken[name]])
        taken[feature] += 1
    return RemoveMarkers(taken[FIREPOWER], taken[SPEED], taken[BASE])


def drop(state: State, decision: AboutUnit, rng: random.Random) -> Any:
    """The least that must go, seldom the whole ship."""
    return GoDown() if rng.random() < _HOLD else Jettison(least_jettison(state.units[decision.unit]))


def anchor(state: State, decision: AboutUnit, rng: random.Random) -> DropAnchor:
    """Heads or tails."""
    return DropAnchor(rng.random() < 0.5)


def repair(state: State, decision: AboutUnit, rng: random.Random) -> Repair:
    """Any marker that is missing."""
    return Repair(rng.choice(sorted(missing(state, state.units[decision.unit]))))  # type: ignore[arg-type]
