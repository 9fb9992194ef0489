"""Prices: what each sort of order is worth to the side that gives it, term by term, in points of army cost.

An order that is in no row of PRICES is worth nothing in particular. Whoever writes a new sort of action adds its row.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any, NamedTuple

from msgspec.structs import replace

from brickfield.core.adding import added
from brickfield.core.board import Model, Unit
from brickfield.core.judging.judging import Terms
from brickfield.core.kept import kept
from brickfield.core.state import State
from brickfield.geometry import GRAIN
from ..base.actions import EndTurn
from ..base.battlefield import ACTIONS, ATTACKED, PRONE, SUPPRESSED, enemies_of, is_vehicle, number
from ..base.close_combat.close_combat import CloseCombat
from ..base.firing.attack import Attack, FireItem, manner_of
from ..base.firing.fire_measures import fire
from ..base.measures import measures
from ..base.moving.arrival import UseCorner
from ..base.moving.paths import Move, Walk, ends, longest, tracks_of
from ..base.objective import has_left
from ..base.prone import GoProne, Rise, has_officer
from ..base.rallying import RallyAgain, bonus_to_rally
from ..base.reactions.interrupts import placed_at
from ..base.sight.landscape import CORNER, kept_for
from ..base.sight.sight import sight
from ..base.weapons import weapons
from ..chapters.capture.activating import Activate
from ..chapters.flags.flags import TakeFlag, flag_home
from ..chapters.holds.holds import PlaceHold, hold_of
from ..chapters.smoke.smoke import ThrowSmoke
from ..chapters.vehicles.driving import end_of
from ..chapters.vehicles.mind_drives import is_wedged, room_ahead
from ..chapters.vehicles.mind_prices import VEHICLE_PRICES
from ..chapters.vehicles.vehicle_damage import TURRET
from ..chapters.vehicles.vehicle_fire import TurnTurret
from ..chapters.vehicles.vehicle_moves import Drive
from .errands import actions_needed, hopes, touches_flag
from .exchange import (
    blow,
    carry_over,
    charge,
    charges,
    dangers,
    fire_plans,
    in_all,
    in_the_open,
    left_of,
    onslaught,
    shelter,
    sides,
    strengths,
    volley,
    worst,
)
from .goals import aim_of, goal_distance, goes, may_lose, patience, urgency
from .prospects import apart, best_shot, combat_points, shot_points, unit_worth
from .ways import way_left

# what counts of the enemy's answer, of what the own side could do after it, of a shot that reacts, of an item's cost
_FEARED, _AFTER, _REACTS, _SPENT = 0.8, 0.6, 0.5, 0.4
# how likely an enemy moves who must come nearer to fire, and who need not; what a share of a rallied unit is worth
_COMES, _STAYS, _RALLIED = 0.5, 0.2, 0.1
# what it is worth to be on one's feet
_RISEN = 1.5
# points for a stud nearer to an enemy or to the goal; a battle that is won at once, or with the actions that are left
# (less by each that it takes); a flag taken; a battle that is won or lost by its objective some time
_STUD, _GOAL_STUD, _WON, _WINS, _EACH, _FLAG, _DECIDED = 0.05, 0.5, 500.0, 300.0, 30.0, 60.0, 120.0
# what it is worth to a vehicle that is wedged in to have room to drive
_ROOM = 10.0
# how many times more a stud nearer to an enemy is worth to who is in haste
_EAGER = 14.0


class Rest(NamedTuple):
    """The rest of a turn at its best: what fire still takes, what the enemy's answer then takes, and what the own side
    could take after that."""

    fire: float
    answer: float
    after: float


@kept
def rest_of_turn(state: State, seat: int, left: int) -> Rest:
    """What can still be made of a turn with so many actions left, and where that leaves both sides."""
    own, foes = sides(state, seat)
    fear = _FEARED * patience(state, seat)
    plans = fire_plans(state, own, foes, left)
    rows = charges(state, foes, own)
    left_to_foes = [worst(rows, strengths(foes, plan.weakened)) for plan in plans]
    worths = [plan.points - fear * in_all(most) for plan, most in zip(plans, left_to_foes, strict=True)]
    place = worths.index(max(worths))
    best, taken = plans[place], dangers(left_to_foes[place], own)
    # who is shot at in between does less afterwards
    worn = {unit.id: left_of(state, unit, points, 2) for points, unit in taken}
    answer = fear * added(points for points, _unit in taken)
    return Rest(best.points, answer, _AFTER * onslaught(state, own, foes, worn))


def actions_after(state: State) -> int:
    """How many actions are left after the one that is thought about."""
    return max(0, int(state.facts.get(ACTIONS, 0)) - 1)


def attack_terms(state: State, unit: Unit, order: Attack | FireItem) -> Terms:
    """What the shot takes, less what its items cost; and what the enemy can do less for it."""
    manner, target = manner_of(order), state.units[order.target]
    kills = shot_points(state, unit, target, manner)
    terms = {"kills": kills, "exposure": _FEARED * relief(state, unit.seat, target, kills)}
    terms |= _cleared_by(state, unit.seat, target, kills)
    spent = sum(weapons()[item].cost for _figure, item in manner.items) * _SPENT
    return terms | {"items": -spent} if spent else terms


def _cleared_by(state: State, seat: int, target: Unit, kills: float) -> dict[str, float]:
    """What it is worth that an enemy is hit who could win by the objective, or is in the way of that."""
    weakened = {target.id: left_of(state, target, kills)}
    saved = may_lose(state, seat) - may_lose(state, seat, weakened)
    gain = saved + hopes(state, seat, 0, weakened) - hopes(state, seat)
    return {"goal": _DECIDED * gain} if gain else {}


def relief(state: State, seat: int, target: Unit, kills: float) -> float:
    """How much less the enemy takes in his next turn when so much of a unit is gone."""
    own, foes = sides(state, seat)
    weakened = {target.id: left_of(state, target, kills)}
    return onslaught(state, foes, own) - onslaught(state, foes, own, weakened)


def combat_terms(state: State, unit: Unit, order: CloseCombat) -> Terms:
    """What close combat takes from them less what it takes from us."""
    return {"melee": combat_points(state, unit, state.units[order.target])}


def rally_terms(state: State, unit: Unit, order: RallyAgain) -> Terms:
    """A unit that can act again: what it could do at once, and in the turns to come."""
    chance = min(1.0, (7 - fire().rally_from + bonus_to_rally(state, unit).total) / 6)
    there = _remarked(state, unit, SUPPRESSED, 0)
    left = actions_after(state)
    now, then = rest_of_turn(state, unit.seat, left), rest_of_turn(there, unit.seat, left)
    gain = then.fire - now.fire + now.answer - then.answer + then.after - now.after
    return {"rally": chance * (_RALLIED * unit_worth(state, unit) + max(0.0, gain))}


def position_terms(state: State, there: State, unit: Unit, left: int) -> dict[str, float]:
    """How much better a unit stands: what can be shot at, who could shoot at it, how near it is to its goal."""
    moved = there.units[unit.id]
    now, then = rest_of_turn(state, unit.seat, left), rest_of_turn(there, unit.seat, left)
    terms = {
        "prospect": then.fire - now.fire,
        "later": then.after - now.after,
        "exposure": now.answer - then.answer,
    }
    terms |= _way_terms(state, there, unit, moved)
    goal = _goal_gain(state, there, moved, left)
    return terms | {"goal": terms.get("goal", 0.0) + goal} if goal else terms


def _goal_gain(state: State, there: State, moved: Unit, left: int) -> float:
    """What it changes for the objective that a unit has moved: who has won, wins with the actions that are left, or
    some time; what has not been walked is not counted on, so that nobody puts off what wins."""
    if flag_home(there) is not None or has_left(there):
        return _WON
    seat = moved.seat
    gain = _DECIDED * (hopes(there, seat) - hopes(state, seat) + may_lose(state, seat) - may_lose(there, seat))
    if left and touches_flag(there, moved) and not touches_flag(state, state.units[moved.id]):
        gain += _FLAG
    needed = actions_needed(there, moved)
    return gain + _WINS - _EACH * needed if needed is not None and needed <= left else gain


def _way_terms(state: State, there: State, unit: Unit, moved: Unit) -> dict[str, float]:
    """How much nearer a unit comes to its goal, or to an enemy if it has nothing to shoot at."""
    spot = aim_of(state, unit)
    if spot is None:
        return {}
    walked = 0.0
    if unit.container not in state.units:
        walked = way_left(state, unit, spot) - way_left(there, moved, spot)
    goal, nearer = goal_distance(state, unit), goal_distance(there, moved)
    if goal is not None and nearer is not None and goes(state, unit):
        return {"goal": _GOAL_STUD * (walked + goal - nearer) / 2}
    if best_shot(there, moved) >= 1.0:
        return {}
    return {"closing": _STUD * (1.0 + _EAGER * urgency(state, unit.seat)) * walked}


def move_terms(state: State, unit: Unit, order: Move | Walk) -> Terms:
    """Where a move leads, and the shots that it draws on its way."""
    moved, studs = _moved(state, unit, order)
    there = _with(state, moved)
    terms = position_terms(state, there, unit, actions_after(state))
    drawn = _drawn(state, there, unit, studs)
    return terms | {"reactions": -patience(state, unit.seat) * drawn}


def _moved(state: State, unit: Unit, order: Move | Walk) -> tuple[Unit, float]:
    """A unit at the end of a move, and how far it goes: it rests on the unit and the map alone."""
    moves = kept_for(state, unit).setdefault("moves", {})
    found: tuple[Unit, float] | None = moves.get(order)
    if found is None:
        tracks = tracks_of(state, unit, order)
        there = placed_at(state, unit, ends(unit, tracks))
        found = moves[order] = there.units[unit.id], longest(unit, tracks)
    return found


def _with(state: State, unit: Unit) -> State:
    """The table with a unit as it would be; what is known of the others is carried over."""
    there = state.with_units(unit)
    carry_over(state, there, unit)
    return there


def _drawn(state: State, there: State, unit: Unit, studs: float) -> float:
    """What reactive fire takes on the average from who moves so far in sight."""
    if studs <= measures().reactive_open or not unit.squad:
        return 0.0
    each = unit_worth(state, unit) / max(1, len(unit.standing))
    moved, total = there.units[unit.id], 0.0
    for foe in enemies_of(state, unit):
        if number(foe, ATTACKED) or number(foe, SUPPRESSED) or not foe.squad:
            continue
        seen = sight(there, foe, moved)
        if seen.seen and (studs > measures().reactive_covered or not seen.hard):
            total += _REACTS * each / 3
    return total


def prone_terms(state: State, unit: Unit, order: GoProne | Rise) -> Terms:
    """How much less, or more, the enemies could do."""
    value = 1 if isinstance(order, GoProne) else 0
    if has_officer(unit) and int(state.facts.get(ACTIONS, 0)) > 0:
        # what is free is done when it is wanted: up to act, down when all is done
        return {"pace": -_RISEN if value else _RISEN}
    there = _remarked(state, unit, PRONE, value)
    terms = position_terms(state, there, unit, actions_after(state))
    # lying down it hardly moves any more
    return terms | {"pace": -_RISEN if value else _RISEN}


def drop_terms(state: State, unit: Unit, attacker: Unit) -> Terms:
    """What lying down spares a unit of an attack, and what it costs to rise, and on the way to the goal."""
    there = _remarked(state, unit, PRONE, 1)
    spared = blow(state, attacker, unit).points - blow(there, attacker, there.units[unit.id]).points
    if has_officer(unit):
        return {"cover": max(0.0, spared)}
    delay = hopes(there, unit.seat) - hopes(state, unit.seat)
    return {"cover": max(0.0, spared), "pace": -_RISEN, "goal": _DECIDED * delay}


def _remarked(state: State, unit: Unit, mark: str, value: int) -> State:
    """The table with a count on a unit changed."""
    known = kept_for(state, unit).setdefault("remarked", {})
    found: Unit | None = known.get((mark, value))
    if found is None:
        marks = {**unit.marks, mark: value} if value else {k: v for k, v in unit.marks.items() if k != mark}
        found = known[mark, value] = replace(unit, marks=marks)
    return _with(state, found)


def hold_terms(state: State, unit: Unit, order: PlaceHold) -> Terms:
    """A full attack in the enemy's turn, if the one it waits for comes; the unit then misses its own next attacks."""
    foe = state.units.get(order.named)
    if foe is None or order.response != "attack" or order.trigger == "attack" or hold_of(state, unit.id) is not None:
        return {"wait": -2.0}
    met = _met(state, unit, foe)
    if met <= 0.0:
        return {"wait": -1.0}
    own, foes = sides(state, unit.seat)
    threats = {each.id: max((charge(state, each, mine) for mine in own), default=0.0) for each in foes}
    fires = max((volley(state, foe, mine, measures().actions) for mine in own), default=0.0)
    comes = (_STAYS if fires >= 0.9 * threats[foe.id] else _COMES) * threats[foe.id] / max(1.0, added(threats.values()))
    return {"wait": comes * (met + relief(state, unit.seat, foe, met) - missed_attacks(state, unit))}


