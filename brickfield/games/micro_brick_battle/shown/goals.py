"""Goals: what each side must do, how far it has come, and the ground, edges, units and buildings it is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from brickfield.core.board import ALIVE, FLYING, IN_BATTLE, JOINED, Token, Unit
from brickfield.core.clauses import rule
from brickfield.core.numbers import counted, listed, number_text
from brickfield.core.shown.goals import (
    Camp,
    Goal,
    GoalMark,
    GoalNow,
    camps,
    tied,
    told_apart,
    unit_mark,
    until,
    whereabouts,
)
from brickfield.core.state import State
from ..base.battlefield import BattleMatch, battle_of, card_of, describe, edge_name, outline
from ..base.winning import units_in_area
from ..chapters.scenario_goals.scenario_goals import (
    goal_area,
    goal_now,
    goal_words,
    is_inside,
    left_to_raze,
    qualifying,
)
from ..setup.scenarios import AloneIn, AnyGoal, Beyond, Leave, Raze, Slay

_CLAUSE = "mbb.win.scenario"
_SIDES = 2


class Worded(NamedTuple):
    """A goal of a scenario in words: what to do, as one is told to and as one is kept from it; and what is said at its
    ground, to those whose it is and to the others."""

    do: str
    doing: str
    here: str = ""
    kept: str = ""


# Which way a line is passed, and the edge one comes from.
_WAYS = {
    "xabove": ("east", "west"),
    "xbelow": ("west", "east"),
    "yabove": ("north", "south"),
    "ybelow": ("south", "north"),
}


def _beyond(match: BattleMatch, goal: Any) -> Worded:
    way, back = _WAYS[goal.axis + goal.side]
    far = goal.line if goal.side == "above" else (match.width if goal.axis == "x" else match.height) - goal.line
    units = counted(goal.units, "unit")
    where = f"a round with {units} {way} of the line {number_text(far)} inches from the {back} edge"
    return Worded(f"end {where}", f"ending {where}", f"End a round with {units} in here", "Keep the enemy out of here")


def _alone(match: BattleMatch, goal: Any) -> Worded:
    where = f"a round with a unit in the marked area {whereabouts(goal.area.x, goal.area.y, match.width, match.height)}"
    told = f"{where} and no enemy in it"
    kept = "Keep a unit in here"
    return Worded(f"end {told}", f"ending {where} and nobody else in it", "End a round alone in here", kept)


def _raze(match: BattleMatch, goal: Any) -> Worded:
    named = listed([each.lower() for each in goal.features])
    return Worded(f"destroy every {named}", f"destroying every {named}")


def _leave(match: BattleMatch, goal: Any) -> Worded:
    what = f"{_sought(goal)} off the table over the {edge_name(goal.edge)} edge"
    here = f"The {goal.called or goal.card} gets out here"
    return Worded(f"get {what}", f"getting {what}", here, "Do not let it out here")


def _sought(goal: Any) -> str:
    """The unit a goal is about, by what it is to the battle and by its card."""
    return f"the {goal.called} ({goal.card})" if goal.called else f"the {goal.card}"


def _slay(match: BattleMatch, goal: Any) -> Worded:
    return Worded(f"destroy {_sought(goal)}", f"destroying {_sought(goal)}")


WORDED: dict[type[Any], Callable[[BattleMatch, Any], Worded]] = {
    Beyond: _beyond,
    AloneIn: _alone,
    Raze: _raze,
    Leave: _leave,
    Slay: _slay,
}


def _worded(match: BattleMatch, goal: AnyGoal) -> Worded:
    return WORDED[type(goal)](match, goal)


def goals(match: BattleMatch) -> tuple[Goal, ...]:
    """The goal of every side, as the scenario, the switches and the last round have it."""
    return tuple(_goal(match, camp) for camp in camps(match))


@rule("mbb.win.elimination", "mbb.win.scenario", "mbb.win.stalemate", "mbb.ffa.win", "mbb.team.win")
def _goal(match: BattleMatch, camp: Camp) -> Goal:
    own, foreign = _sorted(match, camp)
    scenario, last = match.scenario, match.round_limit
    if own:
        task = f"{_capital(listed((_worded(match, goal).do for goal in own), 'or'))}{until(last)}"
    elif foreign:
        kept = listed((_worded(match, goal).doing for goal in foreign), "or")
        ends = f" until the end of round {last}" if last else ", and destroy all of them, however many rounds it takes"
        task = f"Keep the enemy from {kept}{ends}"
    elif scenario.objective is not None:
        task = _hold(match)
    else:
        alone = match.free_for_all
        task = ("Be the last with a unit on the table" if alone else "Destroy every enemy unit") + until(last)
    clause = scenario.clause if not (own or foreign) or scenario.objective is not None else _CLAUSE
    return Goal(camp.goal, camp.seats, f"{task}.", clause, last, _more(match, camp, own, foreign))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sorted(match: BattleMatch, camp: Camp) -> tuple[list[AnyGoal], list[AnyGoal]]:
    """The goals of the scenario that are a side's own, and those of the others."""
    own = [goal for goal in match.scenario.goals if goal.seat in camp.seats]
    return own, [goal for goal in match.scenario.goals if goal.seat not in camp.seats]


