"""Commands at sea: courses leg by leg, rams, volleys, markers, cargo, anchors and repairs."""

from __future__ import annotations

import re
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

import msgspec

from brickfield.core.refusal import Refusal
from brickfield.text import words
from brickfield.text.desk import Desk, Reply, misread, refuse, wrong_time
from brickfield.text.reading import MAX, WINDS, Misread, Spoken, StepWord, is_step, plain_words, read_place, read_steps
from brickfield.text.reading import to_number as number_of
from brickfield.text.saying import say
from brickfield.text.situation import ask, name

Legs = list[dict[str, Any]]
Answer = dict[str, Any]
# Lengths found for a player are whole hundredths, so that what is shown can be typed again.
_PARTS = 100
_MARKERS = {
    **dict.fromkeys(("firepower", "gun", "guns", "fire"), "firepower"),
    **dict.fromkeys(("speed", "sail", "sails"), "speed"),
    **dict.fromkeys(("base", "hull", "durability"), "base"),
    "additional": "additional",
}
_EVERYTHING, _NOTHING = ("all", "everything"), ("nothing", "none")

# --- courses ---------------------------------------------------------------------------------------------------------


def sail(desk: Desk, spoken: Spoken) -> Reply:
    """sail A1 north 3 go 60 2 ram B1: a course that is sailed whole or not at all."""
    order = _order(desk, spoken.rest)
    return order if isinstance(order, Reply) else desk.give(order)


def ram(desk: Desk, spoken: Spoken) -> Reply:
    """ram A1 B1: one straight run into an enemy hull."""
    typed = plain_words(spoken.rest)
    own = desk.own_unit(typed[0]) if len(typed) > 1 else Misread("")
    rest = f"{typed[0]} ram {' '.join(typed[1:])}" if not isinstance(own, Misread) else f"ram {' '.join(typed)}"
    order = _order(desk, rest)
    return order if isinstance(order, Reply) else desk.give(order)


def try_course(desk: Desk, spoken: Spoken) -> Reply:
    """try sail A1 north 3: what it takes, where it ends and what could be fired at. Nothing is done."""
    first, _, rest = spoken.rest.partition(" ")
    order = _order(desk, rest if first.casefold() in ("sail", "move", "m") else spoken.rest)
    if isinstance(order, Reply):
        return order
    unit, about = order["unit"], (order["unit"], order["legs"], order.get("ram"))
    worked = ask(desk.state, "path", *about)
    if isinstance(worked, Refusal):
        return Reply(refusal=worked)
    seen = desk.sitting.preview(order)
    speed = words.number(ask(desk.state, "speed", unit))
    lines = [f"Only a try: {name(desk.state, unit)} would sail {words.number(worked.length)} of {speed} inches."]
    if worked.impact is not None:
        sort = "accurately" if worked.impact.accurate else "inaccurately"
        lines.append(f"It would ram {name(desk.state, worked.impact.target)} {sort}, with {worked.impact.dice} dice.")
    elif not isinstance(seen, Refusal):
        aims = ask(seen.state, "legal_targets", unit) if not seen.state.over else []
        lines.append(f"From there it could fire at {words.listed(aims) if aims else 'nobody'}.")
    return Reply(lines=[*lines, f"To do it: {say(order)}"])


def _order(desk: Desk, rest: str) -> Answer | Reply:
    """The course that was typed as an answer; without a name the ship named last is meant."""
    wrong = wrong_time(desk, "command_fleet")
    if wrong is not None:
        return wrong
    typed = plain_words(rest)
    unit = _ship(desk, typed)
    if isinstance(unit, Misread):
        return misread(unit)
    desk.unit = unit
    at = typed.index("ram") if "ram" in typed else len(typed)
    steps, behind = typed[:at], typed[at + 1 :]
    if steps[:1] == ["stay"] or not typed:
        return {"answer": "sail", "unit": unit, "legs": []}
    read = read_steps(steps) if steps else []
    if isinstance(read, Misread):
        return misread(read)
    course = _Course(desk, unit)
    for word in read:
        fault = course.take(word)
        if fault is not None:
            return misread(fault)
    answer: Answer = {"answer": "sail", "unit": unit, "legs": course.legs}
    if at == len(typed):
        return answer
    run = course.run(behind)
    return misread(run) if isinstance(run, Misread) else answer | {"ram": run}


