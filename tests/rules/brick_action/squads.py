"""Squads and tables for the tests of BrickAction: positions in a few lines, dice that are forced, answers by name."""

from __future__ import annotations

from typing import Any

from brickfield.testing import Position, Result, lay_table, unit

# Cards without free items or specials, so that dice are easy to count.
RIFLES, TWO, ONE, LONE_SNIPER = "5 regular repeater", "2 regular repeater", "regular repeater", "regular sniper_rifle"
OFFICER, VETERANS = "officer repeater, 2 regular repeater", "3 veteran repeater"


def squad(name: str, card: str, x: float, y: float, *spots: tuple[float, float], **changes: Any) -> dict[str, Any]:
    """A squad; with spots its minis stand there, the first at x, y."""
    if spots:
        changes["spots"] = [(x, y), *spots]
    return unit(name, card, x, y, **changes)


def table(*units: dict[str, Any], terrain: tuple[dict[str, Any], ...] = (), **position: Any) -> Position:
    """A table in the first side's turn with three actions, unless said otherwise."""
    return lay_table("brick_action", units, terrain, anyhow=True, **position)


def go(heading: float, studs: float) -> dict[str, Any]:
    """A straight way."""
    return {"step": "stride", "heading": heading, "studs": studs}


def walk(t: Position, name: str, heading: float, studs: float, **more: Any) -> Result:
    """A squad goes straight on."""
    return t.answer("move", unit=name, steps=[go(heading, studs)], **more)


def let_pass(t: Position, **more: Any) -> Result:
    """Whoever is asked lets it pass."""
    return t.answer("react", yes=False, **more)


def spot(t: Position, name: str, figure: str = "f1") -> tuple[float, float]:
    """Where a mini stands."""
    pose = next(each.pose for each in t.unit(name).squad if each.id == figure)
    assert pose is not None
    return pose.place
