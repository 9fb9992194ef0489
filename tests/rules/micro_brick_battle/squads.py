"""Tables with infantry for rule tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from brickfield.core.board import Unit
from brickfield.testing import Position, Result, lay_table, unit

GAME = "micro_brick_battle"
FOE = unit("B1", "Panzer III", 44, 34, 270)


def table(*units: dict[str, Any], terrain: Any = (), **more: Any) -> Position:
    """A table on which seat 0 moves its infantry, with a tank of the enemy far away."""
    return lay_table(GAME, [*units, FOE], terrain, **more)


def squad(x: float = 10, y: float = 10, name: str = "A1", card: str = "Infantry", **more: Any) -> dict[str, Any]:
    """A squad of a position."""
    return unit(name, card, x, y, **more)


def walk(t: Position, name: str, *steps: Any, pace: str = "") -> Result:
    """Order a squad to walk."""
    return t.answer("walk", unit=name, steps=list(steps), pace=pace)


def where(t: Position, name: str) -> tuple[float, float]:
    """The place of a unit, to a ten-thousandth of an inch."""
    pose = t.state.units[name].pose
    assert pose is not None
    return round(pose.x / 1e6, 4), round(pose.y / 1e6, 4)


def of(t: Position, name: str) -> Unit:
    """A unit as it stands."""
    return t.state.units[name]


def refused(t: Position, act: Callable[[], Result], code: str, cited: str, **data: Any) -> None:
    """The answer is refused by this clause with these numbers, and nothing has changed."""
    before = t.state.digest()
    refusal = act().refusal
    assert refusal is not None, t
    assert (refusal.code, refusal.clause) == (code, cited)
    assert {name: refusal.data[name] for name in data} == data
    assert t.state.digest() == before


def next_turn(t: Position) -> None:
    """Play on to the turn of the other seat without an order or a shot."""
    seat = t.state.facts["active"]
    while t.state.facts["active"] == seat and t.state.outcome is None:
        kind = t.decision.kind if t.decision is not None else ""
        answers = {"move_infantry": "end_infantry", "move_units": "end_movement", "declare_targets": "declare"}
        assert t.answer(answers[kind]).accepted, t