def _ship(desk: Desk, typed: list[str]) -> str | Misread:
    """Which ship an order is for. Takes its name off the words typed."""
    names_ship = bool(typed) and (typed[0] in {each.casefold() for each in desk.known()} or not is_step(typed[0]))
    if names_ship and typed[0] not in ("ram", "stay"):
        return desk.own_unit(typed.pop(0))
    decision = desk.decision
    able = [row["unit"] for row in decision.offer(desk.state)["units"]] if decision is not None else []
    if desk.unit in able:
        return desk.unit
    return able[0] if able else Misread("None of your ships can act now.")


class _Course:
    """A course while it is read: the legs so far, where the bow is and which way it points."""

    def __init__(self, desk: Desk, unit: str) -> None:
        self.desk, self.unit = desk, unit
        self.legs: Legs = []
        self.x, self.y = ask(desk.state, "bow", unit)
        pose = desk.state.units[unit].pose
        self.heading = pose.degrees if pose is not None else 0.0

    def take(self, word: StepWord) -> Misread | None:
        """One step as typed: a turn changes the direction of the next leg, the others are legs."""
        match word.kind:
            case "pivot":
                self.heading += word.amount
                return None
            case "aside":
                return Misread("A ship does not step aside: sail it north 2, or go 60 2.")
            case "reverse":
                return self._leg({"step": "astern"}, word.amount, -1.0)
            case "slide":
                self.heading = word.heading
                return self._ahead(word.amount)
            case "forward":
                return self._ahead(word.amount)
        if word.kind == "face" and (word.what in WINDS or number_of(word.what) is not None):
            self.heading = WINDS.get(word.what, number_of(word.what) or 0.0)
            return None
        goal = (word.amount, word.heading) if word.kind == "point" else self._where(word.what)
        if isinstance(goal, Misread):
            return goal
        self.heading = self._bearing(goal)
        if word.kind == "face":
            return None
        return self._ahead(word.amount if word.kind == "towards" else hypot(goal[0] - self.x, goal[1] - self.y))

    def run(self, typed: list[str]) -> Answer | Misread:
        """The ram at the end: its target and its direction, straight at the target unless one is named."""
        named = [word for word in typed if word not in ("heading", "go", "course")]
        if not named:
            return Misread("Say whom to ram, for example: ram A1 B1.")
        target = self.desk.enemy_thing(named[0])
        if isinstance(target, Misread):
            return target
        heading = WINDS.get(named[1], number_of(named[1])) if len(named) > 1 else None
        if len(named) > 1 and heading is None:
            return Misread(f"{named[1][:30]!r} is no direction; say degrees or a word such as north.")
        if heading is None:
            where = self._where(target)
            if isinstance(where, Misread):
                return where
            heading = round(self._bearing(where) % 360.0, 3)
        return {"target": target, "heading": heading}

    def _where(self, what: str) -> tuple[float, float] | Misread:
        thing = self.desk.enemy_thing(what)
        if isinstance(thing, Misread):
            thing = self.desk.anything(what)
        if isinstance(thing, Misread):
            return thing
        state = self.desk.state
        pose = state.units[thing].pose if thing in state.units else state.tokens[thing].pose
        return pose.place if pose is not None else Misread(f"{name(state, thing)} is not on the table.")

    def _bearing(self, goal: tuple[float, float]) -> float:
        return degrees(atan2(goal[1] - self.y, goal[0] - self.x))

    def _ahead(self, inches: float) -> Misread | None:
        return self._leg({"step": "ahead", "heading": round(self.heading % 360.0, 3)}, inches, 1.0)

    def _leg(self, leg: Answer, inches: float, sign: float) -> Misread | None:
        if inches == MAX:
            inches = self._longest(leg)
            if inches <= 0.0:
                return Misread(f"{name(self.desk.state, self.unit)} cannot go any further that way.")
        self.legs.append(leg | {"inches": round(inches, 4)})
        turn = radians(self.heading)
        self.x, self.y = self.x + sign * inches * cos(turn), self.y + sign * inches * sin(turn)
        return None

    def _longest(self, leg: Answer) -> float:
        """The longest such leg the rules allow behind the others, in whole hundredths; 0 when none is."""
        for parts in range(int(ask(self.desk.state, "speed", self.unit)) * _PARTS, 0, -1):
            if self._allowed([*self.legs, leg | {"inches": parts / _PARTS}]):
                return parts / _PARTS
        return 0.0

    def _allowed(self, legs: Legs) -> bool:
        try:
            return not isinstance(ask(self.desk.state, "path", self.unit, legs), Refusal)
        except msgspec.ValidationError:
            return False


