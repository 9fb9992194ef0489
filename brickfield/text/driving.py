"""Steps as typed turned into steps of an order: places, targets and `max` are worked out on the table."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import Any, NamedTuple

import msgspec

from brickfield.core.board import Unit
from brickfield.core.refusal import Refusal, invalid
from brickfield.core.state import State
from brickfield.geometry.grain import Pose
from brickfield.text import words
from brickfield.text.reading import MAX, WINDS, Misread, StepWord, find_thing, to_number
from brickfield.text.situation import ask, name

# Lengths found for a player are whole hundredths, so that what is shown can be typed again.
_PARTS = 100
# A turn smaller than this is not worth a step.
_STRAIGHT = 0.05

Steps = list[dict[str, Any]]


def work_out(state: State, unit: Unit, typed: list[StepWord], free_path: bool) -> Steps | Misread:
    """The steps of an order as plain data. By free-path rules a place is reached by sliding, else by turn and drive."""
    steps: Steps = []
    for word in typed:
        found = _one(state, unit, steps, word, free_path)
        if isinstance(found, Misread):
            return found
        steps.extend(found)
    return steps or Misread("That unit is there already.")


def _one(state: State, unit: Unit, before: Steps, word: StepWord, free_path: bool) -> Steps | Misread:
    match word.kind:
        case "pivot":
            return [{"step": "pivot", "degrees": word.amount}]
        case "forward" | "reverse":
            return _straight(state, unit, before, {"step": word.kind}, word.amount)
        case "aside":
            return Misread("Nothing here steps aside: turn and drive, for example right 90 forward 2.")
        case "slide":
            return _straight(state, unit, before, {"step": "slide", "heading": word.heading}, word.amount)
    pose = pose_after(state, unit, before)
    if word.kind == "face":
        turn = _turn_to(state, unit, pose, word.what)
        return turn if isinstance(turn, Misread) else _pivot(turn)
    goal = (word.amount, word.heading) if word.kind == "point" else _where(state, unit, word.what)
    if isinstance(goal, Misread):
        return goal
    wanted = word.amount if word.kind == "towards" else words.far(pose, *goal)
    return _drive_to(state, unit, before, _Way(pose, goal, wanted, free_path))


class _Way(NamedTuple):
    """Where a step begins, where it leads, how far along it to go, and whether hulls may slide."""

    pose: Pose
    goal: tuple[float, float]
    wanted: float
    free_path: bool


def _drive_to(state: State, unit: Unit, before: Steps, way: _Way) -> Steps | Misread:
    """Slide straight to a goal, or turn to it and drive."""
    pose, goal, wanted, free_path = way
    x, y = pose.place
    if hypot(goal[0] - x, goal[1] - y) < 1 / _PARTS:
        return []
    if free_path:
        heading = round(degrees(atan2(goal[1] - y, goal[0] - x)) % 360.0, 2)
        return _straight(state, unit, before, {"step": "slide", "heading": heading}, wanted)
    turn = _pivot(words.bearing(pose, *goal))
    drive = _straight(state, unit, before + turn, {"step": "forward"}, wanted)
    return drive if isinstance(drive, Misread) else turn + drive


def _pivot(turn: float) -> Steps:
    return [{"step": "pivot", "degrees": round(turn, 2)}] if abs(turn) >= _STRAIGHT else []


def _straight(state: State, unit: Unit, before: Steps, step: dict[str, Any], inches: float) -> Steps | Misread:
    if inches != MAX:
        return [step | {"inches": round(inches, 6)}]
    longest = longest_step(state, unit, before, step)
    if longest <= 0.0:
        return Misread(f"{name(state, unit.id)} cannot go any further that way.")
    return [step | {"inches": longest}]


def longest_step(state: State, unit: Unit, before: Steps, step: dict[str, Any]) -> float:
    """The longest such step the rules allow behind the others, in whole hundredths; 0 when none is."""
    reach = int(hypot(state.match.width, state.match.height)) * _PARTS
    low, high = 0, reach
    while low < high:
        middle = (low + high + 1) // 2
        if allowed(state, unit, [*before, step | {"inches": middle / _PARTS}]):
            low = middle
        else:
            high = middle - 1
    if low == reach:
        # something is in the way before the points run out: ask only for what can be covered
        covered = work_path(state, unit, [*before, step | {"inches": low / _PARTS}]).taken[-1].amount
        return max(0.0, int(covered * _PARTS) / _PARTS)
    return low / _PARTS


def work_path(state: State, unit: Unit, steps: Steps) -> Any:
    """An order worked out step by step, or a refusal; what the game cannot even read is refused too."""
    try:
        return ask(state, "path", unit.id, steps)
    except msgspec.ValidationError as error:
        return invalid("malformed", f"The order cannot be read: {error}.")


def allowed(state: State, unit: Unit, steps: Steps) -> bool:
    """Whether an order would be carried out whole."""
    worked = work_path(state, unit, steps)
    return not isinstance(worked, Refusal) and worked.refused is None


def pose_after(state: State, unit: Unit, steps: Steps) -> Pose:
    """Where a unit would stand after some steps, as far as they are allowed."""
    assert unit.pose is not None
    if not steps:
        return unit.pose
    worked = work_path(state, unit, steps)
    return unit.pose if isinstance(worked, Refusal) else worked.taken[-1].pose


def _turn_to(state: State, unit: Unit, pose: Pose, what: str) -> float | Misread:
    """The turn that makes a hull face a wind, a heading in degrees, or a thing."""
    heading = WINDS.get(what, to_number(what))
    if heading is not None:
        return (heading - pose.degrees + 180.0) % 360.0 - 180.0
    goal = _where(state, unit, what)
    return goal if isinstance(goal, Misread) else words.bearing(pose, *goal)


def _where(state: State, unit: Unit, what: str) -> tuple[float, float] | Misread:
    """The centre of a unit or a piece; a number alone is an enemy's."""
    known = {each.id: name(state, each.id) for each in state.units.values() if each.pose is not None}
    known |= {token.id: name(state, token.id) for token in state.tokens.values()}
    prefix = next((each.id.rstrip("0123456789") for each in state.units.values() if each.seat != unit.seat), "")
    thing = find_thing(what, known, prefix)
    if isinstance(thing, Misread):
        return thing
    pose = state.units[thing].pose if thing in state.units else state.tokens[thing].pose
    assert pose is not None
    return pose.place