def _met(state: State, unit: Unit, foe: Unit) -> float:
    """What a held attack takes from an enemy who stays in sight, or walks into it."""
    now = blow(state, unit, foe).points
    if is_vehicle(state, unit) or is_vehicle(state, foe):
        return now
    comes = in_the_open(state, unit, foe, apart(state, unit, foe) - measures().move)
    return max(now, shelter(state, unit, foe) * comes)


def smoke_terms(state: State, unit: Unit, order: ThrowSmoke) -> Terms:
    """Smoke on one's own minis spares them the next shots, for one action only."""
    figure = next((each for each in unit.standing if each.id == order.figure), None)
    if figure is None or figure.pose is None:
        return {}
    away = hypot(order.x - figure.pose.place[0], order.y - figure.pose.place[1])
    last = int(state.facts.get(ACTIONS, 0)) == 1
    own, foes = sides(state, unit.seat)
    hides = 0.15 * onslaught(state, foes, own) if away < 20.0 and last else 0.0
    return {"smoke": hides - 3.0}


def drive_terms(state: State, unit: Unit, order: Drive) -> Terms:
    """Where a drive leads: what bears from there, and what can be done to the vehicle there."""
    moved = replace(unit, pose=end_of(unit.at, order.steps))
    terms = _turned_terms(state, unit, moved)
    if is_wedged(state, unit):
        room = room_ahead(_with(state, moved), moved) - room_ahead(state, unit)
        return {**terms, "pace": terms.get("pace", 0.0) + _ROOM * room}
    return terms