# --- volleys ---------------------------------------------------------------------------------------------------------


def fire(desk: Desk, spoken: Spoken) -> Reply:
    """fire 6 at B1, 4 at B2, or fire B1 with all dice: declared as a whole, then thrown."""
    wrong = wrong_time(desk, "attack")
    decision = desk.decision
    if wrong is not None or decision is None:
        return wrong or refuse("wrong_time", "Nothing is asked of you now.")
    offer = decision.offer(desk.state)
    left, far = int(offer["firepower"]), int(offer["long_range"])
    shots: list[Answer] = []
    for part in re.split(r"[,;]|\band\b", spoken.rest.casefold()):
        typed = [word for word in plain_words(part) if word not in ("dice", "die", "shots", *_EVERYTHING)]
        typed = [word for word in typed if word != offer["unit"].casefold()]
        if not typed:
            continue
        shot = _shot(desk, typed, left)
        if isinstance(shot, Misread):
            return misread(shot)
        row = next((each for each in offer["targets"] if each["target"] == shot["target"]), None)
        if row is not None and row["long"] and len(typed) == 1:
            shot["dice"] = min(shot["dice"], far)
        shots.append(shot)
        left = max(0, left - shot["dice"])
    if not shots:
        return refuse("not_understood", "Say at whom, for example: fire B1, or fire 6 at B1, 4 at B2.")
    return desk.give({"answer": "fire", "shots": shots})


def _shot(desk: Desk, typed: list[str], left: int) -> Answer | Misread:
    """One target with its dice; without a number it gets all that are left."""
    counts = [word for word in typed if word.isdigit()]
    names = [word for word in typed if not word.isdigit()] or counts[:1]
    target = desk.enemy_thing(names[0])
    if isinstance(target, Misread):
        # an own ship is a thing too: let the rules say why it may not be fired at
        known = desk.anything(names[0])
        if isinstance(known, Misread):
            return target
        target = known
    dice = int(counts[0][:6]) if counts and names[0] != counts[0] else left
    return {"target": target, "dice": max(1, dice)}


def done(desk: Desk, spoken: Spoken) -> Reply:
    """end the turn, or hold fire."""
    decision = desk.decision
    if decision is not None and decision.kind == "attack":
        return desk.give({"answer": "hold_fire"})
    wrong = wrong_time(desk, "command_fleet")
    return wrong if wrong is not None else desk.give({"answer": "end_turn"})


# --- markers, cargo, harbours ----------------------------------------------------------------------------------------


