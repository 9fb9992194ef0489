"""Tasks: the goals of a battle in words, as its table draws them: what each side must do, how it stands, and where."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from brickfield.core.shown.goals import Goal, GoalMark, GoalNow, goal_of, marks_for
from brickfield.core.state import State
from brickfield.geometry.grain import GRAIN
from brickfield.speech import words
from brickfield.speech.queries import ask
from brickfield.speech.tables import face_of, situation_of


def task_lines(state: State, seat: int) -> list[str]:
    """The own goal with how it stands, those of others where they are other ones, and what is marked on the table."""
    face, now = face_of(state.match), situation_of(state)
    stands = {each.goal: each for each in now.goals}
    own = goal_of(face.goals, seat)
    lines = _own_lines(own, stands) if own is not None else []
    for goal in face.goals:
        if goal is not own:
            lines.append(_other_line(state, goal, stands.get(goal.id), own))
    places = [f"{mark.label}{_where(state, mark)}" for mark in marks_for((*face.marks, *now.marks), seat)]
    return [*lines, *(["On the table:", *(f"  {each}." for each in places)] if places else [])]


def _own_lines(goal: Goal, stands: dict[str, GoalNow]) -> list[str]:
    now = stands.get(goal.id)
    lines = [f"Your task: {goal.sentence} [{goal.clause}]", *([f"  {goal.more}"] if goal.more else [])]
    return [*lines, *([f"  It stands: {now.words}."] if now is not None else [])]


def _other_line(state: State, goal: Goal, now: GoalNow | None, own: Goal | None) -> str:
    """The goal of another side: only how it stands, where it is worded as one's own is."""
    whose = words.listed(map(state.match.seat_name, goal.seats))
    stands = f"; it stands: {now.words}." if now is not None else "."
    if own is not None and own.sentence == goal.sentence:
        return f"The same for {whose}{stands}"
    return f"The task of {whose}: {goal.sentence.removesuffix('.')}{stands}"


def _where(state: State, mark: GoalMark) -> str:
    """The place of a mark: that of its unit as it stands now, a point, an area, an edge."""
    unit = state.units.get(mark.unit)
    if unit is not None:
        name = str(ask(state, "describe", unit.id))
        who = "" if name in mark.label else f": {name}"
        return f"{who} at {words.place(unit.pose)}" if unit.pose is not None else f"{who}, not on the table now"
    if mark.edge:
        return f": the {mark.edge} edge"
    if mark.outline:
        xs, ys = mark.outline[::2], mark.outline[1::2]
        ranges = [(axis, min(values), max(values)) for axis, values in (("x", xs), ("y", ys))]
        spans = (f"{axis} {words.number(low / GRAIN)} to {words.number(high / GRAIN)}" for axis, low, high in ranges)
        return f": {', '.join(spans)}"
    return f" at {mark.at[0] / GRAIN:.1f}, {mark.at[1] / GRAIN:.1f}" if mark.at is not None else ""


def tasks_data(state: State, seat: int) -> dict[str, Any]:
    """The goals and their marks as plain data for programs, as a table gets them."""
    face, now = face_of(state.match), situation_of(state)
    stands = {each.goal: {"words": each.words, "value": each.value, "full": each.full} for each in now.goals}
    return {
        "tasks": [to_builtins(each) | stands.get(each.id, {}) for each in face.goals],
        "marks": [to_builtins(each) for each in marks_for((*face.marks, *now.marks), seat)],
    }
