"""Airplanes in words: fly, strike, approach; what is asked of them, and what happened to them."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

from brickfield.core import events as happened
from brickfield.core.asking.offers import Act, Asked
from brickfield.speech import words
from brickfield.speech.course import STRAIGHT, OrderSoFar, ordered_unit
from brickfield.speech.interpreter import Interpreter, Reply, misread, offered, refuse
from brickfield.speech.placing import zone_lines
from brickfield.speech.reading import Misread, TypedCommand, plain_words
from brickfield.speech.saying import down, place_words, turn_words
from brickfield.speech.sentences import Names
from brickfield.speech.speech import ChapterWords, DiceWord, SpokenQuestion, Verb
from ...base.measures import flying
from .airplane_phase import ARRIVAL
from .airplanes import EDGES, LEFT_BY

_WEAPONS = {
    "bomb": "bomb",
    "bombs": "bomb",
    "missile": "missile",
    "missiles": "missile",
    "guns": "machine_guns",
    "gun": "machine_guns",
    "machine": "machine_guns",
}
_SHORT = {"bomb": "bomb", "missile": "missile", "machine_guns": "guns"}
_SKIPPED = ("with", "a", "its", "at", "on", "over", "the", "from", "edge", "guns", "gun")

VERBS = {
    "fly": Verb(
        (),
        "fly A1 forward 12 left 30 forward 4",
        "move an airplane: at least half of its move, with one turn",
        (
            "One turn of up to 45 degrees is allowed in a Move: at its start, on the way or at its end.",
            "Whoever flies over the edge of the table leaves it and comes back later.",
        ),
    ),
    "strike": Verb(
        (),
        "strike A1 bomb B3",
        "attack from an airplane: bomb, missile or guns",
        ("Guns and missiles reach what is ahead, bombs what was flown over in this turn.",),
    ),
    "approach": Verb((), "approach A1 west", "bring on an airplane that has arrived, over an edge"),
}


class TypedFlight(OrderSoFar):
    """A Move of an airplane while it is read."""

    def ahead(self, far: float) -> Misread | None:
        """Fly straight on."""
        before = len(self.steps)
        fault = self.leg({"step": "forward"}, "inches", far)
        for step in self.steps[before:]:
            self.x += step["inches"] * cos(radians(self.heading))
            self.y += step["inches"] * sin(radians(self.heading))
        return fault

    def back(self, far: float) -> Misread | None:
        """No airplane does."""
        return Misread("Airplanes do not fly backwards.")

    def aside(self, side: float, far: float) -> Misread | None:
        """No airplane does."""
        return Misread("Airplanes only fly straight on and turn, for example forward 12 left 30.")

    def slide(self, heading: float, far: float) -> Misread | None:
        """No airplane does."""
        return self.aside(0.0, far)

    def turn(self, amount: float) -> None:
        """Turn on the way."""
        if abs(amount) >= STRAIGHT:
            self.steps.append({"step": "pivot", "degrees": round(amount, 2)})
            self.heading += amount

    def longest(self, step: dict[str, Any], ruler: str) -> float:
        """What is left of the plane's move."""
        gone = sum(each.get("inches", 0.0) for each in self.steps)
        return max(0.0, float(self.interpreter.state.match.cards[self.unit].mp) - float(gone))


# --- what is typed ---------------------------------------------------------------------------------------------------