@rule("mbb.win.scenario")
def _hold(match: BattleMatch) -> str:
    """An area to be held for points."""
    area = match.scenario.objective
    assert area is not None
    where = whereabouts(area.x, area.y, match.width, match.height)
    points, last = counted(area.points_to_win, "point"), match.round_limit
    return f"Hold the marked area {where} and be the first with {points}{until(last)}"


@rule("mbb.win.stalemate", "mbb.win.deadlock", "mbb.win.scenario")
def _more(match: BattleMatch, camp: Camp, own: list[AnyGoal], foreign: list[AnyGoal]) -> str:
    """How else it is won, and what decides when the last round is over or nothing happens any more."""
    told, area = [], match.scenario.objective
    if area is not None:
        told.append(
            f"From round {area.from_round} on, the side with more units in it when a round ends scores a point."
        )
    if own and foreign:
        told.append(f"The enemy wins by {listed((_worded(match, goal).doing for goal in foreign), 'or')}.")
    if own or foreign or area is not None:
        told.append("Destroying every enemy unit wins too.")
    quiet = match.options.deadlock_rounds
    when = [f"round {match.round_limit}"] if match.round_limit else []
    when += [f"{counted(quiet, 'round')} without a loss"] if quiet else []
    if when:
        told.append(f"After {' or after '.join(when)} {_decided(match, camp)}.")
    return " ".join(told)


def _decided(match: BattleMatch, camp: Camp) -> str:
    """Whose the battle is when nothing else has decided it."""
    holder = match.scenario.holder
    if holder is not None:
        return "you win" if holder in camp.seats else f"{match.seat_name(holder)} wins"
    if match.scenario.objective is not None:
        return "the higher score wins"
    if match.free_for_all:
        return "the costliest army left wins"
    return "the side that has destroyed more Resource Cost wins"


# --- what never moves ------------------------------------------------------------------------------------------------


@rule("mbb.win.scenario")
def fixed_marks(match: BattleMatch) -> tuple[GoalMark, ...]:
    """The ground that goals are about, and the edges to leave by."""
    found: list[GoalMark] = []
    for number, goal in enumerate(match.scenario.goals):
        told, area = _worded(match, goal), goal_area(match, goal)
        own, others = _apart(match, goal.seat)
        if isinstance(goal, Leave):
            mark = GoalMark(f"goal{number}", "edge", told.kept, edge=edge_name(goal.edge))
        elif area is not None:
            mark = GoalMark(f"goal{number}", "area", told.kept, outline=outline(area))
        else:
            continue
        found += told_apart(mark, told.here, own, others)
    area_to_hold = match.scenario.objective
    if area_to_hold is not None:
        half_x, half_y = area_to_hold.length / 2, area_to_hold.width / 2
        x, y = area_to_hold.x, area_to_hold.y
        corners = outline((x - half_x, y - half_y, x + half_x, y + half_y))
        found.append(GoalMark("objective", "area", "Hold this with more units", outline=corners))
    return tuple(found)


