"""Errands: what a unit still has to do to win the battle by its objective, and how likely that comes off in time.

The way to the marker and the action there; to their flag, and home with it; to the far edge. Whoever can do all of it
with the actions that are left wins in this turn; later turns bring the way, the enemy's fire and the clock between him
and that.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, exp, hypot
from typing import NamedTuple

from brickfield.core.board import Token, Unit
from brickfield.core.state import State
from brickfield.geometry import Point
from ..base.battlefield import PRONE, SUPPRESSED, inward, is_vehicle, match_of, number, units_of, zone_area
from ..base.measures import measures
from ..base.moving.paths import left_of_turn, rate
from ..base.objective import ESCAPE, studs_to_leave, target_unit
from ..base.objective_kinds import objective_numbers, rounds_of
from ..base.roll_off import first_seat
from ..chapters.capture.activating import CAPTURE, marker_distance
from ..chapters.flags.flags import FLAG, carried_flag, flag_numbers, flag_start
from ..chapters.vehicles.vehicle_damage import ABANDONED, DRIVES
from ..chapters.vehicles.vehicle_moves import cannot_drive
from ..chapters.vehicles.vehicles import armour, class_of
from .ways import middle_of, way_left

# how likely it comes off in one's next turn, and how much less with each turn more; if a unit is not fit for it; with
# each enemy in the way; what a second unit on the same errand adds
_RUNS, _LASTS, _UNFIT, _BLOCKED, _SECOND = 0.8, 0.65, 0.5, 0.3, 0.4
# how sharply a chance ends when there are not turns enough left for it, and how little of a turn more still counts
_SHARP, _SPARE = 4.0, 0.25
# how much of a turn is lost by lying down; how much nearer the end of a way is within the turn it takes anyway
_LYING, _SAME_TURN = 0.34, 0.25
# the studs that a quarter of a turn is worth to a vehicle
_TURN = 3.0
_NOBODY: Mapping[str, float] = {}


class Errand(NamedTuple):
    """The studs that a unit still has to walk to win, and what it has to do on the way, in actions."""

    studs: float
    deeds: int


def errand_of(state: State, unit: Unit) -> Errand | None:
    """What a unit has still to do to win; None where it cannot win by the objective."""
    kind = match_of(state).objective.kind
    if kind == ESCAPE:
        return Errand(studs_to_leave(state, unit) + _turned_off(state, unit), 0) if unit.id == runner(state) else None
    if kind not in (CAPTURE, FLAG) or not unit.standing or is_vehicle(state, unit) or unit.container in state.units:
        return None
    return _to_marker(state, unit) if kind == CAPTURE else _with_flag(state, unit)


def _turned_off(state: State, unit: Unit) -> float:
    """What it costs a vehicle, in studs, to turn to the far edge."""
    if unit.pose is None or not is_vehicle(state, unit):
        return 0.0
    return _TURN * abs((unit.pose.degrees - inward(state, unit.seat) + 180.0) % 360.0 - 180.0) / armour().most_pivot


def runner(state: State) -> str:
    """Who has to get to the far edge: the marked unit, or what it rides in."""
    match = match_of(state)
    marked = state.units.get(target_unit(match)) if match.objective.kind == ESCAPE else None
    if marked is None or not marked.alive:
        return ""
    return str(marked.container) if marked.container in state.units else marked.id


def _to_marker(state: State, unit: Unit) -> Errand | None:
    objective = match_of(state).objective
    if state.match.sides[unit.seat] != objective.attacker:
        return None
    straight = max(0.0, marker_distance(state, unit) - objective_numbers().marker_studs)
    return Errand(straight + _around(state, unit, objective.marker) if straight else 0.0, 1)


def _around(state: State, unit: Unit, spot: Point) -> float:
    """How much longer the way to a spot is than the crow flies."""
    here = middle_of(unit)
    return max(0.0, way_left(state, unit, spot) - hypot(here[0] - spot[0], here[1] - spot[1])) if here else 0.0


def _with_flag(state: State, unit: Unit) -> Errand | None:
    """Home with the flag, or to it first; nobody walks for a flag that somebody else of the side carries."""
    _x0, low, _x1, high = zone_area(state, unit.seat)
    inside = measures().mini_radius

    def home(y: float) -> float:
        return max(0.0, y - high + inside) if low == 0.0 else max(0.0, low + inside - y)

    carried = [each.pose.place[1] for each in unit.standing if carried_flag(each) is not None and each.pose is not None]
    if carried:
        return Errand(min(map(home, carried)), 0)
    spot = flag_to_take(state, unit.seat)
    if spot is None:
        return None
    places = [each.pose.place for each in unit.standing if each.pose is not None]
    reach = inside + flag_numbers().radius
    near = min((hypot(x - spot[0], y - spot[1]) for x, y in places), default=0.0)
    there = near - reach + _around(state, unit, spot) if near > reach + measures().contact else 0.0
    return Errand(there + home(spot[1]), 1)


def flag_to_take(state: State, seat: int) -> Point | None:
    """Where the flag of the enemy lies; None while somebody carries it."""
    flags = flags_to_take(state, seat)
    return next((each.pose.place for each in flags if not state.match.allied(each.seat, seat)), None)


def flags_to_take(state: State, seat: int) -> list[Token]:
    """The flags on the ground that a side wants: theirs, and the own one where it should not be."""
    flags = [each for each in state.tokens.values() if each.kind == FLAG]
    own = flag_start(state, state.match.sides[seat])
    return [each for each in flags if not state.match.allied(each.seat, seat) or each.pose != own]


def touches_flag(state: State, unit: Unit) -> bool:
    """Whether a mini of a unit could take the enemy's flag."""
    spot = flag_to_take(state, unit.seat)
    if spot is None or unit.container in state.units:
        return False
    reach = measures().mini_radius + flag_numbers().radius + measures().contact + measures().tolerance
    places = [each.pose.place for each in unit.standing if each.pose is not None]
    return any(hypot(x - spot[0], y - spot[1]) <= reach for x, y in places)


