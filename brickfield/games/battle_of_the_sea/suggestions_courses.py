"""Courses worth sailing for one unit: rams, ways into range, to a treasure or home, and away from the enemy's guns."""

from __future__ import annotations

from collections.abc import Iterator

from brickfield.core.apply import apply
from brickfield.core.board import ALIVE, Unit
from brickfield.core.decisions import Suggestion
from brickfield.core.events import UnitMoved
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.games.battle_of_the_sea.capacity import cargo
from brickfield.games.battle_of_the_sea.firing import hull_distance, targets
from brickfield.games.battle_of_the_sea.hulls import bow_of
from brickfield.games.battle_of_the_sea.measures import inches, measures
from brickfield.games.battle_of_the_sea.moving_the_vessels import Ahead, Astern, Course, Ram, Sail, effective_speed
from brickfield.games.battle_of_the_sea.odds import attack_odds
from brickfield.games.battle_of_the_sea.ramming import work_out_course
from brickfield.games.battle_of_the_sea.ship_card import FIREPOWER, SHIP, SPEED
from brickfield.games.battle_of_the_sea.waters import are_enemies, card_of, describe, sea_of
from brickfield.geometry import Point, bearing
from brickfield.geometry.bearings import wrapped

# Bends tried when the straight way is not free, and the shares of the speed that are tried.
_BENDS = (0.0, 20.0, -20.0, 45.0, -45.0, 80.0, -80.0)
_SHARES = (1.0, 0.5, 0.2)
_PARTS = (0.75, 0.5, 0.25, 0.0)
_NEAREST = 3


def courses(state: State, unit: Unit) -> list[Suggestion]:
    """Staying first, then everything else that is worth a thought."""
    aims = targets(state, unit)
    here = f"{describe(state, unit.id)} stays" + (" and can fire" if aims else "")
    stay = Suggestion(Sail(unit.id), "stay", here, "sea.move.optional", 1.0 if aims else 0.0)
    if not unit.marks.get(SPEED) or effective_speed(state, unit) < 1:
        return [stay]
    return [stay, *_rams(state, unit), *_approaches(state, unit), *_errands(state, unit), *_retreat(state, unit)]


def _enemies(state: State, unit: Unit) -> list[Unit]:
    """Enemies on the table, the nearest first."""
    found = [each for each in state.units.values() if each.status == ALIVE and are_enemies(state, unit, each)]
    return sorted(found, key=lambda each: (hull_distance(state, unit, each), each.id))[:_NEAREST]


def _rams(state: State, unit: Unit) -> Iterator[Suggestion]:
    """Straight runs at the nearest enemies."""
    assert unit.pose is not None
    bow = bow_of(unit.pose, card_of(state, unit.id).length)
    for enemy in _enemies(state, unit):
        assert enemy.pose is not None
        order = Sail(unit.id, (), Ram(enemy.id, round(bearing(*bow, *enemy.pose.place), 3)))
        worked = work_out_course(state, unit, order)
        if isinstance(worked, Course) and worked.impact is not None:
            odds = attack_odds(state, enemy, worked.impact.dice)
            sort = "accurate" if worked.impact.accurate else "inaccurate"
            reason = f"{describe(state, unit.id)} rams {describe(state, enemy.id)} ({sort}, {worked.impact.dice} dice)"
            yield Suggestion(order, "ram", reason, f"sea.ram.{sort}", 2.0 + odds.expected)


def _approaches(state: State, unit: Unit) -> Iterator[Suggestion]:
    """Towards the nearest enemy, as far as the guns need."""
    enemies = _enemies(state, unit)
    if not enemies:
        return
    enemy = enemies[0]
    assert enemy.pose is not None
    gap = hull_distance(state, unit, enemy)
    wanted = gap - measures().range_inches + 1 if unit.marks.get(FIREPOWER) else gap
    if wanted <= 0:
        return
    order = _way_to(state, unit, enemy.pose.place, wanted)
    if order is not None:
        worth = 1.5 if _fires_after(state, unit, order) else 0.8
        reason = f"{describe(state, unit.id)} closes in on {describe(state, enemy.id)}"
        yield Suggestion(order, "close_in", reason, "sea.move.distance", worth)


def _fires_after(state: State, unit: Unit, order: Sail) -> bool:
    """Whether there would be something to fire at after a move."""
    worked = work_out_course(state, unit, order)
    if isinstance(worked, Refusal) or not unit.marks.get(FIREPOWER):
        return False
    there = state.clone()
    apply(there, UnitMoved(unit=unit.id, pose=worked.legs[-1].pose, step="ahead", amount=0.0))
    return bool(targets(there, there.units[unit.id]))


def _errands(state: State, unit: Unit) -> Iterator[Suggestion]:
    """With gold in play: home with a cargo, else to the nearest treasure."""
    if not state.match.options.gold or card_of(state, unit.id).kind != SHIP:
        return
    assert unit.pose is not None
    x, y = unit.pose.place
    if cargo(unit):
        goals = [(port.x, port.y) for port in sea_of(state).waters.ports if port.seat == unit.seat]
        kind, reason, clause = "home", "brings its cargo home", "sea.gold.scenario"
    else:
        goals = [token.pose.place for token in state.tokens.values() if token.kind == "treasure"]
        kind, reason, clause = "treasure", "sails for a treasure", "sea.gold.load"
    if goals:
        goal = min(goals, key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2)
        order = _way_to(state, unit, goal, 1000.0)
        if order is not None:
            yield Suggestion(order, kind, f"{describe(state, unit.id)} {reason}", clause, 3.0)


def _retreat(state: State, unit: Unit) -> Iterator[Suggestion]:
    """Away from the nearest enemy, or straight back out of contact."""
    enemies = _enemies(state, unit)
    assert unit.pose is not None
    name = describe(state, unit.id)
    if enemies and enemies[0].pose is not None:
        (x, y), (ex, ey) = unit.pose.place, enemies[0].pose.place
        order = _way_to(state, unit, (2 * x - ex, 2 * y - ey), 1000.0)
        if order is not None:
            yield Suggestion(order, "retreat", f"{name} keeps its distance", "sea.move.optional", -0.5)
    back = Sail(unit.id, (Astern(float(effective_speed(state, unit))),))
    if isinstance(work_out_course(state, unit, back), Course):
        yield Suggestion(back, "back_off", f"{name} backs off", "sea.geometry.astern", -1.0)


def _way_to(state: State, unit: Unit, goal: Point, most: float) -> Sail | None:
    """The longest free leg that leads about towards a place."""
    assert unit.pose is not None
    straight = bearing(*bow_of(unit.pose, card_of(state, unit.id).length), *goal)
    speed, off = float(effective_speed(state, unit)), wrapped(straight - unit.pose.degrees)
    # where the stern has no room to swing out, a part of the turn may do, or none at all
    headings = [straight + bend for bend in _BENDS] + [unit.pose.degrees + off * part for part in _PARTS]
    for share in _SHARES:
        way = max(inches(measures().shortest_leg_studs), min(speed * share, most))
        for heading in headings:
            order = Sail(unit.id, (Ahead(round(heading, 3), round(way, 4)),))
            if isinstance(work_out_course(state, unit, order), Course):
                return order
    return None
