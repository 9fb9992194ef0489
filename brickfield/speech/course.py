"""Orders to move while they are read: which unit is meant, and its steps one by one with where they lead.

A game says how its units go ahead, back, aside and turn; names, places, winds and `max` mean the same in all games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

from brickfield.speech.interpreter import Interpreter
from brickfield.speech.reading import MAX, WINDS, Misread, StepWord, is_step, read_steps, to_number
from brickfield.speech.situation import name

Step = dict[str, Any]
# A turn smaller than this is not worth a step.
STRAIGHT = 0.05
# Two numbers are a place; one alone, or before two others, is the number of a unit.
_PLACE = 2


def ordered_unit(
    interpreter: Interpreter, typed: list[str], able: list[str], but: tuple[str, ...] = ()
) -> str | Misread | None:
    """Which unit an order is for: the one named, else the one named last if it is able, else the first that is.

    Takes its name off the words typed. Words in `but` name no unit. None when nobody is able.
    """
    if typed and typed[0] not in but and _names_a_unit(interpreter, typed):
        unit = interpreter.own_unit(typed.pop(0))
        interpreter.unit = unit if isinstance(unit, str) else interpreter.unit
        return unit
    if interpreter.unit not in able:
        interpreter.unit = able[0] if able else interpreter.unit
    return interpreter.unit if able else None


def _names_a_unit(interpreter: Interpreter, typed: list[str]) -> bool:
    if typed[0] in {each.casefold() for each in interpreter.known()}:
        return True
    numbers = next((at for at, word in enumerate(typed) if to_number(word) is None), len(typed))
    return numbers != _PLACE and not is_step(typed[0])


class OrderSoFar(ABC):
    """The steps of an order so far, and where the unit would be after them: its place and its heading."""

    # the part of the ruler that lengths found for a player are whole numbers of, so that they can be typed again
    PARTS = 100

    def __init__(self, interpreter: Interpreter, unit: str) -> None:
        self.interpreter, self.unit = interpreter, unit
        self.steps: list[Step] = []
        pose = interpreter.state.units[unit].pose
        self.x, self.y = pose.place if pose is not None else (0.0, 0.0)
        self.heading = pose.degrees if pose is not None else 0.0

    # --- what a game says ---

    @abstractmethod
    def ahead(self, far: float) -> Misread | None:
        """Go the way it faces."""

    @abstractmethod
    def back(self, far: float) -> Misread | None:
        """Go backwards."""

    @abstractmethod
    def aside(self, side: float, far: float) -> Misread | None:
        """Go to the left (1) or right (-1) without turning."""

    @abstractmethod
    def slide(self, heading: float, far: float) -> Misread | None:
        """Go in any direction of the table."""

    @abstractmethod
    def turn(self, amount: float) -> None:
        """Turn by some degrees, to the left positive."""

    @abstractmethod
    def longest(self, step: Step, ruler: str) -> float:
        """The longest such step the rules allow behind the others; 0 when none is."""

    # --- what is the same for all ---

    def read(self, typed: list[str]) -> Misread | None:
        """Take every step that was typed."""
        read = read_steps(typed)
        if isinstance(read, Misread):
            return read
        for word in read:
            fault = self.take(word)
            if fault is not None:
                return fault
        return None

    def take(self, word: StepWord) -> Misread | None:
        """One step as typed."""
        match word.kind:
            case "pivot":
                self.turn(word.amount)
                return None
            case "forward":
                return self.ahead(word.amount)
            case "reverse":
                return self.back(word.amount)
            case "aside":
                return self.aside(word.heading, word.amount)
            case "slide":
                return self.slide(word.heading, word.amount)
            case "face":
                return self._face(word.what)
        goal = (word.amount, word.heading) if word.kind == "point" else self.where(word.what)
        if isinstance(goal, Misread):
            return goal
        return self.go_to(goal, word.amount if word.kind == "towards" else hypot(goal[0] - self.x, goal[1] - self.y))

    def go_to(self, goal: tuple[float, float], far: float) -> Misread | None:
        """Turn to a place and go ahead."""
        self.turn(self.turn_to(self.bearing(goal)))
        return self.ahead(far)

    def _face(self, what: str) -> Misread | None:
        """Turn to a wind, a heading in degrees, or a thing."""
        heading = WINDS.get(what, to_number(what))
        if heading is None:
            goal = self.where(what)
            if isinstance(goal, Misread):
                return goal
            heading = self.bearing(goal)
        self.turn(self.turn_to(heading))
        return None

    def leg(self, step: Step, ruler: str, far: float, aside: float = 0.0) -> Misread | None:
        """A straight step of a length, in a direction off the heading; without a length as long as possible."""
        if far == MAX:
            far = self.longest(step, ruler)
            if far <= 0.0:
                return Misread(f"{name(self.interpreter.state, self.unit)} cannot go any further that way.")
        self.steps.append(step | {ruler: round(far, 4)})
        turn = radians(self.heading + aside)
        self.x, self.y = self.x + far * cos(turn), self.y + far * sin(turn)
        return None

    def bearing(self, goal: tuple[float, float]) -> float:
        """The heading that leads from here to a place."""
        return degrees(atan2(goal[1] - self.y, goal[0] - self.x))

    def turn_to(self, heading: float) -> float:
        """The shorter turn that leads to a heading."""
        return (heading - self.heading + 180.0) % 360.0 - 180.0

    def where(self, what: str) -> tuple[float, float] | Misread:
        """The centre of a unit or a piece; a number alone is an enemy's."""
        thing = self.interpreter.enemy_thing(what)
        if isinstance(thing, Misread):
            thing = self.interpreter.anything(what)
        if isinstance(thing, Misread):
            return thing
        state = self.interpreter.state
        pose = state.units[thing].pose if thing in state.units else state.tokens[thing].pose
        return pose.place if pose is not None else Misread(f"{name(state, thing)} is not on the table.")
