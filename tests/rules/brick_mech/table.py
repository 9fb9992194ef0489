"""Small tables for the rule tests: two Mechs face to face, legs of a move, the marks of a unit."""

from __future__ import annotations

from typing import Any

from brickfield.testing import Position, Result, lay_table, unit

GAME = "brick_mech"
# A Mech whose numbers do not get in the way of what a test is about.
PLAIN = {"targeting": 0, "dodge": 0, "defense_dice": 1, "armor": 20, "melee": 2, "short": 2, "long": 2}


def forward(bricks: float) -> dict[str, Any]:
    return {"step": "forward", "bricks": bricks}


def backward(bricks: float) -> dict[str, Any]:
    return {"step": "backward", "bricks": bricks}


def left(bricks: float) -> dict[str, Any]:
    return {"step": "left", "bricks": bricks}


def right(bricks: float) -> dict[str, Any]:
    return {"step": "right", "bricks": bricks}


def turn(degrees: float) -> dict[str, Any]:
    return {"step": "turn", "degrees": degrees}


def mech(name: str, x: float, y: float, heading: float, card: str = "trooper", **changes: Any) -> dict[str, Any]:
    """A plain Mech with some numbers stated otherwise; names A.. to F.. are the seats 0 to 5."""
    return unit(name, card, x, y, heading, **{"seat": "ABCDEF".index(name[0]), **PLAIN, **changes})


def duel(
    gap: float = 5.0, a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **position: Any
) -> Position:
    """A1 and B1 face to face, so many Bricks between their bases; A1 is to act."""
    units = [mech("A1", 10, 15, 0, **(a or {})), mech("B1", 12 + gap, 15, 180, **(b or {}))]
    return lay_table(GAME, units, **position)


def action(t: Position, kind: str, unit: str = "A1") -> Any:
    """One sort of action of a Mech, as the open question offers it; None where it is not offered."""
    (actor,) = (each for each in t.decision.ask(t.state).offer.actors if each.unit == unit)
    return next((each for each in actor.actions if each.id == kind), None)


def marks(t: Position, name: str, *wanted: str) -> tuple[int, ...]:
    """Some numbers of a record sheet."""
    return tuple(t.unit(name).marks.get(each, 0) for each in wanted)


def armor(t: Position, name: str) -> int:
    return marks(t, name, "armor")[0]


def heat(t: Position, name: str) -> int:
    return marks(t, name, "heat")[0]


def attack(t: Position, dice: Any = None, attacker: str = "A1", target: str = "B1", **more: Any) -> Result:
    return t.answer("attack", unit=attacker, target=target, dice=dice, **more)


def refused(result: Result) -> tuple[str, str]:
    """The code and the clause of a refusal that must have come."""
    assert result.refusal is not None
    assert result.refusal.sentence
    return result.refusal.code, result.refusal.clause