def actions_needed(state: State, unit: Unit) -> int | None:
    """With how many actions a unit wins in this turn; None where it cannot, however many there are."""
    errand = errand_of(state, unit)
    if errand is None or number(unit, SUPPRESSED):
        return None
    if is_vehicle(state, unit):
        moves, speed = armour().most_moves - number(unit, DRIVES), class_of(state, unit).speed
        drives = ceil((errand.studs - _turned_off(state, unit)) / speed)
        return drives if drives <= moves and cannot_drive(state, unit) is None else None
    if errand.studs > left_of_turn(unit) + measures().tolerance:
        return None
    if errand.deeds and in_the_way(state, unit.seat):
        return None
    walks = ceil(errand.studs / rate(state, unit) - measures().tolerance)
    return errand.deeds + walks if walks <= 1 or not number(unit, PRONE) else None


def wins(state: State, unit: Unit, left: int) -> bool:
    """Whether a unit wins in this turn with so many actions."""
    needed = actions_needed(state, unit)
    return needed is not None and needed <= left


def in_the_way(state: State, seat: int) -> list[Unit]:
    """The enemies of a side who stand so near to the marker that it cannot be activated."""
    if match_of(state).objective.kind != CAPTURE:
        return []
    near, sides = objective_numbers().marker_studs + measures().tolerance, state.match.sides
    foes = [each for each in state.units.values() if each.alive and sides[each.seat] != sides[seat]]
    return [each for each in foes if marker_distance(state, each) <= near]


def turns_needed(state: State, unit: Unit) -> float | None:
    """In which of the next turns of its side a unit has won, the nearer the way is done the sooner; None: in none."""
    errand = errand_of(state, unit)
    if errand is None:
        return None
    whole = measures().move_per_turn
    if is_vehicle(state, unit):
        if number(unit, ABANDONED):
            return None
        whole = class_of(state, unit).speed * armour().most_moves
    ways = errand.studs / whole + (_LYING if number(unit, PRONE) else 0.0)
    # within one turn it does not matter much how long the way is
    return max(0.0, ways - 1.0) + 1.0 - _SAME_TURN * (1.0 - min(1.0, ways))


def turns_left(state: State, seat: int) -> int:
    """How many turns a side has after the one that is played."""
    match = match_of(state)
    rounds = rounds_of(match.objective, match.options.last_round) - int(state.facts.get("round", 1))
    active, first = int(state.facts.get("active", seat)), first_seat(state)
    follows = match.sides[active] != match.sides[seat] and match.sides[active] == match.sides[first]
    return max(0, rounds + follows)


def hopes(state: State, seat: int, left: int = 0, weakened: Mapping[str, float] = _NOBODY) -> float:
    """How likely a side wins by the objective, 0 to 1: in this turn with so many actions, or in a later one."""
    if match_of(state).objective.kind not in (CAPTURE, FLAG, ESCAPE):
        return 0.0
    turns = turns_left(state, seat)
    chances = [_comes_off(state, unit, turns, left) * weakened.get(unit.id, 1.0) for unit in units_of(state, seat)]
    found = sorted(chances, reverse=True)
    best, second = (*found, 0.0, 0.0)[:2]
    return (best + (1.0 - best) * _SECOND * second) * _way_is_free(state, seat, weakened)


def _comes_off(state: State, unit: Unit, turns: int, left: int) -> float:
    """How likely one unit wins with these actions, or in these turns."""
    if left and wins(state, unit, left):
        return 1.0
    later = turns_needed(state, unit)
    if later is None:
        return 0.0
    fit = _UNFIT if number(unit, SUPPRESSED) else 1.0
    in_time = 1.0 / (1.0 + exp(_SHARP * (later - turns - _SPARE)))
    lasts: float = _LASTS ** (later - 1.0)
    return fit * in_time * _RUNS * lasts


def _way_is_free(state: State, seat: int, weakened: Mapping[str, float]) -> float:
    free = 1.0
    for each in in_the_way(state, seat):
        free *= 1.0 - (1.0 - _BLOCKED) * weakened.get(each.id, 1.0)
    return free


def pressure(state: State, seat: int) -> float:
    """How much of the turns that are left a side needs to reach its goal, 0 to 1."""
    ways = [turns_needed(state, each) for each in units_of(state, seat)]
    needed = min((each for each in ways if each is not None), default=0.0)
    return min(1.0, needed / (turns_left(state, seat) + 1.0))