def turret_terms(state: State, unit: Unit, order: TurnTurret) -> Terms:
    """What the turret could fire at afterwards."""
    off = round((order.heading - unit.at.degrees) % 360.0 * GRAIN)
    return _turned_terms(state, unit, replace(unit, marks={**unit.marks, TURRET: off}))


def _turned_terms(state: State, unit: Unit, moved: Unit) -> Terms:
    return position_terms(state, _with(state, moved), unit, actions_after(state))


def corner_terms(state: State, unit: Unit, order: UseCorner) -> Terms:
    """Another use of a corner, for an action."""
    return declared_terms(state, unit, order, actions_after(state))


def declared_terms(state: State, unit: Unit, order: UseCorner, left: int) -> Terms:
    """Who looks past a wall can fire and be hit; who stays behind it can do neither."""
    figures = tuple(_at_corner(each, used=each.id in order.figures) for each in unit.squad)
    return position_terms(state, _with(state, replace(unit, figures=figures)), unit, left)


def _at_corner(figure: Model, *, used: bool) -> Model:
    marks = {name: value for name, value in figure.marks.items() if name != CORNER}
    return replace(figure, marks=marks | {CORNER: 1} if used else marks)


def missed_attacks(state: State, unit: Unit) -> float:
    """What a side can take less in its next turn when a unit may not attack in it."""
    own, foes = sides(state, unit.seat)
    others = [each for each in own if each.id != unit.id]
    return _AFTER * (onslaught(state, own, foes) - onslaught(state, others, foes))


