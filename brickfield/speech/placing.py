"""Placing a unit before the battle in words, as most games do it."""

from __future__ import annotations

from brickfield.core.asking.offers import Asked, Place
from brickfield.geometry.grain import GRAIN
from brickfield.speech import words
from brickfield.speech.choices import with_auto
from brickfield.speech.interpreter import Interpreter, Reply, misread, offered
from brickfield.speech.reading import Misread, PlaceWord, TypedCommand, read_place
from brickfield.speech.situation import name
from brickfield.speech.speech import SpokenQuestion, Verb

PLACE = Verb(
    ("put", "deploy"),
    "place A1 at 12 3 facing 90",
    "put a unit on the table before the battle",
    ("x counts from the left edge, y from the near edge; 90 faces north, 270 south. Or: facing north.",),
)


def place(interpreter: Interpreter, spoken: TypedCommand) -> Reply:
    """place A1 at 12 3 facing 90: put down a unit that waits."""
    offer = offered(interpreter, Place)
    if isinstance(offer, Reply):
        return offer
    typed = read_place(spoken.rest)
    if isinstance(typed, Misread):
        return misread(typed)
    unit = interpreter.own_unit(typed.what)
    if isinstance(unit, Misread):
        return misread(unit)
    return interpreter.give({"answer": "place", "unit": unit, **spot(offer, typed, unit)})


def spot(offer: Place | None, typed: PlaceWord, thing: str) -> dict[str, float]:
    """Where something is put; without a facing it is held as it is offered."""
    things = offer.things if offer is not None else ()
    held = next((each.heading for each in things if each.id == thing), 0.0)
    return {"x": typed.x, "y": typed.y, "heading": held if typed.heading is None else typed.heading}


def waiting(asked: Asked) -> list[str]:
    """What still waits to be set down."""
    assert isinstance(asked.offer, Place)
    return [each.id for each in asked.offer.things]


def _lines(interpreter: Interpreter, asked: Asked, first: bool) -> list[str]:
    units = waiting(asked)
    lines = [f"Place one of your units. Waiting: {_by_card(interpreter, units)}."]
    if len(units) == 1:
        lines = [f"Place your last unit: {name(interpreter.state, units[0])}."]
    return [*lines, *zone_lines(asked, "It must stand", "you and the other side take turns")] if first else lines


def zone_lines(asked: Asked, must: str, also: str) -> list[str]:
    """Where units may be put, and how that is typed."""
    assert isinstance(asked.offer, Place)
    xs, ys = ([value / GRAIN for value in asked.offer.zone[axis::2]] for axis in (0, 1))
    x0, y0, x1, y1 = (words.number(value) for value in (min(xs), min(ys), max(xs), max(ys)))
    middle = [words.number((min(values) + max(values)) / 2) for values in (xs, ys)]
    return [
        f"{must} wholly inside x {x0} to {x1}, y {y0} to {y1}; {also}.",
        f"For example: place {waiting(asked)[0]} at {middle[0]} {middle[1]}, auto for all, or a number:",
    ]


def _by_card(interpreter: Interpreter, units: list[str]) -> str:
    """Units with one name together: M4 Sherman A1, A2, A3; M5 Stuart A4."""
    cards: dict[str, list[str]] = {}
    for unit in units:
        cards.setdefault(interpreter.local_game.match.cards[unit].name, []).append(unit)
    return "; ".join(f"{card} {', '.join(ids)}" for card, ids in cards.items())


DEPLOY = SpokenQuestion(
    "place one of your units", _lines, choices=with_auto("place this unit and all your others sensibly"), sets_up=True
)