def lose(desk: Desk, spoken: Spoken) -> Reply:
    """lose 2 firepower, 1 speed: which markers go."""
    wrong = wrong_time(desk, "allocate_hits")
    if wrong is not None:
        return wrong
    taken: dict[str, int] = {}
    count: int | None = None
    feature = ""
    for word in plain_words(spoken.rest):
        if word.isdigit():
            if feature and count is None and feature not in taken:
                taken[feature] = int(word[:6])
                continue
            count = int(word[:6])
        elif word in _MARKERS:
            feature = _MARKERS[word]
            if count is not None:
                taken[feature] = taken.get(feature, 0) + count
                count = None
        else:
            return refuse("not_understood", f"I know no marker {word[:30]!r}; say firepower, speed or base.")
    if feature and feature not in taken and desk.decision is not None:
        taken[feature] = desk.decision.offer(desk.state)["hits"]
    if not taken or count is not None:
        return refuse("not_understood", "Say how many of what, for example: lose 2 firepower, 1 speed.")
    if "additional" in taken:
        return refuse("not_understood", "Additional durability is gone already; say firepower, speed or base.")
    return desk.give({"answer": "remove_markers", **taken})


def take(desk: Desk, spoken: Spoken) -> Reply:
    """take G1 G2: treasures aboard instead of attacking."""
    wrong = wrong_time(desk, "attack")
    decision = desk.decision
    if wrong is not None or decision is None:
        return wrong or refuse("wrong_time", "Nothing is asked of you now.")
    typed = [word for word in plain_words(spoken.rest) if word not in ("aboard", "treasure", "gold")]
    at_hand = {row["token"].casefold(): row["token"] for row in decision.offer(desk.state)["treasures"]}
    wanted = (
        list(at_hand.values()) if not typed or typed[0] in _EVERYTHING else [at_hand.get(w, w.upper()) for w in typed]
    )
    if not wanted:
        return refuse("nothing_here", "There is no treasure within reach.")
    return desk.give({"answer": "take_aboard", "treasures": wanted})


def unload(desk: Desk, spoken: Spoken) -> Reply:
    """Bring the whole cargo ashore."""
    wrong = wrong_time(desk, "attack")
    return wrong if wrong is not None else desk.give({"answer": "unload"})


def drop(desk: Desk, spoken: Spoken) -> Reply:
    """drop 2 1: items overboard by weight; drop nothing sinks with the cargo."""
    wrong = wrong_time(desk, "drop_cargo")
    if wrong is not None:
        return wrong
    typed = plain_words(spoken.rest)
    if typed and typed[0] in _NOTHING:
        return desk.give({"answer": "go_down"})
    if not typed or not all(word.isdigit() for word in typed):
        return refuse("not_understood", "Say the weights that go overboard, for example: drop 2 1; or drop nothing.")
    return desk.give({"answer": "jettison", "items": [int(word[:6]) for word in typed]})


def anchor(desk: Desk, spoken: Spoken) -> Reply:
    """anchor, or yes: the ship stays. no: the current takes it along."""
    wrong = wrong_time(desk, "anchor")
    return wrong if wrong is not None else desk.give({"answer": "drop_anchor", "yes": spoken.verb != "no"})


def repair(desk: Desk, spoken: Spoken) -> Reply:
    """repair firepower: the marker that comes back."""
    wrong = wrong_time(desk, "repair_ship")
    if wrong is not None:
        return wrong
    typed = [_MARKERS[word] for word in plain_words(spoken.rest) if word in _MARKERS]
    if not typed:
        return refuse("not_understood", "Say which marker comes back, for example: repair firepower.")
    return desk.give({"answer": "repair", "feature": typed[0]})


def place(desk: Desk, spoken: Spoken) -> Reply:
    """place A1 at 12 3 facing 90: a ship into its starting waters."""
    wrong = wrong_time(desk, "deploy_ship")
    decision = desk.decision
    if wrong is not None or decision is None:
        return wrong or refuse("wrong_time", "Nothing is asked of you now.")
    typed = read_place(spoken.rest)
    if isinstance(typed, Misread):
        return misread(typed)
    unit = desk.own_unit(typed.what)
    if isinstance(unit, Misread):
        return misread(unit)
    heading = typed.heading if typed.heading is not None else decision.offer(desk.state)["heading"]
    return desk.give({"answer": "place", "unit": unit, "x": typed.x, "y": typed.y, "heading": heading})
