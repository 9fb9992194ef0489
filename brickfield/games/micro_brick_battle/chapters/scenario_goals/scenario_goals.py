"""Scenario goals: what else wins a battle, who has reached it, and whom the last round favours."""

from __future__ import annotations

from typing import Any

from brickfield.core.board import ALIVE, GONE, WRECK, Unit
from brickfield.core.clauses import rule
from brickfield.core.refusal import Refusal, illegal
from brickfield.core.state import State
from brickfield.geometry import Pose
from brickfield.geometry.grain import GRAIN
from ...base.battlefield import Area, BattleMatch, battle_of, card_of, edge_name
from ...base.winning import favoured, goals_reached, won_at_once
from ...setup.army_lists import ArmyList
from ...setup.own_units import sure_card
from ...setup.scenarios import AloneIn, AnyGoal, Beyond, Leave, Raze, Rectangle, Scenario, Slay
from .chapter import SCENARIO_GOALS

_CLAUSE = "mbb.win.scenario"


def _on_the_ground(state: State) -> list[Unit]:
    """Who can hold or dispute ground: wrecks, airplanes and units off the table never do."""
    return [unit for unit in state.units.values() if unit.status == ALIVE and unit.pose is not None]


@rule("mbb.win.scenario")
def is_inside(pose: Pose, area: Rectangle) -> bool:
    """Whether a centre is inside an area or on its border."""
    x0, y0, x1, y1 = (round(value * GRAIN) for value in area.box)
    return x0 <= pose.x <= x1 and y0 <= pose.y <= y1


@rule("mbb.win.scenario")
def is_beyond(pose: Pose, goal: Beyond) -> bool:
    """Whether a centre is beyond a line, not merely on it."""
    value, line = pose.x if goal.axis == "x" else pose.y, round(goal.line * GRAIN)
    return value > line if goal.side == "above" else value < line


@rule("mbb.win.scenario")
def qualifying(state: State, goal: AnyGoal) -> int:
    """By how many units or pieces a goal is reached that is looked at when a round ends; 0: it is not reached."""
    allied, standing = state.match.allied, _on_the_ground(state)
    if isinstance(goal, Beyond):
        count = sum(allied(unit.seat, goal.seat) and is_beyond(_pose(unit), goal) for unit in standing)
        return count if count >= goal.units else 0
    if isinstance(goal, AloneIn):
        inside = [allied(unit.seat, goal.seat) for unit in standing if is_inside(_pose(unit), goal.area)]
        return len(inside) if all(inside) else 0
    if isinstance(goal, Raze):
        return len(goal.features) if not left_to_raze(state, goal) else 0
    return 0


def _pose(unit: Unit) -> Pose:
    return unit.here


@rule("mbb.win.scenario")
def goal_area(match: BattleMatch, goal: AnyGoal) -> Area | None:
    """The ground a goal is about, or None where it is about a unit or buildings."""
    if isinstance(goal, AloneIn):
        return goal.area.box
    if isinstance(goal, Leave):
        goal = Beyond(seat=goal.seat, axis="x" if goal.edge[0] == "x" else "y", units=1, **_last_inch(match, goal.edge))
    if not isinstance(goal, Beyond):
        return None
    low, high = (goal.line, None) if goal.side == "above" else (0.0, goal.line)
    if goal.axis == "x":
        return low, 0.0, match.width if high is None else high, match.height
    return 0.0, low, match.width, match.height if high is None else high


def _last_inch(match: BattleMatch, edge: str) -> dict[str, Any]:
    far = match.width if edge[0] == "x" else match.height
    return {"line": 1.0, "side": "below"} if edge.endswith("=0") else {"line": far - 1.0, "side": "above"}


@rule("mbb.win.scenario")
def goal_words(goal: AnyGoal) -> str:
    """A goal in a few words."""
    if isinstance(goal, Beyond):
        return f"{goal.units} units beyond the line at the end of a round"
    if isinstance(goal, AloneIn):
        return "alone in here at the end of a round"
    if isinstance(goal, Raze):
        return f"{', '.join(goal.features)} razed at the end of a round"
    if isinstance(goal, Leave):
        return f"{_named(goal)} leaves over this edge"
    return f"{_named(goal)} destroyed" if goal.called else f"the enemy's {goal.card} destroyed"


def _named(goal: Leave | Slay) -> str:
    """The unit a goal is about, by what it is to the battle and by its card."""
    return f"the {goal.called} ({goal.card})" if goal.called else f"the {goal.card}"


@rule("mbb.win.scenario")
def is_sought(state: State, unit: Unit) -> bool:
    """Whether a battle is about a unit: it must get away, or must not be lost."""
    name = card_of(state, unit.id).name
    for goal in battle_of(state).scenario.goals:
        if isinstance(goal, Leave | Slay) and goal.card == name:
            return state.match.allied(goal.seat, unit.seat) is isinstance(goal, Leave)
    return False


