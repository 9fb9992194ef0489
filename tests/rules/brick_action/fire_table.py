"""Small tables for the rules of fire: two squads on an open board, minis where a test wants them."""

from __future__ import annotations

from typing import Any

from brickfield.core.asking.offers import Act, Action
from brickfield.games.brick_action.base.firing.attack_offers import aim
from brickfield.testing import Position, Result, lay_table, unit

GAME = "brick_action"
Spots = list[tuple[float, float]]


def row(x: float, y: float, count: int, gap: float = 2.5) -> Spots:
    """So many minis side by side, upwards from a place."""
    return [(x, y + gap * place) for place in range(count)]


def squad(name: str, card: str, spots: Spots, **changes: Any) -> dict[str, Any]:
    """A squad with its minis at these places; names with A belong to seat 0, with B to seat 1."""
    return unit(name, card, *spots[0], spots=spots, **changes)


def minis(card: str) -> int:
    """How many minis the text of a squad names."""
    first = [part.split()[0] for part in card.split(",")]
    return sum(int(word) if word.isdecimal() else 1 for word in first)


def duel(
    ours: str = "3 regular repeater",
    theirs: str = "5 regular repeater",
    gap: float = 20.0,
    *,
    terrain: Any = (),
    options: dict[str, Any] | None = None,
    a: dict[str, Any] | None = None,
    b: dict[str, Any] | None = None,
    more: Any = (),
    **position: Any,
) -> Position:
    """A1 and B1 in columns, so many studs between the nearest minis; A is to act."""
    first = squad("A1", ours, **{"spots": row(20, 40, minis(ours)), **(a or {})})
    second = squad("B1", theirs, **{"spots": row(22 + gap, 40, minis(theirs)), **(b or {})})
    units = [first, second, *more]
    return lay_table(GAME, units, terrain, options=options, **position)


def attack(t: Position, dice: Any = None, **more: Any) -> Result:
    return t.answer("attack", **{"unit": "A1", "target": "B1", "dice": dice, **more})


def used(*items: tuple[str, str]) -> list[dict[str, str]]:
    return [{"figure": figure, "item": item} for figure, item in items]


def standing(t: Position, name: str = "B1") -> list[str]:
    """The minis of a unit that are alive."""
    return [each.id for each in t.unit(name).standing]


def mark(t: Position, name: str, mark: str) -> int:
    return t.unit(name).marks.get(mark, 0)


def figure(t: Position, name: str, who: str) -> Any:
    return next(each for each in t.unit(name).squad if each.id == who)


def pool(t: Position, unit: str = "A1", target: str = "B1") -> Any:
    """The shot of one unit at another as a table shows it."""
    return aim(t.state, t.unit(unit), t.unit(target))


def action(t: Position, kind: str, unit: str = "A1") -> Action | None:
    """One sort of action of a unit, as the open question offers it; None where it is not offered."""
    assert t.decision is not None
    offer = t.decision.ask(t.state).offer
    assert isinstance(offer, Act)
    (actor,) = (each for each in offer.actors if each.unit == unit)
    return next((each for each in actor.actions if each.id == kind), None)


def refused(result: Result) -> tuple[str, str]:
    """The code and the clause of a refusal that must have come."""
    assert result.refusal is not None
    assert result.refusal.sentence
    return result.refusal.code, result.refusal.clause