def fly(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """fly A1 forward 12 left 30: a Move."""
    offer = offered(interpreter, Act)
    if isinstance(offer, Reply):
        return offer
    typed = plain_words(spoken.rest)
    unit = ordered_unit(interpreter, typed, [actor.unit for actor in offer.actors])
    if unit is None or isinstance(unit, Misread):
        return misread(unit or Misread("You have no airplane to fly."))
    flight = TypedFlight(interpreter, unit)
    fault = flight.read(typed)
    if fault is not None:
        return misread(fault)
    return interpreter.give({"answer": "air_move", "unit": unit, "steps": flight.steps})


def strike(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """strike A1 bomb B3: a Shoot action."""
    offer = offered(interpreter, Act)
    if isinstance(offer, Reply):
        return offer
    typed = plain_words(spoken.rest)
    weapon = next((_WEAPONS[word] for word in typed if word in _WEAPONS), "")
    things = [word for word in typed if word not in _WEAPONS and word not in _SKIPPED]
    if not weapon or not things:
        return refuse("not_understood", "Say the airplane, the weapon and the target, for example: strike A1 bomb B3.")
    unit = interpreter.own_unit(things[0]) if len(things) > 1 else offer.actors[0].unit
    target = interpreter.target(things[-1])
    if isinstance(unit, Misread) or isinstance(target, Misread):
        return misread(unit if isinstance(unit, Misread) else target)  # type: ignore[arg-type]
    return interpreter.give({"answer": "air_strike", "unit": unit, "weapon": weapon, "target": target})


def approach(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """approach A1 west: over which edge a plane comes on."""
    offer = offered(interpreter, Act)
    if isinstance(offer, Reply):
        return offer
    typed = [word for word in plain_words(spoken.rest) if word not in _SKIPPED]
    edge = next((word for word in typed if word in EDGES), "")
    others = [word for word in typed if word != edge]
    unit = interpreter.own_unit(others[0]) if others else offer.actors[0].unit
    if isinstance(unit, Misread):
        return misread(unit)
    if not edge:
        return refuse("not_understood", "Say over which edge, for example: approach A1 west.")
    return interpreter.give({"answer": "approach", "unit": unit, "edge": edge})


def end_flight(interpreter: Interpreter, offer: Act) -> Reply:
    """end: the plane that acts does no more; a plane that has not begun has to move first."""
    finish = next((actor.finish for actor in offer.actors if actor.finish is not None), None)
    if finish is None:
        return refuse("not_understood", "Bring the airplane on first, for example: approach A1 south.")
    return Reply(refusal=finish.refusal) if finish.refusal is not None else interpreter.give(finish.answer)


HANDLERS = {"fly": fly, "strike": strike, "approach": approach}


# --- what is asked ---------------------------------------------------------------------------------------------------


def _fly(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    assert isinstance(asked.offer, Act)
    lines = [f"Your airplanes act first. {actor.unit}: {actor.remark}." for actor in asked.offer.actors]
    for actor in asked.offer.actors:
        able = [each.title for each in actor.actions if each.closed is None]
        lines.append(f"{actor.unit} may: {words.listed(able)}.")
    if first:
        unit = asked.offer.actors[0].unit
        lines.append(f"For example: fly {unit} forward 12 left 30, strike {unit} bomb B3, end; or a number:")
    return lines


def _enter(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    return [f"{asked.title}. {asked.text}", *zone_lines(asked, "It is put", "it is moved onto the edge itself")]


QUESTIONS = {
    "fly_airplanes": SpokenQuestion("act with your airplanes (type end when one is done)", _fly, shows_units=True),
    "enter_airplane": SpokenQuestion("bring your airplane on at its edge", _enter),
}


# --- what happened ---------------------------------------------------------------------------------------------------


def table_read(event: happened.TableRead, names: Names) -> str:
    """The arrival roll; other tables are told as everywhere."""
    if event.table != ARRIVAL:
        return ""
    return f"{names.thing(event.unit)} rolled {event.roll} to arrive: it {event.entry}."


def is_news(mark: str, value: int) -> bool:
    """Whether a mark on a plane is worth telling in a story: what it has used up, and where it will come back."""
    return mark in ("bombs", "missiles", LEFT_BY)


def unit_marked(event: happened.UnitMarked, names: Names) -> str:
    """What is left of its stores, how long it has been away or above the table, where it will come back."""
    who = names.thing(event.unit)
    match event.mark:
        case "bombs" | "missiles":
            return f"{who} has {words.counted(event.value, event.mark[:-1])} left."
        case "turns_off":
            return f"{who} has waited {words.counted(event.value, 'turn')}." if event.value else f"{who} is here."
        case "turns_aloft" if event.value:
            return f"{who} is in turn {event.value} of {flying().turns_on_table} above the table."
        case "turns_aloft":
            return f"{who} may arrive again from its next turn on."
        case mark if mark == LEFT_BY:
            edges = EDGES[event.value % len(EDGES)], EDGES[event.value - 2]
            return f"{who} will come back over the {edges[0]} or the {edges[1]} edge."
    return ""


def _steps(plain: dict[str, Any]) -> str:
    told = [
        f"forward {down(step['inches'])}" if step["step"] == "forward" else turn_words(step["degrees"])
        for step in plain["steps"]
    ]
    return " ".join(told)


SAYINGS = {
    "air_move": lambda plain: f"fly {plain['unit']} {_steps(plain)}",
    "air_strike": lambda plain: f"strike {plain['unit']} {_SHORT[plain['weapon']]} {plain['target']}",
    "approach": lambda plain: f"approach {plain['unit']} {plain['edge']}",
    "enter_from": lambda plain: f"enter {plain['unit']} at {place_words(plain)}",
    "end_flight": lambda plain: "end",
}

WORDS = ChapterWords(
    verbs=VERBS,
    handlers=HANDLERS,
    questions=QUESTIONS,
    sentences={happened.TableRead: table_read, happened.UnitMarked: unit_marked},
    dice={"arrival": DiceWord("Arrival")},
    sayings=SAYINGS,
    deeds={
        "air_move": "flight",
        "air_strike": "attack",
        "approach": "approach",
        "enter_from": "arrival",
        "end_flight": "end of the flight",
    },
    steps={"flown": "flew"},
    is_news=is_news,
)
