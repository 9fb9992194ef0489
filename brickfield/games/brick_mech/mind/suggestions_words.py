"""Words for ideas: what sort of Move it is, and the reason a hint gives for it."""

from __future__ import annotations

from brickfield.core.board import Unit
from brickfield.core.state import State
from ..base.actions import is_rush
from ..base.battlefield import describe
from ..base.move_action import Move
from ..base.move_costs import Turn as TurnStep
from ..base.ranges_and_arcs import PRIMARY
from ..base.record_sheet import HEAT, number
from .judgement_plans import Plan, Turn

# A change of less than this many Bricks is no change of distance.
_SAME = 0.75


def put_into_words(state: State, unit: Unit) -> str:
    """Why one would end a turn."""
    name = describe(state, unit.id)
    if is_rush(unit):
        return f"{name} has done enough: another action would be a rush"
    return f"{name} rests and cools down" if number(unit, HEAT) else f"{name} finds nothing better to do this turn"


def move_words(turn: Turn, plan: Plan) -> tuple[str, str, str]:
    """Kind, reason and clause of a Move, by what it changes."""
    state, unit, view = turn.state, turn.unit, turn.view
    rush = ", although it is a rush" if is_rush(unit) else ""
    lines = {foe.unit.id: line for foe, line in view.shots(unit, plan.pose)}
    target = plan.target if plan.target in lines else next(iter(lines), "")
    if plan.terms.get("parts", 0.0) > 0.0 and view.shots(unit, turn.here) == []:
        return "parts", f"walk to a part that could be mounted{rush}", "bm.scavenge.distance"
    if plan.terms.get("objective", 0.0) > turn.ending.terms.get("objective", 0.0) + 1.0:
        return "objective", f"go for the marker{rush}", "bm.objective.alternative"
    if target:
        return _towards(turn, plan, target, rush)
    unseen, seen = not any(view.threats(unit, plan.pose)), any(view.threats(unit, turn.here))
    if unseen and seen:
        return "cover", f"get out of everybody's fire{rush}", "bm.mod.defense.cover.total"
    foe = min(view.foes, key=lambda each: view.gap(unit, plan.pose, each))
    closer = view.gap(unit, turn.here, foe) - view.gap(unit, plan.pose, foe)
    aim = describe(state, foe.unit.id)
    if closer > _SAME:
        return "advance", f"close in on {aim}{rush}", "bm.move.forward"
    if closer < -_SAME:
        return "back", f"keep away from {aim}{rush}", "bm.move.backward"
    return "aside", f"take a better place{rush}", "bm.move.sideways"


def _towards(turn: Turn, plan: Plan, target: str, rush: str) -> tuple[str, str, str]:
    """A Move after which somebody can be attacked."""
    unit, view = turn.unit, turn.view
    aim = describe(turn.state, target)
    foe, line = next(each for each in view.shots(unit, plan.pose) if each[0].unit.id == target)
    before = {each.unit.id: old for each, old in view.shots(unit, turn.here)}.get(target)
    if line.rear and not (before is not None and before.rear):
        return "flank", f"get behind {aim}{rush}", "bm.mod.defense.rear"
    assert isinstance(plan.answer, Move)
    if all(isinstance(step, TurnStep) for step in plan.answer.steps):
        return "turn", f"face {aim}{rush}", "bm.attack.arc.main" if line.arc == PRIMARY else "bm.move.turn"
    if before is None or before.band != line.band:
        closer = view.gap(unit, plan.pose, foe) < view.gap(unit, turn.here, foe)
        words = f"come into {line.band} range of {aim}" if closer else f"draw back to {line.band} range of {aim}"
        return "range", f"{words}, where it has {line.dice} Attack Dice{rush}", f"bm.attack.range.{line.band}"
    closer_by = view.gap(unit, turn.here, foe) - view.gap(unit, plan.pose, foe)
    if closer_by > _SAME:
        return "advance", f"close in on {aim}{rush}", "bm.move.forward"
    if closer_by < -_SAME:
        return "back", f"keep away from {aim}{rush}", "bm.move.backward"
    return "aside", f"find a better line to {aim}{rush}", "bm.move.sideways"
