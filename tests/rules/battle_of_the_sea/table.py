"""Tables of Battle of the Sea for tests: short words for ships, terrain, courses and dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from brickfield.core.dice import Dice, ForcedDice
from brickfield.core.match import Setup
from brickfield.core.refusal import Refusal
from brickfield.games import find_game
from brickfield.testing import Position, Result, ahead, astern, lay_table, unit
from brickfield.testing import area as polygon

GAME = "battle_of_the_sea"
# faces of the brick die: flat or upside down misses, any side hits
MISS, HIT = 1, 4


def ship(name: str, card: str, x: float, y: float, heading: float = 90.0, **more: Any) -> dict[str, Any]:
    """A unit; A to F are the seats, M the deep."""
    seat = -1 if name[0] == "M" else "ABCDEF".index(name[0])
    return unit(name, card, x, y, heading, **{"seat": seat, **more})


def sea(
    *units: Mapping[str, Any],
    terrain: Iterable[Mapping[str, Any]] = (),
    options: Mapping[str, Any] | None = None,
    dice: Dice | None = None,
    **position: Any,
) -> Position:
    """A table with these units; it is the turn of seat 0 in round 1 unless said otherwise."""
    return lay_table(GAME, units, terrain, options=options, dice=dice, **position)


def area(kind: str, x0: float, y0: float, x1: float, y1: float, **more: Any) -> dict[str, Any]:
    """An upright rectangle of terrain."""
    return polygon(kind, (x0, y0), (x1, y0), (x1, y1), (x0, y1), **more)


def sail(table: Position, name: str, *legs: Mapping[str, Any], dice: Dice | None = None) -> Result:
    """Move a ship."""
    return table.sail(name, *legs, dice=dice)


def ram(
    table: Position, name: str, target: str, heading: float, *legs: Mapping[str, Any], dice: Dice | None = None
) -> Result:
    """Move a ship into an enemy hull."""
    return table.sail(name, *legs, ram={"target": target, "heading": heading}, dice=dice)


def fire(table: Position, *shots: tuple[str, int], dice: Dice | None = None) -> Result:
    """Declare a volley."""
    return table.volley(*shots, dice=dice)


def stay_and_fire(table: Position, name: str, *shots: tuple[str, int], dice: Dice | None = None) -> Result:
    """Fire without moving."""
    assert sail(table, name).accepted
    return fire(table, *shots, dice=dice)


def throws(hits: int, misses: int = 0) -> ForcedDice:
    """So many successes, then so many failures, of brick dice."""
    return ForcedDice([HIT] * hits + [MISS] * misses)


def marks(table: Position, name: str) -> dict[str, int]:
    """What is left on a card."""
    wanted = ("firepower", "base", "additional", "speed")
    return {mark: table.unit(name).marks.get(mark, 0) for mark in wanted}


def refused(setup_or_position: Mapping[str, Any] | Setup) -> Refusal:
    """The refusal of a set-up."""
    game = find_game(GAME)
    assert game is not None
    setup = (
        setup_or_position if isinstance(setup_or_position, Setup) else Setup(GAME, "", position=dict(setup_or_position))
    )
    match = game.new_match(setup)
    assert isinstance(match, Refusal), match
    return match


VIKING, GALLEON, CUTTER, LINER, GALLEY = "Viking Longship", "Galleon", "Cutter", "Ship of the Line", "Galley Ram"


__all__ = ["GAME", "HIT", "MISS", "ahead", "area", "astern", "fire", "marks", "ram", "refused", "sail", "sea", "ship"]
__all__ += ["CUTTER", "GALLEON", "GALLEY", "LINER", "VIKING", "stay_and_fire", "throws"]
