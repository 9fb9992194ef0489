"""Commands to Mechs: moves leg by leg, attacks, holding fire, parts, reactions and votes."""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin
from typing import Any

from brickfield.core.refusal import Refusal
from brickfield.text import words
from brickfield.text.desk import Desk, Reply, misread, refuse, wrong_time
from brickfield.text.reading import MAX, WINDS, Misread, Spoken, StepWord, is_step, plain_words, read_steps, to_number
from brickfield.text.saying import say
from brickfield.text.situation import ask, name

Answer = dict[str, Any]
# Lengths found for a player are whole twentieths, so that what is shown can be typed again.
_PARTS = 20
# A turn smaller than this is not worth a leg.
_STRAIGHT = 0.05
_RANGES, _ARCS = ("melee", "short", "long"), ("primary", "left", "right")
_SIDES, _SORTS = ("left", "right"), ("arm", "shoulder")

# --- moves -----------------------------------------------------------------------------------------------------------


def march(desk: Desk, spoken: Spoken) -> Reply:
    """move A1 forward 3 right 45 step left 2: a Move that is made whole or not at all."""
    order = _order(desk, spoken.rest)
    return order if isinstance(order, Reply) else desk.give(order)


def try_march(desk: Desk, spoken: Spoken) -> Reply:
    """try move A1 forward 3: what it would cost, where it would end, and whom one could attack there."""
    first, _, rest = spoken.rest.partition(" ")
    order = _order(desk, rest if first.casefold() in ("move", "m") else spoken.rest)
    if isinstance(order, Reply):
        return order
    unit, steps = order["unit"], order["steps"]
    worked = ask(desk.state, "path", unit, steps)
    if isinstance(worked, Refusal):
        return Reply(refusal=worked)
    lines = [f"Only a try: {name(desk.state, unit)} would spend {words.counted(worked.cost, 'Movement Point')}."]
    seen = desk.sitting.preview(order)
    if not isinstance(seen, Refusal):
        pose = seen.state.units[unit].pose
        where = f" at {words.stands(pose)}" if pose is not None else ""
        aims = [each for each in ask(seen.state, "legal_targets", unit) if not seen.state.over]
        lines.append(f"It would stand{where} and could attack {words.listed(aims) if aims else 'nobody'}.")
    return Reply(lines=[*lines, f"To do it: {say(order)}"])


def _order(desk: Desk, rest: str) -> Answer | Reply:
    """The Move that was typed as an answer."""
    wrong = wrong_time(desk, "take_action")
    if wrong is not None:
        return wrong
    typed = plain_words(rest)
    unit = _mech(desk, typed)
    if isinstance(unit, Misread):
        return misread(unit)
    read = read_steps(typed)
    if isinstance(read, Misread):
        return misread(read)
    way = _Way(desk, unit)
    for word in read:
        fault = way.take(word)
        if fault is not None:
            return misread(fault)
    return {"answer": "move", "unit": unit, "steps": way.steps}


def _mech(desk: Desk, typed: list[str], also: tuple[str, ...] = ()) -> str | Misread:
    """Which Mech an order is for; without a name the one that acts. Takes its name off the words typed."""
    decision = desk.decision
    able = [row["unit"] for row in decision.offer(desk.state)["units"]] if decision is not None else []
    own = {each.casefold() for each in desk.known(enemy=False)}
    strange = bool(typed) and not is_step(typed[0]) and typed[0] not in also and to_number(typed[0]) is None
    if typed and (typed[0] in own or strange):
        unit = desk.own_unit(typed.pop(0))
        desk.unit = unit if isinstance(unit, str) else desk.unit
        return unit
    if desk.unit in able:
        return desk.unit
    return able[0] if able else Misread("None of your Mechs can act now.")