@rule("mbb.win.scenario")
def goal_now(state: State, goal: AnyGoal) -> str:
    """How far a goal is reached, in a few words; empty where there is nothing to count."""
    allied, standing = state.match.allied, _on_the_ground(state)
    if isinstance(goal, Beyond):
        count = sum(allied(unit.seat, goal.seat) and is_beyond(_pose(unit), goal) for unit in standing)
        return f"{count} of {goal.units} beyond the line"
    if isinstance(goal, AloneIn):
        inside = [allied(unit.seat, goal.seat) for unit in standing if is_inside(_pose(unit), goal.area)]
        return f"in the area {sum(inside)} – {len(inside) - sum(inside)}"
    if isinstance(goal, Raze):
        left = len(left_to_raze(state, goal))
        return f"{left} building{'s' if left != 1 else ''} left"
    if isinstance(goal, Leave):
        return _on_its_way(state, goal)
    return ""


def _on_its_way(state: State, goal: Leave) -> str:
    """Where the unit is that must leave, and how far from the edge."""
    own = [unit for unit in state.units.values() if state.match.allied(unit.seat, goal.seat)]
    unit = next((each for each in own if card_of(state, each.id).name == goal.card and each.alive), None)
    if unit is None or unit.pose is None:
        return ""
    match, (x, y) = battle_of(state), unit.pose.place
    away = {"x=0": x, "y=0": y}.get(goal.edge, (match.width - x) if goal.edge[0] == "x" else match.height - y)
    away -= card_of(state, unit.id).length_inches / 2
    return f"{_named(goal)} {max(0.0, away):.0f} inches from the {edge_name(goal.edge)} edge"


@rule("mbb.win.scenario")
def left_to_raze(state: State, goal: Raze) -> list[str]:
    """The tokens of the scenario's own pieces that still stand in the way of a goal."""
    own = {f"T{number}" for number, piece in enumerate(battle_of(state).pieces, start=1) if piece.owner < 0}
    return [token.id for token in state.tokens.values() if token.kind in goal.features and token.group in own]


@goals_reached.amended(SCENARIO_GOALS)
@rule("mbb.win.scenario", "mbb.turn.sequence")
def best_of_the_goals(state: State, _none: tuple[int, ...]) -> tuple[int, ...]:
    """The sides that win by a goal as the round ends: of several the one with more to show, and nobody at a tie."""
    reached: dict[int, int] = {}
    for goal in battle_of(state).scenario.goals:
        side = state.match.sides[goal.seat]
        reached[side] = max(reached.get(side, 0), qualifying(state, goal))
    best = max(reached.values(), default=0)
    sides = tuple(side for side, count in reached.items() if count == best)
    return sides if best and len(sides) == 1 else ()


@won_at_once.amended(SCENARIO_GOALS)
@rule("mbb.win.scenario", "mbb.turn.sequence")
def slain(state: State, _none: tuple[int, ...]) -> tuple[int, ...]:
    """The sides whose goal was to destroy a unit that is destroyed now; like every victory by destruction at once."""
    allied, sides = state.match.allied, []
    for goal in battle_of(state).scenario.goals:
        if isinstance(goal, Slay):
            foes = [unit for unit in state.units.values() if not allied(unit.seat, goal.seat)]
            marked = [unit for unit in foes if card_of(state, unit.id).name == goal.card]
            if marked and all(unit.status in (WRECK, GONE) for unit in marked):
                sides.append(state.match.sides[goal.seat])
    return tuple(sides)


@favoured.amended(SCENARIO_GOALS)
@rule("mbb.win.scenario", "mbb.win.stalemate")
def holder_of_the_field(state: State, _none: tuple[int, ...]) -> tuple[int, ...]:
    """The seats that win when the last round is over and the scenario's own words decide; empty: they say nothing."""
    match = battle_of(state)
    holder = match.scenario.holder
    return match.seats_of([match.sides[holder]]) if holder is not None else ()


@rule("mbb.win.scenario", "mbb.army.points")
def goal_unit_missing(scenario: Scenario, armies: list[ArmyList]) -> Refusal | None:
    """An army for a battle that is about one of its units brings that unit, and no second one."""
    wanted = [(goal.seat, goal.card) for goal in scenario.goals if isinstance(goal, Leave)]
    for seat, card in wanted:
        count = sum(number for name, number in armies[seat].units if sure_card(name).name == card)
        if count != 1:
            sentence = f"{scenario.title} is fought about a {card}: this army must have exactly 1, not {count}."
            return illegal("goal_unit_missing", _CLAUSE, sentence, unit=card, count=count, needed=1)
    return None
