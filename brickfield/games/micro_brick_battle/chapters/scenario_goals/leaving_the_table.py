"""Leaving the table: a unit that a scenario lets out over an edge, which wins the battle for its side."""

from __future__ import annotations

from typing import Any, ClassVar

from brickfield.core import events as happened
from brickfield.core.clauses import rule
from brickfield.core.frames import DONE, Frame
from brickfield.core.state import State
from brickfield.core.table import Table
from brickfield.geometry import Pose, Shape, fence
from brickfield.geometry.grain import GRAIN
from ...base.battlefield import BattleMatch, battle_of, card_of, edge_name, footprint_at
from ...base.measures import measures
from ...base.movement import Taken
from ...base.moves_under_way import Watcher, lie_in_wait
from ...base.winning import scores_of
from ...setup.scenarios import Leave
from ..mines.minefields import step_of, turn_to_touch
from .chapter import SCENARIO_GOALS


def somebody_may_leave(state: State) -> bool:
    """Whether a goal of the battle is to leave the table."""
    return any(isinstance(goal, Leave) for goal in battle_of(state).scenario.goals)


@rule("mbb.geometry.edge", "mbb.win.scenario")
def way_out(state: State, unit_id: str) -> Leave | None:
    """The goal by which a unit may leave the table, if it is the one to do so."""
    unit, goals = state.units[unit_id], battle_of(state).scenario.goals
    for goal in goals:
        if isinstance(goal, Leave) and goal.seat == unit.seat and card_of(state, unit_id).name == goal.card:
            return goal
    return None


def _to_the_edge(state: State, unit_id: str, pose: Pose, edge: str) -> float:
    """Inches from a footprint to an edge of the table."""
    match, box = battle_of(state), footprint_at(state, unit_id, pose).box
    if edge.startswith("y="):
        return box[1] if edge == "y=0" else match.height - box[3]
    return box[0] if edge == "x=0" else match.width - box[2]


def _beyond(match: BattleMatch, edge: str) -> Shape:
    """What lies beyond an edge of the table."""
    left, lower, right, upper = fence(match.bounds)
    return {"x=0": left, "y=0": lower}.get(edge, right if edge[0] == "x" else upper)


@rule("mbb.geometry.edge", "mbb.win.scenario")
def from_the_way_out(state: State, unit_id: str, pose: Pose) -> float | None:
    """Inches from the footprint of a unit at a pose to the edge it may leave by; None for whoever may not."""
    goal = way_out(state, unit_id)
    return _to_the_edge(state, unit_id, pose, goal.edge) if goal is not None else None


@lie_in_wait.amended(SCENARIO_GOALS)
@rule("mbb.geometry.edge", "mbb.win.scenario")
def ways_out_lie_open(state: State, others: tuple[Watcher, ...]) -> tuple[Watcher, ...]:
    """Who may leave the table does so where it touches the edge."""
    return (*others, Watcher(1, edge_on_the_way)) if somebody_may_leave(state) else others


@rule("mbb.geometry.edge", "mbb.win.scenario")
def edge_on_the_way(t: State, unit_id: str, start: Pose, taken: Taken) -> tuple[int, Frame] | None:
    """Where on a step of its movement a unit touches the edge it may leave by, and that it leaves there."""
    goal = way_out(t, unit_id)
    if goal is None:
        return None
    if taken.step == "pivot":
        way = step_of(start, taken.pose, taken.amount, is_turn=True)
        at = turn_to_touch(footprint_at(t, unit_id, start), _beyond(battle_of(t), goal.edge), way)
        return None if at is None else (at, LeavingTheTable(unit=unit_id, edge=goal.edge))
    before, after = (_to_the_edge(t, unit_id, pose, goal.edge) for pose in (start, taken.pose))
    near = measures().tolerance_inches
    if after > near and before > near:
        return None
    length = abs(round(taken.amount * GRAIN))
    share = 0.0 if before <= near else min(1.0, before / (before - after))
    return round(length * share), LeavingTheTable(unit=unit_id, edge=goal.edge)


class LeavingTheTable(Frame):
    """A unit that touches its way out is gone, and its side has reached its goal."""

    unit: str = ""
    edge: str = ""

    STEPS: ClassVar[tuple[str, ...]] = ("leave",)
    PUBLIC: ClassVar[tuple[str, ...]] = ("unit", "edge")

    @rule("mbb.geometry.edge", "mbb.win.scenario")
    def leave(self, t: Table) -> Any:
        """It is off the table, and the battle is won at once."""
        t.emit(happened.UnitLeft(unit=self.unit, edge=edge_name(self.edge), clause="mbb.geometry.edge"))
        winners = t.match.seats_of([t.match.sides[t.units[self.unit].seat]])
        t.emit(happened.GameEnded(winners=winners, reason="objective", scores=scores_of(t), clause="mbb.win.scenario"))
        return DONE