def _apart(match: BattleMatch, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats that fight with a seat, and all others."""
    own = match.seats_of([match.sides[seat]])
    return own, tuple(each for each in range(match.seats) if each not in own)


# --- how it stands ---------------------------------------------------------------------------------------------------


def goals_now(state: State) -> tuple[GoalNow, ...]:
    """How far every side has come."""
    return tuple(_now(state, camp) for camp in camps(state.match))


def _now(state: State, camp: Camp) -> GoalNow:
    match = battle_of(state)
    own, foreign = _sorted(match, camp)
    if own or foreign:
        about = own or foreign
        counts = [_reached(state, goal) for goal in about]
        done, full = max(counts, key=lambda count: count[0] / count[1])
        told = ", ".join(_goal_stands(state, goal) for goal in about)
        return GoalNow(camp.goal, told, done if own else full - done, full)
    if match.scenario.objective is not None:
        score, full = int(state.facts.get(f"score{camp.seats[0]}", 0)), match.scenario.objective.points_to_win
        inside = sum(units_in_area(state, seat) for seat in camp.seats)
        told = f"{score} of {counted(full, 'point')}, {counted(inside, 'unit')} in the area"
        return GoalNow(camp.goal, told, min(score, full), full)
    return _enemies_left(state, camp)


@rule("mbb.win.elimination", "mbb.team.win", "mbb.ffa.win")
def _enemies_left(state: State, camp: Camp) -> GoalNow:
    """How many units of the enemy are still in the battle."""
    enemies = [unit for unit in state.units.values() if unit.seat in camp.others and JOINED not in unit.marks]
    left = sum(unit.status in IN_BATTLE for unit in enemies)
    told = f"{left} of {counted(len(enemies), 'enemy unit')} left"
    return GoalNow(camp.goal, told, len(enemies) - left, len(enemies))


@rule("mbb.win.scenario")
def _reached(state: State, goal: AnyGoal) -> tuple[int, int]:
    """How far a goal of the scenario is reached: so much of so much."""
    if isinstance(goal, Beyond):
        return min(goal.units, _count(goal_now(state, goal))), goal.units
    if isinstance(goal, AloneIn):
        return int(bool(qualifying(state, goal))), 1
    if isinstance(goal, Raze):
        groups = {piece.feature for piece in battle_of(state).pieces if piece.feature in goal.features}
        return len(groups) - len(_standing(state, goal)), len(groups)
    return int(_is_done(state, goal)), 1


def _count(words: str) -> int:
    return int(words.split()[0])


def _standing(state: State, goal: Raze) -> dict[str, Token]:
    """The buildings that still stand, by the first of their parts that does."""
    found: dict[str, Token] = {}
    for each in left_to_raze(state, goal):
        token = state.tokens[each]
        found.setdefault(token.group or token.id, token)
    return found


def _is_done(state: State, goal: AnyGoal) -> bool:
    if isinstance(goal, Slay):
        return all(unit.status not in IN_BATTLE for unit in _vital(state, goal))
    won = state.outcome.winners if state.outcome is not None else ()
    return goal.seat in won


def _goal_stands(state: State, goal: AnyGoal) -> str:
    """A goal of the scenario as it stands, in a few words."""
    told = _in_the_area(state, goal) if isinstance(goal, AloneIn) else goal_now(state, goal)
    for unit in _vital(state, goal):
        if isinstance(goal, Leave):
            told = f"{describe(state, unit.id)}{_how_far(state, unit, goal.edge, edge_name(goal.edge))}"
        else:
            told = f"{describe(state, unit.id)} {'is not destroyed' if unit.status in IN_BATTLE else 'is destroyed'}"
    return told or goal_words(goal)


def _in_the_area(state: State, goal: AloneIn) -> str:
    """Who stands in an area, side by side."""
    match = battle_of(state)
    standing = [unit for unit in state.units.values() if unit.status == ALIVE]
    there = [unit for unit in standing if unit.pose is not None and is_inside(unit.pose, goal.area)]
    told = [
        f"{match.seat_name(camp.seats[0])} {sum(unit.seat in camp.seats for unit in there)}" for camp in camps(match)
    ]
    return f"in the area: {', '.join(told)}"


def _how_far(state: State, unit: Unit, edge: str, where: str) -> str:
    """How far a unit is from an edge: "is 31 inches from the east edge", or short "31 inches to go"."""
    if unit.pose is None or unit.status != ALIVE:
        over = "off the table" if state.outcome is not None else "not on the table yet"
        return f" is {over if unit.status in IN_BATTLE else 'gone'}"
    match, (x, y) = battle_of(state), unit.pose.place
    gap = (
        {"x": match.width - x, "y": match.height - y}[edge[0]] if not edge.endswith("=0") else {"x": x, "y": y}[edge[0]]
    )
    gap = max(0.0, gap - card_of(state, unit.id).length_inches / 2)
    return (
        f" is {number_text(gap, 0)} inches from the {where} edge" if where else f" {number_text(gap, 0)} inches to go"
    )


@rule("mbb.win.scenario")
def _vital(state: State, goal: AnyGoal) -> list[Unit]:
    """The units a goal is about: the own one that must get away, the enemy's that must fall."""
    if not isinstance(goal, Leave | Slay):
        return []
    own, others = _apart(battle_of(state), goal.seat)
    seats = own if isinstance(goal, Leave) else others
    return [unit for unit in state.units.values() if unit.seat in seats and card_of(state, unit.id).name == goal.card]


def in_short(state: State) -> str:
    """The goals of all in one line."""
    match = battle_of(state)
    if match.scenario.goals:
        return _goals_in_short(state, match.scenario.goals)
    sides = camps(match)
    if match.scenario.objective is not None:
        scores = tied(int(state.facts.get(f"score{camp.seats[0]}", 0)) for camp in sides)
        inside = tied(sum(units_in_area(state, seat) for seat in camp.seats) for camp in sides)
        return f"points {scores}, in the square {inside}"
    return f"units {tied(_in_battle(state, camp) for camp in sides)}"


def _goals_in_short(state: State, told: tuple[AnyGoal, ...]) -> str:
    """The goals of a scenario side by side: units beyond lines, the way that is left, or each as it stands."""
    if all(isinstance(goal, Beyond) for goal in told):
        counts = [_reached(state, goal) for goal in told]
        full = "" if len({most for _, most in counts}) > 1 else f" of {counts[0][1]}"
        return f"beyond the {'line' if len(told) == 1 else 'lines'} {tied(count for count, _ in counts)}{full}"
    way = [(goal, unit) for goal in told if isinstance(goal, Leave) for unit in _vital(state, goal)]
    if way:
        return ", ".join(
            f"{_capital(goal.called or goal.card)}{_how_far(state, unit, goal.edge, '')}" for goal, unit in way
        )
    return ", ".join(dict.fromkeys(_goal_stands(state, goal) for goal in told))


def _in_battle(state: State, camp: Camp) -> int:
    return sum(unit.seat in camp.seats and unit.status in IN_BATTLE for unit in state.units.values())


def marks_now(state: State) -> tuple[GoalMark, ...]:
    """What of the goals moves or is taken away: units to get away, to destroy or to keep, buildings to bring down."""
    found: list[GoalMark] = []
    for goal in battle_of(state).scenario.goals:
        found += _buildings(state, goal) if isinstance(goal, Raze) else _unit_marks(state, goal)
    # a unit that must get away is also one that the enemy destroys: each side has one mark of it
    return tuple({(each.unit or each.id, each.seats): each for each in found}.values())


@rule("mbb.win.scenario")
def _buildings(state: State, goal: Raze) -> list[GoalMark]:
    own, others = _apart(battle_of(state), goal.seat)
    found: list[GoalMark] = []
    for token in _standing(state, goal).values():
        at = (token.pose.x, token.pose.y)
        found.append(
            GoalMark(f"raze {token.id}", "destroy", f"{token.kind}: destroy it", at, piece=token.id, seats=own)
        )
        found.append(
            GoalMark(f"keep {token.id}", "protect", f"{token.kind}: keep it", at, piece=token.id, seats=others)
        )
    return found


@rule("mbb.win.scenario")
def _unit_marks(state: State, goal: AnyGoal) -> list[GoalMark]:
    match, found = battle_of(state), []
    for unit in _vital(state, goal):
        if unit.status not in (*IN_BATTLE, FLYING):
            continue
        own, others = _apart(match, unit.seat)
        if isinstance(goal, Leave):
            label = f"Gets out over the {edge_name(goal.edge)} edge"
            found += [unit_mark("runner", unit, label, own), unit_mark("destroy", unit, "Stop it", others)]
        else:
            if not any(isinstance(each, Leave) and unit in _vital(state, each) for each in match.scenario.goals):
                found.append(unit_mark("protect", unit, "Keep it", own))
            found.append(unit_mark("destroy", unit, "Destroy it", others))
    return found
