"""Commands to squads: moves, attacks, holds, going prone, and answers to what the other side does."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from brickfield.core.asking.offers import Act, Actor
from brickfield.core.decisions import React
from brickfield.core.refusal import Refusal
from brickfield.speech import words
from brickfield.speech.course import STRAIGHT, OrderSoFar, Step, ordered_unit
from brickfield.speech.interpreter import Interpreter, Reply, misread, refuse
from brickfield.speech.offered_answers import typed_answers
from brickfield.speech.reading import Misread, TypedCommand, plain_words, read_place, to_number
from brickfield.speech.saying import say
from brickfield.speech.situation import name
from ..base.battlefield import is_vehicle
from ..base.moving.closing_up import closed_up
from ..base.moving.paths import Move, allowance, left_of_turn, rate
from ..chapters.vehicles.vehicles import class_of, vehicle_classes
from .queries import cost, drive_cost_of

Answer = dict[str, Any]
_CLOSES = "They cannot keep their places on this way: they follow the first and close up about him."
_STEERS = "A vehicle drives forward or back along its facing and turns: left 30, right 30."
_WAYS = "A squad goes in any direction: move A1 north 8, move A1 towards B1 6, or move A1 to 40 30."


class _Way(OrderSoFar):
    """A move of a squad while it is read: every leg goes straight in some direction."""

    PARTS = 10

    def ahead(self, far: float) -> Misread | None:
        """Walk the way it looks."""
        return self._stride(self.heading, far)

    def back(self, far: float) -> Misread | None:
        """Walk the other way."""
        return self._stride(self.heading + 180.0, far)

    def aside(self, side: float, far: float) -> Misread | None:
        """Walk to a side."""
        return self._stride(self.heading + 90.0 * side, far)

    def slide(self, heading: float, far: float) -> Misread | None:
        """Walk in any direction of the board."""
        return self._stride(heading, far)

    def turn(self, amount: float) -> None:
        """Look another way."""
        self.heading += round(amount, 2)

    def longest(self, step: Step, ruler: str) -> float:
        """The longest such leg the rules allow behind the others; 0 when none is."""
        most = allowance(self.interpreter.state, self.interpreter.state.units[self.unit])
        for parts in range(int(most * self.PARTS), 0, -1):
            steps = [*self.steps, step | {ruler: parts / self.PARTS}]
            if not isinstance(cost(self.interpreter.state, self.unit, steps), Refusal):
                return parts / self.PARTS
        return 0.0

    def _stride(self, heading: float, far: float) -> Misread | None:
        turned = round(heading % 360.0, 2)
        return self.leg({"step": "stride", "heading": turned}, "studs", far, turned - self.heading)


class _Drive(OrderSoFar):
    """A move of a vehicle while it is read: ahead or back along its facing, and turns on the spot."""

    PARTS = 10

    def ahead(self, far: float) -> Misread | None:
        """Drive on."""
        return self.leg({"step": "ahead"}, "studs", far)

    def back(self, far: float) -> Misread | None:
        """Drive back."""
        return self.leg({"step": "reverse"}, "studs", far, 180.0)

    def aside(self, side: float, far: float) -> Misread | None:
        """No vehicle does."""
        return Misread(_STEERS)

    def slide(self, heading: float, far: float) -> Misread | None:
        """Turn to a direction of the board and drive on."""
        self.turn(self.turn_to(heading))
        return self.ahead(far)

    def turn(self, amount: float) -> None:
        """Turn on the spot."""
        if abs(amount) >= STRAIGHT:
            self.steps.append({"step": "pivot", "degrees": round(amount, 2)})
            self.heading += round(amount, 2)

    def longest(self, step: Step, ruler: str) -> float:
        """The longest such leg the rules allow behind the others; 0 when none is."""
        most = vehicle_classes()[class_of(self.interpreter.state, self.interpreter.state.units[self.unit]).id].speed
        for parts in range(int(most * self.PARTS), 0, -1):
            steps = [*self.steps, step | {ruler: parts / self.PARTS}]
            if not isinstance(drive_cost_of(self.interpreter.state, self.unit, steps), Refusal):
                return parts / self.PARTS
        return 0.0


def _unit(interpreter: Interpreter, typed: list[str], but: tuple[str, ...] = ()) -> str | Misread:
    """Which squad an order is for; without a name the one named last. Takes its name off the words typed."""
    assert interpreter.decision is not None
    offer = interpreter.decision.ask(interpreter.state).offer
    able = [actor.unit for actor in offer.actors] if isinstance(offer, Act) else []
    return ordered_unit(interpreter, typed, able, but) or Misread("None of your units can act now.")


def march(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """move A1 north 8 east 4: the whole squad goes, in formation, or closes up where it cannot keep it."""
    order = _order(interpreter, spoken.rest)
    if isinstance(order, Reply):
        return order
    walk = _closed_up(interpreter, order)
    return interpreter.give(order) if walk is None else interpreter.give(walk, [_CLOSES])


def _closed_up(interpreter: Interpreter, order: Answer) -> Answer | None:
    """The same way mini by mini, where only the formation is in the way."""
    decision, state = interpreter.decision, interpreter.state
    assert decision is not None
    unit, move = state.units[order["unit"]], decision.read(order)
    if not isinstance(move, Move) or not unit.squad or decision.validate(state, move) is None:
        return None
    walk = closed_up(state, unit, move, rate(state, unit), left_of_turn(unit))
    found: Answer | None = None
    if walk is not None and decision.validate(state, walk) is None:
        found = to_builtins(walk)
    return found


def try_march(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """try move A1 north 8: how far that is, and whether it may be done."""
    first, _, rest = spoken.rest.partition(" ")
    order = _order(interpreter, rest if first.casefold() in ("move", "m") else spoken.rest)
    if isinstance(order, Reply):
        return order
    far = drive_cost_of if order["answer"] == "drive" else cost
    studs = far(interpreter.state, order["unit"], order["steps"])
    if isinstance(studs, Refusal):
        return Reply(refusal=studs)
    lines = [f"Only a try: {name(interpreter.state, order['unit'])} would go {words.number(studs)} studs."]
    return Reply(lines=[*lines, f"To do it: {say(interpreter.state.match, order)}"])


def _order(interpreter: Interpreter, rest: str) -> Answer | Reply:
    typed = plain_words(rest)
    unit = _unit(interpreter, typed)
    if isinstance(unit, Misread):
        return misread(unit)
    drives = is_vehicle(interpreter.state, interpreter.state.units[unit])
    way: OrderSoFar = _Drive(interpreter, unit) if drives else _Way(interpreter, unit)
    fault = way.read(typed)
    if fault is not None:
        return misread(fault)
    if not way.steps:
        return refuse("not_understood", _STEERS if drives else _WAYS)
    return {"answer": "drive" if drives else "move", "unit": unit, "steps": way.steps}


def dash(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """dash A1 north 24, half A1 north 8: what a commando makes of a move."""
    order = _order(interpreter, spoken.rest)
    if isinstance(order, Reply):
        return order
    if order["answer"] == "drive":
        return refuse("not_understood", "Only a squad with a commando can do that.")
    return interpreter.give(order | {"answer": "dash" if spoken.verb == "dash" else "half_move"})


def attack(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """fire A1 at B1, fire B1, or fire A1 at B1 with rocket: an attack that is offered, else the reason why none is."""
    typed = plain_words(spoken.rest)
    told = (
        [each for each in typed_answers(interpreter.state, interpreter.decision) if each[0].startswith("fire ")]
        if (interpreter.decision is not None)
        else []
    )
    fitting = [answer for says, answer in told if set(typed) <= set(plain_words(says))]
    ours = [each for each in fitting if each.get("unit") == interpreter.unit] or fitting
    if typed and ours:
        return interpreter.give(_plainest(ours))
    return _at(interpreter, spoken, "attack", "fire A1 at B1")


def _plainest(answers: list[Answer]) -> Answer:
    """Of several attacks that were meant the one with nothing special about it, in the order they are offered."""
    return next((each for each in answers if not each.get("items") and each.get("side", -1) < 0), answers[0])


def fight(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """fight A1 B1: close combat."""
    return _at(interpreter, spoken, "close_combat", "fight A1 B1")


def _at(interpreter: Interpreter, spoken: TypedCommand, answer: str, example: str) -> Reply:
    typed = plain_words(spoken.rest)
    own = {each.casefold() for each in interpreter.known(enemy=False)}
    unit = interpreter.own_unit(typed.pop(0)) if typed and typed[0] in own else _unit(interpreter, [])
    if isinstance(unit, Misread):
        return misread(unit)
    target = interpreter.target(typed[0]) if typed else Misread(f"Say at whom, for example: {example}.")
    if isinstance(target, Misread):
        return misread(target)
    return interpreter.give({"answer": answer, "unit": unit, "target": target})


# Words for what sets a hold off and for what is done then; the first of each is what the table itself says.
_WHEN = {"move": ("moves", "move"), "attack": ("attacks", "attack"), "either": ("either",)}
_THEN = {
    "attack": ("fire", "fires", "attack", "shoot"),
    "close_combat": ("fight", "close_combat", "close"),
    "move": ("move", "moves"),
    "prone": ("prone",),
    "rise": ("rise", "stand"),
    "smoke": ("smoke",),
    "activate": ("activate",),
}
_BESIDE = (
    *("on", "when", "if", "it", "then", "go", "throw", "hand", "objective", "combat", "they", "enemy", "for", "does"),
)
_HOLDS = "Say whom it waits for, what sets it off and what it does then: hold A1 on B1 moves fire."


def hold(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """hold A1 on B1 moves fire: an action kept back until B1 moves. The older hold A1 attack B1 move says the same."""
    typed = plain_words(spoken.rest.casefold().replace("moves or attacks", "either"))
    words_of_it = {word for table in (_WHEN, _THEN) for each in table.values() for word in each}
    # whoever says first whom to wait for means the squad named last
    foes = {each.casefold() for each in interpreter.known(own=False)}
    unit = _unit(interpreter, [] if typed[:1] and typed[0] in foes else typed, (*words_of_it, *_BESIDE, "any"))
    if isinstance(unit, Misread):
        return misread(unit)
    left = [word for word in typed if word not in _BESIDE]
    at = next((place for place, word in enumerate(left) if word not in words_of_it), -1)
    if at < 0:
        return refuse("not_understood", _HOLDS)
    named = "any" if left[at] == "any" else interpreter.target(left[at])
    if isinstance(named, Misread):
        return misread(named)
    # behind the enemy stand what it does and what is done then; an older way says first what is done
    before, behind = left[:at], left[at + 1 :]
    when, then = (behind, before) if before else (behind[:1], behind[1:])
    response = _meant(_THEN, then)
    if not response or (when and not _meant(_WHEN, when)):
        return refuse("not_understood", _HOLDS)
    trigger = _meant(_WHEN, when) or "move"
    return interpreter.give(
        {"answer": "place_hold", "unit": unit, "response": response, "named": named, "trigger": trigger}
    )


def _meant(table: dict[str, tuple[str, ...]], typed: list[str]) -> str:
    """What the first of the words typed means in a table; empty when it is not there."""
    return next((meaning for word in typed[:1] for meaning, said in table.items() if word in said), "")


def _plain(answer: str) -> Any:
    def give(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
        unit = _unit(interpreter, plain_words(spoken.rest))
        return misread(unit) if isinstance(unit, Misread) else interpreter.give({"answer": answer, "unit": unit})

    return give


prone, rise, drop = _plain("go_prone"), _plain("rise"), _plain("drop_hold")


def turret(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """turret A1 to 45: the way the turret of a vehicle is to point, in degrees from the east."""
    typed = plain_words(spoken.rest)
    heading = to_number(typed[-1]) if typed else None
    unit = _unit(interpreter, typed[:-1])
    if heading is None or isinstance(unit, Misread):
        return refuse("not_understood", "Say which way, in degrees from the east: turret A1 to 45.")
    return interpreter.give({"answer": "turn_turret", "unit": unit, "heading": heading})


def remove(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """remove 4, or remove 2 and 5: the minis that fall."""
    figures = [f"f{int(each)}" for each in plain_words(spoken.rest) if each.isdecimal()]
    return interpreter.give({"answer": "give_up", "figures": figures})


def end(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """end: the turn is over."""
    return interpreter.give({"answer": "end_turn"})


def place(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """place A1 at 40 8 facing 90: a unit is put down before the battle."""
    typed = read_place(spoken.rest)
    if isinstance(typed, Misread):
        return misread(typed)
    unit = interpreter.own_unit(typed.what)
    if isinstance(unit, Misread):
        return misread(unit)
    heading = {} if typed.heading is None else {"heading": typed.heading}
    return interpreter.give({"answer": "deploy", "unit": unit, "x": typed.x, "y": typed.y, **heading})


def fire_back(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """yes, or fire B2: reactive fire by the first unit that may, or by the one named."""
    typed = plain_words(spoken.rest)
    units = getattr(interpreter.decision, "units", ())
    if spoken.verb == "no":
        return interpreter.give(React(yes=False))
    unit = interpreter.own_unit(typed[0]) if typed else units[0] if units else Misread("Nobody may fire now.")
    return misread(unit) if isinstance(unit, Misread) else interpreter.give({"answer": "fire_back", "unit": unit})


def actions_of(actor: Actor) -> str:
    """What a unit may do now, in a few words."""
    able = [action.title.lower() for action in actor.actions if action.closed is None]
    return words.listed(able) if able else "nothing more"


def hold_as_typed(plain: Answer) -> str:
    """A hold as it is typed: "hold A1 on B1 moves fire"."""
    when, then = _WHEN[plain["trigger"]][0], _THEN[plain["response"]][0]
    return f"hold {plain['unit']} on {plain['named']} {when} {then}"
