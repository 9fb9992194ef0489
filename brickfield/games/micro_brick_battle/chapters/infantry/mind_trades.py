"""What the trades of infantry are worth to bots: healing, repairing, joining, and going along behind a tank."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any, NamedTuple

from brickfield.core.board import WRECK, Unit
from brickfield.core.decisions import Suggestion
from brickfield.core.state import State
from brickfield.geometry import Pose
from ...base.battlefield import card_of, enemies_of
from ...base.movement_phase import also_ordered
from ...base.unit_stats import MP_GRAIN, cost_when_lost, fires_over
from ...mind.judgement_threats import NEXT_TURN, by_phases, share_after_moving
from ...mind.suggestions import other_orders
from .chapter import INFANTRY
from .following import Follow, can_be_followed, followed_by
from .infantry import (
    ENGINEER,
    LED,
    REPAIRED,
    RESTORED,
    STRENGTH,
    building_of,
    gun_of,
    infantry_of,
    is_infantry,
    is_medical,
    is_straggler,
    missing,
    soldiers_hold_fire,
)
from .infantry_figures import fire_figures
from .infantry_tables import squads
from .marching_points import march_points, sprint_points

Point = tuple[float, float]
# Shares of the cost of a unit: of a wreck that may shoot again or may be whole, of a gun with a crew around it.
_SHOOTS_AGAIN, _WHOLE_AGAIN, _CREWED = 0.5, 0.4, 0.2
# A full unit for two halves, and a walk behind armour, in points of army cost.
_ONE_FULL, _BEHIND_ARMOUR = 0.5, 0.6
# To stand behind a tank that drives on is worth more than to run ahead of it.
# A way that is longer than the points by the rounding of a place is not.
_HAIR = 1e-3
_ESCORT = 1.4
# Being where a deed can be done counts for so much of the deed; being among friends, so near to one, for a little.
_ON_THE_WAY = 0.5
_AMONG_FRIENDS, _AT_HAND = 0.8, 3.0
# How close behind a tank a squad stands that wants to follow it, and of how many tanks it thinks.
_CLOSE_BEHIND, _TANKS = 0.4, 2


def healed_worth(state: State, target: Unit) -> float:
    """The share of its cost that a hurt unit gets back."""
    return cost_when_lost(state, target) * missing(target) / max(1, target.marks.get(STRENGTH, 0))


def repaired_worth(state: State, vehicle: Unit) -> float:
    """What a round of repair at a vehicle is worth."""
    share = _WHOLE_AGAIN if REPAIRED in vehicle.marks else _SHOOTS_AGAIN
    return cost_when_lost(state, vehicle) * share


# By sort of deed what it is worth in points of army cost.
TRADES: dict[str, Callable[[State, Any], float]] = {
    "heal": lambda state, answer: healed_worth(state, state.units[answer.target]),
    "repair": lambda state, answer: repaired_worth(state, state.units[answer.vehicle]),
    "join_gun": lambda state, answer: _CREWED * cost_when_lost(state, state.units[answer.gun]),
    "join_unit": lambda state, answer: _ONE_FULL,
    "form_stragglers": lambda state, answer: _ONE_FULL,
}


class Errand(NamedTuple):
    """A place where a squad is wanted: what for, at whom, how near is near enough, what being there is worth in points
    of army cost, and whether it calls the squad away from the fight."""

    kind: str
    thing: str
    place: Point
    near: float
    worth: float
    calls: bool = True


def errands_of(state: State, unit: Unit) -> list[Errand]:
    """Where a squad is wanted: healers at the hurt or among their own, engineers at wrecks, others behind armour."""
    if unit.pose is None or building_of(state, unit) or gun_of(state, unit):
        return []
    errands = [*_to_the_hurt(state, unit), *_to_wrecks(state, unit)]
    return errands or _behind_armour(state, unit)


def _to_the_hurt(state: State, unit: Unit) -> list[Errand]:
    """Healers go to the dearest hurt squad, the nearer the better; while nobody is hurt they stay with the others."""
    if not is_medical(unit):
        return []
    others = [each for each in infantry_of(state, unit.seat) if each.id != unit.id and each.pose is not None]
    hurt = [each for each in others if missing(each) and not is_straggler(each) and not each.container]
    near = squads().adjacent_inches
    wanted = [(healed_worth(state, each), each) for each in hurt]
    found = [
        Errand("heal", each.id, _beside(unit, place), near, _ON_THE_WAY * healed_worth(state, each))
        for each, place in _best(unit, wanted)
    ]
    if found or not others:
        return found
    x, y = unit.pose.place if unit.pose is not None else (0.0, 0.0)
    friend = min(others, key=lambda each: _away(each, x, y))
    return [Errand("tend", friend.id, _beside(unit, friend.at.place), _AT_HAND, _AMONG_FRIENDS)]


def _to_wrecks(state: State, unit: Unit) -> list[Errand]:
    """Engineers go to the dearest wreck that can be repaired, the nearer the better."""
    if ENGINEER not in unit.marks:
        return []
    own = [each for each in state.units.values() if state.match.allied(each.seat, unit.seat)]
    broken = [each for each in own if each.status == WRECK or (each.alive and REPAIRED in each.marks)]
    wanted = [(repaired_worth(state, each), each) for each in broken if RESTORED not in each.marks]
    near = squads().plate_inches + squads().adjacent_inches
    return [
        Errand("repair", each.id, place, near, _ON_THE_WAY * repaired_worth(state, each))
        for each, place in _best(unit, wanted)
    ]


def _behind_armour(state: State, unit: Unit) -> list[Errand]:
    """A squad on its way to the enemy wants to be behind a tank that drives too, to follow it in the next turn."""
    x, y = unit.at.place
    foes = enemies_of(state, unit.seat)
    if not foes or min(_away(foe, x, y) for foe in foes) <= fire_figures().sight_inches:
        return []
    reach, found = float(sprint_points(state, unit)), []
    for tank in state.units.values():
        # a tank that has not driven this turn will hardly drive in the next
        drives = tank.pose is not None and tank.marks.get("spent", 0) and not fires_over(state, tank.id)
        if tank.pose is None or not drives or not can_be_followed(state, unit.seat, tank):
            continue
        back = -(card_of(state, tank.id).length_inches / 2 + squads().plate_inches / 2 + _CLOSE_BEHIND)
        place = tank.pose.ahead(back).place
        if hypot(place[0] - x, place[1] - y) <= reach:
            found.append(Errand("escort", tank.id, place, _CLOSE_BEHIND, _ESCORT, calls=False))
    return sorted(found, key=lambda each: hypot(each.place[0] - x, each.place[1] - y))[:_TANKS]


def _away(other: Unit, x: float, y: float) -> float:
    return hypot(other.at.place[0] - x, other.at.place[1] - y)


def _beside(unit: Unit, place: Point) -> Point:
    """Where a plate stands right before another plate, as one comes from where the unit is."""
    x, y = unit.at.place
    away = hypot(place[0] - x, place[1] - y) or 1.0
    share = max(0.0, 1.0 - (squads().plate_inches + squads().adjacent_inches / 2) / away)
    return x + (place[0] - x) * share, y + (place[1] - y) * share


def _best(unit: Unit, wanted: list[tuple[float, Unit]]) -> list[tuple[Unit, Point]]:
    x, y = unit.at.place
    found = []
    for worth, each in wanted:
        if each.pose is not None:
            ex, ey = each.pose.place
            found.append((worth / (1.0 + hypot(ex - x, ey - y)), each, (ex, ey)))
    return [(each, place) for _worth, each, place in sorted(found, key=lambda row: -row[0])[:1]]


@other_orders.amended(INFANTRY)
def following_ideas(state: State, seat: int, before: list[Suggestion]) -> list[Suggestion]:
    """Squads behind a tank that has not moved yet go along with it, at a walk: so they may still attack."""
    found = [*before]
    for choice in also_ordered(state, seat):
        answer = choice.answer
        # who follows one tank does not change to the next and back again
        if not isinstance(answer, Follow) or followed_by(state.units[answer.unit]):
            continue
        if answer.pace == "walk" and not state.units[answer.tank].marks.get("spent", 0):
            found.append(Suggestion(answer, "follow", choice.title, "inf.follow.choice", _BEHIND_ARMOUR))
    return found


@by_phases.amended(INFANTRY)
def soldiers_run_first(state: State, before: bool) -> bool:
    """Who has run does not attack."""
    return True


@share_after_moving.amended(INFANTRY)
def share_on_foot(state: State, unit: Unit, pose: Pose, share: float) -> float:
    """Who has run so far, or could only be there at a run, does not attack this turn."""
    if not is_infantry(state, unit.id):
        return share
    if soldiers_hold_fire(state, unit) is not None:
        return 0.0
    (x, y), (to_x, to_y) = unit.at.place, pose.place
    far = hypot(to_x - x, to_y - y) + unit.marks.get("spent", 0) / MP_GRAIN
    return 1.0 if LED in unit.marks or far <= march_points(state, unit) + _HAIR else NEXT_TURN
