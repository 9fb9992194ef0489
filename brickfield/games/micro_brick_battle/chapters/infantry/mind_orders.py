"""Orders to infantry: into buildings, to the walls of those the enemy holds, into woods, at the enemy.

What a squad can do besides walking (`deeds`) is worth what the table of its chapter says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import atan2, degrees, hypot
from typing import Any

from brickfield.core.board import Unit
from brickfield.core.decisions import Decision, Suggestion
from brickfield.core.refusal import Refusal
from brickfield.core.state import State
from brickfield.geometry import Pose, direction
from brickfield.geometry.grain import GRAIN
from ...base.battlefield import describe, terrain
from ...base.movement import MP_GRAIN
from ...mind.goals import Aim
from ...mind.judgement_threats import ThreatMap, threat_map
from ...mind.suggestions_setup import entries
from ..reinforcements import reinforcements
from .entering_buildings import ComeOut, GoInside, beside_the_wall, no_room_inside, there
from .infantry import building_of, is_infantry, markers_of
from .infantry_deployment import inside_pose
from .infantry_figures import fire_figures
from .infantry_phase import EndInfantry, deeds_of, walkers
from .infantry_tables import squads
from .marching import March, Walk, march
from .marching_points import march_points, sprint_points
from .mind_trades import TRADES, errands_of
from .on_foot import foot_ground

Point = tuple[float, float]
# How many buildings and woods, the nearest first, a squad thinks of, and in how many directions it looks otherwise.
_NEAREST = 3
_DIRECTIONS = 8
_FULL_TURN = 360.0
# How far inside the border of an area a squad wants to be.
_WELL_INSIDE = 1.5
# Ways shorter than this are not worth an order.
_SHORTEST = 0.3
# The clause a player is led to, and the words, for each kind of order.
_KINDS = {
    "building": ("inf.move.enter", "{unit} goes to {thing}"),
    "raid": ("inf.raid.may", "{unit} goes to raid {thing}"),
    "forest": ("inf.hidden.forest", "{unit} goes into the woods"),
    "advance": ("inf.move.sprint", "{unit} closes in on {thing}"),
    "flank": ("inf.flank.vehicle", "{unit} gets {thing} into its sight"),
    "objective": ("mbb.win.scenario", "{unit} goes to the goal of the battle"),
    "heal": ("inf.med.heal", "{unit} goes to heal {thing}"),
    "repair": ("inf.eng.first", "{unit} goes to repair {thing}"),
    "tend": ("inf.med.heal", "{unit} stays near {thing}"),
    "escort": ("inf.follow.position", "{unit} goes behind {thing}, to follow it"),
    "shift": ("inf.move.omni", "{unit} takes up another place"),
}


def infantry_orders(state: State, decision: Decision, n: int) -> list[Suggestion]:
    """Ending it; what squads can do; then for every squad a way of each kind, the first of everybody first."""
    seat = decision.seat
    rest = reinforcements.must_enter(state, seat)
    safe = [Suggestion(EndInfantry(), "stay", "no infantry moves any more", "inf.move.last")] if rest is None else []
    view = threat_map(state, seat)
    thought = [list(_ways(state, view, unit)) for unit in walkers(state, seat)] if view.foes else []
    longest = max(map(len, thought), default=0)
    ways = [each[rank] for rank in range(longest) for each in thought if rank < len(each)]
    return [*safe, *_arrivals(state, seat), *_deeds(state, seat), *ways]


def _arrivals(state: State, seat: int) -> list[Suggestion]:
    """Reserves that may come on now."""
    return entries(state, seat, on_foot=True) if reinforcements.may_come(state, seat, on_foot=True) else []


# --- deeds -----------------------------------------------------------------------------------------------------------


def _roof(state: State, answer: Any) -> float:
    """A building is worth more the more markers it shelters, and nothing where there is nothing to hold or to shoot."""
    if not _is_wanted(state, state.units[answer.unit].seat, answer.building):
        return 0.0
    return _MARKER_UNDER_ROOF * markers_of(state.units[answer.unit])


def _way_out(state: State, answer: Any) -> float:
    """Nobody stays in a building that has nothing to do with the battle; who must get away comes out on that side."""
    unit = state.units[answer.unit]
    aim = threat_map(state, unit.seat).aim
    if aim is not None and aim.card and aim.counts(state, unit):
        nearer = aim.away(unit.at) - aim.away(Pose.at(answer.x, answer.y, 0.0))
        return max(0.0, nearer)
    return 0.0 if _is_wanted(state, unit.seat, building_of(state, unit)) else _OUT_OF_IDLE_WALLS


def _is_wanted(state: State, seat: int, building: str) -> bool:
    """Whether a building stands on the ground a seat fights for, or an enemy is as near as one sees out of it."""
    view, pose = threat_map(state, seat), state.tokens[building].pose
    if view.aim is not None and view.aim.holds(pose):
        return True
    return view.nearest(pose) <= fire_figures().tall_sight_inches


_MARKER_UNDER_ROOF, _OUT_OF_IDLE_WALLS = 1.0, 0.5
# By sort of deed what it is worth in points of army cost; what is not named is left to people.
DEEDS_WORTH: dict[str, Callable[[State, Any], float]] = {"go_inside": _roof, "come_out": _way_out, **TRADES}


def _deeds(state: State, seat: int) -> list[Suggestion]:
    """What squads can do now and what is worth something, the best first."""
    found = []
    for choice in deeds_of(state, seat):
        kind = str(choice.answer.__struct_config__.tag)
        worth = DEEDS_WORTH[kind](state, choice.answer) if choice.refusal is None and kind in DEEDS_WORTH else 0.0
        if worth > 0.0:
            found.append(Suggestion(choice.answer, kind, choice.title, choice.clause, worth))
    return sorted(found, key=lambda each: -each.value)


# --- ways ------------------------------------------------------------------------------------------------------------


def _ways(state: State, view: ThreatMap, unit: Unit) -> Iterator[Suggestion]:
    """A way to each place worth going to, as far as it leads, each end once."""
    ends: set[Pose] = set()
    for kind, thing, place in _places(state, view, unit):
        way = way_to(state, unit, place)
        if way is None:
            continue
        answer, end = way
        if end in ends:
            continue
        ends.add(end)
        view.ends[unit.id, answer.steps] = end
        clause, words = _KINDS[kind]
        name = describe(state, thing) if thing else ""
        yield Suggestion(answer, kind, words.format(unit=describe(state, unit.id), thing=name), clause)


def way_to(state: State, unit: Unit, place: Point) -> tuple[Walk, Pose] | None:
    """Straight towards a place, at a walk if that is far enough, and where that ends by the rules; None: nowhere."""
    x, y = unit.at.place
    away = hypot(place[0] - x, place[1] - y)
    spent = unit.marks.get("spent", 0) / MP_GRAIN
    walk, run = march_points(state, unit) - spent, sprint_points(state, unit) - spent
    inches = min(away, walk if away <= walk else run)
    if inches < _SHORTEST:
        return None
    heading = degrees(atan2(place[1] - y, place[0] - x)) % _FULL_TURN
    answer = Walk(unit.id, (March(heading, inches),))
    worked = march(state, unit, answer.steps, answer.pace)
    if isinstance(worked, Refusal) or not worked.taken or not worked.taken[-1].cost:
        return None
    return answer, worked.taken[-1].pose


def _places(state: State, view: ThreatMap, unit: Unit) -> Iterator[tuple[str, str, Point]]:
    """Where a squad might go: kind of order, the thing it is about, and the place."""
    x, y = unit.at.place
    yield from ((errand.kind, errand.thing, errand.place) for errand in errands_of(state, unit))
    yield from _buildings(state, unit)
    if view.aim is not None and view.aim.counts(state, unit):
        yield "objective", "", _into(view.aim, x, y)
    near = sorted(view.foes, key=lambda foe: _gap(foe, x, y))
    for foe in near[:_NEAREST]:
        kind = "advance" if is_infantry(state, foe.id) else "flank"
        # no further than a walk: who runs does not attack
        yield kind, foe.id, _short_of_run(state, unit, foe.at.place)
        yield kind, foe.id, foe.at.place
    woods = sorted(terrain(state).grounds.forests, key=lambda each: hypot(each.shape.x - x, each.shape.y - y))
    yield from (("forest", each.token, each.shape.centre) for each in woods[:_NEAREST])
    reach = march_points(state, unit)
    for number in range(_DIRECTIONS):
        ahead_x, ahead_y = direction(round(number * _FULL_TURN / _DIRECTIONS * GRAIN))
        yield "shift", "", (x + ahead_x * reach, y + ahead_y * reach)


def _into(aim: Aim, x: float, y: float) -> Point:
    """The nearest point well inside an area: its middle where it is small, straight ahead where it is a strip."""
    deep_x, deep_y = max(0.0, aim.length / 2 - _WELL_INSIDE), max(0.0, aim.width / 2 - _WELL_INSIDE)
    return min(max(x, aim.x - deep_x), aim.x + deep_x), min(max(y, aim.y - deep_y), aim.y + deep_y)


def _short_of_run(state: State, unit: Unit, place: Point) -> Point:
    """As far towards a place as a squad comes at a walk."""
    x, y = unit.at.place
    walk = march_points(state, unit) - unit.marks.get("spent", 0) / MP_GRAIN
    share = min(1.0, max(0.0, walk) / (hypot(place[0] - x, place[1] - y) or 1.0))
    return x + (place[0] - x) * share, y + (place[1] - y) * share


def _gap(foe: Unit, x: float, y: float) -> float:
    fx, fy = foe.at.place
    return hypot(fx - x, fy - y)


def _buildings(state: State, unit: Unit) -> Iterator[tuple[str, str, Point]]:
    """The nearest buildings: free ones to go into, those the enemy holds to raid."""
    x, y = unit.at.place
    buildings = sorted(foot_ground(state).buildings, key=lambda each: hypot(each[1].x - x, each[1].y - y))
    for building, _shape in buildings[:_NEAREST]:
        hostile = [each for each in there(state, building) if not state.match.allied(each.seat, unit.seat)]
        pose = beside_the_wall(state, building, x, y)
        if hostile:
            yield "raid", building, pose.place
        elif no_room_inside(state, unit, building) is None and _is_wanted(state, unit.seat, building):
            # into the wall: it is where the way ends
            wall = state.tokens[building].pose.place
            yield "building", building, _short_of(wall, pose.place)


def _short_of(wall: Point, place: Point) -> Point:
    """A hair beyond the place where a plate touches a wall, so that the way ends at the wall itself."""
    dx, dy = wall[0] - place[0], wall[1] - place[1]
    length = hypot(dx, dy) or 1.0
    share = min(1.0, squads().adjacent_inches / length)
    return place[0] + dx * share, place[1] + dy * share


def end_on_foot(state: State, answer: Any) -> Pose | None:
    """Where a squad is after an order; inside a building it is at its centre. None: the order moves nobody."""
    match answer:
        case Walk():
            known = threat_map(state, state.units[answer.unit].seat).ends.get((answer.unit, answer.steps))
            if known is not None:
                return known
            worked = march(state, state.units[answer.unit], answer.steps, answer.pace)
            return None if isinstance(worked, Refusal) or not worked.taken else worked.taken[-1].pose
        case GoInside():
            return inside_pose(state, answer.building)
        case ComeOut():
            return beside_the_wall(state, building_of(state, state.units[answer.unit]), answer.x, answer.y)
    return None
