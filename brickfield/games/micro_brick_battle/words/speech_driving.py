"""Steps of a move as typed turned into steps of an order: places, targets and `max` are worked out on the table."""

from __future__ import annotations

from math import hypot
from typing import Any

import msgspec

from brickfield.core.refusal import Refusal, invalid
from brickfield.core.state import State
from brickfield.speech.course import STRAIGHT, OrderSoFar, Step
from brickfield.speech.interpreter import Interpreter
from brickfield.speech.reading import Misread
from .queries import path

_PARTS = OrderSoFar.PARTS
_INCHES = "inches"


class TypedDrive(OrderSoFar):
    """A move while it is read. By free-path rules a place is reached by sliding, else by turn and drive."""

    def __init__(self, interpreter: Interpreter, unit: str, free_path: bool) -> None:
        super().__init__(interpreter, unit)
        self.free_path = free_path

    def ahead(self, far: float) -> Misread | None:
        """Drive forward."""
        return self._drive({"step": "forward"}, far)

    def back(self, far: float) -> Misread | None:
        """Drive back."""
        return self._drive({"step": "reverse"}, far)

    def aside(self, side: float, far: float) -> Misread | None:
        """No vehicle does."""
        return Misread("Nothing here steps aside: turn and drive, for example right 90 forward 2.")

    def slide(self, heading: float, far: float) -> Misread | None:
        """Slide in any direction."""
        return self._drive({"step": "slide", "heading": heading}, far)

    def turn(self, amount: float) -> None:
        """Pivot on the spot."""
        if abs(amount) >= STRAIGHT:
            self.steps.append({"step": "pivot", "degrees": round(amount, 2)})
            self._look()

    def longest(self, step: Step, ruler: str) -> float:
        """The longest such step the rules allow behind the others, in whole hundredths; 0 when none is."""
        return longest_step(self.interpreter.state, self.unit, self.steps, step)

    def go_to(self, goal: tuple[float, float], far: float) -> Misread | None:
        """Slide straight to a place, or turn to it and drive; nothing is done by who is there already."""
        if hypot(goal[0] - self.x, goal[1] - self.y) < 1 / _PARTS:
            return None
        if self.free_path:
            return self.slide(round(self.bearing(goal) % 360.0, 2), far)
        return super().go_to(goal, far)

    def _drive(self, step: Step, far: float) -> Misread | None:
        fault = self.leg(step, _INCHES, far)
        self._look()
        return fault

    def _look(self) -> None:
        """Where the unit would stand now, as far as its steps are allowed: something may be in the way."""
        worked = work_path(self.interpreter.state, self.unit, self.steps)
        if not isinstance(worked, Refusal):
            pose = worked.taken[-1].pose
            (self.x, self.y), self.heading = pose.place, pose.degrees


def longest_step(state: State, unit: str, before: list[Step], step: Step) -> float:
    """The longest such step the rules allow behind the others, in whole hundredths; 0 when none is."""
    reach = int(hypot(state.match.width, state.match.height)) * _PARTS
    low, high = 0, reach
    while low < high:
        middle = (low + high + 1) // 2
        if _allowed(state, unit, [*before, step | {_INCHES: middle / _PARTS}]):
            low = middle
        else:
            high = middle - 1
    if low == reach:
        # something is in the way before the points run out: ask only for what can be covered
        covered = work_path(state, unit, [*before, step | {_INCHES: low / _PARTS}]).taken[-1].amount
        return max(0.0, int(covered * _PARTS) / _PARTS)
    return low / _PARTS


def work_path(state: State, unit: str, steps: list[Step]) -> Any:
    """An order worked out step by step, or a refusal; what the game cannot even read is refused too."""
    try:
        return path(state, unit, steps)
    except msgspec.ValidationError as error:
        return invalid("malformed", f"The order cannot be read: {error}.")


def _allowed(state: State, unit: str, steps: list[Step]) -> bool:
    """Whether an order would be carried out whole."""
    worked = work_path(state, unit, steps)
    return not isinstance(worked, Refusal) and worked.refused is None
