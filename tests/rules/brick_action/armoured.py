"""Small tables for the tests of vehicles: tanks, squads, terrain and the marks that change on them."""

from __future__ import annotations

from typing import Any

from brickfield.testing import Position, Result, lay_table, unit

GAME = "brick_action"


def tank(
    name: str, x: float, y: float, heading: float = 0.0, card: str = "M1 map mg", **changes: Any
) -> dict[str, Any]:
    """A vehicle; A.. belongs to the first seat, B.. to the second."""
    return unit(name, card, x, y, heading, seat="AB".index(name[0]), **changes)


def squad(name: str, *spots: tuple[float, float], card: str = "", **changes: Any) -> dict[str, Any]:
    """A squad mini by mini; without a card so many regulars."""
    card = card or f"{len(spots)} regular repeater"
    return unit(name, card, *spots[0], seat="AB".index(name[0]), spots=[list(each) for each in spots], **changes)


def table(*units: dict[str, Any], **position: Any) -> Position:
    """A board with these units; the first seat is to act."""
    return lay_table(GAME, list(units), **position)


def drive(t: Position, name: str, *steps: dict[str, Any], dice: Any = None) -> Result:
    return t.answer("drive", unit=name, steps=list(steps), dice=dice)


def ahead(studs: float) -> dict[str, Any]:
    return {"step": "ahead", "studs": studs}


def reverse(studs: float) -> dict[str, Any]:
    return {"step": "reverse", "studs": studs}


def pivot(degrees: float) -> dict[str, Any]:
    return {"step": "pivot", "degrees": degrees}


def action(t: Position, kind: str, name: str = "A1") -> Any:
    """One sort of action of a unit, as the open question offers it; None where it is not offered."""
    (actor,) = (each for each in t.question.offer.actors if each.unit == name)
    return next((each for each in actor.actions if each.id == kind), None)


def mark(t: Position, name: str, which: str) -> int:
    return t.unit(name).marks.get(which, 0)


def refusal(result: Result) -> Any:
    assert result.refusal is not None, "it was accepted"
    return result.refusal