class _Way:
    """A Move while it is read: the legs so far, and where they lead."""

    def __init__(self, desk: Desk, unit: str) -> None:
        self.desk, self.unit = desk, unit
        self.steps: list[Answer] = []
        pose = desk.state.units[unit].pose
        self.x, self.y = pose.place if pose is not None else (0.0, 0.0)
        self.heading = pose.degrees if pose is not None else 0.0

    def take(self, word: StepWord) -> Misread | None:
        """One step as typed."""
        match word.kind:
            case "pivot":
                self._turn(word.amount)
                return None
            case "forward":
                return self._leg("forward", word.amount, 0.0)
            case "reverse":
                return self._leg("backward", word.amount, 180.0)
            case "aside":
                return self._leg("left" if word.heading > 0 else "right", word.amount, 90.0 * word.heading)
            case "slide":
                return Misread("A Mech goes forward, back, step left or step right, and turns: left 45, face B1.")
        if word.kind == "face" and (word.what in WINDS or to_number(word.what) is not None):
            heading = WINDS.get(word.what, to_number(word.what) or 0.0)
            self._turn((heading - self.heading + 180.0) % 360.0 - 180.0)
            return None
        goal = (word.amount, word.heading) if word.kind == "point" else self._where(word.what)
        if isinstance(goal, Misread):
            return goal
        away = goal[0] - self.x, goal[1] - self.y
        self._turn(_bearing(*away, self.heading))
        if word.kind == "face":
            return None
        far = (away[0] ** 2 + away[1] ** 2) ** 0.5
        return self._leg("forward", word.amount if word.kind == "towards" else round(far, 2), 0.0)

    def _where(self, what: str) -> tuple[float, float] | Misread:
        thing = self.desk.enemy_thing(what)
        if isinstance(thing, Misread):
            thing = self.desk.anything(what)
        if isinstance(thing, Misread):
            return thing
        state = self.desk.state
        pose = state.units[thing].pose if thing in state.units else state.tokens[thing].pose
        return pose.place if pose is not None else Misread(f"{name(state, thing)} is not on the table.")

    def _turn(self, amount: float) -> None:
        if abs(amount) >= _STRAIGHT:
            self.steps.append({"step": "turn", "degrees": round(amount, 2)})
            self.heading += round(amount, 2)

    def _leg(self, step: str, bricks: float, aside: float) -> Misread | None:
        if bricks == MAX:
            bricks = self._longest(step)
            if bricks <= 0.0:
                return Misread(f"{name(self.desk.state, self.unit)} cannot go any further that way.")
        self.steps.append({"step": step, "bricks": bricks})
        turn = radians(self.heading + aside)
        self.x, self.y = self.x + bricks * cos(turn), self.y + bricks * sin(turn)
        return None

    def _longest(self, step: str) -> float:
        """The longest such leg the rules allow behind the others; 0 when none is."""
        most = int(ask(self.desk.state, "record_sheet", self.unit)["movement"]) * _PARTS
        for parts in range(most, 0, -1):
            steps = [*self.steps, {"step": step, "bricks": parts / _PARTS}]
            if not isinstance(ask(self.desk.state, "path", self.unit, steps), Refusal):
                return parts / _PARTS
        return 0.0


def _bearing(dx: float, dy: float, heading: float) -> float:
    return (degrees(atan2(dy, dx)) - heading + 180.0) % 360.0 - 180.0


# --- attacks and turns -----------------------------------------------------------------------------------------------


def attack(desk: Desk, spoken: Spoken) -> Reply:
    """fire A1 at B1, or fire B1; with Targeted Shots also fire A1 at B1 left arm."""
    wrong = wrong_time(desk, "take_action")
    if wrong is not None:
        return wrong
    typed = [word for word in plain_words(spoken.rest) if word not in ("at", "the")]
    location = _slot(typed)
    own = {each.casefold() for each in desk.known(enemy=False)}
    unit = desk.own_unit(typed.pop(0)) if typed and typed[0] in own else _mech(desk, [])
    if isinstance(unit, Misread):
        return misread(unit)
    target = desk.enemy_thing(typed[0]) if typed else Misread("Say whom to attack, for example: fire A1 at B1.")
    if isinstance(target, Misread) and typed:
        # an own Mech is a thing too: let the rules say why it may not be attacked
        known = desk.anything(typed[0])
        target = target if isinstance(known, Misread) else known
    if isinstance(target, Misread):
        return misread(target)
    return desk.give({"answer": "attack", "unit": unit, "target": target, "location": location})


