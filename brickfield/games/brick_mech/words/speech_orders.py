"""Commands to Mechs: moves leg by leg, attacks, holding fire, parts and votes."""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.offers import Act
from brickfield.core.refusal import Refusal
from brickfield.speech import words
from brickfield.speech.course import STRAIGHT, OrderSoFar, Step, ordered_unit
from brickfield.speech.interpreter import Interpreter, Reply, misread, refuse
from brickfield.speech.reading import Misread, TypedCommand, plain_words
from brickfield.speech.saying import down, say, turn_words
from brickfield.speech.situation import name
from ..base.move_action import Route, ground_words
from ..base.move_costs import spot_of
from .queries import legal_targets, path, record_sheet

Answer = dict[str, Any]
_RANGES, _ARCS = ("melee", "short", "long"), ("primary", "left", "right")
_SIDES, _SORTS = ("left", "right"), ("arm", "shoulder")
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
    unit = _mech(interpreter, typed)
    if isinstance(unit, Misread):
        return misread(unit)
    way = _Way(interpreter, unit)
    fault = way.read(typed)
    return misread(fault) if fault is not None else {"answer": "move", "unit": unit, "steps": way.steps}


def _mech(interpreter: Interpreter, typed: list[str], but: tuple[str, ...] = ()) -> str | Misread:
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
    location = _slot(typed)
    own = {each.casefold() for each in interpreter.known(enemy=False)}
    unit = interpreter.own_unit(typed.pop(0)) if typed and typed[0] in own else _mech(interpreter, [])
    if isinstance(unit, Misread):
        return misread(unit)
    target = interpreter.target(typed[0]) if typed else Misread("Say whom to attack, for example: fire A1 at B1.")
    if isinstance(target, Misread):
        return misread(target)
    return interpreter.give({"answer": "attack", "unit": unit, "target": target, "location": location})


def _slot(typed: list[str]) -> str:
    """A location named at the end: left arm, torso. Taken off the words typed."""
    if typed and typed[-1] in _SORTS and len(typed) > 1 and typed[-2] in _SIDES:
        sort, side = typed.pop(), typed.pop()
        return f"{side}_{sort}"
    if typed[-2:] == ["running", "gear"]:
        typed.pop()
    return _BODY[typed.pop()] if typed and typed[-1] in _BODY else ""


def end(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """end A1: that Mech's turn is over."""
    unit = _mech(interpreter, plain_words(spoken.rest))
    return misread(unit) if isinstance(unit, Misread) else interpreter.give({"answer": "end_turn", "unit": unit})


def hold(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """hold A1 short primary: hold fire for a range and an arc; with `fire` at the end it fires without being asked."""
    typed = [word for word in plain_words(spoken.rest) if word not in ("range", "arc")]
    orders = "fire" if typed[-1:] == ["fire"] else "ask"
    unit = _mech(interpreter, typed, (*_RANGES, *_ARCS, "fire"))
    if isinstance(unit, Misread):
        return misread(unit)
    band = next((word for word in typed if word in _RANGES), "")
    arc = next((word for word in typed if word in _ARCS), "primary")
    if not band:
        return refuse("not_understood", "Say which range and arc, for example: hold A1 short primary.")
    return interpreter.give({"answer": "hold_fire", "unit": unit, "range": band, "arc": arc, "orders": orders})


# --- parts -----------------------------------------------------------------------------------------------------------


def mount(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """mount A1 P3, or mount A1 P3 arm: fit a loose part, or a half of it."""
    typed = plain_words(spoken.rest)
    take = typed.pop() if typed and typed[-1] in _SORTS else "all"
    parts = {each.casefold(): each for each in interpreter.state.tokens}
    unit = _mech(interpreter, typed, tuple(parts))
    if isinstance(unit, Misread):
        return misread(unit)
    part = parts.get(typed[0], typed[0]) if typed else ""
    if not part:
        return refuse("not_understood", "Say which part, for example: mount A1 P1.")
    return interpreter.give({"answer": "mount", "unit": unit, "part": part[:16], "take": take})


def detach(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """detach A1 left arm: take a shoulder or arm off."""
    typed = plain_words(spoken.rest)
    slot = _slot(typed)
    unit = _mech(interpreter, typed)
    if isinstance(unit, Misread):
        return misread(unit)
    if not slot:
        return refuse("not_understood", "Say which part, for example: detach A1 left arm.")
    return interpreter.give({"answer": "detach", "unit": unit, "slot": slot})


# --- deployment ------------------------------------------------------------------------------------------------------


def anew(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """anew: take all own units up again, where what waits finds no room beside them."""
    return interpreter.give({"answer": "lay_anew"})


# --- votes -----------------------------------------------------------------------------------------------------------


def challenge(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """challenge arc, challenge cover; yes accepts what was measured."""
    typed = plain_words(spoken.rest)
    about = typed[0] if typed and spoken.verb == "challenge" else ""
    if spoken.verb == "challenge" and about not in ("arc", "cover"):
        return refuse("not_understood", "Say challenge arc, or challenge cover; yes accepts what was measured.")
    return interpreter.give({"answer": "challenge", "about": about})


def vote(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """ballot primary: for what the arc or cover is."""
    typed = plain_words(spoken.rest)
    if not typed:
        return refuse("not_understood", "Say what you vote for, for example: ballot primary.")
    return interpreter.give({"answer": "ballot", "choice": typed[0][:20]})


# --- answers as they are typed ---------------------------------------------------------------------------------------

_LEGS = {"forward": "forward", "backward": "back", "left": "step left", "right": "step right"}


def _step(step: Step) -> str:
    return f"{_LEGS[step['step']]} {down(step['bricks'])}" if "bricks" in step else turn_words(step["degrees"])


def _hold_words(plain: Answer) -> str:
    at_once = " fire" if plain.get("orders") == "fire" else ""
    return f"hold {plain['unit']} {plain['range']} {plain['arc']}{at_once}"


def _mount_words(plain: Answer) -> str:
    half = "" if plain.get("take", "all") == "all" else f" {plain['take']}"
    return f"mount {plain['unit']} {plain['part']}{half}"


def _slot_words(slot: str) -> str:
    return slot.replace("_", " ")


SAYINGS = {
    "lay_anew": lambda plain: "anew",
    "move": lambda plain: f"move {plain['unit']} {' '.join(_step(step) for step in plain['steps'])}",
    "attack": lambda plain: (
        f"fire {plain['unit']} at {plain['target']} {_slot_words(plain.get('location', ''))}".strip()
    ),
    "hold_fire": _hold_words,
    "end_turn": lambda plain: f"end {plain['unit']}",
    "mount": _mount_words,
    "detach": lambda plain: f"detach {plain['unit']} {_slot_words(plain['slot'])}",
    "challenge": lambda plain: f"challenge {plain['about']}" if plain.get("about") else "yes",
    "ballot": lambda plain: f"ballot {plain['choice']}",
}