def _and_cleared(price: Callable[[State, Unit, Any], Terms]) -> Callable[[State, Unit, Any], Terms]:
    """What fire of vehicles, or at them, takes, and what that means for the objective."""

    def with_goal(state: State, unit: Unit, order: Any) -> Terms:
        terms = price(state, unit, order)
        return {**terms, **_cleared_by(state, unit.seat, state.units[order.target], terms.get("kills", 0.0))}

    return with_goal


PRICES: dict[type[Any], Callable[[State, Unit, Any], Terms]] = {
    Attack: attack_terms,
    FireItem: attack_terms,
    CloseCombat: combat_terms,
    RallyAgain: rally_terms,
    Move: move_terms,
    Walk: move_terms,
    GoProne: prone_terms,
    Rise: prone_terms,
    PlaceHold: hold_terms,
    ThrowSmoke: smoke_terms,
    Activate: lambda state, unit, order: {"goal": _WON},
    TakeFlag: lambda state, unit, order: {"goal": _FLAG},
    UseCorner: corner_terms,
    Drive: drive_terms,
    TurnTurret: turret_terms,
    **{order: _and_cleared(price) for order, price in VEHICLE_PRICES.items()},
}


def order_terms(state: State, order: Any) -> Terms:
    """What an order is worth, term by term; to end the turn is worth nothing."""
    if isinstance(order, EndTurn):
        return {}
    price = PRICES.get(type(order))
    return price(state, state.units[order.unit], order) if price is not None else {}