def _slot(typed: list[str]) -> str:
    """A location named at the end: left arm, torso. Taken off the words typed."""
    if typed and typed[-1] in _SORTS and len(typed) > 1 and typed[-2] in _SIDES:
        sort, side = typed.pop(), typed.pop()
        return f"{side}_{sort}"
    return typed.pop() if typed and typed[-1] in ("legs", "torso") else ""


def end(desk: Desk, spoken: Spoken) -> Reply:
    """end A1: that Mech's turn is over."""
    wrong = wrong_time(desk, "take_action")
    if wrong is not None:
        return wrong
    unit = _mech(desk, plain_words(spoken.rest))
    return misread(unit) if isinstance(unit, Misread) else desk.give({"answer": "end_turn", "unit": unit})


def hold(desk: Desk, spoken: Spoken) -> Reply:
    """hold A1 short primary: hold fire for a range and an arc; with `fire` at the end it fires without being asked."""
    wrong = wrong_time(desk, "take_action")
    if wrong is not None:
        return wrong
    typed = [word for word in plain_words(spoken.rest) if word not in ("range", "arc")]
    orders = "fire" if typed[-1:] == ["fire"] else "ask"
    unit = _mech(desk, typed, (*_RANGES, *_ARCS, "fire"))
    if isinstance(unit, Misread):
        return misread(unit)
    band = next((word for word in typed if word in _RANGES), "")
    arc = next((word for word in typed if word in _ARCS), "primary")
    if not band:
        return refuse("not_understood", "Say which range and arc, for example: hold A1 short primary.")
    return desk.give({"answer": "hold_fire", "unit": unit, "range": band, "arc": arc, "orders": orders})


# --- parts -----------------------------------------------------------------------------------------------------------


def mount(desk: Desk, spoken: Spoken) -> Reply:
    """mount A1 P3, or mount A1 P3 arm: fit a loose part, or a half of it."""
    wrong = wrong_time(desk, "take_action")
    if wrong is not None:
        return wrong
    typed = plain_words(spoken.rest)
    take = typed.pop() if typed and typed[-1] in _SORTS else "all"
    parts = {each.casefold(): each for each in desk.state.tokens}
    unit = _mech(desk, typed, tuple(parts))
    if isinstance(unit, Misread):
        return misread(unit)
    part = parts.get(typed[0], typed[0]) if typed else ""
    if not part:
        return refuse("not_understood", "Say which part, for example: mount A1 P1.")
    return desk.give({"answer": "mount", "unit": unit, "part": part[:16], "take": take})


def detach(desk: Desk, spoken: Spoken) -> Reply:
    """detach A1 left arm: take a shoulder or arm off."""
    wrong = wrong_time(desk, "take_action")
    if wrong is not None:
        return wrong
    typed = plain_words(spoken.rest)
    slot = _slot(typed)
    unit = _mech(desk, typed)
    if isinstance(unit, Misread):
        return misread(unit)
    if not slot:
        return refuse("not_understood", "Say which part, for example: detach A1 left arm.")
    return desk.give({"answer": "detach", "unit": unit, "slot": slot})


# --- reactions and votes ---------------------------------------------------------------------------------------------


def react(desk: Desk, spoken: Spoken) -> Reply:
    """yes or no, to Return Fire or a held shot."""
    return desk.give({"answer": "react", "yes": spoken.verb == "yes"})


def challenge(desk: Desk, spoken: Spoken) -> Reply:
    """challenge arc, challenge cover; yes accepts what was measured."""
    wrong = wrong_time(desk, "may_challenge")
    if wrong is not None:
        return wrong
    typed = plain_words(spoken.rest)
    about = typed[0] if typed and spoken.verb == "challenge" else ""
    if spoken.verb == "challenge" and about not in ("arc", "cover"):
        return refuse("not_understood", "Say challenge arc, or challenge cover; yes accepts what was measured.")
    return desk.give({"answer": "challenge", "about": about})


def vote(desk: Desk, spoken: Spoken) -> Reply:
    """ballot primary: for what the arc or cover is."""
    wrong = wrong_time(desk, "vote")
    if wrong is not None:
        return wrong
    typed = plain_words(spoken.rest)
    if not typed:
        return refuse("not_understood", "Say what you vote for, for example: ballot primary.")
    return desk.give({"answer": "ballot", "choice": typed[0][:20]})
