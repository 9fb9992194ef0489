"""Commands about courses: legs in any direction, a ram at the end, and what it would lead to."""

from __future__ import annotations

from typing import Any

import msgspec

from brickfield.core.asking.offers import Path
from brickfield.core.refusal import Refusal
from brickfield.speech import words
from brickfield.speech.course import OrderSoFar, Step, ordered_unit
from brickfield.speech.interpreter import Interpreter, Reply, misread, offered
from brickfield.speech.reading import WINDS, Misread, TypedCommand, plain_words, to_number
from brickfield.speech.saying import say
from brickfield.speech.situation import name
from .queries import bow, legal_targets, path, speed

Answer = dict[str, Any]


def sail(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """sail A1 north 3 go 60 2 ram B1: a course that is sailed whole or not at all."""
    order = _order(interpreter, spoken.rest)
    return order if isinstance(order, Reply) else interpreter.give(order)


def ram(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """ram A1 B1: one straight run into an enemy hull."""
    typed = plain_words(spoken.rest)
    own = interpreter.own_unit(typed[0]) if len(typed) > 1 else Misread("")
    rest = f"{typed[0]} ram {' '.join(typed[1:])}" if not isinstance(own, Misread) else f"ram {' '.join(typed)}"
    order = _order(interpreter, rest)
    return order if isinstance(order, Reply) else interpreter.give(order)


def try_course(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """try sail A1 north 3: what it takes, where it ends and what could be fired at. Nothing is done."""
    first, _, rest = spoken.rest.partition(" ")
    order = _order(interpreter, rest if first.casefold() in ("sail", "move", "m") else spoken.rest)
    if isinstance(order, Reply):
        return order
    unit = order["unit"]
    worked = path(interpreter.state, unit, order["legs"], order.get("ram"))
    if isinstance(worked, Refusal):
        return Reply(refusal=worked)
    seen = interpreter.local_game.preview(order)
    most = words.number(speed(interpreter.state, unit))
    lines = [f"Only a try: {name(interpreter.state, unit)} would sail {words.number(worked.length)} of {most} inches."]
    if worked.impact is not None:
        sort = "accurately" if worked.impact.accurate else "inaccurately"
        dice = words.counted(worked.impact.dice, "die", "dice")
        lines.append(f"It would ram {name(interpreter.state, worked.impact.target)} {sort}, with {dice}.")
    elif not isinstance(seen, Refusal):
        aims = legal_targets(seen.state, unit) if not seen.state.over else []
        lines.append(f"From there it could fire at {words.listed(aims) if aims else 'nobody'}.")
    return Reply(lines=[*lines, f"To do it: {say(interpreter.state.match, order)}"])


def _order(interpreter: Interpreter, rest: str) -> Answer | Reply:
    """The course that was typed as an answer; without a name the ship named last is meant."""
    offer = offered(interpreter, Path)
    if isinstance(offer, Reply):
        return offer
    typed = plain_words(rest)
    unit = ordered_unit(interpreter, typed, [mover.unit for mover in offer.movers], ("ram", "stay"))
    if unit is None or isinstance(unit, Misread):
        return misread(unit or Misread("None of your ships can act now."))
    at = typed.index("ram") if "ram" in typed else len(typed)
    steps, behind = typed[:at], typed[at + 1 :]
    if steps[:1] == ["stay"] or not typed:
        return {"answer": "sail", "unit": unit, "legs": []}
    course = _Course(interpreter, unit)
    fault = course.read(steps) if steps else None
    if fault is not None:
        return misread(fault)
    answer: Answer = {"answer": "sail", "unit": unit, "legs": course.steps}
    if at == len(typed):
        return answer
    run = course.run(behind)
    return misread(run) if isinstance(run, Misread) else answer | {"ram": run}


class _Course(OrderSoFar):
    """A course while it is read: its legs begin at the bow, and a turn changes the direction of the next leg."""

    def __init__(self, interpreter: Interpreter, unit: str) -> None:
        super().__init__(interpreter, unit)
        self.x, self.y = bow(interpreter.state, unit)

    def ahead(self, far: float) -> Misread | None:
        """Sail the way the bow will point."""
        return self.leg({"step": "ahead", "heading": round(self.heading % 360.0, 3)}, "inches", far)

    def back(self, far: float) -> Misread | None:
        """Go straight back."""
        return self.leg({"step": "astern"}, "inches", far, 180.0)

    def aside(self, side: float, far: float) -> Misread | None:
        """No ship does."""
        return Misread("A ship does not step aside: sail it north 2, or go 60 2.")

    def slide(self, heading: float, far: float) -> Misread | None:
        """Sail in a direction of the table."""
        self.heading = heading
        return self.ahead(far)

    def turn(self, amount: float) -> None:
        """Change the direction of the next leg."""
        self.heading += amount

    def longest(self, step: Step, ruler: str) -> float:
        """The longest such leg the rules allow behind the others, in whole hundredths; 0 when none is."""
        for parts in range(speed(self.interpreter.state, self.unit) * self.PARTS, 0, -1):
            if self._allowed([*self.steps, step | {ruler: parts / self.PARTS}]):
                return parts / self.PARTS
        return 0.0

    def _allowed(self, legs: list[Step]) -> bool:
        try:
            return not isinstance(path(self.interpreter.state, self.unit, legs), Refusal)
        except msgspec.ValidationError:
            return False

    def run(self, typed: list[str]) -> Answer | Misread:
        """The ram at the end: its target and its direction, straight at the target unless one is named."""
        named = [word for word in typed if word not in ("heading", "go", "course")]
        if not named:
            return Misread("Say whom to ram, for example: ram A1 B1.")
        target = self.interpreter.enemy_thing(named[0])
        if isinstance(target, Misread):
            return target
        heading = WINDS.get(named[1], to_number(named[1])) if len(named) > 1 else None
        if len(named) > 1 and heading is None:
            return Misread(f"{named[1][:30]!r} is not a direction; say degrees or a word such as north.")
        if heading is None:
            where = self.where(target)
            if isinstance(where, Misread):
                return where
            heading = round(self.bearing(where) % 360.0, 3)
        return {"target": target, "heading": heading}


def course_words(plain: Answer) -> str:
    """A course as it is typed: sail A1 go 37.5 4.2 ram B1 heading 90."""
    legs = [
        f"astern {words.number(leg['inches'], 4)}"
        if leg["step"] == "astern"
        else f"go {words.number(leg['heading'], 3)} {words.number(leg['inches'], 4)}"
        for leg in plain.get("legs", [])
    ]
    run = plain.get("ram")
    if run:
        legs.append(f"ram {run['target']} heading {words.number(run['heading'], 3)}")
    return f"sail {plain['unit']} {' '.join(legs) or 'stay'}"
