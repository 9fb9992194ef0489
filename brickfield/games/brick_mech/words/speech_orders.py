"""Commands to Mechs: moves leg by leg, attacks and turns."""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.offers import Act
from brickfield.core.refusal import Refusal
from brickfield.speech import words
from brickfield.speech.course import STRAIGHT, OrderSoFar, Step, ordered_unit
from brickfield.speech.interpreter import Interpreter, Reply, misread
from brickfield.speech.reading import Misread, TypedCommand, plain_words
from brickfield.speech.saying import down, say, turn_words
from brickfield.speech.situation import name
from ..base.move_action import Route, ground_words
from ..base.move_costs import spot_of
from .queries import legal_targets, path, record_sheet

Answer = dict[str, Any]
_SIDES, SORTS = ("left", "right"), ("arm", "shoulder")
# Locations without a side, by every word for them: those of a vehicle have their own.
_BODY = {"legs": "legs", "gear": "legs", "running": "legs", "tracks": "legs", "wheels": "legs"}
_BODY |= {"torso": "torso", "turret": "torso"}

# --- moves -----------------------------------------------------------------------------------------------------------


def march(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """move A1 forward 3 right 45 step left 2: a Move that is made whole or not at all."""
    order = _order(interpreter, spoken.rest)
    return order if isinstance(order, Reply) else interpreter.give(order)


def try_march(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """try move A1 forward 3: what it would cost, where it would end, and whom one could attack there."""
    first, _, rest = spoken.rest.partition(" ")
    order = _order(interpreter, rest if first.casefold() in ("move", "m") else spoken.rest)
    if isinstance(order, Reply):
        return order
    unit, steps = order["unit"], order["steps"]
    worked = path(interpreter.state, unit, steps)
    if isinstance(worked, Refusal):
        return Reply(refusal=worked)
    lines = [f"Only a try: {name(interpreter.state, unit)} would spend {_price(interpreter, worked)}."]
    seen = interpreter.local_game.preview(order)
    if not isinstance(seen, Refusal):
        pose = seen.state.units[unit].pose
        where = f" at {words.stands(pose)}" if pose is not None else ""
        aims = [each for each in legal_targets(seen.state, unit) if not seen.state.over]
        lines.append(f"It would stand{where} and could attack {words.listed(aims) if aims else 'nobody'}.")
    return Reply(lines=[*lines, f"To do it: {say(interpreter.state.match, order)}"])


def _price(interpreter: Interpreter, route: Route) -> str:
    """What a Move costs, with what rough ground adds to it."""
    return words.counted(route.cost, "Movement Point") + ground_words(
        interpreter.state, spot_of(route.start), route.legs
    )


def _order(interpreter: Interpreter, rest: str) -> Answer | Reply:
    """The Move that was typed as an answer."""
    typed = plain_words(rest)
    unit = mech_named(interpreter, typed)
    if isinstance(unit, Misread):
        return misread(unit)
    way = _Way(interpreter, unit)
    fault = way.read(typed)
    return misread(fault) if fault is not None else {"answer": "move", "unit": unit, "steps": way.steps}


def mech_named(interpreter: Interpreter, typed: list[str], but: tuple[str, ...] = ()) -> str | Misread:
    """Which Mech an order is for; without a name the one that acts. Takes its name off the words typed."""
    assert interpreter.decision is not None
    offer = interpreter.decision.ask(interpreter.state).offer
    able = [actor.unit for actor in offer.actors] if isinstance(offer, Act) else []
    return ordered_unit(interpreter, typed, able, but) or Misread("None of your Mechs can act now.")


class _Way(OrderSoFar):
    """A Move while it is read."""

    PARTS = 20

    def ahead(self, far: float) -> Misread | None:
        """Walk forward."""
        return self._walk("forward", far, 0.0)

    def back(self, far: float) -> Misread | None:
        """Walk backward."""
        return self._walk("backward", far, 180.0)

    def aside(self, side: float, far: float) -> Misread | None:
        """Step to a side."""
        return self._walk("left" if side > 0 else "right", far, 90.0 * side)

    def slide(self, heading: float, far: float) -> Misread | None:
        """No Mech does."""
        return Misread("A Mech goes forward, back, step left or step right, and turns: left 45, face B1.")

    def turn(self, amount: float) -> None:
        """Turn on the spot."""
        if abs(amount) >= STRAIGHT:
            self.steps.append({"step": "turn", "degrees": round(amount, 2)})
            self.heading += round(amount, 2)

    def longest(self, step: Step, ruler: str) -> float:
        """The longest such leg the rules allow behind the others; 0 when none is."""
        for parts in range(int(record_sheet(self.interpreter.state, self.unit)["movement"]) * self.PARTS, 0, -1):
            steps = [*self.steps, step | {ruler: parts / self.PARTS}]
            if not isinstance(path(self.interpreter.state, self.unit, steps), Refusal):
                return parts / self.PARTS
        return 0.0

    def _walk(self, step: str, far: float, aside: float) -> Misread | None:
        return self.leg({"step": step}, "bricks", far, aside)


# --- attacks and turns -----------------------------------------------------------------------------------------------


def attack(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """fire A1 at B1, or fire B1; with Targeted Shots also fire A1 at B1 left arm."""
    typed = [word for word in plain_words(spoken.rest) if word not in ("at", "the")]
    location = slot_named(typed)
    own = {each.casefold() for each in interpreter.known(enemy=False)}
    unit = interpreter.own_unit(typed.pop(0)) if typed and typed[0] in own else mech_named(interpreter, [])
    if isinstance(unit, Misread):
        return misread(unit)
    target = interpreter.target(typed[0]) if typed else Misread("Say whom to attack, for example: fire A1 at B1.")
    if isinstance(target, Misread):
        return misread(target)
    return interpreter.give({"answer": "attack", "unit": unit, "target": target, "location": location})


def slot_named(typed: list[str]) -> str:
    """A location named at the end: left arm, torso. Taken off the words typed."""
    if typed and typed[-1] in SORTS and len(typed) > 1 and typed[-2] in _SIDES:
        sort, side = typed.pop(), typed.pop()
        return f"{side}_{sort}"
    if typed[-2:] == ["running", "gear"]:
        typed.pop()
    return _BODY[typed.pop()] if typed and typed[-1] in _BODY else ""


def end(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """end A1: that Mech's turn is over."""
    unit = mech_named(interpreter, plain_words(spoken.rest))
    return misread(unit) if isinstance(unit, Misread) else interpreter.give({"answer": "end_turn", "unit": unit})


# --- deployment ------------------------------------------------------------------------------------------------------


def anew(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """anew: take all own units up again, where what waits finds no room beside them."""
    return interpreter.give({"answer": "lay_anew"})


# --- answers as they are typed ---------------------------------------------------------------------------------------

_LEGS = {"forward": "forward", "backward": "back", "left": "step left", "right": "step right"}


def _step(step: Step) -> str:
    return f"{_LEGS[step['step']]} {down(step['bricks'])}" if "bricks" in step else turn_words(step["degrees"])


def slot_words(slot: str) -> str:
    return slot.replace("_", " ")


SAYINGS = {
    "lay_anew": lambda plain: "anew",
    "move": lambda plain: f"move {plain['unit']} {' '.join(_step(step) for step in plain['steps'])}",
    "attack": lambda plain: (
        f"fire {plain['unit']} at {plain['target']} {slot_words(plain.get('location', ''))}".strip()
    ),
    "end_turn": lambda plain: f"end {plain['unit']}",
}
