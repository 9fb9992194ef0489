"""Placing a unit before the battle in words, as most games do it."""

from __future__ import annotations

from typing import Any

from brickfield.speech import words
from brickfield.speech.choices import with_auto
from brickfield.speech.desk import Desk, Reply, misread, wrong_time
from brickfield.speech.reading import Misread, PlaceWord, Spoken, read_place
from brickfield.speech.situation import name
from brickfield.speech.speech import Handler, Question, Verb

PLACE = Verb(
    ("put", "deploy"),
    "place A1 at 12 3 facing 90",
    "put a unit on the table before the battle",
    ("x counts from the left edge, y from the near edge; 90 faces north, 270 south. Or: facing north.",),
)


def place_when(kind: str) -> Handler:
    """The command that places a unit while a question of this kind is open: place A1 at 12 3 facing 90."""

    def place(desk: Desk, spoken: Spoken) -> Reply:
        wrong = wrong_time(desk, kind)
        if wrong is not None:
            return wrong
        typed = read_place(spoken.rest)
        if isinstance(typed, Misread):
            return misread(typed)
        unit = desk.own_unit(typed.what)
        if isinstance(unit, Misread):
            return misread(unit)
        return desk.give({"answer": "place", "unit": unit, **spot(desk, typed)})

    return place


def spot(desk: Desk, typed: PlaceWord) -> dict[str, float]:
    """Where something is put; the facing nobody mentioned leads away from the own edge."""
    heading = typed.heading if typed.heading is not None else _towards_the_middle(desk)
    return {"x": typed.x, "y": typed.y, "heading": heading}


def _towards_the_middle(desk: Desk) -> float:
    decision, match = desk.decision, desk.sitting.match
    offer = decision.offer(desk.state) if decision is not None else {}
    if "heading" in offer:
        return float(offer["heading"])
    x0, y0, x1, y1 = offer.get("zone", (0.0, 0.0, match.width, 0.0))
    dx, dy = match.width / 2 - (x0 + x1) / 2, match.height / 2 - (y0 + y1) / 2
    if abs(dy) >= abs(dx):
        return 90.0 if dy >= 0 else 270.0
    return 0.0 if dx >= 0 else 180.0


def _lines(desk: Desk, offer: dict[str, Any], first: bool) -> list[str]:
    waiting = offer["units"]
    lines = [f"Place one of your units. Waiting: {_by_card(desk, waiting)}."]
    if len(waiting) == 1:
        lines = [f"Place your last unit: {name(desk.state, waiting[0])}."]
    return [*lines, *zone_lines(offer, "It must stand", "you and the other side take turns")] if first else lines


def zone_lines(offer: dict[str, Any], must: str, also: str) -> list[str]:
    """Where units may be put, and how that is typed."""
    x0, y0, x1, y1 = (words.number(value) for value in offer["zone"])
    middle = [words.number((offer["zone"][axis] + offer["zone"][axis + 2]) / 2) for axis in (0, 1)]
    return [
        f"{must} wholly inside x {x0} to {x1}, y {y0} to {y1}; {also}.",
        f"For example: place {offer['units'][0]} at {middle[0]} {middle[1]}, auto for all, or a number:",
    ]


def _by_card(desk: Desk, units: list[str]) -> str:
    """Units with one name together: M4 Sherman A1, A2, A3; M5 Stuart A4."""
    cards: dict[str, list[str]] = {}
    for unit in units:
        cards.setdefault(desk.sitting.match.cards[unit].name, []).append(unit)
    return "; ".join(f"{card} {', '.join(ids)}" for card, ids in cards.items())


DEPLOY = Question(
    "place one of your units",
    _lines,
    choices=with_auto("place this unit and all your others sensibly"),
    sets_up=True,
)
